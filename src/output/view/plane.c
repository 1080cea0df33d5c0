/* output/view/plane.c - viewer data of particle trajectories, and of prisms. */
#include "output/view/view.h"

#include <math.h>
#include <string.h>

enum { MOST_WAYS = 6000, MOST_PLACES = 2000000 };

/* Finds a required variable with a given number of dimensions. */
static enum sm_status find(struct sm_view_source *source, const char *name, int rank,
                           struct sm_ncdata_variable *out) {
  if (!sm_ncdata_find(&source->data, name, out) || !out->numeric || out->rank != rank)
    return sm_fail(source->data.ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' is missing, or not as in files of simoom",
                   source->path, name);
  return SM_OK;
}

static enum sm_status read_all(struct sm_view_source *source, const char *name, int rank,
                               double **out, size_t *count) {
  struct sm_ncdata_variable variable;
  const size_t zero[2] = {0, 0};
  SM_TRY(find(source, name, rank, &variable));
  *count = variable.size[0] * (rank == 2 ? variable.size[1] : 1);
  SM_TRY(sm_alloc(source->data.ctx, *count, sizeof **out, "numbers of a page", out));
  return sm_ncdata_read(&source->data, &variable, zero, variable.size, *out);
}

enum sm_status sm_view_trajectories_open(struct sm_context *ctx, struct sm_view_source *source) {
  struct sm_ncdata_variable x, speed;
  SM_TRY(find(source, "x", 2, &x));
  source->n[0] = x.size[0];
  source->n[1] = x.size[1];
  if (source->n[0] == 0 || source->n[1] == 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the file contains no way", source->path);
  for (source->by[0] = 1; sm_view_coarse(source->n[0], source->by[0]) > MOST_WAYS;) source->by[0]++;
  for (source->by[1] = 1;
       sm_view_coarse(source->n[0], source->by[0]) * sm_view_coarse(source->n[1], source->by[1]) >
       MOST_PLACES;)
    source->by[1]++;
  sm_view_add_field(source, "places", "places of particles", "m")->components = 3;
  if (sm_ncdata_find(&source->data, "speed", &speed) && speed.rank == 2)
    sm_view_add_field(source, "speed", "speed of the particle", "m s-1");
  if (sm_ncdata_find(&source->data, "diameter", &speed) && speed.rank == 1)
    sm_view_add_field(source, "diameter", "diameter", "m");
  return SM_OK;
}

enum sm_status sm_view_prisms_open(struct sm_context *ctx, struct sm_view_source *source) {
  static const char *const nodes[] = {"node_x", "node_y", "bottom", "surface"};
  struct sm_ncdata_variable v;
  (void)ctx;
  for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++) {
    SM_TRY(find(source, nodes[n], 1, &v));
    sm_view_add_field(source, nodes[n], nodes[n], "m");
  }
  SM_TRY(find(source, "face_nodes", 2, &v));
  sm_view_add_field(source, "face_nodes", "nodes of the triangles", "")->whole = true;
  for (int i = 0; i < source->data.variable_count; i++) {
    char dimension[2][SM_NCDATA_NAME], label[SM_NCDATA_TEXT], unit[SM_NCDATA_TEXT];
    if (!sm_ncdata_inquire(&source->data, i, &v) || !v.numeric || v.rank != 2) continue;
    for (int d = 0; d < 2; d++)
      sm_ncdata_dimension_name(&source->data, v.dimension[d], dimension[d]);
    if (strcmp(dimension[0], "layer") != 0 || strcmp(dimension[1], "face") != 0) continue;
    if (strcmp(v.name, "height") == 0 || strcmp(v.name, "volume") == 0) continue;
    if (!sm_ncdata_text(&source->data, &v, "long_name", label)) memcpy(label, v.name, 200);
    sm_ncdata_text(&source->data, &v, "units", unit);
    struct sm_view_field *field = sm_view_add_field(source, v.name, label, unit);
    if (field == NULL) break;
    memcpy(field->along, "layer", 6);
    field->records = v.size[0];
  }
  return SM_OK;
}

/* Time of each sample, from the first trajectory that has it. */
static enum sm_status describe_samples(struct sm_context *ctx, struct sm_view_source *source,
                                       struct sm_facts *out) {
  SM_SCOPED double *time = NULL;
  size_t count = 0, kept = 0;
  char unit[SM_NCDATA_TEXT];
  struct sm_ncdata_variable variable;
  const size_t trajectories = source->n[0], samples = source->n[1];
  enum sm_status status = read_all(source, "time", 2, &time, &count);
  if (status == SM_OK && count != trajectories * samples)
    status =
        sm_fail(ctx, SM_ERR_DATA, "%s: error: 'time' has another shape than 'x'", source->path);
  for (size_t t = 0; t < samples && status == SM_OK; t += source->by[1]) {
    double at = NAN;
    for (size_t p = 0; p < trajectories && isnan(at); p++) at = time[p * samples + t];
    time[kept++] = at; /* kept <= t: overwrites values already used */
  }
  if (status == SM_OK) {
    sm_facts_numbers(out, "times", time, kept);
    const bool calendar = sm_ncdata_find(&source->data, "time", &variable) &&
                          sm_ncdata_text(&source->data, &variable, "units", unit) &&
                          strncmp(unit, "seconds since 1970", 18) == 0;
    sm_facts_flag(out, "calendar", calendar);
    sm_facts_integer(out, "trajectories", (int64_t)sm_view_coarse(trajectories, source->by[0]));
    sm_facts_integer(out, "samples", (int64_t)kept);
    sm_facts_integer(out, "of", (int64_t)trajectories);
    sm_facts_integer(out, "every", (int64_t)source->by[0]);
  }
  return status == SM_OK ? sm_ncdata_check(&source->data) : status;
}

enum sm_status sm_view_plane_describe(struct sm_context *ctx, struct sm_view_source *source,
                                      struct sm_facts *out) {
  if (source->kind == SM_VIEW_TRAJECTORIES) return describe_samples(ctx, source, out);
  SM_SCOPED double *sigma = NULL;
  size_t count = 0;
  enum sm_status status = read_all(source, "sigma_face", 1, &sigma, &count);
  if (status == SM_OK) sm_facts_numbers(out, "sigma", sigma, count);
  return status;
}

enum sm_status sm_view_trajectories_corner(struct sm_view_source *source, double corner[3]) {
  static const char *const axes[3] = {"x", "y", "z"};
  for (int d = 0; d < 3; d++) {
    double *value = NULL;
    size_t count = 0;
    const enum sm_status status = read_all(source, axes[d], 2, &value, &count);
    corner[d] = INFINITY;
    for (size_t n = 0; n < count && status == SM_OK; n++) corner[d] = fmin(corner[d], value[n]);
    if (!isfinite(corner[d])) corner[d] = 0;
    sm_free(value);
    SM_TRY(status);
  }
  return SM_OK;
}

/* Reads a field of the shown trajectories and samples, [trajectory][sample]. */
static enum sm_status thin(struct sm_view_source *source, const char *name, int rank, double **out,
                           size_t *count) {
  size_t all = 0;
  SM_TRY(read_all(source, name, rank, out, &all));
  const size_t trajectories = source->n[0], samples = rank == 2 ? source->n[1] : 1;
  if (all != trajectories * samples)
    return sm_fail(source->data.ctx, SM_ERR_DATA, "%s: error: '%s' has another shape than 'x'",
                   source->path, name);
  *count = 0;
  for (size_t p = 0; p < trajectories; p += source->by[0])
    for (size_t t = 0; t < samples; t += source->by[1])
      (*out)[(*count)++] = (*out)[p * samples + t];
  return SM_OK;
}

static enum sm_status make_trajectories(struct sm_context *ctx, struct sm_view_source *source,
                                        const struct sm_view_block_request *want, void **out,
                                        size_t *size) {
  static const char *const axes[3] = {"x", "y", "z"};
  const struct sm_view_field *field = &source->field[want->field];
  const int rank = strcmp(field->name, "diameter") == 0 ? 1 : 2;
  double *value[3] = {NULL, NULL, NULL};
  struct sm_view_values values = {.components = field->components};
  enum sm_status status = SM_OK;
  for (int c = 0; c < field->components && status == SM_OK; c++) {
    status = thin(source, field->components == 3 ? axes[c] : field->name, rank, &value[c],
                  &values.count);
    values.exact[c] = value[c];
  }
  if (status == SM_OK) status = sm_view_encode(ctx, &values, 16, want->effort, out, size);
  for (int c = 0; c < 3; c++) sm_free(value[c]);
  return status;
}

static enum sm_status make_prisms(struct sm_context *ctx, struct sm_view_source *source,
                                  const struct sm_view_block_request *want, void **out,
                                  size_t *size) {
  const struct sm_view_field *field = &source->field[want->field];
  struct sm_view_values values = {.components = 1};
  struct sm_ncdata_variable variable;
  SM_SCOPED double *value = NULL;
  SM_SCOPED int32_t *number = NULL;
  if (field->along[0] == '\0') {
    SM_TRY(read_all(source, field->name, field->whole ? 2 : 1, &value, &values.count));
  } else {
    SM_TRY(find(source, field->name, 2, &variable));
    const size_t start[2] = {want->record, 0}, part[2] = {1, variable.size[1]};
    values.count = part[1];
    SM_TRY(sm_alloc(ctx, values.count, sizeof *value, "numbers of a page", &value));
    SM_TRY(sm_ncdata_read(&source->data, &variable, start, part, value));
  }
  values.exact[0] = value;
  if (field->whole) {
    SM_TRY(sm_alloc(ctx, values.count, sizeof *number, "numbers of a page", &number));
    for (size_t i = 0; i < values.count; i++)
      number[i] = fabs(value[i]) < 2e9 ? (int32_t)value[i] : -1;
    values.number = number;
  }
  return sm_view_encode(ctx, &values, field->whole ? 32 : 16, want->effort, out, size);
}

enum sm_status sm_view_plane_make(struct sm_context *ctx, struct sm_view *view,
                                  const struct sm_view_block_request *want, void **out,
                                  size_t *size) {
  struct sm_view_source *source = view->source[want->source];
  return source->kind == SM_VIEW_TRAJECTORIES ? make_trajectories(ctx, source, want, out, size)
                                              : make_prisms(ctx, source, want, out, size);
}
