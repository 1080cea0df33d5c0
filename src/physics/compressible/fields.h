/* fields.h - fields of the compressible solver on a device: three copies of the conserved
 * variables, the background, and open faces (cell/compressible/stage.h). */
#ifndef SM_PHYSICS_COMPRESSIBLE_FIELDS_H
#define SM_PHYSICS_COMPRESSIBLE_FIELDS_H

#include "cell/cells.h"
#include "physics/flow/fields.h"

/* Set 2 is free until the last stages of a step: it has what is seen of the present air, pressure,
 * temperature and wind; or, as a step begins, how warm the air is, eddies and wind. */
enum {
  SM_CONSERVED_SETS = 3,
  SM_SCRATCH_SET = 2,
  SM_SCRATCH_STATIC_TEMP = 0,
  SM_SCRATCH_EDDY = 1,
  SM_SCRATCH_WIND = 2
};
enum sm_scratch_use { SM_SCRATCH_OF_STEP, SM_SCRATCH_OF_OUTPUT };

struct sm_compressible_fields {
  struct sm_flow *flow; /* borrowed: grid, sides, clock; wind 0 on the faces, and the
                           viscosity of eddies, are lent to it */
  const struct sm_case_compressible *c;
  union sm_reals q[SM_CONSERVED_SETS]
                  [SM_CONSERVED_FIELDS]; /* at cell (0, 0, 0); set 0 is the present */
  union sm_reals mass[3]; /* where something is carried: the wind, then the mass flux of a step */
  union sm_reals eddy;    /* there: m2/s */
  struct sm_background_state b;
  double *rho, *p;     /* kg/m3, Pa: the same at the centres of the cells, on the host */
  union sm_reals rest; /* K: how warm (sm_compressible_static_temp) it is */
  union sm_reals density_excess[SM_SIDES]; /* kg/m3 than it, of what flows in; NULL: as it */
  double constant[SM_SIDES];               /* J/(kg K), of what flows in */
  double *sides; /* on the device: fall and surplus (cell/compressible/boundary.h) of all; NULL:
                    none is open */
};

/* The background of the case, and no deviation from it; constant: J/(kg K), of what flows in at
 * each side, NULL: dry air. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (the domain is higher than the
 * air). */
SM_CHECKED enum sm_status sm_compressible_fields_make(struct sm_context *ctx,
                                                      const struct sm_case *c, struct sm_flow *flow,
                                                      const double *constant,
                                                      struct sm_compressible_fields *out);

/* Set 0 as the case has it; weather: the diagnostic wind, where the case gives none. Errors:
 * ERR_MEMORY, ERR_DEVICE, ERR_CASE (no finite number, or a density or a pressure that is not above
 * 0, somewhere). */
SM_CHECKED enum sm_status sm_compressible_initialise(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     struct sm_compressible_fields *gas,
                                                     const struct sm_host_wind *weather);

/* Where nothing is carried the eddies lie in what is free: in set 2 as a step begins, in set 1
 * while pressure and temperature are seen. What was there is lost. */
void sm_compressible_lend_eddy(const struct sm_compressible_fields *gas, enum sm_scratch_use when);

/* What lies beyond the sides, of a set; sides of kind inflow have the wind of flow->plane. */
void sm_compressible_ghosts(const struct sm_compressible_fields *gas, int set);

/* Once a step, as it begins: how steep the pressure of set 0 is to be at open sides. */
void sm_compressible_open_fall(const struct sm_compressible_fields *gas);

/* What sides have of their own. Errors: as of sm_inflow_density_make. */
SM_CHECKED enum sm_status sm_compressible_sides_make(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     struct sm_compressible_fields *gas);

/* Wind 0 of the flow, on the faces, from set 0 and its ghosts; beyond the sides too. */
void sm_compressible_find_velocity(const struct sm_compressible_fields *gas);

/* How warm the air of set 0 is: temperature + g z / c_p, K above the temperature of the background
 * at the bottom of the grid; with a layer beyond the bottom and the top. It rises with height as
 * the potential temperature does. */
void sm_compressible_find_static_temp(const struct sm_compressible_fields *gas, union sm_reals to);

/* The same of air of a potential temperature (K) at a height above the bottom of the grid, m, and
 * rho c_p there, J/(m3 K): of the background. */
double sm_static_temperature_at(const struct sm_case_compressible *c, double potential, double z);
double sm_heat_capacity_at(const struct sm_case_compressible *c, double z);

/* What goes through the faces of a set whose ghosts are there, in place of wind 0: kg/(m2 s), keep
 * times what is there, and weight times that. */
void sm_compressible_add_mass_flux(const struct sm_compressible_fields *gas, int set, double keep,
                                   double weight);

/* Pressure over the background (Pa) and temperature (K) of set 0, into the first two of what is
 * seen. */
void sm_compressible_find_output(const struct sm_compressible_fields *gas);

/* Means of set 0 over all air (cell/compressible/boundary.h), to numbers on the device. */
void sm_compressible_totals(const struct sm_compressible_fields *gas, double per_volume,
                            double *total[SM_COMPRESSIBLE_INTEGRALS]);

/* inflow_density.c */

/* Whether air may come in at a side: through outflows from outside, too. */
bool sm_boundary_lets_in(const struct sm_flow *flow, int side);

/* kg/m3 at the background's pressure, of all elements of the plane of a side
 * (physics/flow/boundary/prescribed_velocity.c). Errors: ERR_MEMORY, ERR_CASE (no finite
 * temperature somewhere). */
SM_CHECKED enum sm_status sm_inflow_density_find(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_compressible_fields *gas, int side,
                                                 double *out);

/* gas->denser, of sides whose air is not that of the background. Errors: as above, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_inflow_density_make(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_compressible_fields *gas);

/* gas->denser at p = q = 0; NULL: not allocated. */
union sm_reals sm_inflow_density_at(const struct sm_compressible_fields *gas, int side);

#endif
