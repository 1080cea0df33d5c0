/* output/analyse/analyse.h - analysis of wind files: slices, spectra, streamlines. */
#ifndef SM_OUTPUT_ANALYSE_ANALYSE_H
#define SM_OUTPUT_ANALYSE_ANALYSE_H

#include "base/text.h"
#include "output/netcdf/wind_read.h"

/* wind_slice.c: Winds of a file at a height above the ground, and along a vertical section. */

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

/* mass_balance.c: Mass balance of a wind file, computed anew from its velocities on faces. */

struct sm_file_mass_balance {
  double speed;      /* m/s, largest velocity on a face: U */
  double divergence; /* largest |div u| h / U over the cells of air; h: smallest edge of the cell */
  size_t worst[3];   /* cell x y z of that */
  double closed_flux; /* m3/s, largest flux through a closed face */
  size_t nan;         /* faces without a number */
};
SM_CHECKED enum sm_status sm_wind_file_balance(struct sm_wind_file *file, size_t time,
                                               struct sm_file_mass_balance *out);

/* zone_counts.c: How many cells of a wind file each zone of buildings or plants has made. */

enum { SM_ZONE_COUNTS = 256, SM_ZONE_COUNT_NAME = 64 };

struct sm_zone_counts {
  size_t times;
  char name[SM_ZONE_COUNTS][SM_ZONE_COUNT_NAME]; /* as the file calls them, "" where it does not */
  size_t (*cells)[SM_ZONE_COUNTS];               /* of each time; NULL: the file tells no zones */
};

/* Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_zone_counts_read(struct sm_wind_file *file,
                                              struct sm_zone_counts *out);
void sm_zone_counts_free(struct sm_zone_counts *counts);

/* combustion.c: Heat release and highest temperature of a wind file. */

struct sm_combustion {
  double heat_release;        /* W, of the reactions in all of the air */
  double temperature_maximum; /* K */
};

/* Of a file that holds heat_release and temperature. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_wind_file_combustion(struct sm_wind_file *file, size_t time,
                                                  struct sm_combustion *out);

#endif
