#include "physics/flow/walls/cut_cells.h"

#include "base/list.h"
#include "cell/momentum/cut_cells.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

/* Lower limit of the air fraction of a face's control volume. */
#define SMALLEST 0.02

/* --- walls --- */

/* Wall plane near a face; positions relative to the face centre. */
struct near_wall {
  double normal[3], point[3];
  double area;      /* wall area in the two cells of the face, m2 */
  double roughness; /* geometric mean of the roughness length, m */
};

double sm_flow_cut_roughness(const struct sm_flow *flow, const int at[3]) {
  const struct sm_domain *domain = flow->domain;
  const int64_t layer = (int64_t)flow->layout.n[0] * flow->layout.n[1];
  const int64_t column = sm_cut_cell_at(flow, at) % layer;
  const double ground = flow->c->boundary[SM_BOTTOM].roughness;
  if (domain->building[column] > 0) return flow->roughness;
  return isnan(ground) ? (double)domain->z0[column] : ground;
}

static void add_wall(const struct sm_cut_walls *b, int d, const int at[3], const int cell[3],
                     struct near_wall *sum, double *weights) {
  const int64_t m = sm_cut_number(b, cell);
  if (m < 0 || !(b->plane[m].area > 0)) return;
  const struct sm_wall_plane *plane = &b->plane[m];
  double far[3], square = 0;
  for (int e = 0; e < 3; e++) {
    const double from = e == d ? sm_cut_face(b->flow, e, at[e]) : sm_cut_centre(b->flow, e, at[e]);
    const double width = b->domain->grid.axis[e].width[sm_cut_inside(b->flow, e, cell[e])];
    far[e] = sm_cut_centre(b->flow, e, cell[e]) + plane->point[e] - from;
    square += far[e] * far[e] / (width * width);
  }
  const double weight = plane->area / (0.1 + square);
  for (int e = 0; e < 3; e++) {
    sum->normal[e] += weight * plane->normal[e];
    sum->point[e] += weight * far[e];
  }
  sum->roughness += weight * log(sm_flow_cut_roughness(b->flow, cell));
  *weights += weight;
}

/* Mean wall plane of the two cells of a face, else of the cells around them. */
static struct near_wall find_wall(const struct sm_cut_walls *b, int d, const int at[3]) {
  struct near_wall sum = {.area = 0};
  double weights = 0, length = 0;
  for (int wide = 0; wide < 2 && !(weights > 0); wide++) {
    int low[3], high[3];
    for (int e = 0; e < 3; e++) {
      const int more = wide && b->flow->layout.n[e] > 1;
      low[e] = at[e] - (e == d) - more;
      high[e] = at[e] + more;
    }
    for (int k = low[2]; k <= high[2]; k++)
      for (int j = low[1]; j <= high[1]; j++)
        for (int i = low[0]; i <= high[0]; i++) {
          const int cell[3] = {i, j, k};
          add_wall(b, d, at, cell, &sum, &weights);
          const int64_t m = wide ? -1 : sm_cut_number(b, cell);
          if (m >= 0) sum.area += 0.5 * b->plane[m].area;
        }
  }
  for (int e = 0; e < 3; e++) length += sum.normal[e] * sum.normal[e];
  length = sqrt(length);
  for (int e = 0; e < 3; e++) {
    sum.normal[e] = length > 0 ? sum.normal[e] / length : 0;
    sum.point[e] = weights > 0 ? sum.point[e] / weights : 0;
  }
  sum.roughness = weights > 0 ? exp(sum.roughness / weights) : 1;
  return sum;
}

/* Position of the velocity of a cell on its face across axis d, relative to the centre of another
 * face. */
static void place_of(const struct sm_cut_walls *b, int d, const int at[3], const int from[3],
                     double out[3]) {
  const struct sm_flow *flow = b->flow;
  int below[3] = {at[0], at[1], at[2]};
  below[d]--;
  const int64_t high = sm_cut_number(b, at), low = sm_cut_number(b, below);
  for (int e = 0; e < 3; e++) {
    const bool faces = e == d;
    out[e] = faces ? sm_cut_face(flow, e, at[e]) - sm_cut_face(flow, e, from[e])
                   : sm_cut_centre(flow, e, at[e]) - sm_cut_centre(flow, e, from[e]);
    if (faces || sm_cut_is_side(flow, d, at[d])) continue;
    const double one = high >= 0 ? b->plane[high].middle[2 * d][e] : 0;
    const double two = low >= 0 ? b->plane[low].middle[2 * d + 1][e] : 0;
    out[e] += high >= 0 && low >= 0 ? 0.5 * (one + two) : one + two;
  }
}

/* --- numbers of a face --- */

/* A face whose coefficients are being computed. */
struct row {
  int d, at[3];
  double lower, upper; /* fractions of the control volume in both cells along d */
  double gap;          /* m, distance of the cell centres */
  double open;         /* open fraction of the face */
  double volume;       /* air fraction of the control volume */
  double through[6];   /* open fractions of the faces of the control volume, low and high along d,
                          b, e */
  struct near_wall wall;
  double distance; /* m, from the wall */
  sm_cut_profile *profile;
  double balance; /* 1/m: stress of the profile on its neighbours, over that of the wall */
  double out[SM_CUT_NUMBERS];
};

static double open_fraction(const struct sm_cut_walls *b, const struct row *row, int axis,
                            int along_d, int along_axis) {
  int at[3] = {row->at[0], row->at[1], row->at[2]};
  at[row->d] += along_d;
  at[axis] += along_axis;
  return sm_cut_open_part(b, axis, at);
}

/* Air fraction of the half of an adjacent cell that belongs to the face. */
static double half_open(const struct sm_cut_walls *b, const struct row *row, int high) {
  int at[3] = {row->at[0], row->at[1], row->at[2]};
  if (!high) at[row->d]--;
  const int64_t m = sm_cut_number(b, at);
  return m < 0 ? 1 : b->plane[m].half[2 * row->d + (high ? 0 : 1)];
}

static void find_fluxes(const struct sm_cut_walls *b, struct row *row) {
  const int d = row->d;
  double *x = row->out, most = row->open;
  const double below = open_fraction(b, row, d, 0, -1), above = open_fraction(b, row, d, 0, 1);
  row->through[0] = 0.5 * (below + row->open);
  row->through[1] = 0.5 * (row->open + above);
  x[0] = 0.5 * below / row->gap;
  x[1] = x[2] = 0.5 * row->open / row->gap;
  x[3] = 0.5 * above / row->gap;
  for (int side = 0; side < 2; side++) {
    const int e = (d + 1 + side) % 3;
    const double width = b->domain->grid.axis[e].width[sm_cut_inside(b->flow, e, row->at[e])];
    for (int high = 0; high < 2; high++) {
      double *pair = x + 4 + 4 * side + 2 * high;
      pair[0] = row->lower * open_fraction(b, row, e, -1, high);
      pair[1] = row->upper * open_fraction(b, row, e, 0, high);
      row->through[2 + 2 * side + high] = pair[0] + pair[1];
      for (int m = 0; m < 2; m++) pair[m] = b->flow->layout.n[e] > 1 ? pair[m] / width : 0;
    }
  }
  for (int m = 0; m < 6; m++) {
    int at[3] = {row->at[0], row->at[1], row->at[2]};
    at[(d + m / 2) % 3] += m % 2 ? 1 : -1;
    most = fmax(most, row->through[m]);
    /* No flux of momentum from beyond a closed face. */
    if (!(sm_cut_open_part(b, d, at) > 0)) x[2 * m] = x[2 * m + 1] = 0;
  }
  /* Control volumes too small for their fluxes are enlarged. */
  const double volume = fmax(row->volume, 0.5 * most);
  for (int m = 0; m < 12; m++) x[m] /= volume;
}

/* True beyond a side that is a wall. */
static bool is_beyond_wall(const struct sm_flow *flow, int e, int i) {
  const int n = flow->layout.n[e];
  return (i < 0 || i >= n) && flow->sides.kind[2 * e + (i >= n)] == SM_BOUNDARY_WALL;
}

static void find_friction(const struct sm_cut_walls *b, struct row *row) {
  const struct sm_flow *flow = b->flow;
  double own = 0, here[3];
  place_of(b, row->d, row->at, row->at, here);
  for (int m = 0; m < 6; m++) {
    const int e = (row->d + m / 2) % 3, step = m % 2 ? 1 : -1;
    int at[3] = {row->at[0], row->at[1], row->at[2]};
    double there[3], distance = 0;
    at[e] += step;
    row->out[SM_CUT_FRICTION + m] = 0;
    if (flow->layout.n[e] == 1 || !(sm_cut_open_part(b, row->d, at) > 0)) continue;
    if (e != row->d && is_beyond_wall(flow, e, at[e])) continue;
    place_of(b, row->d, at, row->at, there);
    const double width =
        e == row->d ? row->gap : b->domain->grid.axis[e].width[sm_cut_inside(flow, e, row->at[e])];
    const double apart = fabs(there[e] - here[e]), least = 0.5 * width;
    const double share = row->through[m] / (row->volume * width * fmax(apart, least));
    for (int q = 0; q < 3; q++) distance += row->wall.normal[q] * (there[q] - row->wall.point[q]);
    row->out[SM_CUT_FRICTION + m] = share;
    if (row->profile != NULL) {
      const double z0 = row->wall.roughness, far = fmax(distance, SM_CUT_NEAREST * width);
      row->out[SM_CUT_FRICTION + m] *= row->profile(row->distance + z0, far + z0);
      row->balance += share * (far - row->distance);
    }
    own += share * fmax(distance, 0) / row->distance;
  }
  row->out[SM_CUT_OWN] = own;
}

/* Drag of walls on cell faces and of the cutting wall: areas over the volume. */
static void find_drag(const struct sm_cut_walls *b, struct row *row) {
  const struct sm_flow *flow = b->flow;
  double size = row->gap * row->volume;
  for (int e = 1; e < 3; e++)
    size *= b->domain->grid.axis[(row->d + e) % 3]
                .width[sm_cut_inside(flow, (row->d + e) % 3, row->at[(row->d + e) % 3])];
  double area = row->wall.area / size;
  if (row->profile != NULL) area = fmin(fmax(row->balance, 0.5 * area), 2 * area);
  double near = area / row->distance;
  double drag = flow->c->walls == SM_WALL_ROUGH
                    ? area * sm_flow_rough_drag(row->distance, row->wall.roughness)
                    : 0;
  for (int m = 0; m < 8; m++) { /* halves of the faces along it */
    const int e = (row->d + 1 + m / 4) % 3, high = m / 2 % 2;
    int at[3] = {row->at[0], row->at[1], row->at[2]};
    if (m % 2) at[row->d]--;
    const int64_t cell = sm_cut_cell_at(flow, at), cut = sm_domain_cut(b->domain, cell);
    /* The ground below a cell is part of the wall plane, unless it is flat. */
    const bool below = e == 2 && !high;
    const bool alone = cut < 0 || (below ? sm_cut_has_floor(b->domain, cell)
                                         : sm_cut_is_side(flow, e, at[e] + high));
    for (int q = 0; q < 3; q++) at[q] = sm_cut_inside(flow, q, at[q]);
    if (!alone || (sm_flow_wall_faces(flow, at) >> (2 * e + high) & 1) == 0) continue;
    const double width = b->domain->grid.axis[e].width[at[e]];
    const double along = cut < 0 ? 1 : b->plane[cut].half[2 * row->d + (m % 2 ? 1 : 0)];
    const double part = (m % 2 ? row->lower : row->upper) * along / (width * row->volume);
    row->out[SM_CUT_OWN] += part * 2 / width;
    area += part;
    near += part * 2 / width;
    drag += part * sm_flow_wall_drag(flow, e, high, at);
  }
  row->out[SM_CUT_WALL] = area;
  row->out[SM_CUT_NEAR] = area > 0 ? near / area : 0;
  row->out[SM_CUT_DRAG] = area > 0 ? drag / area : 0;
}

static void find_row(const struct sm_cut_walls *b, struct row *row) {
  const struct sm_flow *flow = b->flow;
  const int d = row->d;
  const struct sm_axis *axis = &b->domain->grid.axis[d];
  const double below = axis->width[sm_cut_inside(flow, d, row->at[d] - 1)];
  const double above = axis->width[sm_cut_inside(flow, d, row->at[d])];
  double place[3], distance = 0, width = HUGE_VAL;
  row->gap = 0.5 * (below + above);
  row->lower = below / (below + above);
  row->upper = 1 - row->lower;
  row->open = sm_cut_open_part(b, d, row->at);
  row->volume = row->lower * half_open(b, row, 0) + row->upper * half_open(b, row, 1);
  row->volume = fmax(row->volume, SMALLEST);
  row->wall = find_wall(b, d, row->at);
  place_of(b, d, row->at, row->at, place);
  for (int e = 0; e < 3; e++) {
    distance += row->wall.normal[e] * (place[e] - row->wall.point[e]);
    if (flow->layout.n[e] > 1)
      width = fmin(width, b->domain->grid.axis[e].width[sm_cut_inside(flow, e, row->at[e])]);
  }
  row->distance = fmax(distance, SM_CUT_NEAREST * width);
  find_fluxes(b, row);
  find_friction(b, row);
  find_drag(b, row);
  row->out[SM_CUT_GAP] = 1 / row->gap;
}

/* --- the list --- */

static bool is_part(double open) { return open > 0 && open < 1; }

/* True if a face is open and a cell or face next to it is cut. */
static bool is_listed(const struct sm_cut_walls *b, int d, const int at[3]) {
  const struct row row = {.d = d, .at = {at[0], at[1], at[2]}};
  int below[3] = {at[0], at[1], at[2]};
  below[d]--;
  if (!(sm_cut_open_part(b, d, at) > 0)) return false;
  bool listed = sm_cut_number(b, at) >= 0 || sm_cut_number(b, below) >= 0;
  for (int e = 0; e < 3 && !listed; e++) {
    if (b->flow->layout.n[e] == 1) continue;
    for (int high = 0; high < 2; high++) {
      int beside[3] = {at[0], at[1], at[2]};
      beside[e] += high ? 1 : -1;
      listed |= is_part(sm_cut_open_part(b, d, beside));
      for (int m = 0; m < 2 && e != d; m++) listed |= is_part(open_fraction(b, &row, e, -m, high));
    }
  }
  return listed;
}

/* Marks the listed faces across axis d, one byte per cell. */
static int64_t mark(const struct sm_cut_walls *b, int d, uint8_t *marked) {
  const struct sm_flow *flow = b->flow;
  const int *n = flow->layout.n;
  const struct sm_box box = sm_flow_faces(flow, d);
  int64_t count = 0;
  for (int64_t m = 0; m < b->domain->cut_count; m++) {
    const int64_t cell = b->domain->cut[m].cell;
    const int middle[3] = {(int)(cell % n[0]), (int)(cell / n[0] % n[1]),
                           (int)(cell / n[0] / n[1])};
    for (int q = 0; q < 36; q++) { /* 3 x 3 cells, and one more along d */
      const int step[3] = {q % 4 - 1, q / 4 % 3 - 1, q / 12 - 1};
      int at[3];
      bool in = true;
      for (int e = 0; e < 3; e++) {
        const int axis = (d + e) % 3;
        at[axis] = middle[axis] + step[e];
        if (flow->sides.periodic[axis]) at[axis] = sm_cut_inside(flow, axis, at[axis]);
        in = in && at[axis] >= box.lo[axis] && at[axis] < box.hi[axis];
      }
      if (!in || marked[sm_cut_cell_at(flow, at)] || !is_listed(b, d, at)) continue;
      marked[sm_cut_cell_at(flow, at)] = 1;
      count++;
    }
  }
  return count;
}

static enum sm_status fill(struct sm_context *ctx, const struct sm_cut_walls *b, int d,
                           const uint8_t *marked, sm_cut_profile *profile,
                           struct sm_flow_cut *out) {
  const struct sm_flow *flow = b->flow;
  const int *n = flow->layout.n;
  const ptrdiff_t *step = flow->layout.step;
  const int64_t count = out->count[d], cells = sm_grid_cells(&b->domain->grid);
  const size_t numbers = (size_t)count * SM_CUT_NUMBERS;
  SM_SCOPED int64_t *cell = NULL;
  int64_t next = 0;
  SM_SCOPED int64_t *face = NULL;
  SM_SCOPED double *number = NULL;
  SM_TRY(sm_flow_put(ctx, flow, NULL, (size_t)count, sizeof *face, "faces beside walls",
                     &out->face[d]));
  SM_TRY(sm_flow_reals(ctx, flow, numbers, "faces beside walls", &out->number[d]));
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *cell, "faces beside walls", &cell));
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *face, "faces beside walls", &face));
  SM_TRY(sm_alloc(ctx, numbers, sizeof *number, "faces beside walls", &number));
  for (int64_t c = 0; c < cells; c++)
    if (marked[c]) cell[next++] = c;
#pragma omp parallel for schedule(static)
  for (int64_t f = 0; f < count; f++) {
    const int64_t c = cell[f];
    struct row row = {.d = d,
                      .profile = profile,
                      .at = {(int)(c % n[0]), (int)(c / n[0] % n[1]), (int)(c / n[0] / n[1])}};
    find_row(b, &row);
    face[f] = row.at[0] + row.at[1] * step[1] + row.at[2] * step[2];
    for (int m = 0; m < SM_CUT_NUMBERS; m++) number[m * count + f] = row.out[m];
  }
  SM_TRY(sm_device_upload(ctx, flow->device, out->face[d], face, (size_t)count * sizeof *face));
  return sm_flow_upload_array(ctx, flow, number, numbers, out->number[d]);
}

enum sm_status sm_flow_cut_make(struct sm_context *ctx, const struct sm_flow *flow,
                                sm_cut_profile *profile, struct sm_flow_cut *out) {
  struct sm_cut_walls b = {.flow = flow, .domain = flow->domain};
  const size_t cells = (size_t)sm_grid_cells(&flow->domain->grid);
  uint8_t *marked = NULL;
  enum sm_status status = SM_OK;
  *out = (struct sm_flow_cut){.flow = flow};
  if (flow->domain->cut_count == 0) return SM_OK;
  SM_TRY_DONE(sm_cut_planes_find(ctx, &b));
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    sm_free(marked);
    SM_TRY_DONE(sm_alloc(ctx, cells, 1, "faces beside walls", &marked));
    out->count[d] = mark(&b, d, marked);
    if (out->count[d] > 0) SM_TRY_DONE(fill(ctx, &b, d, marked, profile, out));
  }
  if (flow->c->heat && out->count[2] > 0)
    SM_TRY_DONE(
        sm_flow_reals(ctx, flow, (size_t)out->count[2], "faces beside walls", &out->buoyancy));
done:
  SM_FREE_ALL(marked, b.plane);
  return status;
}

enum sm_status sm_flow_cut_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                 const uint8_t *open, struct sm_cut_cell **out) {
  const struct sm_domain *domain = flow->domain;
  const struct sm_cut_walls b = {.flow = flow, .domain = domain};
  const int *n = flow->layout.n;
  *out = NULL;
  if (domain->cut_count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)domain->cut_count, sizeof **out, "the cut cells", out));
#pragma omp parallel for schedule(static)
  for (int64_t m = 0; m < domain->cut_count; m++) {
    struct sm_cut_cell *cut = &(*out)[m];
    const int64_t c = domain->cut[m].cell;
    cut->cell = c;
    cut->volume = domain->cut[m].volume;
    for (int f = 0; f < 6; f++) {
      int at[3] = {(int)(c % n[0]), (int)(c / n[0] % n[1]), (int)(c / n[0] / n[1])};
      at[f / 2] += f % 2;
      cut->fraction[f] = open[c] >> f & 1 ? (float)sm_cut_open_part(&b, f / 2, at) : 0;
    }
  }
  return SM_OK;
}
