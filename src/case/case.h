/* case.h - the contents of a case, in SI units, defaults filled in, ranges checked.
 *
 * Strings are owned by the case, never NULL unless said so; paths are absolute or relative to the
 * working directory (already joined to the case file's folder, "$data" replaced). An optional
 * number that was not given is NAN. `line` is the line of a table in the file, for messages. */
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
  int epsg;        /* with SM_CRS_EPSG */
  bool has_center; /* else has_origin, or neither: the terrain or the buildings give the place */
  bool has_origin;
  double center[2];    /* [latitude, longitude] deg with auto-utm, else [x, y] m in the CRS */
  double origin[2];    /* south-west corner, same convention as center */
  double size[2];      /* m, x and y; NAN: what the buildings (or else the terrain) cover */
  double cell_size[3]; /* m, x, y, z (z: of the lowest layer) */
  double latitude, longitude; /* deg, of the middle; NAN: from the CRS */
  double margin;              /* m, added on every side of the size; default 0 */
  double height;  /* m, domain top above the lowest ground; NAN: set from relief and buildings */
  double stretch; /* ratio of a layer to the one below; 1: uniform; default 1.08 */
  double
      stretch_from;  /* m above the highest ground or roof where layers begin to grow; default 0 */
  double max_cell_z; /* m, layers grow no thicker; default INFINITY */
  double *layer; /* m above the lowest ground: faces of the layers, from 0; the last is `height`,
                    the first but one cell_size[2] */
  size_t layer_count;          /* of these faces; 0: by the numbers above */
  enum sm_solid_method solids; /* how ground and buildings fill cells; default STAIR */
  int line;
};

/* Of heights in a raster; FILE: as it says. */
enum sm_height_unit {
  SM_HEIGHT_OF_FILE,
  SM_HEIGHT_METRE,
  SM_HEIGHT_FOOT,
  SM_HEIGHT_US_FOOT,
  SM_HEIGHT_DECIMETRE,
  SM_HEIGHT_CENTIMETRE
};

/* m per unit; 0: as the file says. */
static inline double sm_height_unit_metres(enum sm_height_unit unit) {
  static const double metres[] = {0, 1, 0.3048, 1200.0 / 3937.0, 0.1, 0.01};
  return metres[unit];
}

enum sm_terrain_fill { SM_FILL_NONE, SM_FILL_INTERPOLATE };

struct sm_case_terrain {
  bool present;
  struct sm_string_list files; /* rasters, mosaicked: the first that covers a point counts */
  char *crs;                   /* CRS of files that name none, "EPSG:n"; "" when not given */
  char *band;                  /* number or description; "": what the files hold or describe */
  enum sm_height_unit unit;    /* of the heights in the files */
  enum sm_terrain_fill fill;   /* cells without data; NONE: an error says how many */
  double elevation;            /* m, flat ground when there is no file; default 0 */
  int smooth;                  /* passes of a 3 x 3 mean over the ground; default 0 */
  int line;
};

/* m: nothing that people build or plant is higher; a height above is one in another unit. */
#define SM_CASE_MAX_HEIGHT 2000.0

/* Inline building: a polygon in domain coordinates (m from the south-west corner, margin not
 * included) or, with geographic = true, in the CRS. */
struct sm_case_building {
  double (*vertex)[2]; /* m; not closed (last differs from first); boxes are given as 4 vertices */
  int vertex_count;
  double height;   /* m above the ground at its base */
  double base;     /* m above ground, default 0 */
  double porosity; /* part of the wind that passes through; NAN: 0, or 0.5 with storeys */
  double storey;   /* m, of an open car park; not above 0 or NAN: none */
  bool in_crs;     /* vertices are in the domain's CRS instead */
  int line;
};

/* How a value follows from the attributes of a map: attribute * factor, of the first rule whose
 * attribute is a number that can be meant. */
struct sm_attribute_rule {
  const char *attribute;
  double factor; /* m per unit of the attribute; 0: as its name says ("HEIGHT_FT"), else 1; text
                    values such as "12.5 m" carry their own */
};
struct sm_attribute_rules {
  const struct sm_attribute_rule *item;
  size_t count;
};

struct sm_case_buildings {
  bool present;                     /* file or inline ones are given */
  char *file;                       /* "" when only inline */
  char *layer;                      /* "": the first layer with polygons */
  char *crs;                        /* CRS of a file that names none, "EPSG:n"; "" when not given */
  struct sm_attribute_rules height; /* numbers above 0 count */
  struct sm_attribute_rules base, porosity, storey;
  double default_height; /* m; NAN: a footprint without height is an error */
  struct sm_case_building *inline_building;
  size_t inline_count;
  int line;
};

/* What plants are to the wind. */
enum sm_plant_kind {
  SM_PLANT_CANOPY,    /* homogeneous: forest, field */
  SM_PLANT_WINDBREAK, /* hedge, row of trees: porous in depth */
  SM_PLANT_FENCE,     /* thin and porous */
  SM_PLANT_ROWS,      /* rows of crops or trees: vineyard, orchard */
  SM_PLANT_TREE       /* alone */
};

/* What is known of plants besides their shape; NAN where not given. */
struct sm_plant_traits {
  double height;      /* m */
  double base;        /* m, underside of the foliage */
  double crown;       /* m, diameter */
  double lai;         /* m2 of leaves per m2 of ground; of a tree, under its crown */
  double attenuation; /* of the wind inside, exp(a (z / H - 1)) */
  double porosity;    /* optical, 0..1 */
  double width;       /* m, thickness of a windbreak, fence or row */
  double spacing;     /* m, from row to row */
  double direction;   /* deg clockwise from the domain's north, along which rows run */
};

/* Inline plants, in coordinates as those of a building: a tree has one vertex, a line is open. */
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
  char *file;              /* points, lines, polygons; "" when none */
  char *layer;             /* "": all of the file */
  char *crs;               /* CRS of files that name none, "EPSG:n"; "" when not given */
  enum sm_plant_kind kind; /* of polygons that do not tell; default CANOPY */
  struct sm_attribute_rules height, crown;
  char *canopy_height, *canopy_lai;           /* rasters, "" when none */
  char *canopy_height_band, *canopy_lai_band; /* numbers or descriptions, "" when not given */
  enum sm_height_unit canopy_height_unit;
  struct sm_plant_traits
      fallback; /* of plants that do not tell; NAN only where nothing stands in */
  struct sm_case_plant *plant;
  size_t plant_count;
  bool wakes;  /* else only what is inside canopies changes; default true */
  int shelter; /* behind windbreaks and fences: enum sm_barrier_model of
                  cell/diagnostic/vegetation.h */
  int line;
};

struct sm_roughness_class {
  int value; /* of the raster */
  double z0; /* m */
};

struct sm_case_roughness {
  double z0;  /* m, everywhere or where the raster has none; default 0.1 */
  char *file; /* raster of classes or of lengths, "" when none */
  char *band; /* its number or description, "" when not given */
  struct sm_roughness_class *class_table; /* empty: raster values are z0 in m */
  size_t class_count;
  int line;
};

enum sm_profile_kind {
  SM_PROFILE_UNIFORM, /* u = u_ref */
  SM_PROFILE_LOG,     /* logarithmic with Monin-Obukhov stability */
  SM_PROFILE_POWER,   /* u = u_ref (z / z_ref)^p */
  SM_PROFILE_CANOPY,  /* exponential below the canopy top, displaced log above */
  SM_PROFILE_TOWER,   /* measured at several heights */
};

enum sm_position_kind { SM_POSITION_NONE, SM_POSITION_LOCAL, SM_POSITION_LATLON, SM_POSITION_CRS };

/* One measurement of a station; a tower has several with one time. */
struct sm_case_reading {
  bool has_time;
  double time;        /* s since 1970-01-01 UTC */
  double height;      /* m above ground */
  double speed;       /* m/s */
  double from;        /* deg, where the wind comes from, clockwise from true north */
  double obukhov;     /* m, Obukhov length; INFINITY: neutral */
  double temperature; /* K, NAN when not given */
  double cloud;       /* fraction 0..1, NAN when not given */
};

struct sm_case_station {
  char *name;
  char *file; /* CSV to read its readings from, "" for an inline station */
  enum sm_position_kind position;
  double place[2]; /* local: x, y m from the south-west corner; latlon: lat, lon deg; crs: x, y m */
  double radius;   /* m of influence; INFINITY: everywhere */
  enum sm_profile_kind profile;
  double z0;                                /* m at the station; NAN: that of the domain */
  double exponent;                          /* power law */
  double canopy_height, canopy_attenuation; /* m; 1 */
  double obukhov; /* m, for readings of a file, which have none; INFINITY: neutral */
  struct sm_case_reading *reading;
  size_t reading_count;
  int line;
};

/* Winds up sunny slopes and down cool ones (physics/diagnostic/slope_flow.c). */
struct sm_case_slope_flow {
  bool present;
  double albedo;  /* part of the light that the ground throws back; default 0.25 */
  double bowen;   /* sensible over latent heat; default 1 */
  double storage; /* part of the net radiation that goes into the ground; default 0.15 */
  double depth;   /* of the layer, over the height of the slope; default 0.05 */
  double downslope_drag, downslope_entrainment; /* default 0.0001, 0.01 */
  double upslope_drag, upslope_entrainment;     /* default 0.2, 0.2 */
  bool shadows;                                 /* hills throw shadows; default true */
  int line;
};

/* What the components of the wind in a weather file are measured from: what its format says; the
 * rows of its grid; true east and north. */
enum sm_wind_components { SM_COMPONENTS_AUTO, SM_COMPONENTS_GRID, SM_COMPONENTS_EARTH };

/* Columns of a weather model (input/weather/model_weather.h). */
struct sm_case_model {
  struct sm_string_list files; /* of one grid; none: no model */
  enum sm_wind_components components;
  bool fluxes;   /* stability from its fluxes; else neutral */
  bool model_z0; /* roughness of its columns is its own; else that of the domain there */
  double ground; /* m above sea, of its ground, where the files do not tell; NAN: not known */
  int line;
};

/* A climate instead of stations: how often the wind comes from where, and how fast it then is. */
struct sm_case_rose {
  bool present;
  char *file;             /* CSV: input/stations/rose_table.c */
  double *direction;      /* deg, where the wind comes from, clockwise from true north ... */
  size_t direction_count; /* ... 0: see even_count */
  int even_count;         /* so many even directions from north on; 0: those of the file */
  double speed;           /* m/s, of the winds that are computed; default 5 */
  double height;          /* m above the ground, of the speeds in the file; default 10 */
  int profile;            /* enum sm_profile_kind: uniform, log or power */
  double z0;              /* m, of that profile; NAN: that of the domain */
  double exponent;        /* power law */
  int line;
};

struct sm_case_weather {
  struct sm_case_station *station;
  size_t station_count;
  struct sm_case_model model;
  /* stations[0..] with a file stand for all stations and times in that file
   * (input/stations/stations.h) */
  double start, end;  /* s since 1970-01-01 UTC: readings outside are left out; NAN: no limit */
  double interpolate; /* s between computed times; NAN: the times of the readings */
  double temperature; /* K, where no station tells; default 288.15 */
  double cloud;       /* 0 to 1, where no station tells; default 0 */
  struct sm_case_rose rose; /* stands in for stations */
  int line;
};

enum sm_wind_solver {
  SM_SOLVER_MULTIGRID,
  SM_SOLVER_RED_BLACK_SOR,
  SM_SOLVER_SOR, /* this and the next ones: of Bozorgmehr et al. (2021) */
  SM_SOLVER_SOR_GLOBAL,
  SM_SOLVER_SOR_SHARED,
  SM_SOLVER_SOR_DYNAMIC,
  SM_SOLVER_SOR_GRAPH,
  SM_SOLVER_SOR_COPIED
};

/* Its name in a case: "multigrid". */
const char *sm_wind_solver_name(enum sm_wind_solver solver);

/* Classes of stability after Pasquill, from very unstable to stable. */
enum sm_stability_class {
  SM_CLASS_NONE,    /* alpha is given otherwise */
  SM_CLASS_WEATHER, /* from sun, cloud and wind */
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

/* What the diagnostic wind is computed on. */
enum sm_wind_mesh { SM_WIND_CELLS, SM_WIND_PRISMS };

struct sm_case_wind {
  double alpha_ratio; /* alpha1/alpha2 of Sasaki's functional, horizontal over vertical; NAN: from
                         stability */
  enum sm_stability_class stability_class; /* wins over alpha_ratio; default NONE */
  enum sm_wind_solver solver;
  double tolerance;        /* relative residual, default 1e-6 */
  double change_tolerance; /* m2/s, of the largest change of an iteration, which then decides in
                              place of the residual; 0: absent */
  int max_iterations;      /* default: 200 (multigrid), 100000 (SOR) */
  double omega;            /* SOR relaxation; NAN: the best; default 1.78 */
  int check_every;      /* SOR: iterations between measures of convergence; default 20, or 1 for the
                           solvers of Bozorgmehr et al. */
  bool history;         /* print the residual after every iteration */
  enum sm_lee_kind lee; /* default NONE */
  double lee_slope;     /* m per m: behind steeper crests the flow separates; default 0.3 */
  enum sm_wind_top top; /* what the potential does above the domain top; default UNBOUNDED */
  enum sm_wind_mesh mesh; /* default CELLS */
  int line;
};

/* Zones that buildings make in the first guess: kinds as in cell/urban/zone_list.h; 0: none. */
struct sm_case_zones {
  bool on;
#define KEY_WORD(NAME, ...) int NAME;
#define KEY_FLAG(NAME, ...) bool NAME;
#include "cell/urban/zones.def"
  bool high_rise, sheltering;
  double roughness; /* m, of walls and roofs */
  int line;
};

/* A wind turbine, or those of a file (physics/vegetation/turbine.c). */
struct sm_case_turbine {
  char *file;                     /* "": one turbine, at a place */
  char *crs;                      /* CRS of a file that names none, "EPSG:n"; "" when not given */
  enum sm_position_kind position; /* NONE: of a file */
  double place[2];                /* as in sm_case_station */
  double hub_height;              /* m above the ground; NAN: the file tells */
  double diameter;                /* m, of the rotor; NAN: the file tells */
  double thrust;                  /* coefficient; NAN: by the curve */
  double (*curve)[2];             /* wind speed in m/s, rising, and thrust coefficient */
  size_t curve_count;
  double yaw;       /* deg, how far the nacelle is turned from the wind, clockwise; default 0 */
  double intensity; /* of the turbulence, 1; NAN: from the roughness */
  double expansion; /* growth of the wake's width, m per m; NAN: from the turbulence */
  int line;
};

struct sm_case_turbines {
  struct sm_case_turbine *item;
  size_t count;
};

enum sm_turbulence_model {
  SM_TURBULENCE_NONE,
  SM_TURBULENCE_LOCAL, /* from the shear of the wind and the distance to walls */
};

struct sm_case_turbulence {
  enum sm_turbulence_model model;
  double sigma[3];   /* standard deviations over u*: along the wind, across it, upwards */
  double longest;    /* m, mixing length far from walls; INFINITY: no limit */
  double bound;      /* largest kinetic energy of what shear makes, in u*^2; INFINITY: no limit */
  double background; /* m/s, standard deviation of each component that is everywhere */
  double meander, meander_time; /* m/s, s: of slow horizontal eddies that only particles feel */
  double background_length;     /* m, of its eddies; INFINITY: they do not decay */
  double wakes;   /* u* over the wind's difference, of eddies behind buildings; 0: none */
  bool stability; /* by the Obukhov lengths of the stations; else neutral */
  double depth;   /* m, of the boundary layer, when it is unstable */
  int line;
};

/* What of the turbulence is written. */
enum sm_turbulence_output {
  SM_OUTPUT_ENERGY,
  SM_OUTPUT_DISSIPATION,
  SM_OUTPUT_VISCOSITY,
  SM_OUTPUT_LENGTH,
  SM_OUTPUT_STRESSES,
  SM_OUTPUT_DISTANCE,
  SM_TURBULENCE_OUTPUTS
};

/* A point where the wind of every member is kept. */
struct sm_case_receptor {
  char *name;
  enum sm_position_kind position; /* never NONE */
  double place[2];                /* as in sm_case_station */
  double height;                  /* m above the ground */
  int line;
};

/* Criteria of wind comfort (output/statistics/comfort_criteria.c), in the order of the words of the
 * key. */
enum sm_comfort_criterion { SM_COMFORT_LAWSON, SM_COMFORT_LONDON, SM_COMFORT_NEN8100, SM_COMFORTS };

/* How often the wind is how fast, over all times or directions. */
struct sm_case_statistics {
  bool present;
  double *heights; /* m above the ground */
  size_t height_count;
  double *percentiles; /* %, more than 0 and less than 100 */
  size_t percentile_count;
  double *exceedance; /* m/s: how often the wind is faster */
  size_t exceedance_count;
  bool comfort[SM_COMFORTS];
  double *weights; /* of each time; none: all alike */
  size_t weight_count;
  struct sm_case_receptor *receptor;
  size_t receptor_count;
  int line;
};

struct sm_case_output {
  char *prefix; /* file name without folder and ending; default the case's name */
  bool netcdf, vtk, geotiff, geojson;
  bool members;    /* the wind of every time or direction; else statistics only */
  bool zones;      /* which zone has made each cell, in the NetCDF */
  bool faces;      /* velocities on the faces, and face area fractions, in the NetCDF */
  double *heights; /* m above ground, slices of speed and direction; may be empty */
  size_t height_count;
  bool turbulence[SM_TURBULENCE_OUTPUTS]; /* in the NetCDF and the VTK files */
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
  char *path;                        /* of the file */
  char *text;                        /* the whole file, for the record in outputs */
  char *overrides;                   /* the --set options, a line each */
  const char *const *set;            /* each of them: source n of a span is set[n - 1] */
  struct sm_case_location *location; /* of all keys that hold places */
  char *name, *title;
  bool has_start;
  double start; /* s since 1970-01-01 UTC: time of readings without one */
  struct sm_case_domain domain;
  struct sm_case_terrain terrain;
  struct sm_case_buildings buildings;
  struct sm_case_vegetation vegetation;
  struct sm_case_roughness roughness;
  struct sm_case_weather weather;
  struct sm_case_wind wind; /* of the diagnostic model */
  struct sm_case_wind_source wind_source;
  struct sm_case_flow flow; /* of model "incompressible" */
  struct sm_case_zones zones;
  struct sm_case_turbines turbines;
  struct sm_case_slope_flow slope_flow;
  struct sm_case_turbulence turbulence;
  struct sm_case_particles particles;
  struct sm_case_statistics statistics;
  struct sm_case_mesh mesh; /* present: the case is one of prisms, and of the rest it has output */
  struct sm_case_prisms prisms;
  struct sm_case_poisson poisson;
  struct sm_case_output output;
  struct sm_arena *memory; /* holds all that the case points to */
};

/* Reads a case from `text`, as sm_case_load does from the file `path`, which need not exist: it
 * names the case in messages, and its folder is that of relative paths. Without `check_files` files
 * that the case names may be missing. Errors: ERR_CASE, ERR_DATA (nothing is wrong but that files
 * are missing), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_case_parse(struct sm_context *ctx, const char *path, const char *text,
                                        size_t size, const struct sm_case_options *options,
                                        bool check_files, struct sm_case **out);

#endif
