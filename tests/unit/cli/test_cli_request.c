/* Execution requests of simoom serve: what is read, what is refused and with which words; names of
 * files; cases from JSON; times. */
#include "cli/serve/internal.h"
#include "harness.h"
#include <lab/toml.h>
#include <stdlib.h>
#include <string.h>

static char why[CLI_WHY];

static bool takes(const char *body, struct cli_request *request) {
  why[0] = '\0';
  return cli_request_read(body, strlen(body), CLI_PROCESS_RUN, request, why, sizeof why);
}

START_TEST(inputs_and_outputs_are_read) {
  struct cli_request r;
  ck_assert_msg(
      takes("{\"inputs\": {\"case\": \"a = 1\", \"files\": [{\"name\": \"b/c.csv\", \"content\": "
            "\"x\"}, {\"value\": {\"name\": \"d.tif\", \"encoding\": \"base64\", \"content\": "
            "\"AP8Q\"}}, {\"href\": \"http://h/jobs/1/files/e.nc\"}]}, \"outputs\": {\"plume\": "
            "{\"transmissionMode\": \"reference\"}, \"wind\": {\"format\": {\"mediaType\": "
            "\"application/netcdf\"}}}, \"response\": \"document\"}",
            &r),
      "%s", why);
  ck_assert_str_eq(r.text, "a = 1");
  ck_assert_uint_eq(r.files, 3);
  ck_assert_str_eq(r.file[0].name, "b/c.csv");
  ck_assert(r.file[0].size == 1 && memcmp(r.file[0].bytes, "x", 1) == 0);
  ck_assert(r.file[1].size == 3 && memcmp(r.file[1].bytes, "\x00\xff\x10", 3) == 0);
  ck_assert(r.file[2].bytes == NULL && strcmp(r.file[2].name, "e.nc") == 0);
  ck_assert(!r.raw && !r.every_output && r.wants == 2);
  ck_assert_str_eq(cli_outputs[r.want[0].output].name, "plume");
  ck_assert(r.want[0].reference && !r.want[1].reference);
  cli_request_free(&r);
  ck_assert(takes("{\"inputs\": {\"case\": {\"value\": \"b = 2\"}}}", &r));
  ck_assert(strcmp(r.text, "b = 2") == 0 && r.raw && r.every_output && r.files == 0);
  cli_request_free(&r);
}
END_TEST

START_TEST(wrong_requests_are_refused_with_a_reason) {
#define CASE "{\"inputs\": {\"case\": \"\""
#define FILES(file) CASE ", \"files\": [" file "]}}"
  static const char *const wrong[][2] = {
      {"", "not JSON"},
      {"[]", "not JSON"},
      {"{}", "no 'inputs'"},
      {"{\"inputs\": []}", "no 'inputs'"},
      {"{\"inputs\": {}}", "'case' is missing"},
      {"{\"inputs\": {\"case\": [1]}}", "neither a text"},
      {"{\"inputs\": {\"case\": {\"href\": \"http://h/a\"}}}", "a link"},
      {"{\"inputs\": {\"case\": {\"a\": null}}}", "a null"},
      {CASE ", \"case\": \"\"}}", "'case' is unknown, or there twice"},
      {CASE ", \"other\": 1}}", "'other' is unknown"},
      {FILES("1"), "a list of objects"},
      {FILES("{}"), "not a name of a file"},
      {FILES("{\"name\": \"a\"}"), "no text 'content'"},
      {FILES("{\"name\": \"a\", \"content\": 1}"), "no text 'content'"},
      {FILES("{\"name\": \"/a\", \"content\": \"\"}"), "not a name of a file"},
      {FILES("{\"name\": \"case.toml\", \"content\": \"\"}"), "the case itself"},
      {FILES("{\"name\": \"a\", \"content\": \"\"}, {\"name\": \"a\", \"content\": \"\"}"),
       "there twice"},
      {FILES("{\"name\": \"a\", \"content\": \"\", \"encoding\": \"hex\"}"), "only encoding"},
      {FILES("{\"name\": \"a\", \"content\": \"AB\", \"encoding\": \"base64\"}"), "not base64"},
      {FILES("{\"name\": \"a\", \"content\": \"A=BC\", \"encoding\": \"base64\"}"), "not base64"},
      {FILES("{\"href\": \"http://h/\"}"), "not a name of a file"},
      {CASE "}, \"outputs\": 1}", "not an object"},
      {CASE "}, \"outputs\": {}}", "asks for none"},
      {CASE "}, \"outputs\": {\"x\": {}}}", "no output 'x'"},
      {CASE "}, \"outputs\": {\"wind\": {\"transmissionMode\": \"post\"}}}", "transmissionMode"},
      {CASE "}, \"outputs\": {\"wind\": {\"format\": {\"mediaType\": \"a/b\"}}}}", "a/b"},
      {CASE "}, \"response\": \"both\"}", "raw or document"},
      {CASE "}, \"subscriber\": {}}", "subscriber"}};
  struct cli_request r;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_msg(!takes(wrong[i][0], &r), "%s", wrong[i][0]);
    ck_assert_msg(strstr(why, wrong[i][1]) != NULL, "%s: %s", wrong[i][0], why);
    cli_request_free(&r);
  }
  ck_assert(!cli_request_read("{\0}", 3, CLI_PROCESS_RUN, &r, why, sizeof why));
}
END_TEST

START_TEST(names_of_files_stay_in_their_folder) {
  static const char *const good[] = {"a", "a.b", "a/b-c/d_e.tif", "A1", "a..b"};
  static const char *const wrong[] = {"",     "/",   "/a",      "a/",   "a//b",   ".a",
                                      "a/.b", "..",  "../a",    "a/..", "a/../b", "a b",
                                      "a\\b", "a:b", "$data/a", "a\n"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    ck_assert_msg(cli_file_name_is_good(good[i]), "%s", good[i]);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_msg(!cli_file_name_is_good(wrong[i]), "%s", wrong[i]);
}
END_TEST

START_TEST(every_file_name_of_a_case_is_found) {
  static const char *const cases[] = {"[terrain]\nfile = 'x'\n",
                                      "terrain.files = ['x']\n",
                                      "terrain = { file = 'x' }\n",
                                      "[[weather.station]]\nfile = 'x'\n",
                                      "weather = { station = [{ file = 'x' }] }\n",
                                      "[\"terrain\"]\n\"file\" = '''x'''\n",
                                      "[[particles.source]]\npath_file = 'x'\n",
                                      "[[particles.source]]\nrate_file = 'x'\n",
                                      "[[wind.turbine]]\nfile = 'x'\n",
                                      "[flow.chemistry]\nmechanism = 'x'\n",
                                      "[wind.library]\nfile = ['y', 'x']\n",
                                      "[weather.rose]\nfile = 'x'\n"};
  char name[] = "y";
  struct cli_request_file sent = {.name = name};
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s", cases[i]);
    struct cli_request r = {.text = text, .file = &sent, .files = 1};
    ck_assert_msg(!cli_case_names_are_sent(ctx, &r, why, sizeof why), "%s", text);
    ck_assert_msg(strstr(why, "error:") != NULL && strstr(why, "help:") != NULL, "%s", why);
    strstr(text, "x'")[0] = 'y';
    ck_assert_msg(cli_case_names_are_sent(ctx, &r, why, sizeof why), "%s: %s", text, why);
  }
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(a_case_in_json_becomes_toml) {
  static const char json[] =
      "{\"format\": 1, \"domain\": {\"size\": [10, 2.5], \"crs\": \"a\\\"b\\n\"}, "
      "\"weather\": {\"station\": [{\"speed\": 1e-3, \"on\": true}]}}";
  struct sm_facts facts = {0};
  const char *reason;
  struct sm_context *ctx = NULL;
  struct sm_toml_document *document = NULL;
  ck_assert(sm_facts_read(&facts, json, &reason));
  char *text = cli_case_text(facts.root, why, sizeof why);
  ck_assert_ptr_nonnull(text);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_toml_open(ctx, "case.toml", text, &document) == SM_OK, "%s", text);
  const struct sm_toml_node *root = sm_toml_root(document), *domain = sm_toml_get(root, "domain");
  ck_assert_int_eq(sm_toml_get(root, "format")->integer, 1);
  ck_assert_str_eq(sm_toml_get(domain, "crs")->text, "a\"b\n");
  ck_assert_double_eq(sm_toml_get(domain, "size")->first->next->number, 2.5);
  const struct sm_toml_node *station = sm_toml_get(sm_toml_get(root, "weather"), "station")->first;
  ck_assert_double_eq(sm_toml_get(station, "speed")->number, 1e-3);
  ck_assert(sm_toml_get(station, "on")->flag);
  sm_toml_close(&document);
  sm_context_destroy(&ctx);
  sm_facts_free(&facts);
  free(text);
}
END_TEST

START_TEST(times_are_those_of_rfc_3339) {
  static const struct {
    const char *text;
    double seconds;
  } right[] = {{"1970-01-01T00:00:00Z", 0},
               {"2000-02-29T12:00:00.5Z", 951825600.5},
               {"2026-05-01T14:00:00+02:00", 1777636800},
               {"2026-05-01T14:00:00 02:00", 1777636800},
               {"2026-05-01T10:30:00-01:30", 1777636800}};
  static const char *const wrong[] = {"",
                                      "2026-05-01",
                                      "2026-05-01T12:00:00",
                                      "2026-13-01T12:00:00Z",
                                      "2026-05-01T25:00:00Z",
                                      "2026-05-01T12:00:00Zz",
                                      "a"};
  double seconds;
  char text[64];
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    ck_assert_msg(cli_read_time(right[i].text, &seconds), "%s", right[i].text);
    ck_assert_double_eq_tol(seconds, right[i].seconds, 1e-9);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_msg(!cli_read_time(wrong[i], &seconds), "%s", wrong[i]);
  cli_format_time(951825600.25, text, sizeof text);
  ck_assert_str_eq(text, "2000-02-29T12:00:00.250Z");
}
END_TEST

TEST_MAIN(inputs_and_outputs_are_read, wrong_requests_are_refused_with_a_reason,
          names_of_files_stay_in_their_folder, every_file_name_of_a_case_is_found,
          a_case_in_json_becomes_toml, times_are_those_of_rfc_3339)
