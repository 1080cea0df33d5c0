/* bands.h - which band of a raster is meant: the one of the case, the only one, or the only one
 * that is described as what is looked for. */
#ifndef SM_INPUT_GIS_RASTER_BANDS_H
#define SM_INPUT_GIS_RASTER_BANDS_H

#include "input/gis/raster/raster.h"

/* Sets raster->band. Errors: ERR_DATA, with a list of the bands. */
SM_CHECKED enum sm_status sm_bands_choose(struct sm_gis_session *s,
                                          const struct sm_raster_options *options,
                                          struct sm_raster *raster);

/* What the file says of a band's content; "" where it says nothing. */
const char *sm_band_description(GDALRasterBandH band);

#endif
