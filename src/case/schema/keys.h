/* case/schema/keys.h - macros for the tables of keys in schema_<section>.c. */
#ifndef SM_CASE_SCHEMA_KEYS_H
#define SM_CASE_SCHEMA_KEYS_H

#include "case/schema/schema.h"
#include <math.h>

/* Destination of the value: offset in the draft of the case. */
#define AT(field) .at = offsetof(struct sm_case_draft, field)
#define COUNT_AT(field) .count_at = offsetof(struct sm_case_draft, field)
#define WORDS(...)                                                                                 \
  .words = (const char *const[]) { __VA_ARGS__, NULL }

#define ANY .low = -HUGE_VAL, .high = HUGE_VAL
#define ABOVE(limit) .low = (limit), .low_open = true, .high = HUGE_VAL
#define AT_LEAST(limit) .low = (limit), .high = HUGE_VAL
#define FROM_BELOW(least, limit) .low = (least), .high = (limit), .high_open = true
#define ABOVE_TO(limit, most) .low = (limit), .low_open = true, .high = (most)
#define WITHIN(least, most) .low = (least), .high = (most)
#define INSIDE(least, most) .low = (least), .low_open = true, .high = (most), .high_open = true
#define REQUIRED .required = true
#define WHOLE .whole = true
#define UNIQUE .unique = true
#define IN_DOMAIN .in_domain = SM_KEY_IN_DOMAIN
#define ANYWHERE .in_domain = SM_KEY_ANYWHERE
#define IN_COORDINATES(key) .coordinates = (key)
#define DEFAULT(number) .fallback = (number)
#define UNLESS(number, what) .fallback = (number), .otherwise = (what)
#define OPTIONAL(what) UNLESS((double)NAN, what)

/* Conditions of a key or table; `remedy`: help text of the message, may be NULL. */
#define ONLY_WITH(...)                                                                             \
  .only_with = (const struct sm_schema_condition[]) {                                              \
    __VA_ARGS__, { 0 }                                                                             \
  }
#define GIVEN(path, remedy)                                                                        \
  { .on = (path), .help = (remedy) }
#define WITHOUT(path, remedy)                                                                      \
  { .on = (path), .negated = true, .help = (remedy) }
#define ONE_OF(key, values)                                                                        \
  { .on = (key), .words = (values) }
#define NONE_OF(key, values, remedy)                                                               \
  { .on = (key), .words = (values), .negated = true, .help = (remedy) }
#define MODEL(values) ONE_OF("wind.model", values)
#define FLOWS "incompressible compressible"
#define WITH_OBSTACLES "file points " FROM_WEATHER /* models with obstacles and terrain */
#define FROM_WEATHER "diagnostic rans " FLOWS      /* models initialised from the weather */

#define SUBGRID NONE_OF("flow.subgrid", "none", NULL)

/* Members of a table. */
#define KEYS(array) .keys = (array), .key_count = sizeof(array) / sizeof *(array)
#define LINE(field) .line_at = offsetof(struct sm_case_draft, field)

/* Repeatable table: its struct, the pointer to the array in the draft (the count is ..._count), and
 * the member that holds the line. */
#define LIST_OF(type, field, line)                                                                 \
  .element_size = sizeof(struct type), AT(field), COUNT_AT(field##_count),                         \
  .line_at = offsetof(struct type, line)

/* Range of the relative tolerance of chemistry. */
#define RTOL_LIMITED FROM_BELOW(SM_CHEM_RTOL_MIN, 0.1), .limited = SM_CHEM_RTOL_MIN_WHY

/* Members of a species that rain washes out. */
#define SCAVENGING(COEFFICIENT, EXPONENT)                                                          \
  {"scavenging_coefficient",                                                                       \
   SM_KEY_NUMBER,                                                                                  \
   COEFFICIENT,                                                                                    \
   .unit = "1/s",                                                                                  \
   WITHIN(0, 1),                                                                                   \
   UNLESS(0, "no wet deposition"),                                                                 \
   ONLY_WITH(GIVEN("rain", "[rain] with rate = \"2 mm/h\"")),                                      \
   .meaning = "wet deposition: scavenging (washout) coefficient at a rain rate of 1 mm/h, such "   \
              "as 8.4e-5 for particles of 1 um; values for gases and sizes: "                      \
              "docs/theory/particles.md"},                                                         \
  {                                                                                                \
    "scavenging_exponent", SM_KEY_NUMBER, EXPONENT, WITHIN(0, 3), DEFAULT(0.79),                   \
        .needs = "scavenging_coefficient",                                                         \
        .meaning = "exponent B of the rain rate R: mass falls by exp(-A (R / 1 mm/h)^B t)"         \
  }

/* Members of a source, for source_keys.def. */
#define SOURCE(field) .at = offsetof(struct sm_case_source, field)
#define SOURCE_COUNT(field) .count_at = offsetof(struct sm_case_source, field)

/* Units of heights in rasters, as enum sm_height_unit. */
#define SM_HEIGHT_UNITS "file", "m", "ft", "us-ft", "dm", "cm"

/* Keys common to several tables; IN: macro for a member of their struct, PLACE: the position. */
#define POSITION(IN, PLACE)                                                                        \
  "position", SM_KEY_VECTOR, IN(PLACE.position),                                                   \
      .count = 2, .unit = "m", ANY, OPTIONAL("see latitude and easting"),                          \
      .excludes = "latitude longitude easting northing",                                           \
      .meaning = "[x, y] from the south-west corner of the domain without margin"
#define LATITUDE(IN, PLACE)                                                                        \
  "latitude", SM_KEY_NUMBER, IN(PLACE.latitude),                                                   \
      .unit = "deg", WITHIN(-90, 90), OPTIONAL("see position"), .needs = "longitude",              \
      .excludes = "easting northing",                                                              \
      .meaning = "latitude, with longitude (WGS 84, north is positive)"
#define LONGITUDE(IN, PLACE)                                                                       \
  "longitude", SM_KEY_NUMBER, IN(PLACE.longitude), .unit = "deg", WITHIN(-180, 360),               \
                                                   OPTIONAL("see position"), .needs = "latitude",  \
                                                   .meaning = "longitude (east is positive)"
#define EASTING(IN, PLACE)                                                                         \
  "easting", SM_KEY_NUMBER, IN(PLACE.easting),                                                     \
      .unit = "m", ANY, OPTIONAL("see position"), .needs = "northing",                             \
      .meaning = "easting in the crs of the domain, with northing"
#define NORTHING(IN, PLACE)                                                                        \
  "northing", SM_KEY_NUMBER, IN(PLACE.northing), .unit = "m", ANY, OPTIONAL("see position"),       \
                                                 .needs = "easting",                               \
                                                 .meaning = "northing in the crs of the domain"
#define COORDINATES(IN)                                                                            \
  "coordinates", SM_KEY_WORD, IN(in_crs), WORDS("domain", "crs"),                                  \
      .meaning = "kind of coordinates: \"domain\": m from the south-west corner of the domain "    \
                 "without margin; \"crs\": coordinates in the crs of the domain"

/* Keys of positions on a map, enum sm_coordinates. */
#define MAP_COORDINATES(NAME, IN, WHAT)                                                            \
  NAME, SM_KEY_WORD, IN, WORDS("domain", "crs", "geographic"),                                     \
      .meaning = "kind of coordinates of " WHAT ": x and y from the south-west corner of the "     \
                 "domain without margin; easting and northing in its crs; latitude and longitude " \
                 "in degrees"

#endif
