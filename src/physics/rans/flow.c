/* flow.c - steady flow of a weather time: fields, pressure solver, wall distances and ghost rules
 * of k and epsilon. */
#include "physics/rans/internal.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/share.h"
#include "physics/flow/walls/walls.h"
#include "physics/turbulence/closure.h"
#include "physics/wall_distance.h"
#include <math.h>

/* --- wall distance --- */

static int inside(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

/* From the layout of a state to that of the flow, beyond the sides those inside, above the top
 * rising; solids get a cell width, so that means of distances are finite. */
static void place_distances(const struct sm_rans_flow *r, const struct sm_state *state,
                            const float *from, double *to) {
  const struct sm_flow_layout *s = &r->flow->layout;
  const struct sm_axis *z = &r->domain->grid.axis[2];
  const double roughness = sm_mean_roughness(r->domain);
  const int g[3] = {SM_FLOW_GHOSTS, s->n[1] > 1 ? SM_FLOW_GHOSTS : 0,
                    s->n[2] > 1 ? SM_FLOW_GHOSTS : 0};
  for (size_t m = 0; m < s->size; m++) to[m] = z->width[0];
#pragma omp parallel for schedule(static)
  for (int k = -g[2]; k < s->n[2] + g[2]; k++)
    for (int j = -g[1]; j < s->n[1] + g[1]; j++)
      for (int i = -g[0]; i < s->n[0] + g[0]; i++) {
        const float near = from[inside(i, s->n[0]) + inside(j, s->n[1]) * state->sy +
                                inside(k, s->n[2]) * state->sz];
        const int over = k < s->n[2] ? 0 : k - s->n[2] + 1;
        if (near > 0 && isfinite(near))
          to[s->origin + i + j * s->step[1] + k * s->step[2]] =
              (double)near + roughness + over * z->width[s->n[2] - 1];
      }
}

/* Distances from the planes of cut walls: of the air centroid of a cut cell, as the eddy viscosity
 * is in proportion to it, and of the middle of the cells around it. */
static enum sm_status add_cut_walls(struct sm_context *ctx, const struct sm_rans_flow *r,
                                    const struct sm_state *state, float *near) {
  const struct sm_domain *domain = r->domain;
  struct sm_cut_walls walls = {.flow = r->flow, .domain = domain};
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  SM_TRY(sm_cut_planes_find(ctx, &walls));
  sm_cut_distances(&walls, state->sy, state->sz, near);
  for (int64_t m = 0; m < domain->cut_count; m++) {
    const struct sm_wall_plane *plane = &walls.plane[m];
    const int64_t cell = domain->cut[m].cell, k = cell / nx / ny;
    const double least = SM_CUT_NEAREST * domain->grid.axis[2].width[k];
    double middle = 0;
    for (int d = 0; d < 3; d++) middle += plane->normal[d] * (plane->centre[d] - plane->point[d]);
    if (plane->area > 0)
      near[cell % nx + cell / nx % ny * state->sy + k * state->sz] = (float)fmax(least, middle);
  }
  sm_free(walls.plane);
  return SM_OK;
}

static enum sm_status make_distance(struct sm_context *ctx, const struct sm_state *state,
                                    struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  SM_SCOPED_BY(sm_wall_distance_destroy) struct sm_wall_distance *distance = NULL;
  SM_SCOPED float *near = NULL;
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_flow_field(ctx, flow, "the wall distance", &r->distance));
  SM_TRY(sm_wall_distance_create(ctx, state, &r->domain->grid, r->domain->cell, true, &distance));
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, distance->size, sizeof *near, "distances", &near));
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "distances", &host));
  SM_TRY(sm_device_download(ctx, flow->device, near, distance->d, distance->size * sizeof *near));
  if (r->domain->cut_count > 0) SM_TRY(add_cut_walls(ctx, r, state, near));
  place_distances(r, state, near, host);
  return sm_flow_upload(ctx, flow, host, r->distance);
}

/* --- k and epsilon --- */

/* Beyond a side: the value of the inflow where air enters, else that of the cell inside; epsilon is
 * inverse to the height above the top. */
static struct sm_ghost_rule rule_of(const struct sm_rans_flow *r, int side, int quantity,
                                    union sm_reals field) {
  const struct sm_flow *flow = r->flow;
  const int d = side / 2, high = side % 2, n = flow->layout.n[d], last = high ? n - 1 : 0;
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_ghost_rule rule = {.field = field,
                               .to = high ? n : -1,
                               .turn = high ? 1 : -1,
                               .from = last,
                               .follow = 0,
                               .sign = 1};
  const struct sm_axis *z = &r->domain->grid.axis[2];
  const double height = z->centre[z->n - 1] - z->face[0];
  if (side == SM_TOP && quantity == SM_RANS_LOST)
    rule.sign = height / (height + z->width[z->n - 1]);
  if (r->plane[side][quantity].f32 == NULL) return rule;
  rule.sign = 0;
  rule.plane = sm_flow_offset(flow, r->plane[side][quantity], sm_flow_plane_origin(flow, side));
  rule.through = sm_flow_plane_at(flow, side, d);
  rule.plane_p = rule.through_p = 1;
  rule.plane_q = rule.through_q = flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS;
  rule.outwards = high ? 1 : -1;
  return rule;
}

static void make_ghosts(struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  for (int which = 0; which < 2; which++)
    for (int quantity = 0; quantity < SM_RANS_QUANTITIES; quantity++)
      for (int d = 0; d < 3; d++) {
        struct sm_ghosts *ghosts = &r->ghosts[which][quantity][d];
        int p, q;
        sm_flow_plane_axes(d, &p, &q);
        ghosts->step = flow->layout.step[d];
        ghosts->step_p = flow->layout.step[p];
        ghosts->step_q = flow->layout.step[q];
        for (int high = 0; high < 2; high++)
          ghosts->rule[high] = rule_of(r, 2 * d + high, quantity, r->turbulence[which][quantity]);
      }
}

/* The shear of the inflow at the top: without it the profile decays from above. */
static void set_shear(struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  for (int m = 0; m < flow->winds && flow->sides.kind[SM_TOP] == SM_BOUNDARY_SLIP; m++)
    for (int d = 0; d < 2; d++) r->flow->ghosts[m][2].rule[3 + d].value = r->above[d];
}

void sm_rans_ghosts(const struct sm_rans_flow *r, int which) {
  const struct sm_flow *flow = r->flow;
  sm_flow_exchange(flow, r->turbulence[which], SM_RANS_QUANTITIES);
  for (int quantity = 0; quantity < SM_RANS_QUANTITIES; quantity++)
    for (int d = 0; d < 3; d++) {
      int p, q;
      sm_flow_plane_axes(d, &p, &q);
      if (flow->layout.n[d] == 1) continue;
      const struct sm_box box = {{0, 0, 0},
                                 {flow->layout.n[p], flow->layout.n[q], 2 * SM_FLOW_GHOSTS}};
      flow->device->backend->ghosts(flow->device, &box, &r->ghosts[which][quantity][d]);
    }
}

/* --- all of it --- */

static enum sm_status make_matrix(struct sm_context *ctx, struct sm_rans_flow *r) {
  for (int d = 0; d < 3; d++) {
    SM_TRY(sm_flow_field(ctx, r->flow, "the matrix of momentum", &r->matrix.low[d]));
    SM_TRY(sm_flow_field(ctx, r->flow, "the matrix of momentum", &r->matrix.high[d]));
  }
  return sm_flow_field(ctx, r->flow, "the right-hand side of momentum", &r->matrix.right);
}

static enum sm_status make_projection(struct sm_context *ctx, const struct sm_state *state,
                                      struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  uint8_t *open = NULL;
  SM_TRY(sm_projection_create(ctx, state->device, &r->domain->grid, &r->projection));
  struct sm_cut_cell *cut = NULL;
  enum sm_status status = SM_OK;
  if (sm_device_has_data(flow->device)) {
    SM_TRY(sm_flow_open_faces(ctx, flow, &open));
    status = sm_flow_cut_cells(ctx, flow, open, &cut);
  }
  const struct sm_poisson_setup setup = {.grid = &r->domain->grid,
                                         .eta = 1,
                                         .cell = open,
                                         .cut = cut,
                                         .cut_count = r->domain->cut_count};
  if (status == SM_OK) status = sm_projection_set_solver(ctx, &r->projection, &setup);
  sm_free(cut);
  sm_free(open);
  r->projection.sy = flow->layout.step[1];
  r->projection.sz = flow->layout.step[2];
  for (int side = 0; side < SM_SIDES; side++)
    r->projection.given |= flow->sides.kind[side] == SM_BOUNDARY_INFLOW;
  r->options = sm_poisson_options_default();
  return status;
}

enum sm_status sm_rans_flow_make(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, const struct sm_state *state,
                                 const struct sm_host_wind *guess, struct sm_rans_flow *out) {
  *out = (struct sm_rans_flow){.c = c, .domain = domain};
  SM_TRY(sm_flow_create(ctx, c, domain, state->device, guess, SM_FLOW_WINDS, &out->flow));
  struct sm_flow *flow = out->flow;
  for (int which = 0; which < 2; which++)
    for (int m = 0; m < SM_RANS_QUANTITIES; m++)
      SM_TRY(sm_flow_field(ctx, flow, "k and epsilon", &out->turbulence[which][m]));
  SM_TRY(sm_flow_field(ctx, flow, "the production of k", &out->rate));
  SM_TRY(make_matrix(ctx, out));
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_flow_field(ctx, flow, "the running mean of the wind", &out->mean[d]));
  SM_TRY(sm_rans_scalars_make(ctx, out));
  SM_TRY(sm_flow_put(ctx, flow, NULL, 2, sizeof *out->numbers, "numbers", &out->numbers));
  SM_TRY(make_distance(ctx, state, out));
  SM_TRY(make_projection(ctx, state, out));
  SM_TRY(sm_flow_share_create(ctx, flow, out->projection.poisson));
  SM_TRY(sm_rans_cut_make(ctx, out));
  SM_TRY(sm_flow_initialise(ctx, c, flow, guess));
  SM_TRY(sm_rans_inflow_make(ctx, guess, out));
  make_ghosts(out);
  set_shear(out);
  if (!sm_device_has_data(flow->device)) return SM_OK;
  for (int which = 0; which < 2; which++) sm_rans_ghosts(out, which);
  return SM_OK;
}

void sm_rans_flow_free(struct sm_rans_flow *r) {
  sm_projection_free(&r->projection);
  sm_flow_destroy(&r->flow);
  *r = (struct sm_rans_flow){.flow = NULL};
}
