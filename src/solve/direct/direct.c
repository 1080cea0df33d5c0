/* direct.c - direct Poisson solver: the boxes that it is for, its memory, and iterations, of which
 * the second and further ones remove the rounding of the first (iterative refinement). */
#include "solve/direct/direct.h"

#include "device/device.h"
#include "device/device_profile.h"
#include "solve/direct/internal.h"
#include <math.h>
#include <string.h>

/* --- which problems --- */

static bool is_uniform(const struct sm_axis *axis) {
  const double slack = 1e-6;
  for (int i = 1; i < axis->n; i++)
    if (fabs(axis->width[i] - axis->width[0]) > slack * axis->width[0]) return false;
  return true;
}

/* Whether all faces are open but those at the ends of axes that are not periodic. */
static bool is_whole(const struct sm_poisson_setup *setup) {
  const struct sm_axis *axis = setup->grid->axis;
  const int nx = axis[0].n, ny = axis[1].n, nz = axis[2].n;
  unsigned ends = 0; /* closed ones */
  bool whole = true;
  for (int d = 0; d < 3; d++) ends |= setup->periodic[d] ? 0u : 3u << 2 * d;
#pragma omp parallel for schedule(static) reduction(&& : whole)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++) {
      const uint8_t *row = setup->cell + ((int64_t)k * ny + j) * nx;
      const unsigned outer = (j == 0 ? SM_OPEN_SOUTH : 0u) | (j == ny - 1 ? SM_OPEN_NORTH : 0u) |
                             (k == 0 ? SM_OPEN_DOWN : 0u) | (k == nz - 1 ? SM_OPEN_UP : 0u);
      for (int i = 0; i < nx; i++) {
        const unsigned sides =
            outer | (i == 0 ? SM_OPEN_WEST : 0u) | (i == nx - 1 ? SM_OPEN_EAST : 0u);
        whole = whole && (row[i] & SM_OPEN_ALL) == (SM_OPEN_ALL & ~(sides & ends));
      }
    }
  return whole;
}

const char *sm_direct_obstacle(const struct sm_device *device,
                               const struct sm_poisson_setup *setup) {
  if (!sm_direct_plan_is_built())
    return "this simoom was built without KISS FFT (Debian: libkissfft-dev)";
  if (!sm_device_is_host(device)) return "it runs on a CPU only";
  if (!is_uniform(&setup->grid->axis[0])) return "the cell widths along x are not uniform";
  if (!is_uniform(&setup->grid->axis[1])) return "the cell widths along y are not uniform";
  if (setup->cut_count > 0) return "terrain or buildings cut cells";
  if (setup->cell != NULL && !is_whole(setup))
    return "there are solid cells, or sides with a prescribed potential";
  return NULL;
}

/* Sum of the prime factors of n, to which the time of a transform of a number is nearly
 * proportional. */
static int sum_of_factors(int n) {
  int sum = 0;
  for (int p = 2; p * p <= n; p++)
    for (; n % p == 0; n /= p) sum += p;
  return n > 1 ? sum + n : sum;
}

bool sm_direct_is_slow(const struct sm_grid *grid) {
  const int largest = 170; /* measured: see docs/theory/poisson.md */
  return sum_of_factors(grid->axis[0].n) + sum_of_factors(grid->axis[1].n) > largest;
}

/* --- loops of the x86-64 level --- */

typedef bool transform_function(void *plan, const float *from, float *to);
typedef void solve_function(const struct sm_direct *direct, const float *r, double *x);

static transform_function *transform(int level) {
#ifdef SM_HAVE_X86_LEVELS
  if (level >= 3) return level == 4 ? sm_direct_transform_v4 : sm_direct_transform_v3;
#endif
  (void)level;
  return sm_direct_transform;
}

static solve_function *solve_lines(int level) {
#ifdef SM_HAVE_X86_LEVELS
  if (level >= 3) return level == 4 ? sm_direct_solve_lines_v4 : sm_direct_solve_lines_v3;
#endif
  (void)level;
  return sm_direct_solve_lines;
}

/* --- memory --- */

/* Elements of the scratch memory of a thread: two buffers of a tile, or the columns. */
static size_t find_scratch(const struct sm_direct *direct) {
  const int x = direct->x.n, y = direct->y.n;
  const size_t lines = 2 * (size_t)(x > y ? x : y) * SM_DIRECT_TILE;
  const size_t columns = 3 * (size_t)direct->layout.n[2] * SM_DIRECT_COLUMNS;
  return lines > columns ? lines : columns;
}

static enum sm_status make_memory(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_direct *direct = poisson->direct;
  const int *n = direct->layout.n;
  const size_t tiles = ((size_t)n[1] * (size_t)n[2] + SM_DIRECT_TILE - 1) / SM_DIRECT_TILE;
  direct->modes_size = tiles * SM_DIRECT_TILE * (size_t)n[0];
  direct->scratch_size = find_scratch(direct);
  if (!sm_poisson_borrow(poisson, SM_LENT_MODES, direct->modes_size * sizeof *direct->modes))
    SM_TRY(sm_device_allocate(ctx, direct->device, direct->modes_size, sizeof *direct->modes,
                              "the direct solver", &direct->modes));
  return sm_alloc(ctx, (size_t)direct->device->threads * direct->scratch_size,
                  sizeof *direct->scratch, "the direct solver", &direct->scratch);
}

/* A plan has memory of its own from its first transform on, which is therefore made here. */
static enum sm_status make_plans(struct sm_context *ctx, struct sm_direct *direct) {
  struct sm_direct_axis *axis[2] = {&direct->x, &direct->y};
  const int threads = direct->device->threads;
  bool made = true;
  SM_TRY(sm_alloc(ctx, 2 * (size_t)threads, sizeof *direct->plans, "the direct solver",
                  &direct->plans));
  for (int d = 0; d < 2; d++) {
    axis[d]->plan = direct->plans + d * threads;
    for (int t = 0; t < threads && made; t++) {
      void *plan = axis[d]->plan[t] = sm_direct_plan_make(direct->level, axis[d]->n);
      made = plan != NULL && transform(direct->level)(plan, direct->scratch,
                                                      direct->scratch + direct->scratch_size / 2);
    }
  }
  if (!made) return sm_fail(ctx, SM_ERR_MEMORY, "error: no memory for fast Fourier transforms");
  return SM_OK;
}

enum sm_status sm_direct_create(struct sm_context *ctx, struct sm_poisson *poisson) {
  SM_TRY(sm_alloc(ctx, 1, sizeof *poisson->direct, "the direct solver", &poisson->direct));
  struct sm_direct *direct = poisson->direct;
  const struct sm_mg_level *level = &poisson->level[0];
  direct->device = poisson->device;
  direct->layout = level->layout;
  direct->level = sm_cpu_level();
  SM_TRY(sm_direct_tables_make(ctx, direct, level, poisson->eta));
  SM_TRY(make_memory(ctx, poisson));
  return make_plans(ctx, direct);
}

void sm_direct_destroy(struct sm_poisson *poisson) {
  struct sm_direct *direct = poisson->direct;
  if (direct == NULL) return;
  if (poisson->lent.at[SM_LENT_MODES] < 0)
    sm_device_release(direct->device, direct->modes, direct->modes_size, sizeof *direct->modes);
  for (int p = 0; p < 2 * direct->device->threads && direct->plans != NULL; p++)
    sm_direct_plan_free(direct->level, direct->plans[p]);
  sm_free(direct->plans);
  sm_free(direct->tables);
  sm_free(direct->places);
  sm_free(direct->scratch);
  sm_free(direct);
  poisson->direct = NULL;
}

/* Zeroes the elements of an array of level 0 that are no cells, and the last one of the rows of an
 * odd number of cells. */
static void clear_padding(const struct sm_direct *direct, size_t element, void *memory) {
  const struct sm_red_black *s = &direct->layout;
  const int whole = s->n[0] / 2, ny = s->n[1], nz = s->n[2];
  const ptrdiff_t end = s->origin + nz * s->sz;
  for (int c = 0; c < 2; c++) {
    char *const colour = (char *)memory + (size_t)(c * s->colour) * element;
    memset(colour, 0, (size_t)s->origin * element);
    memset(colour + (size_t)end * element, 0, (size_t)(s->colour - end) * element);
#pragma omp parallel for schedule(static) num_threads(direct->device->threads)
    for (int k = 0; k < nz; k++) {
      char *const plane = colour + (size_t)(s->origin + k * s->sz) * element;
      for (int j = 0; j < ny; j++)
        memset(plane + (size_t)(j * s->sy + whole) * element, 0, (size_t)(s->sy - whole) * element);
      memset(plane + (size_t)(ny * s->sy) * element, 0, (size_t)(s->sz - ny * s->sy) * element);
    }
  }
}

void sm_direct_lend(struct sm_poisson *poisson, void *memory) {
  const struct sm_red_black *s = &poisson->level[0].layout;
  const ptrdiff_t *at = poisson->lent.at;
  char *const lent = memory;
  if (at[SM_LENT_X] >= 0) {
    poisson->x = (double *)(lent + at[SM_LENT_X]) + s->origin;
    clear_padding(poisson->direct, sizeof *poisson->x, lent + at[SM_LENT_X]);
  }
  if (at[SM_LENT_B] >= 0) {
    poisson->level[0].b = (float *)(lent + at[SM_LENT_B]) + s->origin;
    clear_padding(poisson->direct, sizeof *poisson->level[0].b, lent + at[SM_LENT_B]);
  }
  if (at[SM_LENT_MODES] >= 0) poisson->direct->modes = (float *)(lent + at[SM_LENT_MODES]);
}

/* --- solution --- */

void sm_direct_correct(struct sm_poisson *poisson) {
  struct sm_device *device = poisson->device;
  const struct sm_rows *own = poisson->level[0].own;
  sm_mg_share_gather(poisson, &poisson->level[0]);
  sm_mg_share_rows(poisson, false);
  const double start = sm_device_profile_start(device);
  solve_lines(poisson->direct->level)(poisson->direct, poisson->level[0].b, poisson->x);
  sm_device_profile_stop(device, "direct_solve", start, 0);
  sm_mg_share_rows(poisson, own != NULL);
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
