/* Weather stations in WindNinja's layout. */
#define _POSIX_C_SOURCE 200809L
#include "input/stations/stations.h"
#include "scratch_folder.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER                                                                                     \
  "\"Station_Name\",\"Coord_Sys(PROJCS,GEOGCS)\",\"Datum(WGS84,NAD83,NAD27)\",\"Lat/YCoord\","     \
  "\"Lon/XCoord\",\"Height\",\"Height_Units(meters,feet)\",\"Speed\","                             \
  "\"Speed_Units(mph,kph,mps,kts)\",\"Direction(degrees)\",\"Temperature\","                       \
  "\"Temperature_Units(F,C)\",\"Cloud_Cover(%)\",\"Radius_of_Influence\","                         \
  "\"Radius_of_Influence_Units(miles,feet,meters,km)\",\"date_time\"\n"

static const struct sm_case_station like = {
    .profile = SM_PROFILE_POWER, .radius = 7000, .exponent = 0.2, .z0 = 0.05, .obukhov = -50};

static struct sm_context *ctx;
static struct sm_case_station *station;
static size_t count;

static enum sm_status parse_bytes(const char *text, size_t size) {
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  sm_stations_free(&station, count);
  return sm_stations_parse(ctx, "s.csv", text, size, &like, &station, &count);
}

static void must_read(const char *text) {
  ck_assert_msg(parse_bytes(text, strlen(text)) == SM_OK, "%s", sm_context_message(ctx));
}

static char told[512]; /* the warnings of must_read_with */

static void tell(void *user, enum sm_log_level level, const char *text) {
  (void)user;
  if (level == SM_LOG_WARNING) strncat(told, text, sizeof told - strlen(told) - 1);
}

/* Reads a text, of which this is warned. */
static void must_read_with(const char *text, const char *warning) {
  const struct sm_context_options options = {.size = sizeof options, .log = tell};
  told[0] = '\0';
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(&options, &ctx), SM_OK);
  sm_stations_free(&station, count);
  ck_assert_msg(sm_stations_parse(ctx, "s.csv", text, strlen(text), &like, &station, &count) ==
                    SM_OK,
                "%s", sm_context_message(ctx));
  if (warning != NULL) ck_assert_str_eq(told, warning);
}

static void must_fail(const char *text, const char *message) {
  ck_assert_int_eq(parse_bytes(text, strlen(text)), SM_ERR_DATA);
  ck_assert_str_eq(sm_context_message(ctx), message);
  ck_assert_ptr_null(station);
  ck_assert_uint_eq(count, 0);
}

static void tidy(void) {
  sm_stations_free(&station, count);
  count = 0;
  sm_context_destroy(&ctx);
}

static void near(double a, double b, double tolerance) {
  ck_assert_msg(fabs(a - b) <= tolerance, "%.17g is not %.17g", a, b);
}

START_TEST(a_line_becomes_a_station_in_si_units) {
  must_read(HEADER "KMSO,GEOGCS,WGS84,46.9208,-114.093,20,feet,10,mph,290,70,F,50,2,miles,"
                   "2018-06-25T12:37:00Z\n");
  ck_assert_uint_eq(count, 1);
  ck_assert_str_eq(station->name, "KMSO");
  ck_assert_str_eq(station->file, "s.csv");
  ck_assert_int_eq(station->position, SM_POSITION_LATLON);
  near(station->place[0], 46.9208, 0);
  near(station->place[1], -114.093, 0);
  near(station->radius, 3218.688, 1e-9);
  ck_assert_int_eq(station->profile, SM_PROFILE_POWER);
  near(station->exponent, 0.2, 0);
  near(station->z0, 0.05, 0);
  ck_assert_uint_eq(station->reading_count, 1);
  const struct sm_case_reading *reading = station->reading;
  ck_assert(reading->has_time);
  near(reading->time, 1529930220, 0);
  near(reading->height, 6.096, 1e-12);
  near(reading->speed, 4.4704, 1e-12);
  near(reading->from, 290, 0);
  near(reading->temperature, 294.2611111111111, 1e-9);
  near(reading->cloud, 0.5, 1e-15);
  near(reading->obukhov, -50, 0);
  tidy();
}
END_TEST

START_TEST(every_unit_is_converted) {
  must_read("Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,Direction,"
            "Radius_of_Influence,Radius_of_Influence_Units,Temperature,Temperature_Units\n"
            "a,1,2,10,meters,36,kph,0,3,km,0,C\n"
            "b,1,2,10,METERS,10,kts,360,100,feet,32,F\n"
            "c,1,2,10,m,5,mps,1e1,-1,,,\n"
            "d,1,200,10,m,5,mps,10,9,meters,,\n");
  ck_assert_uint_eq(count, 4);
  near(station[0].reading->speed, 10, 1e-12);
  near(station[0].radius, 3000, 0);
  near(station[0].reading->temperature, 273.15, 1e-12);
  near(station[1].reading->speed, 5.144444444444444, 1e-12);
  near(station[1].radius, 30.48, 1e-12);
  near(station[1].reading->temperature, 273.15, 1e-12);
  ck_assert(isinf(station[2].radius));
  ck_assert(isnan(station[2].reading->temperature) && isnan(station[2].reading->cloud));
  ck_assert(!station[2].reading->has_time);
  near(station[3].place[1], -160, 0);
  tidy();
}
END_TEST

START_TEST(projected_positions_are_kept_as_x_and_y) {
  must_read(HEADER "a,PROJCS,NAD83,5200000.5,300000,10,meters,1,mps,0,,,,,,\n");
  ck_assert_int_eq(station->position, SM_POSITION_CRS);
  near(station->place[0], 300000, 0);
  near(station->place[1], 5200000.5, 0);
  near(station->radius, 7000, 0); /* not given: that of the case */
  tidy();
}
END_TEST

START_TEST(odd_but_clear_text_is_read) {
  must_read("\xEF\xBB\xBF"
            "Direction , DATE_TIME,Speed_Units(mph,kph,mps,kts),Speed,Note,Height,"
            "Height_Units(meters,feet),Lon/XCoord,Lat/YCoord,Station_Name,,\r\n"
            "\r\n , ,\r\n"
            "270,2020-01-01 00:00,mps,3,\"a, \"\"b\"\"\",10,meters,2,1,\"North, ridge\",,,,\r"
            "90,2020-01-01 01:00,mps,4,,10,meters,2,1,\"North, ridge\"");
  ck_assert_uint_eq(count, 1);
  ck_assert_str_eq(station->name, "North, ridge");
  ck_assert_uint_eq(station->reading_count, 2);
  near(station->reading[1].speed, 4, 0);
  near(station->reading[1].time - station->reading[0].time, 3600, 0);
  tidy();
}
END_TEST

#define SHORT "Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,Direction"

START_TEST(cloud_covers_may_have_a_percentage_sign) {
  must_read(SHORT ",Cloud_Cover(%)\na,1,2,10,m,5,mps,1,50%\nb,1,2,10,m,5,mps,1,25 %\n");
  near(station[0].reading->cloud, 0.5, 1e-15);
  near(station[1].reading->cloud, 0.25, 1e-15);
  tidy();
}
END_TEST

START_TEST(lines_of_one_station_become_a_sorted_series) {
  must_read(SHORT ",date_time\n"
                  "b,1,2,10,m,1,mps,10,2020-01-01T02:00Z\n"
                  "a,3,4,10,m,2,mps,20,2020-01-01T02:00Z\n"
                  "b,1,2,10,m,3,mps,30,2020-01-01T01:00Z\n"
                  "b,1,2,10,m,3,mps,30,2020-01-01T01:00Z\n"
                  "b,1,2,40,m,6,mps,35,2020-01-01T01:00Z\n");
  ck_assert_uint_eq(count, 2);
  ck_assert_str_eq(station[0].name, "b");         /* order of appearance */
  ck_assert_uint_eq(station[0].reading_count, 3); /* the repeated line counts once */
  near(station[0].reading[0].speed, 3, 0);
  near(station[0].reading[1].speed, 6, 0); /* a tower: the higher one follows */
  near(station[0].reading[2].speed, 1, 0);
  tidy();
}
END_TEST

START_TEST(wrong_values_name_file_line_and_column) {
  must_fail(SHORT "\na,1,2,10,m,5,mp/s,10\n",
            "s.csv:2: error: column 'Speed_Units': 'mp/s' is not a unit (mph, kph, mps, kts)");
  must_fail(SHORT "\na,1,2,10,m,5,,10\n",
            "s.csv:2: error: column 'Speed_Units': is blank; give one of (mph, kph, mps, kts)");
  must_fail(SHORT "\na,1,2,10,m,-5,mps,10\n",
            "s.csv:2: error: column 'Speed': '-5' is not between 0 and 1000");
  must_fail(SHORT "\na,1,2,10,m,500,mps,10\n",
            "s.csv:2: error: column 'Speed': '500' is more than 150 m/s: a wrong unit?");
  must_fail(SHORT "\na,1,2,10,m,5,mps\n", "s.csv:2: error: column 'Direction': is blank");
  must_fail(SHORT "\na,1,2,10,m,5,mps,N\n",
            "s.csv:2: error: column 'Direction': 'N' is not a number");
  must_fail(
      SHORT "\na,1,2,10,m,nan,mps,1\n",
      "s.csv:2: error: station 'a' has no wind: all 1 of its readings are missing: delete its "
      "lines");
  must_fail(SHORT "\na,95,2,10,m,5,mps,1\n",
            "s.csv:2: error: column 'Lat/YCoord': '95' is not between -90 and 90");
  must_fail(SHORT "\na,1,2,0,m,5,mps,1\n",
            "s.csv:2: error: column 'Height': '0' is not above the ground");
  must_fail(SHORT "\n,1,2,10,m,5,mps,1\n",
            "s.csv:2: error: column 'Station_Name': '' names no station");
  must_fail(SHORT ",date_time\na,1,2,10,m,5,mps,1,25.6.2018\n",
            "s.csv:2: error: column 'date_time': '25.6.2018' is not a date and time "
            "(2018-06-25T12:37:00Z)");
  must_fail(SHORT ",Datum\na,1,2,10,m,5,mps,1,NAD27\n",
            "s.csv:2: error: column 'Datum': 'NAD27' is up to 200 m off: convert the position to "
            "WGS84 (for example with cs2cs)");
  must_fail(SHORT ",Temperature\na,1,2,10,m,5,mps,1,20\n",
            "s.csv:2: error: column 'Temperature_Units': is missing; give one of (F, C)");
  must_fail(SHORT ",Temperature,Temperature_Units\na,1,2,10,m,5,mps,1,300,C\n",
            "s.csv:2: error: column 'Temperature': '300' is not a temperature of air: a wrong "
            "unit?");
  must_fail(SHORT ",Cloud_Cover(%)\na,1,2,10,m,5,mps,1,101\n",
            "s.csv:2: error: column 'Cloud_Cover': '101' is not between 0 and 100");
  must_fail(SHORT ",Radius_of_Influence\na,1,2,10,m,5,mps,1,0\n",
            "s.csv:2: error: column 'Radius_of_Influence': '0' is neither a distance nor -1 "
            "(everywhere)");
  must_fail(SHORT ",Coord_Sys\na,1,2,10,m,5,mps,1,UTM\n",
            "s.csv:2: error: column 'Coord_Sys': 'UTM' is neither PROJCS nor GEOGCS");
  must_fail(SHORT "\na,1,2,10,m,5,mps,1,7\n",
            "s.csv:2: error: 9 fields, but the header names 8 columns");
  must_fail(SHORT "\n\"a,1,2,10,m,5,mps,1\n", "s.csv:2: error: a quote is not closed on this line");
  tidy();
}
END_TEST

START_TEST(wrong_headers_say_what_is_missing) {
  must_fail("", "s.csv: error: no header with the names of the columns");
  must_fail("\n\n", "s.csv:2: error: no header with the names of the columns");
  must_fail(SHORT "\n", "s.csv: error: no station: nothing stands below the header");
  must_fail("Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Sped(m),Speed_Units,Direction",
            "s.csv:1: error: no column 'Speed'; is 'Sped' meant?");
  must_fail("time,speed,speed_units,from",
            "s.csv:1: error: no column 'Station_Name'\ns.csv:1: error: no column 'Lat/YCoord'\n"
            "s.csv:1: error: no column 'Lon/XCoord'\ns.csv:1: error: no column 'Height'\n"
            "s.csv:1: error: no column 'Height_Units'\ns.csv:1: error: no column 'Direction' "
            "(docs/data.md shows the columns)");
  must_fail(SHORT ",Speed", "s.csv:1: error: two columns 'Speed'");
  must_fail("Recent_Station_File_List,\na.csv\n", "s.csv:1: error: a list of files, not stations");
  ck_assert_int_eq(parse_bytes("a b", 3), SM_ERR_DATA);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "commas, semicolons or tabs must separate the columns"));
  ck_assert_int_eq(parse_bytes("\xFF\xFES\0", 4), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "UTF-16"));
  ck_assert_int_eq(parse_bytes("S\0a\n", 4), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "not a text file"));
  tidy();
}
END_TEST

START_TEST(lines_that_contradict_each_other_are_errors) {
  must_fail(SHORT "\na,1,2,10,m,5,mps,1\na,1,3,10,m,6,mps,1\n",
            "s.csv:3: error: station 'a' stands at 1, 3 here, but at 1, 2 in s.csv:2");
  must_fail(SHORT "\na,1,2,10,m,5,mps,1\na,1,2,10,m,6,mps,1\n",
            "s.csv:3: error: station 'a' has another wind for the same time and height in s.csv:2 "
            "(neither line has a date_time)");
  must_fail(SHORT ",date_time\na,1,2,10,m,5,mps,1,\na,1,2,10,m,6,mps,1,2020-01-01T00:00Z\n",
            "s.csv:3: error: station 'a' has a date_time here, but none in s.csv:2");
  tidy();
}
END_TEST

START_TEST(times_without_a_wind_are_left_out_with_a_warning) {
  static const char *const gaps[] = {",mps,",         ",mps,90",    "NA,mps,NA",   "nan,mps,nan",
                                     "M,mps,90",      "--,,",       "5,mps,",      "5,mps,-",
                                     "5,mps,VRB",     "5,mps,990",  "5,mps,999",   "5,mps,-9999",
                                     "-999,mps,-999", "9999,mps,9", "-99.9,mps,9", "999.9,mps,9"};
  for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
    char text[512];
    snprintf(text, sizeof text,
             SHORT ",date_time\na,1,2,10,m,5,mps,90,2020-01-01T00:00Z\n"
                   "a,1,2,10,m,%s,2020-01-01T01:00Z\n"
                   "a,1,2,10,m,7,mps,100,2020-01-01T02:00Z\n",
             gaps[i]);
    must_read_with(text, NULL);
    ck_assert_ptr_nonnull(
        strstr(told, "s.csv:3: warning: 1 of 3 readings have no wind and are left out; here: "));
    ck_assert_uint_eq(station->reading_count, 2);
    near(station->reading[1].speed, 7, 0);
  }
  must_read_with(SHORT ",date_time\na,1,2,10,m,,,,2020-01-01T00:00Z\n"
                       "a,1,2,10,m,,,,2020-01-01T01:00Z\na,1,2,10,m,1,mps,9,2020-01-01T02:00Z\n",
                 "s.csv:2: warning: 2 of 3 readings have no wind and are left out; here: Speed ''");
  must_fail(
      SHORT ",date_time\na,1,2,10,m,,,,2020-01-01T00:00Z\n",
      "s.csv:2: error: station 'a' has no wind: all 1 of its readings are missing: delete its "
      "lines");
  must_fail(
      SHORT "\na,1,2,10,m,5,mps,9\nb,1,2,10,m,5,mps,VRB\nb,1,2,10,m,-999,mps,9\n",
      "s.csv:3: error: station 'b' has no wind: all 2 of its readings are missing: delete its "
      "lines");
  tidy();
}
END_TEST

START_TEST(still_air_needs_no_direction) {
  must_read_with(SHORT ",date_time\na,1,2,10,m,0,mps,,2020-01-01T00:00Z\n"
                       "a,1,2,10,m,0.0,kts,VRB,2020-01-01T01:00Z\n",
                 "");
  ck_assert_uint_eq(station->reading_count, 2);
  near(station->reading->speed, 0, 0);
  near(station->reading->from, 0, 0);
  tidy();
}
END_TEST

START_TEST(twenty_problems_are_listed_at_once) {
  char text[4096] = SHORT "\n";
  for (int i = 0; i < 30; i++) strcat(text, "a,1,2,10,m,x,mps,1\n");
  ck_assert_int_eq(parse_bytes(text, strlen(text)), SM_ERR_DATA);
  int lines = 1;
  for (const char *c = sm_context_message(ctx); *c != '\0'; c++) lines += *c == '\n';
  ck_assert_int_eq(lines, 20);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "s.csv:21: error"));
  tidy();
}
END_TEST

START_TEST(every_failed_allocation_is_reported) {
  const char text[] = SHORT "\na,1,2,10,m,5,mps,1\nb,1,2,10,m,6,mps,1\n";
  for (long n = 1; n <= 8; n++) {
    tidy();
    ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status =
        sm_stations_parse(ctx, "s.csv", text, sizeof text - 1, &like, &station, &count);
    ck_assert_int_eq(status, n <= 7 ? SM_ERR_MEMORY : SM_OK);
  }
  tidy();
}
END_TEST

static enum sm_status read_named(const char *name) {
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  sm_stations_free(&station, count);
  return sm_stations_read(ctx, scratch_path(name), &like, &station, &count);
}

START_TEST(lists_of_files_are_followed) {
  scratch_open();
  scratch_write("a.csv", SHORT ",date_time\na,1,2,10,m,5,mps,1,2020-01-01T00:00Z\n");
  scratch_write("b.csv", SHORT ",date_time\nb,1,2,10,m,5,mps,1,2020-01-01T00:00Z\n"
                               "a,1,2,10,m,6,mps,1,2020-01-01T01:00Z\n");
  scratch_write("list.csv", "Recent_Station_File_List,\na.csv\n\nb.csv\na.csv");
  ck_assert_msg(read_named("list.csv") == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_uint_eq(count, 2);
  ck_assert_uint_eq(station[0].reading_count, 2);
  scratch_write("old.csv", "\xEF\xBB\xBFStation_File_List\r\na.csv\r\nb.csv,\r\n");
  ck_assert_msg(read_named("old.csv") == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_uint_eq(count, 2);
  scratch_write("self.csv", "Recent_Station_File_List,\na.csv\nself.csv\n");
  ck_assert_int_eq(read_named("self.csv"), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "leads to itself"));
  scratch_write("gone.csv", "Recent_Station_File_List\na.csv\nmissing.csv\n");
  ck_assert_int_eq(read_named("gone.csv"), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "missing.csv: error: No such file"));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "gone.csv:3: note: it is named here"));
  ck_assert_int_eq(read_named("none.csv"), SM_ERR_DATA);
  scratch_write("empty.csv", "Recent_Station_File_List\n");
  ck_assert_int_eq(read_named("empty.csv"), SM_ERR_DATA);
  tidy();
  scratch_close();
}
END_TEST

START_TEST(the_missoula_stations_are_read) {
  const char *data = getenv("SIMOOM_DATA");
  char path[4096];
  snprintf(path, sizeof path, "%s/stations/missoula_valley_stations_4.csv",
           data != NULL ? data : "../shared/data");
  if (access(path, R_OK) != 0) {
    printf("skipped: %s is not there\n", path);
    return;
  }
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_stations_read(ctx, path, &like, &station, &count) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert_uint_eq(count, 4);
  ck_assert_str_eq(station[0].name, "KMSO");
  near(station[0].reading->speed, 2.06, 0);
  near(station[0].reading->temperature, 294.15, 1e-9);
  ck_assert(isinf(station[0].radius));
  ck_assert(!station[0].reading->has_time);
  ck_assert_str_eq(station[3].name, "TR266");
  near(station[3].reading->height, 6.0959, 0);
  near(station[3].reading->cloud, 0.339143, 1e-12);
  tidy();
}
END_TEST

TEST_MAIN(a_line_becomes_a_station_in_si_units, cloud_covers_may_have_a_percentage_sign,
          every_unit_is_converted, projected_positions_are_kept_as_x_and_y,
          odd_but_clear_text_is_read, lines_of_one_station_become_a_sorted_series,
          wrong_values_name_file_line_and_column, wrong_headers_say_what_is_missing,
          lines_that_contradict_each_other_are_errors,
          times_without_a_wind_are_left_out_with_a_warning, still_air_needs_no_direction,
          twenty_problems_are_listed_at_once, every_failed_allocation_is_reported,
          lists_of_files_are_followed, the_missoula_stations_are_read)
