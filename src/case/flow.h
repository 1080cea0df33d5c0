/* flow.h - settings of the flow solvers (Navier-Stokes equations) of a case, in SI units. As in
 * case.h, optional numbers that are not given are NAN. */
#ifndef SM_CASE_FLOW_H
#define SM_CASE_FLOW_H

#include "case/source.h"
#include "case/wind_source.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Number, or expression of x, y, z (m from the south-west corner of the domain without margin, and
 * from the grid bottom); case/expression.h evaluates it. */
struct sm_case_expression {
  double number; /* SI; NAN: not given, or varying in space */
  char *text;    /* text of the expression; NULL: not given, or a number */
  char *label;   /* name of the key, "flow.boundary[2].velocity"; NULL: not given */
  int line;
};

/* Coordinates of a position, in the order of the words of the key `coordinates`. */
enum sm_coordinates {
  SM_COORDINATES_DOMAIN,    /* m from the south-west corner of the domain without margin */
  SM_COORDINATES_CRS,       /* m in the CRS of the domain */
  SM_COORDINATES_GEOGRAPHIC /* deg, latitude and longitude */
};

/* Whether the case gives a value. */
static inline bool sm_expression_given(const struct sm_case_expression *e) {
  return e->label != NULL;
}

/* Sides of the domain, in the order of the bits of cell/open_faces.h. */
enum sm_side { SM_WEST, SM_EAST, SM_SOUTH, SM_NORTH, SM_BOTTOM, SM_TOP, SM_SIDES };

/* Boundary conditions. `weather`: inflow or outflow, depending on the wind of the weather there. */
enum sm_boundary_kind {
  SM_BOUNDARY_WEATHER,
  SM_BOUNDARY_PERIODIC, /* periodic, together with the opposite boundary */
  SM_BOUNDARY_WALL,
  SM_BOUNDARY_SLIP, /* free slip: no flux through, no stress */
  SM_BOUNDARY_INFLOW,
  SM_BOUNDARY_OUTFLOW
};

/* Wall stress models. */
enum sm_wall_drag {
  SM_WALL_ROUGH,  /* logarithmic law by its roughness length */
  SM_WALL_SMOOTH, /* logarithmic law of a smooth wall, from the viscosity */
  SM_WALL_NO_SLIP /* no slip, resolved by the grid */
};

/* Reynolds stresses, in this order. */
enum sm_reynolds_stress { SM_UU, SM_VV, SM_WW, SM_UV, SM_UW, SM_VW, SM_STRESSES };

struct sm_case_boundary {
  enum sm_boundary_kind kind;
  enum sm_wall_drag law;
  struct sm_case_expression velocity[3]; /* m/s: tangential velocity of a wall, or velocity of an
                                            inflow */
  double roughness; /* roughness length, m; NAN: that of the ground, on other walls that of
                       wind.zones */
  struct sm_case_expression temperature; /* K; not given: no heat flux, see heat_flux */
  double heat_flux;                      /* kinematic heat flux into the air, K m/s; 0: none, or by
                                            temperature */
  /* Inflow turbulence: standard deviation over mean speed (isotropic), or covariances; neither:
   * none. */
  struct sm_case_expression turbulence;
  struct sm_case_expression stress[SM_STRESSES]; /* Reynolds stresses, m2/s2 */
  struct sm_case_expression length[3]; /* length scales along x, y, z, m; not given: a tenth of the
                                          domain height */
  double recycle;                      /* distance of the recycling plane from the boundary, m; NAN:
                                          no recycling */
  bool surface_layer; /* stresses and lengths of a neutral surface layer with the wind's profile */
  char *mixture;      /* mixture of an inflowing reacting gas; "" or NULL: that of the air */
  int line;           /* 0: absent from the case */
};

/* Turbulence of sides that follow the weather, in the order of the words of
 * flow.inflow_turbulence. */
enum sm_inflow_default { SM_INFLOW_STEADY, SM_INFLOW_SURFACE_LAYER };

/* Whether a boundary takes its wind from the weather. */
static inline bool sm_boundary_follows_weather(const struct sm_case_boundary *side) {
  return side->kind == SM_BOUNDARY_WEATHER ||
         (side->kind == SM_BOUNDARY_INFLOW && !sm_expression_given(&side->velocity[0]));
}

/* Whether a boundary has inflow turbulence, if it is an inflow. */
static inline bool sm_boundary_is_turbulent(const struct sm_case_boundary *side) {
  const struct sm_case_expression *e = &side->turbulence;
  const bool strong = sm_expression_given(e) && !(e->number <= 0);
  return strong || side->surface_layer || sm_expression_given(&side->stress[0]) ||
         !isnan(side->recycle);
}

/* Solver of the Poisson equation of the pressure; auto: direct where it can be. */
enum sm_pressure_solver { SM_PRESSURE_AUTO, SM_PRESSURE_DIRECT, SM_PRESSURE_MULTIGRID };

enum sm_advection {
  SM_ADVECTION_CENTRAL,   /* second order, energy-conserving */
  SM_ADVECTION_UPWIND,    /* fifth-order upwind */
  SM_ADVECTION_WENO,      /* fifth-order WENO */
  SM_ADVECTION_DONOR_CELL /* Griebel et al. 1998, with upwind weight gamma */
};

/* Pressure boundary condition of SOR at walls (Griebel). */
enum sm_sor_walls {
  SM_SOR_GHOST_CELLS, /* ghost values are copied before each iteration */
  SM_SOR_COEFFICIENTS /* coefficients of wall faces are 0 */
};

enum sm_subgrid {
  SM_SUBGRID_NONE,
  SM_SUBGRID_SMAGORINSKY,
  SM_SUBGRID_VREMAN,
  SM_SUBGRID_AMD,
  SM_SUBGRID_TKE
};

/* Maximum number of scalars, enough for the species of a large atmospheric mechanism. */
enum { SM_FLOW_SCALARS = 128 };

/* Passive scalar. */
struct sm_case_scalar {
  char *name;
  double diffusivity;                /* molecular diffusivity, m2/s */
  double turbulent_schmidt;          /* turbulent Schmidt number */
  double half_life;                  /* s; INFINITY: no decay */
  char *daughter_name;               /* of the scalar into which it decays; "": none is followed */
  int daughter;                      /* its index; -1: none */
  double branching;                  /* fraction of the decays that form it */
  double deposition;                 /* deposition velocity at ground and walls, m/s */
  double scavenging;                 /* scavenging coefficient at 1 mm/h, 1/s; 0: none */
  double scavenging_exponent;        /* of the rain rate */
  struct sm_case_expression initial; /* initial concentration, kg/m3; not given: 0 */
  double inflow;                     /* concentration of inflowing air, kg/m3 */
  double background;  /* mole fraction that sets initial and inflow; NAN: as they are */
  double density;     /* of the pure gas as released, kg/m3; NAN: no effect on the air */
  double temperature; /* of the gas as released, K; NAN: that of the air */
  double molar_mass;  /* kg/kmol; NAN: from the name or the mechanism */
  double pure; /* density of the pure substance at the temperature and pressure of `background`,
                  kg/m3; 0: molar mass unknown */
  struct sm_case_source *source;
  size_t source_count;
  int line;
};

/* Species of a mechanism with constant concentration, not transported as a scalar. */
struct sm_case_fixed_species {
  char *species;
  double fraction; /* mole fraction */
  int line;
};

/* Chemical reactions of scalars. */
struct sm_case_chemistry {
  char *mechanism, *thermo, *photolysis; /* files; "": not given. Without a mechanism: NO, NO2 and
                                            O3 */
  double no2_photolysis;                 /* photolysis rate of NO2, 1/s */
  double ozone_rate;                     /* rate constant of NO + O3 per molecule, cm3/s; NAN: from
                                            the temperature */
  double temperature;                    /* K; NAN: potential temperature of the flow, else
                                            flow.reference */
  double pressure;                       /* Pa */
  double sun, zenith;                    /* sunlight factor 0..1, solar zenith angle in rad: for
                                            photolysis in the mechanism */
  double rtol;                           /* relative tolerance */
  bool heat;                             /* heat of the reactions warms the air */
  int goes_on;                           /* 1: continue; cells whose integration fails keep their
                                            state */
  struct sm_case_fixed_species *fixed_species;
  size_t fixed_species_count;
  int line; /* 0: absent from the case */
};

/* Box in which the force of the air on solids is computed. */
struct sm_case_flow_body {
  char *name;
  double from[3], to[3]; /* m, as for a source; z above the ground at the centre of the box */
  int line;
};

/* Numerical flux of the compressible solver. */
enum sm_flux_scheme {
  SM_FLUX_HLLC,
  SM_FLUX_SLAU,
  SM_FLUX_KURGANOV,
  SM_FLUX_KURGANOV_CONSERVED /* Kurganov-Tadmor flux with reconstruction of the conserved
                                variables */
};
enum sm_time_integrator { SM_INTEGRATOR_RK3, SM_INTEGRATOR_RK2, SM_INTEGRATOR_EULER };
/* Stability limit of the sum of (|u| + c) dt / h over the axes. */
static inline double sm_courant_limit(enum sm_time_integrator integrator) {
  return integrator == SM_INTEGRATOR_RK3 ? 1.2 : 1;
}
enum sm_background_kind {
  SM_BACKGROUND_NEUTRAL,
  SM_BACKGROUND_ISOTHERMAL,
  SM_BACKGROUND_STRATIFIED, /* constant Brunt-Vaisala frequency */
  SM_BACKGROUND_NONE
};
struct sm_case_compressible {
  enum sm_flux_scheme flux;
  enum sm_time_integrator integrator;
  double limiter; /* parameter theta of the minmod limiter */
  enum sm_background_kind background;
  double temperature, pressure; /* K, Pa: at the bottom of the grid */
  double stability;             /* Brunt-Vaisala frequency N of SM_BACKGROUND_STRATIFIED, 1/s; else
                                   NAN */
  double gravity;               /* m/s2, downwards */
  bool gravity_work;            /* gravity does work in the energy equation */
  bool zero_in_solids;          /* velocity in solids is set to 0; else their faces are walls */
  double prandtl, turbulent_prandtl;
  /* Initial density (kg/m3), pressure (Pa), potential temperature (K); not given:
   * background. */
  struct sm_case_expression density, initial_pressure, potential;
  int line; /* line of the table; 0: absent from the case */
};

/* Reacting flow. Mixtures are texts such as "H2:2, O2:1", in parts by mole or mass. */
enum sm_diffusion_model { SM_DIFFUSION_UNITY_LEWIS, SM_DIFFUSION_AVERAGED, SM_DIFFUSION_NONE };
enum sm_splitting { SM_SPLITTING_STRANG, SM_SPLITTING_SOURCE, SM_SPLITTING_FROZEN };

/* Region with another gas in the initial condition. */
struct sm_case_reaction_zone {
  struct sm_case_expression mass_fraction; /* mass fraction of that gas, 0 to 1 */
  char *mixture;                           /* "": mixture of the air */
  double temperature;                      /* K; NAN: temperature of the air */
  bool burnt;                              /* burnt at constant pressure */
  int line;
};
/* Source of gas. */
struct sm_case_reaction_release {
  struct sm_case_source source; /* must be first: the keys of all sources use these offsets */
  char *mixture;
  double temperature; /* K */
};
#define SM_PLAIN_AIR "O2:1, N2:3.76"
struct sm_case_reaction {
  char *mechanism, *thermo, *transport;  /* files; "": not given */
  char *mixture;                         /* mixture of the air; "": SM_PLAIN_AIR */
  int by_mass;                           /* mixtures are in parts by mass */
  char *bath;                            /* bath species; "": the most abundant species of the
                                            air */
  struct sm_case_expression temperature; /* initial temperature, K; not given: from the density */
  enum sm_diffusion_model spreading;
  double lewis, turbulent_schmidt;
  enum sm_splitting splitting;
  int method; /* enum sm_chem_method (simoom/chem.h) */
  double rtol, atol;
  int reduction; /* 1: DRGEP */
  double reduction_threshold, reduction_tolerance;
  struct sm_string_list reduction_targets;
  int max_steps;                /* maximum chemistry steps in a cell */
  int goes_on;                  /* 1: continue after failures of the chemistry */
  double inert_below;           /* no reactions below this temperature, K */
  struct sm_string_list output; /* species whose mass fractions are written */
  struct sm_case_reaction_zone *zone;
  size_t zone_count;
  struct sm_case_reaction_release *release;
  size_t release_count;
  int line; /* line of the table; 0: absent from the case */
};

/* Maximum number of time steps. Time is a double; with this many steps a step is known to a
 * relative precision of 2e-7, like single-precision numbers; with more it is lost to rounding. */
#define SM_FLOW_STEPS 1e9

struct sm_case_flow {
  struct sm_case_boundary boundary[SM_SIDES];
  enum sm_wall_drag walls; /* wall model of buildings and terrain */
  double viscosity;        /* molecular viscosity, m2/s; 0: inviscid */
  enum sm_advection advection;
  double gamma;         /* donor-cell weight: 0 central, 1 upwind; NAN: the smallest stable value */
  bool mac_sor;         /* fractional-step scheme of Griebel et al. (1998), with red-black SOR */
  double omega;         /* SOR relaxation factor; NAN: optimal */
  double sor_tolerance; /* tolerance of the SOR residual, relative to the pressure (Griebel) */
  enum sm_sor_walls sor_walls;
  bool sor_generic;   /* use the kernel for obstacles even without obstacles */
  int sor_iterations; /* maximum per step */
  enum sm_pressure_solver pressure_solver;
  bool project_every_stage; /* pressure projection in each Runge-Kutta stage, not only the
                               last */
  double courant;           /* Courant number; euler: tau; NAN: time_step is given */
  double time_step;         /* s; NAN: from courant */
  double max_time_step;     /* s; INFINITY: no limit */
  double steady;       /* steady-state tolerance: maximum change of the wind per second over the
                          maximum wind, 1/s; NAN: no early end */
  int grid_sequencing; /* number of coarser grids that are run to steady state first */
  double divergence;   /* tolerance of |div u| h / U; NAN: 1e-5 in f32, 1e-10 in f64 */
  enum sm_subgrid subgrid;
  double subgrid_constant;              /* NAN: default of the model */
  double acceleration[3];               /* uniform body force (pressure gradient), m/s2 */
  double bulk_velocity[2];              /* bulk velocity maintained by a body force, m/s; NAN:
                                           none */
  double coriolis;                      /* Coriolis parameter, 1/s; NAN: from the latitude; 0:
                                           none */
  double geostrophic[2];                /* geostrophic wind, m/s, with coriolis; NAN: none */
  bool geostrophic_weather;             /* geostrophic wind: mean wind of the weather at the top */
  struct sm_case_expression initial[3]; /* initial wind, m/s; not given: diagnostic wind of the
                                           weather, or calm air without weather */
  double perturbation;                  /* amplitude of the random initial perturbation, m/s */
  double sponge;                        /* depth of the damping layer below the top, m; 0: none */
  double sponge_rate;                   /* damping rate at the top, 1/s; NAN: from the wind there */
  int inflow_turbulence; /* of sides that follow the weather: enum sm_inflow_default; -1: not given
                          */
  double nudging_width;  /* of the rim along sides that follow the weather, m; 0: none */
  double nudging_time;   /* relaxation time at the side, s */

  /* Heat: true if the case has [flow.heat]. */
  bool heat;
  struct sm_case_expression temperature; /* initial potential temperature, K; not given:
                                            reference */
  double reference;                      /* reference temperature, K */
  double air_pressure;                   /* for the density of the air, Pa */
  double expansion;                      /* thermal expansion coefficient, 1/K */
  double gravity;                        /* gravity, m/s2, downwards */
  double prandtl, turbulent_prandtl;

  struct sm_case_compressible compressible;
  struct sm_case_reaction reaction;

  struct sm_case_scalar *scalar;
  size_t scalar_count;

  struct sm_case_chemistry chemistry;

  struct sm_case_flow_body *body;
  size_t body_count;

  double mean_from; /* start of time means, s after the first wind that is written; NAN: no means */
  /* Probes, at which the values of every step are written. */
  double (*probe)[3]; /* m: x and y as in an expression, z above the ground */
  size_t probe_count;
  int probe_coordinates; /* enum sm_coordinates */
  bool series;           /* write volume means at every step */
  double checkpoint;     /* interval of checkpoints, s; NAN: only at the end of a stopped run */
  int line;              /* line of the table; 0: absent from the case */
};

/* reynolds_stress.c: Reynolds stresses: covariances of the three velocity components. */

/* Cholesky factor of Reynolds stresses (m2/s2; Lund et al. 1998): from independent numbers of
 * variance 1, component order[i] is the sum over j <= i of root[order[i]][order[j]] times number
 * order[j]. False: the covariances are impossible. */
bool sm_reynolds_cholesky(const double stress[SM_STRESSES], const int order[3], double root[3][3]);

/* Explains why stresses are impossible: "uu = -1 m2/s2 is less than 0". */
enum { SM_REYNOLDS_TEXT = 160 };
void sm_reynolds_explain(const double stress[SM_STRESSES], char text[SM_REYNOLDS_TEXT]);

/* finish/chains.c: Index of the scalar of which one is the daughter; -1: none. Mass of the daughter
 * that forms of a mass of a scalar that decays. */
int sm_case_scalar_parent(const struct sm_case_flow *flow, size_t scalar);
double sm_case_scalar_yield(const struct sm_case_flow *flow, size_t scalar);

#endif
