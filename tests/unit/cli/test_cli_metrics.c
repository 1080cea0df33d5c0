/* Metrics on numbers made by hand. */
#include "harness.h"
#include "validation/runner/metrics.h"
#include <math.h>

static const double tiny = 1e-12;

static void fill(struct cli_pairs *pairs, size_t count, const double *computed,
                 const double *measured) {
  cli_pairs_clear(pairs);
  for (size_t i = 0; i < count; i++) cli_pairs_add(pairs, computed[i], measured[i]);
}

START_TEST(known_numbers_give_known_metrics) {
  static struct cli_pairs p;
  fill(&p, 4, (const double[]){1, 2, 3, 6}, (const double[]){2, 2, 2, 2});
  ck_assert_double_eq_tol(sm_metric_rmse(cli_pairs_of(&p)), sqrt(18.0 / 4), tiny);
  ck_assert_double_eq_tol(sm_metric_bias(cli_pairs_of(&p)), 1, tiny);
  ck_assert_double_eq_tol(sm_metric_fac2(cli_pairs_of(&p)), 0.75, tiny);
  ck_assert_double_eq_tol(sm_metric_fb(cli_pairs_of(&p)), 2 * (2.0 - 3.0) / 5, tiny);
  ck_assert_double_eq_tol(sm_metric_nmse(cli_pairs_of(&p)), 4.5 / 6, tiny);
  ck_assert_double_eq_tol(sm_metric_nad(cli_pairs_of(&p)), 1.5 / 5, tiny);
  ck_assert(isnan(sm_metric_correlation(cli_pairs_of(&p)))); /* what was measured does not vary */
  fill(&p, 3, (const double[]){1, 2, 3}, (const double[]){2, 4, 5});
  ck_assert_double_eq_tol(sm_metric_correlation(cli_pairs_of(&p)), 3 / sqrt(2 * 14.0 / 3), tiny);
  fill(&p, 3, (const double[]){3, 2, 1}, (const double[]){-5, 0, 5});
  ck_assert_double_eq_tol(sm_metric_correlation(cli_pairs_of(&p)), -1, tiny);
}
END_TEST

START_TEST(what_is_measured_is_met_by_itself) {
  static struct cli_pairs p;
  const double same[] = {-1.5, 0, 2, 7};
  fill(&p, 4, same, same);
  ck_assert(sm_metric_rmse(cli_pairs_of(&p)) == 0 && sm_metric_bias(cli_pairs_of(&p)) == 0 &&
            sm_metric_fb(cli_pairs_of(&p)) == 0);
  ck_assert(sm_metric_fac2(cli_pairs_of(&p)) == 1 &&
            sm_metric_hit_rate(cli_pairs_of(&p), 0, 0) == 1);
  ck_assert(sm_metric_nmse(cli_pairs_of(&p)) == 0 && sm_metric_nad(cli_pairs_of(&p)) == 0);
  ck_assert(sm_metric_mg(cli_pairs_of(&p), 0.1) == 1 && sm_metric_vg(cli_pairs_of(&p), 0.1) == 1);
  ck_assert_double_eq_tol(sm_metric_correlation(cli_pairs_of(&p)), 1, tiny);
}
END_TEST

START_TEST(factor_of_two_has_the_sign_of_the_wind) {
  static struct cli_pairs p;
  fill(&p, 7, (const double[]){-1, 1, -0.5, -2, -2.01, 0, 0},
       (const double[]){-1, -1, -1, -1, -1, 0, 1});
  ck_assert_double_eq_tol(sm_metric_fac2(cli_pairs_of(&p)), 4.0 / 7,
                          tiny); /* the bounds are in it */
}
END_TEST

START_TEST(hits_are_near_in_one_of_two_ways) {
  static struct cli_pairs p;
  fill(&p, 4, (const double[]){7.5, 7.4, 0.25, -4}, (const double[]){10, 10, 0, -5});
  ck_assert_double_eq_tol(sm_metric_hits(cli_pairs_of(&p), 0.25, 0), 2, tiny);
  ck_assert_double_eq_tol(sm_metric_hits(cli_pairs_of(&p), 0.25, 0.25), 3, tiny);
  ck_assert_double_eq_tol(sm_metric_hit_rate(cli_pairs_of(&p), 0, 0.25), 0.25, tiny);
}
END_TEST

START_TEST(geometric_metrics_have_a_floor) {
  static struct cli_pairs p;
  fill(&p, 2, (const double[]){1, 0}, (const double[]){exp(1), 0.01});
  ck_assert_double_eq_tol(sm_metric_mg(cli_pairs_of(&p), 0.01), exp(0.5), tiny);
  ck_assert_double_eq_tol(sm_metric_vg(cli_pairs_of(&p), 0.01), exp(0.5), tiny);
  fill(&p, 2, (const double[]){1, 4}, (const double[]){2, 2});
  ck_assert_double_eq_tol(sm_metric_mg(cli_pairs_of(&p), 0.01), 1, tiny);
  ck_assert_double_eq_tol(sm_metric_vg(cli_pairs_of(&p), 0.01), exp(log(2) * log(2)), tiny);
}
END_TEST

START_TEST(nothing_has_no_metrics) {
  static struct cli_pairs p;
  fill(&p, 3, (const double[]){NAN, 1, INFINITY}, (const double[]){1, NAN, 1});
  ck_assert_uint_eq(p.count, 0);
  ck_assert(isnan(sm_metric_rmse(cli_pairs_of(&p))) && isnan(sm_metric_bias(cli_pairs_of(&p))));
  ck_assert(isnan(sm_metric_correlation(cli_pairs_of(&p))) &&
            isnan(sm_metric_fac2(cli_pairs_of(&p))));
  ck_assert(isnan(sm_metric_fb(cli_pairs_of(&p))) && isnan(sm_metric_nmse(cli_pairs_of(&p))) &&
            isnan(sm_metric_nad(cli_pairs_of(&p))));
  ck_assert(isnan(sm_metric_hits(cli_pairs_of(&p), 1, 1)) &&
            isnan(sm_metric_hit_rate(cli_pairs_of(&p), 1, 1)));
  ck_assert(isnan(sm_metric_mg(cli_pairs_of(&p), 1)) && isnan(sm_metric_vg(cli_pairs_of(&p), 1)));
  fill(&p, 2, (const double[]){1, -1}, (const double[]){-2, 2});
  ck_assert(isnan(sm_metric_fb(cli_pairs_of(&p))) && isnan(sm_metric_nmse(cli_pairs_of(&p))) &&
            isnan(sm_metric_nad(cli_pairs_of(&p))));
}
END_TEST

START_TEST(pairs_are_no_more_than_there_is_room_for) {
  static struct cli_pairs p;
  cli_pairs_clear(&p);
  for (int i = 0; i < CLI_PAIRS + 10; i++) cli_pairs_add(&p, 2, 1);
  ck_assert_uint_eq(p.count, CLI_PAIRS);
  ck_assert_uint_eq(p.lost, 10);
}
END_TEST

START_TEST(measured_numbers_without_a_computed_one_are_counted) {
  static struct cli_pairs p;
  fill(&p, 4, (const double[]){1, NAN, INFINITY, NAN}, (const double[]){1, 2, 3, NAN});
  ck_assert_uint_eq(p.count, 1);
  ck_assert_uint_eq(p.lost, 2); /* the last was not measured */
}
END_TEST

TEST_MAIN(known_numbers_give_known_metrics, what_is_measured_is_met_by_itself,
          factor_of_two_has_the_sign_of_the_wind, hits_are_near_in_one_of_two_ways,
          geometric_metrics_have_a_floor, nothing_has_no_metrics,
          pairs_are_no_more_than_there_is_room_for,
          measured_numbers_without_a_computed_one_are_counted)
