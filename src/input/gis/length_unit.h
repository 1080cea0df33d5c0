/* length_unit.h - units of length as files spell them: "ft", "US_survey_foot", "Meters". */
#ifndef SM_INPUT_GIS_LENGTH_UNIT_H
#define SM_INPUT_GIS_LENGTH_UNIT_H

#include <stdbool.h>

enum sm_length_unit {
  SM_LENGTH_NONE,   /* the text is empty, or says that it is not known */
  SM_LENGTH_METRES, /* a length, whose metres are given */
  SM_LENGTH_OTHER   /* anything else */
};

/* Reads the name of a unit, in any spelling: international feet and US survey feet differ by
 * 2e-6. "Meters x 10", as landscape files have it, are tenths of a metre. */
enum sm_length_unit sm_length_unit_read(const char *text, double *metres);

/* Finds a unit in the name of something else, such as "NAVD88 height (ftUS)". */
bool sm_length_unit_find(const char *name, double *metres);

/* The same unit but for rounding and the kind of foot. */
bool sm_length_unit_same(double a, double b);

#endif
