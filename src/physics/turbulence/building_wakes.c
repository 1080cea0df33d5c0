/* Wake mixing behind buildings (cell/urban/wake_mixing.h): arguments from blocks and
 * the wind. */
#include "physics/turbulence/closure.h"

#include <math.h>

/* Distances behind the lee face, in cavity lengths, at which side and axis winds are
 * compared. */
static const float behind[] = {1.1f, 1.5f, 2.0f, 2.8f};

/* Geometry and top friction velocity of a wake; the side friction velocity is set later. */
static struct sm_building_wake wake_of(const struct sm_urban_block *b, double friction) {
  struct sm_building_wake w = {.x = b->x,
                               .y = b->y,
                               .along = {b->wind[0], b->wind[1]},
                               .lee = b->high[0],
                               .low = b->low[1],
                               .high = b->high[1],
                               .width = b->width,
                               .ground = b->ground,
                               .height = b->top - b->ground,
                               .cavity = b->cavity,
                               .reach = INFINITY};
  for (int s = 0; s < SM_BLOCK_STRIPS; s++) w.reach = fminf(w.reach, b->street[s].gap);
  if (b->cavity > 0) w.top = (float)friction * (1 - b->porosity) * b->speed;
  return w;
}

/* Wind along a wake at a point in its frame, m/s; NAN outside the air of the domain. */
static float wind_at(const struct sm_domain *domain, const struct sm_wind_layer *layer, int k,
                     const struct sm_building_wake *w, float x, float y) {
  const struct sm_axis *axis = domain->grid.axis;
  const double cx = (double)w->along[0], cy = (double)w->along[1];
  const double px = (double)x, py = (double)y;
  const int i = sm_axis_find(&axis[0], (double)w->x + px * cx - py * cy);
  const int j = sm_axis_find(&axis[1], (double)w->y + px * cy + py * cx);
  if (i < 0 || j < 0) return NAN;
  const int64_t cell = i + axis[0].n * (j + (int64_t)axis[1].n * k);
  if ((domain->cell[cell] & SM_OPEN_ALL) == 0) return NAN;
  double wind[2];
  sm_wind_layer_wind(layer, i, j, wind);
  return (float)(wind[0] * cx + wind[1] * cy);
}

/* Raises the side friction velocity of a wake to `share` of the velocity differences in a layer. */
static void raise_side_velocity(const struct sm_domain *domain, const struct sm_wind_layer *layer,
                                int k, float share, struct sm_building_wake *w) {
  for (size_t p = 0; p < sizeof behind / sizeof *behind; p++) {
    const float distance = behind[p] * w->cavity, x = w->lee + distance;
    if (distance > w->reach) break;
    const float axis = wind_at(domain, layer, k, w, x, 0.5f * (w->low + w->high));
    const float sides[2] = {wind_at(domain, layer, k, w, x, w->low),
                            wind_at(domain, layer, k, w, x, w->high)};
    for (int s = 0; s < 2; s++) {
      const float friction = share * fabsf(sides[s] - axis);
      if (friction > w->side) w->side = friction;
    }
  }
}

enum sm_status sm_building_wakes_find(struct sm_context *ctx, const struct sm_domain *domain,
                                      const struct sm_state *state,
                                      const struct sm_urban_block *block, size_t count,
                                      double friction, struct sm_building_wake *out) {
  const struct sm_axis *z = &domain->grid.axis[2];
  float highest = 0;
  for (size_t b = 0; b < count; b++) {
    out[b] = wake_of(&block[b], friction);
    if (out[b].cavity > 0) highest = fmaxf(highest, block[b].top);
  }
  struct sm_wind_layer layer;
  SM_TRY(sm_wind_layer_create(ctx, state, &layer));
  enum sm_status status = SM_OK;
  const int layers = sm_axis_centres_below(z, (double)highest);
  for (int k = 0; k < layers && status == SM_OK; k++) {
    status = sm_wind_layer_read(ctx, &layer, k);
    for (size_t b = 0; b < count && status == SM_OK; b++)
      if (out[b].cavity > 0 && z->centre[k] > (double)block[b].ground &&
          z->centre[k] < (double)block[b].top)
        raise_side_velocity(domain, &layer, k, (float)friction * (1 - block[b].porosity), &out[b]);
  }
  sm_wind_layer_free(&layer);
  return status;
}
