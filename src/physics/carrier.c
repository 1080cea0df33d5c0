#include "physics/carrier.h"

#include "physics/carrier_level.h"

struct sm_carrier {
  struct sm_carrier_plan plan;
  struct sm_carrier_grid grid;
  struct sm_four *level[3]; /* earlier, last, between; NULL: not yet needed */
  int64_t taken;            /* levels so far */
  double fastest;           /* m/s, of the last level */
  double part;              /* of the way, that `between` holds; negative: none */
};

enum { EARLIER, LAST, BETWEEN };

unsigned sm_carrier_fields(const struct sm_carrier_options *options) {
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  const unsigned eddies = 0x3fu << SM_FIELD_STRESS_XX | 1u << SM_FIELD_DISSIPATION;
  return wind | (options->turbulence ? eddies : 0);
}

size_t sm_carrier_bytes(const struct sm_domain *domain, const struct sm_carrier_options *options,
                        bool steady) {
  const struct sm_carrier_plan plan = sm_carrier_plan_of(domain, options);
  return sm_carrier_grid_bytes(domain, options) +
         (steady ? 1 : 3) * plan.size * sizeof(struct sm_four);
}

enum sm_status sm_carrier_create(struct sm_context *ctx, const struct sm_domain *domain,
                                 struct sm_device *device, const struct sm_carrier_options *options,
                                 struct sm_carrier **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the wind of particles", out));
  struct sm_carrier *c = *out;
  c->plan = sm_carrier_plan_of(domain, options);
  c->part = -1;
  const enum sm_status status = sm_carrier_grid_create(ctx, domain, device, options, &c->grid);
  if (status != SM_OK) sm_carrier_destroy(out);
  return status;
}

void sm_carrier_destroy(struct sm_carrier **carrier) {
  struct sm_carrier *c = *carrier;
  if (c == NULL) return;
  for (int m = 0; m < 3; m++)
    if (c->level[m] != NULL)
      sm_device_release(c->grid.device, c->level[m], c->plan.size, sizeof *c->level[m]);
  sm_carrier_grid_free(&c->grid);
  sm_free(c);
  *carrier = NULL;
}

static enum sm_status need_level(struct sm_context *ctx, struct sm_carrier *c, int m) {
  if (c->level[m] != NULL) return SM_OK;
  return sm_device_allocate(ctx, c->grid.device, c->plan.size, sizeof *c->level[m],
                            "the wind of particles", &c->level[m]);
}

/* Makes room for a new last level. */
static enum sm_status next_level(struct sm_context *ctx, struct sm_carrier *c) {
  if (c->taken > 0) {
    struct sm_four *earlier = c->level[EARLIER];
    c->level[EARLIER] = c->level[LAST];
    c->level[LAST] = earlier;
  }
  c->part = -1;
  return need_level(ctx, c, LAST);
}

/* The wind stands at the beginning of a level. */
static enum sm_status find_fastest(struct sm_context *ctx, struct sm_carrier *c) {
  struct sm_device *device = c->grid.device;
  const struct sm_level_size size = {c->level[LAST]};
  const struct sm_box box = sm_fours_box(c->plan.eddies);
  device->backend->level_size(device, &box, &size, c->grid.number);
  SM_TRY(sm_device_sync(ctx, device));
  return sm_device_download(ctx, device, &c->fastest, c->grid.number, sizeof c->fastest);
}

enum sm_status sm_carrier_take(struct sm_context *ctx, struct sm_carrier *c,
                               const struct sm_state *state) {
  SM_TRY(next_level(ctx, c));
  SM_TRY(sm_carrier_level_take(ctx, &c->plan, &c->grid, state, c->level[LAST]));
  SM_TRY(find_fastest(ctx, c));
  c->taken++;
  return SM_OK;
}

double sm_carrier_fastest(const struct sm_carrier *carrier) { return carrier->fastest; }

enum sm_status sm_carrier_between(struct sm_context *ctx, struct sm_carrier *c, double part,
                                  struct sm_carrier_view *view) {
  if (c->taken == 0) return sm_fail(ctx, SM_ERR_USAGE, "error: particles have no wind yet");
  if (!(part >= 0 && part <= 1))
    return sm_fail(ctx, SM_ERR_USAGE, "error: particles: %g of the way between two winds", part);
  int m = c->taken == 1 || part >= 1 ? LAST : part > 0 ? BETWEEN : EARLIER;
  if (m == BETWEEN && !(c->part >= part && c->part <= part)) {
    SM_TRY(need_level(ctx, c, BETWEEN));
    const struct sm_box box = sm_fours_box(c->plan.size);
    const struct sm_level_blend blend = {c->level[EARLIER], c->level[LAST], c->level[BETWEEN],
                                         (float)part};
    c->grid.device->backend->level_blend(c->grid.device, &box, &blend);
    c->part = part;
  }
  *view = sm_carrier_level_view(&c->plan, &c->grid, c->level[m]);
  return SM_OK;
}

/* --- to another device --- */

static enum sm_status copy_level(struct sm_context *ctx, const struct sm_carrier *from,
                                 struct sm_carrier *to, int m) {
  struct sm_device *a = from->grid.device, *b = to->grid.device;
  const size_t size = from->plan.size, four = sizeof(struct sm_four);
  SM_TRY(need_level(ctx, to, m));
  if (sm_device_is_host(a))
    return sm_device_upload(ctx, b, to->level[m], from->level[m], size * four);
  if (sm_device_is_host(b))
    return sm_device_download(ctx, a, to->level[m], from->level[m], size * four);
  return sm_device_upload(ctx, b, to->level[m], from->level[m], size * four); /* GPU to GPU */
}

enum sm_status sm_carrier_copy(struct sm_context *ctx, const struct sm_carrier *from,
                               struct sm_carrier *to) {
  if (from->plan.domain != to->plan.domain || from->plan.size != to->plan.size)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the winds of particles on two devices differ");
  if (to->taken == from->taken) return SM_OK;
  SM_TRY(sm_device_sync(ctx, from->grid.device));
  const bool both = from->taken > 1 && to->taken != from->taken - 1;
  SM_TRY(next_level(ctx, to));
  if (both) SM_TRY(copy_level(ctx, from, to, EARLIER));
  SM_TRY(copy_level(ctx, from, to, LAST));
  to->taken = from->taken;
  to->fastest = from->fastest;
  return SM_OK;
}
