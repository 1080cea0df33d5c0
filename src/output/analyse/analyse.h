/* output/analyse/analyse.h - analysis of wind files: slices, spectra, streamlines. */
#ifndef SM_OUTPUT_ANALYSE_ANALYSE_H
#define SM_OUTPUT_ANALYSE_ANALYSE_H

#include "base/text.h"
#include "output/netcdf/wind_read.h"

/* wind_slice.c: Wind of a file at a height above the ground, and along a vertical section. */

/* Like sm_slice_wind, from cell centres of a file: u, v, w float[ny][nx], m/s. */
SM_CHECKED enum sm_status sm_wind_file_slice(struct sm_wind_file *file, size_t time, double height,
                                             float *u, float *v, float *w);

/* Another cell variable at a height, float[ny][nx]; constant below the lowest cell centre. nearest:
 * value of the nearest layer, for categories, which cannot be averaged. */
SM_CHECKED enum sm_status sm_wind_file_slice_of(struct sm_wind_file *file, size_t time,
                                                const char *variable, bool nearest, double height,
                                                float *out);

/* Columns of cells along a line. Arrays [nz][count]; the caller sets count and column. */
struct sm_wind_section {
  int count;
  size_t *column;       /* index i + nx * j of each point */
  float *u, *v, *w;     /* m/s, NAN in solids */
  const char *variable; /* cell variable read into `value`; may be NULL */
  float *value;
  uint8_t *type; /* enum sm_cell_type */
  float *ground; /* [count] altitude, m */
};
SM_CHECKED enum sm_status sm_wind_file_section(struct sm_wind_file *file, size_t time,
                                               struct sm_wind_section *section);

/* mass_balance.c: Mass balance of a wind file, recomputed from its face velocities. */

struct sm_file_mass_balance {
  double speed;       /* largest velocity on a face, m/s: U */
  double divergence;  /* largest |div u| h / U over fluid cells; h: smallest cell width */
  size_t worst[3];    /* cell x y z with the largest divergence */
  double closed_flux; /* largest flux through a closed face, m3/s */
  size_t nan;         /* number of faces with NAN */
};
SM_CHECKED enum sm_status sm_wind_file_balance(struct sm_wind_file *file, size_t time,
                                               struct sm_file_mass_balance *out);

/* zone_counts.c: Number of cells in each zone of building and plant parameterisations, by time. */

enum { SM_ZONE_COUNTS = 256, SM_ZONE_COUNT_NAME = 64 };

struct sm_zone_counts {
  size_t times;
  char name[SM_ZONE_COUNTS][SM_ZONE_COUNT_NAME]; /* names in the file; "" where it has none */
  size_t (*cells)[SM_ZONE_COUNTS];               /* by time; NULL: the file has no zones */
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

/* Needs heat_release and temperature in the file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_wind_file_combustion(struct sm_wind_file *file, size_t time,
                                                  struct sm_combustion *out);

#endif
