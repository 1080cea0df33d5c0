/* The suite of Bozorgmehr et al. (2021): its rows, what is left out, profiles and tables. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "bench/runner/report.h"
#include "bench/suites/poisson.h"
#include "harness.h"
#include <math.h>
#include <string.h>

static const struct cli_row *row_named(const char *name) {
  size_t count;
  const struct cli_row *row = cli_suite_poisson.rows(&count);
  for (size_t r = 0; r < count; r++)
    if (strcmp(row[r].name, name) == 0) return &row[r];
  ck_abort_msg("no row %s", name);
  return NULL;
}

static const struct cli_poisson_row *own_of(const struct cli_row *row) { return row->own; }

static struct cli_result result_of(const char *name, const char *device) {
  struct cli_result r = {.suite = &cli_suite_poisson,
                         .row = row_named(name),
                         .device = device,
                         .outcome = CLI_MEASURED};
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) r.sample.figure[f] = NAN;
  return r;
}

START_TEST(rows_have_names_of_their_own) {
  size_t count;
  const struct cli_row *row = cli_suite_poisson.rows(&count);
  ck_assert_uint_gt(count, 100);
  for (size_t r = 0; r < count; r++) {
    ck_assert_uint_le(strlen(row[r].name), CLI_NAME);
    ck_assert_ptr_nonnull(row[r].own);
    for (size_t other = 0; other < r; other++) ck_assert_str_ne(row[r].name, row[other].name);
    for (int s = 0; s < CLI_SETTINGS; s++) ck_assert_ptr_nonnull(row[r].set[s]);
  }
}
END_TEST

START_TEST(sizes_are_those_of_the_paper) {
  static const struct {
    const char *row;
    double cells;
    const char *size, *cell, *corner;
  } known[] = {
      {"0.1m-sor", 0.1e6, "[200, 200]", "[2, 4, 5]", "[90, 90]"},
      {"1m-sor", 1e6, "[200, 200]", "[2, 2, 1]", "[90, 90]"},
      {"75m-multigrid", 75e6, "[204, 200]", "[0.34, 0.4, 0.4]", "[92, 90]"},
      {"145m-sor-dynamic", 145e6, "[200, 203]", "[0.2, 0.35, 0.4]", "[90, 91.5]"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct cli_row *row = row_named(known[i].row);
    const int *n = own_of(row)->size->n;
    ck_assert((double)n[0] * n[1] * n[2] == known[i].cells);
    ck_assert_ptr_nonnull(strstr(row->set[0], known[i].size));
    ck_assert_ptr_nonnull(strstr(row->set[1], known[i].cell));
    ck_assert_ptr_nonnull(strstr(row->set[2], known[i].corner));
  }
}
END_TEST

/* Table 3 is table 2 divided by the iterations, to the digits printed. */
START_TEST(times_of_the_paper_agree_with_each_other) {
  size_t count;
  const struct cli_row *row = cli_suite_poisson.rows(&count);
  for (size_t r = 0; r < count; r++)
    for (int p = 0; p < CLI_PAPER_SOLVERS; p++) {
      const struct cli_paper_times *t = &own_of(&row[r])->size->paper[p];
      const double error = fabs(t->seconds / t->iterations / t->iteration - 1);
      ck_assert_msg(error < 0.03, "%s, %d: %g", row[r].name, p, error);
    }
}
END_TEST

START_TEST(shares_of_the_paper_add_up) {
  for (int s = 0; s < CLI_PAPER_PROFILES; s++)
    for (int p = 0; p < CLI_PAPER_PROFILES; p++) {
      double percent = 0, seconds = 0;
      for (int a = 0; a < CLI_PAPER_ACTIVITIES; a++) {
        percent += cli_paper_profile[s].at[a][p].percent;
        seconds += cli_paper_profile[s].at[a][p].seconds;
      }
      ck_assert_double_eq_tol(percent, 100, 0.1);
      for (int a = 0; a < CLI_PAPER_ACTIVITIES; a++)
        ck_assert_double_eq_tol(100 * cli_paper_profile[s].at[a][p].seconds / seconds,
                                cli_paper_profile[s].at[a][p].percent, 0.3);
    }
}
END_TEST

START_TEST(slow_numbers_take_fewer_iterations_unless_all_are_wanted) {
  ck_assert_int_eq(cli_poisson_iterations(15, 15, false), CLI_PAPER_ITERATIONS);
  ck_assert_int_eq(cli_poisson_iterations(1e6, 15, true), CLI_PAPER_ITERATIONS);
  const int fewer = cli_poisson_iterations(60, 15, false);
  ck_assert_int_gt(fewer, 5);
  ck_assert_int_lt(fewer, 100);
  ck_assert_int_eq(cli_poisson_iterations(1e6, 15, false), 5);
}
END_TEST

/* 1600 iterations with cells of 2 x 2 x 1 m were measured. */
START_TEST(convergence_takes_more_iterations_on_finer_cells) {
  const double coarse[3] = {2, 2, 1}, fine[3] = {1, 1, 0.5};
  ck_assert_double_eq_tol(cli_poisson_to_convergence(coarse), 1600, 50);
  ck_assert_double_eq_tol(cli_poisson_to_convergence(fine), 6400, 200);
}
END_TEST

START_TEST(the_floor_is_of_the_memory_that_the_row_uses) {
  ck_assert_int_eq(cli_row_memory(row_named("1m-sor"), "cpu"), CLI_MEMORY_CPU_ONE);
  ck_assert_int_eq(cli_row_memory(row_named("1m-red-black-sor-1"), "cpu"), CLI_MEMORY_CPU_ONE);
  ck_assert_int_eq(cli_row_memory(row_named("1m-red-black-sor"), "cpu"), CLI_MEMORY_CPU);
  ck_assert_int_eq(cli_row_memory(row_named("1m-red-black-sor"), "cuda:1"), CLI_MEMORY_CUDA);
}
END_TEST

START_TEST(kernels_of_one_activity_are_added_up_beside_the_paper) {
  static const char json[] =
      "{\"solver\": {\"kernels\": [{\"name\": \"error\", \"calls\": 500, \"seconds\": 3},"
      " {\"name\": \"mine\", \"calls\": 1, \"seconds\": 2},"
      " {\"name\": \"error_lines\", \"calls\": 500, \"seconds\": 4}],"
      " \"copy_to_device\": {\"calls\": 7, \"seconds\": 1, \"bytes\": 8}}}";
  struct cli_sample sample = {.kernel_count = 0};
  struct sm_facts facts;
  const char *reason;
  ck_assert(sm_facts_read(&facts, json, &reason));
  cli_poisson_read_profile(facts.root, own_of(row_named("profile-10m-sor-global")), &sample);
  ck_assert_int_eq(sample.kernel_count, 3);
  const struct cli_kernel *k = sample.kernel;
  ck_assert_str_eq(k[0].name, "calculateError");
  ck_assert_str_eq(k[0].of, "error, error_lines");
  ck_assert(k[0].seconds == 7 && k[0].calls == 1000 && k[0].share == 0.7);
  ck_assert(k[0].there_seconds == 21.79);
  ck_assert_double_eq_tol(k[0].there_share, 0.9235, 1e-12);
  ck_assert_str_eq(k[1].name, "mine");
  ck_assert_str_eq(k[1].of, "");
  ck_assert(isnan(k[1].there_seconds));
  ck_assert_str_eq(k[2].name, "CUDA memcpy HtoD");
  ck_assert(k[2].share == 0.1 && k[2].there_seconds == 53.51e-3);
  sample = (struct cli_sample){.kernel_count = 0};
  cli_poisson_read_profile(facts.root, own_of(row_named("profile-10m-multigrid")), &sample);
  ck_assert(sample.kernel_count == 3 && isnan(sample.kernel[0].there_seconds));
  sample = (struct cli_sample){.kernel_count = 0};
  cli_poisson_read_profile(NULL, own_of(row_named("profile-10m-multigrid")), &sample);
  ck_assert_int_eq(sample.kernel_count, 0);
  sm_facts_free(&facts);
}
END_TEST

START_TEST(speedup_is_over_serial_sor_of_the_same_size) {
  struct cli_result r[4] = {result_of("0.1m-sor", "cpu"), result_of("1m-sor", "cpu"),
                            result_of("1m-red-black-sor", "cuda"),
                            result_of("1m-multigrid", "cuda")};
  r[0].sample.figure[CLI_FIGURE_ITERATION] = 77;
  r[1].sample.figure[CLI_FIGURE_ITERATION] = 6e-3;
  r[2].sample.figure[CLI_FIGURE_ITERATION] = 2e-5;
  r[3].sample.figure[CLI_FIGURE_CONVERGED] = 2e-3;
  ck_assert_double_eq_tol(cli_poisson_speedup(&cli_suite_poisson, r, 4, &r[1]), 1, 1e-12);
  ck_assert_double_eq_tol(cli_poisson_speedup(&cli_suite_poisson, r, 4, &r[2]), 300, 1e-9);
  ck_assert_double_eq_tol(cli_poisson_speedup(&cli_suite_poisson, r, 4, &r[3]), 1500, 1e-9);
  r[1].outcome = CLI_FAILED;
  ck_assert(isnan(cli_poisson_speedup(&cli_suite_poisson, r, 4, &r[2])));
}
END_TEST

START_TEST(references_are_those_of_the_device) {
  struct cli_result r = result_of("145m-red-black-sor", "cuda");
  r.sample.figure[CLI_FIGURE_ITERATION] = 0.755e-3;
  int found = 0;
  for (const struct cli_reference *p = r.row->reference; p->with != NULL; p++)
    if (p->figure == CLI_FIGURE_ITERATION && (p->devices & CLI_ON_CUDA) != 0) {
      ck_assert_double_eq_tol(cli_reference_ratio(&r, p), 100, 1e-9);
      ck_assert_ptr_nonnull(strstr(p->with, "TITAN V"));
      ck_assert_ptr_nonnull(strstr(p->source, "table 3"));
      found++;
    }
  ck_assert_int_eq(found, 1);
}
END_TEST

START_TEST(tables_are_printed_for_what_was_measured_only) {
  static char text[8192];
  struct cli_result r[3] = {result_of("1m-sor", "cpu"), result_of("errors-sor-global", "cuda"),
                            result_of("profile-1m-sor-global", "cuda")};
  r[0].sample.figure[CLI_FIGURE_ITERATION] = 6e-3;
  r[0].sample.figure[CLI_FIGURE_FLOOR] = 0.25;
  r[1].sample.point[r[1].sample.point_count++] = (struct cli_point){500,
                                                                    1e-3,
                                                                    1.9e-3,
                                                                    2.07e-3,
                                                                    {4e-3, 3e-3, 2e-3},
                                                                    {4.64e-3, 3.45e-3, 3.61e-3},
                                                                    {2e-3, 3e-3, 1e-3},
                                                                    {2.48e-3, 3.02e-3, 5.97e-4}};
  r[2].outcome = CLI_SKIPPED;
  FILE *stream = fmemopen(text, sizeof text, "w");
  cli_poisson_print(stream, &cli_suite_poisson, r, 3);
  fclose(stream);
  ck_assert_ptr_nonnull(strstr(text, "Table 1"));
  ck_assert_ptr_nonnull(strstr(text, "  500 1.90e-03 2.07e-03 4.00e-03 4.64e-03"));
  ck_assert_ptr_nonnull(strstr(text, " 3.61e-03 2.00e-03 2.48e-03 3.00e-03 3.02e-03"));
  ck_assert_ptr_nonnull(strstr(text, "Tables 2 and 3"));
  ck_assert_ptr_nonnull(strstr(text, "        6     60.2      25"));
  ck_assert_ptr_null(strstr(text, "Table 4"));
  ck_assert_ptr_null(strstr(text, "Figure 4"));
}
END_TEST

TEST_MAIN(rows_have_names_of_their_own, sizes_are_those_of_the_paper,
          times_of_the_paper_agree_with_each_other, shares_of_the_paper_add_up,
          slow_numbers_take_fewer_iterations_unless_all_are_wanted,
          convergence_takes_more_iterations_on_finer_cells,
          the_floor_is_of_the_memory_that_the_row_uses,
          kernels_of_one_activity_are_added_up_beside_the_paper,
          speedup_is_over_serial_sor_of_the_same_size, references_are_those_of_the_device,
          tables_are_printed_for_what_was_measured_only)
