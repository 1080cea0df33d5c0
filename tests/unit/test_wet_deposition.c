/* Wet deposition of particles: below-cloud scavenging. */
#include "particle_cases.h"

#define AIRBORNE cloud_budget(&s, SM_BUDGET_AIRBORNE)
#define WASHED cloud_budget(&s, SM_BUDGET_WET_DEPOSITED)

/* In steady rain the mass below the cloud base falls as exp(-A R^B t), in both precisions; above it
 * none is washed out. All of it lies on the column of the particles. */
START_TEST(rain_washes_out_exponentially) {
  for (int n = 0; n < 4; n++) {
    const bool below = n % 2 == 0;
    char text[1000];
    struct cloud s;
    snprintf(
        text, sizeof text,
        BASE
        "duration = 200\nprecision = '%s'\n"
        "[rain]\nrate = '5 mm/h'\ncloud_base = 20\n"
        "[[particles.species]]\nscavenging_coefficient = 1e-3\nscavenging_exponent = 0.8\n" SOURCE
        "position = [52, 41]\nheight = %d\ncount = 1000\nmass = 8\n",
        n < 2 ? "f32" : "f64", below ? 19 : 21);
    cloud_open(&s, text, 2);
    cloud_run(&s, 0, 0, 0);
    const double left = below ? exp(-1e-3 * pow(5, 0.8) * 200) : 1;
    near(AIRBORNE, 8 * left, 1e-5);
    near(WASHED, 8 * (1 - left), 1e-5);
    cloud_adds_up(&s);
    double budget[SM_BUDGET_TERMS], deposition[2 * 20 * 16];
    good(&s, sm_particles_budget(s.ctx, s.particles, budget, deposition));
    for (int c = 0; c < 20 * 16; c++) {
      ck_assert(deposition[c] == 0);
      near(deposition[20 * 16 + c] * 25, c == 8 * 20 + 10 ? budget[SM_BUDGET_WET_DEPOSITED] : 0,
           1e-12);
    }
    cloud_end(&s);
  }
}
END_TEST

/* Rain that grows and ends: the exponent is the integral of the rate, before and after it is none.
 */
START_TEST(rain_rates_change_in_time) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 200\n[rain]\nrates = [[40, 0], [140, 10], [160, 0]]\n"
                  "[[particles.species]]\nscavenging_coefficient = 1e-3\nscavenging_exponent = 1\n"
                  "half_life = 1000\n" SOURCE
                  "position = [52, 41]\nheight = 19\ncount = 1000\nmass = 8\n",
             1);
  cloud_run(&s, 0, 0, 0);
  near(AIRBORNE, 8 * exp(-1e-3 * (0.5 * 100 * 10 + 0.5 * 20 * 10)) * pow(2, -0.2), 1e-3);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

/* Dry and wet deposition together, from a plume that leaves: every quantum is accounted for. */
START_TEST(dry_and_wet_deposition_add_up) {
  struct cloud s;
  cloud_open(&s,
             BASE
             "duration = 60\nturbulence = true\n[turbulence]\nmodel = 'local'\n"
             "[rain]\nrate = 20\n" BLOCK
             "[[particles.species]]\nname = 'gas'\nhalf_life = 30\ndeposition_velocity = 0.02\n"
             "scavenging_coefficient = 2e-3\n"
             "[[particles.species]]\nname = 'dust'\ndiameter = '30 um'\ndensity = 2650\n"
             "scavenging_coefficient = 4e-3\n" SOURCE
             "species = 'gas'\nposition = [30, 40]\nsize = [20, 20, 10]\ncount = 3000\n" SOURCE
             "species = 'dust'\nposition = [50, 40]\nheight = 5\ncount = 4000\nrate = 0.03\n",
             2);
  cloud_blow(&s, 3, 0.5, 0);
  cloud_set_turbulence(&s, 0.5, -0.1, 0.05);
  cloud_add_wind(&s, 0);
  cloud_until(&s, CLOUD_END);
  cloud_adds_up(&s);
  double budget[2 * SM_BUDGET_TERMS];
  good(&s, sm_particles_budget(s.ctx, s.particles, budget, NULL));
  for (int m = 0; m < 2; m++) {
    const double *own = budget + m * SM_BUDGET_TERMS;
    ck_assert(own[SM_BUDGET_DEPOSITED] > 0 && own[SM_BUDGET_WET_DEPOSITED] > 0 &&
              own[SM_BUDGET_OUTFLOW] > 0);
  }
  cloud_end(&s);
}
END_TEST

START_TEST(rain_without_effect_is_refused) {
  static const char *const lines[][2] = {
      {"[rain]\nrate = 2\n", "[rain] has no effect"},
      {"[rain]\n"
       "[[particles.species]]\nscavenging_coefficient = 1e-4\n",
       "[rain] has no rate"},
      {"[[particles.species]]\nscavenging_coefficient = 1e-4\n", "[rain]"},
      {"[rain]\nrate = 2\n[[particles.species]]\nscavenging_exponent = 1\n",
       "scavenging_coefficient"},
      {"[rain]\nrates = [[0, 1]]\n[[particles.species]]\nscavenging_coefficient = 1e-4\n",
       "needs two points"},
      {"[rain]\nrates = [[0, 1], [0, 2]]\n[[particles.species]]\nscavenging_coefficient = 1e-4\n",
       "times must increase"},
      {"[rain]\nrates = [[0, 1], [9, -2]]\n[[particles.species]]\nscavenging_coefficient = 1e-4\n",
       "within 0 and 500 mm/h"}};
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
    char text[1000];
    struct sm_context *ctx;
    struct sm_case *c = NULL;
    ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
    snprintf(text, sizeof text, BASE "duration = 9\n" POINT "%s", lines[n][0]);
    ck_assert_int_eq(sm_case_parse(ctx, "case.toml", text, strlen(text), NULL, true, &c),
                     SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(ctx), lines[n][1]) != NULL, "%s",
                  sm_context_message(ctx));
    sm_context_destroy(&ctx);
  }
}
END_TEST

TEST_MAIN(rain_washes_out_exponentially, rain_rates_change_in_time, dry_and_wet_deposition_add_up,
          rain_without_effect_is_refused)
