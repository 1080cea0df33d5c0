/* Probes of a flow: velocity and cell fields at points, every step. Rows are collected on the
 * device and fetched in batches. */
#include "physics/flow/statistics/statistics.h"

#include "domain/positions.h"
#include "physics/flow/share.h"

enum { PLACES = 4 /* faces across x, y, z; cells */ };

static size_t row_size(const struct sm_flow_probes *p) {
  return (size_t)p->count * (size_t)p->fields;
}

/* Interpolation interval on an axis: lower element, and weight of the upper one. */
struct between {
  int low;
  double upper;
};

/* Faces: element i is face i. Cells: element i is centre i, from -1, beyond the side. */
static struct between find(const struct sm_axis *axis, double at, bool faces) {
  const int n = axis->n;
  int cell = 0;
  if (n == 1) return (struct between){0, 0};
  while (cell < n - 1 && axis->face[cell + 1] <= at) cell++;
  if (faces) return (struct between){cell, (at - axis->face[cell]) / axis->width[cell]};
  const int low = axis->centre[cell] <= at ? cell : cell - 1;
  const double here = low < 0 ? -axis->centre[0] : axis->centre[low];
  const double next = low + 1 < n ? axis->centre[low + 1] : 2 * axis->face[n] - axis->centre[n - 1];
  return (struct between){low, (at - here) / (next - here)};
}

static bool is_air(const struct sm_domain *domain, const int at[3]) {
  for (int d = 0; d < 3; d++)
    if (at[d] < 0 || at[d] >= domain->grid.axis[d].n) return false;
  return (sm_domain_cell_bits(domain, at[0], at[1], at[2]) & SM_OPEN_ALL) != 0;
}

/* Interpolation weights at a point; place 3: cell centres, fluid cells only. */
static struct sm_flow_point point_of(const struct sm_flow *flow, const double at[3], int place) {
  struct sm_flow_point point = {.at = 0};
  struct between b[3];
  double all = 0;
  for (int d = 0; d < 3; d++) {
    b[d] = find(&flow->domain->grid.axis[d], at[d], d == place);
    point.at += b[d].low * flow->layout.step[d];
  }
  for (int corner = 0; corner < SM_FLOW_CORNERS; corner++) {
    int cell[3];
    double weight = 1;
    for (int d = 0; d < 3; d++) {
      const int high = corner >> d & 1;
      cell[d] = b[d].low + high;
      weight *= high ? b[d].upper : 1 - b[d].upper;
    }
    if (!(weight > 0) || (place == 3 && !is_air(flow->domain, cell))) continue;
    point.weight[corner] = weight;
    all += weight;
  }
  for (int corner = 0; corner < SM_FLOW_CORNERS && place == 3 && all > 0; corner++)
    point.weight[corner] /= all;
  return point;
}

/* Grid position of a probe; fails in solids. */
static enum sm_status locate(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, size_t number, double at[3]) {
  const struct sm_axis *axis = domain->grid.axis;
  const double *given = c->flow.probe[number];
  const struct sm_domain_map map = sm_domain_map(c, &domain->crs, &domain->grid);
  int cell[3] = {0, 0, 0};
  bool inside = true;
  SM_TRY(sm_position_on_grid(ctx, &map, c->flow.probe_coordinates, given, at));
  at[2] = given[2];
  for (int d = 0; d < 3; d++) {
    if (d < 2) inside = inside && at[d] >= axis[d].face[0] && at[d] <= axis[d].face[axis[d].n];
    if (d == 2) at[2] += (double)domain->terrain[cell[0] + (int64_t)axis[0].n * cell[1]];
    while (cell[d] < axis[d].n - 1 && axis[d].face[cell[d] + 1] <= at[d]) cell[d]++;
  }
  if (inside && at[2] <= axis[2].face[axis[2].n] && is_air(domain, cell)) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: flow.probes: point %zu, at [%g, %g] and %g m above the ground, is "
                 "not in the air",
                 c->path, c->flow.line, number + 1, given[0], given[1], given[2]);
}

enum sm_status sm_flow_probes_check(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain) {
  double at[3];
  for (size_t n = 0; n < c->flow.probe_count; n++) SM_TRY(locate(ctx, c, domain, n, at));
  return SM_OK;
}

static enum sm_status make_points(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_flow_probes *p) {
  const size_t count = (size_t)p->count;
  SM_SCOPED struct sm_flow_point *host = NULL;
  SM_TRY(sm_alloc(ctx, PLACES * count, sizeof *host, "probes", &host));
  for (size_t n = 0; n < count; n++) {
    double at[3];
    SM_TRY(locate(ctx, c, p->flow->domain, n, at));
    p->row[n] = find(&p->flow->domain->grid.axis[1], at[1], true).low;
    for (int place = 0; place < PLACES; place++)
      host[(size_t)place * count + n] = point_of(p->flow, at, place);
  }
  return sm_flow_put(ctx, p->flow, host, PLACES * count, sizeof *host, "probes", &p->point);
}

enum sm_status sm_flow_probes_create(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow_view *view, struct sm_flow_probes **out) {
  *out = NULL;
  if (c->flow.probe_count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, view->flow, 1, sizeof **out, "probes", out));
  struct sm_flow_probes *p = *out;
  p->flow = view->flow;
  p->count = (int)c->flow.probe_count;
  p->fields = 3 + view->output_count;
  SM_TRY(sm_flow_host(ctx, view->flow, (size_t)p->count, sizeof *p->row, "probes", &p->row));
  SM_TRY(make_points(ctx, c, p));
  return sm_flow_put(ctx, view->flow, NULL, SM_FLOW_BUFFERED_ROWS * row_size(p), sizeof *p->values,
                     "values at probes", &p->values);
}

/* Samples the fields in batches that fit into the kernel arguments. */
void sm_flow_probes_add(struct sm_flow_probes *p, const struct sm_flow_view *view, int wind) {
  if (p == NULL || p->rows == SM_FLOW_BUFFERED_ROWS) return;
  const struct sm_flow *flow = p->flow;
  const ptrdiff_t *step = flow->layout.step;
  double *const value = p->values + (size_t)p->rows * row_size(p);
  struct sm_flow_probe args = {.step = {step[1], step[2]}, .fields = p->fields, .value = value};
  for (int f = 3; f < p->fields; f++) sm_flow_exchange(flow, &view->output[f - 3].field, 1);
  for (; args.first < p->fields; args.first += SM_FLOW_PROBE_FIELDS) {
    struct sm_box box = {{0, 0, 0}, {0, p->count, 1}};
    for (int f = args.first; f < p->fields && box.hi[0] < SM_FLOW_PROBE_FIELDS; f++, box.hi[0]++) {
      const int place = f < 3 ? f : 3;
      args.field[box.hi[0]] = f < 3 ? flow->u[wind][f] : view->output[f - 3].field;
      args.point[box.hi[0]] = p->point + place * p->count;
    }
    flow->device->backend->flow_probe(flow->device, &box, &args);
  }
  sm_flow_share_numbers(flow, value, p->count, p->fields, p->row);
  p->time[p->rows++] = view->time;
}

enum sm_status sm_flow_probes_fetch(struct sm_context *ctx, struct sm_flow_probes *p, double *out) {
  const size_t bytes = (size_t)p->rows * row_size(p) * sizeof *out;
  p->rows = 0;
  if (bytes == 0) return SM_OK;
  return sm_device_download(ctx, p->flow->device, out, p->values, bytes);
}
