/* run/dispersion/maps.h - the maps for GIS that a run leaves of what its wind carried. */
#ifndef SM_RUN_DISPERSION_MAPS_H
#define SM_RUN_DISPERSION_MAPS_H

#include "output/netcdf/plume_file.h"
#include "run/outputs.h"

/* Fails when one of them could not be written at the end: ERR_USAGE (it is there already and may
 * not be replaced), ERR_DATA (no GDAL). */
SM_CHECKED enum sm_status sm_dispersion_maps_check(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs, bool overwrite);

/* Writes those that output.formats asks for: <prefix>_plume.tif, <prefix>_deposition.tif and
 * <prefix>_thresholds.geojson. Errors: of plume_maps.h. */
SM_CHECKED enum sm_status sm_dispersion_maps_write(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs,
                                                   const struct sm_plume_options *options,
                                                   const struct sm_plume_total *total);

#endif
