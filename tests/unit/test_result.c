/* A run's wind in memory: the numbers of its file, and the memory of the run itself. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "base/context.h"
#include "case/case.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HOUSE                                                                                      \
  "[case]\nname = 'a'\n[domain]\nsize = [60, 40]\nheight = 30\ncell_size = 5\nstretch = 1.2\n"     \
  "[[buildings.box]]\ncorner = [20, 10]\nsize = 10\nheight = 12\n"
#define WIND "[[weather.station]]\nposition = [1, 1]\nspeed = 5\nfrom = 270\n"
#define FLOW                                                                                       \
  "[wind]\nmodel = 'incompressible'\nduration = 2\ninterval = 1\n[flow]\n"                         \
  "initial = [2, 0, 0]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"              \
  "kind = 'periodic'\n"

static struct sm_context *ctx;
static const char *file;
static struct sm_case *c;
static struct sm_run_summary summary = {.size = sizeof summary};
static struct sm_run_options options;

static void setup(const char *text) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  file = scratch_path("a.nc");
  options = sm_run_options_default();
  options.folder = scratch_folder;
  options.device = "cpu";
  options.threads = 2;
  options.overwrite = true;
  const enum sm_status status =
      sm_case_parse(ctx, "./case.toml", text, strlen(text), NULL, true, &c);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void teardown(void) {
  sm_run_summary_free(&summary);
  sm_case_destroy(&c);
  scratch_close();
  sm_context_destroy(&ctx);
}

static struct sm_array array_of(const struct sm_result *result, int i) {
  struct sm_array a = {.size = sizeof a};
  sm_result_array(result, i, &a);
  return a;
}

static struct sm_array find(const struct sm_result *result, const char *name) {
  for (int i = 0; i < sm_result_count(result); i++)
    if (strcmp(array_of(result, i).name, name) == 0) return array_of(result, i);
  return (struct sm_array){.name = ""};
}

static double value(const struct sm_array *a, int64_t i, int64_t j, int64_t k) {
  const char *at = (const char *)a->data + i * a->stride[0] + j * a->stride[1] + k * a->stride[2];
  return a->type == SM_ARRAY_F64   ? *(const double *)(const void *)at
         : a->type == SM_ARRAY_F32 ? (double)*(const float *)(const void *)at
                                   : (double)*(const unsigned char *)at;
}

static struct sm_result *run(void) {
  struct sm_result *result = NULL;
  const enum sm_status status = sm_run_keep(ctx, c, &options, &summary, &result);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(result);
  return result;
}

/* Slices of the memory and of the file are of the same numbers. */
static void assert_slices(const struct sm_result *result, const char *name, size_t columns) {
  float here[3 * 96], there[3 * 96];
  const size_t count = columns * (name == NULL ? 3 : 1);
  ck_assert_int_eq(sm_result_slice(ctx, result, name, 7, here), SM_OK);
  const enum sm_status status = sm_height_slice(ctx, file, name, -1, 7, count, there);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  int solid = 0;
  for (size_t i = 0; i < count; i++) {
    ck_assert_int_eq(isnan(here[i]), isnan(there[i]));
    solid += isnan(here[i]);
    if (!isnan(here[i])) ck_assert_double_eq_tol((double)here[i], (double)there[i], 1e-5);
  }
  ck_assert_int_eq(solid, 4 * (name == NULL ? 3 : 1)); /* the house */
}

START_TEST(a_wind_is_as_in_its_file) {
  setup(HOUSE WIND
        "[turbulence]\nmodel = 'local'\n[output]\nturbulence = ['tke', 'wall_distance']\n");
  struct sm_result *result = run();
  const struct sm_array u = find(result, "u_face"), v = find(result, "v_face"),
                        x = find(result, "xf"), cell = find(result, "cell"),
                        tke = find(result, "tke");
  ck_assert_int_eq(u.shape[2], 13);
  ck_assert_int_eq(v.shape[1], 9);
  ck_assert_str_eq(u.dimension[2], "xf");
  ck_assert_double_eq(value(&x, 12, 0, 0), 60);
  ck_assert_int_eq(u.type, SM_ARRAY_F32);
  ck_assert_int_eq(tke.rank, 3);
  ck_assert_str_eq(find(result, "wall_distance").unit, "m");
  float out[96 * 20];
  ck_assert_int_eq(sm_result_cells(ctx, result, "u", out), SM_OK);
  int solid = 0;
  for (int64_t k = 0; k < cell.shape[0]; k++)
    for (int64_t j = 0; j < 8; j++)
      for (int64_t i = 0; i < 12; i++) {
        const float is = out[i + 12 * (j + 8 * k)];
        const double low = value(&u, k, j, i), high = value(&u, k, j, i + 1);
        if ((int)value(&cell, k, j, i) >> 6 == 1) {
          solid += isnan(is);
        } else {
          ck_assert_double_eq((double)is, (double)(float)(0.5 * (low + high)));
        }
      }
  ck_assert_int_ge(solid, 8);
  assert_slices(result, NULL, 96);
  assert_slices(result, "tke", 96);
  const struct sm_result_facts facts = sm_result_get_facts(result);
  ck_assert_str_eq(facts.name, "a");
  ck_assert_str_eq(facts.crs, "");
  ck_assert_double_eq(facts.residual, summary.residual);
  ck_assert(facts.converged);
  ck_assert_int_eq(sm_result_cells(ctx, result, "nonsense", out), SM_ERR_USAGE);
  ck_assert_int_eq(sm_result_slice(ctx, result, "nonsense", 2, out), SM_ERR_USAGE);
  ck_assert_int_eq(sm_height_slice(ctx, file, NULL, 1, 2, 3 * 96, out), SM_ERR_USAGE);
  ck_assert_int_eq(sm_height_slice(ctx, file, NULL, 0, 2, 96, out), SM_ERR_USAGE);
  ck_assert_int_eq(sm_height_slice(ctx, file, "nonsense", 0, 2, 96, out), SM_ERR_USAGE);
  ck_assert_int_eq(sm_height_slice(ctx, "./none.nc", NULL, 0, 2, 96, out), SM_ERR_DATA);
  sm_result_destroy(&result);
  ck_assert_ptr_null(result);
  teardown();
}
END_TEST

/* Results that a run shows at each time. */
struct seen {
  int count, index;
  double time;
  const void *u;
};

static void look(void *user, const struct sm_result *result) {
  struct seen *seen = user;
  const struct sm_result_facts facts = sm_result_get_facts(result);
  ck_assert_int_eq(facts.index, seen->count);
  seen->count++;
  seen->time = facts.time;
  seen->u = find(result, "u_face").data;
}

START_TEST(every_time_of_a_flow_is_shown_and_no_file_is_needed) {
  struct seen seen = {0};
  setup(HOUSE FLOW);
  c->output.netcdf = false;
  options.wind = look;
  options.user = &seen;
  options.precision = SM_F64;
  struct sm_result *result = run();
  ck_assert_int_eq(seen.count, summary.times);
  ck_assert_int_eq(seen.count, 3);
  ck_assert_int_eq(sm_result_get_facts(result).index, 2);
  const struct sm_array u = find(result, "u_face"), p = find(result, "kinematic_pressure");
  ck_assert_int_eq(u.type, SM_ARRAY_F64);
  ck_assert_str_eq(p.unit, "m2 s-2");
  ck_assert(isfinite(value(&p, 0, 0, 0)));
  ck_assert_int_eq(summary.output_count, 0);
  sm_result_destroy(&result);
  teardown();
}
END_TEST

START_TEST(the_memory_shown_is_that_of_the_run) {
  struct seen seen = {0};
  setup(HOUSE WIND);
  options.wind = look;
  options.user = &seen;
  struct sm_result *result = run();
  ck_assert_int_eq(seen.count, 1);
  ck_assert_ptr_eq(seen.u, find(result, "u_face").data); /* not a copy */
  sm_result_destroy(&result);
  teardown();
}
END_TEST

START_TEST(a_wind_that_did_not_converge_is_kept_and_others_are_not) {
  struct sm_result *result = NULL;
  setup(HOUSE WIND "[wind]\nmax_iterations = 1\ntolerance = 1e-12\n");
  ck_assert_int_eq(sm_run_keep(ctx, c, &options, &summary, &result), SM_ERR_DIVERGED);
  ck_assert_ptr_nonnull(result);
  ck_assert(!sm_result_get_facts(result).converged);
  sm_result_destroy(&result);
  sm_run_summary_free(&summary);
  options.overwrite = false;
  ck_assert_int_eq(sm_run_keep(ctx, c, &options, &summary, &result), SM_ERR_USAGE);
  ck_assert_ptr_null(result);
  teardown();
}
END_TEST

START_TEST(without_memory_nothing_is_left) {
  enum sm_status status = SM_ERR_MEMORY;
  int failures = 0;
  setup(HOUSE WIND);
  for (long n = 1; status != SM_OK; n += 7) {
    struct sm_result *result = NULL;
    sm_context_fail_allocation(ctx, n);
    status = sm_run_keep(ctx, c, &options, &summary, &result);
    ck_assert_msg(status == SM_OK || status == SM_ERR_MEMORY, "allocation %ld: status %d: %s", n,
                  (int)status, sm_context_message(ctx));
    ck_assert_int_eq(result != NULL, status == SM_OK);
    failures += status != SM_OK;
    sm_result_destroy(&result);
    sm_run_summary_free(&summary);
  }
  ck_assert_int_ge(failures, 10);
  sm_context_fail_allocation(ctx, 0);
  teardown();
}
END_TEST

TEST_MAIN(a_wind_is_as_in_its_file, every_time_of_a_flow_is_shown_and_no_file_is_needed,
          the_memory_shown_is_that_of_the_run,
          a_wind_that_did_not_converge_is_kept_and_others_are_not, without_memory_nothing_is_left)
