/* input/gis/vector/polygons.h - any geometry as valid, plain polygons in the domain's coordinates.
 */
#ifndef SM_INPUT_GIS_VECTOR_POLYGONS_H
#define SM_INPUT_GIS_VECTOR_POLYGONS_H

#include "input/gis/session.h"
#include <ogr_api.h>
#include <ogr_srs_api.h>

/* Areas below this are no footprint. */
#define SM_SHAPE_MIN_AREA 0.01 /* m2 */

/* Whether all coordinates are numbers: envelopes pass over those that are none. */
bool sm_shape_is_finite(OGRGeometryH geometry);

/* The polygons of a geometry as a valid 2-D multipolygon, transformed if `change` is not NULL,
 * destroyed with OGR_G_DestroyGeometry; NULL when there is none of some area. *repaired: some were
 * not valid, and the session's complaint says how. */
OGRGeometryH sm_shape_create(struct sm_gis_session *s, OGRGeometryH geometry,
                             OGRCoordinateTransformationH change, bool *repaired);

#endif
