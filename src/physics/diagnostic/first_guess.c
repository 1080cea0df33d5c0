/* First guess of the diagnostic wind: the weather of one time on the grid, at heights above the
 * ground. Stations are added one after another, each with a table of its profile and with its
 * weights for some rows of columns at a time: memory does not grow with their number. */
#include "physics/diagnostic/internal.h"

#include "device/array_store.h"
#include "physics/diagnostic/ground.h"
#include "physics/diagnostic/objective_analysis.h"
#include "physics/diagnostic/wind_profile.h"
#include <math.h>
#include <string.h>

/* STRIP: numbers in a buffer of weights, unless two rows of columns need more. SLACK: a pair of
 * columns may extend past the end of a row. */
enum { POINTS = 2048, CLASSES = 64, STRIP = 1 << 22, SLACK = 4 };

struct sm_first_guess_model {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_store store;
  struct sm_model_columns *places; /* NULL: the weather has no model grid */
  const struct sm_mg_level *level; /* its open faces are set */
  struct sm_urban_model *urban;    /* records the wind over the blocks; may be NULL */
  int rows;                        /* rows of padded columns */
  size_t row, columns;             /* padded columns per row, and in total */
  double domain_top;               /* top of the profiles, m above ground */
  double class_z0[CLASSES];
  int classes;
  /* On the device: */
  float *ground, *z; /* ground height (m) of padded columns; heights of layer centres (m) */
  uint8_t *surface;  /* roughness class of padded columns */
  float *weight;     /* [strip] */
  float *profile;    /* [axis][class][POINTS + 1] */
  float *one;        /* factor where no roughness changes */
  struct sm_roughness_fetch fetch; /* factor NULL: no roughness changes */
  bool adapts;                     /* the table depends on the roughness */
  bool fetched;                    /* the factors are those of the wind's direction */
  int layers[2], fetch_layers[2];  /* half-open ranges: to compute now; of the wind that the fetch
                                      takes its direction from */
  /* Host copies of weight and profile: */
  float *host_weight, *table;
  double *mean; /* horizontal mean of the profiles, like profile */
  size_t strip, table_size;
};

static size_t row_of(const struct sm_domain *domain) { return (size_t)domain->grid.axis[0].n + 3; }

/* Size of a weight buffer: at least two rows of columns, which the faces between them need, of one
 * field. */
static size_t strip_of(const struct sm_domain *domain) {
  const int most = sm_analysis_max_fields(&domain->weather);
  const size_t row = row_of(domain), all = sm_ground_padded(domain) * (most > 0 ? (size_t)most : 1);
  const size_t usual = 2 * row > STRIP ? 2 * row : STRIP;
  return (all < usual ? all : usual) + SLACK;
}

/* --- set-up --- */

/* Assigns columns to roughness classes, evenly spaced in ln z0. Returns the step. */
static double classify(struct sm_first_guess_model *g) {
  const struct sm_axis *axis = g->domain->grid.axis;
  const size_t columns = (size_t)axis[0].n * (size_t)axis[1].n;
  double low = INFINITY, high = 0;
  for (size_t c = 0; c < columns; c++) {
    low = fmin(low, (double)g->domain->z0[c]);
    high = fmax(high, (double)g->domain->z0[c]);
  }
  g->classes = high > low ? CLASSES : 1;
  const double step = high > low ? log(high / low) / (CLASSES - 1) : 1;
  for (int m = 0; m < g->classes; m++) g->class_z0[m] = low * exp(m * step);
  return step;
}

/* Layers from which internal boundary layers take the wind's direction. z: heights of layers. */
static void find_fetch_layers(struct sm_first_guess_model *g, const float *z) {
  const int n = g->domain->grid.axis[2].n;
  const size_t columns = (size_t)g->domain->grid.axis[0].n * (size_t)g->domain->grid.axis[1].n;
  const float *terrain = g->domain->terrain, roof = (float)g->domain->highest_roof;
  float low = INFINITY, high = -INFINITY;
  for (size_t c = 0; c < columns; c++) {
    low = fminf(low, terrain[c]);
    high = fmaxf(high, terrain[c]);
  }
  g->fetch_layers[0] = sm_fetch_layer(z, n, low, roof);
  g->fetch_layers[1] = sm_fetch_layer(z, n, high, roof) + 1;
}

static enum sm_status upload_columns(struct sm_context *ctx, struct sm_first_guess_model *g) {
  struct sm_store *store = &g->store;
  const struct sm_axis *layers = &g->domain->grid.axis[2];
  const double step = classify(g);
  const size_t nz = (size_t)layers->n;
  SM_SCOPED float *ground = NULL;
  SM_SCOPED uint8_t *surface = NULL;
  SM_TRY(sm_alloc(ctx, g->columns + nz, sizeof *ground, "column arrays", &ground));
  SM_TRY(sm_alloc(ctx, g->columns, 1, "surface classes", &surface));
  sm_ground_pad(g->domain, g->domain->z0, ground);
  for (size_t c = 0; c < g->columns; c++)
    surface[c] = (uint8_t)(log((double)ground[c] / g->class_z0[0]) / step + 0.5);
  sm_ground_pad(g->domain, g->domain->terrain, ground);
  SM_TRY(sm_store_put(ctx, store, ground, g->columns, sizeof *ground, &g->ground));
  SM_TRY(sm_store_put(ctx, store, surface, g->columns, 1, &g->surface));
  for (size_t k = 0; k < nz; k++) ground[k] = (float)layers->centre[k];
  find_fetch_layers(g, ground);
  return sm_store_put(ctx, store, ground, nz, sizeof *ground, &g->z);
}

static enum sm_status allocate(struct sm_context *ctx, struct sm_first_guess_model *g) {
  struct sm_store *store = &g->store;
  SM_TRY(sm_store_put(ctx, store, NULL, g->strip, sizeof *g->weight, &g->weight));
  const float one = 1;
  SM_TRY(sm_store_put(ctx, store, NULL, g->table_size, sizeof *g->profile, &g->profile));
  SM_TRY(sm_store_put(ctx, store, &one, 1, sizeof *g->one, &g->one));
  SM_TRY(sm_store_host(ctx, store, g->strip, sizeof *g->host_weight, &g->host_weight));
  SM_TRY(sm_store_host(ctx, store, g->table_size, sizeof *g->mean, &g->mean));
  return sm_store_host(ctx, store, g->table_size, sizeof *g->table, &g->table);
}

enum sm_status sm_first_guess_create(struct sm_context *ctx, const struct sm_domain *domain,
                                     struct sm_state *state, bool internal_boundary_layers,
                                     struct sm_first_guess_model **out) {
  struct sm_first_guess_model *g = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *g, "the first guess", &g));
  g->domain = domain;
  g->state = state;
  g->store = (struct sm_store){.device = state->device, .what = "the first guess"};
  g->row = row_of(domain);
  g->rows = domain->grid.axis[1].n + 2;
  g->columns = sm_ground_padded(domain);
  g->domain_top = sm_domain_top(domain);
  g->strip = strip_of(domain);
  g->table_size = (size_t)2 * CLASSES * (POINTS + 1);
  enum sm_status status = allocate(ctx, g);
  if (status == SM_OK) status = upload_columns(ctx, g);
  if (status == SM_OK && internal_boundary_layers)
    status = sm_roughness_fetch_create(ctx, domain, state, &g->store, &g->fetch);
  g->fetch.ground = g->ground;
  g->fetch.z = g->z;
  if (status == SM_OK) status = sm_model_columns_create(ctx, domain, &g->places);
  if (status != SM_OK) sm_first_guess_destroy(&g);
  *out = g;
  return status;
}

void sm_first_guess_destroy(struct sm_first_guess_model **first_guess) {
  struct sm_first_guess_model *g = *first_guess;
  if (g == NULL) return;
  sm_model_columns_destroy(&g->places);
  sm_store_clear(&g->store);
  sm_free(g);
  *first_guess = NULL;
}

const float *sm_first_guess_ground(const struct sm_first_guess_model *first_guess) {
  return first_guess->ground;
}
const float *sm_first_guess_layers(const struct sm_first_guess_model *first_guess) {
  return first_guess->z;
}

/* --- one station --- */

static double table_height(const struct sm_first_guess_model *g, int m) {
  const double part = (double)m / POINTS;
  return g->domain_top * part * part;
}

static size_t table_of_axis(const struct sm_first_guess_model *g) {
  return (size_t)g->classes * (POINTS + 1);
}

/* Tabulates the wind profile of a station's reading for every roughness class, at heights top (m /
 * POINTS)^2. */
static void tabulate(struct sm_first_guess_model *g, const struct sm_station *station,
                     const struct sm_station_reading *reading) {
  const size_t axis = table_of_axis(g);
  g->adapts = station->profile == SM_PROFILE_LOG || station->profile == SM_PROFILE_TOWER;
#pragma omp parallel for schedule(static, 32)
  for (int m = 0; m <= POINTS; m++) {
    const double height = table_height(g, m);
    double wind[2] = {0, 0};
    for (int c = 0; c < g->classes; c++) {
      float *to = g->table + (size_t)c * (POINTS + 1) + m;
      if (c == 0 || height < sm_blending_height)
        sm_profile_wind(station, reading, g->class_z0[c], height, wind);
      to[0] = (float)wind[0];
      to[axis] = (float)wind[1];
    }
  }
}

static enum sm_status upload_table(struct sm_context *ctx, struct sm_first_guess_model *g) {
  return sm_device_upload(ctx, g->state->device, g->profile, g->table,
                          2 * table_of_axis(g) * sizeof *g->table);
}

/* The table faded with height. */
static void fade(struct sm_first_guess_model *g, const struct sm_analysis *analysis) {
  const size_t rows = 2 * (size_t)g->classes;
  for (int m = 0; m <= POINTS; m++) {
    const float factor = (float)sm_analysis_fading(analysis, table_height(g, m));
    for (size_t r = 0; r < rows; r++) g->table[r * (POINTS + 1) + (size_t)m] *= factor;
  }
}

/* Adds a profile on the device to the faces of the columns in `box`, except those south of its
 * first row; `weight`: weights of the rows of `box`. only: axis of one component, or -1. */
static void add(const struct sm_first_guess_model *g, const struct sm_column_box *box,
                const float *weight, int only) {
  struct sm_device *device = g->state->device;
  const struct sm_mg_level *level = g->level;
  const int *n = level->layout.n;
  const bool factors = g->adapts && g->fetched;
  struct sm_first_guess first_guess = {.sy = g->state->sy,
                                       .sz = g->state->sz,
                                       .open_sy = level->layout.sy,
                                       .open_sz = level->layout.sz,
                                       .open_colour = level->layout.colour,
                                       .open = level->op.open,
                                       .points = POINTS,
                                       .column_sy = (ptrdiff_t)g->row,
                                       .weight_from = (ptrdiff_t)g->row * box->lo[1],
                                       .weight_end = (ptrdiff_t)g->row * box->hi[1],
                                       .ground = g->ground,
                                       .weight = weight,
                                       .surface = g->surface,
                                       .z = g->z,
                                       .domain_top = (float)g->domain_top,
                                       .factor = factors ? g->fetch.factor : g->one,
                                       .factor_step = factors ? 1 : 0,
                                       .factor_sz = factors ? (int)g->fetch.columns : 0};
  for (first_guess.axis = 0; first_guess.axis < 2; first_guess.axis++) {
    if (only >= 0 && first_guess.axis != only) continue;
    const int most = level->layout.half + (first_guess.axis == 0),
              rows = n[1] + (first_guess.axis == 1);
    const int west = (box->lo[0] > 1 ? box->lo[0] - 1 : 0) / 2, east = box->hi[0] / 2 + 1;
    first_guess.n = n[first_guess.axis];
    first_guess.out = g->state->field[first_guess.axis == 0 ? SM_FIELD_U : SM_FIELD_V];
    first_guess.profile = g->profile + (size_t)first_guess.axis * (size_t)g->classes * (POINTS + 1);
    const struct sm_box faces = {
        {west, box->lo[1], g->layers[0]},
        {east < most ? east : most, box->hi[1] - 1 < rows ? box->hi[1] - 1 : rows, g->layers[1]}};
    device->backend->first_guess(device, &faces, &first_guess);
    if (g->urban != NULL) sm_urban_add_approach(g->urban, &first_guess);
  }
}

/* --- all stations --- */

/* Adds the columns of a weather model, each where its weight is not zero. */
static enum sm_status add_places(struct sm_context *ctx, struct sm_first_guess_model *g, int time) {
  const struct sm_model_columns *p = g->places;
  const int step = (int)((g->strip - SLACK) / g->row) - 1;
  for (int m = 0; m < p->n[0] * p->n[1]; m++) {
    struct sm_column_box box = p->box[m];
    if (box.lo[0] >= box.hi[0]) continue; /* outside the influence of the column */
    const struct sm_station *own = &p->station[m];
    tabulate(g, own, own->reading + (size_t)time * (size_t)own->level_count);
    SM_TRY(upload_table(ctx, g));
    const int north = box.hi[1] < g->rows ? box.hi[1] + 1 : g->rows;
    for (int j = box.lo[1] > 0 ? box.lo[1] - 1 : 0; j < north - 1; j += step) {
      box.lo[1] = j;
      box.hi[1] = j + step + 1 < north ? j + step + 1 : north;
      sm_model_columns_weights(p, m, box.lo[1], box.hi[1], g->host_weight);
      SM_TRY(sm_device_upload(ctx, g->state->device, g->weight, g->host_weight,
                              (size_t)(box.hi[1] - box.lo[1]) * g->row * sizeof *g->host_weight));
      add(g, &box, g->weight, -1);
    }
  }
  return SM_OK;
}

/* Adds a range of analysis fields, strip by strip of columns. Both components of a shared profile
 * are adjacent: its table is computed once. */
static enum sm_status add_fields(struct sm_context *ctx, struct sm_first_guess_model *g,
                                 const struct sm_analysis *analysis, int f0, int f1) {
  const size_t fields = (size_t)(f1 - f0);
  const int step = (int)((g->strip - SLACK) / (g->row * fields)) - 1;
  for (int j = 0; j < g->rows - 1; j += step) {
    const int north = j + step + 1 < g->rows ? j + step + 1 : g->rows;
    const struct sm_column_box box = {{0, j}, {(int)g->row, north}};
    const size_t plane = (size_t)(north - j) * g->row;
    sm_analysis_weights(analysis, &(const struct sm_analysis_part){j, north, f0, f1},
                        g->host_weight);
    SM_TRY(sm_device_upload(ctx, g->state->device, g->weight, g->host_weight,
                            fields * plane * sizeof *g->host_weight));
    for (int f = f0; f < f1; f++) {
      const struct sm_analysis_field *field = &analysis->field[f];
      if (f == f0 || field->reading != field[-1].reading) {
        tabulate(g, field->station, field->reading);
        fade(g, analysis);
        SM_TRY(upload_table(ctx, g));
      }
      add(g, &box, g->weight + (size_t)(f - f0) * plane, field->axis);
    }
  }
  return SM_OK;
}

/* Mean of the profiles that depend on the roughness, or of the others, as far as their differences
 * have faded, into the table. Returns whether there are any. */
static bool tabulate_mean(struct sm_first_guess_model *g, const struct sm_analysis *a,
                          bool adapts) {
  const size_t axis = table_of_axis(g);
  bool any = false;
  memset(g->mean, 0, 2 * axis * sizeof *g->mean);
  for (int f = 0; f < a->field_count; f++) {
    const struct sm_analysis_field *field = &a->field[f];
    if (f == 0 || field->reading != field[-1].reading) tabulate(g, field->station, field->reading);
    if (g->adapts != adapts) continue;
    const size_t from = field->axis == 1 ? axis : 0, end = field->axis == 0 ? axis : 2 * axis;
    for (size_t n = from; n < end; n++) g->mean[n] += a->mean[f] * (double)g->table[n];
    any = true;
  }
  for (size_t n = 0; n < 2 * axis; n++) {
    const double height = table_height(g, (int)(n % (POINTS + 1)));
    g->table[n] = (float)(g->mean[n] * (1 - sm_analysis_fading(a, height)));
  }
  g->adapts = adapts;
  return any;
}

/* Adds the mean to all columns, strip by strip. */
static enum sm_status add_mean(struct sm_context *ctx, struct sm_first_guess_model *g,
                               const struct sm_analysis *analysis) {
  const int step = (int)((g->strip - SLACK) / g->row) - 1;
  if (analysis->mean == NULL) return SM_OK;
  for (size_t n = 0; n < g->strip; n++) g->host_weight[n] = 1;
  SM_TRY(sm_device_upload(ctx, g->state->device, g->weight, g->host_weight,
                          g->strip * sizeof *g->host_weight));
  for (int adapts = 0; adapts < 2; adapts++) {
    if (!tabulate_mean(g, analysis, adapts != 0)) continue;
    SM_TRY(upload_table(ctx, g));
    for (int j = 0; j < g->rows - 1; j += step) {
      const int north = j + step + 1 < g->rows ? j + step + 1 : g->rows;
      const struct sm_column_box box = {{0, j}, {(int)g->row, north}};
      add(g, &box, g->weight, -1);
    }
  }
  return SM_OK;
}

/* The wind of all columns and stations, in a range of layers; 0 in the others. Fields are added as
 * many at a time as fit into the buffer for two rows. */
static enum sm_status add_all(struct sm_context *ctx, struct sm_first_guess_model *g,
                              const struct sm_model_columns *places,
                              const struct sm_analysis *analysis, int time, const int layers[2]) {
  struct sm_device *device = g->state->device;
  const int fields = analysis->field_count, room = (int)((g->strip - SLACK) / (2 * g->row));
  g->layers[0] = layers[0];
  g->layers[1] = layers[1];
  for (int f = SM_FIELD_U; f <= SM_FIELD_W; f++)
    device->backend->clear(device, g->state->field[f].f32,
                           g->state->size * sm_state_real_size(g->state));
  if (places != NULL) SM_TRY(add_places(ctx, g, time));
  for (int f = 0; f < fields; f += room)
    SM_TRY(add_fields(ctx, g, analysis, f, f + room < fields ? f + room : fields));
  return add_mean(ctx, g, analysis);
}

/* Internal boundary layers, in the direction of the wind without them. */
static enum sm_status find_fetch(struct sm_context *ctx, struct sm_first_guess_model *g,
                                 const struct sm_model_columns *places,
                                 const struct sm_analysis *analysis, int time) {
  struct sm_device *device = g->state->device;
  g->urban = NULL;
  g->fetched = false;
  SM_TRY(add_all(ctx, g, places, analysis, time, g->fetch_layers));
  const struct sm_box box = {{0, 0, 0}, {(int)g->row, g->rows, 1}};
  device->backend->roughness_fetch(device, &box, &g->fetch);
  g->fetched = true;
  return SM_OK;
}

enum sm_status sm_first_guess_make(struct sm_context *ctx, struct sm_first_guess_model *g,
                                   const struct sm_weather *weather,
                                   const struct sm_mg_level *level, int time,
                                   struct sm_urban_model *urban) {
  const struct sm_model_columns *places =
      g->places != NULL && sm_model_columns_valid(g->places, time) ? g->places : NULL;
  SM_SCOPED_BY(sm_analysis_destroy) struct sm_analysis *analysis = NULL;
  SM_TRY(sm_analysis_create(ctx, &g->domain->grid, weather, places, time, &analysis));
  enum sm_status status = SM_OK;
  g->level = level;
  if (g->fetch.factor != NULL) status = find_fetch(ctx, g, places, analysis, time);
  g->urban = urban;
  if (urban != NULL) sm_urban_reset(urban);
  const int all[2] = {0, g->domain->grid.axis[2].n};
  if (status == SM_OK) status = add_all(ctx, g, places, analysis, time, all);
  return status;
}
