/* outlines.h - buildings on their way from features to footprints. */
#ifndef SM_INPUT_GIS_VECTOR_OUTLINES_H
#define SM_INPUT_GIS_VECTOR_OUTLINES_H

#include "input/gis.h"
#include "input/gis/session.h"
#include <ogr_api.h>

struct sm_building_outline {
  OGRGeometryH shape; /* valid multipolygon, CRS, m; NULL once it is replaced */
  OGREnvelope box;
  double top, base;        /* m above ground */
  double porosity, storey; /* 1, m; NAN: none */
  long feature;
  bool part; /* of a building that another feature outlines (building:part) */
};

struct sm_outlines {
  struct sm_building_outline *item;
  size_t count, capacity;
};

/* Adds one, whose shape then belongs to the list (also after an error). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_add(struct sm_gis_session *s, struct sm_outlines *outlines,
                                          const struct sm_building_outline *one);
void sm_outlines_free(struct sm_outlines *outlines);

/* Takes from every outline what parts of buildings cover; what is left of it stays unless it is
 * less than a tenth. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_apply_parts(struct sm_gis_session *s,
                                                  struct sm_outlines *outlines);

/* Copies a ring, or a line, without vertices that repeat the one before and, of a ring, without the
 * closing one; returns how many are left. `out` has room for all points of the ring. */
int sm_outline_ring_copy(OGRGeometryH ring, bool is_ring, double (*out)[2]);

/* Turns the outlines into footprints, one for each polygon. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_to_footprints(struct sm_gis_session *s,
                                                    const struct sm_outlines *outlines,
                                                    struct sm_footprints *out);

#endif
