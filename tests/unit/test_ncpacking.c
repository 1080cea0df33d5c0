/* Packed NetCDF variables, in classic and NetCDF-4 files: the values that their attributes mean. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "failing_netcdf.h"
#include "fake_gis.h"
#include "harness.h"
#include "input/netcdf/ncdata.h"
#include "input/netcdf/winds_file.h"
#include "weather_files.h"

static const int modes[] = {NC_CLOBBER, NC_64BIT_OFFSET, NC_NETCDF4};

/* One attribute of the variable of a test: numbers of a type, or a text. */
struct mark {
  const char *name;
  int type; /* 0 ends a list */
  double number[3];
  size_t count;
  const char *text;
};

/* Writes the numbers as they stand into a variable "a" of a new file. */
static void make(int mode, int type, const struct mark *marks, const double *number, size_t count) {
  int v;
  made_create(mode);
  made_dimension("n", count);
  made_variable("a", type, "n", "m s-1");
  ok(nc_inq_varid(made.id, "a", &v));
  for (; marks->type != 0; marks++)
    if (marks->text != NULL)
      made_text("a", marks->name, marks->text);
    else
      ok(nc_put_att_double(made.id, v, marks->name, marks->type, marks->count, marks->number));
  ok(nc_enddef(made.id));
  ok(nc_put_var_double(made.id, v, number));
  made_close();
}

/* Reads it back; the message of an error, or NULL. */
static const char *read_back(size_t count, double *out) {
  struct sm_ncdata file;
  struct sm_ncdata_variable a;
  const size_t start = 0;
  ck_assert_int_eq(sm_ncdata_open(made.ctx, made_paths[made.count - 1], &file), SM_OK);
  ck_assert(sm_ncdata_find(&file, "a", &a));
  const enum sm_status status = sm_ncdata_read(&file, &a, &start, &count, out);
  sm_ncdata_close(&file);
  if (status == SM_OK) return NULL;
  ck_assert_int_eq(status, SM_ERR_DATA);
  return sm_context_message(made.ctx);
}

/* The numbers of a file must mean these values, in files of every kind that has the type. */
static void must_mean(int type, const struct mark *marks, const double *number, const double *value,
                      size_t count) {
  const bool classic = type <= NC_DOUBLE;
  for (int m = classic ? 0 : 2; m < 3; m++) {
    double out[8];
    made_begin();
    make(modes[m], type, marks, number, count);
    const char *message = read_back(count, out);
    ck_assert_msg(message == NULL, "%s", message);
    for (size_t i = 0; i < count; i++)
      ck_assert_msg(isnan(value[i]) ? isnan(out[i])
                                    : fabs(out[i] - value[i]) <= 1e-6 * fabs(value[i]) + 1e-9,
                    "mode %d: value %zu is %.9g, not %.9g", modes[m], i, out[i], value[i]);
    made_end();
  }
}

#define SCALE                                                                                      \
  { "scale_factor", NC_DOUBLE, {0.001}, 1, NULL }
#define OFFSET                                                                                     \
  { "add_offset", NC_DOUBLE, {-40}, 1, NULL }
#define UNSIGNED                                                                                   \
  { "_Unsigned", NC_CHAR, {0}, 0, "true" }
#define END                                                                                        \
  { NULL, 0, {0}, 0, NULL }

START_TEST(signed_types_hold_unsigned_numbers) {
  /* 43000 and 65535 as the bits of shorts; the fill value of the attribute is of the bits too */
  const struct mark marks[] = {
      UNSIGNED, SCALE, OFFSET, {"_FillValue", NC_SHORT, {-1}, 1, NULL}, END};
  must_mean(NC_SHORT, marks, (const double[]){-22536, 7, -1, -32768},
            (const double[]){3, -39.993, NAN, -7.232}, 4);
  const struct mark bytes[] = {{"_Unsigned", NC_CHAR, {0}, 0, "True"}, END};
  must_mean(NC_BYTE, bytes, (const double[]){-1, -128, 5}, (const double[]){255, 128, 5}, 3);
  must_mean(NC_INT, bytes, (const double[]){-1, -2147483647.0 - 1, 5},
            (const double[]){4294967295.0, 2147483648.0, 5}, 3);
  const struct mark numeral[] = {{"_Unsigned", NC_INT, {1}, 1, NULL}, END};
  must_mean(NC_BYTE, numeral, (const double[]){-1, 3}, (const double[]){255, 3}, 2);
}
END_TEST

START_TEST(unsigned_types_hold_signed_numbers) {
  const struct mark marks[] = {{"_Unsigned", NC_CHAR, {0}, 0, "false"}, END};
  must_mean(NC_USHORT, marks, (const double[]){65535, 32768, 5}, (const double[]){-1, -32768, 5},
            3);
  must_mean(NC_UBYTE, marks, (const double[]){200, 127}, (const double[]){-56, 127}, 2);
  must_mean(NC_BYTE, marks, (const double[]){-56, 127}, (const double[]){-56, 127}, 2);
}
END_TEST

START_TEST(marks_of_missing_values_are_numbers_of_the_file) {
  const struct mark fill[] = {SCALE, {"_FillValue", NC_SHORT, {-999}, 1, NULL}, END};
  must_mean(NC_SHORT, fill, (const double[]){-999, 999}, (const double[]){NAN, 0.999}, 2);
  const struct mark list[] = {SCALE, {"missing_value", NC_SHORT, {-9, 12}, 2, NULL}, END};
  must_mean(NC_SHORT, list, (const double[]){-9, 12, 1}, (const double[]){NAN, NAN, 0.001}, 3);
  /* a short cannot be -99999: the mark is a value */
  const struct mark wide[] = {{"scale_factor", NC_DOUBLE, {10}, 1, NULL},
                              {"missing_value", NC_DOUBLE, {-99990}, 1, NULL},
                              END};
  must_mean(NC_SHORT, wide, (const double[]){-9999, 5}, (const double[]){NAN, 50}, 2);
  const struct mark real[] = {{"missing_value", NC_FLOAT, {-999.9}, 1, NULL}, END};
  must_mean(NC_FLOAT, real, (const double[]){-999.9, 3, 9.99e20}, (const double[]){NAN, 3, NAN}, 3);
  const struct mark none[] = {END};
  must_mean(NC_SHORT, none, (const double[]){NC_FILL_SHORT, 3}, (const double[]){NAN, 3}, 2);
}
END_TEST

START_TEST(values_outside_the_valid_range_are_missing) {
  const struct mark packed[] = {SCALE, {"valid_range", NC_SHORT, {-100, 100}, 2, NULL}, END};
  must_mean(NC_SHORT, packed, (const double[]){-101, -100, 100, 101},
            (const double[]){NAN, -0.1, 0.1, NAN}, 4);
  const struct mark bits[] = {UNSIGNED, SCALE, {"valid_range", NC_SHORT, {0, -6}, 2, NULL}, END};
  must_mean(NC_SHORT, bits, (const double[]){-6, -5, 0}, (const double[]){65.530, NAN, 0}, 3);
  const struct mark values[] = {SCALE, {"valid_max", NC_DOUBLE, {1.5}, 1, NULL}, END};
  must_mean(NC_SHORT, values, (const double[]){1500, 1501, -9}, (const double[]){1.5, NAN, -0.009},
            3);
  const struct mark real[] = {
      {"valid_min", NC_FLOAT, {0.1}, 1, NULL}, {"valid_max", NC_FLOAT, {50}, 1, NULL}, END};
  must_mean(NC_FLOAT, real, (const double[]){0.1, 0, 50, 51}, (const double[]){0.1, NAN, 50, NAN},
            4);
}
END_TEST

/* A variable that cannot be understood is an error, not a guess. */
static void must_refuse(int type, struct mark mark, const char *message) {
  const struct mark marks[] = {mark, END};
  double out[2];
  made_begin();
  make(NC_NETCDF4, type, marks, (const double[]){1, 2}, 2);
  const char *found = read_back(2, out);
  ck_assert_ptr_nonnull(found);
  ck_assert_msg(strstr(found, message) != NULL, "'%s' is not in\n%s", message, found);
  made_end();
}

START_TEST(attributes_that_mean_nothing_are_errors) {
  must_refuse(NC_SHORT, (struct mark){"scale_factor", NC_CHAR, {0}, 0, "one tenth"},
              "variable 'a': attribute 'scale_factor' is a text, not a number");
  must_refuse(NC_SHORT, (struct mark){"add_offset", NC_DOUBLE, {NAN}, 1, NULL},
              "attribute 'add_offset' is not finite");
  must_refuse(NC_SHORT, (struct mark){"scale_factor", NC_DOUBLE, {1, 2}, 2, NULL},
              "attribute 'scale_factor' has more numbers than it can have");
  must_refuse(NC_SHORT, (struct mark){"_Unsigned", NC_CHAR, {0}, 0, "perhaps"},
              "attribute '_Unsigned' is neither");
  must_refuse(NC_FLOAT, (struct mark){"valid_range", NC_FLOAT, {5, 1}, 2, NULL},
              "attribute 'valid_range' leaves no valid number");
  const struct mark numeral[] = {{"scale_factor", NC_CHAR, {0}, 0, "0.5"}, END};
  must_mean(NC_SHORT, numeral, (const double[]){3}, (const double[]){1.5}, 1);
}
END_TEST

static double places(const size_t *at) { return 10 * (double)at[0] + 5; }

/* A wind of 3 m/s to the east and -4 m/s to the north, packed into shorts without sign. */
static void packed_wind(const char *name, const char *dimensions, double value) {
  int v;
  made_variable(name, NC_SHORT, dimensions, "m s-1");
  made_number(name, "scale_factor", NC_DOUBLE, 0.001);
  made_number(name, "add_offset", NC_DOUBLE, -40);
  made_text(name, "_Unsigned", "true");
  const double number = floor((value + 40) / 0.001 + 0.5);
  constant_value = number > 32767 ? number - 65536 : number;
  ok(nc_inq_varid(made.id, name, &v));
  made_fill(name, constant);
}

START_TEST(weather_of_shorts_without_sign_is_read) {
  for (int m = 0; m < 3; m++) {
    made_begin();
    made_create(modes[m]);
    made_dimension("time", 1);
    made_dimension("latitude", 5);
    made_dimension("longitude", 5);
    made_constant("time", "time", "hours since 2026-05-01", 12);
    made_field("latitude", "latitude", "degrees_north", places);
    made_field("longitude", "longitude", "degrees_east", places);
    packed_wind("u10", "time latitude longitude", 3);
    packed_wind("v10", "time latitude longitude", -4);
    made_close();
    made_area(25, 25, 0.1);
    made_read();
    for (int p = 0; p < made.weather.place_count; p++) must_blow(p, 0, 0, 10, 3, -4, 1e-9);
    made_end();
  }
}
END_TEST

START_TEST(winds_of_shorts_without_sign_are_read) {
  for (int m = 0; m < 3; m++) {
    struct sm_winds_file file;
    double out[27];
    made_begin();
    made_create(modes[m]);
    made_dimension("z", 3);
    made_dimension("y", 3);
    made_dimension("x", 3);
    made_field("x", "x", "m", places);
    made_field("y", "y", "m", places);
    made_field("z", "z", "m", places);
    packed_wind("u", "z y x", 3);
    packed_wind("v", "z y x", -4);
    packed_wind("w", "z y x", 0.5);
    made_close();
    ck_assert_int_eq(sm_winds_file_open(made.ctx, made_paths[0], &file), SM_OK);
    for (int c = 0; c < 3; c++) {
      ck_assert_int_eq(sm_winds_file_read(&file, 0, c, 0, 3, out), SM_OK);
      for (int i = 0; i < 27; i++) near(out[i], (const double[]){3, -4, 0.5}[c], 1e-9);
    }
    sm_winds_file_close(&file);
    made_end();
  }
}
END_TEST

/* An attribute that is there and cannot be read is none that is absent: not the numbers are wrong,
 * but what they mean is not known. */
START_TEST(an_attribute_that_cannot_be_read_is_an_error) {
  static const double number[2] = {1, 2};
  static const struct mark none[] = {{.type = 0}};
  for (int n = 0; n < 4; n++) { /* where it fails, and damaged or without memory */
    const enum sm_status wanted = n < 2 ? SM_ERR_DATA : SM_ERR_MEMORY;
    struct sm_ncdata file;
    struct sm_ncdata_variable a;
    const size_t start = 0, count = 2;
    double out[2];
    made_begin();
    make(NC_NETCDF4, NC_DOUBLE, none, number, 2);
    ck_assert_int_eq(sm_ncdata_open(made.ctx, made_paths[made.count - 1], &file), SM_OK);
    ck_assert(sm_ncdata_find(&file, "a", &a));
    ck_assert_int_eq(sm_ncdata_convert(&file, &a, "km h-1"), SM_OK);
    ck_assert_int_eq(sm_ncdata_read(&file, &a, &start, &count, out), SM_OK);
    near(out[1], 7.2, 1e-12);
    netcdf_fails.attribute = "units";
    netcdf_fails.code = n < 2 ? NC_EHDFERR : NC_ENOMEM;
    netcdf_fails.in_inquiry = n % 2;
    ck_assert_int_eq(sm_ncdata_convert(&file, &a, "m s-1"), wanted);
    netcdf_fails.attribute = NULL;
    ck_assert_int_eq(sm_ncdata_read(&file, &a, &start, &count, out), wanted);
    ck_assert_msg(strstr(sm_context_message(made.ctx), "'units' cannot be read") != NULL, "%s",
                  sm_context_message(made.ctx));
    sm_ncdata_close(&file);
    made_end();
  }
}
END_TEST

TEST_MAIN(signed_types_hold_unsigned_numbers, unsigned_types_hold_signed_numbers,
          marks_of_missing_values_are_numbers_of_the_file,
          values_outside_the_valid_range_are_missing, attributes_that_mean_nothing_are_errors,
          weather_of_shorts_without_sign_is_read, winds_of_shorts_without_sign_are_read,
          an_attribute_that_cannot_be_read_is_an_error)
