/* vegetation.c - arrays of plants on the device, and
 * calls of the kernels (cell/diagnostic/vegetation.h). */
#include "physics/vegetation/vegetation.h"

#include "device/array_store.h"
#include "physics/diagnostic/ground.h"
#include "physics/vegetation/internal.h"
#include <math.h>
#include <string.h>

/* Column arrays with the padding of cell/diagnostic/wind.h; six arrays in one block. */
enum { GROUND, HEIGHT, BASE, ATTENUATION, DISPLACEMENT, ROUGHNESS, ARRAYS };

struct sm_vegetation {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_store store;
  bool has_canopy;
  size_t plants;     /* number of plants with wakes; 0: none */
  int barrier_model; /* enum sm_barrier_model, for windbreaks and fences */
  size_t columns;
  float *column;                    /* device: ARRAYS x columns */
  float *axis;                      /* device: faces, then centres of every axis */
  const float *face[3], *centre[3]; /* in `axis` */
  int64_t *cell;                    /* device: cell of every plant's top */
  float *wind, *host_wind;          /* [plant][2], m/s; device, host */
  struct sm_plant_zone *zone, *host_zone;
  struct sm_tile_lists tiles; /* device */
  double highest;             /* top of the zones, m above ground */
};

/* --- set-up --- */

static void displace(size_t columns, const float *column, float *displacement) {
  const float *height = column + HEIGHT * columns, *a = column + ATTENUATION * columns;
  const float *z0 = column + ROUGHNESS * columns;
#pragma omp parallel for schedule(static)
  for (size_t c = 0; c < columns; c++)
    displacement[c] = height[c] > 0 ? sm_canopy_displacement(height[c], a[c], z0[c]) : 0;
}

static enum sm_status make_columns(struct sm_context *ctx, struct sm_vegetation *v) {
  const struct sm_domain *d = v->domain;
  const size_t all = v->columns * (v->has_canopy ? ARRAYS : 1);
  SM_SCOPED float *host = NULL;
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "columns of plants", &host));
  sm_ground_pad(d, d->terrain, host);
  if (v->has_canopy) {
    sm_ground_pad(d, d->plants.canopy_height, host + HEIGHT * v->columns);
    sm_ground_pad(d, d->plants.canopy_base, host + BASE * v->columns);
    sm_ground_pad(d, d->plants.canopy_attenuation, host + ATTENUATION * v->columns);
    sm_ground_pad(d, d->z0, host + ROUGHNESS * v->columns);
    displace(v->columns, host, host + DISPLACEMENT * v->columns);
  }
  return sm_store_put(ctx, &v->store, host, all, sizeof *host, &v->column);
}

/* Positions of faces and centres, with one extra element for the boxes of the kernels. */
static enum sm_status make_axes(struct sm_context *ctx, struct sm_vegetation *v) {
  SM_SCOPED float *host = NULL;
  size_t all = 0, at = 0;
  for (int a = 0; a < 3; a++) all += 2 * ((size_t)v->domain->grid.axis[a].n + 1);
  SM_TRY(sm_store_put(ctx, &v->store, NULL, all, sizeof *v->axis, &v->axis));
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "positions of faces", &host));
  for (int a = 0; a < 3; a++) {
    const struct sm_axis *axis = &v->domain->grid.axis[a];
    const size_t n = (size_t)axis->n + 1;
    v->face[a] = v->axis + at;
    v->centre[a] = v->axis + at + n;
    for (size_t i = 0; i < n; i++) {
      host[at + i] = (float)axis->face[i];
      host[at + n + i] = (float)(i + 1 < n ? axis->centre[i] : axis->face[i]);
    }
    at += 2 * n;
  }
  return sm_device_upload(ctx, v->state->device, v->axis, host, all * sizeof *host);
}

/* Cells that contain the tops of plants; the nearest cell for a top outside the domain. */
static enum sm_status make_tops(struct sm_context *ctx, struct sm_vegetation *v) {
  struct sm_store *store = &v->store;
  const struct sm_domain *d = v->domain;
  const size_t n = v->plants;
  SM_SCOPED int64_t *host = NULL;
  SM_TRY(sm_store_put(ctx, store, NULL, 2 * n, sizeof *v->wind, &v->wind));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->zone, &v->zone));
  SM_TRY(sm_store_host(ctx, store, 2 * n, sizeof *v->host_wind, &v->host_wind));
  SM_TRY(sm_store_host(ctx, store, n, sizeof *v->host_zone, &v->host_zone));
  SM_TRY(sm_alloc(ctx, n, sizeof *host, "plants", &host));
  for (size_t p = 0; p < n; p++) {
    const struct sm_plant_top top = sm_plant_top_of(d, p);
    const double z = sm_domain_ground(d, top.x, top.y) + top.height;
    host[p] = sm_axis_nearest(&d->grid.axis[0], top.x) +
              v->state->sy * (int64_t)sm_axis_nearest(&d->grid.axis[1], top.y) +
              v->state->sz * (int64_t)sm_axis_nearest(&d->grid.axis[2], z);
  }
  return sm_store_put(ctx, store, host, n, sizeof *host, &v->cell);
}

enum sm_status sm_vegetation_create(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, struct sm_state *state,
                                    struct sm_vegetation **out) {
  const size_t plants = c->vegetation.wakes ? sm_plant_count(domain) : 0;
  *out = NULL;
  if (domain->plants.canopy_height == NULL && plants == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the plants", out));
  struct sm_vegetation *v = *out;
  v->domain = domain;
  v->state = state;
  v->store = (struct sm_store){.device = state->device, .what = "the plants"};
  v->has_canopy = domain->plants.canopy_height != NULL;
  v->plants = plants;
  v->barrier_model = c->vegetation.shelter;
  v->columns = sm_ground_padded(domain);
  enum sm_status status = make_columns(ctx, v);
  if (status == SM_OK) status = make_axes(ctx, v);
  if (status == SM_OK && plants > 0) status = make_tops(ctx, v);
  if (status != SM_OK) sm_vegetation_destroy(out);
  return status;
}

void sm_vegetation_destroy(struct sm_vegetation **vegetation) {
  struct sm_vegetation *v = *vegetation;
  if (v == NULL) return;
  sm_tile_lists_release(v->state->device, &v->tiles);
  sm_store_clear(&v->store);
  sm_free(v);
  *vegetation = NULL;
}

/* --- of one time --- */

/* Box of the faces of a component up to `top` m above the highest ground. */
static struct sm_box faces_below(const struct sm_vegetation *v, int axis, double top) {
  const struct sm_axis *of = v->domain->grid.axis;
  const int layers = sm_axis_centres_below(&of[2], v->domain->highest_ground + top) + 1;
  const int nz = of[2].n + (axis == 2);
  return (struct sm_box){{0, 0, 0},
                         {of[0].n + (axis == 0), of[1].n + (axis == 1), layers < nz ? layers : nz}};
}

enum sm_status sm_listed_winds_read(struct sm_context *ctx, const struct sm_state *state,
                                    const int64_t *cell, size_t count, float *wind, float *host) {
  const struct sm_listed_winds winds = {.sy = state->sy,
                                        .u = state->field[SM_FIELD_U],
                                        .v = state->field[SM_FIELD_V],
                                        .cell = cell,
                                        .wind = wind};
  const struct sm_box all = {{0, 0, 0}, {(int)count, 1, 1}};
  state->device->backend->listed_winds(state->device, &all, &winds);
  return sm_device_download(ctx, state->device, host, wind, 2 * count * sizeof *host);
}

enum sm_status sm_vegetation_canopy(struct sm_context *ctx, struct sm_vegetation *v) {
  if (v == NULL) return SM_OK;
  struct sm_device *device = v->state->device;
  if (v->plants > 0)
    SM_TRY(sm_listed_winds_read(ctx, v->state, v->cell, v->plants, v->wind, v->host_wind));
  if (!v->has_canopy) return SM_OK;
  struct sm_canopy canopy = {.sy = v->state->sy,
                             .sz = v->state->sz,
                             .column_sy = v->domain->grid.axis[0].n + 3,
                             .ground = v->column + GROUND * v->columns,
                             .height = v->column + HEIGHT * v->columns,
                             .base = v->column + BASE * v->columns,
                             .attenuation = v->column + ATTENUATION * v->columns,
                             .displacement = v->column + DISPLACEMENT * v->columns,
                             .z0 = v->column + ROUGHNESS * v->columns,
                             .z = v->centre[2]};
  for (canopy.axis = 0; canopy.axis < 2; canopy.axis++) {
    const struct sm_box box = faces_below(v, canopy.axis, INFINITY);
    canopy.u = v->state->field[SM_FIELD_U + canopy.axis];
    device->backend->canopy(device, &box, &canopy);
  }
  return SM_OK;
}

/* Computes the zones for the current wind, and their tiles. */
static enum sm_status place_zones(struct sm_context *ctx, struct sm_vegetation *v) {
  v->highest = 0;
  for (size_t p = 0; p < v->plants; p++) {
    v->host_zone[p] = sm_plant_zone_of(v->domain, p, v->barrier_model, v->host_wind + 2 * p);
    v->highest = fmax(v->highest, sm_plant_zone_top(&v->host_zone[p]));
  }
  const struct sm_tile_zones zones = sm_plant_tile_zones(v->host_zone, v->plants);
  struct sm_tile_bins bins;
  SM_TRY(sm_tile_bins_create(ctx, &v->domain->grid, &zones, &bins));
  enum sm_status status = sm_tile_lists_upload(ctx, v->state->device, &bins, &v->tiles);
  if (status == SM_OK)
    status =
        sm_device_upload(ctx, v->state->device, v->zone, v->host_zone, v->plants * sizeof *v->zone);
  sm_tile_bins_free(&bins);
  return status;
}

enum sm_status sm_vegetation_reserve(struct sm_context *ctx, struct sm_vegetation *v) {
  if (v == NULL || v->plants == 0) return SM_OK;
  for (size_t p = 0; p < v->plants; p++) v->host_wind[2 * p] = 1;
  return place_zones(ctx, v);
}

static struct sm_plant_tiles tiles_of(const struct sm_vegetation *v) {
  return (struct sm_plant_tiles){.column_sy = v->domain->grid.axis[0].n + 3,
                                 .ground = v->column + GROUND * v->columns,
                                 .zone = v->zone,
                                 .start = v->tiles.start,
                                 .plant = v->tiles.zone,
                                 .tiles_x = v->tiles.tiles[0],
                                 .tiles_y = v->tiles.tiles[1]};
}

enum sm_status sm_vegetation_wakes(struct sm_context *ctx, struct sm_vegetation *v) {
  if (v == NULL || v->plants == 0) return SM_OK;
  SM_TRY(place_zones(ctx, v));
  struct sm_shelter shelter = {.tiles = tiles_of(v), .sy = v->state->sy, .sz = v->state->sz};
  for (int a = 0; a < 3; a++) {
    const struct sm_box box = faces_below(v, a, v->highest);
    shelter.axis = a;
    shelter.u = v->state->field[SM_FIELD_U + a];
    shelter.x = a == 0 ? v->face[0] : v->centre[0];
    shelter.y = a == 1 ? v->face[1] : v->centre[1];
    shelter.z = a == 2 ? v->face[2] : v->centre[2];
    v->state->device->backend->shelter(v->state->device, &box, &shelter);
  }
  return SM_OK;
}

enum sm_status sm_vegetation_map(struct sm_context *ctx, struct sm_vegetation *v, uint8_t *zone) {
  if (v == NULL) return SM_OK;
  struct sm_device *device = v->state->device;
  const struct sm_axis *axis = v->domain->grid.axis;
  const size_t cells = (size_t)sm_grid_cells(&v->domain->grid);
  struct sm_plant_flags flags = {.tiles = tiles_of(v),
                                 .sy = axis[0].n,
                                 .sz = (ptrdiff_t)axis[0].n * axis[1].n,
                                 .canopy = v->has_canopy ? v->column + HEIGHT * v->columns : NULL,
                                 .x = v->centre[0],
                                 .y = v->centre[1],
                                 .z = v->centre[2]};
  const struct sm_box box = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  SM_TRY(sm_device_allocate(ctx, device, cells, 1, "the map of plants", &flags.flag));
  enum sm_status status = sm_device_upload(ctx, device, flags.flag, zone, cells);
  if (status == SM_OK) {
    device->backend->plant_flags(device, &box, &flags);
    status = sm_device_download(ctx, device, zone, flags.flag, cells);
  }
  sm_device_release(device, flags.flag, cells, 1);
  return status;
}
