/* Lee separation: flow that detaches from the ground behind steep crests. A mass-consistent wind
 * alone does not separate. Where the ground falls along the wind more steeply than a critical
 * slope, a separation line continues from the crest with a slope of 1 in 6 until it meets the
 * ground; the air below that line is slow. Theory: docs/theory/lee.md. Cells:
 * cell/diagnostic/lee_separation.h. */
#include "physics/diagnostic/internal.h"

#include "cell/diagnostic/lee_separation.h"
#include "physics/diagnostic/ground.h"
#include <math.h>

/* Mean slope of the separation line: it reaches flat ground six heights
 * behind a step (the curve of Kroy et al. 2002 with their slope of 14 deg). */
static const double descent = 1.0 / 6;

struct sm_lee_model {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_device *device;
  float *depth; /* host, [ny][nx]; then padded */
  float *memory;
  size_t columns, padded; /* elements of both parts of depth; the device memory has the padded
                             size */
};

/* Searches upwind from column (i, j). A crest counts if the line from it passes above all ground
 * between and the ground behind it is steep. */
static double separation_depth(const struct sm_ground_map *g, int i, int j, const double upwind[2],
                               double critical) {
  const double here = sm_ground_at(g, i, j);
  double highest = here, nearer = here, depth = 0;
  for (int m = 1;; m++) {
    double place[2];
    sm_ground_step(g, i, j, upwind, m, place);
    const double fallen = m * g->stride * descent;
    if (!sm_ground_inside(g, place[0], place[1]) || g->highest - fallen <= highest) return depth;
    const double ground = sm_ground_at(g, place[0], place[1]), line = ground - fallen;
    if (line > highest) {
      highest = line;
      if (ground - nearer >= critical * g->stride) depth = line - here;
    }
    nearer = ground;
  }
}

void sm_lee_depths(const struct sm_domain *domain, const double wind[2], double critical,
                   float *depth) {
  const struct sm_ground_map g = sm_ground_of(domain);
  const double upwind[2] = {-wind[0], -wind[1]};
#pragma omp parallel for schedule(dynamic, 8)
  for (int j = 0; j < g.n[1]; j++)
    for (int i = 0; i < g.n[0]; i++)
      depth[i + (ptrdiff_t)g.n[0] * j] = (float)separation_depth(&g, i, j, upwind, critical);
}

enum sm_status sm_lee_create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_device *device,
                             struct sm_lee_model **out) {
  *out = NULL;
  if (c->wind.lee != SM_LEE_SEPARATED) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the lee of hills", out));
  struct sm_lee_model *lee = *out;
  lee->c = c;
  lee->domain = domain;
  lee->device = device;
  lee->columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  lee->padded = sm_ground_padded(domain);
  enum sm_status status = sm_alloc(ctx, lee->columns + lee->padded, sizeof *lee->depth,
                                   "the lee of hills", &lee->depth);
  if (status == SM_OK)
    status = sm_device_allocate(ctx, device, lee->padded, sizeof *lee->memory, "the lee of hills",
                                &lee->memory);
  if (status != SM_OK) sm_lee_destroy(out);
  return status;
}

void sm_lee_destroy(struct sm_lee_model **lee) {
  struct sm_lee_model *l = *lee;
  if (l == NULL) return;
  sm_device_release(l->device, l->memory, l->padded, sizeof *l->memory);
  sm_free(l->depth);
  sm_free(l);
  *lee = NULL;
}

/* Direction towards which the stations' mean wind of a time blows; false in a calm. */
static bool mean_wind_direction(const struct sm_weather *weather, int time, double wind[2]) {
  wind[0] = wind[1] = 0;
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    const struct sm_station_reading *r =
        &station->reading[(size_t)time * (size_t)station->level_count];
    if (!r->valid) continue;
    wind[0] += r->u;
    wind[1] += r->v;
  }
  const double speed = hypot(wind[0], wind[1]);
  for (int d = 0; d < 2; d++) wind[d] = speed > 0 ? wind[d] / speed : 0;
  return speed > 0;
}

enum sm_status sm_lee_apply(struct sm_context *ctx, struct sm_lee_model *lee, int time,
                            const struct sm_mg_level *level, const float *ground, const float *z,
                            struct sm_state *state) {
  double wind[2];
  if (lee == NULL || !mean_wind_direction(&lee->domain->weather, time, wind)) return SM_OK;
  float *padded = lee->depth + lee->columns;
  sm_lee_depths(lee->domain, wind, lee->c->wind.lee_slope, lee->depth);
  sm_ground_pad(lee->domain, lee->depth, padded);
  SM_TRY(sm_device_upload(ctx, lee->device, lee->memory, padded, lee->padded * sizeof *padded));
  const int *n = level->layout.n;
  for (int a = 0; a < 2; a++) {
    const struct sm_lee_separation args = {.sy = state->sy,
                                           .sz = state->sz,
                                           .out = state->field[SM_FIELD_U + a],
                                           .axis = a,
                                           .column_sy = n[0] + 3,
                                           .ground = ground,
                                           .depth = lee->memory,
                                           .z = z};
    const struct sm_box box = {{0, 0, 0}, {level->layout.half + (a == 0), n[1] + (a == 1), n[2]}};
    lee->device->backend->lee_separation(lee->device, &box, &args);
  }
  return SM_OK;
}
