/* lab/extent.h - place and times of a result file on the globe, for the service of `simoom serve`.
 * Not installed. */
#ifndef SIMOOM_LAB_EXTENT_H
#define SIMOOM_LAB_EXTENT_H

#include "simoom/context.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_result_extent {
  bool located;        /* the file has a coordinate reference system */
  double corner[4][2]; /* longitude and latitude (deg, WGS 84): south-west, south-east, north-east,
                          north-west */
  double bounds[4];    /* of the outline: west, south, east, north */
  double x[2], y[2];   /* outline in the coordinates of the file, m */
  double convergence;  /* deg clockwise from true north to grid north */
  char crs[256];
  bool has_calendar;
  int times;
  double first, last; /* s since 1970-01-01 UTC; without a calendar s or index */
};

/* Reads them from a file of winds, plumes or statistics. Errors: ERR_DATA (another file),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_extent(struct sm_context *ctx, const char *path,
                                                     struct sm_result_extent *out);

/* The same without the place on the globe. */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_axes(struct sm_context *ctx, const char *path,
                                                   struct sm_result_extent *out);

/* All times of a file, as `first` and `last`. Errors: as above; ERR_USAGE (more than `room`). */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_times(struct sm_context *ctx, const char *path,
                                                    double *out, int room);

/* Direction from which a wind along x and y of a file comes, deg clockwise from true north. */
SM_PUBLIC double sm_result_direction(double u, double v, double convergence);

/* Converts longitude and latitude (deg, WGS 84) to the coordinates of a file. Errors: as above;
 * ERR_USAGE (a file without a coordinate reference system). */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_place(struct sm_context *ctx, const char *path,
                                                    double longitude, double latitude,
                                                    double xy[2]);

/* What a library of winds holds ([weather.library]). */
struct sm_library_extent {
  int winds;
  double speed[2];          /* lowest and highest, m/s; equal: one, which serves all speeds */
  double inverse_length[2]; /* lowest and highest inverse Obukhov length, 1/m */
  double ground[2];         /* lowest and highest ground, m */
};

/* Reads it. Errors: ERR_USAGE (winds in time), ERR_DATA (another file, such as a wind rose),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_library_extent(struct sm_context *ctx, const char *path,
                                                      struct sm_library_extent *out);

#ifdef __cplusplus
}
#endif
#endif
