/* wind_slice.h - winds of a file at a height above the ground, and along a vertical section. */
#ifndef SM_OUTPUT_ANALYSE_WIND_SLICE_H
#define SM_OUTPUT_ANALYSE_WIND_SLICE_H

#include "output/netcdf/wind_read.h"

/* As sm_slice_wind, from the cell centres in the file: u, v, w float[ny][nx], m/s. */
SM_CHECKED enum sm_status sm_wind_file_slice(struct sm_wind_file *file, size_t time, double height,
                                             float *u, float *v, float *w);

/* Another variable on cells likewise, float[ny][nx]; but below the lowest cell it is as in that.
 * nearest: that of the nearest layer, for kinds, of which there is no mean. */
SM_CHECKED enum sm_status sm_wind_file_slice_of(struct sm_wind_file *file, size_t time,
                                                const char *variable, bool nearest, double height,
                                                float *out);

/* Columns of cells under the points of a line. Arrays [nz][count], count as given. */
struct sm_wind_section {
  int count;
  size_t *column;       /* index i + nx * j of each point */
  float *u, *v, *w;     /* m/s, NAN in solids */
  const char *variable; /* another one, which goes to `value`; NULL: none */
  float *value;
  uint8_t *type; /* enum sm_cell_type */
  float *ground; /* [count] altitude, m */
};
SM_CHECKED enum sm_status sm_wind_file_section(struct sm_wind_file *file, size_t time,
                                               struct sm_wind_section *section);

#endif
