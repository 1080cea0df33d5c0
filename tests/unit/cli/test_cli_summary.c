#include "base/context.h"
#include "cli/report/summary.h"
#include "harness.h"
#include <lab/facts.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char text[8192];
static struct sm_context *ctx;
static char out_a[] = "out/a.nc", out_b[] = "out/\"b\".vti";
static char *outputs[] = {out_a, out_b};

/* A finished run with two outputs. */
static double residuals[2] = {0.5, 8.2e-10};
static struct sm_run_station mast = {"mast", 12.5, 30, 10, 5.25, 4.5, 1.5, 2};

static struct sm_run_summary make_run(void) {
  struct sm_run_summary run = {.cells = 145000000,
                               .fluid_cells = 120000000,
                               .nx = 1000,
                               .ny = 1000,
                               .nz = 145,
                               .domain_top = 250.5,
                               .times = 1,
                               .iterations = 12,
                               .residual = 8.2e-10,
                               .divergence = 3.1e-7,
                               .change = 2e-9,
                               .solver = "multigrid",
                               .wall_input = 0.25,
                               .wall_setup = 0.5,
                               .wall_solve = 0.75,
                               .wall_solver = 0.625,
                               .wall_zones = 0.125,
                               .iteration_bytes = 1.5e9,
                               .wall_output = 1.0,
                               .cell_rate = 510e6,
                               .peak_memory = 4000000000u,
                               .device_memory = 9000000000u,
                               .model = "diagnostic",
                               .residuals = residuals,
                               .residual_count = 2,
                               .residual_every = 1,
                               .station = &mast,
                               .station_count = 1,
                               .output = outputs,
                               .output_count = 2};
  strcpy(run.device, "NVIDIA H100");
  return run;
}

static struct sm_run_record make_report(const struct sm_run_summary *run, enum sm_status status) {
  return (struct sm_run_record){.case_name = "a",
                                .case_file = "a/case.toml",
                                .folder = "out",
                                .status = status,
                                .run = run,
                                .ctx = ctx,
                                .wall_total = 2.134};
}

static const char *print(bool json, const struct sm_run_record *report) {
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  cli_report_tell(file, report, json);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

static void start(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void finish(void) { sm_context_destroy(&ctx); }

START_TEST(the_last_line_tells_how_it_went) {
  start();
  const struct sm_run_summary run = make_run();
  struct sm_run_record report = make_report(&run, SM_OK);
  ck_assert_str_eq(print(false, &report),
                   "out/a.nc\nout/\"b\".vti\n"
                   "simoom: done: 2 outputs in out/, 2.13 s (NVIDIA H100), 145 M cells, "
                   "510 M cells/s, residual 8.2e-10, divergence 3.1e-07\n");
  report.status = SM_ERR_DIVERGED;
  report.folder = "out/";
  ck_assert_ptr_nonnull(
      strstr(print(false, &report), "simoom: not converged: 2 outputs in out/, 2.13 s"));
  finish();
}
END_TEST

START_TEST(what_is_not_known_is_left_out) {
  start();
  const struct sm_run_summary run = {
      .domain_top = NAN, .residual = NAN, .divergence = NAN, .change = NAN, .cell_rate = NAN};
  struct sm_run_record report = make_report(&run, SM_ERR_STOPPED);
  ck_assert_str_eq(print(false, &report), "simoom: stopped: 0 outputs in out/, 2.13 s\n");
  report.status = SM_ERR_CASE;
  ck_assert_str_eq(print(false, &report), "");
  finish();
}
END_TEST

START_TEST(json_has_all_in_a_fixed_order) {
  start();
  sm_warn(ctx, "odd \"thing\"");
  const struct sm_run_summary run = make_run();
  const struct sm_run_record report = make_report(&run, SM_OK);
  print(true, &report);
  ck_assert_ptr_nonnull(strstr(text, "{\n  \"schema\": \"simoom.run/1\",\n  \"version\": \""));
  const char *from_case = strstr(text, "  \"case\"");
  ck_assert_ptr_nonnull(from_case);
  static const char expected[] =
      "  \"case\": \"a\",\n  \"file\": \"a/case.toml\",\n  \"status\": \"ok\",\n"
      "  \"exit_code\": 0,\n  \"device\": \"NVIDIA H100\",\n"
      "  \"cells\": {\n    \"nx\": 1000,\n    \"ny\": 1000,\n    \"nz\": 145,\n"
      "    \"total\": 145000000,\n    \"fluid\": 120000000\n  },\n"
      "  \"domain_top\": 250.5,\n  \"times\": 1,\n  \"iterations\": 12,\n"
      "  \"residual\": 8.2e-10,\n  \"divergence\": 3.1e-07,\n"
      "  \"solver\": {\n    \"name\": \"multigrid\",\n    \"seconds\": 0.625,\n"
      "    \"iteration_bytes\": 1500000000,\n"
      "    \"change\": 2e-09,\n    \"residual_every\": 1,\n"
      "    \"residuals\": [\n      0.5,\n      8.2e-10\n    ]\n  },\n"
      "  \"zones\": {\n    \"seconds\": 0.125\n  },\n"
      "  \"flow\": null,\n  \"prisms\": null,\n  \"particles\": null,\n"
      "  \"wall_s\": {\n    \"input\": 0.25,\n    \"setup\": 0.5,\n    \"solve\": 0.75,\n"
      "    \"output\": 1,\n    \"total\": 2.134\n  },\n"
      "  \"cells_per_second\": 510000000,\n  \"peak_memory_bytes\": 4000000000,\n"
      "  \"device_memory_bytes\": 9000000000,\n"
      "  \"outputs\": [\n    \"out/a.nc\",\n    \"out/\\\"b\\\".vti\"\n  ],\n"
      "  \"warnings\": [\n    \"odd \\\"thing\\\"\"\n  ],\n"
      "  \"model\": \"diagnostic\",\n  \"ended\": \"20";
  ck_assert_mem_eq(from_case, expected, sizeof expected - 1);
  ck_assert_ptr_nonnull(strstr(text, "  \"case_text\": null,\n  \"overrides\": null,\n"
                                     "  \"stations\": [\n    {\n      \"name\": \"mast\",\n"
                                     "      \"x\": 12.5,\n      \"y\": 30,\n      \"height\": 10,\n"
                                     "      \"reading\": 5.25,\n      \"wind\": 4.5,\n"
                                     "      \"misfit\": 1.5,\n      \"time\": 2\n    }\n  ]\n}\n"));
  finish();
}
END_TEST

START_TEST(a_profile_is_a_table_and_in_the_json) {
  start();
  struct sm_kernel_time kernel[] = {{"error", 500, 0.75, 0}, {"sor", 1000, 0.25, 0}};
  struct sm_run_summary run = make_run();
  double changes[] = {0.5, 0.25};
  run.changes = changes;
  run.change_count = 2;
  run.change_every = 10;
  run.kernel = kernel;
  run.kernel_count = 2;
  run.to_device = (struct sm_kernel_time){"copy to device", 3, 0.5, 2e6};
  run.to_host = (struct sm_kernel_time){"copy to host", 501, 0.5, 4008};
  const struct sm_run_record report = make_report(&run, SM_OK);
  print(false, &report);
  ck_assert_ptr_nonnull(strstr(text, "error                           500    0.750000    37.50\n"
                                     "  sor                            1000    0.250000    12.50\n"
                                     "  copy to device                    3    0.500000    25.00"
                                     "          2\n"));
  print(true, &report);
  ck_assert_ptr_nonnull(strstr(text,
                               "    \"kernels\": [\n"
                               "      {\n        \"name\": \"error\",\n        \"calls\": 500,\n"
                               "        \"seconds\": 0.75\n      },\n"));
  ck_assert_ptr_nonnull(strstr(text,
                               "    \"copy_to_host\": {\n      \"calls\": 501,\n"
                               "      \"seconds\": 0.5,\n      \"bytes\": 4008\n    }\n  },\n"));
  finish();
}
END_TEST

START_TEST(mass_budgets_are_tables_and_in_the_json) {
  start();
  struct sm_mass_budget dust = {
      .species = "dust", .particles = 5001, .emitted = 4.5, .outflow = 1.25};
  struct sm_mass_budget carbon = {
      .species = "C", .initial = 2, .emitted = 1, .airborne = 2.75, .outflow = 0.5};
  struct sm_run_summary run = make_run();
  run.budget = &dust;
  run.element_budget = &carbon;
  run.budget_count = run.element_budget_count = 1;
  run.flow_steps = 7;
  const struct sm_run_record report = make_report(&run, SM_OK);
  print(false, &report);
  ck_assert_ptr_nonnull(strstr(text, "\n  dust                   5001         4.5           0"));
  ck_assert_ptr_nonnull(strstr(
      text, "\n  C                          2           1        2.75         0.5     2.5e-01\n"));
  print(true, &report);
  struct sm_facts facts;
  const char *reason;
  ck_assert_msg(sm_facts_read(&facts, text, &reason), "%s", reason);
  const struct sm_fact *element = sm_fact_item(sm_fact_at(facts.root, "flow.element_budget"), 0);
  const struct sm_fact *species = sm_fact_item(sm_fact_at(facts.root, "particles.mass_budget"), 0);
  ck_assert_double_eq(sm_fact_number(species, "outflow"), 1.25);
  ck_assert_double_eq(sm_fact_number(species, "particles"), 5001);
  ck_assert_str_eq(sm_fact_text(element, "element"), "C");
  ck_assert_double_eq(sm_fact_number(element, "imbalance"), 0.25);
  sm_facts_free(&facts);
  finish();
}
END_TEST

START_TEST(json_of_a_failure_has_its_message) {
  start();
  const enum sm_status status = sm_fail(ctx, SM_ERR_CASE, "a.toml:1:1: error: bad\n  help: x");
  const struct sm_run_summary run = {
      .domain_top = NAN, .residual = NAN, .divergence = NAN, .change = NAN, .cell_rate = NAN};
  struct sm_run_record report = make_report(&run, status);
  report.case_name = NULL;
  print(true, &report);
  ck_assert_ptr_nonnull(strstr(text, "\"case\": null"));
  ck_assert_ptr_nonnull(strstr(text, "\"status\": \"case\",\n  \"exit_code\": 3,\n"
                                     "  \"message\": \"a.toml:1:1: error: bad\\n  help: x\""));
  ck_assert_ptr_nonnull(
      strstr(text, "\"device\": null,\n  \"cells\": null,\n  \"domain_top\": null"));
  ck_assert_ptr_nonnull(strstr(text, "\"residual\": null"));
  ck_assert_ptr_nonnull(strstr(text, "\"outputs\": [],\n  \"warnings\": [],\n  \"model\": null"));
  finish();
}
END_TEST

START_TEST(every_status_has_a_word) {
  static const struct {
    enum sm_status status;
    const char *word;
  } cases[] = {{SM_OK, "ok"},
               {SM_ERR_FAILED, "failed"},
               {SM_ERR_DATA, "data"},
               {SM_ERR_DIVERGED, "diverged"},
               {SM_ERR_STOPPED, "stopped"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char word[32];
    sm_status_word(cases[i].status, word, sizeof word);
    ck_assert_str_eq(word, cases[i].word);
  }
}
END_TEST

TEST_MAIN(the_last_line_tells_how_it_went, what_is_not_known_is_left_out,
          json_has_all_in_a_fixed_order, a_profile_is_a_table_and_in_the_json,
          mass_budgets_are_tables_and_in_the_json, json_of_a_failure_has_its_message,
          every_status_has_a_word)
