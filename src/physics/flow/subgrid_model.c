#include "physics/flow/subgrid_model.h"

#include "base/list.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/walls/walls.h"
#include "physics/wall_distance.h"
#include <math.h>

/* Smagorinsky constant (Lilly 1967); MATCHING: exponent of the wall matching of Mason and Thomson
 * (1992). */
#define LILLY 0.17
/* Smagorinsky constant to which the transported subgrid energy is equivalent in equilibrium. */
#define BALANCED pow(pow(SM_ENERGY_MIXING, 3) / (SM_ENERGY_DECAY + SM_ENERGY_DECAY_WIDE), 0.25)
#define MATCHING 2.0f

/* Whether a model has a length scale in every cell. */
static bool has_lengths(enum sm_subgrid model) {
  return model == SM_SUBGRID_SMAGORINSKY || model == SM_SUBGRID_TKE;
}

static double usual_factor(enum sm_subgrid model) {
  switch (model) {
  case SM_SUBGRID_VREMAN: return SM_VREMAN;
  case SM_SUBGRID_AMD: return SM_AMD;
  case SM_SUBGRID_TKE: return BALANCED;
  default: return LILLY;
  }
}

/* Cube root of the cell volume; in two dimensions the square root of its area. */
static double size_of(const struct sm_flow *flow, int i, int j, int k) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  const int at[3] = {i, j, k};
  double product = 1;
  int axes = 0;
  for (int d = 0; d < 3; d++) {
    if (axis[d].n == 1) continue;
    product *= axis[d].width[at[d]];
    axes++;
  }
  return pow(product, 1.0 / (axes > 0 ? axes : 1));
}

static void find_lengths(const struct sm_subgrid_model *eddies, double roughness,
                         const struct sm_state *state, const float *distance, double *out) {
  const struct sm_flow *flow = eddies->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const double scale = eddies->model == SM_SUBGRID_TKE ? 1 / eddies->factor : 1;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const float wall = distance[i + j * state->sy + k * state->sz];
        const float far = (float)(eddies->factor * size_of(flow, i, j, k));
        const float length =
            isinf(wall) || !(wall > 0) ? far : sm_sgs_length(far, wall, (float)roughness, MATCHING);
        out[s->origin + i + j * s->step[1] + k * s->step[2]] = (double)length * scale;
      }
}

static enum sm_status make_lengths(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_state *state, struct sm_subgrid_model *eddies) {
  const struct sm_flow *flow = eddies->flow;
  const struct sm_domain *domain = flow->domain;
  const bool ground = flow->sides.kind[SM_BOTTOM] == SM_BOUNDARY_WALL;
  const double given = c->flow.boundary[SM_BOTTOM].roughness;
  const double roughness =
      c->flow.boundary[SM_BOTTOM].law == SM_WALL_ROUGH && !isnan(given) ? given : 0;
  struct sm_cut_walls walls = {.flow = flow, .domain = domain};
  struct sm_wall_distance *distance = NULL;
  float *near = NULL;
  double *host = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_flow_field(ctx, flow, "the length of eddies", &eddies->length));
  SM_TRY(sm_wall_distance_create(ctx, state, &domain->grid, domain->cell, ground, &distance));
  if (!sm_device_has_data(flow->device)) goto done;
  SM_TRY_DONE(sm_alloc(ctx, distance->size, sizeof *near, "distances", &near));
  SM_TRY_DONE(sm_alloc(ctx, flow->layout.size, sizeof *host, "lengths", &host));
  SM_TRY_DONE(
      sm_device_download(ctx, flow->device, near, distance->d, distance->size * sizeof *near));
  if (domain->cut_count > 0) {
    SM_TRY_DONE(sm_cut_planes_find(ctx, &walls));
    sm_cut_distances(&walls, state->sy, state->sz, near);
  }
  find_lengths(eddies, roughness, state, near, host);
  SM_TRY_DONE(sm_flow_upload(ctx, flow, host, eddies->length));
done:
  sm_wall_distance_destroy(&distance);
  SM_FREE_ALL(walls.plane, near, host);
  return status;
}

enum sm_status sm_subgrid_model_make(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, const struct sm_state *state,
                                     struct sm_subgrid_model *out) {
  const double given = c->flow.subgrid_constant;
  *out = (struct sm_subgrid_model){.flow = flow, .model = c->flow.subgrid};
  out->prandtl = c->wind_source.model == SM_WIND_COMPRESSIBLE
                     ? c->flow.compressible.turbulent_prandtl
                     : c->flow.turbulent_prandtl;
  out->factor = isnan(given) ? usual_factor(out->model) : given;
  return has_lengths(out->model) ? make_lengths(ctx, c, state, out) : SM_OK;
}

static struct sm_eddy_viscosity arguments(const struct sm_subgrid_model *eddies, int wind,
                                          union sm_reals temperature, double buoyancy) {
  const struct sm_flow *flow = eddies->flow;
  struct sm_eddy_viscosity args = {.m = flow->metric,
                                   .eddy = flow->eddy,
                                   .length = eddies->length,
                                   .temperature = temperature,
                                   .faces = flow->faces,
                                   .drag = flow->drag,
                                   .viscosity = flow->c->viscosity,
                                   .factor = eddies->factor,
                                   .buoyancy = buoyancy,
                                   .prandtl = eddies->prandtl,
                                   .clock = flow->clock};
  for (int d = 0; d < 3; d++) args.u[d] = flow->u[wind][d];
  return args;
}

void sm_subgrid_find_viscosity(const struct sm_subgrid_model *eddies, int wind,
                               union sm_reals temperature, double buoyancy) {
  const struct sm_flow *flow = eddies->flow;
  const struct sm_backend *be = flow->device->backend;
  if (eddies->model == SM_SUBGRID_NONE || eddies->model == SM_SUBGRID_TKE) return;
  const struct sm_eddy_viscosity args = arguments(eddies, wind, temperature, buoyancy);
  const struct sm_box box = sm_flow_cells(flow);
  if (eddies->model == SM_SUBGRID_SMAGORINSKY) {
    be->eddy_smagorinsky(flow->device, &box, &args);
  } else if (eddies->model == SM_SUBGRID_VREMAN) {
    be->eddy_vreman(flow->device, &box, &args);
  } else {
    be->eddy_amd(flow->device, &box, &args);
  }
  sm_flow_cell_ghosts(flow, flow->eddy);
}

void sm_subgrid_advance_tke(const struct sm_subgrid_model *eddies, int wind,
                            union sm_reals temperature, double buoyancy, union sm_reals energy,
                            bool begin) {
  const struct sm_flow *flow = eddies->flow;
  struct sm_eddy_viscosity args = arguments(eddies, wind, temperature, buoyancy);
  args.energy = energy;
  args.begin = begin;
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->eddy_tke(flow->device, &box, &args);
  sm_flow_cell_ghosts(flow, flow->eddy);
}
