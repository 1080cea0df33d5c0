/* members.c - members of an ensemble (weather times of the diagnostic wind or of RANS), one per
 * process at a time; or one wind, whose Poisson equation or, of a flow, whose steps the processes
 * compute together; or a case that is not divided, which process 0 computes.
 *
 * Process 0 takes them in their order, computes every count-th itself, gets the others from their
 * processes, and writes all outputs. Another process waits, when it has a wind, for an order: to
 * send it, or to end. */
#include "base/list.h"
#include "base/machine/machine.h"
#include "device/device.h"
#include "physics/flow/share.h"
#include "run/schedule.h"
#include "run/simulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Start of the message with the wind of a member. The pointers of the report are those of its
 * process. */
struct head {
  int status;
  struct sm_step_report report;
  char message[4000]; /* of a failure */
};

/* --- before the run --- */

/* Device of this process: of a list the one at its number on this host. */
static void choose_device(const struct sm_parallel *parallel, const char *list, char *out,
                          size_t size) {
  int count = 1;
  for (const char *at = list; *at != '\0'; at++) count += *at == ',';
  for (int i = sm_parallel_local_rank(parallel) % count; i > 0; i--) list = strchr(list, ',') + 1;
  snprintf(out, size, "%.*s", (int)strcspn(list, ","), list);
}

enum sm_status sm_members_options(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_run_options *options, char *device, size_t size) {
  const struct sm_parallel *parallel = sm_parallel_of(ctx);
  int count;
  SM_TRY(sm_members_check(ctx, c, NULL, options, sm_parallel_count(parallel)));
  if (sm_parallel_count(parallel) == 1) return SM_OK;
  SM_TRY(sm_device_check_names(ctx, options->device, &count));
  choose_device(parallel, options->device, device, size);
  options->device = device;
  const int sharing = sm_members_undivided(c, NULL) ? 1 : sm_parallel_sharing(parallel);
  const int shared = sm_threads_choose(0) / sharing;
  if (options->threads == 0 && getenv("OMP_NUM_THREADS") == NULL)
    options->threads = shared > 1 ? shared : 1;
  return SM_OK;
}

/* --- set-up --- */

/* Refuses devices of which not all are alike. */
static enum sm_status check_devices(struct sm_context *ctx, const struct sm_simulation *s) {
  const bool host = sm_device_is_host(s->device);
  const bool any_host = sm_parallel_any(s->members.parallel, host);
  const bool any_gpu = sm_parallel_any(s->members.parallel, !host);
  if (any_host && any_gpu)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: several processes compute one wind on CPUs or on GPUs, not on both",
                   s->c->path);
  return SM_OK;
}

enum sm_status sm_members_group(struct sm_context *ctx, struct sm_simulation *s,
                                enum sm_status status) {
  struct sm_parallel *parallel = s->members.parallel;
  SM_TRY(sm_processes_agree(ctx, status));
  if (sm_parallel_count(parallel) == 1) return SM_OK;
  s->members.undivided = sm_members_undivided(s->c, s->domain);
  if (s->members.undivided || !sm_members_is_one(s->c, s->domain)) return SM_OK;
  SM_TRY(check_devices(ctx, s));
  s->members.together = true;
  s->device->group = parallel;
  return sm_device_is_host(s->device) ? SM_OK : sm_nccl_open(ctx, s->device);
}

/* Tells the devices of the processes, each with its number of processes. */
static enum sm_status tell_devices(struct sm_context *ctx, const struct sm_simulation *s) {
  enum { LENGTH = sizeof s->device->name };
  const struct sm_parallel *parallel = s->members.parallel;
  const int count = sm_parallel_count(parallel);
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  char *name = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)count, LENGTH, "names of devices", &name));
  sm_parallel_share(parallel, s->device->name, LENGTH, name);
  for (int i = 0; i < count; i++) {
    int same = 0, earlier = 0;
    for (int j = 0; j < count; j++)
      if (strcmp(name + i * LENGTH, name + j * LENGTH) == 0) *(j < i ? &earlier : &same) += 1;
    if (earlier == 0)
      sm_text_add(&text, "%s%d x %s", text.size > 0 ? "; " : "", same, name + i * LENGTH);
  }
  sm_free(name);
  sm_info(ctx, "%d processes: %s", count, sm_text_string(&text));
  const int times = s->domain->weather.time_count;
  if (count > times && !s->members.together)
    sm_warn(ctx, "%s: warning: of %d processes, %d have no weather time or direction to compute",
            s->c->path, count, count - times);
  return SM_OK;
}

enum sm_status sm_members_begin(struct sm_context *ctx, struct sm_simulation *s,
                                enum sm_status status) {
  struct sm_parallel *parallel = sm_parallel_of(ctx);
  status = sm_processes_agree(ctx, status);
  if (status != SM_OK || sm_parallel_count(parallel) == 1) return status;
  s->members.shares_particles = sm_members_share_particles(s);
  s->members.begun = !s->members.together || s->members.shares_particles;
  sm_context_hold_stop(ctx, s->members.together);
  if (sm_members_is_worker(s) && !s->members.together && !s->members.undivided) {
    if (s->c->output.netcdf && sm_zones_requested(s->c, s->domain))
      status =
          sm_alloc(ctx, (size_t)sm_grid_cells(&s->domain->grid), 1, "the zones", &s->members.zone);
  }
  status = sm_processes_agree(ctx, status);
  if (s->members.undivided)
    sm_members_tell_undivided(ctx, s->c);
  else if (status == SM_OK)
    status = sm_processes_agree(ctx, tell_devices(ctx, s));
  if (sm_members_is_worker(s)) sm_parallel_drop_lines(parallel, 0);
  return status;
}

bool sm_members_is_worker(const struct sm_simulation *s) {
  return sm_parallel_rank(s->members.parallel) > 0;
}

/* Process that computes the next member. */
static int owner(const struct sm_simulation *s) {
  return s->members.undivided ? 0 : s->next % sm_parallel_count(s->members.parallel);
}

bool sm_members_is_own(const struct sm_simulation *s) {
  return s->members.together || owner(s) == sm_parallel_rank(s->members.parallel);
}

/* --- messages --- */

static bool is_sent(const struct sm_state *state, int field) {
  return state->field[field].f32 != NULL && !(state->borrowed >> field & 1u);
}

/* Host memory of a field: that of the device, or a copy. */
static enum sm_status host_field(struct sm_context *ctx, struct sm_simulation *s, int field,
                                 void **out) {
  struct sm_state *state = s->state;
  *out = state->field[field].f32;
  if (sm_device_is_host(state->device)) return SM_OK;
  if (s->members.host == NULL)
    SM_TRY(sm_alloc(ctx, state->size, sm_state_real_size(state), "a field on the host",
                    &s->members.host));
  *out = s->members.host;
  return SM_OK;
}

static enum sm_status send_field(struct sm_context *ctx, struct sm_simulation *s, int field) {
  const struct sm_state *state = s->state;
  const size_t bytes = state->size * sm_state_real_size(state);
  void *host;
  SM_TRY(host_field(ctx, s, field, &host));
  if (host != (void *)state->field[field].f32)
    SM_TRY(sm_device_download(ctx, state->device, host, state->field[field].f32, bytes));
  sm_parallel_send(s->members.parallel, 0, host, bytes);
  return SM_OK;
}

static enum sm_status receive_field(struct sm_context *ctx, struct sm_simulation *s, int field,
                                    int from) {
  struct sm_state *state = s->state;
  const size_t bytes = state->size * sm_state_real_size(state);
  void *host;
  SM_TRY(host_field(ctx, s, field, &host));
  sm_parallel_receive(s->members.parallel, from, host, bytes);
  if (host == (void *)state->field[field].f32) return SM_OK;
  return sm_device_upload(ctx, state->device, state->field[field].f32, host, bytes);
}

static void send_head(struct sm_context *ctx, struct sm_simulation *s, enum sm_status status) {
  struct sm_parallel *parallel = s->members.parallel;
  const struct sm_step_report *report = &s->report;
  struct head head = {.status = (int)status, .report = *report};
  if (status != SM_OK) snprintf(head.message, sizeof head.message, "%s", sm_context_message(ctx));
  sm_parallel_send(parallel, 0, &head, sizeof head);
  sm_parallel_send_lines(parallel, 0);
  if (status != SM_OK) return;
  sm_parallel_send(parallel, 0, report->history,
                   (size_t)report->history_count * sizeof *report->history);
  sm_parallel_send(parallel, 0, report->changes,
                   (size_t)report->change_count * sizeof *report->changes);
}

/* Scalars of a steady wind: sends all parts of them, or receives them in their place. */
static enum sm_status pass_scalars(struct sm_context *ctx, struct sm_simulation *s, int from) {
  const struct sm_parallel *parallel = s->members.parallel;
  const bool sends = sm_members_is_worker(s);
  struct sm_flow_view view;
  if (!sm_simulation_view(s, &view)) return SM_OK;
  for (int p = 0; p < view.part_count; p++) {
    const struct sm_flow_part *part = &view.part[p];
    const size_t bytes = part->count * part->size;
    const bool direct = part->on_host || sm_device_is_host(s->device);
    SM_SCOPED char *copy = NULL;
    SM_TRY(sm_alloc(ctx, direct ? 0 : bytes, 1, "a scalar on the host", &copy));
    void *host = direct ? part->memory : copy;
    if (sends && !direct) SM_TRY(sm_device_download(ctx, s->device, host, part->memory, bytes));
    if (sends)
      sm_parallel_send(parallel, 0, host, bytes);
    else
      sm_parallel_receive(parallel, from, host, bytes);
    if (!sends && !direct) SM_TRY(sm_device_upload(ctx, s->device, part->memory, host, bytes));
  }
  return SM_OK;
}

/* Sends the wind of a member, when process 0 asks for it. */
static enum sm_status send_member(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_parallel *parallel = s->members.parallel;
  enum sm_member_order order;
  if (s->members.zone != NULL) SM_TRY(s->model->zones(ctx, s->self, s->members.zone));
  SM_TRY(sm_members_listen(ctx, s, &order));
  if (order == SM_MEMBER_END) {
    s->members.ended = true;
    return sm_fail(ctx, SM_ERR_STOPPED, "stopped by process 0");
  }
  send_head(ctx, s, SM_OK);
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (is_sent(s->state, f)) SM_TRY(send_field(ctx, s, f));
  SM_TRY(pass_scalars(ctx, s, 0));
  if (s->members.zone != NULL)
    sm_parallel_send(parallel, 0, s->members.zone, (size_t)sm_grid_cells(&s->domain->grid));
  if (!s->members.shares_particles) return SM_OK;
  SM_TRY(sm_members_listen(ctx, s, &order)); /* until all compute their next winds */
  s->members.ended = order == SM_MEMBER_END;
  return SM_OK;
}

/* Error of another process; of a stop as if it were one here. */
static enum sm_status fail_as(struct sm_context *ctx, const struct sm_simulation *s, int from,
                              const struct head *head) {
  if (head->status == SM_ERR_STOPPED)
    return sm_fail(ctx, SM_ERR_STOPPED, "stopped after %d of %d times", s->next,
                   s->domain->weather.time_count);
  return sm_fail(ctx, (enum sm_status)head->status, "%s\nnote: on process %d of %d, host %s",
                 head->message, from, sm_parallel_count(s->members.parallel),
                 sm_parallel_host(s->members.parallel, from));
}

/* Numbers of a report, in memory of the members until the next ones. */
static enum sm_status receive_history(struct sm_context *ctx, const struct sm_parallel *parallel,
                                      int from, int count, double **kept, const double **out) {
  sm_free(*kept);
  *kept = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof **kept, "residuals", kept));
  sm_parallel_receive(parallel, from, *kept, (size_t)count * sizeof **kept);
  *out = *kept;
  return SM_OK;
}

static enum sm_status receive_member(struct sm_context *ctx, struct sm_simulation *s, int from) {
  struct sm_members *members = &s->members;
  struct sm_step_report *report = &s->report;
  struct head head;
  sm_members_order(s, from, SM_MEMBER_SEND);
  sm_parallel_receive(members->parallel, from, &head, sizeof head);
  SM_TRY(sm_parallel_receive_lines(ctx, from));
  if (head.status != SM_OK) return fail_as(ctx, s, from, &head);
  *report = head.report;
  SM_TRY(receive_history(ctx, members->parallel, from, report->history_count, &members->history,
                         &report->history));
  SM_TRY(receive_history(ctx, members->parallel, from, report->change_count, &members->changes,
                         &report->changes));
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (is_sent(s->state, f)) SM_TRY(receive_field(ctx, s, f, from));
  SM_TRY(pass_scalars(ctx, s, from));
  if (s->outputs.zone != NULL)
    sm_parallel_receive(members->parallel, from, s->outputs.zone,
                        (size_t)sm_grid_cells(&s->domain->grid));
  s->shown = true;
  return SM_OK;
}

/* End of a wind that all have computed. Steps of a flow end in the same way on all of them, or are
 * told of at the start of the next one; the last ones leave the whole flow to process 0. */
static enum sm_status end_together(struct sm_context *ctx, struct sm_simulation *s,
                                   enum sm_status status) {
  if (s->model->gather == NULL) {
    sm_context_hold_stop(ctx, false);
    return sm_processes_agree(ctx, status);
  }
  if (status == SM_ERR_STOPPED || status == SM_ERR_DIVERGED) s->model->gather(s->self);
  return status;
}

/* Process 0 writes the rows of tables of steps. */
static void drop_rows(const struct sm_simulation *s) {
  struct sm_flow_view view;
  s->model->look(s->self, &view);
  if (view.probes != NULL) view.probes->rows = 0;
  if (view.series != NULL) view.series->rows = 0;
}

enum sm_status sm_members_resume(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_flow_view view;
  if (!s->members.together || s->model->gather == NULL || !s->options.resume) return SM_OK;
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  s->model->look(s->self, &view);
  sm_flow_view_get(&view);
  sm_flow_get_memory(view.flow, &s->flow.mark.next, sizeof s->flow.mark.next, true);
  return SM_OK;
}

enum sm_status sm_members_begin_step(struct sm_context *ctx, struct sm_simulation *s) {
  sm_members_go_on(s);
  if (!s->members.together || s->model->gather == NULL) return SM_OK;
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  sm_parallel_share_stop(ctx, s->members.parallel);
  return sm_members_share_impulse(ctx, s);
}

enum sm_status sm_members_end_step(struct sm_context *ctx, struct sm_simulation *s, double before) {
  const struct sm_model *model = s->model;
  const struct sm_schedule schedule = {.every = &s->c->flow.checkpoint, .count = 1};
  if (!s->members.together || model->gather == NULL) return SM_OK;
  if (sm_members_is_worker(s)) drop_rows(s);
  const bool saves = sm_schedule_is_due(&schedule, 0, before, model->time(s->self));
  if (!saves && !s->report.reached && !s->c->particles.two_way) return SM_OK;
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  model->gather(s->self);
  return SM_OK;
}

enum sm_status sm_members_exchange(struct sm_context *ctx, struct sm_simulation *s,
                                   enum sm_status status) {
  const bool worker = sm_members_is_worker(s), own = sm_members_is_own(s);
  if (s->members.together) return end_together(ctx, s, status);
  if (status != SM_OK) return status;
  s->members.received = !worker && !own;
  if (s->members.received) return receive_member(ctx, s, owner(s));
  if (!own) s->report.reached = true; /* a worker leaves it out */
  return worker && own ? send_member(ctx, s) : SM_OK;
}

/* --- end --- */

/* Does what process 0 still orders, which may be to tell how the run ended here. */
static void listen_to_the_end(struct sm_context *ctx, struct sm_simulation *s,
                              enum sm_status status) {
  enum sm_member_order order;
  while (!s->members.ended) {
    if (sm_members_listen(ctx, s, &order) != SM_OK) continue; /* all know of it */
    s->members.ended = order == SM_MEMBER_END;
    if (order == SM_MEMBER_SEND) send_head(ctx, s, status);
  }
}

enum sm_status sm_members_close(struct sm_context *ctx, struct sm_simulation *s,
                                enum sm_status status) {
  const struct sm_parallel *parallel = s->members.parallel;
  /* The others wait here for the outputs of process 0; at the end of MPI they would be busy. */
  sm_context_hold_stop(ctx, false);
  if (s->members.begun && sm_members_is_worker(s)) listen_to_the_end(ctx, s, status);
  const int listeners =
      s->members.begun && !sm_members_is_worker(s) ? sm_parallel_count(parallel) : 0;
  for (int i = 1; i < listeners; i++) sm_members_order(s, i, SM_MEMBER_END);
  s->members.begun = false;
  return s->members.together ? sm_processes_agree(ctx, status) : status;
}

void sm_members_free(struct sm_members *members) {
  sm_particles_destroy(&members->particles);
  SM_FREE_ALL(members->history, members->changes, members->zone, members->host);
  *members = (struct sm_members){0};
}
