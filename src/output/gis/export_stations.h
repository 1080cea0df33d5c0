/* export_stations.h - places that are exported: of the options, and of a table. */
#ifndef SM_OUTPUT_GIS_EXPORT_STATIONS_H
#define SM_OUTPUT_GIS_EXPORT_STATIONS_H

#include "output/gis/export.h"

struct sm_export_stations {
  size_t count;
  double (*place)[3]; /* [count] x, y in the file's coordinates, m above the ground */
  const char **name;
  char *text; /* that names lie in */
};

/* The places of the options, and those of their CSV: a header with name, x and y (m, in the file's
 * coordinates) or lon and lat (deg, WGS 84), and height (m above the ground), then a line for each.
 * Freed with sm_export_stations_free, also after an error. Errors: ERR_USAGE (no place), ERR_DATA
 * (the table, with its line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_export_stations_read(const struct sm_export_job *e,
                                                  struct sm_export_stations *out);
void sm_export_stations_free(struct sm_export_stations *stations);

#endif
