/* grib_fields.h - GRIB fields of one number each, as weather centres write them. */
#ifndef SM_TESTS_GRIB_FIELDS_H
#define SM_TESTS_GRIB_FIELDS_H

#include "grib_files.h"

static const struct grib_plane plane = {"plain", grib_plain,      11.25, 47.5,
                                        0.25,    grib_plain_keys, false};

static const char *path; /* of the file that is written */

/* A field of 12:00 with one number everywhere; overwritten by the tests. */
static struct grib_field field;

static void begin(void) {
  made_begin();
  path = made_next();
  field = (struct grib_field){.edition = 2,
                              .date = 20260501,
                              .hour = 12,
                              .member = -1,
                              .plane = &plane,
                              .scan = {.j_positive = 1},
                              .value = grib_constant};
  made_area(11.25, 47.5, 1e-3);
}

static void put(const char *name, const char *level_type, long level, double number) {
  field.name = name;
  field.level_type = level_type;
  field.level = level;
  field.number = number;
  grib_write(path, &field);
}

static int middle(void) { return made_place(11.25, 47.5); }

#endif
