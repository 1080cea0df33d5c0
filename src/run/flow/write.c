/* Output files of a flow run: winds, means, tables, checkpoints (run/flow/files.h). */
#define _POSIX_C_SOURCE 200809L
#include "run/flow/files.h"

#include "base/text.h"
#include "physics/flow/time_loop.h"
#include "run/dispersion/dispersion.h"
#include "run/schedule.h"
#include "simoom/chem_cell.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void path_of(const struct sm_flow_files *files, const char *ending, char *out, size_t size) {
  snprintf(out, size, "%s%s", files->outputs->base, ending);
}

bool sm_flow_files_view(const struct sm_flow_files *files, struct sm_flow_view *view) {
  if (files->model == NULL) return false;
  files->model->look(files->self, view);
  return true;
}

/* --- set-up --- */

static enum sm_status claim_names(struct sm_context *ctx, const struct sm_flow_files *files,
                                  bool overwrite) {
  const struct {
    const char *name;
    bool wanted;
  } names[] = {
      {SM_FLOW_MEAN_NAME, !isnan(files->c->flow.mean_from) && files->c->output.netcdf},
      {sm_flow_tables_suffix(SM_TABLE_PROBES), sm_flow_tables_wanted(files->c, SM_TABLE_PROBES)},
      {sm_flow_tables_suffix(SM_TABLE_SERIES), sm_flow_tables_wanted(files->c, SM_TABLE_SERIES)},
      {sm_flow_tables_suffix(SM_TABLE_FORCES), sm_flow_tables_wanted(files->c, SM_TABLE_FORCES)},
      {SM_FLOW_FAILED_NAME, true}};
  char path[4200];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    path_of(files, names[i].name, path, sizeof path);
    if (names[i].wanted) SM_TRY(sm_run_outputs_claim(ctx, files->outputs, overwrite, path));
  }
  path_of(files, SM_CHECKPOINT_NAME, path, sizeof path);
  return sm_run_outputs_check(ctx, files->c, overwrite, path);
}

static enum sm_status open_checkpoint(struct sm_context *ctx, struct sm_flow_files *files) {
  char path[4200];
  struct sm_checkpoint_mark mark = {0};
  const struct sm_checkpoint_part own = {"flow_mark", &files->mark, 1, sizeof files->mark};
  if (files->c->statistics.present)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: a run with statistics cannot go on: they are of all its winds",
                   files->c->path, files->c->statistics.line);
  path_of(files, SM_CHECKPOINT_NAME, path, sizeof path);
  if (access(path, F_OK) != 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: no checkpoint to resume from: %s\n"
                   "help: omit --resume to start from the beginning",
                   path, strerror(errno));
  SM_TRY(sm_checkpoint_open(ctx, path, files->c, &mark, &files->resumed));
  SM_TRY(sm_checkpoint_read(ctx, files->resumed, &own, 1));
  sm_info(ctx, "going on from %.6g s, step %lld", mark.time, (long long)mark.step);
  files->outputs->checkpointed = true;
  return sm_run_outputs_resume(ctx, files->outputs, files->device, (int)files->mark.next);
}

enum sm_status sm_flow_files_open(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_run_options *options,
                                  struct sm_run_outputs *outputs, const char *device,
                                  struct sm_flow_files *out) {
  *out = (struct sm_flow_files){.mark = {.kept = {-1, -1, -1}}, .saved = (double)NAN};
  if (!sm_wind_is_flow(c->wind_source.model)) return SM_OK;
  out->c = c;
  out->domain = domain;
  out->outputs = outputs;
  out->device = device;
  sm_flow_warn_at_rest(ctx, c);
  SM_TRY(claim_names(ctx, out, options->overwrite));
  return options->resume ? open_checkpoint(ctx, out) : SM_OK;
}

/* --- restart --- */

/* Reads a checkpoint part that is in device or host memory. */
static enum sm_status load_part(struct sm_context *ctx, const struct sm_flow_files *files,
                                const struct sm_flow_view *view, const struct sm_flow_part *part) {
  struct sm_checkpoint_part own = {part->name, part->memory, part->count, part->size};
  if (part->on_host) return sm_checkpoint_read(ctx, files->resumed, &own, 1);
  SM_TRY(sm_alloc(ctx, part->count, part->size, "a checkpoint", &own.data));
  enum sm_status status = sm_checkpoint_read(ctx, files->resumed, &own, 1);
  if (status == SM_OK)
    status =
        sm_device_upload(ctx, view->flow->device, part->memory, own.data, part->count * part->size);
  sm_free(own.data);
  return status;
}

static const char *name_of_saved_wind(int slot) {
  static const char *const name[SM_FLOW_SAVED_WINDS] = {"kept_wind_0", "kept_wind_1",
                                                        "kept_wind_2"};
  return name[slot];
}

static int fields_of(const struct sm_state *state) {
  int count = 0;
  for (int f = 0; f < SM_STATE_FIELDS; f++) count += state->field[f].f32 != NULL;
  return count;
}

static enum sm_status make_saved_winds(struct sm_context *ctx, struct sm_flow_files *files,
                                       const struct sm_state *state, int slot) {
  files->real = sm_state_real_size(state);
  files->kept_size = (size_t)fields_of(state) * state->size;
  if (files->kept[slot] != NULL) return SM_OK;
  return sm_alloc(ctx, files->kept_size, files->real, "a wind of particles", &files->kept[slot]);
}

/* Shows a saved wind to the particles of a resumed run, in memory of its own: that of the state may
 * be borrowed from the model. */
static enum sm_status restore_wind(struct sm_context *ctx, const struct sm_flow_files *files,
                                   const struct sm_state *state, int slot) {
  SM_SCOPED_BY(sm_state_destroy) struct sm_state *saved = NULL;
  const char *from = files->kept[slot];
  const size_t bytes = state->size * files->real;
  SM_TRY(sm_state_create_like(ctx, state, &saved));
  for (int f = 0; f < SM_STATE_FIELDS; f++) {
    if (saved->field[f].f32 == NULL) continue;
    SM_TRY(sm_device_upload(ctx, saved->device, saved->field[f].f32, from, bytes));
    from += bytes;
  }
  return sm_dispersion_advance(ctx, files->dispersion, saved, (int)files->mark.kept[slot]);
}

/* Coupled particles have followed to the time of the flow, whose wind is that of its state. */
static enum sm_status follow_coupled(struct sm_context *ctx, const struct sm_flow_files *files,
                                     const struct sm_state *state, double time) {
  if (files->mark.particles == 0) return SM_OK;
  SM_TRY(files->model->show(ctx, files->self));
  SM_TRY(sm_dispersion_follow(ctx, files->dispersion, state, time));
  files->model->take_impulse(files->self, sm_particles_impulse(files->dispersion->particles));
  return SM_OK;
}

static enum sm_status load(struct sm_context *ctx, struct sm_flow_files *files,
                           struct sm_state *state) {
  struct sm_flow_view view;
  sm_flow_files_view(files, &view);
  for (int p = 0; p < view.part_count; p++) SM_TRY(load_part(ctx, files, &view, &view.part[p]));
  for (int slot = 0; slot < SM_FLOW_SAVED_WINDS; slot++) {
    if (files->mark.kept[slot] < 0) continue;
    SM_TRY(make_saved_winds(ctx, files, state, slot));
    const struct sm_checkpoint_part own = {name_of_saved_wind(slot), files->kept[slot],
                                           files->kept_size, files->real};
    SM_TRY(sm_checkpoint_read(ctx, files->resumed, &own, 1));
  }
  sm_checkpoint_close(&files->resumed);
  sm_flow_files_view(files, &view);
  files->before = view.steps;
  files->saved = view.time;
  for (int slot = 0; slot < SM_FLOW_SAVED_WINDS; slot++)
    if (files->mark.kept[slot] >= 0) SM_TRY(restore_wind(ctx, files, state, slot));
  return files->c->particles.two_way ? follow_coupled(ctx, files, state, view.time) : SM_OK;
}

/* --- steps --- */

static enum sm_status write_rows(struct sm_context *ctx, struct sm_flow_files *files) {
  struct sm_flow_view view;
  if (!sm_flow_files_view(files, &view)) return SM_OK;
  return sm_flow_tables_write(ctx, &files->rows, &view, files->mark.row_bytes);
}

enum sm_status sm_flow_files_begin(struct sm_context *ctx, struct sm_flow_files *files,
                                   const struct sm_model *model, void *self,
                                   struct sm_dispersion *dispersion, struct sm_state *state) {
  const bool going_on = files->resumed != NULL;
  if (files->c == NULL) return SM_OK;
  if (model->look == NULL) {
    if (files->c->flow.probe_count > 0 || files->c->flow.series || !isnan(files->c->flow.mean_from))
      sm_warn(ctx, "%s:%d: warning: the steps of [flow.mac_sor] have no means, probes or series",
              files->c->path, files->c->flow.line);
    return SM_OK;
  }
  files->model = model;
  files->self = self;
  files->dispersion = dispersion;
  struct sm_flow_view view;
  sm_flow_files_view(files, &view);
  SM_TRY(sm_flow_tables_open(ctx, files->outputs, &view, going_on, files->mark.row_bytes,
                             &files->rows));
  if (going_on) SM_TRY(load(ctx, files, state));
  files->checked = model->time(self);
  return SM_OK;
}

/* --- checkpoint --- */

enum sm_status sm_flow_files_check(struct sm_context *ctx, const struct sm_flow_files *files) {
  return files->model != NULL ? files->model->check(ctx, files->self) : SM_OK;
}

static enum sm_status copy_parts(struct sm_context *ctx, const struct sm_flow_view *view,
                                 struct sm_checkpoint_part *part, int *count, void **copy) {
  struct sm_device *device = view->flow->device;
  const bool is_host = sm_device_is_host(device);
  const size_t name_size = sizeof view->part[0].name, names = (size_t)view->part_count * name_size;
  size_t bytes = 0;
  for (int p = 0; p < view->part_count && !is_host; p++)
    if (!view->part[p].on_host) bytes += view->part[p].count * view->part[p].size;
  SM_TRY(sm_alloc(ctx, bytes + names, 1, "a checkpoint", copy));
  char *next = *copy, *name = next + bytes;
  for (int p = 0; p < view->part_count; p++) {
    const struct sm_flow_part *from = &view->part[p];
    void *data = from->memory;
    if (!from->on_host && !is_host) {
      SM_TRY(sm_device_download(ctx, device, next, from->memory, from->count * from->size));
      data = next;
      next += from->count * from->size;
    }
    memcpy(name, from->name, name_size);
    part[(*count)++] = (struct sm_checkpoint_part){name, data, from->count, from->size};
    name += name_size;
  }
  return SM_OK;
}

enum sm_status sm_flow_files_parts(struct sm_context *ctx, struct sm_flow_files *files,
                                   struct sm_checkpoint_part *part, int *count, void **copy) {
  struct sm_flow_view view;
  *copy = NULL;
  if (!sm_flow_files_view(files, &view)) return SM_OK;
  SM_TRY(sm_flow_files_check(ctx, files));
  SM_TRY(write_rows(ctx, files));
  SM_TRY(sm_flow_tables_save(ctx, &files->rows));
  SM_TRY(sm_run_outputs_save(ctx, files->outputs));
  SM_TRY(sm_device_sync(ctx, view.flow->device));
  part[(*count)++] = (struct sm_checkpoint_part){"flow_mark", &files->mark, 1, sizeof files->mark};
  SM_TRY(copy_parts(ctx, &view, part, count, copy));
  for (int slot = 0; slot < SM_FLOW_SAVED_WINDS; slot++)
    if (files->mark.kept[slot] >= 0)
      part[(*count)++] = (struct sm_checkpoint_part){name_of_saved_wind(slot), files->kept[slot],
                                                     files->kept_size, files->real};
  files->saved = view.time;
  return SM_OK;
}

static bool has_particles(const struct sm_flow_files *files) {
  const struct sm_dispersion *dispersion = files->dispersion;
  return dispersion->particles != NULL &&
         sm_particles_get_progress(dispersion->particles).steps > 0;
}

enum sm_status sm_flow_files_save(struct sm_context *ctx, struct sm_flow_files *files) {
  struct sm_checkpoint_part part[SM_FLOW_FILES_PARTS];
  struct sm_flow_view view;
  char path[4200];
  SM_SCOPED void *copy = NULL;
  int count = 0;
  files->mark.particles = has_particles(files);
  if (has_particles(files)) return sm_dispersion_checkpoint(ctx, files->dispersion);
  path_of(files, SM_CHECKPOINT_NAME, path, sizeof path);
  sm_run_outputs_begin_saving(files->outputs);
  enum sm_status status = sm_flow_files_parts(ctx, files, part, &count, &copy);
  sm_flow_files_view(files, &view);
  const struct sm_checkpoint_mark where = {.step = view.steps, .time = view.time};
  if (status == SM_OK) status = sm_checkpoint_write(ctx, path, files->c, &where, part, count);
  if (status == SM_OK) sm_run_outputs_checkpointed(ctx, files->outputs);
  return status;
}

enum sm_status sm_flow_files_step(struct sm_context *ctx, struct sm_flow_files *files,
                                  bool followed) {
  if (files->model == NULL) return SM_OK;
  if (sm_flow_tables_are_full(&files->rows)) SM_TRY(write_rows(ctx, files));
  if (!followed) return SM_OK;
  const struct sm_schedule schedule = {.every = &files->c->flow.checkpoint, .count = 1};
  const double before = files->checked;
  files->checked = files->model->time(files->self);
  return sm_schedule_is_due(&schedule, 0, before, files->checked) ? sm_flow_files_save(ctx, files)
                                                                  : SM_OK;
}

enum sm_status sm_flow_files_wind_written(struct sm_context *ctx, struct sm_flow_files *files,
                                          const struct sm_state *state, int time) {
  if (files->c == NULL) return SM_OK;
  files->mark.next = time + 1;
  SM_TRY(write_rows(ctx, files));
  if (!files->c->particles.present) return SM_OK;
  files->mark.particles = 1; /* particles receive this wind next */
  if (files->c->particles.two_way) return SM_OK;
  if (files->mark.kept[2] >= 0) {
    void *oldest = files->kept[1];
    files->kept[1] = files->kept[2];
    files->kept[2] = oldest;
    files->mark.kept[1] = files->mark.kept[2];
  }
  int slot = 0;
  while (slot < SM_FLOW_SAVED_WINDS - 1 && files->mark.kept[slot] >= 0) slot++;
  SM_TRY(make_saved_winds(ctx, files, state, slot));
  files->mark.kept[slot] = time;
  char *to = files->kept[slot];
  const size_t bytes = state->size * files->real;
  for (int f = 0; f < SM_STATE_FIELDS; f++) {
    if (state->field[f].f32 == NULL) continue;
    SM_TRY(sm_device_download(ctx, state->device, to, state->field[f].f32, bytes));
    to += bytes;
  }
  return SM_OK;
}

/* --- end of the run --- */

static void report(const struct sm_flow_files *files, const struct sm_flow_view *view,
                   struct sm_run_summary *summary) {
  summary->flow_steps = view->steps;
  summary->flow_time = view->time;
  summary->flow_step = view->step;
  summary->flow_steady = view->steady;
  summary->wall_chemistry = view->chemistry_seconds;
  summary->flow_coarse_cell_steps = view->coarse_cell_steps;
  summary->flow_cell_steps =
      view->coarse_cell_steps + (double)summary->cells * (double)(view->steps - files->before);
}

/* Writes the cell whose chemistry failed, for simoom chem ignite, or removes the file of an earlier
 * run. *written: whether there is such a cell. */
static enum sm_status write_cell(struct sm_context *ctx, const struct sm_flow_files *files,
                                 const struct sm_flow_view *view, char *path, size_t size,
                                 bool *written) {
  path_of(files, SM_FAILED_CELL_NAME, path, size);
  *written = view->failed_cell != NULL;
  if (*written) return sm_chem_cell_write(ctx, path, view->failed_cell);
  remove(path);
  return SM_OK;
}

enum sm_status sm_flow_files_fail(struct sm_context *ctx, const struct sm_flow_files *files,
                                  enum sm_status status) {
  struct sm_flow_view view;
  char path[4200];
  if (!sm_flow_files_view(files, &view)) return status;
  path_of(files, SM_FLOW_FAILED_NAME, path, sizeof path);
  char *cause = sm_text_copy(sm_context_message(ctx));
  if (sm_flow_failure_write(ctx, files->outputs, path, &view, files->device) == SM_OK) {
    (void)sm_fail_add(ctx, status, "note: the flow as it was then is in %s", path);
  } else if (cause != NULL) { /* both messages in order */
    char *second = sm_text_copy(sm_context_message(ctx));
    (void)sm_fail(ctx, status, "%s\n%s", cause, second != NULL ? second : "");
    free(second);
  }
  free(cause);
  cause = sm_text_copy(sm_context_message(ctx));
  bool written;
  if (write_cell(ctx, files, &view, path, sizeof path, &written) != SM_OK)
    (void)sm_fail(ctx, status, "%s\n%s", cause != NULL ? cause : "", sm_context_message(ctx));
  else if (written)
    (void)sm_fail_add(ctx, status,
                      "note: the cell before that step is in %s, for simoom chem ignite", path);
  free(cause);
  if (isnan(files->saved)) return status;
  path_of(files, SM_CHECKPOINT_NAME, path, sizeof path);
  return sm_fail_add(ctx, status, "note: the last checkpoint, of %.6g s, is kept: %s", files->saved,
                     path);
}

enum sm_status sm_flow_files_close(struct sm_context *ctx, struct sm_flow_files *files,
                                   enum sm_run_end end, struct sm_run_summary *summary) {
  struct sm_flow_view view;
  char path[4200];
  if (!sm_flow_files_view(files, &view)) return SM_OK;
  report(files, &view, summary);
  SM_TRY(write_rows(ctx, files));
  SM_TRY(sm_flow_tables_close(ctx, &files->rows));
  if (end == SM_RUN_FAILED) return SM_OK; /* time averages include the diverged flow */
  SM_TRY(sm_flow_mean_write(ctx, files->outputs, &view, files->device));
  path_of(files, SM_FLOW_FAILED_NAME, path, sizeof path);
  remove(path); /* left by an earlier run */
  bool written;
  SM_TRY(write_cell(ctx, files, &view, path, sizeof path, &written));
  if (written) SM_TRY(sm_run_outputs_add_name(ctx, summary, path));
  if (has_particles(files)) return SM_OK; /* the checkpoint is written with the particles */
  if (end == SM_RUN_DONE) return SM_OK;
  path_of(files, SM_CHECKPOINT_NAME, path, sizeof path);
  SM_TRY(sm_flow_files_save(ctx, files));
  return sm_run_outputs_add_name(ctx, summary, path);
}

void sm_flow_files_free(struct sm_flow_files *files) {
  sm_flow_tables_free(&files->rows);
  sm_checkpoint_close(&files->resumed);
  for (int slot = 0; slot < SM_FLOW_SAVED_WINDS; slot++) sm_free(files->kept[slot]);
  *files = (struct sm_flow_files){.c = NULL};
}
