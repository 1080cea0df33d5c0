#define _POSIX_C_SOURCE 200809L
#include "output/view/view.h"

#include "base/text.h"
#include "case/toml/units.h"
#include "output/netcdf/ncfile.h"

#include "output/analyse/analyse.h"
#include "output/picture/places.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- what is opened --- */

static enum sm_status add_source(struct sm_context *ctx, struct sm_view *view, const char *path,
                                 struct sm_view_source **out) {
  if (view->sources == SM_VIEW_SOURCES)
    return sm_fail(ctx, SM_ERR_USAGE, "error: more than %d files", SM_VIEW_SOURCES);
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "view", out));
  view->source[view->sources++] = *out;
  snprintf((*out)->path, sizeof(*out)->path, "%s", path);
  return SM_OK;
}

static enum sm_status refuse_difference(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: only one file with winds, statistics or a plume can have another one "
                 "subtracted",
                 path);
}

/* Adds a file; minus: file to subtract, may be NULL. */
static enum sm_status add_file(struct sm_context *ctx, struct sm_view *view, const char *path,
                               const char *minus) {
  char kind[32], title[SM_NCDATA_TEXT];
  struct sm_view_source *source = NULL;
  if (minus != NULL && sm_view_is_particles(path)) return refuse_difference(ctx, path);
  if (sm_view_is_particles(path)) {
    SM_TRY(add_source(ctx, view, path, &source));
    source->kind = SM_VIEW_PARTICLES;
    return sm_view_particles_open(ctx, source);
  }
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  if (strcmp(kind, "checkpoint") == 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: a checkpoint, which has nothing to show", path);
  SM_TRY(add_source(ctx, view, path, &source));
  source->kind = strcmp(kind, "trajectories") == 0 ? SM_VIEW_TRAJECTORIES
                 : strcmp(kind, "prisms") == 0     ? SM_VIEW_PRISMS
                                                   : SM_VIEW_GRID;
  if (minus != NULL && source->kind != SM_VIEW_GRID) return refuse_difference(ctx, path);
  SM_TRY(sm_ncdata_open(ctx, source->path, &source->data));
  if (sm_ncdata_text(&source->data, NULL, "title", title))
    snprintf(source->title, sizeof source->title, "%s", title);
  if (source->kind == SM_VIEW_TRAJECTORIES) return sm_view_trajectories_open(ctx, source);
  if (source->kind == SM_VIEW_PRISMS) return sm_view_prisms_open(ctx, source);
  return sm_view_grid_open(ctx, source, minus);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds all results in a folder; other files are skipped. */
static enum sm_status add_folder(struct sm_context *ctx, struct sm_view *view, const char *path) {
  DIR *folder = opendir(path);
  int length = (int)strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  char *name[SM_VIEW_SOURCES * 8], file[4096], kind[32];
  size_t names = 0;
  enum sm_status status = SM_OK;
  if (folder == NULL)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the folder cannot be read", path);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    if ((sm_text_ends_with(entry->d_name, ".nc") ||
         sm_text_ends_with(entry->d_name, "_particles.pvd")) &&
        names < sizeof name / sizeof *name && status == SM_OK) {
      name[names] = sm_text_copy(entry->d_name);
      if (name[names] == NULL)
        status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
      else
        names++;
    }
  closedir(folder);
  qsort(name, names, sizeof *name, by_name);
  const int before = view->sources;
  for (size_t n = 0; n < names && status == SM_OK; n++) {
    if (snprintf(file, sizeof file, "%.*s/%s", length, path, name[n]) >= (int)sizeof file) continue;
    const bool maps = !sm_view_is_particles(file);
    const enum sm_status known = maps ? sm_wind_file_kind(ctx, file, kind) : SM_OK;
    if (known == SM_ERR_MEMORY) status = known;
    if (known != SM_OK || (maps && strcmp(kind, "checkpoint") == 0)) continue;
    status = add_file(ctx, view, file, NULL);
  }
  for (size_t n = 0; n < names; n++) free(name[n]);
  if (status == SM_OK && view->sources == before)
    status = sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: the folder contains no result of simoom\n"
                     "help: it is seen from the .nc files that a run writes where output.formats "
                     "has \"netcdf\"",
                     path);
  return status;
}

/* --- what is asked for --- */

static bool is_wanted(const struct sm_view_field *field, const struct sm_view_options *o,
                      bool *found) {
  const enum sm_field listed = sm_field_find(field->name);
  if (field->components == 3 || field->whole) return true;
  if (listed >= SM_FIELD_TERRAIN && listed <= SM_FIELD_Z0) return true;
  for (size_t n = 0; n < o->field_count; n++) {
    if (strcmp(field->name, o->field[n]) != 0) continue;
    found[n] = true;
    return true;
  }
  return false;
}

static enum sm_status choose_fields(struct sm_context *ctx, struct sm_view *view,
                                    const struct sm_view_options *o) {
  bool found[SM_VIEW_FIELDS] = {false};
  SM_SCOPED_BY(sm_text_free) struct sm_text names = {0};
  enum sm_status status = SM_OK;
  if (o->field_count == 0) return SM_OK;
  if (o->field_count > SM_VIEW_FIELDS)
    return sm_fail(ctx, SM_ERR_USAGE, "error: more than %d fields", SM_VIEW_FIELDS);
  for (int s = 0; s < view->sources; s++) {
    struct sm_view_source *source = view->source[s];
    int kept = 0;
    if (source->kind == SM_VIEW_PRISMS && o->field_count > 0) kept = source->fields;
    for (int f = 0; f < source->fields; f++) {
      sm_text_add(&names, "%s%s", names.size > 0 ? ", " : "", source->field[f].name);
      if (is_wanted(&source->field[f], o, found) && kept < source->fields)
        source->field[kept++] = source->field[f];
    }
    source->fields = kept;
  }
  for (size_t n = 0; n < o->field_count && status == SM_OK; n++)
    if (!found[n])
      status = sm_fail(ctx, SM_ERR_USAGE, "error: no field '%s'\nhelp: there are %s", o->field[n],
                       sm_text_string(&names));
  return status;
}

/* Fails unless the second file has all remaining fields. */
static enum sm_status check_differences(const struct sm_view *view) {
  const struct sm_view_source *source = view->source[0];
  for (int f = 0; f < source->fields; f++)
    if (source->field[f].difference)
      SM_TRY(sm_difference_check_variable(source->file, source->field[f].name));
  return SM_OK;
}

/* Converts all fields that can be expressed in this unit. */
static enum sm_status choose_unit(struct sm_context *ctx, struct sm_view *view, const char *unit) {
  bool any = false;
  char there[512] = "", quantity[SM_QUANTITY];
  for (int s = 0; s < view->sources; s++) {
    const struct sm_view_source *source = view->source[s];
    for (int f = 0; f < source->fields && source->file != NULL; f++) {
      struct sm_view_field *field = &view->source[s]->field[f];
      if (field->map) continue;
      sm_units_quantity(field->unit, quantity, sizeof quantity);
      if (strstr(there, quantity) == NULL)
        sm_text_append(there, sizeof there, "%s%s", there[0] != '\0' ? ", " : "", quantity);
      if (sm_unit_conversion(source->file, field->name, field->unit, unit, field->change) != SM_OK)
        continue;
      field->changed = any = true;
      if (field->difference) field->change[1] = 0;
      snprintf(field->unit, sizeof field->unit, "%.31s", unit);
    }
  }
  if (any) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: nothing in these files can be shown in '%s'\n"
                 "help: there is %s",
                 unit, there);
}

/* Adds the ground for particles from the file of their run, if present. */
static enum sm_status add_ground(struct sm_context *ctx, struct sm_view *view) {
  struct sm_wind_file *file = NULL;
  char path[sizeof file->path];
  bool found = false;
  for (int s = 0; s < view->sources; s++)
    if (view->source[s]->kind == SM_VIEW_GRID || view->source[s]->kind == SM_VIEW_PRISMS)
      return SM_OK;
  for (int s = 0; s < view->sources && !found; s++)
    found = sm_plot_find_ground_file(ctx, view->source[s]->path, &file);
  if (!found || view->sources == SM_VIEW_SOURCES) return SM_OK;
  memcpy(path, file->path, sizeof path);
  sm_wind_file_close(&file);
  SM_TRY(add_file(ctx, view, path, NULL));
  struct sm_view_source *source = view->source[view->sources - 1];
  int kept = 0;
  for (int f = 0; f < source->fields; f++)
    if (strcmp(source->field[f].name, sm_field_name(SM_FIELD_TERRAIN)) == 0 ||
        strcmp(source->field[f].name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0)
      source->field[kept++] = source->field[f];
  source->fields = kept;
  source->finest = source->coarsest = 0;
  return SM_OK;
}

/* Origin of the page coordinates: corner and lowest ground of the first grid; without a grid the
 * lowest corner of particles. */
static enum sm_status choose_origin(struct sm_context *ctx, struct sm_view *view, double height) {
  view->height = height;
  for (int s = view->sources - 1; s >= 0; s--) {
    struct sm_view_source *source = view->source[s];
    if (source->kind == SM_VIEW_PARTICLES)
      SM_TRY(sm_view_particles_corner(ctx, source, view->origin));
    if (source->kind == SM_VIEW_TRAJECTORIES)
      SM_TRY(sm_view_trajectories_corner(source, view->origin));
  }
  for (int s = view->sources - 1; s >= 0; s--) {
    struct sm_view_source *source = view->source[s];
    if (source->kind != SM_VIEW_GRID) continue;
    const struct sm_wind_file *file = source->file;
    const size_t count =
        sm_view_coarse(file->n[0], source->map_by) * sm_view_coarse(file->n[1], source->map_by);
    const struct sm_view_read_request request = {.variable = sm_field_name(SM_FIELD_TERRAIN),
                                                 .record = -1,
                                                 .map = true,
                                                 .factors = {{source->map_by, source->map_by, 1}}};
    float *ground = NULL;
    double lowest = INFINITY;
    enum sm_status status = sm_alloc(ctx, count, sizeof *ground, "the ground", &ground);
    if (status == SM_OK) status = sm_view_read(source->file, &request, ground);
    for (size_t c = 0; c < count && status == SM_OK; c++) lowest = fmin(lowest, (double)ground[c]);
    sm_free(ground);
    SM_TRY(status);
    for (int d = 0; d < 2; d++) view->origin[d] = file->centre[d][0] - 0.5 * file->width[d][0];
    view->origin[2] = isfinite(lowest) ? lowest : 0;
    if (file->n[2] == 0 || isnan(height)) continue;
    const size_t last = file->n[2] - 1;
    const double top = file->centre[2][last] + 0.5 * file->width[2][last] - view->origin[2];
    if (height < 0 || height > top)
      return sm_fail(ctx, SM_ERR_USAGE,
                     "%s: error: %g m above the ground is outside the domain, whose top is at "
                     "%.4g m above the lowest ground",
                     source->path, height, top);
  }
  return SM_OK;
}

enum sm_status sm_view_open(struct sm_context *ctx, const char *const *path, size_t count,
                            const struct sm_view_options *options, struct sm_view **out) {
  const char *minus = options != NULL ? options->minus : NULL;
  struct sm_view *view = NULL;
  struct stat info;
  enum sm_status status;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *view, "view", &view));
  view->kept.source = -1;
  sm_ncfile_silence_hdf5();
  for (size_t n = 0; n < count; n++) {
    const bool folder = stat(path[n], &info) == 0 && S_ISDIR(info.st_mode);
    if (minus != NULL && (folder || count > 1)) SM_TRY_DONE(refuse_difference(ctx, path[n]));
    SM_TRY_DONE(folder ? add_folder(ctx, view, path[n]) : add_file(ctx, view, path[n], minus));
  }
  if (options != NULL) SM_TRY_DONE(choose_fields(ctx, view, options));
  if (minus != NULL) SM_TRY_DONE(check_differences(view));
  if (options != NULL && options->unit != NULL) SM_TRY_DONE(choose_unit(ctx, view, options->unit));
  SM_TRY_DONE(add_ground(ctx, view));
  SM_TRY_DONE(choose_origin(ctx, view, options != NULL ? options->height : (double)NAN));
done:
  if (status != SM_OK) sm_view_close(&view);
  *out = view;
  return status;
}

void sm_view_close(struct sm_view **view) {
  if (*view == NULL) return;
  for (int s = 0; s < (*view)->sources; s++) {
    sm_wind_file_close(&(*view)->source[s]->file);
    sm_ncdata_close(&(*view)->source[s]->data);
    sm_view_particles_close((*view)->source[s]);
    sm_free((*view)->source[s]);
  }
  for (int c = 0; c < SM_VIEW_COMPONENTS; c++) sm_free((*view)->kept.value[c]);
  sm_free(*view);
  *view = NULL;
}

/* --- what a page asks for --- */

static const struct sm_view_choice server = {16, 0, (size_t)-1, true};

enum sm_status sm_view_manifest(struct sm_context *ctx, struct sm_view *view, char **out) {
  struct sm_text text = {0};
  sm_ncfile_silence_hdf5();
  const enum sm_status status = sm_view_describe(view, &server, &text);
  *out = NULL;
  if (status == SM_OK && !text.failed) *out = sm_text_copy(sm_text_string(&text));
  sm_text_free(&text);
  if (status == SM_OK && *out == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  return status;
}

enum sm_status sm_view_make_block(struct sm_context *ctx, struct sm_view *view,
                                  const struct sm_view_block_request *want, void **out,
                                  size_t *size) {
  const struct sm_view_source *source = view->source[want->source];
  if (source->kind == SM_VIEW_GRID) return sm_view_grid_make(ctx, view, want, out, size);
  if (source->kind == SM_VIEW_PARTICLES)
    return sm_view_particles_make(ctx, source, want, out, size);
  return sm_view_plane_make(ctx, view, want, out, size);
}

/* Reads an integer of at most nine digits, with a sign where allowed; NULL: not a number. */
static const char *read_whole(const char *text, bool sign, long *out) {
  const char *digits = text + (sign && *text == '-');
  const size_t length = strspn(digits, "0123456789");
  if (length < 1 || length > 9) return NULL;
  *out = strtol(text, NULL, 10);
  return digits + length;
}

const char *sm_view_find(const struct sm_view *view, const char *name,
                         struct sm_view_block_request *want) {
  long number;
  const char *at = read_whole(name, false, &number);
  if (at == NULL || *at != '/' || number >= view->sources) return NULL;
  want->source = (int)number;
  const struct sm_view_source *source = view->source[want->source];
  const char *field = at + 1;
  const size_t length = strcspn(field, "/");
  for (want->field = 0; want->field < source->fields; want->field++) {
    const char *known = source->field[want->field].name;
    if (strlen(known) == length && memcmp(known, field, length) == 0) break;
  }
  if (want->field == source->fields || field[length] != '/') return NULL;
  at = read_whole(field + length + 1, false, &number);
  if (at == NULL || *at != '/' || (size_t)number >= source->field[want->field].records) return NULL;
  want->record = (size_t)number;
  at = read_whole(at + 1, true, &number);
  want->level = (int)number;
  return at;
}

static bool read_name(const struct sm_view *view, const char *name,
                      struct sm_view_block_request *want) {
  const char *rest = sm_view_find(view, name, want);
  if (rest == NULL || *rest != '\0') return false;
  const struct sm_view_source *source = view->source[want->source];
  return sm_view_has_levels(source, &source->field[want->field])
             ? want->level >= source->finest && want->level <= source->coarsest
             : want->level == 0;
}

enum sm_status sm_view_block(struct sm_context *ctx, struct sm_view *view, const char *name,
                             void **out, size_t *size) {
  struct sm_view_block_request want = {.bits = server.bits, .effort = 1};
  *out = NULL;
  *size = 0;
  sm_ncfile_silence_hdf5();
  if (!read_name(view, name, &want))
    return sm_fail(ctx, SM_ERR_USAGE, "error: there is no block '%s'", name);
  return sm_view_make_block(ctx, view, &want, out, size);
}
