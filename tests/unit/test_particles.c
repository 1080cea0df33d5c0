/* Particles from their release to the mass budget, in winds that are known. */
#include "particle_cases.h"

/* --- when, in the whole engine --- */

/* In a uniform wind a particle is where it has come to since its release: at whatever time of the
 * batch it was born, with whatever steps. */
START_TEST(particles_are_released_at_their_times) {
  static const char *const sources[] = {"stop = 20\nmass = 3\n", "rate = 0.1\n",
                                        "rates = [[2, 0], [9, 1], [12, 1], [18, 0]]\n"};
  for (int kind = 0; kind < 3; kind++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 20\nsnapshots = 3\n" SOURCE
                  "position = [10, 40]\nheight = 22.5\ncount = 5001\n%s",
             sources[kind]);
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_blow(&s, 2, 1, 0);
    cloud_add_wind(&s, 0);
    for (unsigned due = 0; !(due & CLOUD_END);) {
      due = cloud_until(&s, CLOUD_SNAPSHOT | CLOUD_END);
      struct sm_particle_list list = cloud_list(&s);
      const double time = sm_particles_get_progress(s.particles).time;
      ck_assert_uint_eq(list.count,
                        (size_t)sm_particle_source_count(s.particles->sources.item,
                                                         due & CLOUD_END ? HUGE_VAL : time));
      for (size_t i = 0; i < list.count; i++) {
        ck_assert_int_eq(list.id[i], (int64_t)i);
        near(list.place[i][0], 10 + 2 * (double)list.age[i], 2e-5);
        near(list.place[i][1], 40 + (double)list.age[i], 2e-5);
        near(list.place[i][2], 22.5, 1e-6);
        const double share = ((double)i + 0.5) / 5001, born = time - (double)list.age[i];
        if (kind < 2) near(born, 20 * share, 1e-5);
      }
      sm_particle_list_free(&list);
      cloud_adds_up(&s);
    }
    near(cloud_budget(&s, SM_BUDGET_COUNT_EMITTED), 5001, 0);
    near(cloud_budget(&s, SM_BUDGET_EMITTED), kind == 0 ? 3 : kind == 1 ? 2 : 9.5, 1e-12);
    cloud_end(&s);
  }
}
END_TEST

/* All particles are released: all are in the concentrations at the end. */
START_TEST(all_released_particles_are_counted) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 30\nlateral_boundary = 'periodic'\n[particles.concentration]\n"
                  "interval = 10\nsample = 10\n" SOURCE
                  "position = [10, 40]\nheight = 22.5\ncount = 100003\nstop = 17.3\nmass = 2\n",
             1);
  cloud_run(&s, 3, 0, 0);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  double sum = 0;
  for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++)
    sum += (double)view.concentration[0][c] * 125;
  near(sum, 2, 2e-6);
  near(cloud_budget(&s, SM_BUDGET_AIRBORNE), 2, 2e-12);
  cloud_end(&s);
}
END_TEST

/* --- the budget --- */

/* Everything at once: two species that decay, settle and are deposited, among buildings, in
 * turbulence; at all times the integers add up. */
START_TEST(the_mass_budget_adds_up_exactly) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 40\nsnapshots = 5\nground = 'deposit'\nturbulence = true\n"
                  "[turbulence]\nmodel = 'local'\n" BLOCK
                  "[[particles.species]]\nname = 'gas'\nhalf_life = 7\n"
                  "deposition_velocity = 0.02\n"
                  "[[particles.species]]\nname = 'dust'\nmedian_diameter = '60 um'\n"
                  "geometric_deviation = 2\ndensity = 2650\ndeposition_velocity = 'resistance'\n"
                  "half_life = 100\n" SOURCE
                  "species = 'gas'\nposition = [30, 40]\nsize = [20, 20, 10]\ncount = 3000\n"
                  "mass = 0.7\nstop = 13\n" SOURCE
                  "species = 'dust'\nposition = [50, 40]\nheight = 5\nradius = 4\ncount = 4000\n"
                  "rate = 0.03\n" SOURCE
                  "species = 'dust'\nposition = [60, 60]\nend = [90, 20]\nheight = 1\n"
                  "count = 1000\n",
             2);
  cloud_blow(&s, 3, 0.5, 0);
  cloud_set_turbulence(&s, 0.5, -0.1, 0.05);
  cloud_add_wind(&s, 0);
  for (unsigned due = 0; !(due & CLOUD_END);) {
    due = cloud_until(&s, CLOUD_SNAPSHOT | CLOUD_END);
    cloud_adds_up(&s);
  }
  double budget[2 * SM_BUDGET_TERMS];
  good(&s, sm_particles_budget(s.ctx, s.particles, budget, NULL));
  const double *gas = budget, *dust = budget + SM_BUDGET_TERMS;
  near(gas[SM_BUDGET_EMITTED] / 0.7, 1, 1e-12);
  near(dust[SM_BUDGET_EMITTED] / (0.03 * 40 + 1), 1, 1e-12);
  for (int a = SM_BUDGET_OUTFLOW; a <= SM_BUDGET_DECAYED; a++) ck_assert(gas[a] > 0 && dust[a] > 0);
  ck_assert(gas[SM_BUDGET_LOST] == 0 && dust[SM_BUDGET_LOST] == 0);
  cloud_end(&s);
}
END_TEST

/* Gravel lies on the ground after its fall, and is not in the air for ever; with a ground that
 * reflects it is. */
START_TEST(what_settles_is_deposited) {
  for (int reflects = 0; reflects < 2; reflects++) {
    char text[1000];
    struct cloud s;
    snprintf(text, sizeof text,
             BASE
             "duration = 40\n%s[[particles.species]]\ndiameter = '2 mm'\ndensity = 2650\n" SOURCE
             "position = [50, 40]\nheight = 22\ncount = 1000\nmass = 8\n",
             reflects ? "ground = 'reflect'\n" : "");
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    near(cloud_budget(&s, SM_BUDGET_DEPOSITED), reflects ? 0 : 8, 1e-5);
    near(cloud_budget(&s, SM_BUDGET_AIRBORNE), reflects ? 8 : 0, 1e-5);
    cloud_end(&s);
  }
}
END_TEST

/* Half of the mass after a half-life, in the budget and in the concentrations. */
START_TEST(what_decays_is_half_after_its_half_life) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 20\n[particles.concentration]\ninterval = 5\nsample = 5\n"
                  "[[particles.species]]\nhalf_life = 10\n" SOURCE
                  "position = [50, 40]\nheight = 22\ncount = 1000\nmass = 8\n",
             1);
  cloud_blow(&s, 0, 0, 0);
  cloud_add_wind(&s, 0);
  for (int m = 1; m <= 4; m++) {
    cloud_until(&s, CLOUD_INTERVAL);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    double sum = 0;
    for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++)
      sum += (double)view.concentration[0][c] * 125;
    near(cloud_budget(&s, SM_BUDGET_AIRBORNE), 8 * pow(2, -0.5 * m), 1e-5);
    near(cloud_budget(&s, SM_BUDGET_DECAYED), 8 - 8 * pow(2, -0.5 * m), 1e-5);
    near(sum, 8 * pow(2, -0.5 * m), 1e-5);
  }
  cloud_end(&s);
}
END_TEST

/* In still air next to the ground the mass falls as e^(-v t / h); above, none is taken. */
START_TEST(deposition_takes_its_part_of_the_lowest_cell) {
  for (int low = 0; low < 2; low++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 100\n[[particles.species]]\ndeposition_velocity = 0.04\n" SOURCE
                  "position = [50, 40]\nheight = %g\nsize = [30, 20]\ncount = 1000\nmass = 8\n",
             low ? 1.0 : 7.0);
    struct cloud s;
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    const double left = low ? exp(-0.04 * 100 / 5) : 1;
    near(cloud_budget(&s, SM_BUDGET_AIRBORNE), 8 * left, 4e-5); /* 200 roundings of float */
    near(cloud_budget(&s, SM_BUDGET_DEPOSITED), 8 * (1 - left), 4e-5);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* A slow deposition, of which a step takes 1e-7 of the mass: no part is lost to rounding. */
START_TEST(slow_deposition_is_not_rounded) {
  for (int f64 = 0; f64 < 2; f64++) {
    struct cloud s;
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 100\nprecision = '%s'\n[[particles.species]]\n"
                  "deposition_velocity = 1e-6\n" SOURCE
                  "position = [50, 40]\nheight = 1\nsize = [30, 20]\ncount = 1000\nmass = 8\n",
             f64 ? "f64" : "f32");
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    const double taken = -8 * expm1(-1e-6 * 100 / 5);
    near(cloud_budget(&s, SM_BUDGET_DEPOSITED), taken, 1e-5 * taken);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* On the columns below, per area. */
START_TEST(deposits_lie_on_their_columns) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 200\nground = 'deposit'\n" DUST SOURCE
                  "position = [52.5, 42.5]\nheight = 7\ncount = 1000\nmass = 8\n",
             2);
  cloud_run(&s, 0, 0, 0);
  double budget[SM_BUDGET_TERMS], deposition[20 * 16];
  good(&s, sm_particles_budget(s.ctx, s.particles, budget, deposition));
  for (int c = 0; c < 20 * 16; c++) near(deposition[c], c == 10 + 20 * 8 ? 8.0 / 25 : 0, 1e-12);
  near(budget[SM_BUDGET_DEPOSITED], 8, 1e-11);
  near(budget[SM_BUDGET_COUNT_DEPOSITED], 1000, 0);
  cloud_end(&s);
}
END_TEST

/* 30 um: 18 mu / (rho d^2 g) less a little by Schiller and Naumann, more by slip. */
START_TEST(dust_falls_at_its_speed) {
  struct cloud s;
  cloud_open(
      &s, BASE "duration = 100\n" DUST SOURCE "position = [50, 40]\nheight = 40\ncount = 10\n", 1);
  cloud_run(&s, 0, 0, 0);
  const double speed = (double)s.particles->kinds.kind[0].settling;
  const double stokes = (2650 - 1.225) * 30e-6 * 30e-6 * 9.81 / (18 * 1.78e-5);
  near(speed / stokes, 1, 0.04);
  struct sm_particle_list list = cloud_list(&s);
  /* it began at rest, or with the wind: some tau later */
  for (size_t i = 0; i < list.count; i++)
    near(list.place[i][2], 40 - 100 * speed, 2 * 0.0075 * speed);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(particles_are_released_at_their_times, all_released_particles_are_counted,
          the_mass_budget_adds_up_exactly, what_settles_is_deposited,
          what_decays_is_half_after_its_half_life, deposition_takes_its_part_of_the_lowest_cell,
          slow_deposition_is_not_rounded, deposits_lie_on_their_columns, dust_falls_at_its_speed)
