/* plume_read.h - reading a plume file back (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_PLUME_READ_H
#define SM_OUTPUT_NETCDF_PLUME_READ_H

#include "output/netcdf/plume_define.h"
#include "output/netcdf/wind_read.h"

/* What a file has beside boxes. */
struct sm_plume_content {
  struct sm_plume_layout layout; /* species, thresholds, boxes, air and other columns only */
  double threshold[64];          /* kg/m3, the first of them */
  struct sm_plume_budget budget[SM_PLUME_SPECIES];
  char stopped[128]; /* "" of a run that went to its end */
};

/* Reads it. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read(struct sm_wind_file *file, struct sm_plume_content *out);

/* Ends of an interval, as in the file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read_interval(struct sm_wind_file *file, size_t time,
                                                 double ends[2]);

/* A map of one box of each column: the lowest with air (height NAN), or the one so many m above the
 * ground; NAN where there is none, or no value. leading: index along a first dimension; -1: the
 * variable has only boxes. out, layer: [ny][nx]; layer -1: none. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_read_map(struct sm_wind_file *file, const char *variable,
                                            long leading, double height, float *out, int *layer);

/* The columns of boxes at `count` points of a line: value, and the part that is air, [nz][count];
 * ground and height of buildings [count]. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_plume_section {
  size_t count;
  const size_t *column; /* i + nx j */
  float *value, *air, *ground, *building;
};
SM_CHECKED enum sm_status sm_plume_read_section(struct sm_wind_file *file, const char *variable,
                                                long leading, const struct sm_plume_section *out);

/* Places of sources: at most `most`; x, y as in the file. Returns how many. */
struct sm_plume_source {
  char name[SM_PLUME_NAME];
  int species;
  double x, y, height;
};
int sm_plume_read_sources(struct sm_wind_file *file, int most, struct sm_plume_source *out);

#endif
