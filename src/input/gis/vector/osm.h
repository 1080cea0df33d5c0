/* osm.h - OpenStreetMap extracts that are incomplete: relations without all of their ways, ways
 * without all of their nodes, as they are cut at a box. GDAL leaves out the first, and draws the
 * second without the corners that are missing. */
#ifndef SM_INPUT_GIS_VECTOR_OSM_H
#define SM_INPUT_GIS_VECTOR_OSM_H

#include "input/gis/session.h"
#include <stdint.h>

struct sm_osm_gaps {
  bool xml;               /* else the file is not looked at: GDAL tells of relations alone */
  size_t relations, ways; /* incomplete ones that have one of the tags */
  int64_t relation, way;  /* the first of each */
};

/* Looks through a file in OSM XML for what has one of some tags, with a value other than "no".
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_osm_find_gaps(struct sm_gis_session *s, const char *path,
                                           const char *const *tags, size_t tag_count,
                                           struct sm_osm_gaps *out);

/* Warns of gaps in `what` ("buildings"), of other files of those that GDAL has met in the session.
 */
void sm_osm_warn(struct sm_gis_session *s, const char *path, const char *what,
                 const struct sm_osm_gaps *gaps);

#endif
