/* direct.c - direct Poisson solver: the boxes that it is for, its memory, and iterations, of which
 * the second and further ones remove the rounding of the first (iterative refinement). */
#include "solve/direct/direct.h"

#include "device/cpu_level.h"
#include "device/device_profile.h"
#include "parallel/parallel.h"
#include "solve/direct/internal.h"
#include <math.h>

/* --- which problems --- */

static bool is_uniform(const struct sm_axis *axis) {
  const double slack = 1e-6;
  for (int i = 1; i < axis->n; i++)
    if (fabs(axis->width[i] - axis->width[0]) > slack * axis->width[0]) return false;
  return true;
}

/* Of the ends of the axes: whether they are open; false: some inner face is closed, or an end is
 * open in parts. */
static bool find_ends(const struct sm_poisson_setup *setup, bool open[6]) {
  const struct sm_axis *axis = setup->grid->axis;
  const int nx = axis[0].n, ny = axis[1].n, nz = axis[2].n;
  const uint8_t *first = setup->cell, *last = first + (int64_t)nx * ny * nz - 1;
  unsigned ends = 0;
  bool same = true;
  for (int side = 0; side < 6; side++) {
    open[side] = ((side % 2 ? *last : *first) >> side & 1) != 0;
    ends |= open[side] ? 1u << side : 0;
  }
#pragma omp parallel for schedule(static) reduction(&& : same)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++) {
      const uint8_t *row = setup->cell + ((int64_t)k * ny + j) * nx;
      const unsigned outer = (j == 0 ? SM_OPEN_SOUTH : 0u) | (j == ny - 1 ? SM_OPEN_NORTH : 0u) |
                             (k == 0 ? SM_OPEN_DOWN : 0u) | (k == nz - 1 ? SM_OPEN_UP : 0u);
      for (int i = 0; i < nx; i++) {
        const unsigned sides =
            outer | (i == 0 ? SM_OPEN_WEST : 0u) | (i == nx - 1 ? SM_OPEN_EAST : 0u);
        same = same && (row[i] & SM_OPEN_ALL) == ((SM_OPEN_ALL & ~sides) | (sides & ends));
      }
    }
  return same;
}

const char *sm_direct_obstacle(const struct sm_device *device,
                               const struct sm_poisson_setup *setup) {
  bool open[6];
  if (!sm_device_is_host(device)) return "it runs on a CPU only";
  if (sm_parallel_count(device->group) > 1) return "several processes compute the flow together";
  if (!is_uniform(&setup->grid->axis[0])) return "the cell widths along x are not uniform";
  if (!is_uniform(&setup->grid->axis[1])) return "the cell widths along y are not uniform";
  if (setup->cut_count > 0) return "terrain or buildings cut cells";
  if (setup->cell != NULL && !find_ends(setup, open)) return "there are solid cells";
  return NULL;
}

/* --- memory --- */

/* Elements of the scratch memory of a thread: two buffers of a tile, or the columns. */
static size_t find_scratch(const struct sm_direct *direct) {
  const struct sm_direct_axis *axis[2] = {&direct->x, &direct->y};
  size_t lines = 0;
  for (int d = 0; d < 2; d++) {
    const int longest =
        axis[d]->fft.n > axis[d]->length ? axis[d]->fft.n : axis[d]->length; /* > n of a sine */
    const size_t both = 2 * (size_t)longest * SM_DIRECT_TILE;
    if (both > lines) lines = both;
  }
  const size_t columns = 3 * (size_t)direct->layout.n[2] * SM_DIRECT_COLUMNS;
  return lines > columns ? lines : columns;
}

static enum sm_status make_memory(struct sm_context *ctx, struct sm_direct *direct) {
  const int *n = direct->layout.n;
  const size_t tiles = ((size_t)n[1] * (size_t)n[2] + SM_DIRECT_TILE - 1) / SM_DIRECT_TILE;
  direct->modes_size = tiles * SM_DIRECT_TILE * (size_t)n[0];
  direct->scratch_size = find_scratch(direct);
  SM_TRY(sm_device_allocate(ctx, direct->device, direct->modes_size, sizeof *direct->modes,
                            "the direct solver", &direct->modes));
  return sm_alloc(ctx, (size_t)direct->device->threads * direct->scratch_size,
                  sizeof *direct->scratch, "the direct solver", &direct->scratch);
}

enum sm_status sm_direct_create(struct sm_context *ctx, struct sm_poisson *poisson,
                                const struct sm_poisson_setup *setup) {
  bool open[6] = {false};
  if (setup->cell != NULL) find_ends(setup, open);
  SM_TRY(sm_alloc(ctx, 1, sizeof *poisson->direct, "the direct solver", &poisson->direct));
  struct sm_direct *direct = poisson->direct;
  const struct sm_mg_level *level = &poisson->level[0];
  direct->device = poisson->device;
  direct->layout = level->layout;
  direct->floating = poisson->floating > 0;
  SM_TRY(sm_direct_tables_make(ctx, direct, level, poisson->eta, open));
  return make_memory(ctx, direct);
}

void sm_direct_destroy(struct sm_poisson *poisson) {
  struct sm_direct *direct = poisson->direct;
  if (direct == NULL) return;
  sm_device_release(direct->device, direct->modes, direct->modes_size, sizeof *direct->modes);
  sm_free(direct->tables);
  sm_free(direct->places);
  sm_free(direct->scratch);
  sm_free(direct);
  poisson->direct = NULL;
}

/* --- solution --- */

static void correct(const struct sm_direct *direct, const float *r, double *x) {
#ifdef SM_HAVE_X86_LEVELS
  const int level = sm_cpu_level();
  if (level >= 3) {
    (level == 4 ? sm_direct_solve_lines_v4 : sm_direct_solve_lines_v3)(direct, r, x);
    return;
  }
#endif
  sm_direct_solve_lines(direct, r, x);
}

void sm_direct_correct(struct sm_poisson *poisson) {
  struct sm_device *device = poisson->device;
  const double start = sm_device_profile_start(device);
  correct(poisson->direct, poisson->level[0].b, poisson->x);
  sm_device_profile_stop(device, "direct_solve", start, 0);
}

enum sm_status sm_direct_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                               const struct sm_poisson_problem *problem,
                               const struct sm_poisson_options *options, double norm,
                               double reference, struct sm_poisson_result *result) {
  const int limit =
      options->max_iterations < SM_POISSON_HISTORY ? options->max_iterations : SM_POISSON_HISTORY;
  for (bool better = true; !result->converged && better && result->iterations < limit;) {
    const double before = norm;
    sm_direct_correct(poisson);
    result->history_count = ++result->iterations;
    SM_TRY(sm_poisson_look_anew(ctx, poisson, problem, options, reference, result, &norm));
    if (!isfinite(norm))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: the Poisson solver's residual is not finite");
    better = norm < 0.9 * before;
  }
  return SM_OK;
}
