/* inflow.c - turbulence of the inflow in equilibrium with its wind profile, shear at the top, and
 * the initial turbulence. */
#include "physics/rans/internal.h"

#include "base/list.h"
#include "cell/rans/k_epsilon.h"
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

/* C_mu^(1/2). */
static const double root_c_mu = 0.3;

/* Profile of a column of cells. */
struct profile {
  int floor;        /* lowest fluid cell */
  double roughness; /* m */
  double friction;  /* friction velocity, m/s */
  double *height;   /* m above the ground, plus the roughness length */
  double *speed;    /* m/s */
  double *energy;   /* given k, m2/s2; NULL: equilibrium */
  double top[2];    /* wind in the top layer, m/s */
};

static double centre_wind(const struct sm_host_wind *wind, int d, int i, int j, int k) {
  const ptrdiff_t c = i + j * wind->sy + k * wind->sz, next = d == 0 ? 1 : wind->sy;
  return 0.5 * (wind->u[d][c] + wind->u[d][c + next]);
}

/* Roughness length of the wall below a column. */
static double roughness_of(const struct sm_rans_flow *r, int i, int j, int floor) {
  const int at[3] = {i, j, floor};
  const double drag = sm_flow_wall_drag(r->flow, 2, 0, at);
  return drag > 0 ? 0.5 * r->domain->grid.axis[2].width[floor] / expm1(SM_KARMAN / sqrt(drag)) : 0;
}

/* Ground of a column, m above the lower side: with cut cells the elevation, though the cells at
 * sides are whole, else the floor of its lowest fluid cell. */
static double ground_of(const struct sm_rans_flow *r, int i, int j, int floor) {
  const struct sm_axis *z = &r->domain->grid.axis[2];
  const double elevation = (double)r->domain->terrain[i + (ptrdiff_t)r->domain->grid.axis[0].n * j];
  const bool near = fabs(elevation - z->face[floor]) < 0.5 * z->width[floor];
  return r->domain->cut_count > 0 && near ? elevation : z->face[floor];
}

/* Speeds and heights of a column; false: no fluid in it. */
static bool find_profile(const struct sm_rans_flow *r, const struct sm_host_wind *wind, int i,
                         int j, struct profile *p) {
  const struct sm_axis *z = &r->domain->grid.axis[2];
  p->floor = z->n;
  while (p->floor > 0 && (sm_domain_cell_bits(r->domain, i, j, p->floor - 1) & SM_OPEN_ALL) != 0)
    p->floor--;
  if (p->floor == z->n) return false;
  for (int k = p->floor; k < z->n; k++)
    p->speed[k] = hypot(centre_wind(wind, 0, i, j, k), centre_wind(wind, 1, i, j, k));
  p->roughness = roughness_of(r, i, j, p->floor);
  const double ground = ground_of(r, i, j, p->floor);
  for (int k = p->floor; k < z->n; k++) p->height[k] = z->centre[k] - ground + p->roughness;
  p->friction = sm_flow_friction_velocity(p->height, p->speed, p->floor, z->n);
  for (int d = 0; d < 2; d++) p->top[d] = centre_wind(wind, d, i, j, z->n - 1);
  return true;
}

/* Vertical gradient of the speed, 1/s: that of the logarithm between the neighbours. */
static double shear_at(const struct profile *p, int k, int n) {
  const int low = k > p->floor ? k - 1 : k, high = k < n - 1 ? k + 1 : k;
  const double change = p->speed[high] - p->speed[low];
  return high > low ? change / log(p->height[high] / p->height[low]) / p->height[k] : 0;
}

/* k and epsilon of a layer. With a given k, epsilon is its production, C_mu^(1/2) k dU/dz (Tominaga
 * et al. 2008), at least that of the mixing length of a logarithmic layer. */
static void turbulence_at(const struct profile *p, int k, int n, double out[2]) {
  const double cube = p->friction * p->friction * p->friction;
  double energy = p->friction * p->friction / root_c_mu;
  double lost = cube / (SM_KARMAN * p->height[k]);
  if (p->energy != NULL) {
    energy = p->energy[k];
    lost = fmax(root_c_mu * energy * shear_at(p, k, n),
                SM_RANS_C_MU_3_4 * energy * sqrt(energy) / (SM_KARMAN * p->height[k]));
  }
  out[SM_RANS_ENERGY] = fmax(energy, SM_RANS_LEAST_K);
  out[SM_RANS_LOST] = fmax(lost, SM_RANS_LEAST_EPSILON);
}

/* Sums over the columns of all inflow sides. */
struct sums {
  double (*layer)[2]; /* k and epsilon of each layer */
  int64_t *count;     /* columns with fluid in the layer */
  double above[2];    /* change of the wind from the top layer to one above it, m/s */
  int64_t columns;
};

static void add_column(const struct sm_rans_flow *r, const struct profile *p, struct sums *sums) {
  const int n = r->domain->grid.axis[2].n;
  double values[2];
  for (int k = p->floor; k < n; k++) {
    turbulence_at(p, k, n, values);
    for (int m = 0; m < 2; m++) sums->layer[k][m] += values[m];
    sums->count[k]++;
  }
  const double speed = hypot(p->top[0], p->top[1]), width = r->domain->grid.axis[2].width[n - 1];
  const double change = p->energy != NULL
                            ? fmax(shear_at(p, n - 1, n), 0) * width
                            : p->friction / SM_KARMAN * log1p(width / p->height[n - 1]);
  for (int d = 0; d < 2 && speed > 0; d++) sums->above[d] += change * p->top[d] / speed;
  sums->columns++;
}

/* Work space of a side, and of the sums. */
struct inflow {
  struct profile profile;
  struct sums sums;
  double *plane[SM_RANS_QUANTITIES], *given;
};

static enum sm_status begin(struct sm_context *ctx, const struct sm_rans_flow *r,
                            struct inflow *f) {
  const size_t n = (size_t)r->domain->grid.axis[2].n;
  SM_TRY(sm_alloc(ctx, n, sizeof(double), "a profile", &f->profile.height));
  SM_TRY(sm_alloc(ctx, n, sizeof(double), "a profile", &f->profile.speed));
  SM_TRY(sm_alloc(ctx, n, sizeof *f->sums.layer, "a profile", &f->sums.layer));
  return sm_alloc(ctx, n, sizeof *f->sums.count, "a profile", &f->sums.count);
}

static void end_side(struct inflow *f) {
  for (int m = 0; m < SM_RANS_QUANTITIES; m++) sm_free(f->plane[m]);
  sm_free(f->given);
  f->plane[0] = f->plane[1] = f->given = NULL;
}

static void end(struct inflow *f) {
  end_side(f);
  SM_FREE_ALL(f->profile.height, f->profile.speed, f->profile.energy, f->sums.layer, f->sums.count);
}

/* Given k of the cells of a column, from the plane of a side. */
static enum sm_status take_given(struct sm_context *ctx, const struct sm_rans_flow *r, int side,
                                 int along, struct inflow *f) {
  const int n = r->domain->grid.axis[2].n;
  if (f->given == NULL) return SM_OK;
  if (f->profile.energy == NULL)
    SM_TRY(sm_alloc(ctx, (size_t)n, sizeof(double), "a profile", &f->profile.energy));
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  const ptrdiff_t row = r->flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS;
  for (int k = 0; k < n; k++) {
    f->profile.energy[k] = f->given[sm_flow_plane_origin(r->flow, side) + along + k * row];
    if (!(f->profile.energy[k] > 0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: 'rans.inflow_tke' is %g m2/s2 %.4g m above the grid's bottom\n"
                     "help: an expression above 0 everywhere",
                     r->c->path, r->c->rans.line, f->profile.energy[k],
                     r->domain->grid.axis[2].centre[k]);
  }
  return SM_OK;
}

/* Fills the planes of a side column by column; elements beyond the cells stay 0, no ghost of a cell
 * reads them. */
static enum sm_status fill_side(struct sm_context *ctx, const struct sm_rans_flow *r,
                                const struct sm_host_wind *guess, int side, struct inflow *f) {
  const int d = side / 2, *n = r->flow->layout.n, edge = side % 2 ? n[d] - 1 : 0;
  const ptrdiff_t origin = sm_flow_plane_origin(r->flow, side);
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  const ptrdiff_t row = n[p] + SM_FLOW_PLANE_GHOSTS;
  for (int a = 0; a < n[p]; a++) {
    const int i = d == 0 ? edge : a, j = d == 0 ? a : edge;
    if (!find_profile(r, guess, i, j, &f->profile)) continue;
    SM_TRY(take_given(ctx, r, side, a, f));
    for (int k = f->profile.floor; k < n[2]; k++) {
      double values[2];
      turbulence_at(&f->profile, k, n[2], values);
      for (int m = 0; m < 2; m++) f->plane[m][origin + a + k * row] = values[m];
    }
    add_column(r, &f->profile, &f->sums);
  }
  return SM_OK;
}

static enum sm_status make_side(struct sm_context *ctx, const struct sm_host_wind *guess, int side,
                                struct inflow *f, struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  const size_t size = sm_flow_plane_size(flow, side);
  const struct sm_case_expression *given = &r->c->rans.inflow_tke;
  for (int m = 0; m < SM_RANS_QUANTITIES; m++) {
    SM_TRY(sm_flow_reals(ctx, flow, size, "the inflow of turbulence", &r->plane[side][m]));
    SM_TRY(sm_alloc(ctx, size, sizeof(double), "the inflow of turbulence", &f->plane[m]));
  }
  if (!sm_device_has_data(flow->device)) return SM_OK;
  if (sm_expression_given(given)) {
    SM_TRY(sm_alloc(ctx, size, sizeof(double), "the inflow of turbulence", &f->given));
    SM_TRY(sm_flow_boundary_values(ctx, r->c, flow, side, side / 2, given, f->given));
  }
  SM_TRY(fill_side(ctx, r, guess, side, f));
  for (int m = 0; m < SM_RANS_QUANTITIES; m++)
    SM_TRY(sm_flow_upload_array(ctx, flow, f->plane[m], size, r->plane[side][m]));
  return SM_OK;
}

/* Initial k: the mean of the inflow in each layer; epsilon with the mixing length of the wall
 * distance, or that of the inflow where it is larger. */
static enum sm_status initialise(struct sm_context *ctx, struct sums *sums,
                                 struct sm_rans_flow *r) {
  const struct sm_flow_layout *s = &r->flow->layout;
  double *host[2] = {NULL, NULL};
  enum sm_status status = SM_OK;
  for (int m = 0; m < 2; m++)
    SM_TRY_DONE(sm_alloc(ctx, s->size, sizeof(double), "k and epsilon", &host[m]));
  SM_TRY_DONE(sm_flow_download(ctx, r->flow, r->distance, host[1]));
#pragma omp parallel for schedule(static)
  for (size_t m = 0; m < s->size; m++) {
    const ptrdiff_t above = s->step[2] > 0 ? ((ptrdiff_t)m - s->origin) / s->step[2] : 0;
    const int k = above < 0 ? 0 : above >= s->n[2] ? s->n[2] - 1 : (int)above;
    const double count = (double)sums->count[k], distance = host[1][m];
    const double energy = count > 0 ? sums->layer[k][0] / count : SM_RANS_LEAST_K;
    const double lost = count > 0 ? sums->layer[k][1] / count : SM_RANS_LEAST_EPSILON;
    host[0][m] = energy;
    host[1][m] = fmax(lost, SM_RANS_C_MU_3_4 * energy * sqrt(energy) / (SM_KARMAN * distance));
  }
  for (int which = 0; which < 2; which++)
    for (int m = 0; m < 2; m++)
      SM_TRY_DONE(sm_flow_upload(ctx, r->flow, host[m], r->turbulence[which][m]));
done:
  for (int m = 0; m < 2; m++) sm_free(host[m]);
  return status;
}

enum sm_status sm_rans_inflow_make(struct sm_context *ctx, const struct sm_host_wind *guess,
                                   struct sm_rans_flow *r) {
  struct inflow f = {.given = NULL};
  enum sm_status status = begin(ctx, r, &f);
  for (int side = 0; side < SM_BOTTOM && status == SM_OK; side++) {
    if (r->flow->sides.kind[side] != SM_BOUNDARY_INFLOW) continue;
    status = make_side(ctx, guess, side, &f, r);
    end_side(&f);
  }
  for (int d = 0; d < 2 && f.sums.columns > 0; d++)
    r->above[d] = f.sums.above[d] / (double)f.sums.columns;
  if (status == SM_OK && sm_device_has_data(r->flow->device)) status = initialise(ctx, &f.sums, r);
  end(&f);
  return status;
}
