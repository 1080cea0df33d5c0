/* One-way nesting: wind of the coarse run on the faces of the domain, and its scalars in cells
 * (docs/theory/nesting.md). */
#include "domain/weather/weather.h"
#include <math.h>
#include <string.h>

/* Layers per read. */
enum { LAYERS = 16 };

/* Heights over which differences of the ground fade, in those differences. */
static const double fading = 5;

/* In place of an axis. */
enum { SCALAR = -1 };

/* Dry adiabatic lapse rate, g / c_p, K/m. */
static const double dry_adiabatic = 9.81 / 1004.5;

/* One component of a coarse wind, or a scalar, in the cells of the window. */
struct component {
  const struct sm_wind_nest *nest;
  int d; /* SCALAR: `field` of the file */
  struct sm_ncdata_variable field;
  double lapse;           /* K/m, added to a scalar above the bottom of the domain */
  bool on_faces;          /* across its axis */
  int n[3];               /* values along each axis */
  const double *place[3]; /* their positions, m */
  double *value;          /* m/s, [z][y][x] */
};

static int64_t at(const int n[3], int i, int j, int k) {
  return i + (int64_t)n[0] * (j + (int64_t)n[1] * k);
}

/* Reads the window of a component of a level. */
static enum sm_status read_window(struct sm_context *ctx, int level, struct component *c) {
  const struct sm_wind_nest *nest = c->nest;
  struct sm_winds_file *file = &nest->levels->file;
  const size_t nx = sm_winds_file_count(file, c->d, 0), ny = sm_winds_file_count(file, c->d, 1);
  const size_t time = nest->levels->place[level].time;
  SM_SCOPED double *layer = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_alloc(ctx, LAYERS * nx * ny, sizeof *layer, "winds of the coarser run", &layer));
  for (int k = 0; k < c->n[2] && status == SM_OK; k += LAYERS) {
    const int layers = c->n[2] - k < LAYERS ? c->n[2] - k : LAYERS;
    const size_t first = (size_t)(nest->low[2] + k), count = (size_t)layers;
    status = c->d == SCALAR ? sm_winds_file_read_field(file, &c->field, time, first, count, layer)
                            : sm_winds_file_read(file, time, c->d, first, count, layer);
    for (int m = 0; m < layers && status == SM_OK; m++)
      for (int j = 0; j < c->n[1]; j++)
        for (int i = 0; i < c->n[0]; i++) {
          const size_t from =
              (size_t)(nest->low[0] + i) + nx * ((size_t)(nest->low[1] + j) + ny * (size_t)m);
          const double value = layer[from];
          c->value[at(c->n, i, j, k + m)] = isnan(value) ? 0 : value;
        }
  }
  return status;
}

/* Whether a value lies in or beside the air. */
static bool is_known(const struct component *c, const int cell[3]) {
  const int *n = c->nest->n;
  int high[3] = {cell[0], cell[1], cell[2]}, low[3] = {cell[0], cell[1], cell[2]};
  if (c->on_faces) {
    low[c->d] = cell[c->d] > 0 ? cell[c->d] - 1 : 0;
    if (high[c->d] == n[c->d]) high[c->d]--;
  }
  return c->nest->air[at(n, high[0], high[1], high[2])] != 0 ||
         c->nest->air[at(n, low[0], low[1], low[2])] != 0;
}

/* Interval of a position and the weight of its upper end; 0 and 1 beyond the ends. */
static int find_interval(const double *place, int n, double x, double *weight) {
  int low = 0, high = n - 1;
  *weight = 0;
  if (n < 2 || x <= place[0]) return 0;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (place[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  *weight = fmin((x - place[low]) / (place[low + 1] - place[low]), 1);
  return low;
}

/* Value of a map of the coarse columns, linear between their centres. */
static double ground_at(const struct sm_wind_nest *nest, double x, double y) {
  double a, b;
  const int i = find_interval(nest->centre[0], nest->n[0], x, &a);
  const int j = find_interval(nest->centre[1], nest->n[1], y, &b);
  const int right = i + (nest->n[0] > 1), up = j + (nest->n[1] > 1);
  const double *g = nest->ground;
  const int n = nest->n[0];
  return (1 - b) * ((1 - a) * g[i + n * j] + a * g[right + n * j]) +
         b * ((1 - a) * g[i + n * up] + a * g[right + n * up]);
}

/* Component at a position of the coarse run, from the values in the air around it. Below the lowest
 * of them the horizontal wind falls by the logarithmic law, the vertical one linearly; a scalar is
 * constant. */
static double value_at(const struct component *c, const double p[3], double ground, double z0) {
  int first[3];
  double part[3], sum = 0, weights = 0, height = 0;
  for (int a = 0; a < 3; a++) first[a] = find_interval(c->place[a], c->n[a], p[a], &part[a]);
  for (int corner = 0; corner < 8; corner++) {
    int cell[3];
    double weight = 1;
    for (int a = 0; a < 3; a++) {
      const int up = corner >> a & 1;
      weight *= up ? part[a] : 1 - part[a];
      cell[a] = first[a] + (up && c->n[a] > 1);
    }
    if (!(weight > 0) || !is_known(c, cell)) continue;
    sum += weight * c->value[at(c->n, cell[0], cell[1], cell[2])];
    height += weight * c->place[2][cell[2]];
    weights += weight;
  }
  if (!(weights > 0)) return 0;
  const double above = p[2] - ground, known = height / weights - ground;
  double factor = 1;
  if (c->d != SCALAR && known > above * (1 + 1e-9) && known > 0)
    factor = above <= 0 ? 0 : c->d == 2 ? above / known : log1p(above / z0) / log1p(known / z0);
  return factor * sum / weights;
}

/* Ground and roughness length of the domain at a face: means of both columns. */
static double mean_of(const struct sm_domain *domain, const float *map, int d, const int cell[3]) {
  const struct sm_axis *axis = domain->grid.axis;
  int high[2], low[2];
  for (int a = 0; a < 2; a++) {
    high[a] = cell[a] < axis[a].n ? cell[a] : axis[a].n - 1;
    low[a] = d == a && cell[a] > 0 ? cell[a] - 1 : high[a];
  }
  return 0.5 * ((double)map[high[0] + (int64_t)axis[0].n * high[1]] +
                (double)map[low[0] + (int64_t)axis[0].n * low[1]]);
}

/* Value at position p of the domain, in or beside a cell. */
static double value_in(const struct sm_domain *domain, const struct component *c, const int cell[3],
                       double p[3]) {
  const double own = mean_of(domain, domain->terrain, c->d, cell);
  const double ground = ground_at(c->nest, p[0], p[1]), step = own - ground;
  const double reach = fading * fabs(step), above = p[2] - own;
  if (above < reach) p[2] -= step * (1 - fmax(above, 0) / reach);
  return value_at(c, p, ground, mean_of(domain, domain->z0, c->d, cell));
}

/* Adds `share` of the component to the faces of the domain. */
static void spread(const struct sm_domain *domain, const struct component *c, double share,
                   double *u, ptrdiff_t sy, ptrdiff_t sz) {
  const struct sm_axis *axis = domain->grid.axis;
  const int nx = axis[0].n + (c->d == 0), ny = axis[1].n + (c->d == 1),
            nz = axis[2].n + (c->d == 2);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const int cell[3] = {i, j, k};
        double p[3];
        for (int a = 0; a < 3; a++)
          p[a] = a == c->d ? axis[a].face[cell[a]] : axis[a].centre[cell[a]];
        u[i + j * sy + k * sz] += share * value_in(domain, c, cell, p);
      }
}

/* Adds `share` of a scalar to cells. */
static void spread_scalar(const struct sm_domain *domain, const struct component *c, double share,
                          const struct sm_nest_cells *to) {
  const struct sm_axis *axis = domain->grid.axis;
  const struct sm_box *box = &to->box;
  const int nx = box->hi[0] - box->lo[0], ny = box->hi[1] - box->lo[1];
#pragma omp parallel for schedule(static)
  for (int k = box->lo[2]; k < box->hi[2]; k++)
    for (int j = box->lo[1]; j < box->hi[1]; j++)
      for (int i = box->lo[0]; i < box->hi[0]; i++) {
        const int cell[3] = {i, j, k};
        double p[3];
        for (int a = 0; a < 3; a++)
          p[a] = to->side / 2 == a && to->side >= 0 ? axis[a].face[to->side % 2 ? axis[a].n : 0]
                                                    : axis[a].centre[cell[a]];
        const double height = p[2] - axis[2].face[0];
        to->out[(i - box->lo[0]) + nx * ((j - box->lo[1]) + (ptrdiff_t)ny * (k - box->lo[2]))] +=
            share * (value_in(domain, c, cell, p) + c->lapse * height);
      }
}

/* Allocates the values of a component and reads those of a level. */
static enum sm_status load(struct sm_context *ctx, int level, struct component *c) {
  const struct sm_wind_nest *nest = c->nest;
  size_t count = 1;
  c->on_faces = c->d != SCALAR && nest->levels->file.on_faces;
  for (int a = 0; a < 3; a++) {
    const bool face = c->on_faces && a == c->d;
    c->n[a] = nest->n[a] + face;
    c->place[a] = face ? nest->face[a] : nest->centre[a];
    count *= (size_t)c->n[a];
  }
  SM_TRY(sm_alloc(ctx, count, sizeof *c->value, "winds of the coarser run", &c->value));
  return read_window(ctx, level, c);
}

static enum sm_status add_level(struct sm_context *ctx, const struct sm_domain *domain, int level,
                                double share, double *const u[3], ptrdiff_t sy, ptrdiff_t sz) {
  enum sm_status status = SM_OK;
  SM_TRY(sm_wind_level_open(ctx, domain->nest->levels, level));
  for (int d = 0; d < 3 && status == SM_OK; d++) {
    struct component c = {.nest = domain->nest, .d = d};
    status = load(ctx, level, &c);
    if (status == SM_OK) spread(domain, &c, share, u[d], sy, sz);
    sm_free(c.value);
  }
  return status;
}

/* Level before a time, and the weight of the next one. */
static int levels_at(const struct sm_wind_nest *nest, double time, double *part) {
  const int count = nest->levels->count;
  int level = 0;
  while (level < count - 2 && nest->time[level + 1] <= time) level++;
  *part = 0;
  if (count > 1)
    *part =
        fmin(fmax((time - nest->time[level]) / (nest->time[level + 1] - nest->time[level]), 0), 1);
  return level;
}

enum sm_status sm_wind_nest_wind(struct sm_context *ctx, const struct sm_domain *domain,
                                 double time, double *const u[3], ptrdiff_t sy, ptrdiff_t sz) {
  const struct sm_axis *axis = domain->grid.axis;
  double part;
  const int level = levels_at(domain->nest, time, &part);
  for (int d = 0; d < 3; d++)
    for (int k = 0; k <= axis[2].n; k++)
      for (int j = 0; j <= axis[1].n; j++)
        for (int i = 0; i <= axis[0].n; i++) u[d][i + j * sy + k * sz] = 0;
  if (part < 1) SM_TRY(add_level(ctx, domain, level, 1 - part, u, sy, sz));
  return part > 0 ? add_level(ctx, domain, level + 1, part, u, sy, sz) : SM_OK;
}

/* --- columns --- */

/* Component in a cell of the window; mean of its faces. */
static double in_cell(const struct component *c, const int cell[3]) {
  int next[3] = {cell[0], cell[1], cell[2]};
  if (c->on_faces) next[c->d]++;
  return 0.5 * (c->value[at(c->n, cell[0], cell[1], cell[2])] +
                c->value[at(c->n, next[0], next[1], next[2])]);
}

/* Levels of a column, from the lowest cell with air above the roughness length upwards. */
static void take_column(const struct component wind[2], int i, int j,
                        const struct sm_station *column, struct sm_station_reading *out) {
  const struct sm_wind_nest *nest = wind->nest;
  for (int k = 0; k < nest->n[2]; k++) {
    const int cell[3] = {i, j, k};
    const double height = nest->centre[2][k] - nest->ground[i + nest->n[0] * j];
    if (nest->air[at(nest->n, i, j, k)] == 0 || !(height > column->z0)) continue;
    *out++ = (struct sm_station_reading){.valid = true,
                                         .u = in_cell(&wind[0], cell),
                                         .v = in_cell(&wind[1], cell),
                                         .height = height,
                                         .obukhov = INFINITY,
                                         .temperature = NAN,
                                         .cloud = NAN,
                                         .level_temperature = NAN};
  }
}

enum sm_status sm_wind_nest_columns(struct sm_context *ctx, const struct sm_domain *domain,
                                    int level, int time, struct sm_station *column) {
  const struct sm_wind_nest *nest = domain->nest;
  struct component wind[2] = {{.nest = nest, .d = 0}, {.nest = nest, .d = 1}};
  enum sm_status status = sm_wind_level_open(ctx, nest->levels, level);
  for (int d = 0; d < 2 && status == SM_OK; d++) status = load(ctx, level, &wind[d]);
  for (int j = 0; j < nest->n[1] && status == SM_OK; j++)
    for (int i = 0; i < nest->n[0]; i++) {
      struct sm_station *to = &column[i + nest->n[0] * j];
      take_column(wind, i, j, to, to->reading + (size_t)time * (size_t)to->level_count);
    }
  for (int d = 0; d < 2; d++) sm_free(wind[d].value);
  return status;
}

/* --- scalars --- */

/* Finds the variable of a scalar in the open file. */
static enum sm_status find_field(struct sm_winds_file *file, const char *tracer,
                                 struct component *c, bool *known) {
  c->lapse = 0;
  if (tracer != NULL) return sm_winds_file_field(file, tracer, "kg m-3", known, &c->field);
  SM_TRY(sm_winds_file_field(file, sm_field_name(SM_FIELD_POTENTIAL_TEMPERATURE), "K", known,
                             &c->field));
  if (*known) return SM_OK;
  c->lapse = dry_adiabatic;
  return sm_winds_file_field(file, sm_field_name(SM_FIELD_TEMPERATURE), "K", known, &c->field);
}

enum sm_status sm_wind_nest_has(struct sm_winds_file *file, const char *tracer, bool *known) {
  struct component c;
  return find_field(file, tracer, &c, known);
}

static enum sm_status add_scalar(struct sm_context *ctx, const struct sm_domain *domain,
                                 const char *tracer, int level, double share,
                                 const struct sm_nest_cells *cells, int count, bool *known) {
  struct component c = {.nest = domain->nest, .d = SCALAR};
  SM_TRY(sm_wind_level_open(ctx, domain->nest->levels, level));
  SM_TRY(find_field(&domain->nest->levels->file, tracer, &c, known));
  if (!*known) return SM_OK;
  const enum sm_status status = load(ctx, level, &c);
  for (int m = 0; m < count && status == SM_OK; m++) spread_scalar(domain, &c, share, &cells[m]);
  sm_free(c.value);
  return status;
}

enum sm_status sm_wind_nest_field(struct sm_context *ctx, const struct sm_domain *domain,
                                  const char *tracer, double time,
                                  const struct sm_nest_cells *cells, int count, bool *known) {
  double part;
  const int level = levels_at(domain->nest, time, &part);
  for (int m = 0; m < count; m++) {
    const struct sm_box *box = &cells[m].box;
    size_t size = 1;
    for (int a = 0; a < 3; a++) size *= (size_t)(box->hi[a] - box->lo[a]);
    memset(cells[m].out, 0, size * sizeof *cells[m].out);
  }
  if (part < 1)
    SM_TRY(add_scalar(ctx, domain, tracer, level, 1 - part, cells, count, known));
  else
    *known = true;
  if (!(part > 0) || !*known) return SM_OK;
  return add_scalar(ctx, domain, tracer, level + 1, part, cells, count, known);
}
