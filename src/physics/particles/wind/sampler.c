/* Wind sampler: two time levels of wind and turbulence, and their interpolation. */
#include "physics/particles/wind/wind_sampler.h"

#include "physics/particles/wind/internal.h"

struct sm_wind_sampler {
  struct sm_wind_sampler_plan plan;
  struct sm_wind_sampler_grid grid;
  struct sm_float4 *level[3]; /* earlier, last, interpolated; NULL: not yet needed */
  int64_t level_count;        /* levels added so far */
  double max_speed;           /* m/s, of the last level */
  double part;                /* interpolation weight of `between`; negative: none */
};

enum { EARLIER, LAST, BETWEEN };

unsigned sm_wind_sampler_fields(const struct sm_wind_sampler_options *options) {
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  const unsigned turbulence = 0x3fu << SM_FIELD_UU | 1u << SM_FIELD_DISSIPATION;
  return wind | (options->turbulence ? turbulence : 0);
}

enum sm_status sm_wind_sampler_create(struct sm_context *ctx, const struct sm_domain *domain,
                                      struct sm_device *device,
                                      const struct sm_wind_sampler_options *options,
                                      struct sm_wind_sampler **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the wind of particles", out));
  struct sm_wind_sampler *c = *out;
  c->plan = sm_wind_sampler_plan_of(domain, options);
  c->part = -1;
  const enum sm_status status = sm_wind_sampler_grid_create(ctx, domain, device, options, &c->grid);
  if (status != SM_OK) sm_wind_sampler_destroy(out);
  return status;
}

void sm_wind_sampler_destroy(struct sm_wind_sampler **sampler) {
  struct sm_wind_sampler *c = *sampler;
  if (c == NULL) return;
  for (int m = 0; m < 3; m++)
    if (c->level[m] != NULL)
      sm_device_release(c->grid.device, c->level[m], c->plan.size, sizeof *c->level[m]);
  sm_wind_sampler_grid_free(&c->grid);
  sm_free(c);
  *sampler = NULL;
}

static enum sm_status ensure_level(struct sm_context *ctx, struct sm_wind_sampler *c, int m) {
  if (c->level[m] != NULL) return SM_OK;
  return sm_device_allocate(ctx, c->grid.device, c->plan.size, sizeof *c->level[m],
                            "the wind of particles", &c->level[m]);
}

/* Provides the memory of a new last level. */
static enum sm_status next_level(struct sm_context *ctx, struct sm_wind_sampler *c) {
  if (c->level_count > 0) {
    struct sm_float4 *earlier = c->level[EARLIER];
    c->level[EARLIER] = c->level[LAST];
    c->level[LAST] = earlier;
  }
  c->part = -1;
  return ensure_level(ctx, c, LAST);
}

/* Largest wind component; the wind is at the start of a level. */
static enum sm_status find_max_speed(struct sm_context *ctx, struct sm_wind_sampler *c) {
  struct sm_device *device = c->grid.device;
  const struct sm_level_max size = {c->level[LAST]};
  const struct sm_box box = sm_float4_box(c->plan.turbulence);
  device->backend->level_max(device, &box, &size, c->grid.number);
  SM_TRY(sm_device_sync(ctx, device));
  return sm_device_download(ctx, device, &c->max_speed, c->grid.number, sizeof c->max_speed);
}

enum sm_status sm_wind_sampler_add(struct sm_context *ctx, struct sm_wind_sampler *c,
                                   const struct sm_state *state) {
  SM_TRY(next_level(ctx, c));
  SM_TRY(sm_wind_sampler_level_fill(ctx, &c->plan, &c->grid, state, c->level[LAST]));
  SM_TRY(find_max_speed(ctx, c));
  c->level_count++;
  return SM_OK;
}

double sm_wind_sampler_max_speed(const struct sm_wind_sampler *sampler) {
  return sampler->max_speed;
}

enum sm_status sm_wind_sampler_interpolate(struct sm_context *ctx, struct sm_wind_sampler *c,
                                           double part, struct sm_air_view *view) {
  if (c->level_count == 0) return sm_fail(ctx, SM_ERR_USAGE, "error: particles have no wind yet");
  if (!(part >= 0 && part <= 1))
    return sm_fail(ctx, SM_ERR_USAGE, "error: particles: %g of the way between two winds", part);
  int m = c->level_count == 1 || part >= 1 ? LAST : part > 0 ? BETWEEN : EARLIER;
  if (m == BETWEEN && !(c->part >= part && c->part <= part)) {
    SM_TRY(ensure_level(ctx, c, BETWEEN));
    const struct sm_box box = sm_float4_box(c->plan.size);
    const struct sm_level_blend blend = {c->level[EARLIER], c->level[LAST], c->level[BETWEEN],
                                         (float)part};
    c->grid.device->backend->level_blend(c->grid.device, &box, &blend);
    c->part = part;
  }
  *view = sm_wind_sampler_level_view(&c->plan, &c->grid, c->level[m]);
  return SM_OK;
}

/* --- to another device --- */

static enum sm_status copy_level(struct sm_context *ctx, const struct sm_wind_sampler *from,
                                 struct sm_wind_sampler *to, int m) {
  struct sm_device *a = from->grid.device, *b = to->grid.device;
  const size_t size = from->plan.size, four = sizeof(struct sm_float4);
  SM_TRY(ensure_level(ctx, to, m));
  if (sm_device_is_host(a))
    return sm_device_upload(ctx, b, to->level[m], from->level[m], size * four);
  if (sm_device_is_host(b))
    return sm_device_download(ctx, a, to->level[m], from->level[m], size * four);
  return sm_device_upload(ctx, b, to->level[m], from->level[m], size * four); /* GPU to GPU */
}

enum sm_status sm_wind_sampler_copy(struct sm_context *ctx, const struct sm_wind_sampler *from,
                                    struct sm_wind_sampler *to) {
  if (from->plan.domain != to->plan.domain || from->plan.size != to->plan.size)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the winds of particles on two devices differ");
  if (to->level_count == from->level_count) return SM_OK;
  SM_TRY(sm_device_sync(ctx, from->grid.device));
  const bool both = from->level_count > 1 && to->level_count != from->level_count - 1;
  SM_TRY(next_level(ctx, to));
  if (both) SM_TRY(copy_level(ctx, from, to, EARLIER));
  SM_TRY(copy_level(ctx, from, to, LAST));
  to->level_count = from->level_count;
  to->max_speed = from->max_speed;
  return SM_OK;
}

/* --- to other processes --- */

/* Makes room for a level to be sent or received: *host is its memory, or a buffer. */
static enum sm_status prepare_message(struct sm_context *ctx, struct sm_wind_sampler *c,
                                      bool receives, struct sm_float4 **buffer,
                                      struct sm_float4 **host) {
  struct sm_device *device = c->grid.device;
  const size_t size = c->plan.size;
  if (receives) SM_TRY(next_level(ctx, c));
  *host = c->level[LAST];
  SM_TRY(sm_device_sync(ctx, device));
  if (sm_device_is_host(device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, size, sizeof **buffer, "the wind of particles", buffer));
  *host = *buffer;
  if (receives) return SM_OK;
  return sm_device_download(ctx, device, *buffer, c->level[LAST], size * sizeof **buffer);
}

enum sm_status sm_wind_sampler_share(struct sm_context *ctx, const struct sm_parallel *parallel,
                                     struct sm_wind_sampler *c) {
  SM_SCOPED struct sm_float4 *buffer = NULL;
  struct sm_float4 *host = NULL;
  const bool receives = sm_parallel_rank(parallel) > 0;
  const size_t bytes = c->plan.size * sizeof *host;
  if (sm_parallel_count(parallel) == 1) return SM_OK;
  SM_TRY(sm_processes_agree(ctx, prepare_message(ctx, c, receives, &buffer, &host)));
  sm_parallel_broadcast(parallel, host, bytes);
  sm_parallel_broadcast(parallel, &c->max_speed, sizeof c->max_speed);
  if (!receives) return SM_OK;
  c->level_count++;
  return buffer != NULL ? sm_device_upload(ctx, c->grid.device, c->level[LAST], buffer, bytes)
                        : SM_OK;
}
