/* domain.h - discretised domain: grid, ground, buildings, roughness, weather. Const once built.
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

/* One byte per cell: bits 0..5 tell which faces are open (cell/open_faces.h), bits 6 and 7 what the
 * cell is. A solid cell has no open face, a cell of air at least one, and both cells of a face
 * agree. The faces of air on the lateral sides and the top of the domain are open, except for what
 * cut solids close of them; those on its bottom are closed. */
enum sm_cell_type { SM_CELL_AIR, SM_CELL_BUILDING, SM_CELL_TERRAIN, SM_CELL_CANOPY };
#define SM_CELL_TYPE(byte) ((enum sm_cell_type)((byte) >> 6))

/* A cell of which a face is partly open: the open fraction of each of its faces, and the part of it
 * that is air. Every cell that touches such a face is listed; all other faces are wholly open or
 * wholly closed. */
struct sm_cut_cell {
  int64_t cell;      /* i + nx * (j + ny * k) */
  float fraction[6]; /* west, east, south, north, down, up; 0..1 */
  float volume;      /* 0..1 */
};

/* Underside and roof of a building, m above grid.origin[2]. It stands on the LOWEST ground under
 * its footprint; the underside is lower than the roof, and above the ground where it is lifted. */
struct sm_building_span {
  double ground, bottom, top;
};

/* A station at one time, wind in grid directions. */
struct sm_station_reading {
  bool valid;
  double u, v;        /* m/s along grid x and y at `height` */
  double height;      /* m above ground */
  double obukhov;     /* m; INFINITY: neutral */
  double temperature; /* K; NAN: not known */
  double cloud;       /* part of the sky; NAN: not known */
};

struct sm_station {
  char *name;
  double x, y;   /* m from the south-west corner of the grid */
  double radius; /* m of influence */
  enum sm_profile_kind profile;
  double z0, exponent, canopy_height, canopy_attenuation;
  int level_count;                    /* of a tower; 1 otherwise */
  struct sm_station_reading *reading; /* [time][level] */
};

struct sm_climate;

struct sm_weather {
  double *time;   /* s since 1970-01-01 UTC; NAN when the single time has none, or with climate */
  bool relative;  /* times are s after the start of the run instead: there is no date */
  int time_count; /* at least 1 */
  char *source;   /* where a wind that is not computed from stations comes from, in words; NULL */
  struct sm_station *station;
  int station_count;
  int grid[2]; /* the last grid[0] * grid[1] stations are columns of a weather model, row by row;
                  grid[0] in a row. All or none have readings of a time. */
  struct sm_climate *climate; /* of a wind rose, whose directions the times then are; else NULL */
};

/* A wind turbine: place in m from the south-west corner of the grid, heights above the ground. */
struct sm_turbine {
  double x, y;
  double hub, diameter;     /* m */
  double thrust;            /* coefficient; NAN: by the curve */
  const double (*curve)[2]; /* m/s, rising, and coefficient; the case's own memory */
  size_t curve_count;
  double yaw;       /* rad, of the nacelle against the wind, clockwise */
  double intensity; /* of the turbulence at the hub, without turbines */
  double expansion; /* of the wake, m per m; NAN: from the turbulence */
  int line;         /* of the case */
};

struct sm_turbines {
  struct sm_turbine *item;
  size_t count;
};

/* Reason for the height of the domain top. */
enum sm_domain_top_reason {
  SM_DOMAIN_TOP_PRESCRIBED,
  SM_DOMAIN_TOP_OROGRAPHY,
  SM_DOMAIN_TOP_BUILDINGS,
  SM_DOMAIN_TOP_TURBINES,
  SM_DOMAIN_TOP_MINIMUM
};

struct sm_domain {
  struct sm_grid grid;
  struct sm_crs crs;
  double convergence;         /* deg, at the centre of the domain */
  double latitude, longitude; /* deg, of the centre; NAN: not known, or not asked for */
  float *terrain;             /* m above grid.origin[2] */
  float *building;            /* m, height above terrain; 0: no building */
  float *z0;                  /* m */
  uint8_t *cell;
  struct sm_cut_cell *cut;
  int64_t cut_count;
  int64_t fluid_count;                 /* cells of air with at least one open face */
  int64_t filled_count;                /* cells of air without a way to an open side, made solid */
  double highest_ground, highest_roof; /* m above grid.origin[2]; roof 0 without buildings */
  double tallest_building;             /* m, roof above its own ground; 0 without buildings */
  enum sm_domain_top_reason top_reason;
  size_t building_count;
  struct sm_footprints footprints; /* in m from the south-west corner of the grid */
  struct sm_building_span *span;   /* of each footprint */
  struct sm_plants plants;
  struct sm_turbines turbines;
  struct sm_weather weather;
  struct sm_scattered_wind *scattered; /* of wind.model "points"; NULL: none */
  struct sm_wind_levels *levels; /* of wind files (domain/weather/wind_levels.c); NULL: none */
};

/* Builds the domain of a case: reads the maps, sets the domain top, marks the solids, reads the
 * weather. Errors: ERR_CASE, ERR_DATA, ERR_MEMORY, ERR_STOPPED. */
SM_CHECKED enum sm_status sm_domain_build(struct sm_context *ctx, const struct sm_case *c,
                                          struct sm_domain **out);
void sm_domain_destroy(struct sm_domain **domain);

/* The domain of the same case on the grid of sm_grid_coarsen, from the same maps. Errors: as of
 * sm_domain_build and sm_grid_coarsen. */
SM_CHECKED enum sm_status sm_domain_build_coarser(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *fine,
                                                  struct sm_domain **out);

/* Height of the ground at x, y (m from the south-west corner): bilinear between column centres,
 * constant beyond the outermost ones. m above grid.origin[2]. */
double sm_domain_ground(const struct sm_domain *domain, double x, double y);

/* Index i + nx * j of the column that holds x, y, or of the nearest one outside. */
int64_t sm_domain_column(const struct sm_domain *domain, double x, double y);

/* Byte of a cell; 0, nothing open, outside of the grid. */
static inline unsigned sm_domain_cell_bits(const struct sm_domain *domain, int i, int j, int k) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n, nz = domain->grid.axis[2].n;
  if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return 0;
  return domain->cell[i + (int64_t)nx * (j + (int64_t)ny * k)];
}

/* Whether the low face of a cell across an axis lets air through; the cells beyond the last ones
 * have the faces of the high sides. */
static inline bool sm_domain_face_is_open(const struct sm_domain *domain, int axis, int i, int j,
                                          int k) {
  const int at[3] = {i, j, k};
  const unsigned low = (unsigned)SM_OPEN_WEST << 2 * axis;
  if (at[axis] < domain->grid.axis[axis].n)
    return (sm_domain_cell_bits(domain, i, j, k) & low) != 0;
  return (sm_domain_cell_bits(domain, i - (axis == 0), j - (axis == 1), k - (axis == 2)) &
          low << 1) != 0;
}

/* Index of a cell among the cut cells; -1: not a cut cell. */
int64_t sm_domain_cut(const struct sm_domain *domain, int64_t cell);

/* The part of a cell that is air, 1e-3 at least where there is any; 0 in solids. */
double sm_domain_fluid_fraction(const struct sm_domain *domain, int i, int j, int k);

enum sm_cell_type sm_domain_cell_type(const struct sm_domain *domain, int i, int j, int k);

/* Top of the domain above the lowest ground, m. */
double sm_domain_top(const struct sm_domain *domain);

/* describe.c */

/* Adds facts: coordinates, extent, cells, domain top and its reason, ground, roughness, buildings,
 * vegetation, turbines, weather and times. */
void sm_domain_describe(const struct sm_domain *domain, struct sm_facts *out);

/* Where the wind comes from, without a newline: "2 stations (A, B); 5 x 4 columns of a weather
 * model, 3 km apart, levels from 10 to 700 m". */
void sm_weather_describe(const struct sm_weather *weather, struct sm_text *text);

/* invariants.c */

/* True when every invariant holds: rising axes, finite columns, both cells of a face agree on it,
 * side faces as promised, no open face in a solid, cut cells sorted, complete and consistent with
 * the bits, counts that are right, weather for every time. Else the message says what is wrong. */
bool sm_domain_is_valid(struct sm_context *ctx, const struct sm_domain *domain);

#endif
