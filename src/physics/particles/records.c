/* Records of particles on the host. */
#include "physics/particles/internal.h"

#include "base/list.h"

void sm_particle_records_free(struct sm_particle_records *r) {
  SM_FREE_ALL(r->particle, r->particle_f64, r->tag, r->turbulence);
  *r = (struct sm_particle_records){0};
}

enum sm_status sm_particle_records_create(struct sm_context *ctx,
                                          const struct sm_particle_set_plan *plan, size_t count,
                                          const char *what, struct sm_particle_records *out) {
  enum sm_status status;
  *out = (struct sm_particle_records){0};
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->particle, what, &out->particle));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->tag, what, &out->tag));
  if (plan->f64)
    SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->particle_f64, what, &out->particle_f64));
  if (plan->turbulence)
    SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->turbulence, what, &out->turbulence));
done:
  if (status != SM_OK) sm_particle_records_free(out);
  return status;
}

void sm_particle_records_append(struct sm_particle_records *to,
                                const struct sm_particle_records *from, size_t at) {
  to->particle[to->count] = from->particle[at];
  to->tag[to->count] = from->tag[at];
  if (to->particle_f64 != NULL) to->particle_f64[to->count] = from->particle_f64[at];
  if (to->turbulence != NULL) to->turbulence[to->count] = from->turbulence[at];
  to->count++;
}

/* Copies all records of a set to the end of `to`. */
static enum sm_status fetch_set(struct sm_context *ctx, const struct sm_particle_set *set,
                                const struct sm_particle_records *to) {
  const size_t from = to->count, n = (size_t)set->count;
  SM_TRY(sm_device_download(ctx, set->device, to->particle + from, set->particle,
                            n * sizeof *to->particle));
  SM_TRY(sm_device_download(ctx, set->device, to->tag + from, set->tag, n * sizeof *to->tag));
  if (to->particle_f64 != NULL)
    SM_TRY(sm_device_download(ctx, set->device, to->particle_f64 + from, set->particle_f64,
                              n * sizeof *to->particle_f64));
  if (to->turbulence == NULL) return SM_OK;
  return sm_device_download(ctx, set->device, to->turbulence + from, set->turbulence,
                            n * sizeof *to->turbulence);
}

enum sm_status sm_particle_records_fetch(struct sm_context *ctx, const struct sm_particles *p,
                                         struct sm_particle_records *out) {
  size_t capacity = 0;
  enum sm_status status = SM_OK;
  for (int f = 0; f < p->plan.sets; f++) capacity += (size_t)p->set[f]->count;
  SM_TRY(sm_particle_records_create(ctx, &p->plan, capacity, "particles", out));
  for (int f = 0; f < p->plan.sets && status == SM_OK; f++) {
    const size_t from = out->count, n = (size_t)p->set[f]->count;
    status = fetch_set(ctx, p->set[f], out);
    for (size_t i = from; i < from + n && status == SM_OK; i++)
      if (out->particle[i].kind != SM_KIND_INACTIVE) sm_particle_records_append(out, out, i);
  }
  if (status != SM_OK) sm_particle_records_free(out);
  return status;
}
