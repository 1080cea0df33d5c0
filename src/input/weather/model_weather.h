/* input/weather/model_weather.h - winds by height from files of weather models: WRF (wrfout), HRRR
 * and other GRIB2 files converted to NetCDF by wgrib2, CF conventions (ERA5). */
#ifndef SM_INPUT_WEATHER_MODEL_WEATHER_H
#define SM_INPUT_WEATHER_MODEL_WEATHER_H

#include "input/gis.h"
#include "input/weather/profiles.h"

/* What the components of the wind in a file are measured from. */
enum sm_wind_frame {
  SM_FRAME_AUTO,  /* what the format says: WRF and wgrib2 the grid, CF by the standard name */
  SM_FRAME_GRID,  /* along the rows of the grid and across them */
  SM_FRAME_EARTH, /* to the true east and north */
};

struct sm_weather_request {
  const char *const *paths; /* files of one grid: of several times, or of several quantities */
  size_t path_count;
  const struct sm_crs *crs; /* the box below is in it, m; NULL or local: in degrees */
  double x[2], y[2];        /* of the area: x or longitude, y or latitude; least, greatest */
  double margin;            /* m, how far outside the area columns count too */
  double start, end;        /* s since 1970-01-01 UTC; NAN: no limit */
  double ground; /* m above sea, where the files do not tell the height of their ground; NAN: an
                    error when heights depend on it */
  enum sm_wind_frame frame;
};

/* Limits are NAN, margin 0, everything else 0. */
struct sm_weather_request sm_weather_request_default(void);

/* Reads every column in the area and its margin, and the ones next to them all round, so that the
 * area lies between columns. Times are those inside the limits, and the last before and the first
 * after them where the files have them. Files may hold other times, or other quantities of the same
 * times: they are joined. Where a file says nothing of a quantity it stays NAN.
 *
 * Errors: ERR_DATA (a file that is missing or damaged; no wind, or none known; no coordinates; a
 * wrong unit; the area outside the file; no time inside the limits; unlike grids), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_netcdf_read(struct sm_context *ctx,
                                                 const struct sm_weather_request *request,
                                                 struct sm_model_weather *out);

#endif
