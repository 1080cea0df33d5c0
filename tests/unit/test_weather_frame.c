/* Winds along the grid of a weather model, on the projections of weather centres: the direction
 * that is read, beside one from finite differences of the projection's own formulas. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

static const double rad = 3.14159265358979323846 / 180, earth = 6371229;
enum { N = 9 };

/* ---- projections of the sphere: place of a point of the plane, m or deg ---- */

/* Two parallels at 38.5 deg, 262.5 E: HRRR (Snyder, Map Projections, 1987, eqs. 14-9, 15-1). */
static void lambert(double x, double y, double place[2]) {
  const double phi = 38.5 * rad, n = sin(phi), t = tan(0.25 * 180 * rad + 0.5 * phi);
  const double f = cos(phi) * pow(t, n) / n, rho0 = earth * f / pow(t, n);
  const double rho = hypot(x, rho0 - y), theta = atan2(x, rho0 - y);
  place[0] = (2 * atan(pow(earth * f / rho, 1 / n)) - 90 * rad) / rad;
  place[1] = 262.5 + theta / n / rad;
}

/* North polar, true at 60 deg, 210 E (eqs. 20-14 to 20-18). */
static void polar(double x, double y, double place[2]) {
  const double k0 = (1 + sin(60 * rad)) / 2, rho = hypot(x, y);
  place[0] = (90 * rad - 2 * atan2(rho, 2 * earth * k0)) / rad;
  place[1] = 210 + atan2(x, -y) / rad;
}

static void mercator(double x, double y, double place[2]) {
  place[0] = (2 * atan(exp(y / earth)) - 90 * rad) / rad;
  place[1] = x / earth / rad;
}

/* Rotated pole at 39.25 N, 162 W: COSMO over Europe. x and y are rotated degrees. */
static void rotated(double x, double y, double place[2]) {
  const double pole = 39.25 * rad, phi = y * rad, lambda = x * rad;
  const double s = sin(pole) * sin(phi) + cos(pole) * cos(phi) * cos(lambda);
  const double a = -cos(phi) * sin(lambda),
               b = cos(pole) * sin(phi) - sin(pole) * cos(phi) * cos(lambda);
  place[0] = asin(s) / rad;
  place[1] = -162 + atan2(a, b) / rad;
}

struct plane {
  const char *name;
  void (*place)(double x, double y, double place[2]);
  double x, y, step; /* the middle, and the distance of columns */
};
static const struct plane planes[] = {
    {"lambert", lambert, -1.8e6, 4e5, 3000},   {"lambert", lambert, 2.2e6, -9e5, 3000},
    {"polar", polar, 9e5, -2.4e6, 5000},       {"polar, at the pole", polar, 4e4, 3e4, 5000},
    {"mercator", mercator, 1.2e7, 2e6, 10000}, {"rotated", rotated, -3, 5, 0.0625},
    {"rotated", rotated, 12, -9, 0.25},        {"lambert, fine", lambert, -1.8e6, 4e5, 100}};
enum { PLANES = sizeof planes / sizeof *planes };

/* Angle of the direction of x from east, counter-clockwise, from finite differences. */
static double angle_of(const struct plane *p, double x, double y) {
  const double step = p->step * 1e-2;
  double middle[2], west[2], east[2];
  p->place(x, y, middle);
  p->place(x - step, y, west);
  p->place(x + step, y, east);
  return atan2(east[0] - west[0], remainder(east[1] - west[1], 360) * cos(middle[0] * rad));
}

/* ---- files ---- */

/* What a file says and how its columns lie. */
struct told {
  const char *u, *v, *standard_u, *standard_v; /* names; NULL: none */
  int flag;                                    /* of GRIB; -1: none */
  bool earth;      /* the numbers are to the true east and north, not along the grid */
  bool transposed; /* latitude(x, y) */
  bool falling;    /* columns run against x */
  bool with_turn;  /* has COSALPHA and SINALPHA */
  bool of_floats;  /* latitudes and longitudes */
};

static const struct plane *current;
static struct told now;
static double wind_from; /* deg */

/* The point of the plane of a column. */
static void point(const size_t *at, double xy[2]) {
  const double i = (double)at[now.transposed ? 0 : 1], j = (double)at[now.transposed ? 1 : 0];
  xy[0] = current->x + (now.falling ? -1 : 1) * (i - N / 2) * current->step;
  xy[1] = current->y + (j - N / 2) * current->step;
}
static double angle_at(const size_t *at) {
  double xy[2];
  point(at, xy);
  return angle_of(current, xy[0], xy[1]);
}
static double place_at(const size_t *at, int which) {
  double xy[2], place[2];
  point(at, xy);
  current->place(xy[0], xy[1], place);
  return place[which];
}
static double latitude(const size_t *at) { return place_at(at, 0); }
static double longitude(const size_t *at) { return place_at(at, 1); }
static double cosine(const size_t *at) { return cos(angle_at(at)); }
static double sine(const size_t *at) { return sin(angle_at(at)); }
static double along(const size_t *at, bool second) {
  const double u = -10 * sin(wind_from * rad), v = -10 * cos(wind_from * rad);
  const double a = now.earth ? 0 : angle_at(at);
  return second ? v * cos(a) - u * sin(a) : u * cos(a) + v * sin(a);
}
static double wind_u(const size_t *at) { return along(at, false); }
static double wind_v(const size_t *at) { return along(at, true); }
static double plane_x(const size_t *at) { return (now.falling ? -1 : 1) * (double)at[0]; }

static void put_wind(const char *name, const char *standard, const char *on,
                     double (*formula)(const size_t *)) {
  made_field(name, on, "m s-1", formula);
  if (standard != NULL) made_text(name, "standard_name", standard);
  if (now.flag >= 0) made_number(name, "GRIB_uvRelativeToGrid", NC_INT64, now.flag);
}

static void make(const struct plane *p, struct told told) {
  const char *const on = told.transposed ? "x y" : "y x";
  current = p;
  now = told;
  made_create(NC_NETCDF4);
  made_dimension("y", N);
  made_dimension("x", N);
  if (told.falling) made_field("x", "x", "m", plane_x);
  made_constant("time", "", "hours since 2026-05-01", 12);
  made_variable("latitude", told.of_floats ? NC_FLOAT : NC_DOUBLE, on, "degrees_north");
  made_fill("latitude", latitude);
  made_variable("longitude", told.of_floats ? NC_FLOAT : NC_DOUBLE, on, "degrees_east");
  made_fill("longitude", longitude);
  put_wind(told.u, told.standard_u, on, wind_u);
  put_wind(told.v, told.standard_v, on, wind_v);
  if (told.with_turn) {
    made_field("COSALPHA", on, "", cosine);
    made_field("SINALPHA", on, "", sine);
  }
  made_close();
  double middle[2];
  p->place(p->x, p->y, middle);
  made_area(middle[1], middle[0], 1e-4);
}

static void must_come_from(double direction) {
  made_read();
  for (int p = 0; p < made.weather.place_count; p++) {
    int count;
    const struct sm_model_level *level = sm_model_weather_levels(&made.weather, p, 0, &count);
    ck_assert_int_eq(count, 1);
    const double from = atan2(-level->u, -level->v) / rad;
    ck_assert_msg(fabs(remainder(from - direction, 360)) < 0.1, "%s: from %.3f, not %.3f deg",
                  current->name, from, direction);
    near(hypot(level->u, level->v), 10, 1e-4);
  }
}

static void must_read(const struct plane *p, struct told told) {
  made_begin();
  make(p, told);
  must_come_from(wind_from);
  made_end();
}

#define U_AND_V .u = "u10", .v = "v10"
#define EARTH .standard_u = "eastward_wind", .standard_v = "northward_wind"
#define GRID .standard_u = "x_wind", .standard_v = "y_wind"

START_TEST(winds_along_every_projection_are_turned) {
  static const double directions[] = {0, 57.3, 180, 301};
  for (int p = 0; p < PLANES; p++)
    for (int d = 0; d < 4; d++) {
      wind_from = directions[d];
      must_read(&planes[p],
                (struct told){U_AND_V, EARTH, .flag = 1, .of_floats = true}); /* cfgrib */
      must_read(&planes[p], (struct told){U_AND_V, GRID, .flag = 1});
      must_read(&planes[p], (struct told){.u = "u_of_it", .v = "v_of_it", GRID, .flag = -1});
      must_read(&planes[p],
                (struct told){U_AND_V, GRID, .flag = -1, .with_turn = true, .of_floats = true});
    }
}
END_TEST

START_TEST(winds_to_the_true_north_are_not_turned) {
  wind_from = 203;
  for (int p = 0; p < PLANES; p++) {
    must_read(&planes[p], (struct told){U_AND_V, EARTH, .flag = 0, .earth = true});
    must_read(&planes[p],
              (struct told){U_AND_V, EARTH, .flag = -1, .earth = true, .with_turn = true});
    must_read(&planes[p], (struct told){U_AND_V, GRID, .flag = 0, .earth = true});
  }
}
END_TEST

START_TEST(x_is_found_in_any_order_and_way) {
  wind_from = 111;
  for (int p = 0; p < PLANES; p++) {
    must_read(&planes[p], (struct told){U_AND_V, EARTH, .flag = 1, .transposed = true});
    must_read(&planes[p], (struct told){U_AND_V, GRID, .flag = -1, .falling = true});
    must_read(&planes[p],
              (struct told){U_AND_V, GRID, .flag = -1, .falling = true, .transposed = true});
  }
}
END_TEST

static bool warned(const char *message) {
  for (int w = 0; w < sm_context_warning_count(made.ctx); w++)
    if (strstr(sm_context_warning(made.ctx, w), message) != NULL) return true;
  return false;
}

/* A warning has these words and then the turn in the middle, times a sign. */
static void must_name_the_turn(const char *words, double sign) {
  const double right = sign * angle_of(current, current->x, current->y) / rad;
  for (int w = 0; w < sm_context_warning_count(made.ctx); w++) {
    const char *found = strstr(sm_context_warning(made.ctx, w), words);
    if (found == NULL) continue;
    near(strtod(found + strlen(words), NULL), right, 0.1);
    return;
  }
  ck_abort_msg("no warning has '%s'", words);
}

START_TEST(what_is_assumed_against_or_without_words_is_told) {
  wind_from = 45;
  made_begin();
  make(&planes[0], (struct told){U_AND_V, EARTH, .flag = 1});
  must_come_from(45);
  ck_assert(warned("'u10' has the standard name eastward_wind, but GRIB_uvRelativeToGrid = 1"));
  must_name_the_turn("along the grid, which is turned by ", 1);
  made_end();
  made_begin();
  make(&planes[0], (struct told){U_AND_V, GRID, .flag = 0, .earth = true});
  must_come_from(45);
  ck_assert(warned("GRIB_uvRelativeToGrid = 0: its components are taken to the true east"));
  made_end();
  made_begin(); /* nothing is told */
  make(&planes[0], (struct told){U_AND_V, .flag = -1, .earth = true});
  must_come_from(45);
  ck_assert(warned("nothing tells whether 'u10' is along the grid"));
  made_end();
  made_begin(); /* as WRF has it */
  make(&planes[0], (struct told){.u = "U10", .v = "V10", .flag = -1, .with_turn = true});
  must_come_from(45);
  ck_assert(warned("as the file has COSALPHA"));
  made_end();
  made_begin(); /* where it makes no difference nothing is said */
  make(&planes[4], (struct told){U_AND_V, EARTH, .flag = 1});
  must_come_from(45);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
}
END_TEST

START_TEST(the_case_decides_where_it_speaks) {
  wind_from = 300;
  made_begin();
  make(&planes[0], (struct told){U_AND_V, .flag = -1});
  made.request.frame = SM_FRAME_GRID;
  must_come_from(300);
  made_end();
  made_begin();
  make(&planes[0], (struct told){U_AND_V, GRID, .flag = 1, .earth = true});
  made.request.frame = SM_FRAME_EARTH;
  must_come_from(300);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
}
END_TEST

START_TEST(components_that_differ_are_an_error) {
  made_begin();
  make(&planes[0], (struct told){U_AND_V, EARTH, .flag = 1});
  ok(nc_open(made_paths[0], NC_WRITE, &made.id));
  ok(nc_redef(made.id));
  made_number("v10", "GRIB_uvRelativeToGrid", NC_INT64, 0);
  made_close();
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(made.ctx), "GRIB_uvRelativeToGrid is 1 of 'u10', but 0 of 'v10'"));
  made_end();
}
END_TEST

static double wrong_sine(const size_t *at) { return -sine(at); }

START_TEST(angles_of_the_file_that_its_places_contradict_are_told) {
  wind_from = 250;
  made_begin();
  make(&planes[0], (struct told){U_AND_V, GRID, .flag = -1, .with_turn = true});
  ok(nc_open(made_paths[0], NC_WRITE, &made.id));
  made_fill("SINALPHA", wrong_sine);
  made_close();
  made_read();
  must_name_the_turn("by COSALPHA and SINALPHA the grid is turned by ", -1);
  made_end();
  made_begin(); /* zeros are no angle */
  make(&planes[0], (struct told){U_AND_V, GRID, .flag = -1});
  ok(nc_open(made_paths[0], NC_WRITE, &made.id));
  ok(nc_redef(made.id));
  made_constant("COSALPHA", "y x", "", 0);
  made_constant("SINALPHA", "y x", "", 0);
  made_close();
  must_come_from(250);
  ck_assert(warned("COSALPHA and SINALPHA are 0 and 0, no angle"));
  made_end();
}
END_TEST

TEST_MAIN(winds_along_every_projection_are_turned, winds_to_the_true_north_are_not_turned,
          x_is_found_in_any_order_and_way, what_is_assumed_against_or_without_words_is_told,
          the_case_decides_where_it_speaks, components_that_differ_are_an_error,
          angles_of_the_file_that_its_places_contradict_are_told)
