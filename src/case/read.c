/* Reading of a case: files, overrides, checks, completion (case/case.h). */
#define _XOPEN_SOURCE 700
#include "case/case.h"

#include "base/file.h"
#include "base/text.h"
#include "case/draft.h"
#include "case/foreign.h"
#include "case/toml/value.h"
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folder of a path: "" or with '/' at its end. */
static enum sm_status folder_of(struct sm_case_reader *r, const char *path) {
  const char *slash = sm_file_is_stream(path) ? NULL : strrchr(path, '/');
  char *folder = NULL;
  SM_TRY(sm_arena_copy(r->ctx, r->arena, path, slash != NULL ? (size_t)(slash + 1 - path) : 0,
                       &folder));
  r->folder = folder;
  return SM_OK;
}

/* Default name of a case: "peak" for "peak.toml", else the name of its folder, "town" for
 * "cases/town/case.toml", else "case", as of stdin. */
static enum sm_status default_name(struct sm_case_reader *r, const char *path, char **out) {
  const char *file = path + strlen(r->folder), *ending = strrchr(file, '.');
  if (sm_file_is_stream(path)) return sm_arena_copy(r->ctx, r->arena, "case", 4, out);
  const size_t length = ending != NULL ? (size_t)(ending - file) : strlen(file);
  if (length > 0 && strcmp(file, "case.toml") != 0)
    return sm_arena_copy(r->ctx, r->arena, file, length, out);
  char *whole = realpath(r->folder[0] != '\0' ? r->folder : ".", NULL);
  const char *slash = whole != NULL ? strrchr(whole, '/') : NULL;
  const char *name = slash != NULL && slash[1] != '\0' ? slash + 1 : "case";
  const enum sm_status status = sm_arena_copy(r->ctx, r->arena, name, strlen(name), out);
  free(whole);
  return status;
}

/* Folder for "$data": from the option, else the environment, else the case. */
static enum sm_status find_data(struct sm_case_reader *r, const struct sm_toml_node *root,
                                const struct sm_case_options *options) {
  const struct sm_toml_node *key = sm_toml_get(sm_toml_get(root, "case"), "data");
  const char *environment = getenv("SIMOOM_DATA");
  if (options != NULL && options->data != NULL) {
    r->data = options->data;
  } else if (environment != NULL && environment[0] != '\0') {
    r->data = environment;
  } else if (key != NULL && key->type == SM_TOML_TEXT && key->text[0] != '\0') {
    SM_TRY(sm_value_path(r, key->text, &r->data));
  }
  return SM_OK;
}

/* Hint for syntax errors that the message of the TOML parser does not explain. */
static const char *syntax_help(const char *message) {
  static const char *const slips[][2] = {
      {"could not determine value type", "a text stands in quotes: \"local\""},
      {"expected a comment or whitespace",
       "a number with a unit is a text in quotes: \"5 m\"; a line holds one key"},
      {"control characters", "a text ends with the quote it began with, on its line"},
      {"utf-8", "save the file as UTF-8"},
      {"UTF-16", "save the file as UTF-8"},
      {"beyond ASCII",
       "quotes, dashes and blanks of a text editor for letters are others: \"local\""},
      {"escape sequence", "a path with backslashes stands in single quotes: 'C:\\maps\\dem.tif'"},
      {"expected comma", "the values of a list stand between commas: [100, 200]"},
      {"expected '='", "a line of a case is key = value, and a table is [name]"},
      {"redefine", "each key and table once; [[table]] for several of a kind"},
  };
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
    if (strstr(message, slips[i][0]) != NULL) return slips[i][1];
  return NULL;
}

#define NOT_READ ", not a case\nhelp: no such input is read; 'simoom new' writes a case"

/* Content of a file that is not a case: by its first bytes, with what it is for. */
static const char *other_content(const char *text, size_t size) {
  static const struct {
    const char *start, *what;
    bool binary;
  } kinds[] = {
      {"\211HDF", "a NetCDF file, not a case\nhelp: 'simoom info' and 'simoom plot' take results",
       true},
      {"CDF", "a NetCDF file, not a case\nhelp: 'simoom info' and 'simoom plot' take results",
       true},
      {"II", "a raster, not a case\nhelp: a case names it, as in [terrain] file = \"dem.tif\"",
       true},
      {"MM", "a raster, not a case\nhelp: a case names it, as in [terrain] file = \"dem.tif\"",
       true},
      {"ncols", "a raster, not a case\nhelp: a case names it, as in [terrain] file = \"dem.asc\"",
       false},
      {"{", "JSON, not a case\nhelp: a case is TOML, as 'simoom new' writes it", false},
      {"<", "XML of another program, not a case\nhelp: 'simoom convert' reads that of QES-Winds",
       false},
      {"&",
       "a Fortran namelist, as of FDS, WRF or PALM, not a case\nhelp: no such input is read; "
       "'simoom "
       "new' writes a case, and results of WRF are weather.model.file of one",
       false},
      {"FoamFile", "a dictionary of OpenFOAM" NOT_READ, false},
      {"/*", "a dictionary of OpenFOAM, or C" NOT_READ, false},
      {"CO STARTING", "an input of AERMOD" NOT_READ, false},
  };
  const bool binary = memchr(text, '\0', size < 16 ? size : 16) != NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t length = strlen(kinds[i].start);
    if (kinds[i].binary == binary && size >= length && memcmp(text, kinds[i].start, length) == 0)
      return kinds[i].what;
  }
  return NULL;
}

/* How an input of another program is used: before and after its name. */
static const char *const *foreign_help(enum sm_foreign foreign) {
  static const char *const convert[] = {"'simoom convert ", " -o case.toml' makes a case of it"};
  static const char *const help[][2] = {
      [SM_FOREIGN_STATIONS] = {"a case reads it: [[weather.station]] file = \"", "\""},
      [SM_FOREIGN_QES_PLUME] = {"'simoom convert WINDS.xml ",
                                " -o case.toml' makes a case of it and its winds"},
      [SM_FOREIGN_QES_SENSOR] = {"'simoom convert' reads ", " with the case that names it"}};
  const bool own = (size_t)foreign < sizeof help / sizeof *help && help[foreign][0] != NULL;
  return own ? help[foreign] : convert;
}

static enum sm_status read_tree(struct sm_case_reader *r, struct sm_toml_node **root) {
  struct sm_toml_error error;
  const enum sm_status status =
      sm_toml_parse(r->ctx, r->arena, 0, r->report->text, r->report->size, root, &error);
  if (status == SM_ERR_MEMORY) return sm_fail(r->ctx, status, "%s: out of memory", r->report->name);
  const enum sm_foreign foreign =
      status != SM_OK ? sm_foreign_find(r->report->text, r->report->size) : SM_FOREIGN_NONE;
  if (foreign != SM_FOREIGN_NONE)
    return sm_fail(r->ctx, status, "%s: this is %s, not a case of simoom\nhelp: %s%s%s",
                   r->report->name, sm_foreign_name(foreign), foreign_help(foreign)[0],
                   r->report->name, foreign_help(foreign)[1]);
  const char *other = status != SM_OK ? other_content(r->report->text, r->report->size) : NULL;
  if (other != NULL)
    return sm_fail(r->ctx, status, "%s: error: this is %s", r->report->name, other);
  if (status != SM_OK) {
    sm_report_add(r->report, &error.span, syntax_help(error.text), "%s", error.text);
    return sm_report_close(r->ctx, r->report);
  }
  return SM_OK;
}

/* The overrides one by one, and as lines of text for the record. */
static enum sm_status record_overrides(struct sm_case_reader *r,
                                       const struct sm_case_options *options, struct sm_case *c) {
  const size_t count = options != NULL ? options->set_count : 0;
  size_t size = 0;
  char **set = NULL;
  for (size_t i = 0; i < count; i++) size += strlen(options->set[i]) + 1;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, count, sizeof *set, &set));
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, size + 1, 1, &c->overrides));
  char *end = c->overrides;
  for (size_t i = 0; i < count; i++) {
    const size_t length = strlen(options->set[i]);
    SM_TRY(sm_arena_copy(r->ctx, r->arena, options->set[i], length, &set[i]));
    if (i > 0) *end++ = '\n';
    memcpy(end, options->set[i], length);
    end += length;
  }
  c->set = (const char *const *)set;
  return SM_OK;
}

/* Reads, checks and completes a case in the memory of the arena. */
static enum sm_status build(struct sm_case_reader *r, const struct sm_case_options *options,
                            struct sm_case **out) {
  struct sm_problem_report *report = r->report;
  struct sm_case_draft *draft = NULL;
  struct sm_toml_node *root = NULL;
  char *name = NULL;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof *draft, &draft));
  SM_TRY(sm_arena_copy(r->ctx, r->arena, report->name, strlen(report->name), &draft->c.path));
  SM_TRY(sm_arena_copy(r->ctx, r->arena, report->text, report->size, &draft->c.text));
  SM_TRY(folder_of(r, report->name));
  SM_TRY(read_tree(r, &root));
  for (size_t i = 0; options != NULL && i < options->set_count; i++)
    SM_TRY(sm_override_apply(r, root, (int)i + 1));
  for (size_t i = 0; options != NULL && i < options->set_count; i++)
    if (strncmp(options->set[i], "wind.model=", strlen("wind.model=")) == 0)
      sm_drop_other_models(r, root);
  SM_TRY(record_overrides(r, options, &draft->c));
  SM_TRY(find_data(r, root, options));
  SM_TRY(sm_read_tables(r, root, draft));
  if (draft->c.wind_source.model == SM_WIND_RANS)
    draft->c.turbulence.model = SM_TURBULENCE_K_EPSILON;
  sm_flow_default_times(r, root, draft);
  draft->c.location = r->location;
  SM_TRY(sm_check_draft(r, root, draft));
  SM_TRY(sm_report_close(r->ctx, report));
  SM_TRY(default_name(r, report->name, &name));
  SM_TRY(sm_finish_draft(r, root, name, draft));
  *out = &draft->c;
  return SM_OK;
}

enum sm_status sm_case_parse(struct sm_context *ctx, const char *path, const char *text,
                             size_t size, const struct sm_case_options *options, bool check_files,
                             struct sm_case **out) {
  SM_SCOPED_BY(sm_report_free)
  struct sm_problem_report report = {.name = path, .text = text, .size = size};
  struct sm_case_reader reader = {.ctx = ctx, .report = &report, .check_files = check_files};
  *out = NULL;
  if (options != NULL) report.set = options->set;
  SM_TRY(sm_arena_create(ctx, &reader.arena));
  const enum sm_status status = build(&reader, options, out);
  if (status == SM_OK) {
    (*out)->memory = reader.arena;
  } else {
    sm_arena_destroy(&reader.arena);
  }
  return status;
}

/* Path of the case in a folder, "FOLDER/case.toml"; says so where the folder has other TOML files.
 * *out is NULL where `path` is not a folder; freed with sm_free. */
static enum sm_status find_in_folder(struct sm_context *ctx, const char *path, char **out) {
  char pattern[4096];
  struct stat info;
  glob_t found;
  enum sm_status status = SM_OK;
  *out = NULL;
  if (sm_file_is_stream(path) || stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) return SM_OK;
  const size_t size = strlen(path) + sizeof "/case.toml";
  SM_TRY(sm_alloc(ctx, size, 1, "a path", out));
  snprintf(*out, size, "%s/case.toml", path);
  snprintf(pattern, sizeof pattern, "%s/*.toml", path);
  if (size >= sizeof pattern || glob(pattern, 0, NULL, &found) != 0) return SM_OK;
  if (access(*out, F_OK) != 0)
    status = sm_fail(ctx, SM_ERR_IO, "%s: error: No such file or directory\nhelp: did you mean %s?",
                     *out, found.gl_pathv[0]);
  else if (found.gl_pathc > 1)
    sm_info(ctx, "%s: taken of the %zu .toml files of the folder", *out, found.gl_pathc);
  globfree(&found);
  return status;
}

/* Fails on a path without a file, with what may be meant. */
static enum sm_status require_file(struct sm_context *ctx, const char *path) {
  char other[4096];
  if (sm_file_is_stream(path) || access(path, F_OK) == 0 || errno != ENOENT) return SM_OK;
  const int length = snprintf(other, sizeof other, "%s.toml", path);
  if (length > 0 && (size_t)length < sizeof other && access(other, F_OK) == 0)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: No such file or directory\nhelp: did you mean %s?",
                   path, other);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: No such file or directory\nhelp: %s", path,
                 sm_text_ends_with(path, "/case.toml")
                     ? "a folder that is a case has a case.toml in it; of the folder of a run's "
                       "outputs 'simoom report' makes a page"
                     : "'simoom new FOLDER' writes a case to start from");
}

enum sm_status sm_case_load(struct sm_context *ctx, const char *path,
                            const struct sm_case_options *options, struct sm_case **out) {
  struct sm_case_options own = {.size = sizeof own};
  SM_SCOPED char *text = NULL, *inside = NULL;
  size_t size = 0;
  *out = NULL;
  if (options != NULL && options->size == 0)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: the options of a case have no size\n"
                   "help: struct sm_case_options options = {.size = sizeof options}");
  if (options != NULL)
    memcpy(&own, options, options->size < sizeof own ? options->size : sizeof own);
  SM_TRY(find_in_folder(ctx, path, &inside));
  if (inside != NULL) path = inside;
  SM_TRY(require_file(ctx, path));
  SM_TRY(sm_file_read(ctx, path, &text, &size));
  return sm_case_parse(ctx, path, text, size, &own, true, out);
}

void sm_case_destroy(struct sm_case **c) {
  if (*c == NULL) return;
  struct sm_arena *memory = (*c)->memory;
  *c = NULL;
  sm_arena_destroy(&memory);
}

const char *sm_case_prefix(const struct sm_case *c) { return c->output.prefix; }

const char *sm_case_text(const struct sm_case *c) { return c->text != NULL ? c->text : ""; }

const char *sm_case_overrides(const struct sm_case *c) {
  return c->overrides != NULL ? c->overrides : "";
}

const char *sm_case_name(const struct sm_case *c) { return c->name; }
