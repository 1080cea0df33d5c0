/* Time steps of particles and winds that change with time: lengths, number, what cannot be. */
#include "particle_cases.h"

/* --- winds in time --- */

/* Between two winds the wind changes linearly: x = 10 + t^2 / 20, after the last one it stays. */
START_TEST(winds_change_between_their_times) {
  struct cloud s;
  cloud_read(&s, BASE "duration = 25\n" SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n");
  good(&s, cloud_try(&s, 2, 1, 20));
  unsigned due = CLOUD_WIND;
  for (int m = 0; m <= 2; m++) {
    ck_assert(due & CLOUD_WIND);
    cloud_blow(&s, m, 0, 0); /* 0, 1, 2 m/s at 0, 10, 20 s */
    cloud_add_wind(&s, 10 * m);
    due = cloud_until(&s, CLOUD_WIND | CLOUD_END);
  }
  ck_assert(due & CLOUD_END);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], 10 + 0.05 * 20 * 20 + 2 * 5, 0.05);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* Velocities are written in the wind of the last step, half a step before, and not of a batch. */
START_TEST(velocities_are_those_of_the_last_step) {
  struct cloud s;
  int snapshots = 0;
  unsigned due = CLOUD_WIND;
  cloud_read(&s, BASE "duration = 400\nsnapshots = 50\n" SOURCE
                      "position = [10, 40]\nheight = 12\ncount = 10\n");
  good(&s, cloud_try(&s, 2, 1, 400));
  for (int m = 0; !(due & CLOUD_END);) {
    if (due & CLOUD_WIND) {
      cloud_blow(&s, 0.1 * m, 0, 0); /* 0, 0.1, 0.2 m/s at 0, 200, 400 s */
      cloud_add_wind(&s, 200 * m++);
    }
    due = cloud_until(&s, CLOUD_WIND | CLOUD_SNAPSHOT | CLOUD_END);
    if (!(due & CLOUD_SNAPSHOT)) continue;
    struct sm_particle_list list = cloud_list(&s);
    const double now = sm_particles_get_progress(s.particles).time;
    ck_assert_uint_eq(list.count, 10);
    for (size_t i = 0; i < list.count; i++)
      near((double)list.velocity[i][0], (now - 0.25) / 2000, 1e-6);
    sm_particle_list_free(&list);
    snapshots++;
  }
  ck_assert_int_eq(snapshots, 8);
  cloud_end(&s);
}
END_TEST

/* In f64 the rounding of 40 steps is that of the place at release, 2^-32 of a cell. */
START_TEST(steps_in_f64_do_not_add_rounding) {
  struct cloud s;
  cloud_open(&s,
             BASE "precision = 'f64'\nduration = 20\n" SOURCE
                  "position = [10, 40]\nheight = 12\ncount = 10\n",
             1);
  cloud_blow(&s, 2.7f, 0, 0);
  cloud_add_wind(&s, 0);
  cloud_until(&s, CLOUD_END);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], 10 + 20 * (double)2.7f, 2e-9);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* From the last wind back: up to 20 s after the first one, by 2, 1 and 0 m/s; and the times that
 * are told are those of the winds. */
START_TEST(backward_particles_go_against_the_wind) {
  struct cloud s;
  cloud_read(&s, BASE "duration = 20\ndirection = 'backward'\n[particles.concentration]\n"
                      "interval = 5\n" SOURCE "position = [90, 40]\nheight = 12\ncount = 10\n");
  good(&s, cloud_try(&s, 2, 1, 20));
  unsigned due = CLOUD_WIND;
  double end = 20;
  for (int m = 0; m <= 2; m++) {
    ck_assert(due & CLOUD_WIND);
    cloud_blow(&s, 2 - m, 0, 0);
    cloud_add_wind(&s, 10 * m);
    do {
      due = cloud_until(&s, CLOUD_WIND | CLOUD_END | CLOUD_INTERVAL);
      if (!(due & CLOUD_INTERVAL)) continue;
      const struct sm_particles_progress now = sm_particles_get_progress(s.particles);
      near(now.interval[0], end, 1e-9);
      near(now.interval[1], end - 5, 1e-9);
      near(now.moment, end - 5, 1e-9);
      end -= 5;
    } while (!(due & (CLOUD_WIND | CLOUD_END)));
  }
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], 90 - 20, 0.05);
  near(end, 0, 1e-9);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  double dose = 0;
  for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++) dose += view.dose[0][c] * 125;
  near(dose, 20, 1e-4);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* --- wrong cases --- */

static void fails(const char *text, double last_wind, const char *message) {
  struct cloud s;
  cloud_read(&s, text);
  ck_assert_int_eq(cloud_try(&s, 1, 1, last_wind), SM_ERR_CASE);
  ck_assert_msg(strstr(sm_context_message(s.ctx), message) != NULL, "'%s' not in: %s", message,
                sm_context_message(s.ctx));
  cloud_end(&s);
}

START_TEST(runs_that_cannot_be_are_refused) {
  fails(BASE POINT, 0, "there is one wind only");
  fails(BASE POINT "start = 70\n", 60, "begins when the run has ended");
  fails(BASE POINT "rates = [[70, 1], [80, 1]]\n", 60, "begins when the run has ended");
  fails(BASE "duration = 9\n" POINT "rates = [[0, 0], [9, 0], [10, 1]]\n", 0, "emits nothing");
}
END_TEST

/* --- how many steps --- */

#define STATIONS(first, second)                                                                    \
  "[[weather.station]]\nreadings = [{ time = 2026-05-01T12:00:00Z, speed = " first                 \
  ", from = 270 },\n{ time = 2026-05-01T12:01:00Z, speed = " second ", from = 270 }]\n"            \
  "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n[roughness]\nz0 = 0.1\n"

/* The step with a first wind of `now` m/s, s. */
static double chosen(const char *text, double now) {
  struct sm_particles_workload outlook;
  struct cloud s;
  cloud_read(&s, text);
  good(&s, cloud_try(&s, 1, 1, 60));
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 60, &outlook));
  cloud_blow(&s, now, 0, 0);
  cloud_add_wind(&s, 0);
  const double step = sm_particles_get_progress(s.particles).step;
  ck_assert_msg(outlook.step > 0.5 * step && outlook.step < 2 * step, "%g s foreseen, %g s chosen",
                outlook.step, step);
  cloud_end(&s);
  return step;
}

/* Half a cell is 2.5 m. */
START_TEST(steps_follow_the_strongest_of_all_winds) {
#define RUN "[particles]\nduration = 60\n" POINT
  near(chosen(GRID RUN, 5), 0.5, 1e-12);
  near(chosen(STATIONS("10", "10") RUN, 10), 0.25, 1e-12);
  near(chosen(STATIONS("1", "10") RUN, 1), 0.25, 1e-12);
  near(chosen(STATIONS("0.001", "10") RUN, 0.001), 0.25, 2e-3);
  ck_assert(chosen(STATIONS("0", "10") RUN, 0) <= 0.25);
  near(chosen(STATIONS("1", "10") "[particles]\ndirection = 'backward'\nduration = 60\n" POINT, 10),
       0.25, 1e-12);
}
END_TEST

START_TEST(air_too_fast_for_the_steps_is_warned_of) {
  struct cloud s;
  cloud_open(&s, BASE "turbulence = false\nduration = 20\n" POINT, 1); /* 0.5 s */
  cloud_blow(&s, 19, 0, 0);
  cloud_add_wind(&s, 0);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 0);
  cloud_end(&s);
  cloud_open(&s, BASE "turbulence = false\nduration = 20\n" POINT, 1);
  cloud_blow(&s, 50, 0, 0);
  cloud_add_wind(&s, 0);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "through 5 cells"));
  cloud_end(&s);
}
END_TEST

static void foresees(const char *text, const char *message) {
  struct sm_particles_workload outlook;
  struct cloud s;
  cloud_read(&s, text);
  ck_assert_int_eq(sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook), SM_ERR_CASE);
  ck_assert_msg(strstr(sm_context_message(s.ctx), message) != NULL, "'%s' not in: %s", message,
                sm_context_message(s.ctx));
  cloud_end(&s);
}

START_TEST(what_cannot_be_is_found_without_a_wind) {
  foresees(GRID "[particles]\n" POINT, "there is one wind only");
  foresees(GRID "[particles]\nduration = 60\nstep = 1e-12\n" POINT, "has 6e+13 steps");
  foresees(GRID "[particles]\nduration = 60\nstep = 1e-300\n" POINT, "4294967295 is the most");
  foresees(GRID "[particles]\nduration = 1e300\n" POINT, "4294967295 is the most");
  foresees(GRID BLOCK "[particles]\nduration = 60\n" SOURCE "position = [5, 35]\ncount = 9\n",
           "inside a building");
  foresees(GRID RUN "[particles.concentration]\ncell_size = 1e-4\n", "boxes");
}
END_TEST

START_TEST(the_workload_is_estimated_before_the_run) {
  struct sm_particles_workload outlook;
  struct cloud s;
  cloud_read(&s, BASE "duration = 60\nlateral_boundary = 'periodic'\n" POINT SOURCE
                      "position = [10, 40]\ncount = 1600\nstart = 20\nstop = 40\n");
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook));
  near(outlook.particles, 1610, 0);
  near(outlook.step, 0.5, 1e-15);
  near(outlook.steps, 120, 0);
  near(outlook.moves, 10 * 120 + 1600 * 60, 1e-6);
  cloud_end(&s);
  cloud_read(&s, BASE "duration = 1e-9\n" POINT "[particles.concentration]\ninterval = 30\n");
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook));
  near(outlook.step, 1e-9, 0);
  near(outlook.steps, 1, 0);
  cloud_end(&s);
  cloud_read(&s, BASE "turbulence = false\nduration = 1e7\n" POINT);
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "2e+07 steps"));
  ck_assert(outlook.moves < 10 * 2 * 60); /* they leave */
  cloud_end(&s);
}
END_TEST

START_TEST(the_scheme_of_the_paper_is_kept_stable) {
  static const char paper[] =
      GRID DUST "[particles]\nturbulence = false\nscheme = 'semi-implicit'\nduration = 1\n%s" POINT
                "species = 'dust'\n";
  const double relaxation = 2650 * 30e-6 * 30e-6 / (18 * 1.78e-5);
  struct sm_particles_workload outlook;
  char text[1000];
  struct cloud s;
  snprintf(text, sizeof text, paper, "");
  cloud_read(&s, text);
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert(outlook.step <= relaxation && outlook.step > 0.9 * relaxation);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 0);
  cloud_end(&s);
  snprintf(text, sizeof text, paper, "step = 0.02\n");
  cloud_read(&s, text);
  good(&s, sm_particles_estimate(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "not stable"));
  cloud_end(&s);
}
END_TEST

START_TEST(winds_that_are_no_numbers_are_refused) {
  struct cloud s;
  cloud_open(&s, BASE "duration = 20\n" POINT, 1);
  cloud_blow(&s, (double)NAN, 0, 0);
  ck_assert_int_eq(sm_particles_add_wind(s.ctx, s.particles, s.state, 0), SM_ERR_DIVERGED);
  cloud_end(&s);
}
END_TEST

START_TEST(a_stop_is_between_two_batches) {
  struct cloud s;
  cloud_open(&s, BASE "duration = 20\n" POINT, 1);
  cloud_blow(&s, 1, 0, 0);
  cloud_add_wind(&s, 0);
  sm_context_request_stop(s.ctx);
  ck_assert_int_eq(sm_particles_advance(s.ctx, s.particles, 1), SM_ERR_STOPPED);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(winds_change_between_their_times, velocities_are_those_of_the_last_step,
          steps_in_f64_do_not_add_rounding, backward_particles_go_against_the_wind,
          runs_that_cannot_be_are_refused, steps_follow_the_strongest_of_all_winds,
          air_too_fast_for_the_steps_is_warned_of, what_cannot_be_is_found_without_a_wind,
          the_workload_is_estimated_before_the_run, the_scheme_of_the_paper_is_kept_stable,
          winds_that_are_no_numbers_are_refused, a_stop_is_between_two_batches)
