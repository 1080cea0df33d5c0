/* Function table exported by the module simoom_grib (input/grib.h). */
#include "input/grib/internal.h"

SM_PUBLIC extern const struct sm_grib_module simoom_grib_module;

const struct sm_grib_module simoom_grib_module = {
    .scan = sm_grib_scan,
    .values = sm_grib_values,
    .vertical = sm_grib_vertical,
    .rows = sm_grib_rows,
    .places = sm_grib_places,
    .latitudes = sm_grib_latitudes,
};
