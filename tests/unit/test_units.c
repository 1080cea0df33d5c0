/* Numbers with units. */
#define _POSIX_C_SOURCE 200809L
#include "base/context.h"
#include "case/toml/units.h"
#include "harness.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;

static double read_ok(const char *text, const char *unit) {
  double value = NAN;
  const enum sm_status status = sm_units_read(ctx, text, unit, &value);
  ck_assert_msg(status == SM_OK, "'%s': %s", text, sm_context_message(ctx));
  return value;
}

static void read_fails(const char *text, const char *unit, const char *reason) {
  double value = 42;
  ck_assert_msg(sm_units_read(ctx, text, unit, &value) == SM_ERR_CASE, "'%s' was read", text);
  ck_assert_msg(strstr(sm_context_message(ctx), reason) != NULL, "'%s': %s", text,
                sm_context_message(ctx));
  ck_assert(value == 42);
}

static void near(double a, double b) { ck_assert_double_eq_tol(a, b, 1e-12 * fabs(b)); }

START_TEST(bare_numbers_have_the_unit_already) {
  near(read_ok("12", "m"), 12);
  near(read_ok(" -1.5e3 ", "m"), -1500);
  near(read_ok("+.5", "m/s"), 0.5);
  near(read_ok("5.", "1"), 5);
}
END_TEST

START_TEST(everyday_units_are_converted) {
  near(read_ok("20 ft", "m"), 6.096);
  near(read_ok("20ft", "m"), 6.096);
  near(read_ok("1.5 km", "m"), 1500);
  near(read_ok("1 mi", "m"), 1609.344);
  near(read_ok("10 kt", "m/s"), 10 * 1852.0 / 3600);
  near(read_ok("10 kts", "m s-1"), 10 * 1852.0 / 3600);
  near(read_ok("10 mph", "m/s"), 4.4704);
  near(read_ok("36 km/h", "m/s"), 10);
  near(read_ok("36 kph", "m/s"), 10);
  near(read_ok("3 mps", "m/s"), 3);
  near(read_ok("20 degC", "K"), 293.15);
  near(read_ok("50 degF", "K"), 283.15);
  near(read_ok("50 %", "1"), 0.5);
  near(read_ok("2 g/s", "kg/s"), 0.002);
  near(read_ok("10 min", "s"), 600);
  near(read_ok("50 ms", "s"), 0.05);
  near(read_ok("100 um", "m"), 1e-4);
  near(read_ok("5 t", "kg"), 5000);
  near(read_ok("2650 kg/m3", "kg/m3"), 2650);
  near(read_ok("2.65 t/m3", "kg/m3"), 2650);
  near(read_ok("60 rpm", "rad/s"), 2 * acos(-1));
  near(read_ok("1013.25 hPa", "Pa"), 101325);
  near(read_ok("270 deg", "deg"), 270);
  near(read_ok("270\u00b0", "deg"), 270);
}
END_TEST

START_TEST(other_units_come_from_udunits) {
  near(read_ok("1 fathom", "m") / 6, 0.3048006096012192); /* of the US survey foot */
  near(read_ok("1 m/min", "m/s"), 1.0 / 60);
  near(read_ok("1e3 nm", "m"), 1e-6);
  near(read_ok("1 rad", "deg"), 180 / acos(-1));
  near(read_ok("2 knot", "km h-1"), 3.704);
  near(read_ok("1 bar", "Pa"), 1e5);
  double value;
  ck_assert_int_eq(sm_units_convert(ctx, 300, "K", "degC", &value), SM_OK);
  near(value, 26.85);
}
END_TEST

START_TEST(everyday_units_agree_with_udunits) {
  static const char *const pairs[][3] = {{"ft", "international_foot", "m"},
                                         {"mi", "international_mile", "m"},
                                         {"nmi", "nautical_mile", "m"},
                                         {"kt", "knot", "m.s-1"},
                                         {"g/s", "g.s-1", "kg.s-1"},
                                         {"degF", "fahrenheit", "kelvin"},
                                         {"degC", "celsius", "kelvin"},
                                         {"day", "d", "second"},
                                         {"h", "hour", "second"},
                                         {"%", "percent", "0.5"},
                                         {"cm/s", "cm.s-1", "m.s-1"},
                                         {"mm/s", "mm.s-1", "m.s-1"},
                                         {"kN", "kilonewton", "newton"},
                                         {"ug/s", "ug.s-1", "kg.s-1"},
                                         {"ppm", "ppmv", "0.5"},
                                         {"ppb", "ppbv", "0.5"},
                                         {"ms", "millisecond", "second"},
                                         {"us", "microsecond", "second"},
                                         {"um", "micrometer", "meter"},
                                         {"\u00b5m", "micron", "meter"},
                                         {"t", "metric_ton", "kilogram"},
                                         {"g", "gram", "kilogram"},
                                         {"mg", "milligram", "kilogram"},
                                         {"g/m3", "gram/m3", "kg.m-3"},
                                         {"mg/m3", "mg.m-3", "kg.m-3"},
                                         {"hPa", "hectopascal", "pascal"},
                                         {"kPa", "kilopascal", "pascal"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    double ours, theirs;
    ck_assert_int_eq(sm_units_convert(ctx, 7, pairs[i][0], pairs[i][2], &ours), SM_OK);
    ck_assert_int_eq(sm_units_convert(ctx, 7, pairs[i][1], pairs[i][2], &theirs), SM_OK);
    near(ours, theirs);
  }
}
END_TEST

START_TEST(wrong_texts_are_refused) {
  read_fails("10 kx", "m", "unknown unit 'kx'");
  read_fails("10 kg", "m", "cannot turn 'kg' into 'm'");
  read_fails("10 s", "m", "cannot turn 's' into 'm'");
  read_fails("0.3 %", "deg", "cannot turn '%' into 'deg'");
  read_fails("30 deg", "1", "cannot turn 'deg' into '1'");
  read_fails("", "m", "does not start with a number");
  read_fails("m", "m", "does not start with a number");
  read_fails("- 3 m", "m", "does not start with a number");
  read_fails("nan m", "m", "does not start with a number");
  read_fails("inf", "m", "does not start with a number");
  read_fails("0x10", "m", "unknown unit 'x10'");
  read_fails("1,5 m", "m", "decimals follow a point");
  read_fails("10 12 m", "m", "two numbers");
  read_fails("1e400 m", "m", "too large");
  read_fails("1e308 km", "m", "not a finite number");
  read_fails("10 m s", "m", "cannot turn");
  read_fails("10 \xff", "m", "\xff");
  char text[400];
  memset(text, '1', sizeof text);
  text[sizeof text - 1] = '\0';
  read_fails(text, "m", "too long a number");
  text[1] = 'x';
  read_fails(text, "m", "unknown unit");
}
END_TEST

START_TEST(quantities_have_names_and_units) {
  static const char *const pairs[][2] = {
      {"m s-1", "a speed (m/s, cm/s, mm/s, mm/h, km/h, mph, kt, ft/s)"},
      {"m/s", "a speed (m/s, cm/s, mm/s, mm/h, km/h, mph, kt, ft/s)"},
      {"1", "a share (1, %)"},
      {"kg m-3", "a concentration or density (kg/m3, g/m3, mg/m3, "
                 "ug/m3)"},
      {"m2 s-2", "a quantity in m2 s-2 (or units of its kind)"}};
  char quantity[SM_QUANTITY];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    sm_units_quantity(pairs[i][0], quantity, sizeof quantity);
    ck_assert_str_eq(quantity, pairs[i][1]);
  }
}
END_TEST

START_TEST(the_table_of_units_is_read_once) {
  double value;
  ck_assert_int_eq(sm_units_read(ctx, "1 furlong", "m", &value), SM_OK);
  const char *place = getenv("UDUNITS2_XML_PATH");
  char *kept = place != NULL ? strdup(place) : NULL;
  setenv("UDUNITS2_XML_PATH", "/nowhere", 1);
  ck_assert_int_eq(sm_units_read(ctx, "1 fathom", "m", &value), SM_OK);
  if (kept != NULL)
    setenv("UDUNITS2_XML_PATH", kept, 1);
  else
    unsetenv("UDUNITS2_XML_PATH");
  free(kept);
}
END_TEST

CONTEXT_TEST_MAIN(bare_numbers_have_the_unit_already, everyday_units_are_converted,
                  other_units_come_from_udunits, everyday_units_agree_with_udunits,
                  wrong_texts_are_refused, quantities_have_names_and_units,
                  the_table_of_units_is_read_once)
