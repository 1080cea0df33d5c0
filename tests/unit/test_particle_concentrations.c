/* Concentrations, turbulence, plume rise and dust emission of particles, in winds that are known.
 */
#include "particle_cases.h"

#include "physics/particles/internal.h"

/* --- concentrations --- */

/* All of the air holds 6 kg, evenly to chance; so do boxes of their own and a receptor. */
START_TEST(concentrations_are_mass_over_air) {
  for (int own = 0; own < 2; own++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 2\n" BLOCK "[particles.concentration]\n%s"
                  "[[particles.receptor]]\nposition = [5, 40]\nheight = 20\nsize = 20\n" SOURCE
                  "shape = 'domain'\ncount = 500000\nmass = 6\n",
             own ? "cell_size = [15, 10, 7]\n" : "");
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_run(&s, 0, 0, 0);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    const double volume = 100 * 80 * 60 - 10 * 20 * 20, mean = 6 / volume;
    double sum = 0, air = 0;
    for (int k = 0; k < view.n[2]; k++)
      for (int j = 0; j < view.n[1]; j++)
        for (int i = 0; i < view.n[0]; i++) {
          const int c = i + view.n[0] * (j + view.n[1] * k);
          const double box = (view.face[0][i + 1] - view.face[0][i]) *
                             (view.face[1][j + 1] - view.face[1][j]) *
                             (view.face[2][k + 1] - view.face[2][k]) * (double)view.air[c];
          air += box;
          sum += box * (double)view.concentration[0][c];
          /* numbers have the variance of their mean */
          if (box > 0)
            near((double)view.concentration[0][c] / mean, 1,
                 6 / sqrt(500000 * box / volume) + 1e-5);
        }
    near(air, volume, 1e-3 * volume);
    near(sum, 6, 1e-5);
    /* the box reaches 5 m out of the domain, and a part of it is the building */
    near(view.received[0] / mean, 1, 6 / sqrt(500000 * (15.0 * 20 * 20 - 10 * 20 * 10) / volume));
    cloud_end(&s);
  }
}
END_TEST

/* However often all of the mass is counted in one box, and by a receptor. */
START_TEST(sums_of_many_samples_fit) {
  struct cloud s;
  cloud_open(
      &s,
      BASE
      "duration = 100\nground = 'reflect'\n[particles.concentration]\ncell_size = [100, 80, 60]\n"
      "sample = 0.5\n[[particles.receptor]]\nposition = [50, 40]\nheight = 30\n"
      "size = [100, 80, 60]\n[[particles.line_of_sight]]\nposition = [0, 40]\nend = [100, 40]\n"
      "[[particles.species]]\ndiameter = '5 um'\ndensity = 2000\n" SOURCE
      "shape = 'domain'\ncount = 1000\nmass = 6\n",
      1);
  cloud_run(&s, 0, 0, 0);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  const double mean = 6.0 / (100 * 80 * 60);
  near((double)view.concentration[0][0] / mean, 1, 1e-3);
  near(view.received[0] / mean, 1, 1e-3);
  /* 3 Q C / (2 rho d) times the way */
  near(view.depth[0] / (1.5 * 2 * mean / (2000 * 5e-6) * 100), 1, 1e-3);
  cloud_end(&s);
}
END_TEST

/* In a uniform wind without turbulence the front of a steady source comes to a box after distance
 * over speed, to the step, and goes on: from then on the mass of the box rises as it is emitted. */
START_TEST(fronts_arrive_after_distance_over_speed) {
  for (int way = 0; way < 4; way++) {
    const int devices = 1 + way % 2, backward = way / 2;
    char text[1000];
    snprintf(
        text, sizeof text,
        GRID
        "[particles]\nstep = 0.1\nduration = 30\nturbulence = false\n%s[particles.concentration]\n"
        "cell_size = [10, 10, 10]\ninterval = 10\nsample = 0.1\nthresholds = [1e-6, 1.5e-5]\n"
        "[[particles.receptor]]\nposition = [65, 45]\nheight = 35\nsize = 10\n"
        "threshold = 5e-6\n" SOURCE "position = [5, 45]\nheight = 35\nrate = 0.01\ncount = 60000\n",
        backward ? "direction = 'backward'\n" : "");
    struct cloud s;
    cloud_open(&s, text, devices);
    cloud_run(&s, backward ? -4 : 4, 0, 0);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    const size_t size = (size_t)view.n[0] * (size_t)view.n[1] * (size_t)view.n[2];
    const double threshold[3] = {1e-6, 1.5e-5, 5e-6};
    for (int i = 1; i < view.n[0]; i++)
      for (int t = 0; t < 2; t++) {
        const size_t at = (size_t)i + (size_t)view.n[0] * (4 + (size_t)view.n[1] * 3);
        const double after = (view.face[0][i] - 5) / 4 + threshold[t] * 1000 / 0.01;
        near((double)view.arrival_time[0][(size_t)t * size + at], backward ? 30 - after : after,
             0.1);
      }
    const double after = (60.0 - 5) / 4 + threshold[2] * 1000 / 0.01;
    near((double)view.received_arrival_time[0], backward ? 30 - after : after, 0.1);
    ck_assert(isnan(view.arrival_time[0][0])); /* where none comes */
    cloud_end(&s);
  }
}
END_TEST

/* --- turbulence --- */

/* Horizontal low-frequency turbulence spreads particles as Taylor (1921) says, and not upwards. */
START_TEST(horizontal_diffusion_is_that_of_taylor) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 20\n[turbulence]\nmodel = 'local'\nmeander = 0.5\n"
                  "meander_time = 10\n" SOURCE "position = [50, 40]\nheight = 30\ncount = 20000\n",
             1);
  cloud_set_turbulence(&s, 0, 0, 0);
  cloud_run(&s, 0, 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 20000);
  double square[3] = {0}, product = 0;
  const double middle[3] = {50, 40, 30}, spread = 0.5 * 10 * sqrt(2 * (1 + exp(-2)));
  for (size_t p = 0; p < list.count; p++) {
    for (int d = 0; d < 3; d++) square[d] += pow(list.place[p][d] - middle[d], 2) / 20000;
    product += (list.place[p][0] - 50) * (list.place[p][1] - 40) / 20000;
  }
  near(sqrt(square[0]) / spread, 1, 0.03);
  near(sqrt(square[1]) / spread, 1, 0.03);
  near(sqrt(square[2]), 0, 0.1);
  near(product / (spread * spread), 0, 0.03);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* The component across a wall changes its sign; those along it change by what goes with it, so that
 * a fluctuation is as likely as before. */
START_TEST(walls_turn_what_goes_with_the_component_across) {
  const struct sm_langevin s = {.root = {1.0f, 0.2f, 0.8f, -0.3f, 0.1f, 0.5f}};
  for (int d = 0; d < 3; d++) {
    float q[3] = {0.4f, -1.2f, 0.9f}, before[3], after[3];
    const double length = sqrt(0.4 * 0.4 + 1.2 * 1.2 + 0.9 * 0.9);
    sm_langevin_fluctuation(s.root, q, before);
    sm_reflect_turbulence(&s, d, q);
    sm_langevin_fluctuation(s.root, q, after);
    near((double)after[d], -(double)before[d], 1e-6);
    near(sqrt((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])), length, 1e-6);
  }
  const struct sm_langevin plain = {.root = {1.0f, 0.0f, 0.8f, -0.3f, 0.0f, 0.5f}};
  float q[3] = {0.4f, -1.2f, 0.9f};
  sm_reflect_turbulence(&plain, 2, q); /* v is correlated with nothing */
  near((double)q[1], -1.2, 1e-6);
}
END_TEST

/* --- plumes that rise --- */

/* Briggs by hand: F = 9.81 x 10 x 2^2 / 4 x (1 - 288.15 / 400) = 27.43 m4/s3 in 5 m/s: 2.822
 * t^(2/3) for 77.65 s, 51.4 m (21.425 F^(3/4) / u of the Industrial Source Complex model). */
START_TEST(hot_plumes_rise_as_briggs_says) {
  const struct sm_plume_rise rise = sm_plume_rise_of(10, 400, 2, 5, 288.15, 9.81);
  near((double)rise.gain, 2.82192, 1e-4);
  near((double)rise.end, 77.648, 1e-2);
  /* cold: 3 d v / u = 12 m, at 4 d (v + 3 u)^2 / (v u) = 100 m */
  const struct sm_plume_rise jet = sm_plume_rise_of(10, 288.15, 2, 5, 288.15, 9.81);
  near((double)jet.end, 20, 1e-4);
  near((double)jet.gain * pow(20, 2.0 / 3), 12, 1e-4);
  /* F >= 55: 119 F^(2/5) */
  const struct sm_plume_rise large = sm_plume_rise_of(20, 400, 4, 5, 288.15, 9.81);
  const double f = 9.81 * 20 * 4 * (1 - 288.15 / 400);
  near((double)large.end, 119 * pow(f, 0.4) / 5, 1e-2);
  /* calm counts as 1 m/s */
  near((double)sm_plume_rise_of(10, 400, 2, 0, 288.15, 9.81).gain, 1.6 * cbrt(27.4312), 1e-3);
}
END_TEST

START_TEST(particles_of_a_stack_rise_with_its_plume) {
  struct cloud s;
  cloud_open(&s,
             STATION
             "[weather]\ntemperature = 288.15\n"
             "[domain]\nsize = [400, 80]\ncell_size = 10\nheight = 120\nstretch = 1\n"
             "[particles]\nstep = 0.5\nduration = 60\nsnapshots = 10\n" SOURCE
             "position = [10, 40]\nheight = 22\ncount = 500\nstop = 30\nexit_velocity = 10\n"
             "exit_temperature = 400\nexit_diameter = 2\n",
             2);
  cloud_blow(&s, 5, 0, 0);
  cloud_add_wind(&s, 0);
  for (unsigned due = 0; !(due & CLOUD_END);) {
    due = cloud_until(&s, CLOUD_SNAPSHOT | CLOUD_END);
    struct sm_particle_list list = cloud_list(&s);
    for (size_t i = 0; i < list.count; i++) {
      near(list.place[i][2], 22 + 2.82192 * pow((double)list.age[i], 2.0 / 3), 2e-3);
      near(list.place[i][0], 10 + 5 * (double)list.age[i], 1e-3);
    }
    sm_particle_list_free(&list);
  }
  cloud_end(&s);
}
END_TEST

/* --- dust from the ground --- */

/* By hand: the log law at 2.5 m over 0.1 m gives u* = 0.4 u / ln 25; White's saltation and the
 * efficiency of 10 % clay, 10^-2.66 1/m. */
START_TEST(the_wind_lifts_dust) {
  for (int part = 0; part < 2; part++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 10\nlateral_boundary = 'periodic'\n"
                  "[[particles.species]]\ndiameter = '5 um'\ndensity = 2650\n" SOURCE
                  "shape = 'ground'\ncount = 10000\n%s",
             part ? "position = [50, 40]\nsize = [20, 20]\n" : "");
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_run(&s, 8, 0, 0);
    const double friction = 0.4 * 8 / log(25);
    const double least = sqrt(0.0123 * (2650 / 1.225 * 9.81 * 1e-4 + 3e-4 / (1.225 * 1e-4)));
    const double over = friction - least, sum = friction + least;
    const double flux = pow(10, 1.34 - 4) * 2.61 * 1.225 / 9.81 * over * sum * sum;
    const double area = part ? 20 * 20 : 100 * 80;
    near(cloud_budget(&s, SM_BUDGET_EMITTED) / (flux * area * 10), 1, 1e-4);
    near(cloud_budget(&s, SM_BUDGET_COUNT_EMITTED), 10000, 0);
    near(cloud_budget(&s, SM_BUDGET_LOST), 0, 0);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

START_TEST(weak_winds_lift_no_dust) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 10\n[[particles.species]]\ndiameter = '5 um'\ndensity = 2650\n" SOURCE
                  "shape = 'ground'\ncount = 1000\n",
             1);
  cloud_run(&s, 1, 0, 0);
  near(cloud_budget(&s, SM_BUDGET_EMITTED), 0, 0);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(concentrations_are_mass_over_air, sums_of_many_samples_fit,
          fronts_arrive_after_distance_over_speed, horizontal_diffusion_is_that_of_taylor,
          walls_turn_what_goes_with_the_component_across, hot_plumes_rise_as_briggs_says,
          particles_of_a_stack_rise_with_its_plume, the_wind_lifts_dust, weak_winds_lift_no_dust)
