/* domain.h - discretised domain: grid, terrain, buildings, roughness, weather. Const once built.
 *
 * Columns: float[ny][nx]. Cells: [nz][ny][nx], x fastest, no ghost layers. */
#ifndef SM_DOMAIN_DOMAIN_H
#define SM_DOMAIN_DOMAIN_H

#include "base/text.h"
#include "case/case.h"
#include "cell/open_faces.h"
#include "domain/grid/grid.h"
#include "domain/surface/vegetation/plants.h"
#include "input/gis.h"
#include "lab/facts.h"

/* One byte per cell: bits 0..5 mark open faces (cell/open_faces.h), bits 6 and 7 hold the cell
 * type. A solid cell has no open face, a fluid cell has at least one, and both cells of a face
 * agree. Faces of fluid cells on the lateral boundaries and the top are open, except where cut
 * solids close them; faces on the bottom of the domain are closed. */
enum sm_cell_type { SM_CELL_AIR, SM_CELL_BUILDING, SM_CELL_TERRAIN, SM_CELL_CANOPY };
#define SM_CELL_TYPE(byte) ((enum sm_cell_type)((byte) >> 6))

/* True when the cell is building or terrain. */
static inline bool sm_cell_is_solid(uint8_t byte) {
  return SM_CELL_TYPE(byte) == SM_CELL_BUILDING || SM_CELL_TYPE(byte) == SM_CELL_TERRAIN;
}

/* Cut cell: open area fraction of each face and fluid volume
 * fraction. Every cell beside a partly open face is listed; all other
 * faces are fully open or fully closed. */
struct sm_cut_cell {
  int64_t cell;      /* i + nx * (j + ny * k) */
  float fraction[6]; /* west, east, south, north, down, up; 0..1 */
  float volume;      /* 0..1 */
};

/* Vertical extent of a building, m above grid.origin[2]. `ground` is the LOWEST ground under its
 * footprint. `bottom` is lower than the roof, and above the ground for a lifted building. */
struct sm_building_span {
  double ground, bottom, top;
};

/* Reading of a station at one time; wind components along the grid axes. */
struct sm_station_reading {
  bool valid;
  double u, v;              /* m/s along grid x and y at `height` */
  double height;            /* m above ground */
  double obukhov;           /* m; INFINITY: neutral */
  double temperature;       /* K, near the surface; NAN: not known */
  double cloud;             /* cloud cover, 0..1; NAN: not known */
  double level_temperature; /* K, at `height`, of a weather model; NAN: not known */
};

struct sm_station {
  char *name;
  double x, y;   /* m from the south-west corner of the grid */
  double radius; /* radius of influence, m */
  enum sm_profile_kind profile;
  double z0, exponent, canopy_height, canopy_attenuation;
  double ground;   /* m above the bottom of the grid, of a column of a weather model */
  int level_count; /* number of levels of a tower; 1 for other stations */
  struct sm_station_reading *reading; /* [time][level] */
};

struct sm_climate;

/* Wind of a library (docs/wind-library.md) at the reference in the middle of the domain. */
struct sm_library_wind {
  double from;        /* deg clockwise from true north, 0 <= from < 360 */
  double speed;       /* m/s */
  double per_obukhov; /* 1/m: inverse Obukhov length; 0: neutral */
};

struct sm_weather {
  double *time;   /* s since 1970-01-01 UTC; NAN for a single undated time and for wind roses */
  bool relative;  /* times are in s after the start of the run, without a date */
  int time_count; /* at least 1 */
  int members;    /* members of a forecast, which follow each other at each time; 1: none */
  long *member;   /* their numbers, [members]; NULL with 1 */
  char *source;   /* description of winds that do not come from stations; may be NULL */
  struct sm_station *station;
  int station_count;
  int grid[2]; /* Columns and rows of a weather model; its columns are the last grid[0] * grid[1]
                * stations, stored row by row. All columns or none have readings at a time. */
  double vertical_scale;      /* of differences between stations, m; NAN: from their spacing */
  bool everywhere;            /* its single station has no place */
  struct sm_climate *climate; /* wind rose whose directions take the place of times; may be NULL */
  struct sm_library_wind
      *library; /* [time_count]: winds that take the place of times; may be NULL */
  /* Weather that changes during a flow, at the times between which it is linear: start and end of
   * the flow and all times of readings and model between them. NULL: it does not change. */
  struct sm_weather *forcing;
  double (*rain)[2]; /* with rain.from_weather: [time] s after the first time, mm/h, mean of the
                        columns of the weather model; else NULL */
  size_t rain_count;
};

/* Number of stations, which come before the columns of a weather model. */
static inline int sm_weather_stations(const struct sm_weather *weather) {
  return weather->station_count - weather->grid[0] * weather->grid[1];
}

/* Number of stations that measure at a place: neither those of a wind rose or library nor a single
 * one that holds everywhere. */
static inline int sm_weather_places(const struct sm_weather *weather) {
  return weather->everywhere || weather->climate != NULL || weather->library != NULL
             ? 0
             : sm_weather_stations(weather);
}

/* Wind turbine: position in m from the south-west corner of the grid, heights above the ground. */
struct sm_turbine {
  double x, y;
  double hub, diameter;     /* m */
  double thrust;            /* thrust coefficient; NAN: from the curve */
  const double (*curve)[2]; /* thrust curve: m/s (rising), coefficient; owned by the case */
  size_t curve_count;
  double yaw;       /* yaw angle of the nacelle against the wind, rad, clockwise */
  double intensity; /* ambient turbulence intensity at hub height */
  double expansion; /* wake expansion rate, m/m; NAN: from the turbulence intensity */
  int line;         /* line in the case file */
};

struct sm_turbines {
  struct sm_turbine *item;
  size_t count;
};

/* Criterion that sets the height of the domain top. */
enum sm_domain_top_reason {
  SM_DOMAIN_TOP_PRESCRIBED,
  SM_DOMAIN_TOP_OROGRAPHY,
  SM_DOMAIN_TOP_BUILDINGS,
  SM_DOMAIN_TOP_TURBINES,
  SM_DOMAIN_TOP_MINIMUM
};

/* Group with the overview in a library of winds. */
#define SM_OVERVIEW "overview"

struct sm_domain {
  struct sm_grid grid;
  struct sm_crs crs;
  double convergence;         /* meridian convergence at the centre of the domain, deg */
  double latitude, longitude; /* centre of the domain, deg; NAN: not known or not needed */
  float *terrain;             /* m above grid.origin[2] */
  float *building;            /* m, height above terrain; 0: no building */
  float *z0;                  /* m */
  uint8_t *cell;
  struct sm_cut_cell *cut;
  int64_t cut_count;
  int64_t fluid_count;                 /* fluid cells: air with at least one open face */
  int64_t filled_count;                /* made solid: no path to an open boundary */
  double highest_ground, highest_roof; /* m above grid.origin[2]; roof 0 without buildings */
  double tallest_building;             /* m, roof above its own ground; 0 without buildings */
  enum sm_domain_top_reason top_reason;
  size_t building_count;
  struct sm_footprints footprints; /* positions in m from the south-west corner of the grid */
  struct sm_building_span *span;   /* vertical extent of each footprint */
  struct sm_plants plants;
  struct sm_turbines turbines;
  struct sm_weather weather;
  struct sm_scattered_wind *scattered; /* wind.model "points"; may be NULL */
  struct sm_wind_levels *levels;       /* wind files (domain/weather/wind_levels.c); may be NULL */
  struct sm_wind_nest *nest;           /* coarser run around the domain; may be NULL */
  struct sm_wind_library *library;     /* index of a library of winds; may be NULL */
};

/* Builds the domain of a case: reads the maps, sets the domain top, marks solid cells, reads the
 * weather. Errors: ERR_CASE, ERR_DATA, ERR_MEMORY, ERR_STOPPED. */
SM_CHECKED enum sm_status sm_domain_build(struct sm_context *ctx, const struct sm_case *c,
                                          struct sm_domain **out);
void sm_domain_destroy(struct sm_domain **domain);

/* Builds the domain of the same case on the coarser grid of sm_grid_coarsen. Errors: those of
 * sm_domain_build and sm_grid_coarsen. */
SM_CHECKED enum sm_status sm_domain_build_coarser(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *fine,
                                                  struct sm_domain **out);

/* Ground height at x, y (m from the south-west corner), in m above grid.origin[2]: bilinear between
 * column centres, constant beyond the outermost centres. */
double sm_domain_ground(const struct sm_domain *domain, double x, double y);

/* Mean height of the footprints in the domain, m; 0 without buildings. Of a library of winds: that
 * where it was made. */
double sm_domain_mean_building(const struct sm_domain *domain);

/* True when x, y lies in the domain or on its edge. */
bool sm_domain_contains(const struct sm_domain *domain, double x, double y);

/* Index i + nx * j of the column that contains x, y; outside the domain the nearest column. */
int64_t sm_domain_column(const struct sm_domain *domain, double x, double y);

/* Byte of a cell; 0 (all faces closed) outside the grid. */
static inline unsigned sm_domain_cell_bits(const struct sm_domain *domain, int i, int j, int k) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n, nz = domain->grid.axis[2].n;
  if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return 0;
  return domain->cell[i + (int64_t)nx * (j + (int64_t)ny * k)];
}

/* True when the low face of a cell along an axis is open. An index one past the last cell stands
 * for the high boundary face. */
static inline bool sm_domain_face_is_open(const struct sm_domain *domain, int axis, int i, int j,
                                          int k) {
  const int at[3] = {i, j, k};
  const unsigned low = (unsigned)SM_OPEN_WEST << 2 * axis;
  if (at[axis] < domain->grid.axis[axis].n)
    return (sm_domain_cell_bits(domain, i, j, k) & low) != 0;
  return (sm_domain_cell_bits(domain, i - (axis == 0), j - (axis == 1), k - (axis == 2)) &
          low << 1) != 0;
}

/* Index of a cell in the list of cut cells; -1 when it is not cut. */
int64_t sm_domain_cut(const struct sm_domain *domain, int64_t cell);

/* Fluid volume fraction of a cell, at least 1e-3 in fluid cells; 0 in solid cells. */
double sm_domain_fluid_fraction(const struct sm_domain *domain, int i, int j, int k);

enum sm_cell_type sm_domain_cell_type(const struct sm_domain *domain, int i, int j, int k);

/* Height of the domain top above the lowest ground, m. */
double sm_domain_top(const struct sm_domain *domain);

/* describe.c */

/* Adds facts: coordinates, extent, cells, domain top and its reason, ground, roughness, buildings,
 * vegetation, turbines, weather and times. */
void sm_domain_describe(const struct sm_domain *domain, struct sm_facts *out);

/* Describes the source of the wind, without a newline: "2 stations (A, B); 5 x 4 columns of a
 * weather model, 3 km apart, levels from 10 to 700 m". */
void sm_weather_describe(const struct sm_weather *weather, struct sm_text *text);

/* height_interpolation.c: Interpolation of cell values to a height above the ground: logarithmic
 * between the cell centres of a column, bilinear between columns. */

/* Column of cells with its ground, building and roughness. */
struct sm_height_column {
  const struct sm_axis *z; /* vertical axis, m above the origin of the grid */
  const uint8_t *cell;     /* cell bytes of the domain, `stride` apart */
  size_t stride;
  double ground, building; /* m: ground above the grid origin, building above the ground */
  double z0;               /* m */
};

/* Interpolation in a column: value[low] * weight_low + value[high] * weight_high. low is -1 where
 * there is no fluid. */
struct sm_height_weights {
  int low, high;
  double weight_low, weight_high;
};
struct sm_height_weights sm_height_weights_of(const struct sm_height_column *column, double height);

/* The same for column i, j of a domain. */
struct sm_height_weights sm_height_weights_at(const struct sm_domain *domain, int i, int j,
                                              double height);

/* Column beside a position; the weights of all columns sum to 1. */
struct sm_column_beside {
  int i, j;
  double weight;
  struct sm_height_weights mix;
};

/* Columns with fluid at a height around a position in m from the south-west corner of the grid.
 * Returns their number: 0 outside the domain and where the nearest column has no fluid. */
int sm_columns_beside(const struct sm_domain *domain, const double at[2], double height,
                      struct sm_column_beside out[4]);

/* weather/weather.c: Rain rate at a time, s after the first wind, mm/h; 0 without rain. */
double sm_rain_rate(const struct sm_case *c, const struct sm_domain *domain, double time);

/* grid/top.c */

/* Finds the height of the domain top above the lowest ground (m) and the criterion that sets it. A
 * prescribed height is used as it is. Else the maximum of: highest ground + 4 sqrt(L (H - L / 100))
 * and + 2 H, for hills of height H and half-length L (domain/surface/terrain/orography.c; the
 * disturbance by a hill is as deep as it is wide and grows with its slope); highest roof + 2 times
 * the tallest building; highest ground + 2 times the height of the rotors of wind turbines; highest
 * ground + 100 m. It does not depend on the cell size. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_domain_top_find(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain, double *domain_top,
                                             enum sm_domain_top_reason *reason);

/* Height above the domain top (m) where the velocity potential is zero when the air continues above
 * the top. Near the top the potential then decays as in unbounded air. */
double sm_domain_top_zero_height(const struct sm_domain *domain);

const char *sm_domain_top_reason_text(enum sm_domain_top_reason reason);

/* Fails when the ground or a building (named) reaches the domain top. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_domain_top_check(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain, double domain_top);

/* scattered/scattered_wind.c */

struct sm_scattered_wind;

/* Reads the first file of the case. Errors: ERR_DATA (also too few or coplanar points), ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scattered_wind_open(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_scattered_wind **out);
void sm_scattered_wind_close(struct sm_scattered_wind **wind);

/* Describes the number of points and their bounding box, m as in the file. */
void sm_scattered_wind_describe(const struct sm_scattered_wind *wind, struct sm_text *text);

/* Interpolates the wind of file `level` to the open faces of a domain, 0 on closed faces: component
 * d on the low face of cell i, j, k is u[d][i + j sy + k sz], m/s. Faces outside the points get the
 * wind of the nearest point, with a warning. Errors: ERR_DATA (also: no face lies between the
 * points), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scattered_wind_read(struct sm_context *ctx,
                                                 const struct sm_domain *domain, int level,
                                                 double *const u[3], ptrdiff_t sy, ptrdiff_t sz);

#endif
