/* Decay chains of particles against Bateman's solution. */
#include "particle_cases.h"

/* Number of nuclei of member n of a chain that starts with one of the first, by the sum of
 * exponentials of Bateman (1910), whose half-lives all differ. */
static double bateman(const double *half_life, int n, double t) {
  long double rate[4], sum = 0, formed = 1;
  for (int m = 0; m <= n; m++) rate[m] = logl(2) / (long double)half_life[m];
  for (int m = 0; m < n; m++) formed *= rate[m];
  for (int m = 0; m <= n; m++) {
    long double others = 1;
    for (int k = 0; k <= n; k++)
      if (k != m) others *= rate[k] - rate[m];
    sum += expl(-rate[m] * (long double)t) / others;
  }
  return (double)(formed * sum);
}

static struct sm_decay_step step_of(const double *half_life, double t) {
  struct sm_decay_chain chain = {.members = 4, .yield = {1, 1, 1, 0}};
  struct sm_decay_step step;
  for (int m = 0; m < 4; m++) chain.rate[m] = log(2) / half_life[m];
  sm_decay_step_of(&chain, t, &step);
  return step;
}

static void relatively_near(double got, double expected, double tolerance) {
  near(got / expected, 1, tolerance);
}

/* Half-lives far apart in either order, a long and a short time. */
START_TEST(any_half_lives_give_batemans_solution) {
  static const double half_life[][4] = {
      {10, 40, 25, 90}, {40, 10, 90, 25},   {330350, 186, 1624, 1194}, /* radon-222 */
      {1e9, 1, 30, 2},  {3, 1e9, 2e9, 3e9}, {1e-6, 2e-6, 5, 3e-6},     {844.8, 2004, 1e15, 2e15}};
  for (size_t c = 0; c < sizeof half_life / sizeof *half_life; c++)
    for (double t = 1; t < 1e4; t *= 7) {
      const struct sm_decay_step step = step_of(half_life[c], t);
      for (int m = 0; m < 4; m++) {
        const double want = bateman(half_life[c], m, t);
        /* where the sum of exponentials does not cancel */
        if (want > 1e-8) relatively_near(step.part[m][0], want, 1e-9);
        near(step.part[m][0], want, 1e-12);
      }
    }
}
END_TEST

/* Equal half-lives: (r t)^m / m! e^(-r t); and those that are equal to 9 digits are as near. */
START_TEST(equal_half_lives_do_not_cancel) {
  const double equal[4] = {10, 10, 10, 10}, near_to[4] = {10, 10 + 1e-8, 10 - 1e-8, 10 + 2e-8};
  for (double t = 0.01; t < 500; t *= 3) {
    const double x = log(2) / 10 * t;
    const struct sm_decay_step a = step_of(equal, t), b = step_of(near_to, t);
    double want = exp(-x);
    for (int m = 0; m < 4; m++, want *= x / m) {
      near(a.part[m][0], want, 1e-12 * want + 1e-15);
      near(b.part[m][0], want, 1e-7 * want + 1e-15);
    }
  }
}
END_TEST

/* Stable: nothing goes, and a very small part is not lost to rounding. */
START_TEST(small_parts_are_exact) {
  const double stable[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, slow[4] = {1e12, 1e13, 1, 1};
  const struct sm_decay_step none = step_of(stable, 1e9), little = step_of(slow, 1);
  const double a = log(2) / 1e12, b = log(2) / 1e13;
  for (int m = 0; m < 4; m++)
    for (int n = 0; n < 4; n++) ck_assert(none.part[m][n] == (m == n ? 1 : 0));
  relatively_near(little.part[1][0], a, 1e-12);
  relatively_near(little.part[2][0], a * b / log(2) * (1 - 0.5 / log(2)), 1e-9);
}
END_TEST

#define CHAIN                                                                                      \
  "[[particles.species]]\nname = 'a'\nhalf_life = 10\ndaughter = 'b'\n"                            \
  "[[particles.species]]\nname = 'b'\nhalf_life = 4\ndaughter = 'c'\nbranching_fraction = 0.75\n"  \
  "[[particles.species]]\nname = 'c'\nhalf_life = 25\n"

static double term(struct cloud *s, int species, enum sm_budget_term which) {
  double budget[8 * SM_BUDGET_TERMS];
  good(s, sm_particles_budget(s->ctx, s->particles, budget, NULL));
  return budget[species * SM_BUDGET_TERMS + (int)which];
}

/* Masses of all members at every output, in the boxes, at the receptor and in the budget; released
 * at once between two steps, by one device and two, in both precisions. */
START_TEST(members_have_their_masses_at_all_times) {
  static const double half_life[3] = {10, 4, 25};
  for (int way = 0; way < 4; way++) {
    struct cloud s;
    char text[2000];
    snprintf(text, sizeof text,
             BASE "duration = 40\nprecision = '%s'\n[particles.concentration]\ninterval = 5\n"
                  "sample = 5\n" CHAIN "[[particles.receptor]]\nposition = [52, 41]\nheight = 22\n"
                  "size = [10, 10, 10]\n" SOURCE
                  "species = 'a'\nposition = [52, 41]\nheight = 22\ncount = 1000\nmass = 8\n"
                  "start = 1.3\n",
             way % 2 ? "f64" : "f32");
    cloud_open(&s, text, way < 2 ? 1 : 2);
    cloud_blow(&s, 0, 0, 0);
    cloud_add_wind(&s, 0);
    for (int n = 1; n <= 8; n++) {
      cloud_until(&s, CLOUD_INTERVAL);
      const struct sm_plume_view view = sm_particles_plume(s.particles);
      for (int m = 0; m < 3; m++) {
        const double want = 8 * (m == 2 ? 0.75 : 1) * bateman(half_life, m, 5 * n - 1.3);
        double sum = 0;
        for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++)
          sum += (double)view.concentration[m][c] * 125;
        near(term(&s, m, SM_BUDGET_AIRBORNE), want, 1e-6);
        near(sum, want, 1e-5);
        near(view.received[m] * 1000, want, 1e-5);
        near(term(&s, m, SM_BUDGET_DECAYED), m == 0 ? 8 - want : -want, 1e-6);
      }
    }
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* A constant rate, over many steps: the integral of the solution. Molar masses count. A stable last
 * member has what the others have lost. */
START_TEST(releases_that_last_form_daughters) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 60\n"
                  "[[particles.species]]\nname = 'so2'\nhalf_life = 30\ndaughter = 'so4'\n"
                  "molar_mass = 64\n[[particles.species]]\nname = 'so4'\nmolar_mass = 96\n" SOURCE
                  "species = 'so2'\nposition = [52, 41]\nheight = 22\ncount = 20000\nmass = 8\n"
                  "start = 0\nstop = 60\n",
             1);
  cloud_run(&s, 0, 0, 0);
  const double x = log(2) / 30 * 60, left = 8 * (1 - exp(-x)) / x;
  near(term(&s, 0, SM_BUDGET_AIRBORNE), left, 1e-5);
  near(term(&s, 1, SM_BUDGET_AIRBORNE), 1.5 * (8 - left), 1e-5);
  near(term(&s, 1, SM_BUDGET_AIRBORNE) / 1.5 + term(&s, 0, SM_BUDGET_AIRBORNE), 8, 1e-12);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

/* A noble gas does not deposit, but its daughter does, dry and by rain: a loss of v / h + washout
 * beside its decay. */
START_TEST(daughters_deposit_by_their_own_keys) {
  for (int f64 = 0; f64 < 2; f64++) {
    struct cloud s;
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 100\nprecision = '%s'\n[rain]\nrate = 1\n"
                  "[[particles.species]]\nname = 'kr'\nhalf_life = 60\ndaughter = 'rb'\n"
                  "[[particles.species]]\nname = 'rb'\nhalf_life = 50\n"
                  "deposition_velocity = 0.01\nscavenging_coefficient = 1e-3\n"
                  "scavenging_exponent = 1\n" SOURCE
                  "species = 'kr'\nposition = [52, 41]\nheight = 2\ncount = 1000\nmass = 8\n",
             f64 ? "f64" : "f32");
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    const double losses = log(2) / 50 + 0.01 / 5 + 1e-3, half_life[2] = {60, log(2) / losses};
    near(term(&s, 0, SM_BUDGET_AIRBORNE), 8 * pow(2, -100.0 / 60), 1e-6);
    near(term(&s, 1, SM_BUDGET_AIRBORNE), 8 * bateman(half_life, 1, 100), 4e-3);
    ck_assert(term(&s, 0, SM_BUDGET_DEPOSITED) == 0 && term(&s, 0, SM_BUDGET_WET_DEPOSITED) == 0);
    near(term(&s, 1, SM_BUDGET_DEPOSITED) / term(&s, 1, SM_BUDGET_WET_DEPOSITED), 2, 5e-3);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* What leaves, by side too, has the daughters that formed on the way. */
START_TEST(daughters_leave_with_their_particle) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 60\n" CHAIN SOURCE
                  "species = 'a'\nposition = [52, 41]\nheight = 22\ncount = 1000\nmass = 8\n",
             2);
  cloud_run(&s, 4, 0, 0);
  static const double half_life[3] = {10, 4, 25};
  for (int m = 0; m < 3; m++) {
    near(term(&s, m, SM_BUDGET_OUTFLOW), 8 * (m == 2 ? 0.75 : 1) * bateman(half_life, m, 12), 1e-5);
    near(term(&s, m, SM_BUDGET_OUTFLOW_WEST + 1), term(&s, m, SM_BUDGET_OUTFLOW), 1e-12);
    ck_assert(term(&s, m, SM_BUDGET_AIRBORNE) == 0);
  }
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(any_half_lives_give_batemans_solution, equal_half_lives_do_not_cancel,
          small_parts_are_exact, members_have_their_masses_at_all_times,
          releases_that_last_form_daughters, daughters_deposit_by_their_own_keys,
          daughters_leave_with_their_particle)
