#include "domain/positions.h"

#include <string.h>

struct sm_domain_map sm_domain_map(const struct sm_case *c, const struct sm_crs *crs,
                                   const struct sm_grid *grid) {
  return (struct sm_domain_map){
      .crs = crs,
      .origin = {grid->origin[0], grid->origin[1]},
      .size = {sm_axis_length(&grid->axis[0]), sm_axis_length(&grid->axis[1])},
      .margin = c->domain.margin};
}

int sm_position_coordinates(int position) {
  return position == (int)SM_POSITION_LATLON ? SM_COORDINATES_GEOGRAPHIC
         : position == (int)SM_POSITION_CRS  ? SM_COORDINATES_CRS
                                             : SM_COORDINATES_DOMAIN;
}

enum sm_status sm_position_on_grid(struct sm_context *ctx, const struct sm_domain_map *map,
                                   int coordinates, const double from[2], double xy[2]) {
  const double given[2] = {from[0], from[1]};
  memcpy(xy, given, sizeof given);
  if (coordinates == (int)SM_COORDINATES_GEOGRAPHIC)
    SM_TRY(sm_gis_project(ctx, map->crs, given[0], given[1], xy));
  for (int d = 0; d < 2; d++)
    xy[d] += coordinates == (int)SM_COORDINATES_DOMAIN ? map->margin : -map->origin[d];
  return SM_OK;
}
