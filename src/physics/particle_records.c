#include "physics/particle_records.h"

void sm_particle_records_free(struct sm_particle_records *r) {
  sm_free(r->mote);
  sm_free(r->tag);
  sm_free(r->eddies);
  *r = (struct sm_particle_records){0};
}

enum sm_status sm_particle_records_fetch(struct sm_context *ctx, const struct sm_particles *p,
                                         struct sm_particle_records *out) {
  const bool eddies = p->plan.turbulence;
  size_t room = 0;
  *out = (struct sm_particle_records){0};
  for (int f = 0; f < p->plan.flocks; f++) room += (size_t)p->flock[f]->count;
  enum sm_status status = sm_alloc(ctx, room, sizeof *out->mote, "particles", &out->mote);
  if (status == SM_OK) status = sm_alloc(ctx, room, sizeof *out->tag, "particles", &out->tag);
  if (status == SM_OK && eddies)
    status = sm_alloc(ctx, room, sizeof *out->eddies, "particles", &out->eddies);
  for (int f = 0; f < p->plan.flocks && status == SM_OK; f++) {
    struct sm_flock *flock = p->flock[f];
    const size_t from = out->count, n = (size_t)flock->count;
    status = sm_device_download(ctx, flock->device, out->mote + from, flock->mote,
                                n * sizeof *out->mote);
    if (status == SM_OK)
      status =
          sm_device_download(ctx, flock->device, out->tag + from, flock->tag, n * sizeof *out->tag);
    if (status == SM_OK && eddies)
      status = sm_device_download(ctx, flock->device, out->eddies + from, flock->eddies,
                                  n * sizeof *out->eddies);
    for (size_t i = from; i < from + n && status == SM_OK; i++) {
      if (out->mote[i].kind == SM_GONE) continue;
      out->mote[out->count] = out->mote[i];
      out->tag[out->count] = out->tag[i];
      if (eddies) out->eddies[out->count] = out->eddies[i];
      out->count++;
    }
  }
  if (status != SM_OK) sm_particle_records_free(out);
  return status;
}
