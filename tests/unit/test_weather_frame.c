/* Winds along the grid of a weather model, on the projections of weather centres: the direction
 * that is read, beside one from finite differences of the projection's own formulas. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"
#include "weather_planes.h"

enum { N = 9 };

static double angle_of(const struct plane *p, double x, double y) {
  return map_angle(p->place, p->step * 1e-2, x, y);
}

/* ---- files ---- */

/* Content of a file and arrangement of its columns. */
struct told {
  const char *u, *v, *standard_u, *standard_v; /* names; NULL: none */
  int flag;                                    /* of GRIB; -1: none */
  bool earth;      /* the numbers are to the true east and north, not along the grid */
  bool transposed; /* latitude(x, y) */
  bool falling;    /* columns run against x */
  bool with_turn;  /* has COSALPHA and SINALPHA */
  bool of_floats;  /* latitudes and longitudes */
  bool mapped;     /* has a grid mapping and its coordinates in their place */
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
static double mapped_x(const size_t *at) {
  const size_t ji[2] = {0, at[0]};
  double xy[2];
  point(ji, xy);
  return xy[0] + current->shift[0];
}
static double mapped_y(const size_t *at) {
  const size_t ji[2] = {at[0], 0};
  double xy[2];
  point(ji, xy);
  return xy[1] + current->shift[1];
}
static double plane_x(const size_t *at) { return (now.falling ? -1 : 1) * (double)at[0]; }

static void put_wind(const char *name, const char *standard, const char *on,
                     double (*formula)(const size_t *)) {
  made_field(name, on, "m s-1", formula);
  if (standard != NULL) made_text(name, "standard_name", standard);
  if (now.flag >= 0) made_number(name, "GRIB_uvRelativeToGrid", NC_INT64, now.flag);
}

static void put_mapping(void) {
  const bool is_rotated = current->place == rotated;
  current->mapping();
  made_variable("x", NC_DOUBLE, "x", is_rotated ? "degrees" : "m");
  made_text("x", "standard_name", is_rotated ? "grid_longitude" : "projection_x_coordinate");
  made_fill("x", mapped_x);
  made_variable("y", NC_DOUBLE, "y", is_rotated ? "degrees" : "m");
  made_text("y", "standard_name", is_rotated ? "grid_latitude" : "projection_y_coordinate");
  made_fill("y", mapped_y);
}

static void put_places(const char *on) {
  made_variable("latitude", now.of_floats ? NC_FLOAT : NC_DOUBLE, on, "degrees_north");
  made_fill("latitude", latitude);
  made_variable("longitude", now.of_floats ? NC_FLOAT : NC_DOUBLE, on, "degrees_east");
  made_fill("longitude", longitude);
}

static void make(const struct plane *p, struct told told) {
  const char *const on = told.transposed ? "x y" : "y x";
  current = p;
  now = told;
  made_create(NC_NETCDF4);
  made_dimension("y", N);
  made_dimension("x", N);
  if (told.falling && !told.mapped) made_field("x", "x", "m", plane_x);
  made_constant("time", "", "hours since 2026-05-01", 12);
  if (told.mapped)
    put_mapping();
  else
    put_places(on);
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

START_TEST(places_come_from_a_grid_mapping) {
  wind_from = 233;
  for (int p = 0; p < PLANES; p++)
    for (int falling = 0; falling < 2; falling++) {
      const size_t middle[2] = {N / 2, N / 2};
      made_begin();
      make(&planes[p],
           (struct told){U_AND_V, GRID, .flag = -1, .mapped = true, .falling = falling == 1});
      must_come_from(wind_from);
      const struct sm_model_column *at =
          &made.weather.place[made_place(longitude(middle), latitude(middle))];
      near(at->latitude, latitude(middle), 1e-7);
      near(remainder(at->longitude - longitude(middle), 360), 0, 1e-6);
      made_end();
    }
}
END_TEST

/* Attributes are taken out one after the other. */
START_TEST(an_incomplete_or_unknown_grid_mapping_is_an_error) {
  static const struct {
    int plane;
    const char *without, *message;
  } wrong[] = {{0, "longitude_of_central_meridian", "central longitude nan"},
               {5, "grid_north_pole_latitude", "its north pole at latitude nan"},
               {0, NULL, "the grid mapping 'geostationary' is not supported"},
               {0, "earth_radius", NULL}};
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    int v;
    made_begin();
    make(&planes[wrong[w].plane], (struct told){U_AND_V, GRID, .flag = -1, .mapped = true});
    ok(nc_open(made_paths[0], NC_WRITE, &made.id));
    ok(nc_redef(made.id));
    ok(nc_inq_varid(made.id, "crs", &v));
    if (wrong[w].without != NULL)
      ok(nc_del_att(made.id, v, wrong[w].without));
    else
      made_text("crs", "grid_mapping_name", "geostationary");
    made_close();
    ck_assert_int_eq(made_try(), wrong[w].message != NULL ? SM_ERR_DATA : SM_OK);
    ck_assert(wrong[w].message != NULL
                  ? strstr(sm_context_message(made.ctx), wrong[w].message) != NULL
                  : sm_context_warning_count(made.ctx) == 1);
    made_end();
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

START_TEST(assumed_directions_are_warned_of) {
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

START_TEST(angles_that_the_coordinates_contradict_are_warned_of) {
  wind_from = 250;
  made_begin();
  make(&planes[0], (struct told){U_AND_V, GRID, .flag = -1, .with_turn = true});
  ok(nc_open(made_paths[0], NC_WRITE, &made.id));
  made_fill("SINALPHA", wrong_sine);
  made_close();
  made_read();
  must_name_the_turn("by COSALPHA and SINALPHA the grid is turned by ", -1);
  made_end();
  made_begin(); /* zeros are not an angle */
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
          x_is_found_in_any_order_and_way, places_come_from_a_grid_mapping,
          an_incomplete_or_unknown_grid_mapping_is_an_error, assumed_directions_are_warned_of,
          the_case_decides_where_it_speaks, components_that_differ_are_an_error,
          angles_that_the_coordinates_contradict_are_warned_of)
