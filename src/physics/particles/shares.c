/* shares.c - particles shared among processes: orders of process 0, and messages. */
#include "physics/particles/internal.h"

#include "base/list.h"
#include "device/backend.h"

bool sm_particles_can_be_shared(const struct sm_case *c) {
  const struct sm_case_particles *p = &c->particles;
  bool dense = false;
  for (size_t n = 0; n < p->source_count; n++) dense |= p->source[n].dense_gas;
  return p->present && !p->two_way && p->hindered == SM_HINDERED_NONE && !p->collisions.present &&
         !dense;
}

enum sm_status sm_particles_check_devices(struct sm_context *ctx, const struct sm_case *c,
                                          int devices) {
  const struct sm_case_particles *p = &c->particles;
  if (devices == 1 || sm_particles_can_be_shared(c)) return SM_OK;
  for (size_t n = 0; n < p->source_count; n++)
    if (p->source[n].dense_gas)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: 'particles.source.dense_gas' on %d devices: all particles of "
                     "its layer must be on one\nhelp: one --device",
                     c->path, p->source[n].line, devices);
  if (p->two_way || p->hindered != SM_HINDERED_NONE)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: '%s' on %d devices: all grains of a cell must be on one\n"
                   "help: one --device",
                   c->path, p->line,
                   p->two_way ? "particles.coupling" : "particles.hindered_settling", devices);
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: [particles.collisions] on %d devices: grains of a cell must be on "
                 "one to collide\nhelp: one --device",
                 c->path, c->particles.collisions.line, devices);
}

bool sm_particle_share_is_remote(const struct sm_particle_set_plan *plan) {
  return sm_parallel_rank(plan->parallel) > 0;
}

bool sm_particles_is_own(const struct sm_particles *p, uint64_t id, int *f) {
  const uint64_t number = id & (((uint64_t)1 << SM_PARTICLE_ID_BITS) - 1);
  *f = (int)(number % (uint64_t)p->plan.shares) - p->plan.first_share;
  return *f >= 0 && *f < p->plan.sets;
}

/* --- messages --- */

void sm_particles_order(const struct sm_particles *p, enum sm_particles_order_kind kind,
                        int64_t number, double time) {
  const struct sm_parallel *parallel = p->plan.parallel;
  const struct sm_particles_order order = {(int)kind, number, time};
  if (sm_parallel_rank(parallel) > 0) return;
  for (int i = 1; i < sm_parallel_count(parallel); i++)
    sm_parallel_send(parallel, i, &order, sizeof order);
}

enum sm_status sm_particles_agree(struct sm_context *ctx, const struct sm_particles *p,
                                  enum sm_status status) {
  return p->plan.parallel != NULL ? sm_processes_agree(ctx, status) : status;
}

/* --- sums of all processes --- */

enum { CHUNK = 1 << 20 }; /* numbers in a message */

static size_t part_of(size_t count) { return count < CHUNK ? count : CHUNK; }

enum sm_status sm_particle_sum_processes(struct sm_context *ctx,
                                         const struct sm_particle_set_plan *plan, int64_t *number,
                                         size_t count) {
  const struct sm_parallel *parallel = plan->parallel;
  SM_SCOPED int64_t *one = NULL;
  if (parallel == NULL) return SM_OK;
  enum sm_status status = SM_OK;
  if (sm_parallel_rank(parallel) == 0)
    status = sm_alloc(ctx, part_of(count), sizeof *one, "messages of particles", &one);
  SM_TRY(sm_processes_agree(ctx, status));
  for (size_t at = 0; at < count; at += CHUNK) {
    const size_t n = part_of(count - at);
    if (sm_parallel_rank(parallel) > 0) sm_parallel_send(parallel, 0, number + at, n * sizeof *one);
    for (int i = 1; sm_parallel_rank(parallel) == 0 && i < sm_parallel_count(parallel); i++) {
      sm_parallel_receive(parallel, i, one, n * sizeof *one);
      for (size_t m = 0; m < n; m++) number[at + m] += one[m];
    }
  }
  return SM_OK;
}

int sm_particle_processes(const struct sm_particle_set_plan *plan) {
  return plan->shares / plan->sets;
}
int sm_particle_process(const struct sm_particle_set_plan *plan) {
  return plan->first_share / plan->sets;
}

struct sm_sum_part sm_particle_part(const struct sm_particle_set_plan *plan, int process,
                                    size_t count) {
  const size_t all = (size_t)sm_particle_processes(plan), p = (size_t)process;
  const size_t first = count / all * p + count % all * p / all;
  const size_t end = count / all * (p + 1) + count % all * (p + 1) / all;
  return (struct sm_sum_part){first, end - first};
}

/* Messages with the arrays of a device, or of the host. */
static void exchange(const struct sm_particle_set_plan *plan, struct sm_device *device,
                     const struct sm_message *message, int count) {
  if (device != NULL)
    device->carrier.exchange(device, message, count);
  else
    sm_parallel_exchange(plan->parallel, message, count);
}

/* Sends each process its part of the sums, and gets those of the others; process by process, so
 * that each sends to one and receives from one at a time. */
static void exchange_parts(const struct sm_particle_set_plan *plan, struct sm_device *device,
                           int64_t *sum, size_t count, int64_t *others) {
  const int all = sm_particle_processes(plan), rank = sm_particle_process(plan);
  const size_t own = sm_particle_part(plan, rank, count).count;
  for (int r = 1; r < all; r++) {
    const int to = (rank + r) % all, from = (rank + all - r) % all;
    const struct sm_sum_part sent = sm_particle_part(plan, to, count);
    int64_t *received = others + (size_t)(r - 1) * own;
    for (size_t at = 0; at < own || at < sent.count; at += CHUNK) {
      struct sm_message message[2];
      int messages = 0;
      if (at < sent.count)
        message[messages++] = (struct sm_message){.process = to,
                                                  .data = sum + sent.first + at,
                                                  .size = part_of(sent.count - at) * sizeof *sum};
      if (at < own)
        message[messages++] = (struct sm_message){.process = from,
                                                  .receive = true,
                                                  .data = received + at,
                                                  .size = part_of(own - at) * sizeof *sum};
      exchange(plan, device, message, messages);
    }
  }
}

enum sm_status sm_particle_share_sums(struct sm_context *ctx,
                                      const struct sm_particle_set_plan *plan,
                                      struct sm_device *device, int64_t *sum, size_t count,
                                      int64_t *others, int64_t *host) {
  const size_t own = sm_particle_part(plan, sm_particle_process(plan), count).count;
  const size_t received = (size_t)(sm_particle_processes(plan) - 1) * own;
  const bool staged = host != NULL;
  enum sm_status status = SM_OK;
  if (plan->parallel == NULL) return SM_OK;
  if (staged) status = sm_device_download(ctx, device, host, sum, count * sizeof *sum);
  SM_TRY(sm_processes_agree(ctx, status));
  if (!staged) {
    exchange_parts(plan, sm_device_is_host(device) ? NULL : device, sum, count, others);
    return SM_OK;
  }
  exchange_parts(plan, NULL, host, count, host + count);
  return sm_device_upload(ctx, device, others, host + count, received * sizeof *others);
}

enum sm_status sm_particle_collect_parts(struct sm_context *ctx,
                                         const struct sm_particle_set_plan *plan, float *number,
                                         size_t count) {
  const struct sm_parallel *parallel = plan->parallel;
  if (parallel == NULL) return SM_OK;
  const int rank = sm_parallel_rank(parallel);
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  for (int i = 1; i < sm_parallel_count(parallel); i++) {
    const struct sm_sum_part part = sm_particle_part(plan, i, count);
    const size_t size = part.count * sizeof *number;
    if (size == 0) continue;
    if (rank == i) sm_parallel_send(parallel, 0, number + part.first, size);
    if (rank == 0) sm_parallel_receive(parallel, i, number + part.first, size);
  }
  return SM_OK;
}

enum sm_status sm_particles_share_saved(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_parallel *parallel = p->plan.parallel;
  const bool receives = sm_parallel_rank(parallel) > 0;
  bool resumes = p->saved != NULL;
  if (parallel == NULL) return SM_OK;
  sm_parallel_broadcast(parallel, &resumes, sizeof resumes);
  if (!resumes) return SM_OK;
  if (receives) sm_particles_name_checkpoint(p->received);
  for (int i = 0; i < SM_PARTICLE_CHECKPOINT_PARTS; i++) {
    struct sm_particles_checkpoint_part part = receives ? p->received[i] : p->saved[i];
    enum sm_status status = SM_OK;
    sm_parallel_broadcast(parallel, &part.count, sizeof part.count);
    if (receives) {
      status = sm_alloc(ctx, part.count, part.size, "a checkpoint", &part.data);
      p->received[i] = part;
    }
    SM_TRY(sm_processes_agree(ctx, status));
    sm_parallel_broadcast(parallel, part.data, part.count * part.size);
  }
  if (receives) p->saved = p->received;
  return SM_OK;
}

/* --- orders --- */

/* Particle steps of all processes are those of process 0 in the end. */
enum sm_status sm_particles_end_advance(struct sm_context *ctx, struct sm_particles *p,
                                        enum sm_status status) {
  const bool remote = sm_particle_share_is_remote(&p->plan);
  SM_TRY(sm_particles_agree(ctx, p, status));
  const double others = sm_parallel_sum(p->plan.parallel, remote ? (double)p->moves : 0);
  if (p->plan.parallel != NULL) p->moves = remote ? 0 : p->moves + (int64_t)others;
  return SM_OK;
}

static enum sm_status send_budget(struct sm_context *ctx, struct sm_particles *p, bool deposits) {
  SM_SCOPED int64_t *sum = NULL, *deposit = NULL;
  return sm_particles_budget_sums(ctx, p, &sum, deposits ? &deposit : NULL);
}

static enum sm_status send_records(struct sm_context *ctx, struct sm_particles *p) {
  SM_SCOPED_BY(sm_particle_records_free) struct sm_particle_records records = {0};
  return sm_particle_records_fetch(ctx, p, &records);
}

static enum sm_status send_all(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS];
  SM_TRY(sm_particles_save(ctx, p, part));
  sm_particles_free_checkpoint(part);
  return SM_OK;
}

static enum sm_status send_track(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_particle_trajectories trajectories;
  return sm_particles_track(ctx, p, &trajectories);
}

/* A batch that fails is told of at the end of the advance. */
static enum sm_status make_batch(struct sm_context *ctx, struct sm_particles *p, int steps) {
  if (p->failed == SM_OK) p->failed = sm_particles_advance_batch(ctx, p, steps);
  return SM_OK;
}

enum sm_status sm_particles_obey(struct sm_context *ctx, struct sm_particles *p,
                                 const struct sm_particles_order *order) {
  switch ((enum sm_particles_order_kind)order->kind) {
  case SM_ORDER_ADD_WIND:
    return sm_particles_agree(ctx, p, sm_particles_take_wind(ctx, p, NULL, order->time));
  case SM_ORDER_BATCH: return make_batch(ctx, p, (int)order->number);
  case SM_ORDER_END_ADVANCE: return sm_particles_end_advance(ctx, p, p->failed);
  case SM_ORDER_SAMPLE: return sm_particles_sample(ctx, p);
  case SM_ORDER_END_INTERVAL: return sm_particles_end_interval(ctx, p);
  case SM_ORDER_SETTLE: return sm_particles_settle(ctx, p);
  case SM_ORDER_BUDGET: return send_budget(ctx, p, order->number != 0);
  case SM_ORDER_RECORDS: return send_records(ctx, p);
  case SM_ORDER_TRACK: return send_track(ctx, p);
  case SM_ORDER_SAVE: return send_all(ctx, p);
  }
  return SM_OK;
}
