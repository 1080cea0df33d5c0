/* Coordinate systems: projections, UTM zones, grid convergence. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"
#include <math.h>
#include <string.h>

/* ---- coordinate systems ---- */

START_TEST(a_projected_crs_is_described) {
  begin();
  struct sm_crs crs;
  good(sm_gis_crs_from_epsg(ctx, 32733, &crs));
  ck_assert_int_eq(crs.epsg, 32733);
  ck_assert(!crs.local);
  ck_assert_str_eq(crs.mapping, "transverse_mercator");
  near(crs.longitude_of_central_meridian, 15, 0);
  near(crs.latitude_of_projection_origin, 0, 0);
  near(crs.scale_factor, 0.9996, 0);
  near(crs.false_easting, 500000, 0);
  near(crs.false_northing, 10000000, 0);
  near(crs.semi_major_axis, 6378137, 0);
  near(crs.inverse_flattening, 298.257223563, 1e-9);
  ck_assert_int_eq(strncmp(crs.wkt2, "PROJCRS[\"WGS 84 / UTM zone 33S\"", 31), 0);
  ck_assert_int_eq(strncmp(crs.wkt1, "PROJCS[\"WGS 84 / UTM zone 33S\"", 30), 0);
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 2154, &crs)); /* Lambert: CF's parameters are others */
  ck_assert_str_eq(crs.mapping, "");
  ck_assert_ptr_nonnull(strstr(crs.wkt2, "Lambert"));
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(the_utm_zone_of_a_place_is_found) {
  static const struct {
    double latitude, longitude;
    int epsg;
  } cases[] = {{40.76, -111.89, 32612}, {-33.9, 18.4, 32734}, {0, 0, 32631},
               {60.4, 5.3, 32631},      {10, 180, 32601},     {10, -180, 32601},
               {10, 179.9, 32660},      {10, 248.11, 32612}};
  begin();
  struct sm_crs crs;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    good(sm_gis_crs_utm(ctx, cases[i].latitude, cases[i].longitude, &crs));
    ck_assert_int_eq(crs.epsg, cases[i].epsg);
    sm_crs_free(&crs);
  }
  says(sm_gis_crs_utm(ctx, 85, 0, &crs), "EPSG:3413");
  says(sm_gis_crs_utm(ctx, -81, 0, &crs), "EPSG:3031");
  says(sm_gis_crs_utm(ctx, 91, 0, &crs), "not a place on earth");
  says(sm_gis_crs_utm(ctx, (double)NAN, 0, &crs), "not a place on earth");
  end();
}
END_TEST

START_TEST(a_domain_needs_a_plane_in_metres) {
  begin();
  struct sm_crs crs;
  says(sm_gis_crs_from_epsg(ctx, 4326, &crs), "is in degrees");
  says(sm_gis_crs_from_epsg(ctx, 4326, &crs), "auto-utm");
  says(sm_gis_crs_from_epsg(ctx, 2263, &crs), "US survey foot");
  says(sm_gis_crs_from_epsg(ctx, 5972, &crs), "compound");
  says(sm_gis_crs_from_epsg(ctx, 4978, &crs), "not a map projection");
  says(sm_gis_crs_from_epsg(ctx, 5703, &crs), "not a map projection");
  says(sm_gis_crs_from_epsg(ctx, 2048, &crs), "axis to the west");
  says(sm_gis_crs_from_epsg(ctx, 99999, &crs), "EPSG:99999 is not a coordinate system");
  says(sm_gis_crs_from_epsg(ctx, -1, &crs), "EPSG:-1 is not a coordinate system");
  ck_assert_ptr_null(crs.wkt2);
  end();
}
END_TEST

START_TEST(positions_are_projected_and_back) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  double xy[2], latitude, longitude;
  good(sm_gis_project(ctx, &crs, 45, -111, xy));
  near(xy[0], 500000, 1e-6);
  near(xy[1], 0.9996 * 4984944.37798, 1e-3); /* the meridian's length to 45 deg, WGS 84 */
  good(sm_gis_project(ctx, &crs, 40.7608, -111.891, xy));
  good(sm_gis_unproject(ctx, &crs, xy, &latitude, &longitude));
  near(latitude, 40.7608, 1e-9);
  near(longitude, -111.891, 1e-9);
  says(sm_gis_project(ctx, &crs, 95, 0, xy), "not a place on earth");
  says(sm_gis_project(ctx, &local, 45, 0, xy), "local");
  const double many[2][3] = {{45, 40.7608, 44}, {-111, -111.891, -110}};
  double x[3], y[3];
  good(sm_gis_project_all(ctx, &crs, 3, many[0], many[1], x, y));
  for (int i = 0; i < 3; i++) {
    good(sm_gis_project(ctx, &crs, many[0][i], many[1][i], xy));
    near(x[i], xy[0], 0);
    near(y[i], xy[1], 0);
  }
  good(sm_gis_project_all(ctx, &crs, 0, NULL, NULL, NULL, NULL));
  const double wrong[2][2] = {{45, 91}, {-111, -111}};
  says(sm_gis_project_all(ctx, &crs, 2, wrong[0], wrong[1], x, y), "latitude 91");
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 2193, &crs)); /* northing first in the definition */
  good(sm_gis_project(ctx, &crs, -41.29, 174.78, xy));
  ck_assert(xy[0] > 1.7e6 && xy[0] < 1.8e6 && xy[1] > 5.4e6 && xy[1] < 5.5e6);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(grid_north_turns_west_on_the_west_side) {
  begin();
  struct sm_crs crs = utm12();
  const double rad = 3.14159265358979323846 / 180;
  double xy[2], deg;
  good(sm_gis_project(ctx, &crs, 40.7608, -111.891, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, atan(tan(-0.891 * rad) * sin(40.7608 * rad)) / rad, 2e-4); /* on a sphere */
  good(sm_gis_project(ctx, &crs, 40.7608, -110.109, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, 0.58175, 2e-4);
  good(sm_gis_project(ctx, &crs, 40.7608, -111, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, 0, 1e-6);
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 3031, &crs)); /* South Pole: grid north is true north at 0 E */
  good(sm_gis_project(ctx, &crs, -80, 30, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, -30, 1e-6);
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(a_projected_crs_is_described, the_utm_zone_of_a_place_is_found,
          a_domain_needs_a_plane_in_metres, positions_are_projected_and_back,
          grid_north_turns_west_on_the_west_side)
