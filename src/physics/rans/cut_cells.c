/* cut_cells.c - cut cells of the steady Reynolds-averaged flow: momentum on the faces beside cut
 * walls, k and epsilon in cut cells, velocity gradients in the whole cells beside them. */
#include "physics/rans/internal.h"

#include "cell/cells.h"
#include "physics/flow/share.h"
#include "physics/flow/walls/walls.h"
#include "physics/turbulence/closure.h"
#include <math.h>

/* Lower limit of the air fraction of a cell. */
#define SMALLEST 0.02

/* --- lists of cells --- */

struct builder {
  struct sm_rans_flow *r;
  struct sm_cut_walls walls;
  double *distance; /* in the layout of the flow */
};

static void place_of(const struct sm_flow *flow, int64_t cell, int at[3]) {
  const int *n = flow->layout.n;
  at[0] = (int)(cell % n[0]);
  at[1] = (int)(cell / n[0] % n[1]);
  at[2] = (int)(cell / n[0] / n[1]);
}

static int64_t element_of(const struct sm_flow *flow, const int at[3]) {
  const ptrdiff_t *step = flow->layout.step;
  return at[0] + at[1] * step[1] + at[2] * step[2];
}

static bool is_own(const struct sm_flow *flow, const int at[3]) {
  const struct sm_box box = sm_flow_cells(flow);
  return at[1] >= box.lo[1] && at[1] < box.hi[1];
}

static bool is_beside_cut(const struct builder *b, const int at[3]) {
  const struct sm_flow *flow = b->r->flow;
  for (int face = 0; face < 6; face++) {
    const int d = face / 2;
    int other[3] = {at[0], at[1], at[2]};
    if (flow->layout.n[d] == 1 || sm_cut_is_side(flow, d, at[d] + face % 2)) continue;
    other[d] += face % 2 ? 1 : -1;
    if (sm_cut_number(&b->walls, other) >= 0) return true;
  }
  return false;
}

/* Marks own whole cells of air beside cut ones, one byte per cell. */
static int64_t mark_beside(const struct builder *b, uint8_t *marked) {
  const struct sm_flow *flow = b->r->flow;
  const struct sm_domain *domain = b->r->domain;
  const int64_t cells = sm_grid_cells(&domain->grid);
  int64_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (int64_t c = 0; c < cells; c++) {
    int at[3];
    place_of(flow, c, at);
    if (!is_own(flow, at) || (domain->cell[c] & SM_OPEN_ALL) == 0) continue;
    if (sm_cut_number(&b->walls, at) >= 0 || !is_beside_cut(b, at)) continue;
    marked[c] = 1;
    count++;
  }
  return count;
}

/* --- cut cells --- */

/* Open fraction of a face of a cell, west, east, south ... up; 0 if nothing passes it. */
static double open_part(const struct builder *b, const int at[3], int face) {
  int of[3] = {at[0], at[1], at[2]};
  if ((sm_flow_no_flux_faces(b->r->flow, at) >> face & 1) != 0) return 0;
  of[face / 2] += face % 2;
  return sm_cut_open_part(&b->walls, face / 2, of);
}

/* Centroid of the air of a cell along an axis, m. */
static double centre_of(const struct builder *b, int d, const int at[3]) {
  const int64_t cut = sm_cut_number(&b->walls, at);
  return sm_cut_centre(b->r->flow, d, at[d]) + (cut >= 0 ? b->walls.plane[cut].centre[d] : 0);
}

static double drag_of(const struct builder *b, const int at[3]) {
  const struct sm_flow *flow = b->r->flow;
  const double far = b->distance[flow->layout.origin + element_of(flow, at)];
  const double away = fmax(far - sm_mean_roughness(b->r->domain), 0.01 * far);
  const bool rough = flow->c->walls == SM_WALL_ROUGH && sm_cut_number(&b->walls, at) >= 0;
  return rough ? sm_flow_rough_drag(away, sm_flow_cut_roughness(flow, at)) : 0;
}

static void find_cell(const struct builder *b, const int at[3], double out[SM_RANS_CUT_NUMBERS]) {
  const struct sm_flow *flow = b->r->flow;
  const struct sm_axis *axis = b->r->domain->grid.axis;
  const double air = sm_domain_fluid_fraction(b->r->domain, at[0], at[1], at[2]);
  double open[6], volume = fmax(air, SMALLEST);
  for (int f = 0; f < 6; f++) {
    open[f] = flow->layout.n[f / 2] > 1 ? open_part(b, at, f) : 0;
    volume = fmax(volume, 0.5 * open[f]);
  }
  for (int f = 0; f < 6; f++) {
    const int d = f / 2;
    int next[3] = {at[0], at[1], at[2]};
    next[d] += f % 2 ? 1 : -1;
    const double gap = fabs(sm_cut_centre(flow, d, next[d]) - sm_cut_centre(flow, d, at[d]));
    const double apart = fabs(centre_of(b, d, next) - centre_of(b, d, at));
    out[SM_RANS_CUT_FLUX + f] = open[f] / (volume * axis[d].width[at[d]]);
    out[SM_RANS_CUT_DIFFUSION + f] = out[SM_RANS_CUT_FLUX + f] / fmax(apart, 0.5 * gap);
  }
  out[SM_RANS_CUT_DRAG] = drag_of(b, at);
}

/* Lists own cut cells, then whole ones beside them; `cell` is enlarged and freed by the caller. */
static enum sm_status list_cells(struct sm_context *ctx, const struct builder *b,
                                 struct sm_rans_cut *out, int64_t **cell) {
  const struct sm_domain *domain = b->r->domain;
  const int64_t cells = sm_grid_cells(&domain->grid);
  SM_SCOPED uint8_t *marked = NULL;
  int at[3];
  SM_TRY(sm_alloc(ctx, (size_t)cells, 1, "cells beside cut ones", &marked));
  out->beside = mark_beside(b, marked);
  SM_TRY(
      sm_alloc(ctx, (size_t)(domain->cut_count + out->beside), sizeof **cell, "cut cells", cell));
  for (int64_t m = 0; m < domain->cut_count; m++) {
    place_of(b->r->flow, domain->cut[m].cell, at);
    if (is_own(b->r->flow, at)) (*cell)[out->cells++] = domain->cut[m].cell;
  }
  int64_t next = out->cells;
  for (int64_t c = 0; c < cells; c++)
    if (marked[c]) (*cell)[next++] = c;
  return SM_OK;
}

/* --- whole cells beside them --- */

/* Open faces of the two other components in the neighbour of a cell along axis b, 2 bits for each
 * component, and mean position of these faces from the middle of the neighbour, along b. */
static int look_beside(const struct builder *b, const int at[3], int axis, int step,
                       double *place) {
  int bits = 0, count = 0;
  int there[3] = {at[0], at[1], at[2]};
  there[axis] += step;
  const int64_t cut = sm_cut_number(&b->walls, there);
  *place = 0;
  for (int q = 0; q < 4; q++) {
    const int d = (axis + 1 + q / 2) % 3;
    int face[3] = {there[0], there[1], there[2]};
    face[d] += q % 2;
    if (b->r->flow->layout.n[d] > 1 && !(sm_cut_open_part(&b->walls, d, face) > 0)) continue;
    bits |= 1 << q;
    if (cut >= 0) *place += b->walls.plane[cut].middle[2 * d + q % 2][axis];
    count++;
  }
  if (count > 0) *place /= count;
  return bits;
}

static int32_t find_beside(const struct builder *b, const int at[3], double out[6]) {
  const struct sm_flow *flow = b->r->flow;
  int32_t all = 0;
  for (int d = 0; d < 3; d++) {
    double before, behind;
    const int low = look_beside(b, at, d, -1, &before);
    const int high = look_beside(b, at, d, 1, &behind);
    const double gap = sm_cut_centre(flow, d, at[d] + 1) - sm_cut_centre(flow, d, at[d] - 1);
    out[d] = 1 / fmax(gap + behind - before, 0.5 * gap);
    out[3 + d] = 1 / b->r->domain->grid.axis[d].width[at[d]];
    for (int q = 0; q < 2; q++) /* low and high face of a component: before, then behind */
      all |= ((low >> 2 * q & 3) | (high >> 2 * q & 3) << 2) << (8 * d + 4 * q);
  }
  return all;
}

/* --- all of it --- */

/* Numbers of all listed cells; on the host. */
struct numbers {
  double *number, *span;
  int32_t *open;
};

static void find_numbers(const struct builder *b, const struct sm_rans_cut *cut, int64_t *cell,
                         const struct numbers *out) {
  const struct sm_flow *flow = b->r->flow;
  const int64_t count = cut->cells + cut->beside;
#pragma omp parallel for schedule(static)
  for (int64_t m = 0; m < count; m++) {
    const int64_t beside = m - cut->cells;
    double one[SM_RANS_CUT_NUMBERS], spans[6];
    int at[3];
    place_of(flow, cell[m], at);
    find_cell(b, at, one);
    for (int q = 0; q < SM_RANS_CUT_NUMBERS; q++) out->number[q * count + m] = one[q];
    cell[m] = element_of(flow, at);
    if (beside < 0) continue;
    out->open[beside] = find_beside(b, at, spans);
    for (int q = 0; q < 6; q++) out->span[q * cut->beside + beside] = spans[q];
  }
}

static enum sm_status make_cells(struct sm_context *ctx, const struct builder *b,
                                 struct sm_rans_cut *out) {
  const struct sm_flow *flow = b->r->flow;
  struct sm_device *device = flow->device;
  SM_SCOPED int64_t *cell = NULL;
  SM_SCOPED double *number = NULL, *span = NULL;
  SM_SCOPED int32_t *open = NULL;
  SM_TRY(list_cells(ctx, b, out, &cell));
  const size_t count = (size_t)(out->cells + out->beside), beside = (size_t)out->beside;
  const size_t numbers = count * SM_RANS_CUT_NUMBERS;
  SM_TRY(sm_flow_put(ctx, flow, NULL, count, sizeof *cell, "cut cells", &out->cell));
  SM_TRY(sm_flow_reals(ctx, flow, numbers, "cut cells", &out->number));
  SM_TRY(sm_flow_put(ctx, flow, NULL, beside, sizeof *open, "cells beside cut ones", &out->open));
  SM_TRY(sm_flow_reals(ctx, flow, 6 * beside, "cells beside cut ones", &out->per_span));
  if (!sm_device_has_data(device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, numbers, sizeof *number, "cut cells", &number));
  SM_TRY(sm_alloc(ctx, beside, sizeof *open, "cells beside cut ones", &open));
  SM_TRY(sm_alloc(ctx, 6 * beside, sizeof *span, "cells beside cut ones", &span));
  find_numbers(b, out, cell, &(struct numbers){number, span, open});
  SM_TRY(sm_device_upload(ctx, device, out->cell, cell, count * sizeof *cell));
  SM_TRY(sm_flow_upload_array(ctx, flow, number, numbers, out->number));
  SM_TRY(sm_device_upload(ctx, device, out->open, open, beside * sizeof *open));
  return sm_flow_upload_array(ctx, flow, span, 6 * beside, out->per_span);
}

/* Gradient over difference of a logarithm (sweep.h). */
static double logarithmic(double near, double far) { return sm_rans_log_factor_f64(near, far); }

static enum sm_status make_lists(struct sm_context *ctx, struct sm_rans_flow *r) {
  struct builder b = {.r = r, .walls = {.flow = r->flow, .domain = r->domain}};
  SM_SCOPED double *distance = NULL;
  SM_TRY(sm_flow_cut_make(ctx, r->flow, logarithmic, &r->cut.faces));
  SM_TRY(sm_alloc(ctx, r->flow->layout.size, sizeof *distance, "distances", &distance));
  if (sm_device_has_data(r->flow->device))
    SM_TRY(sm_flow_download(ctx, r->flow, r->distance, distance));
  b.distance = distance;
  enum sm_status status = sm_cut_planes_find(ctx, &b.walls);
  if (status == SM_OK) status = make_cells(ctx, &b, &r->cut);
  sm_free(b.walls.plane);
  return status;
}

enum sm_status sm_rans_cut_make(struct sm_context *ctx, struct sm_rans_flow *r) {
  if (r->domain->cut_count == 0) return SM_OK;
  sm_flow_share(r->flow, r->projection.poisson, true);
  const enum sm_status status = make_lists(ctx, r);
  sm_flow_share(r->flow, r->projection.poisson, false);
  return status;
}

/* --- in an iteration --- */

static struct sm_rans_cut_cells cells_of(const struct sm_rans_flow *r) {
  return (struct sm_rans_cut_cells){.cell = r->cut.cell,
                                    .number = r->cut.number,
                                    .count = r->cut.cells + r->cut.beside,
                                    .cut = r->cut.cells,
                                    .smooth = r->flow->c->walls == SM_WALL_SMOOTH};
}

void sm_rans_cut_momentum(const struct sm_rans_flow *r, int d,
                          const struct sm_rans_momentum *args) {
  const struct sm_flow *flow = r->flow;
  const struct sm_flow_cut *faces = &r->cut.faces;
  if (faces->count[d] == 0) return;
  const struct sm_rans_cut_momentum own = {.all = *args,
                                           .face = faces->face[d],
                                           .number = faces->number[d],
                                           .count = faces->count[d],
                                           .a = d,
                                           .smooth = flow->c->walls == SM_WALL_SMOOTH};
  const struct sm_box box = sm_csr_box(faces->count[d]);
  flow->device->backend->cut_rans_momentum(flow->device, &box, &own);
}

void sm_rans_cut_viscosity(const struct sm_rans_flow *r, const struct sm_rans_viscosity *args) {
  struct sm_device *device = r->flow->device;
  if (r->cut.cells > 0) {
    const struct sm_rans_cut_viscosity own = {.all = *args, .cut = cells_of(r)};
    const struct sm_box box = sm_csr_box(r->cut.cells);
    device->backend->cut_rans_viscosity(device, &box, &own);
  }
  if (r->cut.beside > 0) {
    const struct sm_rans_cut_gradient own = {.all = *args,
                                             .cell = r->cut.cell + r->cut.cells,
                                             .open = r->cut.open,
                                             .per_span = r->cut.per_span,
                                             .count = r->cut.beside};
    const struct sm_box box = sm_csr_box(r->cut.beside);
    device->backend->cut_rans_gradient(device, &box, &own);
  }
}

void sm_rans_cut_turbulence(const struct sm_rans_flow *r, const struct sm_k_epsilon *args) {
  struct sm_device *device = r->flow->device;
  const struct sm_cut_k_epsilon own = {.all = *args, .cut = cells_of(r)};
  if (own.cut.count == 0) return;
  const struct sm_box box = sm_csr_box(own.cut.count);
  device->backend->cut_k_epsilon(device, &box, &own);
}
