/* flow.h - settings of the flow solvers (Navier-Stokes equations) of a case, in SI units. As in
 * case.h: an optional number that was not given is NAN. */
#ifndef SM_CASE_FLOW_H
#define SM_CASE_FLOW_H

#include "case/source.h"
#include "case/wind_source.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A number, or an expression of x, y, z (m from the south-west corner of the domain, margin not
 * included, and from the grid's bottom): case/expression.h gives its values. */
struct sm_case_expression {
  double number; /* SI; NAN: not given, or it differs from place to place */
  char *text;    /* as the file has it; NULL: not given, or a number */
  char *label;   /* of the key, "flow.boundary[2].velocity"; NULL: not given */
  int line;
};

/* Meaning of the two numbers of a position: the words of keys `coordinates`, in their order. */
enum sm_coordinates {
  SM_COORDINATES_DOMAIN,    /* m from the south-west corner of the domain, margin not included */
  SM_COORDINATES_CRS,       /* m in the domain's crs */
  SM_COORDINATES_GEOGRAPHIC /* deg, latitude and longitude */
};

/* True when the case has it. */
static inline bool sm_expression_given(const struct sm_case_expression *e) {
  return e->label != NULL;
}

/* Sides of the domain, in the order of the bits of cell/open_faces.h. */
enum sm_side { SM_WEST, SM_EAST, SM_SOUTH, SM_NORTH, SM_BOTTOM, SM_TOP, SM_SIDES };

/* What is at a side. `weather`: inflow or outflow, by the weather's wind there. */
enum sm_boundary_kind {
  SM_BOUNDARY_WEATHER,
  SM_BOUNDARY_PERIODIC, /* joined with the opposite side, which is periodic too */
  SM_BOUNDARY_WALL,
  SM_BOUNDARY_SLIP, /* nothing goes through, nothing drags */
  SM_BOUNDARY_INFLOW,
  SM_BOUNDARY_OUTFLOW
};

/* How a wall drags. */
enum sm_wall_drag {
  SM_WALL_ROUGH,  /* logarithmic law by its roughness length */
  SM_WALL_SMOOTH, /* the same of a smooth wall, by the viscosity */
  SM_WALL_NO_SLIP /* the air at the wall has its velocity, resolved by the grid */
};

/* Covariances of two components, in this order. */
enum sm_reynolds_stress { SM_UU, SM_VV, SM_WW, SM_UV, SM_UW, SM_VW, SM_STRESSES };

struct sm_case_boundary {
  enum sm_boundary_kind kind;
  enum sm_wall_drag law;
  struct sm_case_expression velocity[3]; /* m/s: of a wall (along it), of an inflow */
  double roughness; /* m; NAN: that of the ground, on other walls wind.zones' */
  struct sm_case_expression temperature; /* K; not given: no heat goes through, see heat_flux */
  double heat_flux;                      /* K m/s into the air; 0: none, or by temperature */
  /* Turbulence of an inflow: the standard deviation over its speed, alike in all components; or
   * covariances; or neither. */
  struct sm_case_expression turbulence;
  struct sm_case_expression stress[SM_STRESSES]; /* m2/s2 */
  struct sm_case_expression length[3]; /* m along x, y, z, of its eddies; not given: a tenth of the
                                     domain's height */
  double recycle;                      /* m from the side: fluctuations there come in; NAN: none */
  char *mixture; /* of a reacting gas that flows in; "" or NULL: that of the air */
  int line;      /* 0: not in the case */
};

/* Whether a boundary has inflow turbulence, where it is an inflow. */
static inline bool sm_boundary_is_turbulent(const struct sm_case_boundary *side) {
  const struct sm_case_expression *e = &side->turbulence;
  const bool strong = sm_expression_given(e) && !(e->number <= 0);
  return strong || sm_expression_given(&side->stress[0]) || !isnan(side->recycle);
}

enum sm_advection {
  SM_ADVECTION_CENTRAL,   /* second order, keeps energy */
  SM_ADVECTION_UPWIND,    /* fifth order */
  SM_ADVECTION_WENO,      /* fifth order */
  SM_ADVECTION_DONOR_CELL /* Griebel et al. 1998, with gamma */
};

/* The pressure of SOR at walls (Griebel). */
enum sm_sor_walls {
  SM_SOR_GHOST_CELLS, /* values beyond walls copied before each iteration */
  SM_SOR_COEFFICIENTS /* the coefficient of a wall's face is 0 */
};

enum sm_subgrid {
  SM_SUBGRID_NONE,
  SM_SUBGRID_SMAGORINSKY,
  SM_SUBGRID_VREMAN,
  SM_SUBGRID_AMD,
  SM_SUBGRID_TKE
};

/* Scalars that a case may have at most: species of a large mechanism of the air. */
enum { SM_FLOW_SCALARS = 128 };

/* A thing that the air carries and that does not act on it. */
struct sm_case_scalar {
  char *name;
  double diffusivity;                /* m2/s */
  double turbulent_schmidt;          /* of the eddies */
  double half_life;                  /* s; INFINITY: it does not decay */
  double deposition;                 /* m/s, velocity at ground and walls */
  struct sm_case_expression initial; /* kg/m3; not given: 0 */
  double inflow;                     /* kg/m3, of air that flows in */
  double background;                 /* share of all molecules, of both; NAN: as they are */
  double molar_mass;                 /* kg/kmol; NAN: as its name or the mechanism tells */
  double pure; /* kg/m3, where there is nothing else, at the temperature and the
                  pressure of `background`; 0: molar mass unknown */
  struct sm_case_source *source;
  size_t source_count;
  int line;
};

/* A species of a mechanism that no scalar carries, and that stays as it is. */
struct sm_case_fixed_species {
  char *species;
  double fraction; /* of all molecules */
  int line;
};

/* Reactions of scalars. */
struct sm_case_chemistry {
  char *mechanism, *thermo, *photolysis; /* files; "": none. No mechanism: NO, NO2 and O3 */
  double no2_photolysis;                 /* 1/s */
  double ozone_rate;                     /* cm3/s, of NO + O3 per molecule; NAN: by temperature */
  double temperature;                    /* K; NAN: of the heat that the air carries, else
                                            flow.reference */
  double pressure;                       /* Pa */
  double sun, zenith;                    /* 0..1, rad: of photolysis in the mechanism */
  double rtol;                           /* relative */
  bool heat;                             /* of the reactions warms the air */
  int goes_on;                           /* 1: cells that cannot be integrated stay as they are */
  struct sm_case_fixed_species *fixed_species;
  size_t fixed_species_count;
  int line; /* 0: not in the case */
};

/* A box in which the force of the air on what is solid is found. */
struct sm_case_flow_body {
  char *name;
  double from[3], to[3]; /* m, as of a source; z above the ground at its middle */
  int line;
};

/* Of the compressible solver. */
enum sm_flux_scheme {
  SM_FLUX_HLLC,
  SM_FLUX_SLAU,
  SM_FLUX_KURGANOV,
  SM_FLUX_KURGANOV_CONSERVED /* of Kurganov and Tadmor, with what is carried taken to the faces */
};
enum sm_time_integrator { SM_INTEGRATOR_RK3, SM_INTEGRATOR_RK2, SM_INTEGRATOR_EULER };
/* Sums of (|u| + c) dt / h over the axes up to which they are stable. */
static inline double sm_courant_limit(enum sm_time_integrator integrator) {
  return integrator == SM_INTEGRATOR_RK3 ? 1.2 : 1;
}
enum sm_background_kind {
  SM_BACKGROUND_NEUTRAL,
  SM_BACKGROUND_ISOTHERMAL,
  SM_BACKGROUND_STRATIFIED, /* of one stability */
  SM_BACKGROUND_NONE
};
struct sm_case_compressible {
  enum sm_flux_scheme flux;
  enum sm_time_integrator integrator;
  double limiter; /* theta of minmod */
  enum sm_background_kind background;
  double temperature, pressure; /* K, Pa: at the bottom of the grid */
  double stability;             /* 1/s, of SM_BACKGROUND_STRATIFIED: the frequency N; else NAN */
  double gravity;               /* m/s2, downwards */
  bool gravity_work;            /* on the energy */
  bool zero_in_solids;          /* solids: the wind in them is 0; else their faces are walls */
  double prandtl, turbulent_prandtl;
  /* At the start: density (kg/m3), pressure (Pa), potential temperature (K); not given: those of
   * the background. */
  struct sm_case_expression density, initial_pressure, potential;
  int line; /* of the table; 0: not in the case */
};

/* Air that reacts. Mixtures are texts, "H2:2, O2:1", of parts by mole or mass. */
enum sm_diffusion_model { SM_DIFFUSION_UNITY_LEWIS, SM_DIFFUSION_AVERAGED, SM_DIFFUSION_NONE };
enum sm_splitting { SM_SPLITTING_STRANG, SM_SPLITTING_SOURCE, SM_SPLITTING_FROZEN };

/* Where at the start the gas is another. */
struct sm_case_reaction_zone {
  struct sm_case_expression mass_fraction; /* 0 to 1, of that gas */
  char *mixture;                           /* "": that of the air */
  double temperature;                      /* K; NAN: that of the air */
  bool burnt;                              /* burnt at its pressure */
  int line;
};
/* A source of gas. */
struct sm_case_reaction_release {
  struct sm_case_source source; /* first: offsets of its keys are those of all sources */
  char *mixture;
  double temperature; /* K */
};
#define SM_PLAIN_AIR "O2:1, N2:3.76"
struct sm_case_reaction {
  char *mechanism, *thermo, *transport;  /* files; "": not given */
  char *mixture;                         /* of the air; "": SM_PLAIN_AIR */
  int by_mass;                           /* the parts of all mixtures */
  char *bath;                            /* "": the species that the air has most of */
  struct sm_case_expression temperature; /* K, at the start; not given: that of the density there */
  enum sm_diffusion_model spreading;
  double lewis, turbulent_schmidt;
  enum sm_splitting splitting;
  int method; /* enum sm_chem_method (simoom/chem.h) */
  double rtol, atol;
  int reduction; /* 1: by DRGEP */
  double reduction_threshold, reduction_tolerance;
  struct sm_string_list reduction_targets;
  int max_steps;                /* of chemistry in a cell */
  int goes_on;                  /* where chemistry fails: 1 */
  double inert_below;           /* K */
  struct sm_string_list output; /* species whose mass fractions are written */
  struct sm_case_reaction_zone *zone;
  size_t zone_count;
  struct sm_case_reaction_release *release;
  size_t release_count;
  int line; /* of the table; 0: not in the case */
};

/* The most steps of a run. Its time is a double: of so many steps one is known to 2e-7 of itself,
 * as numbers in single precision are, and of more it drowns in the rounding of the time. */
#define SM_FLOW_STEPS 1e9

struct sm_case_flow {
  struct sm_case_boundary boundary[SM_SIDES];
  enum sm_wall_drag walls; /* of buildings and hills */
  double viscosity;        /* m2/s; 0: none */
  enum sm_advection advection;
  double gamma;         /* of donor cells: 0 central, 1 upwind; NAN: as little as is stable */
  bool mac_sor;         /* the scheme of Griebel et al. (1998), with red-black SOR */
  double omega;         /* of that SOR; NAN: the best */
  double sor_tolerance; /* of its residual, relative to the pressure (Griebel) */
  enum sm_sor_walls sor_walls;
  bool sor_generic;         /* by the kernel that knows obstacles, where there are none too */
  int sor_iterations;       /* at most, per step */
  bool project_every_stage; /* the wind of each stage is made free of divergence, not only the last
                             */
  double courant;           /* number of the time step; of euler: tau; NAN: time_step is given */
  double time_step;         /* s; NAN: by courant */
  double max_time_step;     /* s; INFINITY: no limit */
  double steady;       /* 1/s, largest change of the wind over the fastest in a second at which the
                          run ends; NAN: it does not end before its time */
  int grid_sequencing; /* coarser grids on which it becomes steady first */
  double divergence;   /* largest |div u| h / U; NAN: 1e-5 in f32, 1e-10 in f64 */
  enum sm_subgrid subgrid;
  double subgrid_constant;              /* NAN: the model's own */
  double acceleration[3];               /* m/s2, drives the air everywhere: a pressure gradient */
  double bulk_velocity[2];              /* m/s: kept by such an acceleration; NAN: not */
  double coriolis;                      /* 1/s, parameter; NAN: of the latitude; 0: none */
  double geostrophic[2];                /* m/s, with coriolis; NAN: none */
  struct sm_case_expression initial[3]; /* m/s; not given: the diagnostic wind of the weather, and
                                      without weather still air */
  double perturbation;                  /* m/s, random, added to it */
  double sponge;                        /* m below the top, where waves are damped; 0: none */
  double sponge_rate;                   /* 1/s, of it at the top; NAN: by the wind there */

  /* Heat: there when the case has [flow.heat]. */
  bool heat;
  struct sm_case_expression temperature; /* K, potential, at the start; not given: reference */
  double reference;                      /* K */
  double expansion;                      /* 1/K */
  double gravity;                        /* m/s2, downwards */
  double prandtl, turbulent_prandtl;

  struct sm_case_compressible compressible;
  struct sm_case_reaction reaction;

  struct sm_case_scalar *scalar;
  size_t scalar_count;

  struct sm_case_chemistry chemistry;

  struct sm_case_flow_body *body;
  size_t body_count;

  double mean_from; /* s after the first wind that is written: means from there on; NAN: none */
  /* Points of which the values of every step are written. */
  double (*probe)[3]; /* m, x and y as of an expression, z above the ground */
  size_t probe_count;
  int probe_coordinates; /* enum sm_coordinates */
  bool series;           /* means over all air, of every step */
  double checkpoint;     /* s between checkpoints; NAN: at its end only if stopped */
  int line;              /* of the table; 0: not in the case */
};

#endif
