/* height_unit.h - the vertical unit of a raster: what its band, its metadata and its coordinate
 * system say. */
#ifndef SM_INPUT_GIS_RASTER_HEIGHT_UNIT_H
#define SM_INPUT_GIS_RASTER_HEIGHT_UNIT_H

#include "input/gis/raster/raster.h"

/* The metres per unit of the chosen band. What is not told counts as metres. A unit that is not
 * known, or one that contradicts another, is an error, unless the case gives one: then a warning.
 * Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_height_unit_find(struct sm_gis_session *s,
                                              const struct sm_raster *raster,
                                              const struct sm_raster_options *options,
                                              double *metres);

#endif
