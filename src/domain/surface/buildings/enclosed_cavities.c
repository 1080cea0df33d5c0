/* Enclosed cavities: fills air cells without an open path to the boundary (flood fill). */
#include "domain/surface/buildings/buildings.h"

#include "base/list.h"
#include <string.h>

/* Mark of a connected air cell: both type bits are set. */
#define REACHED 0xC0

/* Run of reached cells along x whose neighbours are still to be visited. */
struct run {
  int64_t first, last; /* cells */
};

struct flood {
  uint8_t *cell;
  int64_t n[3];
  struct run *stack;
  size_t count, capacity;
};

/* Marks air connected to the top through its column: one vectorised sweep finds nearly all air. */
static void fill_down(const struct flood *flood) {
  const int64_t nx = flood->n[0], ny = flood->n[1], layer = nx * ny;
#pragma omp parallel for schedule(static)
  for (int64_t j = 0; j < ny; j++)
    for (int64_t k = flood->n[2] - 1; k >= 0; k--) {
      uint8_t *row = flood->cell + k * layer + j * nx;
      if (k == flood->n[2] - 1) {
        for (int64_t i = 0; i < nx; i++)
          row[i] |= sm_is_air(row[i]) && (row[i] & SM_OPEN_UP) ? REACHED : 0;
        continue;
      }
      const uint8_t *above = row + layer;
      for (int64_t i = 0; i < nx; i++)
        row[i] |= sm_is_air(row[i]) && (row[i] & SM_OPEN_UP) && above[i] >= REACHED ? REACHED : 0;
    }
}

static enum sm_status push(struct sm_context *ctx, struct flood *flood, int64_t first,
                           int64_t last) {
  SM_TRY(sm_list_grow(ctx, flood->count, sizeof *flood->stack, "the search for enclosed air",
                      &flood->stack, &flood->capacity));
  flood->stack[flood->count++] = (struct run){first, last};
  return SM_OK;
}

/* Marks a cell and all cells connected to it within its row. */
static enum sm_status fill_row(struct sm_context *ctx, struct flood *flood, int64_t cell) {
  uint8_t *at = flood->cell;
  int64_t first = cell, last = cell;
  while ((at[first] & SM_OPEN_WEST) && first % flood->n[0] > 0 && sm_is_air(at[first - 1])) first--;
  while ((at[last] & SM_OPEN_EAST) && (last + 1) % flood->n[0] > 0 && sm_is_air(at[last + 1]))
    last++;
  for (int64_t q = first; q <= last; q++) at[q] |= REACHED;
  return push(ctx, flood, first, last);
}

/* Marks the neighbours of a run in one direction. */
static enum sm_status fill_neighbours(struct sm_context *ctx, struct flood *flood, struct run run,
                                      int bit, int64_t step) {
  for (int64_t q = run.first; q <= run.last; q++)
    if ((flood->cell[q] & bit) && sm_is_air(flood->cell[q + step]))
      SM_TRY(fill_row(ctx, flood, q + step));
  return SM_OK;
}

/* Processes the runs on the stack until no new cell is found. */
static enum sm_status fill_stack(struct sm_context *ctx, struct flood *flood) {
  const int64_t nx = flood->n[0], ny = flood->n[1], nz = flood->n[2];
  while (flood->count > 0) {
    const struct run run = flood->stack[--flood->count];
    const int64_t j = run.first / nx % ny, k = run.first / (nx * ny);
    if (j > 0) SM_TRY(fill_neighbours(ctx, flood, run, SM_OPEN_SOUTH, -nx));
    if (j < ny - 1) SM_TRY(fill_neighbours(ctx, flood, run, SM_OPEN_NORTH, nx));
    if (k > 0) SM_TRY(fill_neighbours(ctx, flood, run, SM_OPEN_DOWN, -nx * ny));
    if (k < nz - 1) SM_TRY(fill_neighbours(ctx, flood, run, SM_OPEN_UP, nx * ny));
  }
  return SM_OK;
}

/* True when an unmarked cell has an open face to a lateral boundary or to marked air. */
static bool touches_outside(const struct flood *flood, int64_t cell, int64_t i, int64_t j,
                            int64_t k) {
  const int64_t nx = flood->n[0], layer = nx * flood->n[1];
  const uint8_t *at = flood->cell + cell;
  return ((*at & SM_OPEN_WEST) && (i == 0 || at[-1] >= REACHED)) ||
         ((*at & SM_OPEN_EAST) && (i == nx - 1 || at[1] >= REACHED)) ||
         ((*at & SM_OPEN_SOUTH) && (j == 0 || at[-nx] >= REACHED)) ||
         ((*at & SM_OPEN_NORTH) && (j == flood->n[1] - 1 || at[nx] >= REACHED)) ||
         ((*at & SM_OPEN_DOWN) && k > 0 && at[-layer] >= REACHED) ||
         ((*at & SM_OPEN_UP) && (k == flood->n[2] - 1 || at[layer] >= REACHED));
}

/* Flood fill below overhangs, from cells that the sweep missed and that touch the boundary or
 * marked air. Rows without unmarked cells are skipped. */
static enum sm_status flood_rest(struct sm_context *ctx, struct flood *flood,
                                 const uint8_t *unfinished) {
  const int64_t nx = flood->n[0];
  for (int64_t row = 0; row < flood->n[1] * flood->n[2]; row++) {
    if (!unfinished[row]) continue;
    for (int64_t i = 0; i < nx; i++) {
      const int64_t cell = row * nx + i;
      if (!sm_is_air(flood->cell[cell]) || flood->cell[cell] == 0) continue;
      if (!touches_outside(flood, cell, i, row % flood->n[1], row / flood->n[1])) continue;
      SM_TRY(fill_row(ctx, flood, cell));
      SM_TRY(fill_stack(ctx, flood));
    }
  }
  return SM_OK;
}

/* Marks the rows with unreached air. */
static void find_unfinished(const struct flood *flood, uint8_t *unfinished) {
  const int64_t nx = flood->n[0];
#pragma omp parallel for schedule(static)
  for (int64_t row = 0; row < flood->n[1] * flood->n[2]; row++) {
    uint8_t any = 0;
    for (int64_t i = 0; i < nx; i++) any |= sm_is_air(flood->cell[row * nx + i]);
    unfinished[row] = any;
  }
}

/* Removes the marks, fills unmarked air cells, counts both. */
static void finish_fill(struct sm_domain *domain) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const struct sm_axis *z = &domain->grid.axis[2];
  int64_t fluid = 0, enclosed = 0;
#pragma omp parallel for schedule(static) reduction(+ : fluid, enclosed)
  for (int64_t row = 0; row < ny * z->n; row++) {
    uint8_t *cell = domain->cell + nx * row;
    const float *ground = domain->terrain + nx * (row % ny);
    const float centre = (float)z->centre[row / ny];
    int64_t reached = 0, left = 0; /* local sums vectorise, unlike reductions */
    for (int64_t i = 0; i < nx; i++) {
      const bool is_reached = cell[i] >= REACHED, is_left = sm_is_air(cell[i]);
      const uint8_t filling =
          centre < ground[i] ? SM_SOLID(SM_CELL_TERRAIN) : SM_SOLID(SM_CELL_BUILDING);
      reached += is_reached;
      left += is_left;
      cell[i] = is_reached ? cell[i] & SM_OPEN_ALL : is_left ? filling : cell[i];
    }
    fluid += reached;
    enclosed += left;
  }
  domain->fluid_count = fluid;
  domain->filled_count = enclosed;
}

enum sm_status sm_fill_enclosed_cavities(struct sm_context *ctx, struct sm_domain *domain) {
  struct flood flood = {.cell = domain->cell};
  for (int d = 0; d < 3; d++) flood.n[d] = domain->grid.axis[d].n;
  uint8_t *unfinished;
  SM_TRY(sm_alloc(ctx, (size_t)(flood.n[1] * flood.n[2]), 1, "the search for enclosed air",
                  &unfinished));
  fill_down(&flood);
  find_unfinished(&flood, unfinished);
  const enum sm_status status = flood_rest(ctx, &flood, unfinished);
  SM_FREE_ALL(unfinished, flood.stack);
  if (status != SM_OK) return status;
  finish_fill(domain);
  int64_t kept = 0;
  for (int64_t q = 0; q < domain->cut_count; q++)
    if (!sm_cell_is_solid(domain->cell[domain->cut[q].cell])) domain->cut[kept++] = domain->cut[q];
  domain->cut_count = kept;
  return SM_OK;
}
