/* fields.h - fields of the compressible solver on a device: three sets of the conserved variables,
 * the background state, and open faces (cell/compressible/stage.h). */
#ifndef SM_PHYSICS_COMPRESSIBLE_FIELDS_H
#define SM_PHYSICS_COMPRESSIBLE_FIELDS_H

#include "cell/cells.h"
#include "physics/flow/fields.h"

/* Set 2 is free until the last stages of a step. It holds output fields (pressure, temperature and
 * velocity) or, at the start of a step, static temperature, eddy viscosity and velocity. */
enum {
  SM_CONSERVED_SETS = 3,
  SM_SCRATCH_SET = 2,
  SM_SCRATCH_STATIC_TEMP = 0,
  SM_SCRATCH_EDDY = 1,
  SM_SCRATCH_WIND = 2
};
enum sm_scratch_use { SM_SCRATCH_OF_STEP, SM_SCRATCH_OF_OUTPUT };

struct sm_compressible_fields {
  struct sm_flow *flow; /* borrowed: grid, sides, clock; wind 0 (on the faces) and the eddy
                           viscosity point into the fields below */
  const struct sm_case_compressible *c;
  union sm_reals q[SM_CONSERVED_SETS]
                  [SM_CONSERVED_FIELDS]; /* at cell (0, 0, 0); set 0 is the current state */
  union sm_reals mass[3]; /* with transported scalars: the velocity, then the mass flux of a step */
  union sm_reals eddy;    /* with transported scalars: eddy viscosity, m2/s */
  struct sm_background_state b;
  double *rho, *p;     /* host: background density (kg/m3) and pressure (Pa) at cell centres, per
                          layer */
  union sm_reals rest; /* K: static temperature of the background (sm_compressible_static_temp) */
  union sm_reals density_excess[SM_SIDES]; /* kg/m3: inflow density minus background density; NULL:
                                              none */
  double constant[SM_SIDES];               /* gas constant of the inflow, J/(kg K) */
  double *sides; /* on the device: pressure gradient and overpressure (cell/compressible/boundary.h)
                    of all sides; NULL: none is open */
};

/* Makes the fields, with the background of the case and zero deviations. constant: gas constant of
 * the inflow at each side, J/(kg K); NULL: dry air. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (the
 * domain is higher than the atmosphere). */
SM_CHECKED enum sm_status sm_compressible_fields_make(struct sm_context *ctx,
                                                      const struct sm_case *c, struct sm_flow *flow,
                                                      const double *constant,
                                                      struct sm_compressible_fields *out);

/* Makes the face bits, anew after sides became inflow or outflow. Errors: ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_compressible_faces_make(struct sm_context *ctx,
                                                     const struct sm_compressible_fields *gas);

/* Sets set 0 to the initial state of the case; weather: the diagnostic wind, used where the case
 * gives no velocity. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (a value that is not finite, or a
 * density or pressure that is not positive). */
SM_CHECKED enum sm_status sm_compressible_initialise(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     struct sm_compressible_fields *gas,
                                                     const struct sm_host_wind *weather);

/* Without transported scalars the eddy viscosity shares memory with a free set: set 2 at the start
 * of a step, set 1 while output is prepared. The previous content is overwritten. */
void sm_compressible_lend_eddy(const struct sm_compressible_fields *gas, enum sm_scratch_use when);

/* Fills the ghost cells of a set; inflow sides take the velocity of flow->plane. */
void sm_compressible_ghosts(const struct sm_compressible_fields *gas, int set);

/* Once at the start of a step: pressure gradient of set 0 at open sides. */
void sm_compressible_open_fall(const struct sm_compressible_fields *gas);

/* Allocates the data of the sides. Errors: those of sm_inflow_density_make. */
SM_CHECKED enum sm_status sm_compressible_sides_make(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     struct sm_compressible_fields *gas);

/* Computes wind 0 of the flow, on the faces, from set 0 with its ghosts; beyond the sides too. */
void sm_compressible_find_velocity(const struct sm_compressible_fields *gas);

/* Static temperature of set 0: temperature + g z / c_p, K above the background temperature at the
 * bottom of the grid; with one layer beyond the bottom and the top. Its gradient has the sign of
 * that of the potential temperature. */
void sm_compressible_find_static_temp(const struct sm_compressible_fields *gas, union sm_reals to);

/* Static temperature of air with a potential temperature (K) at a height above the bottom of the
 * grid, m, and rho c_p of the background there, J/(m3 K). */
double sm_static_temperature_at(const struct sm_case_compressible *c, double potential, double z);
double sm_heat_capacity_at(const struct sm_case_compressible *c, double z);

/* Mass flux through the faces of a set with filled ghosts, kg/(m2 s), stored in place of wind 0:
 * keep times the stored flux, plus weight times the flux of the set. */
void sm_compressible_add_mass_flux(const struct sm_compressible_fields *gas, int set, double keep,
                                   double weight);

/* Pressure above the background (Pa) and temperature (K) of set 0, into the first two output
 * fields. */
void sm_compressible_find_output(const struct sm_compressible_fields *gas);

/* Volume means of set 0 over all fluid cells (cell/compressible/boundary.h), to numbers on the
 * device. */
void sm_compressible_totals(const struct sm_compressible_fields *gas, double per_volume,
                            double *total[SM_COMPRESSIBLE_INTEGRALS]);

/* inflow_density.c */

/* Whether air can enter at a side; outflows admit air from outside, too. */
bool sm_boundary_lets_in(const struct sm_flow *flow, int side);

/* Inflow density at the pressure of the background, kg/m3, for all elements of the plane of a side
 * (physics/flow/boundary/prescribed_velocity.c). Errors: ERR_MEMORY, ERR_CASE (a temperature that
 * is not finite). */
SM_CHECKED enum sm_status sm_inflow_density_find(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_compressible_fields *gas, int side,
                                                 double *out);

/* gas->density_excess, for sides whose inflow differs from the background. Errors: as above,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_inflow_density_make(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_compressible_fields *gas);

/* gas->density_excess at p = q = 0; NULL: not allocated. */
union sm_reals sm_inflow_density_at(const struct sm_compressible_fields *gas, int side);

#endif
