/* input/gis/vector/lines_write.h - lines with what is known of them. */
#ifndef SM_INPUT_GIS_VECTOR_LINES_WRITE_H
#define SM_INPUT_GIS_VECTOR_LINES_WRITE_H

#include "input/gis.h"

enum sm_status sm_module_write_lines(const char *path, const struct sm_crs *crs,
                                     const struct sm_line_table *table, char *message, size_t size);

/* A text as the document of a KMZ. */
enum sm_status sm_module_write_kmz(const char *path, const char *text, size_t bytes, char *message,
                                   size_t size);

#endif
