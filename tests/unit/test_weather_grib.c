/* GRIB winds on the grids of weather centres, in every scanning mode: places, values and directions
 * that are read, beside those by the projections' own formulas. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "grib_planes.h"
#include "harness.h"

static double angle_of(const struct grib_plane *p, double x, double y) {
  return map_angle(p->place, p->step * 1e-2, x, y);
}

static double along(double x, double y, const struct grib_field *f, bool second) {
  const double u = -10 * sin(f->number * rad), v = -10 * cos(f->number * rad);
  const double a = f->relative ? angle_of(f->plane, x, y) : 0;
  return second ? v * cos(a) - u * sin(a) : u * cos(a) + v * sin(a);
}
static double wind_u(double x, double y, const struct grib_field *f) {
  return along(x, y, f, false);
}
static double wind_v(double x, double y, const struct grib_field *f) {
  return along(x, y, f, true);
}

/* Temperature that tells where it is. */
static double here(double latitude, double longitude) {
  return 260 + 0.3 * latitude + 5 * sin(longitude * rad);
}
static double temperature(double x, double y, const struct grib_field *f) {
  double place[2];
  f->plane->place(x, y, place);
  return here(place[0], place[1]);
}

static void make(const struct grib_plane *p, struct grib_scan scan, int edition, long relative,
                 double from) {
  struct grib_field f = {.edition = edition,
                         .name = "10u",
                         .level_type = "heightAboveGround",
                         .level = 10,
                         .date = 20260501,
                         .hour = 6,
                         .step = 6,
                         .relative = relative,
                         .member = -1,
                         .plane = p,
                         .scan = scan,
                         .value = wind_u,
                         .number = from};
  const char *path = made_next();
  if (edition == 1) f.level_type = "surface", f.level = 0;
  grib_write(path, &f);
  f.name = "10v";
  f.value = wind_v;
  grib_write(path, &f);
  f.name = "2t";
  f.level = edition == 1 ? 0 : 2;
  f.value = temperature;
  grib_write(path, &f);
  double middle[2];
  p->place(p->x, p->y, middle);
  made_area(middle[1], middle[0], 1e-4);
}

static void must_come_from(const struct grib_plane *p, double direction) {
  made_read();
  ck_assert_int_eq(made.weather.time_count, 1);
  near(made.weather.time[0], 1777636800, 0); /* 2026-05-01 12:00 */
  ck_assert_int_ge(made.weather.place_count, 9);
  for (int n = 0; n < made.weather.place_count; n++) {
    const struct sm_model_column *place = &made.weather.place[n];
    int count;
    const struct sm_model_level *level = sm_model_weather_levels(&made.weather, n, 0, &count);
    ck_assert_int_eq(count, 1);
    near(level->height, 10, 0);
    const double from = atan2(-level->u, -level->v) / rad;
    ck_assert_msg(fabs(remainder(from - direction, 360)) < 0.1, "%s: from %.3f, not %.3f deg",
                  p->name, from, direction);
    near(hypot(level->u, level->v), 10, 1e-4);
    const double t = sm_model_weather_surface(&made.weather, n, 0)->temperature;
    ck_assert_msg(fabs(t - here(place->latitude, place->longitude)) < 1e-3,
                  "%s: %.6f K at %.5f, %.5f, not %.6f", p->name, t, place->latitude,
                  place->longitude, here(place->latitude, place->longitude));
  }
  double middle[2]; /* the middle is a column */
  p->place(p->x, p->y, middle);
  const int n = made_place(middle[1], middle[0]);
  near(made.weather.place[n].latitude, middle[0], 2e-5);
  near(remainder(made.weather.place[n].longitude - middle[1], 360), 0, 4e-5);
}

static void must_read(const struct grib_plane *p, struct grib_scan scan, int edition, long relative,
                      double from) {
  made_begin();
  make(p, scan, edition, relative, from);
  must_come_from(p, from);
  made_end();
}

START_TEST(winds_along_every_grid_are_turned) {
  static const double directions[] = {0, 57.3, 180, 301};
  for (int p = 0; p < PLANES; p++)
    for (int d = 0; d < 4; d++) {
      must_read(&planes[p], (struct grib_scan){.j_positive = 1}, 2, 1, directions[d]);
      must_read(&planes[p], (struct grib_scan){0}, 2, 1, directions[d]);
    }
}
END_TEST

/* COSMO: u half a step east of the columns, v half a step north of them. */
static void make_staggered(const struct grib_plane *p, struct grib_scan scan, int edition,
                           bool columns_too, double from) {
  struct grib_plane east = *p, north = *p;
  struct grib_field f = {.edition = edition,
                         .name = "u",
                         .level_type = "heightAboveGround",
                         .level = 10,
                         .date = 20260501,
                         .hour = 6,
                         .step = 6,
                         .relative = 1,
                         .member = -1,
                         .plane = &east,
                         .scan = scan,
                         .value = wind_u,
                         .number = from};
  const char *path = made_next();
  east.x += 0.5 * p->step;
  north.y += 0.5 * p->step;
  grib_write(path, &f);
  f.name = "v";
  f.value = wind_v;
  f.plane = &north;
  grib_write(path, &f);
  f.plane = p;
  if (columns_too) { /* another level, on the columns */
    f.level = 100;
    grib_write(path, &f);
    f.name = "u";
    f.value = wind_u;
    grib_write(path, &f);
  }
  f.name = "2t";
  f.level = edition == 1 ? 0 : 2;
  if (edition == 1) f.level_type = "surface";
  f.value = temperature;
  grib_write(path, &f);
  double middle[2];
  p->place(p->x, p->y, middle);
  made_area(middle[1], middle[0], 1e-4);
}

START_TEST(staggered_winds_are_those_of_the_columns) {
  static const int list[] = {7, 8, 9, 11};
  for (int n = 0; n < 4; n++)
    for (int mode = 0; mode < 16; mode++) {
      const struct grib_scan scan = {.i_negative = mode & 1,
                                     .j_positive = mode >> 1 & 1,
                                     .columns_first = mode >> 2 & 1,
                                     .alternating = mode >> 3 & 1};
      made_begin();
      make_staggered(&planes[list[n]], scan, 2, false, 57.3);
      must_come_from(&planes[list[n]], 57.3);
      made_end();
    }
}
END_TEST

/* As on another level, whose winds lie on the columns. */
START_TEST(staggered_winds_are_means) {
  made_begin();
  make_staggered(&planes[8], (struct grib_scan){.j_positive = 1}, 2, true, 301);
  made_read();
  double middle[2];
  planes[8].place(planes[8].x, planes[8].y, middle);
  const int n = made_place(middle[1], middle[0]);
  int count;
  const struct sm_model_level *level = sm_model_weather_levels(&made.weather, n, 0, &count);
  ck_assert_int_eq(count, 2);
  near(level[0].u, level[1].u, 2e-3); /* second differences of the rotated wind */
  near(level[0].v, level[1].v, 2e-3);
  made_end();
}
END_TEST

START_TEST(winds_to_the_true_north_are_not_turned) {
  for (int p = 0; p < PLANES; p++)
    must_read(&planes[p], (struct grib_scan){.j_positive = 1}, 2, 0, 203);
}
END_TEST

START_TEST(values_are_found_in_every_scanning_mode) {
  for (int p = 0; p < PLANES; p++)
    for (int mode = 0; mode < 16; mode++)
      must_read(&planes[p],
                (struct grib_scan){.i_negative = mode & 1,
                                   .j_positive = mode >> 1 & 1,
                                   .columns_first = mode >> 2 & 1,
                                   .alternating = mode >> 3 & 1},
                2, 1, 111);
}
END_TEST

/* Edition 1 has milli-degrees, metres, and projections true at 60 deg. */
START_TEST(edition_1_is_read) {
  static const int list[] = {9, 10, 11};
  for (int n = 0; n < 3; n++)
    for (int mode = 0; mode < 8; mode++)
      must_read(&planes[list[n]],
                (struct grib_scan){.i_negative = mode & 1,
                                   .j_positive = mode >> 1 & 1,
                                   .columns_first = mode >> 2 & 1},
                1, 1, 111);
}
END_TEST

/* ---- coordinates of ecCodes ---- */

/* Ellipsoids and two parallels: beside the coordinates that ecCodes computes. */
static void must_agree(codes_handle *h) {
  size_t count = 0;
  codes_get_size(h, "values", &count);
  double *latitude = malloc(3 * count * sizeof *latitude);
  grib_ok(codes_grib_get_data(h, latitude, latitude + count, latitude + 2 * count), "coordinates");
  made_begin();
  const char *path = made_next();
  grib_word(h, "shortName", "10u");
  grib_ok(codes_write_message(h, path, "w"), path);
  grib_word(h, "shortName", "10v");
  grib_ok(codes_write_message(h, path, "a"), path);
  made_area(latitude[count + count / 2], latitude[count / 2], 0.3);
  made_read();
  ck_assert_int_ge(made.weather.place_count, 9);
  for (int n = 0; n < made.weather.place_count; n++) {
    const struct sm_model_column *place = &made.weather.place[n];
    double least = INFINITY;
    for (size_t k = 0; k < count; k++)
      least = fmin(least, hypot(place->latitude - latitude[k],
                                remainder(place->longitude - latitude[count + k], 360)));
    ck_assert_msg(least < 1e-5, "%.6f, %.6f is %g deg from a point", place->latitude,
                  place->longitude, least);
  }
  made_end();
  free(latitude);
}

START_TEST(ellipsoids_and_two_parallels_agree_with_eccodes) {
  static const struct grib_plane plane = {"Lambert 30 and 60", hrrr, 0, 0, 8000, hrrr_keys, false};
  const struct grib_field f = {.edition = 2,
                               .name = "10u",
                               .level_type = "heightAboveGround",
                               .level = 10,
                               .date = 20260501,
                               .member = -1,
                               .plane = &plane,
                               .scan = {.j_positive = 1},
                               .value = grib_constant,
                               .number = 5};
  codes_handle *h = grib_make(&f);
  for (long shape = 4; shape <= 6; shape++) { /* GRS80, WGS84, sphere */
    grib_set(h, "shapeOfTheEarth", shape);
    grib_put(h, "Latin1InDegrees", 30);
    grib_put(h, "Latin2InDegrees", 60);
    codes_handle *read = codes_handle_clone(h); /* keys that depend on the shape are renewed */
    must_agree(read);
    codes_handle_delete(read);
  }
  codes_handle_delete(h);
}
END_TEST

/* ---- other grids ---- */

/* Rows whose places ecCodes lists. */
START_TEST(winds_along_rows_of_other_projections_are_turned) {
  static const struct grib_plane ukv = {"UKV", azimuthal, 3e5, -2e5, 2000, azimuthal_keys, false};
  for (int relative = 0; relative < 2; relative++) {
    must_read(&ukv, (struct grib_scan){.j_positive = 1}, 2, relative, 203);
    must_read(&ukv, (struct grib_scan){.j_positive = 0}, 2, relative, 21);
  }
  made_begin();
  make(&ukv, (struct grib_scan){.i_negative = 1, .j_positive = 1}, 2, 1, 203);
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(made.ctx), "in this scanning mode"));
  made_end();
}
END_TEST

/* ---- Gaussian grids ---- */

/* Value at a place, or at rotated coordinates: those of a pole at 30 N, 160 W. */
static double of_gauss(const struct sm_model_column *place, bool is_rotated) {
  const double phi = place->latitude * rad, lambda = (place->longitude + 160) * rad, top = 30 * rad;
  const double x = cos(top) * sin(phi) - sin(top) * cos(phi) * cos(lambda);
  const double y = -cos(phi) * sin(lambda);
  if (!is_rotated) return 5 + 0.1 * place->latitude + 3 * sin(place->longitude * rad);
  return 5 + 0.1 * asin(sin(top) * sin(phi) + cos(top) * cos(phi) * cos(lambda)) / rad +
         3 * y / hypot(x, y);
}

START_TEST(gaussian_grids_are_read) {
  static const char *const samples[] = {"regular_gg_sfc_grib2",           "reduced_gg_pl_32_grib2",
                                        "reduced_gg_pl_32_grib1",         "regular_gg_sfc_grib1",
                                        "reduced_rotated_gg_pl_32_grib2", "rotated_gg_sfc_grib2"};
  for (size_t s = 0; s < sizeof samples / sizeof *samples; s++) {
    codes_handle *h = codes_grib_handle_new_from_samples(NULL, samples[s]);
    ck_assert_ptr_nonnull(h);
    grib_set(h, "dataDate", 20260501);
    grib_set(h, "dataTime", 1200);
    const bool second = strstr(samples[s], "grib2") != NULL;
    grib_word(h, "shortName", "10u");
    if (second) grib_word(h, "typeOfLevel", "heightAboveGround"), grib_set(h, "level", 10);
    const bool is_rotated = strstr(samples[s], "rotated") != NULL;
    if (is_rotated) { /* ecCodes lists their rotated coordinates */
      grib_put(h, "latitudeOfSouthernPoleInDegrees", -30);
      grib_put(h, "longitudeOfSouthernPoleInDegrees", 20);
      grib_set(h, "uvRelativeToGrid", 0);
    }
    size_t count = 0;
    codes_get_size(h, "values", &count);
    double *latitude = malloc(3 * count * sizeof *latitude), *value = latitude + 2 * count;
    grib_ok(codes_grib_get_data(h, latitude, latitude + count, value), "coordinates");
    for (size_t k = 0; k < count; k++)
      value[k] = 5 + 0.1 * latitude[k] + 3 * sin(latitude[count + k] * rad);
    grib_set(h, "bitsPerValue", 24);
    grib_ok(codes_set_double_array(h, "values", value, count), "values");
    made_begin();
    const char *path = made_next();
    grib_ok(codes_write_message(h, path, "w"), path);
    grib_word(h, "shortName", "10v");
    grib_ok(codes_write_message(h, path, "a"), path);
    made_area(0, 48, 2);
    made_read();
    ck_assert_int_ge(made.weather.place_count, 9);
    for (int n = 0; n < made.weather.place_count; n++) {
      const struct sm_model_column *place = &made.weather.place[n];
      const double right = of_gauss(place, is_rotated);
      must_blow(n, 0, 0, 10, right, right, 5e-3);
    }
    made_end();
    free(latitude);
    codes_handle_delete(h);
  }
}
END_TEST

TEST_MAIN(winds_along_every_grid_are_turned, staggered_winds_are_those_of_the_columns,
          staggered_winds_are_means, winds_to_the_true_north_are_not_turned,
          values_are_found_in_every_scanning_mode, edition_1_is_read,
          ellipsoids_and_two_parallels_agree_with_eccodes, gaussian_grids_are_read,
          winds_along_rows_of_other_projections_are_turned)
