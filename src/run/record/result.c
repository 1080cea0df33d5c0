#include "run/options.h"
#include "run/record/record.h"

#include "base/text.h"
#include "domain/domain.h"
#include "output/analyse/slice_interpolation.h"
#include "output/face_wind.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Three axes with centres, faces and widths, three maps, cells and zones, three velocity
   components. */
enum { OTHERS = 9 + 3 + 2 + 3 };

struct sm_result {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_face_wind wind;
  struct sm_result_facts facts;
  struct sm_array array[OTHERS + SM_CELL_FIELDS];
  int count;
  double *axis[3];     /* centres, then faces, in file coordinates */
  float *terrain;      /* altitude */
  struct sm_text text; /* description of the weather */
  char device[128];
  void *holder;
  void (*release)(void *holder);
};

static const char *const centre_names[3] = {"x", "y", "z"};
static const char *const face_names[3] = {"xf", "yf", "zf"};

static int cells_along(const struct sm_result *r, int axis) { return r->domain->grid.axis[axis].n; }

static int64_t size_of(enum sm_array_type type) {
  return type == SM_ARRAY_U8 ? 1 : type == SM_ARRAY_F32 ? 4 : 8;
}

static struct sm_array *add(struct sm_result *r, const char *name, const char *standard,
                            const char *longer, const char *unit, enum sm_array_type type,
                            const void *data) {
  struct sm_array *a = &r->array[r->count++];
  *a = (struct sm_array){.size = sizeof *a,
                         .name = name,
                         .standard_name = standard != NULL ? standard : "",
                         .long_name = longer != NULL ? longer : "",
                         .unit = unit != NULL ? unit : "",
                         .type = type,
                         .data = data};
  return a;
}

/* Sets the dimensions of a map (rank 2) or of cells (3), on the faces normal to an axis (-1:
 * centres). `row` and `layer`: strides of rows and layers in values (0: contiguous). */
static void set_shape(const struct sm_result *r, struct sm_array *a, int rank, int across,
                      ptrdiff_t row, ptrdiff_t layer) {
  const int64_t nx = cells_along(r, 0), ny = cells_along(r, 1), size = size_of(a->type);
  const int64_t step[3] = {size, size * (row != 0 ? row : nx), size * (row != 0 ? layer : nx * ny)};
  a->rank = rank;
  for (int n = 0; n < rank; n++) {
    const int axis = rank - 1 - n;
    const bool faces = across == axis;
    a->dimension[n] = faces ? face_names[axis] : centre_names[axis];
    a->shape[n] = cells_along(r, axis) + faces;
    a->stride[n] = step[axis];
  }
}

static void add_line(struct sm_result *r, const char *name, const char *longer,
                     const char *dimension, int count, const double *data) {
  struct sm_array *a = add(r, name, "", longer, "m", SM_ARRAY_F64, data);
  a->rank = 1;
  a->dimension[0] = dimension;
  a->shape[0] = count;
  a->stride[0] = sizeof *data;
}

static enum sm_status add_axes(struct sm_context *ctx, struct sm_result *r) {
  static const char *const standard[3] = {"projection_x_coordinate", "projection_y_coordinate",
                                          "altitude"},
                           *const widths[3] = {"x_width", "y_width", "z_width"};
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &r->domain->grid.axis[d];
    const double origin = r->domain->grid.origin[d];
    if (r->axis[d] == NULL)
      SM_TRY(sm_alloc(ctx, 2 * (size_t)axis->n + 1, sizeof *r->axis[d], "axis", &r->axis[d]));
    double *faces = r->axis[d] + axis->n;
    for (int i = 0; i < axis->n; i++) r->axis[d][i] = origin + axis->centre[i];
    for (int i = 0; i <= axis->n; i++) faces[i] = origin + axis->face[i];
    add_line(r, centre_names[d], "position of the cell centres", centre_names[d], axis->n,
             r->axis[d]);
    r->array[r->count - 1].standard_name = standard[d];
    add_line(r, face_names[d], "position of the cell faces", face_names[d], axis->n + 1, faces);
    add_line(r, widths[d], "size of the cells", centre_names[d], axis->n, axis->width);
  }
  return SM_OK;
}

static struct sm_array *add_field(struct sm_result *r, const struct sm_field_info *info,
                                  enum sm_array_type type, const void *data) {
  return add(r, info->name, info->standard_name, info->long_name, info->unit, type, data);
}

static enum sm_status add_maps(struct sm_context *ctx, struct sm_result *r) {
  const size_t columns = (size_t)cells_along(r, 0) * (size_t)cells_along(r, 1);
  const struct sm_domain *domain = r->domain;
  if (r->terrain == NULL)
    SM_TRY(sm_alloc(ctx, columns, sizeof *r->terrain, "altitude of the ground", &r->terrain));
  for (size_t c = 0; c < columns; c++)
    r->terrain[c] = (float)(domain->grid.origin[2] + (double)domain->terrain[c]);
  const float *const map[] = {r->terrain, domain->building, domain->z0};
  for (int m = 0; m < 3; m++)
    set_shape(
        r, add_field(r, sm_field_get((enum sm_field)(SM_FIELD_TERRAIN + m)), SM_ARRAY_F32, map[m]),
        2, -1, 0, 0);
  return SM_OK;
}

static void add_cells(struct sm_result *r) {
  const struct sm_face_wind *wind = &r->wind;
  const void *const component[3] = {wind->u, wind->v, wind->w};
  set_shape(r,
            add(r, "cell", "", "faces of the cell that are open, and what fills it", "",
                SM_ARRAY_U8, r->domain->cell),
            3, -1, 0, 0);
  if (wind->zone != NULL) {
    struct sm_array *zone = add_field(r, sm_field_get(SM_FIELD_ZONE), SM_ARRAY_U8, wind->zone);
    zone->flags = sm_zone_names();
    set_shape(r, zone, 3, -1, 0, 0);
  }
  for (int d = 0; d < 3; d++)
    set_shape(r,
              add_field(r, sm_field_get((enum sm_field)(SM_FIELD_U_FACE + d)),
                        wind->is_double ? SM_ARRAY_F64 : SM_ARRAY_F32, component[d]),
              3, d, wind->stride_y, wind->stride_z);
  for (int f = 0; f < wind->field_count; f++) {
    const struct sm_cell_field *field = &wind->field[f];
    const bool own = field->stride_y != 0;
    set_shape(
        r, add_field(r, &field->info, field->is_double ? SM_ARRAY_F64 : SM_ARRAY_F32, field->value),
        3, -1, own ? field->stride_y : wind->stride_y, own ? field->stride_z : wind->stride_z);
  }
}

static enum sm_status set_facts(struct sm_context *ctx, const struct sm_result_source *source,
                                struct sm_result *r) {
  const struct sm_case *c = r->c;
  const struct sm_weather *weather = &r->domain->weather;
  const double *t = weather->time;
  const bool between = t[source->time] - t[0] != source->moment; /* a flow between weather times;
                                                                    also for NAN */
  const double time = between && !isnan(t[0]) ? t[0] + source->moment : t[source->time];
  sm_text_clear(&r->text);
  r->text.failed = false;
  sm_weather_describe(weather, &r->text);
  if (r->text.failed) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the weather");
  snprintf(r->device, sizeof r->device, "%s", source->device);
  r->facts = (struct sm_result_facts){.name = c->name,
                                      .title = c->title,
                                      .case_text = c->text,
                                      .overrides = c->overrides != NULL ? c->overrides : "",
                                      .device = r->device,
                                      .weather = r->text.data != NULL ? r->text.data : "",
                                      .crs = r->domain->crs.wkt2 != NULL ? r->domain->crs.wkt2 : "",
                                      .convergence = r->domain->convergence,
                                      .time = time,
                                      .is_date = !weather->relative && isfinite(time),
                                      .index = source->time,
                                      .converged = source->report->converged,
                                      .iterations = source->report->iterations,
                                      .residual = source->report->residual,
                                      .divergence = source->report->divergence};
  return SM_OK;
}

enum sm_status sm_result_update(struct sm_context *ctx, const struct sm_result_source *source,
                                struct sm_result *r) {
  r->count = 0;
  SM_TRY(sm_run_outputs_on_host(ctx, source->outputs, source->state, source->view, &r->wind));
  SM_TRY(set_facts(ctx, source, r));
  SM_TRY(add_axes(ctx, r));
  SM_TRY(add_maps(ctx, r));
  add_cells(r);
  return SM_OK;
}

enum sm_status sm_result_make(struct sm_context *ctx, const struct sm_result_source *source,
                              struct sm_result **out) {
  struct sm_result *r = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *r, "the result", &r));
  r->c = source->c;
  r->domain = source->domain;
  const enum sm_status status = sm_result_update(ctx, source, r);
  *out = r;
  if (status != SM_OK) sm_result_destroy(out);
  return status;
}

void sm_result_own(struct sm_result *result, void *holder, void (*release)(void *holder)) {
  result->holder = holder;
  result->release = release;
}

void sm_result_destroy(struct sm_result **result) {
  struct sm_result *r = *result;
  if (r == NULL) return;
  if (r->release != NULL) r->release(r->holder);
  for (int d = 0; d < 3; d++) sm_free(r->axis[d]);
  sm_free(r->terrain);
  sm_text_free(&r->text);
  sm_free(r);
  *result = NULL;
}

int sm_result_count(const struct sm_result *result) { return result->count; }

void sm_result_array(const struct sm_result *result, int i, struct sm_array *out) {
  const struct sm_array none = {.size = sizeof none, .name = ""};
  sm_struct_give(i >= 0 && i < result->count ? &result->array[i] : &none, out);
}

struct sm_result_facts sm_result_get_facts(const struct sm_result *result) {
  return result->facts;
}

static const struct sm_cell_field *find_field(const struct sm_result *r, const char *name) {
  for (int f = 0; f < r->wind.field_count; f++)
    if (strcmp(r->wind.field[f].info.name, name) == 0) return &r->wind.field[f];
  return NULL;
}

/* Index of "u", "v", "w"; 3: none of them. */
static int find_component(const char *name) {
  const enum sm_field field = sm_field_find(name);
  return field <= SM_FIELD_W ? (int)field - SM_FIELD_U : 3;
}

static enum sm_status no_such(struct sm_context *ctx, const char *name) {
  return sm_fail(ctx, SM_ERR_USAGE, "error: the result has no '%s' on cells", name);
}

enum sm_status sm_result_cells(struct sm_context *ctx, const struct sm_result *result,
                               const char *name, float *out) {
  const size_t nx = (size_t)cells_along(result, 0), ny = (size_t)cells_along(result, 1);
  const struct sm_cell_field *field = find_field(result, name);
  const int nz = cells_along(result, 2);
  const int component = find_component(name);
  if (field == NULL && component == 3) return no_such(ctx, name);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; k++) {
    const struct sm_cell_slab slab = {{(size_t)k, 0, 0}, {1, ny, nx}, nx, nx * ny};
    float *layer = out + (size_t)k * nx * ny;
    if (field != NULL)
      sm_cells_field(result->domain, &result->wind, field, &slab, NAN, layer);
    else
      sm_cells_velocity(result->domain, &result->wind, component, &slab, NAN, layer);
  }
  return SM_OK;
}

enum sm_status sm_result_slice(struct sm_context *ctx, const struct sm_result *result,
                               const char *name, double height, float *out) {
  const size_t columns = (size_t)cells_along(result, 0) * (size_t)cells_along(result, 1);
  const struct sm_cell_field *field = name != NULL ? find_field(result, name) : NULL;
  if (name != NULL && field == NULL) return no_such(ctx, name);
  if (field != NULL)
    sm_slice_field(result->domain, &result->wind, field, height, out);
  else
    sm_slice_wind(result->domain, &result->wind, height, out, out + columns, out + 2 * columns);
  return SM_OK;
}

enum sm_status sm_result_value(struct sm_context *ctx, const struct sm_result *result,
                               const char *name, const double at[2], double height, double *out) {
  const struct sm_cell_field *field = find_field(result, name);
  const int component = find_component(name);
  double wind[3];
  if (field == NULL && component == 3) return no_such(ctx, name);
  if (field == NULL) sm_slice_wind_at(result->domain, &result->wind, at, height, wind);
  *out = field == NULL ? wind[component]
                       : sm_slice_field_at(result->domain, &result->wind, field, at, height);
  return SM_OK;
}
