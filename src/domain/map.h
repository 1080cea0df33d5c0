/* domain/map.h - the grid on the map: conversion of places of a case. */
#ifndef SM_DOMAIN_MAP_H
#define SM_DOMAIN_MAP_H

#include "case/case.h"
#include "domain/grid/grid.h"
#include "input/gis.h"

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

#endif
