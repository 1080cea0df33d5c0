/* case.h - content of a case in SI units, with defaults filled in and ranges checked.
 *
 * Strings are owned by the case, never NULL unless noted; paths are absolute or relative to the
 * working directory (already joined to the folder of the case file, "$data" replaced). Optional
 * numbers that are not given are NAN. `line` is the line of a table in the file, for messages. */
#ifndef SM_CASE_CASE_H
#define SM_CASE_CASE_H

#include "case/flow.h"
#include "case/particles.h"
#include "case/prisms.h"
#include "case/wind_source.h"
#include "lab/toml.h"
#include "simoom/case.h"
#include <stdbool.h>
#include <stddef.h>

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

/* Unit of heights in a raster; FILE: as stated in the file. */
enum sm_height_unit {
  SM_HEIGHT_OF_FILE,
  SM_HEIGHT_METRE,
  SM_HEIGHT_FOOT,
  SM_HEIGHT_US_FOOT,
  SM_HEIGHT_DECIMETRE,
  SM_HEIGHT_CENTIMETRE
};

/* Metres per unit; 0: as stated in the file. */
static inline double sm_height_unit_metres(enum sm_height_unit unit) {
  static const double metres[] = {0, 1, 0.3048, 1200.0 / 3937.0, 0.1, 0.01};
  return metres[unit];
}

enum sm_terrain_fill { SM_FILL_NONE, SM_FILL_INTERPOLATE };

struct sm_case_terrain {
  bool present;
  struct sm_string_list files; /* rasters, mosaicked; the first one that covers a point is used */
  char *crs;                   /* CRS of files without one, "EPSG:n"; "" if not given */
  char *band;                  /* band number or description; "": detected in the files */
  enum sm_height_unit unit;    /* unit of the heights in the files */
  enum sm_terrain_fill fill;   /* treatment of cells without data; NONE: error with their number */
  double elevation;            /* m, elevation of flat ground if there is no file; default 0 */
  int smooth;                  /* number of smoothing passes with a 3 x 3 mean; default 0 */
  int line;
};

/* Maximum height of buildings and plants, m; a larger height indicates another unit. */
#define SM_CASE_MAX_HEIGHT 2000.0

/* Inline building: a polygon in domain coordinates (m from the south-west corner, margin not
 * included) or, with geographic = true, in the CRS. */
struct sm_case_building {
  double (*vertex)[2]; /* m; an open ring (last differs from first); boxes become 4 vertices */
  int vertex_count;
  double height;   /* m above the ground at its base */
  double base;     /* underside, m above ground; default 0 */
  double porosity; /* fraction of the wind that passes through; NAN: 0, or 0.5 with storeys */
  double storey;   /* storey height of an open car park, m; NAN or not above 0: not a car park */
  bool in_crs;     /* vertices are in the CRS of the domain */
  int line;
};

/* Rule that derives a value from map attributes: attribute * factor, for the first rule whose
 * attribute has a plausible number. */
struct sm_attribute_rule {
  const char *attribute;
  double factor; /* m per unit of the attribute; 0: as its name indicates ("HEIGHT_FT"), else 1;
                    texts such as "12.5 m" have their own unit */
};
struct sm_attribute_rules {
  const struct sm_attribute_rule *item;
  size_t count;
};

struct sm_case_buildings {
  bool present;                     /* a file or inline buildings are given */
  char *file;                       /* "" if there are only inline buildings */
  char *layer;                      /* layer name; "": the first layer with polygons */
  char *crs;                        /* CRS of a file without one, "EPSG:n"; "" if not given */
  struct sm_attribute_rules height; /* only numbers above 0 are used */
  struct sm_attribute_rules base, porosity, storey;
  double default_height; /* m; NAN: a footprint without height is an error */
  struct sm_case_building *inline_building;
  size_t inline_count;
  int line;
};

/* Kinds of vegetation by their effect on the wind. */
enum sm_plant_kind {
  SM_PLANT_CANOPY,    /* homogeneous canopy: forest, field */
  SM_PLANT_WINDBREAK, /* hedge, row of trees: thick and porous */
  SM_PLANT_FENCE,     /* thin and porous */
  SM_PLANT_ROWS,      /* rows of crops or trees: vineyard, orchard */
  SM_PLANT_TREE       /* single tree */
};

/* Properties of plants; NAN where not given. */
struct sm_plant_traits {
  double height;      /* m */
  double base;        /* m, height of the underside of the foliage */
  double crown;       /* crown diameter, m */
  double lai;         /* leaf area index, m2 of leaves per m2 of ground (for a tree: under its
                         crown) */
  double attenuation; /* attenuation coefficient a of the wind in the canopy, exp(a (z / H - 1)) */
  double porosity;    /* optical porosity, 0..1 */
  double width;       /* thickness of a windbreak, fence or row, m */
  double spacing;     /* distance between rows, m */
  double direction;   /* direction of rows, deg clockwise from grid north */
};

/* Inline plants, with the coordinate convention of buildings; a tree has one vertex, a line is
   open. */
struct sm_case_plant {
  enum sm_plant_kind kind;
  double (*vertex)[2]; /* m */
  int vertex_count;
  bool is_line;
  struct sm_plant_traits traits;
  bool in_crs;
  int line;
};

struct sm_case_vegetation {
  bool present;            /* a file, a raster or inline plants are given */
  char *file;              /* points, lines, polygons; "" if not given */
  char *layer;             /* layer name; "": all layers */
  char *crs;               /* CRS of files without one, "EPSG:n"; "" if not given */
  enum sm_plant_kind kind; /* kind of polygons that do not state one; default CANOPY */
  struct sm_attribute_rules height, crown;
  char *canopy_height, *canopy_lai;           /* rasters, "" if not given */
  char *canopy_height_band, *canopy_lai_band; /* band numbers or descriptions, "" if not given */
  enum sm_height_unit canopy_height_unit;
  struct sm_plant_traits
      fallback; /* properties of plants that do not state them; NAN only without a default */
  struct sm_case_plant *plant;
  size_t plant_count;
  bool wakes;  /* false: only the wind inside canopies is changed; default true */
  int shelter; /* model of windbreaks and fences: enum sm_barrier_model of
                  cell/diagnostic/vegetation.h */
  int line;
};

struct sm_roughness_class {
  int value; /* raster value */
  double z0; /* m */
};

struct sm_case_roughness {
  double z0;  /* m, for all ground, or for raster cells without a class; default 0.1 */
  char *file; /* raster of classes or roughness lengths, "" if not given */
  char *band; /* band number or description, "" if not given */
  struct sm_roughness_class *class_table; /* empty: raster values are z0 in m */
  size_t class_count;
  int line;
};

enum sm_profile_kind {
  SM_PROFILE_UNIFORM, /* u = u_ref */
  SM_PROFILE_LOG,     /* logarithmic with Monin-Obukhov stability */
  SM_PROFILE_POWER,   /* u = u_ref (z / z_ref)^p */
  SM_PROFILE_CANOPY,  /* exponential below the canopy top, displaced log above */
  SM_PROFILE_TOWER,   /* interpolated between measurements at several heights */
};

enum sm_position_kind { SM_POSITION_NONE, SM_POSITION_LOCAL, SM_POSITION_LATLON, SM_POSITION_CRS };

/* Measurement of a station; a tower has several at the same time. */
struct sm_case_reading {
  bool has_time;
  double time;        /* s since 1970-01-01 UTC */
  double height;      /* m above ground */
  double speed;       /* m/s */
  double from;        /* direction that the wind comes from, deg clockwise from true north */
  double obukhov;     /* m, Obukhov length; INFINITY: neutral */
  double temperature; /* K; NAN if not given */
  double cloud;       /* fraction 0..1; NAN if not given */
};

struct sm_case_station {
  char *name;
  char *file; /* CSV with readings, "" for an inline station */
  enum sm_position_kind position;
  double place[2]; /* local: x, y m from the south-west corner; latlon: lat, lon deg; crs: x, y m */
  double radius;   /* radius of influence, m; INFINITY: everywhere */
  enum sm_profile_kind profile;
  double z0;                                /* roughness length at the station, m; NAN: that of the
                                               domain */
  double exponent;                          /* exponent of the power law */
  double canopy_height, canopy_attenuation; /* m; dimensionless */
  double obukhov; /* m, for readings from a file, which have none; INFINITY: neutral */
  struct sm_case_reading *reading;
  size_t reading_count;
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

/* Reference of the wind components in a weather file: as defined by its format; along the rows of
 * its grid; true east and north. */
enum sm_wind_components { SM_COMPONENTS_AUTO, SM_COMPONENTS_GRID, SM_COMPONENTS_EARTH };

/* Output of a weather model (input/weather/model_weather.h). */
struct sm_case_model {
  struct sm_string_list files; /* files on one common grid; empty: no model */
  enum sm_wind_components components;
  bool fluxes;   /* stability from the heat fluxes of the model; else neutral */
  bool model_z0; /* roughness length of the model for its columns; else that of the domain */
  double ground; /* ground elevation of the model, m above sea level, if not in the files; NAN:
                    unknown */
  double member; /* number of the member of an ensemble; INFINITY: all; NAN: not chosen */
  int line;
};

/* True when the winds of all members of a forecast are computed. */
static inline bool sm_case_all_members(const struct sm_case_model *model) {
  return model->member > 1e9;
}

/* Wind climate instead of stations: frequency of wind directions and speeds. */
struct sm_case_rose {
  bool present;
  char *file;             /* CSV: input/stations/rose_table.c */
  double *direction;      /* directions that the wind comes from, deg clockwise from true north */
  size_t direction_count; /* 0: see even_count */
  int even_count;         /* number of equally spaced directions from north; 0: those of the file */
  double speed;           /* speed of the computed winds, m/s; default 5 */
  double height;          /* height of the speeds in the file, m above ground; default 10 */
  int profile;            /* enum sm_profile_kind: uniform, log or power */
  double z0;              /* roughness length of that profile, m; NAN: that of the domain */
  double exponent;        /* exponent of the power law */
  int line;
};

/* Winds of a library (docs/wind-library.md) instead of stations: all combinations of directions,
 * speeds and stabilities. */
struct sm_case_library {
  bool present;
  double *direction;      /* directions that the wind comes from, deg clockwise from true north */
  size_t direction_count; /* 0: see even_count */
  int even_count;         /* number of equally spaced directions from north; default 36 */
  double *speed;          /* m/s; none: 5 m/s */
  size_t speed_count;
  double *obukhov; /* Obukhov lengths, m; INFINITY: neutral; none: neutral */
  size_t obukhov_count;
  double height;   /* height of the speeds, m above ground; default 10 */
  int profile;     /* enum sm_profile_kind: uniform, log or power */
  double z0;       /* roughness length of that profile, m; NAN: that of the domain */
  double exponent; /* exponent of the power law */
  int line;
};

struct sm_case_weather {
  struct sm_case_station *station;
  size_t station_count;
  struct sm_case_model model;
  /* stations[0..] with a file represent all stations and times in that file
   * (input/stations/stations.h) */
  double start, end;  /* s since 1970-01-01 UTC: readings outside this period are ignored; NAN: no
                         limit */
  double interpolate; /* interval of computed times, s; NAN: times of the readings */
  double temperature; /* K, if no station has one; default 288.15 */
  double cloud;       /* 0 to 1, if no station has one; default 0 */
  double vertical_scale;          /* of differences between stations, m; NAN: from their spacing */
  double match_tolerance;         /* of the wind at stations, m/s; default 0.1 */
  bool match;                     /* the first guess is corrected until the stations are met */
  struct sm_case_rose rose;       /* replaces stations */
  struct sm_case_library library; /* replaces stations */
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
  struct sm_case_wind wind; /* diagnostic model */
  struct sm_case_wind_source wind_source;
  struct sm_case_flow flow; /* flow solvers */
  struct sm_case_zones zones;
  struct sm_case_turbines turbines;
  struct sm_case_slope_flow slope_flow;
  struct sm_case_turbulence turbulence;
  struct sm_case_rans rans;
  struct sm_case_particles particles;
  struct sm_case_statistics statistics;
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

#endif
