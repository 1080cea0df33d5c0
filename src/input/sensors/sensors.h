/* sensors.h - sensor readings of concentrations for source estimation: CSV with a header
 * (docs/source-estimation.md).
 *
 * Columns, in any order and case: x, y (or latitude, longitude; easting, northing), height,
 * concentration; optional: name, time_start, time_end, detection_limit, error. Concentrations have
 * a unit in brackets, "concentration [mg/m3]"; without it kg/m3. A concentration "<0.5" is below
 * that limit.
 */
#ifndef SM_INPUT_SENSORS_SENSORS_H
#define SM_INPUT_SENSORS_SENSORS_H

#include "case/case.h"

/* Mean concentration over an averaging interval at a place. */
struct sm_sensor_reading {
  char name[64];
  enum sm_position_kind position;
  double place[2];    /* LOCAL: x, y m; LATLON: lat, lon deg; CRS: easting, northing m */
  double height;      /* m above the ground */
  double from, until; /* s after the start of the run; NAN: no times */
  double value;       /* kg/m3; NAN: below the limit */
  double limit;       /* detection limit, kg/m3; 0: none */
  double error;       /* standard deviation of the instrument, kg/m3 */
  int line;
};

struct sm_sensor_readings {
  struct sm_sensor_reading *item;
  size_t count, capacity;
  bool timed;       /* the readings have times */
  const char *path; /* the name that was given, not a copy */
};

/* Reads a file. Readings below their limit get the value NAN; an error that is not given is a third
 * of the limit. Errors: ERR_DATA (with the line), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sensors_read(struct sm_context *ctx, const char *path,
                                          struct sm_sensor_readings *out);

/* Parses a text in memory, with writable text[size]; `name` stands for the file. */
SM_CHECKED enum sm_status sm_sensors_parse(struct sm_context *ctx, const char *name, char *text,
                                           size_t size, struct sm_sensor_readings *out);
void sm_sensors_free(struct sm_sensor_readings *readings);

#endif
