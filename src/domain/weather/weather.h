/* weather.h - stations and weather model of a case on the grid and time axis of the domain. */
#ifndef SM_DOMAIN_WEATHER_WEATHER_H
#define SM_DOMAIN_WEATHER_WEATHER_H

#include "cell/port.h"
#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/netcdf/winds_file.h"

/* wind_grid.c */

/* Fills grid, terrain, solids and roughness of a domain from its wind files. *plan gets the map
 * position; the caller frees its CRS. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_take(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_domain *domain,
                                            struct sm_horizontal_grid *plan);

/* Checks that the domain has the grid of its wind files. Solids come from the files where the case
 * has neither terrain nor buildings; else they must agree with solids in the files. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_match(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

/* weather.c */

/* Fills domain->weather. Needs the grid, terrain, z0 and convergence. Wind roses: see
 * rose.c.
 *
 * Times are those of all readings inside the window of the case, or with `interpolate` equal
 * steps over the window (else over the readings). Wind components are linear between the
 * readings of a station, including the adjacent ones outside the window. A station without a
 * reading at a time is not valid then; readings without a time hold always. Times of a
 * weather model count like those of a station; its wind is always linear in time.
 *
 * A flow solver has its own times (domain/weather/times.c), at which the weather is
 * interpolated; a station or model with a single time holds always. Weather that
 * changes during a flow that needs it is in domain->weather.forcing too, at its own times
 * (domain/weather/changes.c). Errors: ERR_CASE (no station, an invalid position or height),
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_horizontal_grid *plan,
                                          struct sm_domain *domain);
void sm_weather_free(struct sm_weather *weather);

/* changes.c */

/* True when a flow uses the weather as initial or boundary condition. */
bool sm_flow_needs_weather(const struct sm_case *c);

/* True when the wind at a boundary of a flow is that of the weather. */
bool sm_flow_follows_weather(const struct sm_case *c);

/* True when the temperature at the boundaries of a flow follows that of the weather. */
bool sm_flow_follows_temperature(const struct sm_case *c);

/* wind_levels.c: Wind files of a case: times, grid, and velocities on faces. */

/* Location of a level in the files. */
struct sm_wind_level_place {
  int file; /* index of the file in the case */
  size_t time;
};

struct sm_wind_levels {
  const char *case_path;
  const struct sm_case_wind_file *asked;
  struct sm_wind_level_place *place; /* location of each level, by time */
  double *time;                      /* s, as domain->weather, with the time offset of the case */
  int count;
  bool has_calendar;
  struct sm_winds_file file; /* open file; all files have its grid */
  int is_open;               /* index of the open file; -1 if none */
};

/* Opens the files of a case one after the other and selects the requested times; the first file
 * stays open. Errors: ERR_DATA (also: different grids, times that do not increase from file to
 * file, no requested time), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_open(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_case_wind_file *asked,
                                              struct sm_wind_levels **out);
void sm_wind_levels_close(struct sm_wind_levels **levels);

/* Opens the file of a level, as levels->file. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_level_open(struct sm_context *ctx, struct sm_wind_levels *levels,
                                             int level);

/* Velocities on the faces of a domain: component d of the low face of cell i, j, k is at i + j sy +
 * k sz, m/s; in single precision where single[0] is not NULL. */
struct sm_face_target {
  double *u[3];
  float *single[3];
  ptrdiff_t sy, sz;
};

/* Reads a level; 0 on closed faces. Winds at the centres of cells are averaged to faces, in double
 * precision. Errors: ERR_DATA (also: an open face without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_read(struct sm_context *ctx,
                                              const struct sm_domain *domain, int level,
                                              const struct sm_face_target *out);

/* wind_library.c: Index of a library of winds, and interpolation in it (docs/wind-library.md). */

struct sm_wind_library {
  const char *path; /* borrowed */
  int number[3];    /* of directions, speeds, stabilities; direction changes fastest */
  double *value[3]; /* rising: deg, m/s, 1/m */
  double height;    /* m above ground: of the speeds */
  int profile;      /* enum sm_profile_kind */
  double z0, exponent;
  double mean_building; /* mean height of the buildings, m; 0: none */
  double wake_friction; /* turbulence.wake_friction of its case; 0 without building zones */
};

/* Reads the index of the file of the levels. Errors: ERR_DATA (not a library, damaged, not all
 * combinations), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_library_open(struct sm_context *ctx,
                                               struct sm_wind_levels *levels,
                                               struct sm_wind_library **out);
void sm_wind_library_close(struct sm_wind_library **library);

/* Part of an interpolated wind. */
struct sm_library_part {
  int level; /* in the file */
  double weight;
};
enum { SM_LIBRARY_PARTS = 8 };

/* Reads the sum of 1 to SM_LIBRARY_PARTS parts, as sm_wind_levels_read. */
SM_CHECKED enum sm_status sm_wind_library_read(struct sm_context *ctx,
                                               const struct sm_domain *domain,
                                               const struct sm_library_part *part, int count,
                                               const struct sm_face_target *out);

/* Parts whose sum is the wind: by vectors between the neighbouring directions, linearly per speed
 * between the neighbouring speeds and in the inverse Obukhov length; none in a calm. One speed is
 * scaled to any. *gap: angle between the neighbouring directions, deg. Errors: ERR_CASE (outside
 * the library; `name` and `line`: the case). */
SM_CHECKED enum sm_status
sm_wind_library_parts(struct sm_context *ctx, const struct sm_wind_library *library,
                      const struct sm_library_wind *wind, const char *name, int line,
                      struct sm_library_part part[SM_LIBRARY_PARTS], int *count, double *gap);

/* member_winds.c: Winds of the members of a release ensemble. */

/* Differences of the wind of a member from that of the case. */
struct sm_member_wind {
  double turn;   /* deg */
  double factor; /* of the speed */
  double shift;  /* of the inverse Obukhov length, 1/m */
};

/* Latin hypercube sample of direction, speed and stability: of N members each quantity has one
 * value in each of N ranges of the same probability. The same for the same seed. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_member_winds_draw(struct sm_context *ctx,
                                               const struct sm_case_ensemble *ensemble,
                                               struct sm_member_wind *out);

/* nest.c: Winds of a coarser run around the domain, for one-way nesting. */

struct sm_wind_nest {
  struct sm_wind_levels *levels;
  double *time;     /* of each level, s, on the time axis of the domain */
  int low[3], n[3]; /* cells of the coarse grid that reach into the domain, with one more around */
  double *face[3]; /* their faces, [n + 1], m from the south-west corner and bottom of the domain */
  double *centre[3]; /* [n] */
  uint8_t *air;      /* [nz][ny][nx]: 1 in fluid cells */
  double *ground;    /* [ny][nx] height of the coarse ground, m, as face[2] */
  double ratio[3];   /* widths of coarse cells over those of the domain, in its middle */
};

/* Opens the coarse run of weather.nest, checks its place, and fills domain->weather with its times:
 * those of the flow and, in `forcing`, those between which they are linear. For the diagnostic wind
 * the coarse columns also become those of a weather model, at the times of the coarse run.
 * Errors: ERR_CASE (outside of the coarse domain or its times, cells of the wrong size), ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_nest_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);
void sm_wind_nest_close(struct sm_wind_nest **nest);

/* nest_wind.c */

/* Wind of the coarse run at a time (s, as domain->weather) on the faces of the domain, linear in
 * time and space, in the layout of sm_wind_levels_read; not yet 0 on closed faces. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_nest_wind(struct sm_context *ctx, const struct sm_domain *domain,
                                            double time, double *const u[3], ptrdiff_t sy,
                                            ptrdiff_t sz);

/* Winds of a level of the coarse run in its columns, as readings at a time of stations in the order
 * of the columns, each with room for all layers. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_nest_columns(struct sm_context *ctx,
                                               const struct sm_domain *domain, int level, int time,
                                               struct sm_station *column);

/* Whether the open file has a tracer, or (NULL) a temperature. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_wind_nest_has(struct sm_winds_file *file, const char *tracer,
                                           bool *known);

/* Cells whose values are asked for; beside a side at its place. */
struct sm_nest_cells {
  struct sm_box box;
  int side;    /* -1: at the centres of the cells */
  double *out; /* [z][y][x] of the box */
};

/* Field of the coarse run at its cell centres, in the unit of `name`: potential temperature, K (of
 * the air temperature with the dry adiabatic lapse rate above the bottom of the domain where the
 * file has that), or a tracer, kg/m3. Interpolated as the wind, but constant below the lowest
 * value. *known false: not in the file. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_nest_field(struct sm_context *ctx, const struct sm_domain *domain,
                                             const char *tracer, double time,
                                             const struct sm_nest_cells *cells, int count,
                                             bool *known);

#endif
