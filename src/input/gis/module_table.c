/* Function table exported by the module simoom_gis (input/gis/module.h). */
#include "input/gis/module.h"

#include "input/gis/internal.h"
#include "input/gis/raster/internal.h"
#include "input/gis/vector/internal.h"

SM_PUBLIC extern const struct sm_gis_module simoom_gis_module;

const struct sm_gis_module simoom_gis_module = {
    .crs_from_epsg = sm_module_crs_from_epsg,
    .crs_utm = sm_module_crs_utm,
    .project = sm_module_project,
    .unproject = sm_module_unproject,
    .convergence = sm_module_convergence,
    .extent = sm_module_extent,
    .read_raster = sm_module_read_raster,
    .read_footprints = sm_module_read_footprints,
    .read_features = sm_module_read_features,
    .write_geotiff = sm_module_write_geotiff,
    .write_contours = sm_module_write_contours,
    .write_points = sm_module_write_points,
    .write_lines = sm_module_write_lines,
    .write_kmz = sm_module_write_kmz,
    .write_overlays = sm_module_write_overlays,
};
