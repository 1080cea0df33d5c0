/* Tables of wind roses: what is right is read, what is wrong is told with its line. */
#include "harness.h"
#include "input/stations/stations.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_rose_table table;

static void setup(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }

static void teardown(void) {
  sm_rose_table_free(&table);
  sm_context_destroy(&ctx);
}

static void reads(const char *text) {
  setup();
  const enum sm_status status = sm_rose_table_parse(ctx, "rose.csv", text, strlen(text), &table);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

/* The table is refused with this message. */
static void fails(const char *text, const char *message) {
  setup();
  ck_assert_int_eq(sm_rose_table_parse(ctx, "rose.csv", text, strlen(text), &table), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
  ck_assert(table.frequency == NULL && table.edge == NULL);
  teardown();
}

START_TEST(classes_of_speed_are_read) {
  reads("\xEF\xBB\xBF# a comment\nfrom (deg),0-2,2 to 4,>4\nS,5,10,10\n0,15,20,10\ncalm,30\n\n");
  ck_assert(table.sectors == 2 && table.classes == 3 && table.first == 0);
  ck_assert_double_eq_tol(table.calm, 0.3, 1e-15);
  ck_assert_double_eq_tol(table.frequency[0], 0.45, 1e-15);
  ck_assert_double_eq_tol(table.frequency[1], 0.25, 1e-15);
  ck_assert_double_eq_tol(table.share[1], 0.2, 1e-15);
  ck_assert_double_eq_tol(table.share[3], 0.05, 1e-15);
  const double edges[4] = {0, 2, 4, 6};
  for (int e = 0; e < 4; e++) ck_assert(table.edge[e] == edges[e]);
  teardown();
}
END_TEST

START_TEST(weibull_parameters_are_read) {
  reads("sector,k,A (m/s),name,f\n90,2.1,6.5,east,0.6\r\n270,1.7,4,west,0.4\r\n");
  ck_assert(table.sectors == 2 && table.classes == 0 && table.first == 90 && table.calm == 0);
  ck_assert(table.frequency[0] == 0.6 && table.scale[0] == 6.5 && table.shape[0] == 2.1);
  ck_assert(table.frequency[1] == 0.4 && table.scale[1] == 4 && table.shape[1] == 1.7);
  teardown();
}
END_TEST

START_TEST(frequencies_have_percentage_signs_or_none) {
  reads("from,frequency (%),A,k\n0,40%,5,2\n180,50 %,5,2\ncalm,10%\n");
  ck_assert_double_eq_tol(table.frequency[0], 0.4, 1e-15);
  ck_assert_double_eq_tol(table.frequency[1], 0.5, 1e-15);
  ck_assert_double_eq_tol(table.calm, 0.1, 1e-15);
  teardown();
  reads("from,0-2,2-4\n0,10%,20%\n180,30%,40%\n");
  ck_assert_double_eq_tol(table.share[3], 0.4, 1e-15);
  teardown();
  reads("from;0-2,5;2,5-5\n0;20,5 %;20 %\n180;19,5 %;40 %\n");
  ck_assert_double_eq_tol(table.share[0], 0.205, 1e-15);
  teardown();
  fails(
      "from,frequency,A,k\n0,40%,5,2\n180,60,5,2\n",
      "rose.csv:3: error: column 'frequency': '60' has no %, but the frequency of line 2 is in %: "
      "write all with % or all without");
  fails("from,frequency,A,k\n0,40,5,2\n180,50,5,2\ncalm,10%\n",
        "rose.csv:4: error: column 'calm': '10%' is in %, but the frequency of line 2 has no %");
  fails("from,frequency,A,k\n0,0.4%,5,2\n180,0.6%,5,2\n", "sum to 1 %, which is not 100 %");
  fails("from,frequency,A,k\n0,40%,5%,2\n180,60%,5,2\n", "'5%' is not a number");
  fails("from,frequency,A,k\n0,%,5,2\n180,60%,5,2\n", "'%' is not a number");
}
END_TEST

START_TEST(a_sector_without_wind_needs_no_parameters) {
  reads("from,frequency,A,k\n0,0,,\n180,100,5,2\n");
  ck_assert(table.frequency[0] == 0 && table.frequency[1] == 1);
  teardown();
}
END_TEST

START_TEST(rounded_sectors_and_frequencies_are_taken_as_meant) {
  reads("from,0-5\n0,12.4\n23,0\n45,12.6\n68,0\n90,12.4\n113,0\n135,12.6\n158,0\n180,12.4\n203,0\n"
        "225,12.6\n248,0\n270,12.4\n293,0\n315,12.4\n338,0\n");
  double sum = 0;
  ck_assert(table.sectors == 16 && table.first == 0);
  for (int s = 0; s < 16; s++) sum += table.frequency[s];
  ck_assert_double_eq_tol(sum, 1, 1e-14);
  teardown();
}
END_TEST

START_TEST(points_of_the_compass_are_directions) {
  reads("from,<3,3-6,6+\nNNW,1,1,1\nSSE,1,1,95\n");
  ck_assert(table.first == 157.5 && table.sectors == 2);
  ck_assert(table.edge[0] == 0 && table.edge[3] == 9);
  teardown();
  reads("from;0-2,5;2,5-5\r\n0;20,5;20;\r\n180;19,5;40;\r\n"); /* of an Excel with decimal commas */
  ck_assert(table.sectors == 2 && table.edge[1] == 2.5 && table.edge[2] == 5);
  ck_assert_double_eq_tol(table.share[0], 0.205, 1e-12);
  teardown();
}
END_TEST

START_TEST(wrong_numbers_are_reported_with_their_line) {
  fails("from,0-2,2-4\n0,50,x\n180,20,30\n",
        "rose.csv:2: error: column '2-4': 'x' is not a number");
  fails("from,0-2,2-4\n0,50,nan\n180,20,30\n", "is not a number");
  fails("from,0-2,2-4\n0,50,0x1\n180,20,30\n", "is not a number");
  fails("from,0-2,2-4\n0,50,\n180,20,30\n", "rose.csv:2: error: column '2-4' is blank");
  fails("from,0-2,2-4\n0,50,0\n180,60,-10\n", "rose.csv:3: error: column '2-4': -10 is negative");
  fails("from,0-2,2-4\n0,50\n180,20,30\n", "rose.csv:2: error: 2 fields, but the header names 3");
  fails("from,0-2,2-4\n0,50,1,2\n180,20,30\n", "4 fields");
  fails("from,0-2\n361,100\n", "361 is not between 0 and 360");
  fails("from,0-2\nWNE,100\n", "'WNE' is not a number");
  fails("from,frequency,A,k\n0,100,0,2\n", "column 'A': 0 is not between 0.1 and 100");
  fails("from,frequency,A,k\n0,100,5,0.1\n", "column 'k': 0.1 is not between 0.5 and 20");
  fails("from,0-2\n0,50\ncalm,x\n", "rose.csv:3: error: column 'calm'");
  fails("from,0-2\n0,50\ncalm,20\ncalm,30\n", "rose.csv:4: error: a second line 'calm'");
  fails("from,0-2,2-3\n0,50,0\ncalm,20,30\n", "the line 'calm' has one number");
  fails("from,0-2\n0,\"50\n", "rose.csv:2: error: a quote is not closed");
}
END_TEST

START_TEST(sums_must_be_one_or_a_hundred_per_cent) {
  fails("from,0-2\n0,50\n180,45\n", "rose.csv:3: error: the frequencies down to here sum to 95");
  fails("from,0-2\n0,0.5\n180,0.6\n", "sum to 1.1, which is neither 1 nor 100 %");
  fails("from,0-2\n180,4000\n0,4760\n", "sum to 8760");
  fails("from,0-2\n0,0\n180,0\ncalm,100\n", "rose.csv:4: error: all frequencies are 0");
}
END_TEST

START_TEST(missing_and_double_sectors_are_named) {
  fails("from,0-2\n0,25\n90,25\n180,50\n",
        "rose.csv:2: error: no sector between 180 deg (line 4) and 0 deg, but others are 90 deg");
  fails("from,0-2\n0,20\n30,20\n60,0\n90,10\n150,10\n180,10\n210,10\n240,10\n270,5\n300,5\n330,0\n",
        "rose.csv:6: error: no sector between 90 deg (line 5) and 150 deg");
  fails("from,0-2\n0,50\n90,25\n90,25\n", "rose.csv:4: error: sector 90 deg stands in line 3");
  fails("from,0-2\n0,50\n360,25\n180,25\n", "sector 0 deg stands in line 2 already");
  fails("from,0-2\n0,50\n100,25\n240,25\n", "the sectors are not equal");
}
END_TEST

START_TEST(headers_say_what_the_columns_are) {
  fails("", "no header");
  fails("from,0-2\n", "no sector: nothing stands below the header");
  fails("from\n0\n", "no column 'frequency'");
  fails("0,1,2\n", "rose.csv:1: error: the first column is '0', but must be 'from'");
  fails("from 0-2\n0 100\n", "must separate the columns");
  fails("from,frequency,A\n0,1,5\n", "rose.csv:1: error: no column 'k'");
  fails("from,f,frequency,A,k\n0,1,1,5,2\n", "two columns 'frequency'");
  fails("from,speed\n0,1\n", "column 'speed' is not a class of speed such as 2-4");
  fails("from,0-2,3-4\n0,50,50\n", "class '3-4' begins at 3 m/s, but the one before ends at 2");
  fails("from,2-0\n0,100\n", "class '2-0' has no speeds");
  fails("from,>0\n0,100\n", "class '>0' has no speeds");
  fails("from,>2,2-4\n0,50,50\n", "class '>2' has no speeds");
  fails("from,0-2000\n0,100\n", "too high ones");
  fails("from,frequency,A (kt),k\n0,100,5,2\n", "column 'A (kt)': speeds are in m/s");
}
END_TEST

START_TEST(all_errors_are_reported_up_to_twenty) {
  char text[2000] = "from,0-2\n";
  for (int n = 0; n < 50; n++) strcat(text, "x,1\n");
  setup();
  ck_assert_int_eq(sm_rose_table_parse(ctx, "rose.csv", text, strlen(text), &table), SM_ERR_DATA);
  const char *at = sm_context_message(ctx);
  int lines = 0;
  while ((at = strstr(at, "error:")) != NULL) {
    lines++;
    at++;
  }
  ck_assert_int_eq(lines, 20);
  teardown();
}
END_TEST

START_TEST(a_binary_file_is_no_table) {
  setup();
  ck_assert_int_eq(sm_rose_table_parse(ctx, "rose.csv", "from\0,0-2", 9, &table), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "not a text file"));
  ck_assert_int_eq(sm_rose_table_read(ctx, "no/such/file.csv", &table), SM_ERR_DATA);
  teardown();
}
END_TEST

START_TEST(without_memory_nothing_leaks) {
  static const char text[] = "from,0-2,2-4\n0,25,25\n180,25,25\n";
  setup();
  enum sm_status status = SM_ERR_MEMORY;
  long n = 0;
  while (status == SM_ERR_MEMORY) {
    sm_context_fail_allocation(ctx, ++n);
    status = sm_rose_table_parse(ctx, "rose.csv", text, strlen(text), &table);
    if (status != SM_OK) ck_assert_int_eq(status, SM_ERR_MEMORY);
  }
  ck_assert_int_ge(n, 7);
  sm_context_fail_allocation(ctx, 0);
  teardown();
}
END_TEST

TEST_MAIN(classes_of_speed_are_read, weibull_parameters_are_read,
          frequencies_have_percentage_signs_or_none, a_sector_without_wind_needs_no_parameters,
          rounded_sectors_and_frequencies_are_taken_as_meant, points_of_the_compass_are_directions,
          wrong_numbers_are_reported_with_their_line, sums_must_be_one_or_a_hundred_per_cent,
          missing_and_double_sectors_are_named, headers_say_what_the_columns_are,
          all_errors_are_reported_up_to_twenty, a_binary_file_is_no_table,
          without_memory_nothing_leaks)
