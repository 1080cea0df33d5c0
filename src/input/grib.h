/* grib.h - GRIB messages (editions 1 and 2) of weather models, and the interface of the module
 * simoom_grib.so, which reads them by ecCodes.
 *
 * The module is loaded with RTLD_LOCAL and calls nothing of libsimoom. On failure its functions
 * write the reason into message[size]. Returned memory is allocated with malloc(). */
#ifndef SM_INPUT_GRIB_H
#define SM_INPUT_GRIB_H

#include <stddef.h>

#include "base/context.h"

enum { SM_GRIB_NAME = 40 };

/* Grid definition. Angles in deg; NAN: not given. All bytes that are not set are 0, so that two
 * definitions are compared byte by byte. */
struct sm_grib_grid {
  char type[SM_GRIB_NAME]; /* gridType of ecCodes: "regular_ll", "rotated_ll", "lambert" ... */
  long ni, nj;             /* 0: not a grid of rows of equal length */
  double first[2];         /* latitude, longitude of the first point of the file */
  double last[2];          /* of the last point */
  double step[2];          /* along i and j: deg, m with map projections; positive */
  double south_pole[2];    /* latitude, longitude of the rotated pole */
  double rotation;         /* about the rotated axis */
  double latin[2];    /* standard parallels; latin[0] of mercator and polar_stereographic: of the
                       * true scale */
  double orientation; /* longitude along which j points north */
  double axis[2];     /* equatorial and polar radius of the Earth, m */
  long gauss;         /* number of parallels between a pole and the equator */
  long south;         /* 1: the projection is centred on the south pole */
  long i_negative, j_positive, columns_first, alternating; /* scanning mode */
  unsigned long row_hash; /* of the row lengths of a reduced grid */
};

/* Time processing of a field. */
enum sm_grib_step { SM_GRIB_INSTANT, SM_GRIB_ACCUMULATED, SM_GRIB_AVERAGED, SM_GRIB_OTHER };

struct sm_grib_message {
  int path;                /* index of the file; set by the caller */
  int part;                /* field within a message of several fields, from 0 */
  double offset, bytes;    /* of the message in the file */
  char name[SM_GRIB_NAME]; /* shortName of ecCodes; "unknown" without an entry in its tables */
  char level_type[SM_GRIB_NAME]; /* typeOfLevel of ecCodes: "heightAboveGround", "hybrid" ... */
  char unit[SM_GRIB_NAME];
  char centre[SM_GRIB_NAME]; /* "ecmf", "kwbc", "edzw" ... */
  int edition;
  int parameter;    /* discipline * 65536 + category * 256 + number; -1 in edition 1 */
  double level;     /* in the unit of the level type; Pa for pressures */
  double time;      /* valid time, s since 1970-01-01 UTC */
  double reference; /* time of the analysis that the forecast starts from */
  enum sm_grib_step step;
  long member;     /* -1: not of an ensemble */
  long relative;   /* 1: wind components along the grid, 0: east and north, -1: not told */
  size_t values;   /* number of points */
  long parameters; /* number of vertical coordinate parameters (pv) */
  struct sm_grib_grid grid;
};

struct sm_grib_module {
  /* Lists the fields of a file in its order. ERR_DATA: not readable, cut, or damaged. */
  enum sm_status (*scan)(const char *path, struct sm_grib_message **out, size_t *count,
                         char *message, size_t size);
  /* Reads the values of a field in the order of the file; missing ones are NAN. */
  enum sm_status (*values)(const char *path, const struct sm_grib_message *field, double *out,
                           char *message, size_t size);
  /* Reads the vertical coordinate parameters of a field, [field->parameters]. */
  enum sm_status (*vertical)(const char *path, const struct sm_grib_message *field, double *out,
                             char *message, size_t size);
  /* Reads the number of points of each of the field->grid.nj rows of a reduced grid. */
  enum sm_status (*rows)(const char *path, const struct sm_grib_message *field, long *out,
                         char *message, size_t size);
  /* Reads the latitudes and longitudes of all points, deg, [field->values] each, as ecCodes
   * computes them. ERR_DATA: it cannot for this grid. */
  enum sm_status (*places)(const char *path, const struct sm_grib_message *field, double *latitude,
                           double *longitude, char *message, size_t size);
  /* Gaussian latitudes from north to south, [2 * gauss]. */
  enum sm_status (*latitudes)(long gauss, double *out, char *message, size_t size);
};

/* grib_module.c */

/* True when a file begins as GRIB files do, whatever its name is. */
bool sm_grib_is(const char *path);

/* Opens the module at the first use. Errors: ERR_DATA with the remedy (not built, not installed).
 */
SM_CHECKED enum sm_status sm_grib_open(struct sm_context *ctx, const struct sm_grib_module **out);

/* Passes the result of a function of the module to the context. */
SM_CHECKED enum sm_status sm_grib_finish(struct sm_context *ctx, enum sm_status status,
                                         const char *path, const char *message);

#endif
