/* output/view/manifest.c - viewer manifest: sources and fields, in JSON (docs/view.md). */
#include "output/view/view.h"

#include "simoom/simoom.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sm_view_level(const struct sm_view_source *source, const struct sm_view_choice *choice) {
  const int level = source->finest + choice->coarser;
  return level < source->coarsest ? level : source->coarsest;
}

bool sm_view_has_levels(const struct sm_view_source *source, const struct sm_view_field *field) {
  return source->kind == SM_VIEW_PARTICLES || (source->kind == SM_VIEW_GRID && !field->map);
}

size_t sm_view_records(const struct sm_view_field *field, const struct sm_view_choice *choice) {
  const bool times = strcmp(field->along, "time") == 0;
  return times && field->records > choice->times ? choice->times : field->records;
}

size_t sm_view_record(const struct sm_view_field *field, const struct sm_view_choice *choice,
                      size_t n) {
  const size_t count = sm_view_records(field, choice);
  return count < 2 ? field->records - 1 : n * (field->records - 1) / (count - 1);
}

/* Columns of a map that differ from those of the cells. */
static void describe_columns(const struct sm_view_source *source, const struct sm_view_field *field,
                             struct sm_facts *out) {
  static const char *const names[2][2] = {{"ground_x", "ground_x_width"},
                                          {"ground_y", "ground_y_width"}};
  const size_t one = 1;
  const double n[2] = {(double)field->ground[0], (double)field->ground[1]};
  sm_facts_group(out, "columns");
  sm_facts_numbers(out, "n", n, 2);
  sm_facts_integer(out, "by", (int64_t)sm_view_map_factor(field->ground));
  for (int d = 0; d < 2; d++) {
    double end[2], width;
    bool good = true;
    for (int e = 0; e < 2; e++) {
      const size_t at = e == 0 ? 0 : field->ground[d] - 1;
      good = good && sm_wind_file_doubles(source->file, names[d][0], &at, &one, &end[e]) == SM_OK &&
             sm_wind_file_doubles(source->file, names[d][1], &at, &one, &width) == SM_OK;
      if (good) end[e] += (e == 0 ? -0.5 : 0.5) * width;
    }
    if (good) sm_facts_numbers(out, d == 0 ? "x" : "y", end, 2);
  }
  sm_facts_close(out);
}

static void describe_field(const struct sm_view_source *source, const struct sm_view_field *field,
                           const struct sm_view_choice *choice, struct sm_facts *out) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", field->name);
  sm_facts_text(out, "label", field->label);
  sm_facts_text(out, "unit", field->unit);
  sm_facts_text(out, "along", field->along);
  sm_facts_integer(out, "components", field->components);
  sm_facts_flag(out, "map", field->map);
  sm_facts_flag(out, "log", field->logarithmic);
  sm_facts_list(out, "records");
  for (size_t n = 0; n < sm_view_records(field, choice); n++)
    sm_facts_integer(out, NULL, (int64_t)sm_view_record(field, choice, n));
  sm_facts_close(out);
  if (field->range[1] > field->range[0]) sm_facts_numbers(out, "range", field->range, 2);
  if (field->difference) sm_facts_flag(out, "signed", true);
  if (field->ground[0] > 0) describe_columns(source, field, out);
  sm_facts_close(out);
}

/* Values of record dimensions other than time: heights, thresholds. */
static void describe_dimension(struct sm_view_source *source, const char *name,
                               struct sm_facts *out) {
  struct sm_ncdata_variable variable;
  double value[256];
  const size_t zero = 0;
  if (strcmp(name, "time") == 0 || !sm_ncdata_find(&source->data, name, &variable) ||
      !variable.numeric || variable.rank != 1 || variable.size[0] > 256 ||
      sm_ncdata_read(&source->data, &variable, &zero, variable.size, value) != SM_OK)
    return;
  sm_facts_numbers(out, name, value, variable.size[0]);
}

/* Warnings for the viewer: winds that did not converge, a stopped run. */
static void describe_trouble(struct sm_view_source *source, struct sm_facts *out) {
  enum { MOST = 4096 }; /* maximum number of times checked */
  struct sm_ncdata_variable variable;
  double value[MOST];
  size_t wrong = 0, count = 0;
  const size_t zero = 0;
  char text[SM_NCDATA_TEXT], trouble[SM_NCDATA_TEXT + 96] = "";
  if (source->kind == SM_VIEW_PARTICLES) return;
  if (sm_ncdata_find(&source->data, "converged", &variable) && variable.numeric &&
      variable.rank == 1 && variable.size[0] <= MOST &&
      sm_ncdata_read(&source->data, &variable, &zero, variable.size, value) == SM_OK)
    count = variable.size[0];
  for (size_t n = 0; n < count; n++) wrong += value[n] > 0 ? 0 : 1;
  if (wrong > 0)
    snprintf(trouble, sizeof trouble, "The solver did not converge in %zu of %zu winds.", wrong,
             count);
  if (sm_ncdata_text(&source->data, NULL, "simoom_converged", text) && strcmp(text, "no") == 0)
    snprintf(trouble, sizeof trouble, "The solver did not converge.");
  if (sm_ncdata_text(&source->data, NULL, "simoom_stopped", text))
    snprintf(trouble, sizeof trouble, "The run was stopped %s.", text);
  if (trouble[0] != '\0') sm_facts_text(out, "trouble", trouble);
}

static enum sm_status describe_source(struct sm_view_source *source,
                                      const struct sm_view_choice *choice, struct sm_facts *out) {
  static const char *const kinds[] = {"grid", "trajectories", "prisms", "particles"};
  const char *slash = strrchr(source->path, '/');
  sm_facts_group(out, NULL);
  sm_facts_text(out, "kind", kinds[source->kind]);
  sm_facts_text(out, "file", slash != NULL ? slash + 1 : source->path);
  sm_facts_text(out, "title", source->title);
  describe_trouble(source, out);
  if (source->kind == SM_VIEW_GRID)
    sm_view_grid_describe(source, choice, out);
  else if (source->kind == SM_VIEW_PARTICLES)
    sm_view_particles_describe(source, choice, out);
  else
    SM_TRY(sm_view_plane_describe(source->data.ctx, source, out));
  for (int f = 0; f < source->fields; f++) {
    bool told = source->field[f].along[0] == '\0';
    for (int g = 0; g < f; g++)
      told = told || strcmp(source->field[g].along, source->field[f].along) == 0;
    if (!told) describe_dimension(source, source->field[f].along, out);
  }
  bool heights = source->kind == SM_VIEW_GRID; /* heights requested by the case */
  for (int f = 0; f < source->fields; f++)
    heights = heights && strcmp(source->field[f].along, "height") != 0;
  if (heights) describe_dimension(source, "height", out);
  sm_facts_list(out, "fields");
  for (int f = 0; f < source->fields; f++) describe_field(source, &source->field[f], choice, out);
  sm_facts_close(out);
  sm_facts_close(out);
  return sm_ncdata_check(&source->data);
}

static enum sm_status describe_sources(struct sm_view *view, const struct sm_view_choice *choice,
                                       struct sm_facts *out) {
  sm_facts_list(out, "sources");
  for (int s = 0; s < view->sources; s++) {
    SM_TRY(describe_source(view->source[s], choice, out));
    if (view->source[s]->file != NULL) SM_TRY(view->source[s]->file->status);
  }
  sm_facts_close(out);
  return SM_OK;
}

enum sm_status sm_view_describe(struct sm_view *view, const struct sm_view_choice *choice,
                                struct sm_text *out) {
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  sm_facts_integer(&facts, "format", 1);
  sm_facts_text(&facts, "version", sm_version());
  sm_facts_numbers(&facts, "origin", view->origin, 3);
  sm_facts_number(&facts, "height", view->height);
  const enum sm_status status = describe_sources(view, choice, &facts);
  char *json = sm_facts_json(&facts, false);
  if (json != NULL)
    sm_text_add_bytes(out, json, strlen(json));
  else
    out->failed = true;
  free(json);
  return status;
}
