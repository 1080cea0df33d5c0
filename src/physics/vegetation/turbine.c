/* turbine.c - arrays of wind turbines on the device,
 * and calls of the kernels (cell/diagnostic/turbine.h). */
#include "physics/vegetation/vegetation.h"

#include "device/array_store.h"
#include "physics/diagnostic/ground.h"
#include "physics/vegetation/internal.h"
#include <math.h>
#include <string.h>

/* Number of cells for trilinear interpolation of the wind at a hub. */
enum { CORNERS = 8 };

struct sm_turbine_model {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_store store;
  size_t count;
  float *ground;                    /* device: ground height of padded columns, m
                                       (cell/diagnostic/wind.h) */
  float *axis;                      /* device: faces, then centres of every axis, m */
  const float *face[3], *centre[3]; /* in `axis` */
  int64_t *cell;                    /* device: [turbine][CORNERS] */
  double *weight;                   /* interpolation weights; 0: solid cell */
  float *wind, *host_wind;          /* [turbine][CORNERS][2], m/s; device, host */
  double (*hub_wind)[2];            /* m/s */
  struct sm_turbine_zone *zone, *host_zone;
  struct sm_tile_lists tiles; /* device */
  double highest;             /* top of the wakes, m above ground */
};

/* --- set-up --- */

static enum sm_status make_ground(struct sm_context *ctx, struct sm_turbine_model *m) {
  SM_SCOPED float *host = NULL;
  const size_t columns = sm_ground_padded(m->domain);
  SM_TRY(sm_alloc(ctx, columns, sizeof *host, "columns of turbines", &host));
  sm_ground_pad(m->domain, m->domain->terrain, host);
  return sm_store_put(ctx, &m->store, host, columns, sizeof *host, &m->ground);
}

/* Positions of faces and centres, with one extra element for the boxes of the kernels. */
static enum sm_status make_axes(struct sm_context *ctx, struct sm_turbine_model *m) {
  const struct sm_axis *axis = m->domain->grid.axis;
  float *host = NULL;
  size_t all = 0;
  for (int a = 0; a < 3; a++) all += 2 * ((size_t)axis[a].n + 1);
  SM_TRY(sm_store_put(ctx, &m->store, NULL, all, sizeof *m->axis, &m->axis));
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "positions of faces", &host));
  float *next = host;
  for (int a = 0; a < 3; a++) {
    const size_t n = (size_t)axis[a].n + 1;
    m->face[a] = m->axis + (next - host);
    m->centre[a] = m->face[a] + n;
    for (size_t i = 0; i < n; i++) {
      next[i] = (float)axis[a].face[i];
      next[n + i] = (float)(i + 1 < n ? axis[a].centre[i] : axis[a].face[i]);
    }
    next += 2 * n;
  }
  const enum sm_status status =
      sm_device_upload(ctx, m->state->device, m->axis, host, all * sizeof *host);
  sm_free(host);
  return status;
}

/* The two cells of an axis whose centres enclose a position, and their weights. */
static void between(const struct sm_axis *axis, double at, int cell[2], double weight[2]) {
  const int next = sm_axis_centres_below(axis, at);
  cell[0] = next > 0 ? next - 1 : 0;
  cell[1] = next < axis->n ? next : axis->n - 1;
  const double gap = axis->centre[cell[1]] - axis->centre[cell[0]];
  weight[1] = gap > 0 ? (at - axis->centre[cell[0]]) / gap : 0;
  weight[0] = 1 - weight[1];
}

/* Cells around a hub and their weights, without solid ones. */
static void grow_bounds(const struct sm_turbine_model *m, const struct sm_turbine *t, int64_t *cell,
                        double *weight) {
  const struct sm_domain *d = m->domain;
  const double at[3] = {t->x, t->y, sm_domain_ground(d, t->x, t->y) + t->hub};
  int index[3][2];
  double part[3][2], sum = 0;
  for (int a = 0; a < 3; a++) between(&d->grid.axis[a], at[a], index[a], part[a]);
  for (int c = 0; c < CORNERS; c++) {
    const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
    const int i = index[0][x], j = index[1][y], k = index[2][z];
    const bool air = sm_domain_cell_type(d, i, j, k) == SM_CELL_AIR;
    cell[c] = i + j * m->state->sy + k * m->state->sz;
    weight[c] = air ? part[0][x] * part[1][y] * part[2][z] : 0;
    sum += weight[c];
  }
  for (int c = 0; c < CORNERS && sum > 0; c++) weight[c] /= sum;
}

static enum sm_status make_turbines(struct sm_context *ctx, struct sm_turbine_model *m) {
  struct sm_store *store = &m->store;
  const size_t n = m->count, corners = CORNERS * n;
  SM_SCOPED int64_t *host = NULL;
  SM_TRY(sm_store_put(ctx, store, NULL, 2 * corners, sizeof *m->wind, &m->wind));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *m->zone, &m->zone));
  SM_TRY(sm_store_host(ctx, store, corners, sizeof *m->weight, &m->weight));
  SM_TRY(sm_store_host(ctx, store, 2 * corners, sizeof *m->host_wind, &m->host_wind));
  SM_TRY(sm_store_host(ctx, store, n, sizeof *m->hub_wind, &m->hub_wind));
  SM_TRY(sm_store_host(ctx, store, n, sizeof *m->host_zone, &m->host_zone));
  SM_TRY(sm_alloc(ctx, corners, sizeof *host, "turbines", &host));
  for (size_t t = 0; t < n; t++)
    grow_bounds(m, &m->domain->turbines.item[t], host + CORNERS * t, m->weight + CORNERS * t);
  return sm_store_put(ctx, store, host, corners, sizeof *host, &m->cell);
}

enum sm_status sm_turbine_model_create(struct sm_context *ctx, const struct sm_domain *domain,
                                       struct sm_state *state, struct sm_turbine_model **out) {
  *out = NULL;
  if (domain->turbines.count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the turbines", out));
  struct sm_turbine_model *m = *out;
  m->domain = domain;
  m->state = state;
  m->store = (struct sm_store){.device = state->device, .what = "the turbines"};
  m->count = domain->turbines.count;
  enum sm_status status = make_ground(ctx, m);
  if (status == SM_OK) status = make_axes(ctx, m);
  if (status == SM_OK) status = make_turbines(ctx, m);
  if (status != SM_OK) sm_turbine_model_destroy(out);
  return status;
}

void sm_turbine_model_destroy(struct sm_turbine_model **model) {
  struct sm_turbine_model *m = *model;
  if (m == NULL) return;
  sm_tile_lists_release(m->state->device, &m->tiles);
  sm_store_clear(&m->store);
  sm_free(m);
  *model = NULL;
}

/* --- of one time --- */

/* Reads the wind at the hubs from the device. */
static enum sm_status find_winds(struct sm_context *ctx, struct sm_turbine_model *m) {
  SM_TRY(sm_listed_winds_read(ctx, m->state, m->cell, CORNERS * m->count, m->wind, m->host_wind));
  for (size_t t = 0; t < m->count; t++)
    for (size_t d = 0; d < 2; d++) {
      m->hub_wind[t][d] = 0;
      for (size_t c = CORNERS * t; c < CORNERS * (t + 1); c++)
        m->hub_wind[t][d] += m->weight[c] * (double)m->host_wind[2 * c + d];
    }
  return SM_OK;
}

/* Computes the wakes for the current wind, and their tiles. */
static enum sm_status place_zones(struct sm_context *ctx, struct sm_turbine_model *m) {
  const struct sm_tile_zones zones = sm_turbine_tile_zones(m->host_zone, m->count);
  struct sm_tile_bins bins;
  SM_TRY(sm_turbine_zones_find(ctx, m->domain, (const double(*)[2])m->hub_wind, m->host_zone));
  m->highest = 0;
  for (size_t t = 0; t < m->count; t++)
    m->highest = fmax(m->highest, sm_turbine_zone_top(&m->host_zone[t]));
  SM_TRY(sm_tile_bins_create(ctx, &m->domain->grid, &zones, &bins));
  enum sm_status status = sm_tile_lists_upload(ctx, m->state->device, &bins, &m->tiles);
  if (status == SM_OK)
    status =
        sm_device_upload(ctx, m->state->device, m->zone, m->host_zone, m->count * sizeof *m->zone);
  sm_tile_bins_free(&bins);
  return status;
}

enum sm_status sm_turbine_model_reserve(struct sm_context *ctx, struct sm_turbine_model *m) {
  if (m == NULL) return SM_OK;
  for (size_t t = 0; t < m->count; t++) m->hub_wind[t][0] = 8;
  return place_zones(ctx, m);
}

static struct sm_turbine_tiles tiles_of(const struct sm_turbine_model *m) {
  return (struct sm_turbine_tiles){.column_sy = m->domain->grid.axis[0].n + 3,
                                   .ground = m->ground,
                                   .zone = m->zone,
                                   .start = m->tiles.start,
                                   .turbine = m->tiles.zone,
                                   .tiles_x = m->tiles.tiles[0],
                                   .tiles_y = m->tiles.tiles[1]};
}

/* Box of the faces of a component up to the top of the wakes. */
static struct sm_box faces_of(const struct sm_turbine_model *m, int axis) {
  const struct sm_axis *of = m->domain->grid.axis;
  const int layers = sm_axis_centres_below(&of[2], m->domain->highest_ground + m->highest) + 1;
  const int nz = of[2].n + (axis == 2);
  return (struct sm_box){{0, 0, 0},
                         {of[0].n + (axis == 0), of[1].n + (axis == 1), layers < nz ? layers : nz}};
}

enum sm_status sm_turbine_model_apply(struct sm_context *ctx, struct sm_turbine_model *m) {
  if (m == NULL) return SM_OK;
  SM_TRY(find_winds(ctx, m));
  SM_TRY(place_zones(ctx, m));
  struct sm_turbine_wake wake = {.tiles = tiles_of(m), .sy = m->state->sy, .sz = m->state->sz};
  for (int a = 0; a < 3; a++) {
    const struct sm_box box = faces_of(m, a);
    wake.axis = a;
    wake.u = m->state->field[SM_FIELD_U + a];
    wake.x = a == 0 ? m->face[0] : m->centre[0];
    wake.y = a == 1 ? m->face[1] : m->centre[1];
    wake.z = a == 2 ? m->face[2] : m->centre[2];
    m->state->device->backend->turbine_wake(m->state->device, &box, &wake);
  }
  return SM_OK;
}

enum sm_status sm_turbine_model_map(struct sm_context *ctx, struct sm_turbine_model *m,
                                    uint8_t *zone) {
  if (m == NULL) return SM_OK;
  struct sm_device *device = m->state->device;
  const struct sm_axis *axis = m->domain->grid.axis;
  const size_t cells = (size_t)sm_grid_cells(&m->domain->grid);
  const struct sm_box box = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  struct sm_turbine_flags flags = {.tiles = tiles_of(m),
                                   .sy = axis[0].n,
                                   .sz = (ptrdiff_t)axis[0].n * axis[1].n,
                                   .x = m->centre[0],
                                   .y = m->centre[1],
                                   .z = m->centre[2]};
  SM_TRY(sm_device_allocate(ctx, device, cells, 1, "the map of turbines", &flags.flag));
  enum sm_status status = sm_device_upload(ctx, device, flags.flag, zone, cells);
  if (status == SM_OK) {
    device->backend->turbine_flags(device, &box, &flags);
    status = sm_device_download(ctx, device, zone, flags.flag, cells);
  }
  sm_device_release(device, flags.flag, cells, 1);
  return status;
}
