#define _POSIX_C_SOURCE 200809L
/* Project of QUIC: its files of lines "value !label", and its case. */
#include "input/convert/quic.h"

#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum sm_status sm_quic_parse(struct sm_convert *c, const char *path, char *text,
                             struct sm_quic_file *out) {
  size_t lines = 1;
  char *copy = NULL;
  *out = (struct sm_quic_file){.path = path};
  for (const char *at = text; *at != '\0'; at++) lines += *at == '\n';
  SM_TRY(sm_arena_copy(c->ctx, c->arena, text, strlen(text), &copy));
  SM_TRY(sm_arena_alloc(c->ctx, c->arena, lines, sizeof *out->item, &out->item));
  int number = 0;
  for (char *line = copy; line != NULL;) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    char *mark = strchr(line, '!');
    if (mark != NULL) *mark = '\0';
    const struct sm_quic_line own = {
        sm_convert_trim(line), mark != NULL ? sm_convert_trim(mark + 1) : "", ++number, false};
    if (own.value[0] != '\0' || own.label[0] != '\0') out->item[out->count++] = own;
    line = end != NULL ? end + 1 : NULL;
  }
  return SM_OK;
}

enum sm_status sm_quic_read(struct sm_convert *c, const char *name, struct sm_quic_file *out) {
  char path[4096], *copy = NULL;
  SM_SCOPED char *text = NULL;
  size_t size = 0;
  *out = (struct sm_quic_file){.path = name};
  snprintf(path, sizeof path, "%s%s", c->folder, name); /* never one of another folder */
  if (access(path, F_OK) != 0) return SM_OK;
  SM_TRY(sm_arena_copy(c->ctx, c->arena, path, strlen(path), &copy));
  SM_TRY(sm_file_read(c->ctx, path, &text, &size));
  sm_convert_clean(text, size);
  return sm_quic_parse(c, copy, text, out);
}

struct sm_quic_part sm_quic_whole(struct sm_quic_file *file) {
  return (struct sm_quic_part){file, 0, file->count};
}

static bool begins(const char *text, const char *with) {
  return strncasecmp(text, with, strlen(with)) == 0;
}

struct sm_quic_line *sm_quic_find(struct sm_quic_part part, const char *label) {
  for (size_t n = part.from; n < part.to; n++) {
    struct sm_quic_line *line = &part.file->item[n];
    if (!begins(line->label, label)) continue;
    line->used = true;
    return line;
  }
  return NULL;
}

int sm_quic_numbers(const struct sm_quic_line *line, double *out, int most) {
  int count = 0;
  for (const char *at = line->value; count < most; count++) {
    char *end;
    while (*at == ' ' || *at == '\t' || *at == ',') at++;
    out[count] = strtod(at, &end);
    if (end == at || !isfinite(out[count])) break;
    at = end;
  }
  return count;
}

double sm_quic_number(struct sm_quic *q, struct sm_quic_part part, const char *label,
                      double otherwise) {
  const struct sm_quic_line *line = sm_quic_find(part, label);
  const char *const before = q->c->path;
  double value = otherwise;
  if (line == NULL || sm_quic_numbers(line, &value, 1) == 1) return value;
  q->c->path = part.file->path;
  sm_convert_wrong(q->c, line->line, "%s: '%.40s' is not a number", line->label, line->value);
  q->c->path = before;
  return otherwise;
}

double sm_quic_required(struct sm_quic *q, struct sm_quic_part part, const char *label) {
  const char *const before = q->c->path;
  const double value = sm_quic_number(q, part, label, NAN);
  if (!isnan(value) || q->c->errors > 0) return isnan(value) ? 0 : value;
  q->c->path = part.file->path;
  sm_convert_wrong(q->c, part.from < part.file->count ? part.file->item[part.from].line : 0,
                   "no line '%s'", label);
  q->c->path = before;
  return 0;
}

bool sm_quic_block(struct sm_quic_part *part, const char *start, const char *end,
                   struct sm_quic_part *out) {
  struct sm_quic_line *item = part->file->item;
  size_t from = part->from, to;
  while (from < part->to && !begins(item[from].label, start)) from++;
  if (from >= part->to) return false;
  for (to = from + 1; to < part->to && !begins(item[to].label, end);) to++;
  item[from].used = true;
  if (to < part->to) item[to].used = true;
  *out = (struct sm_quic_part){part->file, from + 1, to};
  part->from = to < part->to ? to + 1 : to;
  return true;
}

/* Reasons why lines are not taken over, by the beginning of their label. */
static const struct {
  const char *label, *why;
} reasons[] = {
    {"Maximum number of iterations", "the solver ends at its tolerance"},
    {"Residual Reduction", "the solver ends at wind.tolerance"},
    {"Use Diffusion", "no diffusion of winds"},
    {"Number of Diffusion", "no diffusion of winds"},
    {"UTC conversion", "times of the sensors are UTC"},
    {"QUIC-CFD", "wind.model = \"rans\" or \"incompressible\" is a flow"},
    {"Explosive building", "no damage of buildings"},
    {"Building Array", "no such parameterisation"},
    {"Upper level", "one profile for the whole height"},
    {"Particle splitting", "no splitting of particles"},
    {"Random number seed", "particles have numbers of their own"},
};

void sm_quic_list_left(struct sm_quic *q, const struct sm_quic_file *file) {
  for (size_t n = 0; n < file->count; n++) {
    const struct sm_quic_line *line = &file->item[n];
    const char *why = "no counterpart";
    double number = NAN;
    if (line->value[0] == '\0') continue;
    q->c->keys++;
    const bool is_off = sm_quic_numbers(line, &number, 1) == 1 && number == 0;
    if (line->used || (is_off && line->label[0] != '\0')) continue;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
      if (begins(line->label, reasons[i].label)) why = reasons[i].why;
    const char *const before = q->c->path;
    q->c->path = file->path;
    sm_convert_leave(q->c, line->line, line->label[0] != '\0' ? line->label : "row", "%s", why);
    q->c->path = before;
  }
}

/* Names the files of a project that are not read, where they are there. */
static void list_others(struct sm_quic *q) {
  static const char *const others[][2] = {
      {"QU_topoinputs.inp", "ground of QUIC: give it as [terrain] file"},
      {"QU_landuse.inp", "land use in a format of its own: give [roughness] file"},
      {"QU_movingcoords.inp", "no moving coordinates"},
      {"QUIC_fire.inp", "no fire spread"},
      {"QP_materials.inp", "species are [[particles.species]]"},
      {"QP_indoor.inp", "indoor concentrations: simoom hazard --air-changes"}};
  char path[4096];
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    snprintf(path, sizeof path, "%s%s", q->c->folder, others[i][0]);
    if (access(path, F_OK) == 0) sm_convert_leave(q->c, 0, others[i][0], "%s", others[i][1]);
  }
}

/* Files of a project, and a label that each has. */
enum { SIMULATION, BUILDINGS, WEATHER, SOURCE, PARAMETERS, FILES };
static const struct {
  const char *name, *label;
} files[FILES] = {[SIMULATION] = {"QU_simparams.inp", "nx"},
                  [BUILDINGS] = {"QU_buildings.inp", "Wall roughness length"},
                  [WEATHER] = {"QU_metparams.inp", "Met input flag"},
                  [SOURCE] = {"QP_source.inp", "Number of sources"},
                  [PARAMETERS] = {"QP_params.inp", "number of particles released"}};

/* The files: what the input has, as of several files joined, is taken from it. */
static enum sm_status read_files(struct sm_convert *c, struct sm_quic_file *input,
                                 struct sm_quic_file *other, struct sm_quic_file **out) {
  for (int f = 0; f < FILES; f++) {
    out[f] = input;
    if (sm_quic_find(sm_quic_whole(input), files[f].label) != NULL) continue;
    SM_TRY(sm_quic_read(c, files[f].name, &other[f]));
    out[f] = &other[f];
  }
  return SM_OK;
}

enum sm_status sm_convert_quic(struct sm_convert *c, struct sm_convert_input *input) {
  struct sm_quic q = {.c = c};
  struct sm_quic_file own, other[FILES] = {{0}}, *file[FILES];
  SM_TRY(sm_quic_parse(c, input->name, input->text, &own));
  SM_TRY(read_files(c, &own, other, file));
  if (file[SIMULATION]->count == 0)
    return sm_fail(c->ctx, SM_ERR_DATA,
                   "%s: there is no QU_simparams.inp beside it\n"
                   "help: convert that file of a QUIC project, in the folder whose name ends in "
                   "_inner; the others are read from there",
                   input->name);
  c->path = file[SIMULATION]->path;
  sm_quic_write_domain(&q, file[SIMULATION]);
  sm_quic_write_buildings(&q, file[SIMULATION], file[BUILDINGS]);
  SM_TRY(sm_quic_write_weather(&q, file[WEATHER]));
  if (file[SOURCE]->count > 0) sm_quic_write_plume(&q, file[SOURCE], file[PARAMETERS]);
  sm_quic_list_left(&q, &own);
  for (int f = 0; f < FILES; f++)
    if (file[f] != &own) sm_quic_list_left(&q, file[f]);
  c->path = input->name;
  list_others(&q);
  return SM_OK;
}
