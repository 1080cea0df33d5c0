/* Records of all active particles from all devices, on the host. */
#include "physics/particles/internal.h"

void sm_particle_records_free(struct sm_particle_records *r) {
  sm_free(r->particle);
  sm_free(r->tag);
  sm_free(r->turbulence);
  *r = (struct sm_particle_records){0};
}

enum sm_status sm_particle_records_fetch(struct sm_context *ctx, const struct sm_particles *p,
                                         struct sm_particle_records *out) {
  const bool turbulence = p->plan.turbulence;
  size_t capacity = 0;
  *out = (struct sm_particle_records){0};
  for (int f = 0; f < p->plan.sets; f++) capacity += (size_t)p->set[f]->count;
  enum sm_status status =
      sm_alloc(ctx, capacity, sizeof *out->particle, "particles", &out->particle);
  if (status == SM_OK) status = sm_alloc(ctx, capacity, sizeof *out->tag, "particles", &out->tag);
  if (status == SM_OK && turbulence)
    status = sm_alloc(ctx, capacity, sizeof *out->turbulence, "particles", &out->turbulence);
  for (int f = 0; f < p->plan.sets && status == SM_OK; f++) {
    struct sm_particle_set *set = p->set[f];
    const size_t from = out->count, n = (size_t)set->count;
    status = sm_device_download(ctx, set->device, out->particle + from, set->particle,
                                n * sizeof *out->particle);
    if (status == SM_OK)
      status =
          sm_device_download(ctx, set->device, out->tag + from, set->tag, n * sizeof *out->tag);
    if (status == SM_OK && turbulence)
      status = sm_device_download(ctx, set->device, out->turbulence + from, set->turbulence,
                                  n * sizeof *out->turbulence);
    for (size_t i = from; i < from + n && status == SM_OK; i++) {
      if (out->particle[i].kind == SM_KIND_INACTIVE) continue;
      out->particle[out->count] = out->particle[i];
      out->tag[out->count] = out->tag[i];
      if (turbulence) out->turbulence[out->count] = out->turbulence[i];
      out->count++;
    }
  }
  if (status != SM_OK) sm_particle_records_free(out);
  return status;
}
