/* case.h - content of a case in SI units, with defaults filled in and ranges checked.
 *
 * Strings are owned by the case, never NULL unless noted; paths are absolute or relative to the
 * working directory (already joined to the folder of the case file, "$data" replaced). Optional
 * numbers that are not given are NAN. `line` is the line of a table in the file, for messages. */
#ifndef SM_CASE_CASE_H
#define SM_CASE_CASE_H

#include "case/flow.h"
#include "case/particles.h"
#include "case/surface.h"
#include "case/weather.h"
#include "case/wind_source.h"
#include "lab/toml.h"
#include "simoom/case.h"
#include <stdbool.h>
#include <stddef.h>

/* Settings of the Poisson equation on prisms of a case: mesh, layers, equation. As in case.h,
 * optional numbers that are not given are NAN. */

/* Mappings of a block of quadrangles. */
enum sm_mesh_shape { SM_MESH_SQUARE, SM_MESH_WAVES, SM_MESH_RING };

/* Plane mesh: from a file, a published section, or a block. */
struct sm_case_mesh {
  bool present;     /* the case is a prism case, not a wind case */
  char *file;       /* "": no file */
  int section;      /* section 1 to 3 of Uh Zapata and Hernandez-Lopez (2017); 0: none */
  double block[2];  /* number of quadrangles (integers); NAN: no block */
  double size[2];   /* size of the block, m */
  double origin[2]; /* south-west corner of the block, m */
  enum sm_mesh_shape shape;
  bool reorder; /* renumber columns so that neighbours are close in memory */
  int line;
};

struct sm_case_prisms {
  int layers;
  double stretch;                            /* ratio of the thickness of successive layers */
  struct sm_case_expression bottom, surface; /* m; bottom not given: heights of the mesh nodes */
  char *bottom_map; /* raster of the bottom height, in the mesh coordinates; "": none */
  int line;
};

/* Boundary condition on parts of the boundary. */
struct sm_case_poisson_boundary {
  struct sm_string_list at;               /* "bottom", "surface", or named sides of the mesh */
  struct sm_case_expression value, slope; /* Dirichlet value or normal derivative; neither: the
                                             value is the solution */
  int line;
};

/* Poisson equation div(coefficient grad phi) = source. */
struct sm_case_poisson {
  struct sm_case_expression coefficient, source;
  struct sm_case_expression solution; /* exact solution for the error; may be absent */
  int solver, memory, weights; /* enums of solve/prism/poisson.h, in the order of the key words */
  double tolerance;
  int max_iterations;
  double omega;
  struct sm_case_poisson_boundary *boundary;
  size_t boundary_count;
  int line;
};

enum sm_crs_kind { SM_CRS_LOCAL, SM_CRS_AUTO_UTM, SM_CRS_EPSG };

enum sm_solid_method { SM_SOLIDS_STAIR, SM_SOLIDS_CUT };

struct sm_case_domain {
  enum sm_crs_kind crs;
  int epsg;        /* for SM_CRS_EPSG */
  bool has_center; /* else has_origin; if both are false, the terrain or the buildings define the
                      location */
  bool has_origin;
  double center[2];    /* [latitude, longitude] deg with auto-utm, else [x, y] m in the CRS */
  double origin[2];    /* south-west corner, same convention as center */
  double size[2];      /* m, x and y; NAN: extent of the buildings (or else of the terrain) */
  double cell_size[3]; /* m, x, y, z; z is the thickness of the lowest layer */
  double latitude, longitude; /* deg, of the domain centre; NAN: from the CRS */
  double margin;              /* m, added to the size on every side; default 0 */
  double height;       /* m, domain top above the lowest terrain; NAN: derived from terrain and
                               buildings */
  double stretch;      /* ratio of the thickness of successive layers; 1: uniform; default 1.08 */
  double stretch_from; /* m above the highest terrain or roof where stretching starts; default 0 */
  double max_cell_z;   /* m, maximum layer thickness; default INFINITY */
  double *layer;       /* m above the lowest terrain: layer faces, from 0; the last is `height`, the
                                second cell_size[2] */
  size_t layer_count;  /* number of faces; 0: layers from the numbers above */
  enum sm_solid_method solids; /* representation of terrain and buildings in cells; default STAIR */
  int line;
};

/* Slope flow: thermal winds on heated and cooled slopes (physics/diagnostic/slope_flow.c). */
struct sm_case_slope_flow {
  bool present;
  double albedo;  /* fraction of sunlight reflected by the ground; default 0.25 */
  double bowen;   /* Bowen ratio: sensible over latent heat flux; default 1 */
  double storage; /* ground heat flux as a fraction of the net radiation; default 0.15 */
  double depth;   /* depth of the layer over the height of the slope; default 0.05 */
  double downslope_drag, downslope_entrainment; /* defaults 0.0001, 0.01 */
  double upslope_drag, upslope_entrainment;     /* defaults 0.2, 0.2 */
  bool shadows;                                 /* terrain casts shadows; default true */
  int line;
};

enum sm_wind_solver {
  SM_SOLVER_MULTIGRID,
  SM_SOLVER_RED_BLACK_SOR,
  SM_SOLVER_SOR, /* this and the following: Bozorgmehr et al. (2021) */
  SM_SOLVER_SOR_GLOBAL,
  SM_SOLVER_SOR_SHARED,
  SM_SOLVER_SOR_DYNAMIC,
  SM_SOLVER_SOR_GRAPH,
  SM_SOLVER_SOR_COPIED
};

/* Name of a solver in a case: "multigrid". */
const char *sm_wind_solver_name(enum sm_wind_solver solver);

/* Pasquill stability classes, from very unstable to stable. */
enum sm_stability_class {
  SM_CLASS_NONE,    /* alpha is given in another way */
  SM_CLASS_WEATHER, /* class from sun, cloud cover and wind */
  SM_CLASS_A,
  SM_CLASS_AB,
  SM_CLASS_B,
  SM_CLASS_BC,
  SM_CLASS_C,
  SM_CLASS_CD,
  SM_CLASS_D,
  SM_CLASS_E,
  SM_CLASS_F
};

/* Lee separation in the first guess. */
enum sm_lee_kind { SM_LEE_NONE, SM_LEE_SEPARATED };

enum sm_wind_top { SM_TOP_UNBOUNDED, SM_TOP_ZERO };

/* Mesh of the diagnostic wind. */
enum sm_wind_mesh { SM_WIND_CELLS, SM_WIND_PRISMS };

struct sm_case_wind {
  double alpha_ratio; /* alpha1/alpha2 of Sasaki's functional (horizontal over vertical); NAN: from
                         stability */
  enum sm_stability_class stability_class; /* overrides alpha_ratio; default NONE */
  enum sm_wind_solver solver;
  double tolerance;        /* tolerance of the relative residual; default 1e-6 */
  double change_tolerance; /* m2/s, tolerance of the maximum change per iteration, used instead of
                              the residual; 0: not used */
  int max_iterations;      /* default: 200 (multigrid), 100000 (SOR) */
  double omega;            /* SOR relaxation factor; NAN: optimal; default 1.78 */
  int check_every;         /* SOR: iterations between convergence checks; default 20, or 1 for the
                                 solvers of Bozorgmehr et al. */
  bool history;            /* print the residual after every iteration */
  enum sm_lee_kind lee;    /* default NONE */
  double lee_slope;     /* slope (m per m) of crests behind which the flow separates; default 0.3 */
  enum sm_wind_top top; /* boundary condition of the potential at the domain top; default
                           UNBOUNDED */
  enum sm_wind_mesh mesh;        /* default CELLS */
  bool internal_boundary_layers; /* behind changes of roughness; default true */
  double direction_spread;       /* standard deviation of the wind direction over which the wind is
                              averaged, deg; NAN: from stability; default 0 */
  int line;
};

/* Zones that buildings make in the first guess: kinds as in cell/urban/zone_list.h; 0: none. */
struct sm_case_zones {
  bool on;
#define KEY_WORD(NAME, ...) int NAME;
#define KEY_FLAG(NAME, ...) bool NAME;
#include "cell/urban/zones.def"
  bool high_rise, sheltering;
  double roughness; /* roughness length of walls and roofs, m */
  int line;
};

/* Wind turbine, or file of turbines (physics/vegetation/turbine.c). */
struct sm_case_turbine {
  char *file;                     /* "": a single turbine with a position */
  char *crs;                      /* CRS of a file without one, "EPSG:n"; "" if not given */
  enum sm_position_kind position; /* NONE for a file */
  double place[2];                /* as in sm_case_station */
  double hub_height;              /* m above the ground; NAN: from the file */
  double diameter;                /* rotor diameter, m; NAN: from the file */
  double thrust;                  /* thrust coefficient; NAN: from the curve */
  double (*curve)[2];             /* wind speed (m/s, increasing) and thrust coefficient */
  size_t curve_count;
  double yaw;       /* yaw of the nacelle from the wind, deg clockwise; default 0 */
  double intensity; /* turbulence intensity (fraction); NAN: from the roughness */
  double expansion; /* wake expansion, m per m; NAN: from the turbulence */
  int line;
};

struct sm_case_turbines {
  struct sm_case_turbine *item;
  size_t count;
};

enum sm_turbulence_model {
  SM_TURBULENCE_NONE,
  SM_TURBULENCE_LOCAL,    /* model based on wind shear and wall distance */
  SM_TURBULENCE_K_EPSILON /* of the wind model "rans", always */
};

struct sm_case_turbulence {
  enum sm_turbulence_model model;
  double sigma[3];   /* standard deviations over u*: streamwise, lateral, vertical */
  double longest;    /* maximum mixing length, m; INFINITY: no limit */
  double bound;      /* maximum of the shear-produced kinetic energy, in u*^2; INFINITY: no limit */
  double background; /* uniform background turbulence: standard deviation of each component, m/s */
  double meander, meander_time; /* m/s, s: slow horizontal meandering, for particles only */
  double background_length;     /* length scale of the background turbulence, m; INFINITY: no
                                   decay */
  double wakes;   /* u* over the velocity difference in building wakes; 0: no wake turbulence */
  bool stability; /* stability from the Obukhov lengths of the stations; else neutral */
  double depth;   /* depth of the unstable boundary layer, m */
  int line;
};

/* Steady Reynolds-averaged flow (wind.model = "rans"). */
struct sm_case_rans {
  int production;                       /* enum sm_rans_production (cell/rans/k_epsilon.h) */
  struct sm_case_expression inflow_tke; /* k of the inflow, m2/s2; not given: equilibrium */
  double tolerance;                     /* estimated distance from the steady wind, relative */
  int max_iterations;
  double scalar_tolerance; /* sum of the imbalances of all cells, over sources and losses */
  int grid_sequencing;     /* largest number of coarser grids that are used first */
  int line;
};

/* Turbulence quantities in the output. */
enum sm_turbulence_output {
  SM_OUTPUT_ENERGY,
  SM_OUTPUT_DISSIPATION,
  SM_OUTPUT_VISCOSITY,
  SM_OUTPUT_LENGTH,
  SM_OUTPUT_STRESSES,
  SM_OUTPUT_DISTANCE,
  SM_TURBULENCE_OUTPUTS
};

/* Point at which the wind of every member is recorded. */
struct sm_case_receptor {
  char *name;
  enum sm_position_kind position; /* never SM_POSITION_NONE */
  double place[2];                /* as in sm_case_station */
  double height;                  /* m above the ground */
  int line;
};

/* Wind comfort criteria (output/statistics/comfort_criteria.c), in the order of the key
 * words. */
enum sm_comfort_criterion { SM_COMFORT_LAWSON, SM_COMFORT_LONDON, SM_COMFORT_NEN8100, SM_COMFORTS };

/* Wind statistics over all times or directions. */
struct sm_case_statistics {
  bool present;
  double *heights; /* m above the ground */
  size_t height_count;
  double *percentiles; /* %, above 0 and below 100 */
  size_t percentile_count;
  double *exceedance; /* thresholds of exceedance frequencies, m/s */
  size_t exceedance_count;
  bool comfort[SM_COMFORTS];
  double *weights; /* weight of each time; empty: equal weights */
  size_t weight_count;
  struct sm_case_receptor *receptor;
  size_t receptor_count;
  int line;
};

struct sm_case_output {
  char *prefix; /* output file prefix, without folder and extension; default: name of the case */
  bool netcdf, vtk, geotiff, geojson;
  bool members;    /* write the wind of every time or direction; else statistics only */
  bool zones;      /* write the zone that set each cell (NetCDF) */
  bool faces;      /* write face velocities and open face fractions (NetCDF) */
  double *heights; /* heights of slices of speed and direction, m above ground; may be empty */
  size_t height_count;
  bool turbulence[SM_TURBULENCE_OUTPUTS]; /* written to the NetCDF and VTK files */
  int compression;                        /* deflate level 0..9, default 1 */
  int line;
};

/* A place as a key of the file has it (sm_schema_place), for its check once the domain is known. */
struct sm_case_location {
  struct sm_case_location *next;
  const char *label; /* of the key, "particles.source[2].position" */
  size_t number;     /* from 1, of several places of the key; 0: the only one */
  struct sm_toml_span span;
  int coordinates;  /* enum sm_coordinates */
  double at[3];     /* z NAN: not given */
  bool in_domain;   /* it must be */
  bool has_degrees; /* its table has keys for latitude and longitude */
  bool has_unit;    /* "47 m": these are no degrees */
};

struct sm_case {
  char *path;                        /* path of the case file */
  char *text;                        /* complete text of the file, recorded in outputs */
  char *overrides;                   /* the --set options, one per line */
  const char *const *set;            /* each of them: source n of a span is set[n - 1] */
  struct sm_case_location *location; /* of all keys that hold places */
  char *name, *title;
  bool has_start;
  double start; /* s since 1970-01-01 UTC: time of readings without a time */
  struct sm_case_domain domain;
  struct sm_case_terrain terrain;
  struct sm_case_buildings buildings;
  struct sm_case_vegetation vegetation;
  struct sm_case_roughness roughness;
  struct sm_case_weather weather;
  struct sm_case_rain rain;
  struct sm_case_wind wind; /* diagnostic model */
  struct sm_case_wind_source wind_source;
  struct sm_case_flow flow; /* flow solvers */
  struct sm_case_zones zones;
  struct sm_case_turbines turbines;
  struct sm_case_slope_flow slope_flow;
  struct sm_case_turbulence turbulence;
  struct sm_case_rans rans;
  struct sm_case_particles particles;
  struct sm_case_source_term *source_term;
  size_t source_term_count;
  struct sm_case_statistics statistics;
  struct sm_case_ensemble ensemble; /* of a release in a library of winds */
  struct sm_case_mesh mesh; /* if present, the case is a prism case and uses only mesh and output
                               besides */
  struct sm_case_prisms prisms;
  struct sm_case_poisson poisson;
  struct sm_case_output output;
  struct sm_arena *memory; /* arena of all memory of the case */
};

/* Parses a case from `text` like sm_case_load. The file `path` need not exist: it names the
 * case in messages, and its folder is the base of relative paths. Without `check_files` input
 * files may be missing. Errors: ERR_CASE, ERR_DATA (only input files are missing),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_case_parse(struct sm_context *ctx, const char *path, const char *text,
                                        size_t size, const struct sm_case_options *options,
                                        bool check_files, struct sm_case **out);

/* input_files.c: Input files of a case. */

/* Whether a file, by any path to it, is an input file of the case (maps, winds,
 * mesh). */
bool sm_case_is_input(const struct sm_case *c, const char *path);

#endif
