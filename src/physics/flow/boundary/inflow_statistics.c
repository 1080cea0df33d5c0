/* Statistics of the inflow turbulence of a case: Reynolds stresses and length scales at every
 * element of the boundary plane, given or those of a neutral surface layer. */
#include "physics/flow/boundary/boundaries.h"

#include "case/flow.h"
#include "cell/momentum/inflow_turbulence.h"
#include <math.h>
#include <stdio.h>

enum { GHOSTS = SM_FLOW_GHOSTS, AROUND = SM_FLOW_PLANE_GHOSTS };

/* --- the elements of a plane --- */

struct plane {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_flow *flow;
  int side, axis[2], n[2];
  ptrdiff_t row;
  size_t size;
};

static struct plane plane_of(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_flow *flow, int side) {
  struct plane p = {.ctx = ctx, .c = c, .flow = flow, .side = side};
  sm_flow_plane_axes(side / 2, &p.axis[0], &p.axis[1]);
  for (int e = 0; e < 2; e++) p.n[e] = flow->layout.n[p.axis[e]];
  p.row = p.n[0] + AROUND;
  p.size = sm_flow_plane_size(flow, side);
  return p;
}

/* Domain cell of a plane element along axis e of the plane. */
static int cell_of(const struct plane *p, int e, int element) {
  const int i = element - GHOSTS, last = p->n[e] - 1;
  if (p->flow->sides.periodic[p->axis[e]]) return sm_inflow_place(i, p->n[e]);
  return i < 0 ? 0 : i > last ? last : i;
}

/* Plane element of that domain cell. */
static ptrdiff_t element_of(const struct plane *p, ptrdiff_t m) {
  const int i = cell_of(p, 0, (int)(m % p->row)), j = cell_of(p, 1, (int)(m / p->row));
  return i + GHOSTS + (j + GHOSTS) * p->row;
}

static bool is_open(const struct plane *p, ptrdiff_t m) {
  return sm_flow_boundary_is_open(p->flow, p->side, (int)(m % p->row) - GHOSTS,
                                  (int)(m / p->row) - GHOSTS);
}

/* Evaluates an expression at the face centres of the side. */
static enum sm_status evaluate(const struct plane *p, const struct sm_case_expression *e,
                               double **values) {
  SM_TRY(sm_alloc(p->ctx, p->size, sizeof **values, "turbulence of a side", values));
  return sm_flow_boundary_values(p->ctx, p->c, p->flow, p->side, p->side / 2, e, *values);
}

/* Fails with an error on key `key` at element m: `what`. */
static enum sm_status refuse(const struct plane *p, const struct sm_case_expression *e,
                             const char *key, ptrdiff_t m, const char *what, const char *help) {
  const struct sm_grid *grid = &p->flow->domain->grid;
  const int d = p->side / 2;
  double at[3];
  at[d] = grid->axis[d].face[p->side % 2 ? grid->axis[d].n : 0];
  at[p->axis[0]] = grid->axis[p->axis[0]].centre[cell_of(p, 0, (int)(m % p->row))];
  at[p->axis[1]] = grid->axis[p->axis[1]].centre[cell_of(p, 1, (int)(m / p->row))];
  return sm_fail(
      p->ctx, SM_ERR_CASE,
      "%s:%d: error: 'flow.boundary.%s', %s side, x = %.6g m, y = %.6g m, z = %.6g m: %s\n"
      "help: %s",
      p->c->path, e->line, key, sm_flow_side_name(p->side), at[0] - p->c->domain.margin,
      at[1] - p->c->domain.margin, at[2], what, help);
}

/* --- lengths --- */

static enum sm_status find_lengths(const struct plane *p, struct sm_inflow_statistics *out) {
  const struct sm_axis *z = &p->flow->domain->grid.axis[2];
  const double tenth = 0.1, other = tenth * (z->face[z->n] - z->face[0]);
  for (int d = 0; d < 3; d++) {
    const struct sm_case_expression *e = &p->c->flow.boundary[p->side].length[d];
    double *values = NULL;
    enum sm_status status =
        sm_alloc(p->ctx, p->size, sizeof **out->length, "turbulence of a side", &out->length[d]);
    if (status == SM_OK && sm_expression_given(e)) status = evaluate(p, e, &values);
    for (ptrdiff_t m = 0; m < (ptrdiff_t)p->size && status == SM_OK; m++) {
      const double length = values != NULL ? values[element_of(p, m)] : other;
      char what[64];
      out->length[d][m] = length;
      if (length > 0) continue;
      snprintf(what, sizeof what, "eddies %g m long along %c", length, "xyz"[d]);
      status = refuse(p, e, "turbulence_length", m, what, "more than 0 everywhere");
    }
    sm_free(values);
    SM_TRY(status);
  }
  return SM_OK;
}

/* --- strength --- */

static enum sm_status take_planes(const struct plane *p, int planes,
                                  struct sm_inflow_statistics *out) {
  out->planes = planes;
  return sm_alloc(p->ctx, (size_t)planes * p->size, sizeof *out->amplitude, "turbulence of a side",
                  &out->amplitude);
}

/* Isotropic turbulence: the same intensity for all components. */
static enum sm_status find_isotropic(const struct plane *p, double *const mean[3],
                                     struct sm_inflow_statistics *out) {
  const struct sm_case_boundary *side = &p->c->flow.boundary[p->side];
  const struct sm_case_expression *e = &side->turbulence;
  const bool recycled = !isnan(side->recycle);
  SM_SCOPED double *part = NULL;
  SM_TRY(take_planes(p, 1, out));
  for (int d = 0; d < 3; d++) out->plane_of[d][d] = 0;
  enum sm_status status = recycled ? SM_OK : evaluate(p, e, &part);
  for (ptrdiff_t m = 0; m < (ptrdiff_t)p->size && status == SM_OK; m++) {
    const double own = recycled ? 1 : part[element_of(p, m)];
    const double speed =
        sqrt(mean[0][m] * mean[0][m] + mean[1][m] * mean[1][m] + mean[2][m] * mean[2][m]);
    char what[64];
    out->amplitude[m] = (float)(!is_open(p, m) ? 0 : recycled ? 1 : own * speed);
    if (own >= 0 && own <= 1) continue;
    snprintf(what, sizeof what, "%g of the speed", own);
    status = refuse(p, e, "turbulence", m, what, "0 to 1 everywhere");
  }
  return status;
}

/* Amplitudes from Reynolds stresses by Cholesky decomposition. The component normal to the side
 * comes first, so that it depends on its own signal only. */
static enum sm_status find_roots(const struct plane *p, double *const stress[SM_STRESSES],
                                 struct sm_inflow_statistics *out) {
  const struct sm_case_expression *e = p->c->flow.boundary[p->side].stress;
  const int order[3] = {p->side / 2, p->axis[0], p->axis[1]};
  int planes = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) out->plane_of[order[i]][order[j]] = planes++;
  SM_TRY(take_planes(p, planes, out));
  for (ptrdiff_t m = 0; m < (ptrdiff_t)p->size; m++) {
    const ptrdiff_t from = element_of(p, m);
    double own[SM_STRESSES], root[3][3];
    char what[SM_REYNOLDS_TEXT];
    for (int s = 0; s < SM_STRESSES; s++) own[s] = stress[s][from];
    if (!sm_reynolds_cholesky(own, order, root)) {
      sm_reynolds_explain(own, what);
      return refuse(p, e, "reynolds_stress", m, what,
                    "variances and covariances that a wind can have");
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++) {
        const int a = order[i], b = order[j];
        out->amplitude[m + out->plane_of[a][b] * (ptrdiff_t)p->size] =
            is_open(p, m) ? (float)root[a][b] : 0;
      }
  }
  return SM_OK;
}

static enum sm_status find_anisotropic(const struct plane *p, struct sm_inflow_statistics *out) {
  double *stress[SM_STRESSES] = {NULL};
  enum sm_status status = SM_OK;
  for (int s = 0; s < SM_STRESSES && status == SM_OK; s++)
    status = evaluate(p, &p->c->flow.boundary[p->side].stress[s], &stress[s]);
  if (status == SM_OK) status = find_roots(p, stress, out);
  for (int s = 0; s < SM_STRESSES; s++) sm_free(stress[s]);
  return status;
}

/* --- surface layer --- */

/* Standard deviations along the wind, across it and upwards, over the friction velocity: neutral
 * surface layer (Panofsky and Dutton 1984). */
static const double deviation[3] = {2.39, 1.92, 1.25};

/* Integral length along the wind over the height: 0.43 k^(3/2) / epsilon, with k of these
 * deviations and epsilon the production u*^3 / (0.4 z); across it half of that, as in isotropic
 * turbulence. At most as the second number times the height of the domain. */
static const double per_height = 2.2, of_domain = 0.25;

double sm_flow_friction_velocity(const double *height, const double *speed, int floor, int n) {
  const double top = height[n - 1], first = fmin(10, top / 4), second = fmin(50, top / 2);
  int low = floor, high = floor;
  while (low < n - 2 && height[low] < first) low++;
  while (high < n - 1 && (height[high] < second || high == low)) high++;
  if (high == low) return 0;
  const double change = speed[high] - speed[low];
  return 0.4 * fmax(change, 0) / log(height[high] / height[low]);
}

/* Profiles in a column of a lateral side. */
struct column {
  double *height, *speed; /* m above the ground, plus the roughness length; m/s */
  int floor;              /* lowest open cell */
  double friction;        /* m/s */
};

static void find_column(const struct plane *p, int i, double *const mean[3], struct column *out) {
  const struct sm_domain *domain = p->flow->domain;
  const struct sm_axis *z = &domain->grid.axis[2];
  const int n = z->n, edge = p->side % 2 ? domain->grid.axis[p->side / 2].n - 1 : 0;
  const int64_t column = p->side / 2 == 0 ? edge + (int64_t)domain->grid.axis[0].n * i
                                          : i + (int64_t)domain->grid.axis[0].n * edge;
  out->floor = n;
  while (out->floor > 0 && sm_flow_boundary_is_open(p->flow, p->side, i, out->floor - 1))
    out->floor--;
  for (int k = out->floor; k < n; k++) {
    const ptrdiff_t m = i + GHOSTS + (k + GHOSTS) * p->row;
    out->height[k] = z->centre[k] - z->face[out->floor] + (double)domain->z0[column];
    out->speed[k] = hypot(mean[0][m], mean[1][m]);
  }
  const bool deep = out->floor < n - 1;
  out->friction = deep ? sm_flow_friction_velocity(out->height, out->speed, out->floor, n) : 0;
}

/* Stresses of an element, along x, y and z, from the direction of its mean wind. */
static void turn_stresses(const double mean[2], double friction, double out[SM_STRESSES]) {
  const double speed = hypot(mean[0], mean[1]), square = friction * friction;
  const double c = speed > 0 ? mean[0] / speed : 1, s = speed > 0 ? mean[1] / speed : 0;
  const double along = deviation[0] * deviation[0] * square;
  const double across = deviation[1] * deviation[1] * square;
  out[SM_UU] = along * c * c + across * s * s;
  out[SM_VV] = along * s * s + across * c * c;
  out[SM_WW] = deviation[2] * deviation[2] * square;
  out[SM_UV] = (along - across) * s * c;
  out[SM_UW] = -square * c;
  out[SM_VW] = -square * s;
}

static void fill_column(const struct plane *p, int i, const struct column *column,
                        double *const mean[3], double *const stress[SM_STRESSES],
                        struct sm_inflow_statistics *out) {
  const struct sm_axis *z = &p->flow->domain->grid.axis[2];
  const double most = of_domain * (z->face[z->n] - z->face[0]);
  for (int k = 0; k < z->n; k++) {
    const ptrdiff_t m = i + GHOSTS + (k + GHOSTS) * p->row;
    const double wind[2] = {mean[0][m], mean[1][m]};
    const double height = column->height[k < column->floor ? column->floor : k];
    const double length = fmin(per_height * height, most);
    const double along = fabs(wind[0]) > fabs(wind[1]) ? 1 : 0.5;
    double own[SM_STRESSES];
    turn_stresses(wind, column->friction, own);
    for (int s = 0; s < SM_STRESSES; s++) stress[s][m] = own[s];
    out->length[0][m] = along * length;
    out->length[1][m] = (1.5 - along) * length;
    out->length[2][m] = 0.5 * length;
  }
}

/* Of lateral sides. Elements beyond the side have the lengths of the nearest inside. */
static enum sm_status find_surface_layer(const struct plane *p, double *const mean[3],
                                         struct sm_inflow_statistics *out) {
  const int n = p->flow->domain->grid.axis[2].n;
  SM_SCOPED double *memory = NULL;
  double *stress[SM_STRESSES];
  SM_TRY(sm_alloc(p->ctx, SM_STRESSES * p->size + 2 * (size_t)n, sizeof *memory,
                  "turbulence of a side", &memory));
  for (int s = 0; s < SM_STRESSES; s++) stress[s] = memory + (size_t)s * p->size;
  struct column column = {.height = memory + SM_STRESSES * p->size};
  column.speed = column.height + n;
  for (int i = 0; i < p->n[0]; i++) {
    find_column(p, i, mean, &column);
    if (column.floor < n) fill_column(p, i, &column, mean, stress, out);
  }
  for (int d = 0; d < 3; d++)
    for (ptrdiff_t m = 0; m < (ptrdiff_t)p->size; m++)
      out->length[d][m] = out->length[d][element_of(p, m)];
  return find_roots(p, stress, out);
}

enum sm_status sm_inflow_statistics_find(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_flow *flow, int side,
                                         double *const mean[3], struct sm_inflow_statistics *out) {
  const struct plane p = plane_of(ctx, c, flow, side);
  *out = (struct sm_inflow_statistics){.plane_of = {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}}};
  SM_TRY(find_lengths(&p, out));
  if (c->flow.boundary[side].surface_layer) return find_surface_layer(&p, mean, out);
  if (sm_expression_given(&c->flow.boundary[side].stress[0])) return find_anisotropic(&p, out);
  return find_isotropic(&p, mean, out);
}

void sm_inflow_statistics_free(struct sm_inflow_statistics *wanted) {
  for (int d = 0; d < 3; d++) sm_free(wanted->length[d]);
  sm_free(wanted->amplitude);
}

enum sm_status sm_inflow_statistics_scale(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_flow *flow, int side,
                                          struct sm_inflow_turbulence_side *g) {
  SM_SCOPED_BY(sm_inflow_statistics_free) struct sm_inflow_statistics unit = {.planes = 0};
  SM_SCOPED double *mean = NULL;
  SM_SCOPED float *host = NULL;
  const struct sm_case_boundary *boundary = &c->flow.boundary[side];
  const bool given = boundary->surface_layer || sm_expression_given(&boundary->stress[0]);
  SM_TRY(sm_alloc(ctx, 2 * g->size, sizeof *mean, "turbulence of a side", &mean));
  SM_TRY(sm_alloc(ctx, g->size, sizeof *host, "turbulence of a side", &host));
  for (size_t m = 0; m < g->size; m++) mean[m] = 1;
  double *const component[3] = {mean, mean + g->size, mean + g->size};
  SM_TRY(sm_inflow_statistics_find(ctx, c, flow, side, component, &unit));
  for (size_t m = 0; m < g->size; m++) host[m] = (float)(1 / unit.length[side / 2][m]);
  SM_TRY(sm_flow_put(ctx, flow, host, g->size, sizeof *host, "inflow turbulence", &g->per_length));
  if (!given)
    SM_TRY(sm_flow_put(ctx, flow, unit.amplitude, g->size, sizeof *host, "inflow turbulence",
                       &g->intensity));
  return SM_OK;
}
