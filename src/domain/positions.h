/* domain/positions.h - positions of a case: on the map and the grid, checked, listed. */
#ifndef SM_DOMAIN_POSITIONS_H
#define SM_DOMAIN_POSITIONS_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/grid.h"
#include "input/gis.h"

/* map.c: The grid on the map: conversion of places of a case. */

/* The rectangle of the grid on the map. */
struct sm_domain_map {
  const struct sm_crs *crs;
  double origin[2], size[2]; /* m: south-west corner in the CRS, extent, margin included */
  double margin;             /* m: places of the case in metres count from its inner corner */
};
struct sm_domain_map sm_domain_map(const struct sm_case *c, const struct sm_crs *crs,
                                   const struct sm_grid *grid);

/* Place in m from the south-west corner of the grid. Errors: ERR_DATA (not on the map),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_position_on_grid(struct sm_context *ctx,
                                              const struct sm_domain_map *map, int coordinates,
                                              const double from[2], double xy[2]);

/* Kind of coordinates, enum sm_coordinates, of a position that is not NONE. */
int sm_position_coordinates(int position);

/* positions.c: Check of every key that holds a place (sm_schema_place). */

/* Problem of a place, to follow its name; text "": none. */
struct sm_position_problem {
  char text[240], help[200];
  bool degrees; /* latitude and longitude in place of metres */
};
SM_CHECKED enum sm_status sm_position_check(struct sm_context *ctx, const struct sm_domain_map *map,
                                            const struct sm_case_location *place,
                                            struct sm_position_problem *out);

/* Checks all places of the case, whose domain may have a height. Errors: ERR_CASE, ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_positions_check(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain_map *map);

/* degrees.c: Check for latitude and longitude given in place of metres.
 *
 * position = [47.31, 10.20] in a case in metres is a point 47 m east and 10 m north of a corner.
 * Degrees are suspected where the same numbers, read as degrees, lie in the domain. */

/* Whether a place in metres lies, as degrees in either order, in the domain or beside it: within
 * its size, or `reach` m if that is further. Then they are latitude and longitude, and in metres
 * the place is xy, from the corner of the grid. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_find(struct sm_context *ctx, const struct sm_domain_map *map,
                                          const double place[2], double reach, bool *found,
                                          double degrees[2], double xy[2]);

/* Warns that no `thing` of a vector file lies in the domain, with the extent of the file and a hint
 * where latitude and longitude are swapped. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_tell_file(struct sm_context *ctx,
                                               const struct sm_domain_map *map, const char *path,
                                               const char *layer, const char *assumed_crs,
                                               const char *thing);

/* Whether the numbers of a place look like degrees: within their range, and not whole. */
bool sm_degrees_suspected(const double place[2]);

/* locations.c: List of positions of every station, source, receptor, line of sight, turbine,
 * rotor, probe, body, building and plant of a case: in metres, above the ground and on Earth. */

/* Kind of object at a location: it acts on the air, it measures, or it is an area. */
enum sm_location_role { SM_LOCATION_ACTS, SM_LOCATION_MEASURES, SM_LOCATION_AREA };

struct sm_location {
  const char *kind; /* "station", "source", "receptor", ... */
  enum sm_location_role role;
  char name[128];
  double x, y;   /* m from the south-west corner of the grid */
  double height; /* m above ground */
};

/* Lists the locations; *out, also after an error, is freed by sm_free. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_list(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_location **out, size_t *count);

/* Adds the list "places" and prints it as a table; of a kind with many members only the first are
 * printed, with the number of the rest. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain,
                                                struct sm_facts *out);

#endif
