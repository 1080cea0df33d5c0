#include "physics/scalars/merged_cells.h"

#include "base/list.h"
#include "device/row_exchange.h"
#include "physics/flow/share.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

/* Smallest air fraction of a group; largest number of merging passes. */
#define LEAST 0.5
enum { PASSES = 8 };

/* List entry of a cell while groups are built. */
struct entry {
  int64_t cell;
  double air;     /* air fraction of the cell */
  int32_t parent; /* another entry of its group; the first entry points to itself */
  double whole;   /* first entry only: air of the group over the volume of a cell */
};

struct builder {
  struct sm_cut_walls walls;
  struct entry *entry;
  int32_t *at; /* per domain cell: list index; -1: not listed */
  int32_t count;
  int64_t *start; /* start of each group in `order` */
  int32_t *order; /* entries sorted by group */
  int32_t *group; /* group of each entry */
  int64_t groups;
  double *volume; /* air volume of each group, m3 */
};

static void place_of(const struct sm_flow *flow, int64_t cell, int at[3]) {
  const int *n = flow->layout.n;
  at[0] = (int)(cell % n[0]);
  at[1] = (int)(cell / n[0] % n[1]);
  at[2] = (int)(cell / n[0] / n[1]);
}

static double width_of(const struct sm_flow *flow, int d, const int at[3]) {
  return flow->domain->grid.axis[d].width[at[d]];
}

static double size_of(const struct sm_flow *flow, const int at[3]) {
  return width_of(flow, 0, at) * width_of(flow, 1, at) * width_of(flow, 2, at);
}

/* Open fraction of a face of a cell, in the order west, east, south ... up; 0 if it is closed or
 * its axis has one cell. */
static double open_part(const struct builder *b, const int at[3], int face) {
  const int d = face / 2;
  int of[3] = {at[0], at[1], at[2]};
  if (b->walls.flow->layout.n[d] == 1) return 0;
  if ((sm_flow_no_flux_faces(b->walls.flow, at) >> face & 1) != 0) return 0;
  of[d] += face % 2;
  return sm_cut_open_part(&b->walls, d, of);
}

/* Cell behind a face; -1: a side of the domain. */
static int64_t behind(const struct builder *b, const int at[3], int face) {
  const int d = face / 2;
  int other[3] = {at[0], at[1], at[2]};
  if (sm_cut_is_side(b->walls.flow, d, at[d] + face % 2)) return -1;
  other[d] += face % 2 ? 1 : -1;
  return sm_cut_cell_at(b->walls.flow, other);
}

/* --- which cells belong together --- */

static int32_t first_of(struct builder *b, int32_t e) {
  while (b->entry[e].parent != e) {
    b->entry[e].parent = b->entry[b->entry[e].parent].parent;
    e = b->entry[e].parent;
  }
  return e;
}

static int32_t add(struct builder *b, int64_t cell) {
  int at[3];
  place_of(b->walls.flow, cell, at);
  const double air = sm_domain_fluid_fraction(b->walls.domain, at[0], at[1], at[2]);
  b->entry[b->count] = (struct entry){cell, air, b->count, air};
  b->at[cell] = b->count;
  return b->count++;
}

static double value_of(struct builder *b, int32_t e, const int at[3], int face) {
  const int64_t other = behind(b, at, face);
  if (other < 0) return 0;
  if (b->at[other] >= 0 && first_of(b, b->at[other]) == first_of(b, e)) return 0;
  int there[3];
  place_of(b->walls.flow, other, there);
  return open_part(b, at, face) *
         sm_domain_fluid_fraction(b->walls.domain, there[0], there[1], there[2]);
}

/* Face to the neighbour with the largest product of open area and volume; -1: no neighbour. Ties:
 * up and down first, then the one to the left of another, seen from the cell, so that a rotated
 * case gets the same groups. */
static int best_face(struct builder *b, int32_t e, const int at[3]) {
  static const int round[4] = {1, 3, 0, 2}; /* east, north, west, south */
  double value[6], best = 0;
  for (int face = 0; face < 6; face++) {
    value[face] = value_of(b, e, at, face);
    best = fmax(best, value[face]);
  }
  if (!(best > 0)) return -1;
  for (int face = 5; face > 3; face--)
    if (value[face] > best * (1 - 1e-6)) return face;
  int found = -1;
  for (int m = 0; m < 4; m++) {
    const bool alike = value[round[m]] > best * (1 - 1e-6);
    if (alike && (found < 0 || !(value[round[(m + 1) % 4]] > best * (1 - 1e-6)))) found = m;
  }
  return found < 0 ? -1 : round[found];
}

/* Merges cells with little air with neighbours until no group is small or no neighbours are
 * left. */
static void join(struct builder *b) {
  bool changed = true;
  for (int pass = 0; pass < PASSES && changed; pass++) {
    changed = false;
    for (int32_t e = 0; e < b->count; e++) {
      int at[3];
      const int32_t own = first_of(b, e);
      if (b->entry[own].whole >= LEAST) continue;
      place_of(b->walls.flow, b->entry[e].cell, at);
      const int face = best_face(b, e, at);
      if (face < 0) continue;
      const int64_t cell = behind(b, at, face);
      const int32_t other = first_of(b, b->at[cell] < 0 ? add(b, cell) : b->at[cell]);
      const int32_t low = own < other ? own : other, high = own < other ? other : own;
      b->entry[low].whole += b->entry[high].whole;
      b->entry[high].parent = low;
      changed = true;
    }
  }
}

static enum sm_status find_groups(struct sm_context *ctx, struct builder *b) {
  const struct sm_domain *domain = b->walls.domain;
  const size_t cells = (size_t)sm_grid_cells(&domain->grid);
  const size_t most = 2 * (size_t)domain->cut_count; /* each may add a whole cell */
  SM_TRY(sm_alloc(ctx, most, sizeof *b->entry, "cells beside walls", &b->entry));
  SM_TRY(sm_alloc(ctx, cells, sizeof *b->at, "cells beside walls", &b->at));
#pragma omp parallel for schedule(static)
  for (size_t c = 0; c < cells; c++) b->at[c] = -1;
  for (int64_t m = 0; m < domain->cut_count; m++)
    if ((domain->cell[domain->cut[m].cell] & SM_OPEN_ALL) != 0) (void)add(b, domain->cut[m].cell);
  join(b);
  return SM_OK;
}

/* Sorts entries by group; groups are in the order of their first cells. */
static enum sm_status sort(struct sm_context *ctx, struct builder *b) {
  const size_t count = (size_t)b->count;
  SM_TRY(sm_alloc(ctx, count + 2, sizeof *b->start, "cells beside walls", &b->start));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->order, "cells beside walls", &b->order));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->group, "cells beside walls", &b->group));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->volume, "cells beside walls", &b->volume));
  for (int32_t e = 0; e < b->count; e++)
    if (first_of(b, e) == e) b->group[e] = (int32_t)b->groups++;
  for (int32_t e = 0; e < b->count; e++) {
    int at[3];
    place_of(b->walls.flow, b->entry[e].cell, at);
    b->group[e] = b->group[first_of(b, e)];
    b->start[b->group[e] + 2]++;
    b->volume[b->group[e]] += b->entry[e].air * size_of(b->walls.flow, at);
  }
  for (int64_t g = 0; g < b->groups; g++) b->start[g + 2] += b->start[g + 1];
  for (int32_t e = 0; e < b->count; e++) b->order[b->start[b->group[e] + 1]++] = e;
  return SM_OK;
}

/* --- numbers --- */

/* Host copies of the list. */
struct numbers {
  int64_t *cell;
  int32_t *place;
  double *number, *volume, *wall;
  float *distance;
};

/* Wall area in a cell, m2; whole: area of its closed faces, as for a cell without cuts. */
static double wall_of(const struct builder *b, const int at[3], double *whole) {
  const struct sm_domain *domain = b->walls.domain;
  const int64_t cell = sm_cut_cell_at(b->walls.flow, at), cut = sm_domain_cut(domain, cell);
  const int shut = sm_flow_no_flux_faces(b->walls.flow, at);
  double sum = cut < 0 ? 0 : b->walls.plane[cut].area;
  *whole = 0;
  for (int face = 0; face < 6; face++) {
    const int d = face / 2;
    if ((shut >> face & 1) == 0) continue;
    const double area = size_of(b->walls.flow, at) / width_of(b->walls.flow, d, at);
    const bool alone = face == 4 ? sm_cut_has_floor(domain, cell)
                                 : sm_cut_is_side(b->walls.flow, d, at[d] + face % 2);
    *whole += area;
    if (cut < 0 || alone) sum += area * (cut < 0 ? 1 : (double)domain->cut[cut].fraction[face ^ 1]);
  }
  return sum;
}

static void fill_entry(const struct builder *b, int64_t m, struct numbers *x, double *ground) {
  const struct sm_flow *flow = b->walls.flow;
  const int32_t e = b->order[m], g = b->group[e];
  const int64_t n = b->count;
  const ptrdiff_t *step = flow->layout.step;
  const double air = b->volume[g];
  double open[6], whole;
  int at[3];
  place_of(flow, b->entry[e].cell, at);
  const double size = size_of(flow, at), wall = wall_of(b, at, &whole);
  for (int face = 0; face < 6; face++) {
    const int64_t other = behind(b, at, face);
    const bool own = other >= 0 && b->at[other] >= 0 && b->group[b->at[other]] == g;
    open[face] = open_part(b, at, face);
    const double area = size / width_of(flow, face / 2, at);
    x->number[m + (SM_MERGED_FACES + face) * n] = own ? 0 : open[face] * area / air;
  }
  x->number[m + SM_MERGED_SHARE * n] = b->entry[e].air * size / air;
  x->number[m + SM_MERGED_SOURCE * n] = size / air;
  x->number[m + SM_MERGED_WALL * n] = wall / air;
  x->volume[m] = (b->entry[e].air - 1) * size;
  x->wall[m] = wall - whole;
  for (int d = 0; d < 3; d++) x->place[m + d * n] = at[d];
  x->cell[m] = at[0] + at[1] * step[1] + at[2] * step[2];
  *ground += fmax(open[5] - open[4], 0) * size / width_of(flow, 2, at);
}

static enum sm_status fill(struct sm_context *ctx, const struct builder *b, struct numbers *x) {
  const size_t count = (size_t)b->count;
  SM_TRY(sm_alloc(ctx, count, sizeof *x->cell, "cells beside walls", &x->cell));
  SM_TRY(sm_alloc(ctx, 3 * count, sizeof *x->place, "cells beside walls", &x->place));
  SM_TRY(sm_alloc(ctx, SM_MERGED_NUMBERS * count, sizeof *x->number, "cells beside walls",
                  &x->number));
  SM_TRY(sm_alloc(ctx, count, sizeof *x->volume, "cells beside walls", &x->volume));
  SM_TRY(sm_alloc(ctx, count, sizeof *x->wall, "cells beside walls", &x->wall));
  SM_TRY(sm_alloc(ctx, count, sizeof *x->distance, "cells beside walls", &x->distance));
#pragma omp parallel for schedule(static)
  for (int64_t g = 0; g < b->groups; g++) {
    double ground = 0; /* horizontal projection, m2 */
    for (int64_t m = b->start[g]; m < b->start[g + 1]; m++) fill_entry(b, m, x, &ground);
    x->distance[g] = ground > 0 ? (float)(0.5 * b->volume[g] / ground) : INFINITY;
  }
  return SM_OK;
}

static enum sm_status put(struct sm_context *ctx, const struct builder *b, struct numbers *x,
                          struct sm_merged_cells *out) {
  static const char what[] = "cells beside walls";
  const struct sm_flow *flow = b->walls.flow;
  struct sm_merged_list *list = &out->list;
  int64_t *start = NULL, *cell = NULL;
  int32_t *place = NULL;
  list->count = b->groups;
  list->cells = out->all_cells = b->count;
  const size_t all = (size_t)b->count;
  SM_TRY(sm_flow_put(ctx, flow, x->cell, all, sizeof *cell, what, &cell));
  SM_TRY(sm_flow_put(ctx, flow, x->volume, all, sizeof(double), what, &out->volume));
  SM_TRY(sm_flow_put(ctx, flow, x->wall, all, sizeof(double), what, &out->wall));
  out->all = cell;
  SM_TRY(sm_flow_cells_make(ctx, flow, x->cell, b->count, &out->shared));
  const struct sm_merged_arrays arrays = {b->groups, b->count, b->start,
                                          x->cell,   x->place, x->number};
  SM_TRY(sm_merged_rows_keep(ctx, flow, &arrays, list));
  const size_t count = (size_t)list->cells, numbers = SM_MERGED_NUMBERS * count;
  if (flow->rows != NULL) SM_TRY(sm_flow_put(ctx, flow, x->cell, count, sizeof *cell, what, &cell));
  SM_TRY(sm_flow_put(ctx, flow, b->start, (size_t)list->count + 1, sizeof *start, what, &start));
  SM_TRY(sm_flow_put(ctx, flow, x->place, 3 * count, sizeof *place, what, &place));
  SM_TRY(sm_flow_reals(ctx, flow, numbers, what, &list->number));
  list->start = start;
  list->cell = cell;
  list->place = place;
  return sm_flow_upload_array(ctx, flow, x->number, numbers, list->number);
}

enum sm_status sm_merged_cells_make(struct sm_context *ctx, const struct sm_flow *flow,
                                    struct sm_merged_cells *out) {
  struct builder b = {.walls = {.flow = flow, .domain = flow->domain}};
  struct numbers x = {.cell = NULL};
  enum sm_status status = SM_OK;
  *out = (struct sm_merged_cells){.flow = NULL};
  if (flow->domain->cut_count == 0) return SM_OK;
  SM_TRY_DONE(sm_cut_planes_find(ctx, &b.walls));
  SM_TRY_DONE(find_groups(ctx, &b));
  if (b.count == 0) goto done;
  SM_TRY_DONE(sort(ctx, &b));
  SM_TRY_DONE(fill(ctx, &b, &x));
  out->flow = flow;
  SM_TRY_DONE(put(ctx, &b, &x, out));
  out->entry = b.at;
  out->group = b.group;
  out->distance = x.distance;
  b.at = b.group = NULL;
  x.distance = NULL;
done:
  SM_FREE_ALL(b.walls.plane, b.entry, b.at, b.start, b.order, b.group, b.volume, x.cell, x.place,
              x.number, x.volume, x.wall, x.distance);
  return status;
}

void sm_merged_cells_forget(struct sm_merged_cells *groups) {
  SM_FREE_ALL(groups->entry, groups->group, groups->distance);
  groups->entry = groups->group = NULL;
  groups->distance = NULL;
}

/* --- passes --- */

int sm_merged_cells_floor(const struct sm_merged_cells *groups, int i, int j, int k,
                          float *distance) {
  const struct sm_flow *flow = groups->flow;
  if (flow == NULL) return k;
  const int64_t layer = (int64_t)flow->layout.n[0] * flow->layout.n[1];
  const int64_t cell = i + (int64_t)flow->layout.n[0] * j + layer * k;
  const int32_t own = groups->entry[cell];
  if (own < 0) return k;
  const float of_group = groups->distance[groups->group[own]];
  *distance = isinf(of_group) ? *distance : of_group;
  if (k + 1 == flow->layout.n[2] || sm_domain_fluid_fraction(flow->domain, i, j, k) >= LEAST)
    return k;
  const int32_t above = groups->entry[cell + layer];
  return above >= 0 && groups->group[above] == groups->group[own] ? k + 1 : k;
}

void sm_merged_cells_clear(const struct sm_merged_cells *groups, union sm_reals to) {
  if (groups->flow == NULL) return;
  struct sm_device *device = groups->flow->device;
  const struct sm_cut_clear args = {groups->list, to};
  const struct sm_box box = sm_csr_box(groups->list.cells);
  device->backend->cut_clear(device, &box, &args);
}

void sm_merged_cells_advance(const struct sm_merged_cells *groups,
                             const struct sm_scalar_transport *t, union sm_reals rest) {
  if (groups->flow == NULL) return;
  struct sm_device *device = groups->flow->device;
  const struct sm_cut_transport args = {*t, groups->list, rest};
  const struct sm_box box = sm_csr_box(groups->list.count);
  device->backend->cut_transport(device, &box, &args);
}

bool sm_merged_cells_rate(const struct sm_merged_cells *groups, const struct sm_scalar_transport *t,
                          double *out) {
  if (groups->flow == NULL) return false;
  struct sm_device *device = groups->flow->device;
  const struct sm_cut_transport args = {.t = *t, .groups = groups->list};
  const struct sm_box box = sm_csr_box(groups->list.count);
  const struct sm_rows *rows = sm_device_sum_alone(device);
  device->backend->cut_transport_rate(device, &box, &args, out);
  device->rows = rows;
  return true;
}

bool sm_merged_cells_integral(const struct sm_merged_cells *groups, union sm_reals field,
                              double volumes, double walls, double *out) {
  if (groups->flow == NULL) return false;
  struct sm_device *device = groups->flow->device;
  const struct sm_cut_integral args = {.groups = {.cell = groups->all, .cells = groups->all_cells},
                                       .now = field,
                                       .volume = groups->volume,
                                       .wall = groups->wall,
                                       .volumes = volumes,
                                       .walls = walls};
  const struct sm_box box = sm_csr_box(groups->all_cells);
  sm_flow_gather_cells(groups->flow, field, &groups->shared);
  const struct sm_rows *rows = sm_device_sum_alone(device);
  device->backend->cut_integral(device, &box, &args, out);
  device->rows = rows;
  return true;
}
