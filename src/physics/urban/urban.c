/* urban.c - building zones of the diagnostic wind for each time: approach wind, outline and zone
 * lengths of each block on the host; the zones themselves by a kernel over faces. */
#include "physics/urban/urban.h"

#include "device/array_store.h"
#include "physics/urban/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 4 }; /* columns along an edge of a tile */

struct sm_urban_model {
  const struct sm_case_zones *options;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_store store;
  struct sm_building_blocks found;
  struct sm_urban_block *host, *block;  /* host; device: the same array on a CPU */
  struct sm_block_extent *near, *reach; /* host; device */
  struct sm_block_search search;
  size_t *order;                          /* host: order of the blocks in which zones are applied */
  int *column;                            /* device */
  float *level[2], *wind[2];              /* host; device: [block][level] along x and y, m/s */
  float *place[2][3];                     /* device: positions of faces and of centres along each
                                             axis, m */
  float domain_top;                       /* m */
  struct sm_block_tiles tiles;            /* blocks whose zones may overlap each tile */
  struct sm_upstream_deficit *sheltering; /* may be NULL */
};

/* --- making --- */

static size_t axis_points(const struct sm_grid *grid, int d) { return (size_t)grid->axis[d].n + 3; }

static enum sm_status make_places(struct sm_context *ctx, struct sm_urban_model *m) {
  const struct sm_grid *grid = &m->domain->grid;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &grid->axis[d];
    const size_t count = axis_points(grid, d);
    float *host;
    SM_TRY(sm_alloc(ctx, count, sizeof *host, "places", &host));
    enum sm_status status = SM_OK;
    for (int centre = 0; centre < 2 && status == SM_OK; centre++) {
      for (int i = 0; i < (int)count; i++) {
        const int at = i < axis->n ? i : axis->n - 1;
        host[i] = (float)(centre ? axis->centre[at] : axis->face[i < axis->n ? i : axis->n]);
      }
      status = sm_store_put(ctx, &m->store, host, count, sizeof *host, &m->place[centre][d]);
    }
    sm_free(host);
    SM_TRY(status);
  }
  return SM_OK;
}

/* Column of the centre of each block in the arrays of the first guess, which have a padding of one
 * column. */
static enum sm_status make_columns(struct sm_context *ctx, struct sm_urban_model *m) {
  const struct sm_grid *grid = &m->domain->grid;
  const size_t count = m->found.count;
  SM_SCOPED int *column = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *column, "columns of blocks", &column));
  for (size_t b = 0; b < count; b++) {
    const int i = sm_axis_nearest(&grid->axis[0], m->found.item[b].centroid[0]);
    const int j = sm_axis_nearest(&grid->axis[1], m->found.item[b].centroid[1]);
    column[b] = i + 1 + (j + 1) * (grid->axis[0].n + 3);
  }
  return sm_store_put(ctx, &m->store, column, count, sizeof *column, &m->column);
}

static enum sm_status make_arrays(struct sm_context *ctx, struct sm_urban_model *m) {
  struct sm_store *store = &m->store;
  const size_t count = m->found.count, levels = count * SM_APPROACH_LEVELS;
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->block, &m->block));
  m->host = m->block;
  if (!sm_device_is_host(store->device))
    SM_TRY(sm_store_host(ctx, store, count, sizeof *m->host, &m->host));
  SM_TRY(sm_store_host(ctx, store, count, sizeof *m->near, &m->near));
  SM_TRY(sm_store_host(ctx, store, count, sizeof *m->order, &m->order));
  SM_TRY(sm_block_search_create(ctx, &m->found, &m->search));
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->reach, &m->reach));
  SM_TRY(sm_block_tiles_create(ctx, store->device, &m->domain->grid, TILE, &m->tiles));
  if (m->options->sheltering)
    SM_TRY(sm_upstream_deficit_create(ctx, m->domain, m->state, count, &m->sheltering));
  for (int a = 0; a < 2; a++) {
    SM_TRY(sm_store_put(ctx, store, NULL, levels, sizeof(float), &m->wind[a]));
    m->level[a] = m->wind[a];
    if (!sm_device_is_host(store->device))
      SM_TRY(sm_store_host(ctx, store, levels, sizeof(float), &m->level[a]));
  }
  return SM_OK;
}

enum sm_status sm_urban_create(struct sm_context *ctx, const struct sm_case_zones *options,
                               const struct sm_domain *domain, struct sm_state *state,
                               struct sm_urban_model **out) {
  struct sm_urban_model *m = NULL;
  *out = NULL;
  if (!options->on || domain->footprints.count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *m, "the zones of buildings", &m));
  m->options = options;
  m->domain = domain;
  m->state = state;
  m->store = (struct sm_store){.device = state->device, .what = "the zones of buildings"};
  m->domain_top = (float)sm_axis_length(&domain->grid.axis[2]);
  enum sm_status status = sm_building_blocks_find(ctx, domain, &m->found);
  if (status == SM_OK && m->found.count > 0) {
    status = make_places(ctx, m);
    if (status == SM_OK) status = make_columns(ctx, m);
    if (status == SM_OK) status = make_arrays(ctx, m);
  }
  if (status != SM_OK || m->found.count == 0) sm_urban_destroy(&m);
  *out = m;
  return status;
}

enum sm_status sm_urban_reserve(struct sm_context *ctx, struct sm_urban_model *m) {
  if (m == NULL) return SM_OK;
  SM_TRY(sm_block_tiles_reserve(ctx, &m->tiles, m->found.count));
  if (m->sheltering == NULL) return SM_OK;
  return sm_upstream_deficit_reserve(ctx, m->sheltering);
}

void sm_urban_destroy(struct sm_urban_model **model) {
  struct sm_urban_model *m = *model;
  if (m == NULL) return;
  sm_block_tiles_destroy(&m->tiles);
  sm_upstream_deficit_destroy(&m->sheltering);
  sm_block_search_destroy(&m->search);
  sm_store_clear(&m->store);
  sm_building_blocks_free(&m->found);
  sm_free(m);
  *model = NULL;
}

/* --- blocks in a wind --- */

void sm_urban_reset(struct sm_urban_model *m) {
  for (int a = 0; a < 2; a++)
    m->state->device->backend->clear(m->state->device, m->wind[a],
                                     m->found.count * SM_APPROACH_LEVELS * sizeof *m->wind[a]);
}

void sm_urban_add_approach(struct sm_urban_model *m, const struct sm_first_guess *guess) {
  const struct sm_block_approach block_approach = {*guess, m->column, m->wind[guess->axis]};
  const struct sm_box box = {{0, 0, 0}, {SM_APPROACH_LEVELS, (int)m->found.count, 1}};
  m->state->device->backend->block_approach(m->state->device, &box, &block_approach);
}

/* Sets approach wind and zones of a block, except those that depend on other blocks. */
static void set_block(struct sm_urban_model *m, size_t index) {
  const struct sm_building_block *from = &m->found.item[index];
  struct sm_urban_block *b = &m->host[index];
  const float *u = m->level[0] + index * SM_APPROACH_LEVELS,
              *v = m->level[1] + index * SM_APPROACH_LEVELS;
  b->ground = (float)from->ground;
  b->bottom = (float)from->bottom;
  b->top = (float)from->top;
  b->porosity = (float)from->porosity;
  const float height = b->top - b->ground;
  const double at_roof[2] = {
      (double)sm_profile_table_at(u, SM_APPROACH_LEVELS, m->domain_top, height),
      (double)sm_profile_table_at(v, SM_APPROACH_LEVELS, m->domain_top, height)};
  const double speed = hypot(at_roof[0], at_roof[1]);
  const double wind[2] = {speed > 0 ? at_roof[0] / speed : 1, speed > 0 ? at_roof[1] / speed : 0};
  b->speed = (float)speed;
  for (int l = 0; l < SM_APPROACH_LEVELS; l++)
    b->approach[l] = u[l] * (float)wind[0] + v[l] * (float)wind[1];
  sm_block_footprint_make(&m->found, index, wind, b);
  sm_zones_set_lengths(m->options, b);
}

/* Sort key: by height, then from upwind to downwind in the mean wind, independent of the order in
 * the input. */
struct sorted {
  double height, downwind;
  size_t index;
};
static int compare_height_downwind(const void *a, const void *b) {
  const struct sorted *p = a, *q = b;
  if (p->height != q->height) return p->height > q->height ? 1 : -1;
  if (p->downwind != q->downwind) return p->downwind > q->downwind ? 1 : -1;
  return (p->index > q->index) - (p->index < q->index);
}

static enum sm_status sort_blocks(struct sm_context *ctx, struct sm_urban_model *m) {
  const size_t count = m->found.count;
  double mean[2] = {0, 0};
  SM_SCOPED struct sorted *sorted = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *sorted, "the order of blocks", &sorted));
  for (size_t b = 0; b < count; b++)
    for (int d = 0; d < 2; d++) mean[d] += (double)m->host[b].wind[d];
  for (size_t b = 0; b < count; b++) {
    const struct sm_building_block *block = &m->found.item[b];
    sorted[b] = (struct sorted){block->top - block->ground,
                                block->centroid[0] * mean[0] + block->centroid[1] * mean[1], b};
  }
  qsort(sorted, count, sizeof *sorted, compare_height_downwind);
  for (size_t b = 0; b < count; b++) m->order[b] = sorted[b].index;
  return SM_OK;
}

enum sm_status sm_urban_check_stop(struct sm_context *ctx, const struct sm_device *device,
                                   size_t block) {
  const size_t often = 64;
  if (block % often != 0) return SM_OK;
  return sm_device_check_stop(ctx, device, "the zones of buildings were found");
}

/* Sets the zones that depend on neighbouring blocks. */
static enum sm_status find_streets(struct sm_context *ctx, struct sm_urban_model *m) {
  SM_TRY(sm_block_search_set(ctx, &m->search, m->host));
  for (size_t b = 0; b < m->found.count; b++) {
    SM_TRY(sm_urban_check_stop(ctx, m->state->device, b));
    sm_street_canyons_find(&m->search, m->host, b, &m->host[b]);
    sm_downwash_find(m->options, &m->search, b, &m->host[b]);
  }
  for (size_t b = 0; b < m->found.count; b++) m->near[b] = sm_zones_finish(m->options, &m->host[b]);
  if (m->options->intersection == 0) return SM_OK;
  return sm_intersections_find(ctx, &m->search, m->host, m->near);
}

static enum sm_status set_blocks(struct sm_context *ctx, struct sm_urban_model *m) {
  struct sm_device *device = m->state->device;
  const size_t count = m->found.count;
  for (int a = 0; a < 2 && m->level[a] != m->wind[a]; a++)
    SM_TRY(sm_device_download(ctx, device, m->level[a], m->wind[a],
                              count * SM_APPROACH_LEVELS * sizeof *m->wind[a]));
  for (size_t b = 0; b < count; b++) {
    SM_TRY(sm_urban_check_stop(ctx, device, b));
    set_block(m, b);
  }
  if (m->sheltering != NULL)
    SM_TRY(sm_upstream_deficit_make(ctx, m->sheltering, m->host, m->place[1][2]));
  SM_TRY(find_streets(ctx, m));
  SM_TRY(sort_blocks(ctx, m));
  SM_TRY(sm_block_tiles_fill(ctx, &m->tiles, m->near, m->order, count));
  if (m->host != m->block)
    SM_TRY(sm_device_upload(ctx, device, m->block, m->host, count * sizeof *m->host));
  return sm_device_upload(ctx, device, m->reach, m->near, count * sizeof *m->near);
}

/* --- zones --- */

static struct sm_urban_zones zones_of(const struct sm_urban_model *m) {
  const struct sm_case_zones *o = m->options;
  return (struct sm_urban_zones){
      .block = m->block,
      .reach = m->reach,
      .tiles = sm_block_tiles_lists(&m->tiles, false),
      .drag = sm_upstream_deficit_wakes(m->sheltering),
      .domain_top = m->domain_top,
      .roughness = (float)o->roughness,
#define KEY_WORD(NAME, ...) .NAME = o->NAME,
#define KEY_FLAG KEY_WORD
#include "cell/urban/zones.def"
  };
}

/* Number of layers that any zone or deficit can reach. */
static int layers_of(const struct sm_urban_model *m) {
  double highest = 0;
  for (size_t b = 0; b < m->found.count; b++) highest = fmax(highest, (double)m->near[b].top);
  const struct sm_axis *z = &m->domain->grid.axis[2];
  const int zones = sm_count_below(z->face, z->n + 1, highest);
  const int below = zones > sm_upstream_deficit_layers(m->sheltering)
                        ? zones
                        : sm_upstream_deficit_layers(m->sheltering);
  return below < z->n ? below : z->n;
}

/* Layers of one launch of a kernel over the zones, whose cells cost much where many overlap: a stop
 * is answered between two launches. */
static int layers_at_once(const struct sm_grid *grid) {
  const double cells = 1 << 20, layer = (double)grid->axis[0].n * grid->axis[1].n;
  return (int)fmax(1, cells / layer);
}

static enum sm_status apply_along(struct sm_context *ctx, struct sm_urban_model *m,
                                  const struct sm_mg_level *level,
                                  const struct sm_urban_zones *zones, int a) {
  struct sm_device *device = m->state->device;
  const struct sm_red_black *layout = &level->layout;
  const struct sm_zone_winds zone_winds = {.zones = *zones,
                                           .sheltering = sm_upstream_deficit_nodes(m->sheltering),
                                           .sy = m->state->sy,
                                           .sz = m->state->sz,
                                           .open_sy = layout->sy,
                                           .open_sz = layout->sz,
                                           .open_colour = layout->colour,
                                           .u = m->state->field[SM_FIELD_U + a],
                                           .open = level->op.open,
                                           .axis = a,
                                           .n = layout->n[a],
                                           .x = m->place[a != 0][0],
                                           .y = m->place[a != 1][1],
                                           .z = m->place[a != 2][2]};
  const int layers = layers_of(m) + (a == 2), some = layers_at_once(&m->domain->grid);
  for (int k = 0; k < layers; k += some) {
    const struct sm_box box = {
        {0, 0, k},
        {layout->n[0] + (a == 0), layout->n[1] + (a == 1), k + some < layers ? k + some : layers}};
    device->backend->zone_winds(device, &box, &zone_winds);
    SM_TRY(sm_device_check_stop(ctx, device, "the zones of buildings were applied"));
  }
  return SM_OK;
}

enum sm_status sm_urban_apply(struct sm_context *ctx, struct sm_urban_model *m,
                              const struct sm_mg_level *level) {
  struct sm_device *device = m->state->device;
  SM_TRY(set_blocks(ctx, m));
  const struct sm_urban_zones zones = zones_of(m);
  if (m->options->canyon != 0) {
    const struct sm_canyon_winds canyon_winds = {zones, sm_upstream_deficit_nodes(m->sheltering),
                                                 m->block};
    const struct sm_box box = {{0, 0, 0}, {SM_BLOCK_STRIPS, (int)m->found.count, 1}};
    device->backend->canyon_winds(device, &box, &canyon_winds);
  }
  for (int a = 0; a < 3; a++) SM_TRY(apply_along(ctx, m, level, &zones, a));
  return SM_OK;
}

const struct sm_urban_block *sm_urban_blocks(const struct sm_urban_model *m, size_t *count) {
  *count = m->found.count;
  return m->host;
}

enum sm_status sm_urban_map(struct sm_context *ctx, struct sm_urban_model *m,
                            const struct sm_mg_level *level, uint8_t *zone) {
  struct sm_device *device = m->state->device;
  const struct sm_grid *grid = &m->domain->grid;
  const size_t cells = (size_t)sm_grid_cells(grid);
  const int nx = grid->axis[0].n, ny = grid->axis[1].n;
  uint8_t *on_device;
  SM_TRY(sm_device_allocate(ctx, device, cells, 1, "the map of zones", &on_device));
  const struct sm_zone_map map = {.zones = zones_of(m),
                                  .sheltering = sm_upstream_deficit_nodes(m->sheltering),
                                  .sy = nx,
                                  .sz = (ptrdiff_t)nx * ny,
                                  .open_sy = level->layout.sy,
                                  .open_sz = level->layout.sz,
                                  .open_colour = level->layout.colour,
                                  .open = level->op.open,
                                  .zone = on_device,
                                  .x = m->place[1][0],
                                  .y = m->place[1][1],
                                  .z = m->place[1][2]};
  const struct sm_box box = {{0, 0, 0}, {nx, ny, layers_of(m)}};
  device->backend->zone_map(device, &box, &map);
  const enum sm_status status = sm_device_download(ctx, device, zone, on_device, cells);
  sm_device_release(device, on_device, cells, 1);
  return status;
}
