/* Case files that are wrong: every message names the place, the mistake and the remedy. */
#define _POSIX_C_SOURCE 200809L
#include "base/text.h"
#include "wrong_case.h"
#include <stdlib.h>

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

START_TEST(the_message_has_the_form_of_a_compiler) {
  static const char text[] = "[domain]\nsize = 100\n\tcellsize = \"2 m\"\n" STATION;
  ck_assert_str_eq(message_of(text, strlen(text), false, SM_ERR_CASE),
                   "case.toml:3:2: error: unknown key 'domain.cellsize'\n"
                   "    3 | \tcellsize = \"2 m\"\n"
                   "      | \t^~~~~~~~\n"
                   "help: did you mean 'cell_size'? (simoom help domain)");
}
END_TEST

START_TEST(unknown_names_are_errors) {
  fails_with(MINIMAL "[[weather.station]]\nwindspeed = 3\nlat = 47\n", "did you mean 'speed'?");
  fails_with(MINIMAL "[[weather.station]]\nwindspeed = 3\nlat = 47\n", "did you mean 'latitude'?");
  fails_with(MINIMAL "[domian]\n", "unknown table 'domian'");
  fails_with(MINIMAL "[domian]\n", "did you mean 'domain'? (simoom help)");
  fails_with(MINIMAL "[wind]\nradius = 1\n", "'radius' belongs to [weather.station]");
  fails_with("cell_size = 2\n" MINIMAL, "'cell_size' belongs to [domain]");
  fails_with(MINIMAL "[wind]\nformat = 1\n", "belongs to the top of the file");
  fails_with(MINIMAL "[[weather.stations]]\n", "did you mean 'station'? (simoom help weather)");
  fails_with(MINIMAL "paint = 1\n", "unknown key 'weather.station[1].paint'");
  fails_with(MINIMAL "paint = 1\n", "'simoom help weather.station' lists the keys");
  fails_with(MINIMAL "'sp eed' = 1\n", "unknown key 'weather.station[1].sp eed'");
  fails_with(MINIMAL "\"\" = 1\n", "unknown key 'weather.station[1].'");
}
END_TEST

START_TEST(wrong_types_say_what_was_expected_and_found) {
  static const char *const lines[][2] = {
      {"[domain]\nsize = true\n", "'domain.size': expected a number or [x, y] in m, or as \"20 "
                                  "ft\", found a boolean"},
      {"[domain]\nsize = [1, 2, 3]\n", "found a list of 3"},
      {"[domain]\nsize = ['1 m', []]\n", "found a list of 0"},
      {"[domain]\nsize = 'big'\n", "'domain.size': 'big' does not start with a number"},
      {"[domain]\nsize = '10 kg'\n", "'domain.size': cannot turn 'kg' into 'm'"},
      {"[domain]\ncell_size = {}\n", "found a table"},
      {"[domain]\ncenter = 4\n", "expected a list of two numbers, found the number 4"},
      {"[domain]\ncenter = ['4', 5]\n", "expected a list of two numbers, found the text \"4\""},
      {"[domain]\ncrs = 'utm'\n", "expected \"local\", \"auto-utm\" or a text such as "},
      {"[domain]\ncrs = 'EPSG:'\n", "expected \"local\""},
      {"[domain]\ncrs = 32614\n", "found the number 32614"},
      {"[terrain]\nfile = 'x'\ncrs = 'WGS84'\n", "expected a text such as \"EPSG:32614\""},
      {"[terrain]\nsmooth = 1.5\n", "expected a whole number, found"},
      {"[terrain]\nsmooth = 1.5\n", "found the number 1.5"},
      {"[terrain]\nfile = []\n", "'terrain.file' is empty"},
      {"[terrain]\nfile = ''\n", "'terrain.file' is empty"},
      {"[terrain]\nfile = ['a', 3]\n", "expected a file name"},
      {"[domain]\nsize = [10, 10]\ncell_size = 1\nsolids = 'cutt'\n", "did you mean \"cut\"?"},
      {"[buildings]\nheight = ['a * b']\n", "\"a * b\" is not a rule;"},
      {"[buildings]\nheight = ['a * -3']\n", "is not a rule;"},
      {"[buildings]\nfile = 'a.shp'\nporosity = 0.5\n", "'buildings.porosity'"},
      {"[buildings]\nstorey = 'h'\n", "'buildings.storey' requires 'file'"},
      {"[buildings]\nheight = '* 3'\n", "is not a rule;"},
      {"[roughness]\nfile = 'x'\nclasses = { a = 1 }\n", "the class 'a' is not a whole number"},
      {"[roughness]\nfile = 'x'\nclasses = { 99999999999999999999 = 1 }\n", "not a whole number"},
      {"[roughness]\nfile = 'x'\nclasses = { 1 = 0 }\n", "must be more than 0 and less than 100 m"},
      {"[roughness]\nfile = 'x'\nclasses = [1]\n", "expected a table of class"},
      {"[wind]\nhistory = 'yes'\n", "expected true or false, found the text \"yes\""},
      {"[wind]\nalpha = 'stable'\n", "found the text \"stable\""},
      {"[wind]\nstability_class = 'G'\n", "'wind.stability_class'"},
      {"[case]\nstart = 3\n", "expected a date and time such as 2026-05-01T12:00:00Z"},
      {"[case]\nstart = 12:00:00\n", "found \"12:00:00\""},
      {"[case]\nstart = 'yesterday'\n", "found \"yesterday\""},
      {"[case]\nname = 'a/b'\n", "'case.name' is part of file names"},
      {"[case]\ntitle = 3\n", "expected a text, found the number 3"},
      {"[output]\nheights = ['10 m', -1]\n", "'output.heights' is -1 m, but must be more than 0 m"},
      {"[output]\nformats = ['vtx']\n", "did you mean \"vtk\"?"},
      {"[weather]\nstation = 3\n", "'weather.station[1]': expected a table [[weather.station]]"},
      {"[weather]\nstation = [3]\n", "found an integer"},
      {"wind = 3\n", "'wind': expected a table [wind], found an integer"},
      {"[[wind]]\n", "'wind': expected a table [wind], found an array"},
      {"[[buildings.polygon]]\nheight = 3\nvertices = [[1, 2], 3]\n", "a list of points [x, y]"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) fails_with(lines[i][0], lines[i][1]);
}
END_TEST

START_TEST(numbers_out_of_range_are_refused) {
  static const char *const lines[][2] = {
      {"[domain]\nsize = -5\n", "'domain.size' is -5 m, but must be more than 0 m"},
      {"[domain]\nsize = [5, '0 km']\n", "'domain.size' is 0 m, but must be more than 0 m"},
      {"[domain]\ncell_size = 0\n", "'domain.cell_size' is 0 m"},
      {"[domain]\nmargin = nan\n", "'domain.margin' must be a finite number"},
      {"[domain]\nmargin = -inf\n", "'domain.margin' must be a finite number"},
      {"[domain]\nmargin = 1e400\n", "could not be interpreted"},
      {"[domain]\nstretch = 0.9\n", "'domain.stretch' is 0.9, but must be 1 to 2"},
      {"format = 2\n", "'format' is 2, but must be 1"},
      {"[wind]\nomega = 2\n", "must be more than 0 and less than 2"},
      {"[wind]\nmax_iterations = 99999999999\n", "must be 1 to 10000000"},
      {"[wind]\nalpha = 0\n", "must be more than 0"},
      {"[wind]\nlee = 'separated'\nlee_slope = 0\n", "must be more than 0"},
      {"[slope_flow]\nalbedo = 1.2\n", "must be 0 to 1"},
      {"[slope_flow]\ndepth = 0\n", "must be more than 0 and less than 1"},
      {"[slope_flow]\nupslope_drag = 0\n", "must be more than 0"},
      {"[domain]\nlatitude = 91\nlongitude = 0\n", "must be -90 to 90 deg"},
      {"[output]\ncompression = 10\n", "must be 0 to 9"},
      {"[weather.station]\nfrom = 361\nspeed = '-1 kt'\n", "is 361 deg, but must be 0 to 360 deg"},
      {"[weather.station]\nfrom = 361\nspeed = '-1 kt'\n", "is -0.51444444 m/s, but must be 0 to"},
      {"[weather.station]\nobukhov_length = 0\n", "is 0 m, but must be not 0"},
      {"[weather.station]\ntemperature = 20\n", "is 20 K, but must be 150 to 350 K"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) fails_with(lines[i][0], lines[i][1]);
}
END_TEST

START_TEST(one_mistake_gives_one_message) {
  static const char *const texts[] = {
      DOMAIN "crs = 'utm'\n" STATION,
      DOMAIN "center = ['a', 2]\n" STATION,
      DOMAIN "crs = 'auto-utm'\ncenter = 5\n" STATION,
      "[domain]\nsize = 'x'\ncell_size = 2\n" STATION,
      DOMAIN "[weather.station]\nspeed = 'x'\nfrom = 1\n",
      DOMAIN "[weather.station]\nreadings = 3\n",
      DOMAIN "[weather]\nstation = 3\n",
      MINIMAL "[[buildings.polygon]]\nheight = 3\nvertices = [[0, 0], [1, 'x'], [2, 2]]\n",
      MINIMAL "[terrain]\nfile = 'a'\nfiles = ['b']\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *message = message_of(texts[i], strlen(texts[i]), false, SM_ERR_CASE);
    ck_assert_msg(count_of(message, "error:") == 1, "%s\n%s", texts[i], message);
  }
}
END_TEST

START_TEST(bad_syntax_is_shown_with_its_line) {
  static const char *const texts[][2] = {
      {"x = local\n", "case.toml:1:5: error: could not determine value type"},
      {"x = local\n", "help: a text stands in quotes"},
      {"a = 1\nx = 5 m\n", "case.toml:2:7: error: expected a comment or whitespace, saw 'm'"},
      {"a = 1\n  a = 2\n", "case.toml:2:3: error: cannot redefine existing integer 'a'"},
      {"[a]\n[a]\n", "case.toml:2:1: error: cannot redefine existing table 'a'"},
      {"[a]\n[a]\n", "help: each key and table once; [[table]] for several of a kind"},
      {"[a\n", "expected ']'"},
      {"x = [1, 2\n", "encountered end-of-file"},
      {"x = \"abc\ny = 1\n", "case.toml:1:9: error"},
      {"x = \"abc\ny = 1\n", "help: a text ends with the quote it began with, on its line"},
      {"a = \"\xff\"\n", "invalid utf-8"},
      {"a = \"\xff\"\n", "help: save the file as UTF-8"},
      {"\xff\xfe[", "case.toml:1:1: error: the text is UTF-16"},
      {"\xfe\xff", "help: save the file as UTF-8"},
      {"a = \"\\u0000\"\n", "NUL"},
      {"\"\\u0000\" = 1\n", "NUL"},
      {"= 1\n", "case.toml:1:1"},
      {"[&a]\n", "case.toml:1:2"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) fails_with(texts[i][0], texts[i][1]);
  ck_assert_ptr_nonnull(strstr(message_of("a\0b", 3, false, SM_ERR_CASE), "case.toml:1:"));
  ck_assert_ptr_nonnull(strstr(message_of("", 0, false, SM_ERR_CASE), "is missing"));
}
END_TEST

START_TEST(deep_nesting_does_not_exhaust_the_stack) {
  static const char *const parts[] = {"[", "{a=", "a.", "[[", "a=[{b."};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    for (int header = 0; header < 2; header++) {
      struct sm_text text = {0};
      sm_text_add(&text, "%s", header ? "[" : "x = ");
      for (int n = 0; n < 100000; n++) sm_text_add(&text, "%s", parts[i]);
      (void)message_of(text.data, text.size, false, SM_ERR_CASE);
      sm_text_free(&text);
    }
  }
  fails_with("x = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "nested too deeply");
  fails_with("x = 'a' # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n", "unknown key 'x'");
  fails_with("x = '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['\n", "unknown key 'x'");
  fails_with("x = '''\n'[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[''''\ny = 1\n", "unknown key 'y'");
  fails_with("x = \"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"\n", "unknown key 'x'");
}
END_TEST

START_TEST(at_most_twenty_problems_are_shown) {
  struct sm_text text = {0};
  for (int i = 0; i < 25; i++) sm_text_add(&text, "unknown_%d = 1\n", i);
  sm_text_add(&text, MINIMAL);
  const char *message = message_of(text.data, text.size, false, SM_ERR_CASE);
  ck_assert_int_eq(count_of(message, "error:"), 20);
  ck_assert_ptr_nonnull(strstr(message, "\n... and 5 more problems"));
  sm_text_free(&text);
}
END_TEST

/* A wrong key of every box is one message, with the place of the first and the last. */
START_TEST(a_problem_of_all_elements_is_shown_once) {
  struct sm_text text = {0};
  sm_text_add(&text, MINIMAL);
  for (int n = 0; n < 30; n++)
    sm_text_add(&text, "[[buildings.box]]\ncorner = [1, 1]\nsize = 9\nheigth = %d\n", n + 1);
  sm_text_add(&text, "[[buildings.polygon]]\nvertices = [[1, 1], [9, 1], [9, 9]]\n");
  const char *message = message_of(sm_text_string(&text), text.size, false, SM_ERR_CASE);
  ck_assert_int_eq(count_of(message, "error:"), 2);
  ck_assert_ptr_nonnull(strstr(message,
                               "case.toml:10:1: error: unknown key 'buildings.box[1].heigth'\n"
                               "   10 | heigth = 1\n"
                               "      | ^~~~~~\n"
                               "help: did you mean 'height'? (simoom help buildings.box)\n"
                               "... and so in 29 more of this list, the last one in line 126\n"));
  ck_assert_ptr_nonnull(strstr(message, "'buildings.polygon[1].height' is missing"));
  sm_text_free(&text);
}
END_TEST

/* A table that only some models need is not missed when the model is a word that is none. */
START_TEST(a_wrong_model_misses_no_tables) {
  const char *message =
      message_of(MINIMAL "[wind]\nmodel = \"log\"\n",
                 sizeof MINIMAL "[wind]\nmodel = \"log\"\n" - 1, false, SM_ERR_CASE);
  ck_assert_int_eq(count_of(message, "error:"), 1);
}
END_TEST

START_TEST(long_and_odd_lines_are_quoted_in_part) {
  struct sm_text text = {0};
  sm_text_add(&text, MINIMAL "[case]\ntitle = \"\u00e9\u00e9\" # ");
  for (int i = 0; i < 5000; i++) sm_text_add(&text, "\u00e9");
  sm_text_add(&text, "\n[output]\nheights = [");
  for (int i = 0; i < 500; i++) sm_text_add(&text, "1, ");
  sm_text_add(&text, "-7]\n");
  const char *message = message_of(text.data, text.size, false, SM_ERR_CASE);
  ck_assert_msg(strstr(message, "...1, 1, 1, 1, ") != NULL, "%s", message);
  ck_assert_msg(strstr(message, " -7]\n      |    ") != NULL, "%s", message);
  ck_assert_uint_lt(strlen(message), 400);
  sm_text_free(&text);
  fails_with("\"\u00e9\" = 1 # \x01\n", "error");
  fails_with("caf\u00e9\u00e9 = 1\n",
             "case.toml:1:4: error: a character beyond ASCII outside quotes");
  fails_with("\"a\\u001b\\nb\" = 1\n", "unknown key 'a??b'");
  fails_with("x = \"\u00e9\" \u00e9\n", "case.toml:1:9: error: a character beyond ASCII");
  fails_with("x = 1x[\"\u00e9\u3041\ufedf\n", "case.toml:1:6: error");
  fails_with("\xef\xbb\xbfx = 1\n", "case.toml:1:1: error: unknown key 'x'");
  fails_with("x = \"\"\"a\\\"\\\\\u00e9\"\"\"\n", "unknown key 'x'");
}
END_TEST

START_TEST(missing_files_are_reported_together) {
  static const char text[] = MINIMAL "[terrain]\nfiles = ['no.tif', '/vsizip/a.zip/a.tif']\n"
                                     "[buildings]\nfile = '/nowhere/x.shp'\n";
  const char *message = message_of(text, strlen(text), true, SM_ERR_DATA);
  ck_assert_int_eq(count_of(message, "error:"), 2);
  ck_assert_ptr_nonnull(
      strstr(message, "case.toml:8:10: error: 'terrain.files': no.tif: No such file"));
  ck_assert_ptr_nonnull(strstr(message, "/nowhere/x.shp: No such file or directory"));
  static const char with_more[] = MINIMAL "x = 1\n[terrain]\nfile = 'no.tif'\n";
  message = message_of(with_more, strlen(with_more), true, SM_ERR_CASE);
  ck_assert_int_eq(count_of(message, "error:"), 2);
  struct sm_case *c = NULL;
  ck_assert_int_eq(sm_case_load(ctx, "/nowhere/case.toml", NULL, &c), SM_ERR_IO);
  ck_assert_str_eq(sm_context_message(ctx),
                   "/nowhere/case.toml: error: No such file or directory\n"
                   "help: a folder that is a case has a case.toml in it; of the folder of a run's "
                   "outputs 'simoom report' makes a page");
}
END_TEST

START_TEST(an_unknown_data_folder_is_reported) {
  unsetenv("SIMOOM_DATA");
  static const char text[] = MINIMAL "[terrain]\nfile = '$data/x.tif'\n";
  const char *message = message_of(text, strlen(text), true, SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(message, "not known which folder $data stands for"));
  ck_assert_ptr_nonnull(strstr(message, "SIMOOM_DATA"));
}
END_TEST

START_TEST(wrong_overrides_are_reported) {
  static const char *const sets[][2] = {
      {"domain.cellsize=2", "--set domain.cellsize=2: error: unknown key 'domain.cellsize'"},
      {"domain.cell_size=-2", "--set domain.cell_size=-2: error: 'domain.cell_size' is -2 m"},
      {"domain.cell_size", "expected table.key=value"},
      {"=3", "expected table.key=value"},
      {"domain.=3", "expected table.key=value"},
      {".size=3", "expected table.key=value"},
      {"domain..size=3", "expected table.key=value"},
      {"domain.size[1]=3", "expected table.key=value"},
      {"weather.station[0].speed=3", "expected table.key=value"},
      {"weather.station[x].speed=3", "expected table.key=value"},
      {"weather.station[3].speed=3", "there is no 'station[3]', only 2 of them"},
      {"buildings.box[2].height=3", "there is no 'box[2]', only 0 of them"},
      {"weather.station.speed=3", "there are 2 'station'; say which, 'station[1]'"},
      {"domain.size.x=3", "'size' is not a table"},
      {"domain=3", "'domain': expected a table [domain], found an integer"},
      {"domain.size=", "does not start with a number"},
      {"domain.size=1\nx=2", "unknown unit 'x=2'"},
  };
  static const char text[] = DOMAIN STATION "position = [1, 2]\n" STATION "position = [5, 6]\n";
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    struct sm_case *c = NULL;
    const struct sm_case_options options = {
        .size = sizeof options, .set = &sets[i][0], .set_count = 1};
    ck_assert_int_eq(sm_case_parse(ctx, "c", text, strlen(text), &options, false, &c), SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(ctx), sets[i][1]) != NULL, "%s: %s", sets[i][0],
                  sm_context_message(ctx));
  }
}
END_TEST

START_TEST(every_allocation_may_fail) {
  struct sm_text text = {0};
  sm_text_add(&text,
              MINIMAL "radius = '1 furlong'\n[[buildings.polygon]]\nheight = 3\nvertices = [");
  for (int i = 0; i < 300; i++) sm_text_add(&text, "[%d, %d], ", i % 17, i % 19);
  sm_text_add(&text, "]\n");
  struct sm_case *c = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  long n = 0;
  while (status == SM_ERR_MEMORY) {
    sm_context_fail_allocation(ctx, ++n);
    status = sm_case_parse(ctx, "c", text.data, text.size, NULL, false, &c);
    if (status != SM_OK)
      ck_assert_msg(status == SM_ERR_MEMORY && c == NULL, "%s", sm_context_message(ctx));
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_gt(n, 4);
  sm_case_destroy(&c);
  sm_text_free(&text);
}
END_TEST

CONTEXT_TEST_MAIN(the_message_has_the_form_of_a_compiler, unknown_names_are_errors,
                  wrong_types_say_what_was_expected_and_found, numbers_out_of_range_are_refused,
                  one_mistake_gives_one_message, bad_syntax_is_shown_with_its_line,
                  deep_nesting_does_not_exhaust_the_stack, at_most_twenty_problems_are_shown,
                  a_problem_of_all_elements_is_shown_once, a_wrong_model_misses_no_tables,
                  long_and_odd_lines_are_quoted_in_part, missing_files_are_reported_together,
                  an_unknown_data_folder_is_reported, wrong_overrides_are_reported,
                  every_allocation_may_fail)
