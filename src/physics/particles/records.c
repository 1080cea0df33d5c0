/* Records of particles on the host. */
#include "physics/particles/internal.h"

#include "base/list.h"
#include <string.h>

void sm_particle_records_free(struct sm_particle_records *r) {
  SM_FREE_ALL(r->particle, r->particle_f64, r->tag, r->turbulence, r->daughters);
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
  if (plan->chains)
    SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->daughters, what, &out->daughters));
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
  if (to->daughters != NULL) to->daughters[to->count] = from->daughters[at];
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
  if (to->daughters != NULL)
    SM_TRY(sm_device_download(ctx, set->device, to->daughters + from, set->daughters,
                              n * sizeof *to->daughters));
  if (to->turbulence == NULL) return SM_OK;
  return sm_device_download(ctx, set->device, to->turbulence + from, set->turbulence,
                            n * sizeof *to->turbulence);
}

static enum sm_status fetch_own(struct sm_context *ctx, const struct sm_particles *p,
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

/* --- of several processes --- */

/* Arrays of records; NULL where there are none. */
enum { ARRAYS = 5 };
struct arrays {
  void *data[ARRAYS];
  size_t size[ARRAYS];
};

static struct arrays arrays_of(const struct sm_particle_records *r) {
  return (struct arrays){{r->particle, r->tag, r->particle_f64, r->turbulence, r->daughters},
                         {sizeof *r->particle, sizeof *r->tag, sizeof *r->particle_f64,
                          sizeof *r->turbulence, sizeof *r->daughters}};
}

/* Copies the records of this process, and receives those of the others behind them. */
static void receive_records(const struct sm_parallel *parallel, const size_t *counts,
                            const struct sm_particle_records *own,
                            const struct sm_particle_records *all) {
  const struct arrays from = arrays_of(own), to = arrays_of(all);
  size_t at = counts[0];
  for (int a = 0; a < ARRAYS; a++)
    if (to.data[a] != NULL && at > 0) memcpy(to.data[a], from.data[a], at * to.size[a]);
  for (int i = 1; i < sm_parallel_count(parallel); at += counts[i++])
    for (int a = 0; a < ARRAYS; a++)
      if (to.data[a] != NULL)
        sm_parallel_receive(parallel, i, (char *)to.data[a] + at * to.size[a],
                            counts[i] * to.size[a]);
}

static enum sm_status gather(struct sm_context *ctx, const struct sm_particles *p,
                             struct sm_particle_records *own) {
  const struct sm_parallel *parallel = p->plan.parallel;
  const bool sends = sm_particle_share_is_remote(&p->plan);
  SM_SCOPED size_t *counts = NULL;
  struct sm_particle_records all = {0};
  SM_TRY(sm_processes_agree(ctx, sm_alloc(ctx, (size_t)sm_parallel_count(parallel), sizeof *counts,
                                          "particles", &counts)));
  sm_parallel_share(parallel, &own->count, sizeof own->count, counts);
  size_t count = 0;
  for (int i = 0; i < sm_parallel_count(parallel); i++) count += counts[i];
  SM_TRY(sm_processes_agree(
      ctx, sends ? SM_OK : sm_particle_records_create(ctx, &p->plan, count, "particles", &all)));
  if (sends) {
    const struct arrays from = arrays_of(own);
    for (int a = 0; a < ARRAYS; a++)
      if (from.data[a] != NULL)
        sm_parallel_send(parallel, 0, from.data[a], own->count * from.size[a]);
    return SM_OK;
  }
  receive_records(parallel, counts, own, &all);
  all.count = count;
  sm_particle_records_free(own);
  *own = all;
  return SM_OK;
}

enum sm_status sm_particle_records_fetch(struct sm_context *ctx, const struct sm_particles *p,
                                         struct sm_particle_records *out) {
  enum sm_status status = fetch_own(ctx, p, out);
  if (p->plan.parallel == NULL) return status;
  if (status == SM_OK) status = gather(ctx, p, out);
  status = sm_processes_agree(ctx, status);
  if (status != SM_OK) sm_particle_records_free(out);
  return status;
}
