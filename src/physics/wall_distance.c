/* physics/wall_distance.c - wall distance by three sweeps along grid lines, one per axis
 * (cell/diagnostic/wall_distance.h). */
#include "physics/wall_distance.h"

#include "device/array_store.h"

/* Upper limit of parabolas held at a time, unless a single row of lines has more: lines are
 * processed in batches, so that the stacks stay smaller than the field. */
enum { SITES = 1 << 24 };

struct distance_transform {
  const struct sm_state *state;
  const struct sm_grid *grid;
  struct sm_wall_distance *distance;
  struct sm_store store; /* owns the following arrays */
  uint8_t *open;         /* device: face bits of the cells */
  struct sm_distance_parabola *stack;
  double *position[3]; /* device: for each axis n + 1 faces, then n centres */
};

/* Rows of lines along y (axis 1: a row per layer) or z (axis 2: one per y); and the number of rows
 * in a batch. */
static int rows_of(const struct sm_grid *grid, int axis) { return grid->axis[3 - axis].n; }

static int batch_of(const struct sm_grid *grid, int axis) {
  const int64_t sites = (int64_t)grid->axis[0].n * (grid->axis[axis].n + 1);
  const int64_t rows = SITES / sites > 1 ? SITES / sites : 1;
  return rows < rows_of(grid, axis) ? (int)rows : rows_of(grid, axis);
}

static size_t stack_size(const struct sm_grid *grid) {
  size_t most = 0;
  for (int a = 1; a < 3; a++) {
    const size_t sites = (size_t)grid->axis[0].n * (size_t)(grid->axis[a].n + 1);
    const size_t size = sites * (size_t)batch_of(grid, a);
    if (size > most) most = size;
  }
  return most;
}

static size_t positions_of(const struct sm_axis *axis) { return 2 * (size_t)axis->n + 1; }

static enum sm_status upload_positions(struct sm_context *ctx, struct distance_transform *t) {
  struct sm_device *device = t->state->device;
  for (int a = 0; a < 3; a++) {
    const struct sm_axis *axis = &t->grid->axis[a];
    const size_t faces = (size_t)axis->n + 1, count = positions_of(axis);
    SM_TRY(sm_store_put(ctx, &t->store, NULL, count, sizeof(double), &t->position[a]));
    SM_TRY(sm_device_upload(ctx, device, t->position[a], axis->face, faces * sizeof(double)));
    SM_TRY(sm_device_upload(ctx, device, t->position[a] + faces, axis->centre,
                            (size_t)axis->n * sizeof(double)));
  }
  return SM_OK;
}

static enum sm_status prepare(struct sm_context *ctx, struct distance_transform *t,
                              const uint8_t *cell) {
  struct sm_device *device = t->state->device;
  struct sm_wall_distance *distance = t->distance;
  const size_t cells = (size_t)sm_grid_cells(t->grid);
  SM_TRY(sm_device_allocate(ctx, device, distance->size, sizeof(float), "distances to walls",
                            &distance->d));
  SM_TRY(sm_store_put(ctx, &t->store, cell, cells, 1, &t->open));
  SM_TRY(sm_store_put(ctx, &t->store, NULL, stack_size(t->grid), sizeof *t->stack, &t->stack));
  return upload_positions(ctx, t);
}

static void sweep_rows(const struct distance_transform *t) {
  struct sm_device *device = t->state->device;
  const ptrdiff_t nx = t->grid->axis[0].n, ny = t->grid->axis[1].n;
  const struct sm_distance_rows rows = {.n = (int)nx,
                                        .open_sy = nx,
                                        .open_sz = nx * ny,
                                        .sy = t->state->sy,
                                        .sz = t->state->sz,
                                        .open = t->open,
                                        .face = t->position[0],
                                        .centre = t->position[0] + nx + 1,
                                        .squared = t->distance->d};
  const struct sm_box box = {{0, 0, 0}, {(int)ny, t->grid->axis[2].n, 1}};
  device->backend->distance_rows(device, &box, &rows);
}

/* The stack of a line is contiguous on a CPU; on a GPU the stacks of neighbouring lines are
 * interleaved. */
static void sweep_lines(const struct distance_transform *t, int axis, bool wall) {
  struct sm_device *device = t->state->device;
  const int nx = t->grid->axis[0].n, n = t->grid->axis[axis].n;
  const int rows = rows_of(t->grid, axis), batch = batch_of(t->grid, axis);
  const bool host = sm_device_is_host(device);
  struct sm_distance_lines lines = {.n = n,
                                    .step = axis == 1 ? t->state->sy : t->state->sz,
                                    .across = axis == 1 ? t->state->sz : t->state->sy,
                                    .face = t->position[axis],
                                    .centre = t->position[axis] + n + 1,
                                    .squared = t->distance->d,
                                    .below = wall ? 0.0f : INFINITY,
                                    .root = axis == 2,
                                    .nx = nx,
                                    .stack_step = host ? 1 : (ptrdiff_t)nx * batch,
                                    .stack_line = host ? n + 1 : 1,
                                    .stack = t->stack};
  for (lines.first = 0; lines.first < rows; lines.first += batch) {
    const int end = rows - lines.first < batch ? rows : lines.first + batch;
    const struct sm_box box = {{0, lines.first, 0}, {nx, end, 1}};
    device->backend->distance_lines(device, &box, &lines);
  }
}

enum sm_status sm_wall_distance_create(struct sm_context *ctx, const struct sm_state *state,
                                       const struct sm_grid *grid, const uint8_t *cell, bool ground,
                                       struct sm_wall_distance **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "distances to walls", out));
  (*out)->device = state->device;
  (*out)->size = state->size;
  struct distance_transform t = {.state = state,
                                 .grid = grid,
                                 .distance = *out,
                                 .store = {.device = state->device, .what = "distances to walls"}};
  enum sm_status status = prepare(ctx, &t, cell);
  if (status == SM_OK) {
    sweep_rows(&t);
    sweep_lines(&t, 1, false);
    sweep_lines(&t, 2, ground);
    status = sm_device_sync(ctx, state->device);
  }
  sm_store_clear(&t.store);
  if (status != SM_OK) sm_wall_distance_destroy(out);
  return status;
}

void sm_wall_distance_destroy(struct sm_wall_distance **distance) {
  if (*distance == NULL) return;
  sm_device_release((*distance)->device, (*distance)->d, (*distance)->size, sizeof(float));
  sm_free(*distance);
  *distance = NULL;
}
