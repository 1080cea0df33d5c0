/* Particles in a given wind: exact motions, published speeds, orders of the schemes, limits. */
#include "drag_particle.h"

/* --- sizes and speeds --- */

START_TEST(relaxation_times_and_terminal_speeds_are_the_published_ones) {
  const double table[][4] = {{5, 2.068e-4, 2.027e-3, 2.025e-3},  {10, 8.271e-4, 8.110e-3, 8.076e-3},
                             {15, 1.861e-3, 1.825e-2, 1.807e-2}, {50, 2.068e-2, 0.2027, 0.1828},
                             {100, 8.271e-2, 0.8110, 0.5835},    {200, 0.3308, 3.244, 1.481},
                             {500, 2.068, 20.27, 3.832}};
  for (int m = 0; m < 7; m++) {
    const double *t = table[m];
    const struct sm_particle_drag_f64 stokes = sand(t[0], SM_DRAG_STOKES);
    const struct sm_particle_drag_f64 real = sand(t[0], SM_DRAG_SCHILLER_NAUMANN);
    within(stokes.tau, t[1], 3e-4);
    within(sm_settling_velocity_f64(stokes), t[2], 3e-4);
    const double v = sm_settling_velocity_f64(real);
    within(v, t[3], 3e-4);
    within(v * sm_drag_factor_f64(real, v), real.tau * real.gravity, 1e-14);
  }
}
END_TEST

START_TEST(large_stones_fall_at_the_speed_of_newton) {
  const struct sm_particle_drag_f64 g = sand(20000, SM_DRAG_SCHILLER_NAUMANN);
  const double speed = sqrt(4 * 9.81 * 0.02 * (2650 - 1.225) / (3 * 0.44 * 1.225));
  within(sm_settling_velocity_f64(g), speed, 1e-14);
  const struct sm_particle_drag_f32 f =
      sm_particle_drag_of_f32(&air, 0.02, 2650, 9.81, SM_DRAG_SCHILLER_NAUMANN);
  within((double)sm_settling_velocity_f32(f), speed, 1e-6);
}
END_TEST

START_TEST(the_drag_has_no_step) {
  const struct sm_particle_drag_f64 g = sand(100, SM_DRAG_SCHILLER_NAUMANN);
  near(sm_drag_factor_f64(g, 0), 1, 0);
  near(sm_drag_factor_f64(g, 1 / g.reynolds), 1.15, 1e-14);
  near(sm_drag_factor_f64(g, 800 / g.reynolds), 1 + 0.15 * pow(800, 0.687), 1e-12);
  near(sm_drag_factor_f64(g, 1e4 / g.reynolds), 0.44 * 1e4 / 24, 1e-10);
  double last = sm_drag_factor_f64(g, 900 / g.reynolds);
  for (double re = 900.1; re < 1100; re += 0.1) {
    const double f = sm_drag_factor_f64(g, re / g.reynolds);
    ck_assert(f > last && f - last < 0.0021);
    last = f;
  }
}
END_TEST

START_TEST(small_particles_slip) {
  const struct sm_air_properties thin = {1.225, 1.78e-5, SM_FREE_PATH};
  const double um[] = {5, 1}, slip[] = {1.033, 1.166};
  for (int m = 0; m < 2; m++) {
    const double d = 1e-6 * um[m];
    const struct sm_particle_drag_f64 g =
        sm_particle_drag_of_f64(&thin, d, 2650, 9.81, SM_DRAG_STOKES);
    near(g.tau / (2650 * d * d / (18 * 1.78e-5)), slip[m], 5e-4);
  }
  near(sm_particle_drag_of_f64(&thin, 0, 2650, 9.81, SM_DRAG_STOKES).tau, 0, 0);
}
END_TEST

START_TEST(air_carries_its_own_weight) {
  const struct sm_air_properties none = {0, 1.78e-5, 0};
  near(sand(5, SM_DRAG_STOKES).gravity, 9.81 * (1 - 1.225 / 2650), 1e-15);
  near(sm_particle_drag_of_f64(&none, 5e-6, 2650, 9.81, SM_DRAG_STOKES).gravity, 9.81, 0);
}
END_TEST

/* --- exact motions --- */

/* Long double, from the closed form: E and 1 - E without loss. */
static struct particle flight(const struct sm_particle_drag_f64 *g, const double u[3],
                              struct particle p, double t) {
  const long double tau = (long double)g->tau, gain = -expm1l(-(long double)t / tau);
  for (int d = 0; d < 3; d++) {
    const long double fall = d == 2 ? -tau * (long double)g->gravity : 0;
    const long double far = (long double)u[d] + fall, off = (long double)p.v[d] - far;
    p.x[d] = (double)((long double)p.x[d] + (long double)t * far + tau * gain * off);
    p.v[d] = (double)(far + (1 - gain) * off);
  }
  return p;
}

START_TEST(a_projectile_with_linear_drag_is_exact_at_any_step) {
  const double u[3] = {3, -1, 0.5}, t = 0.7;
  const struct particle start = {{0, 0, 0}, {-20, 30, 15}};
  for (double tau = 1e-9; tau < 1e3; tau *= 1.7)
    for (int count = 1; count <= 64; count *= 4)
      for (int s = SM_SCHEME_EULER; s <= SM_SCHEME_ETD2; s++) {
        const struct sm_particle_drag_f64 g = {tau, 0, 9.81};
        struct particle p = start;
        const struct particle exact = flight(&g, u, start, t);
        steps(&g, (enum sm_step_scheme)s, t / count, count, steady, u, &p);
        for (int d = 0; d < 3; d++) {
          near(p.x[d], exact.x[d], 2e-14 * (fabs(exact.x[d]) + 1));
          near(p.v[d], exact.v[d], 2e-14 * (fabs(exact.v[d]) + 1));
        }
      }
}
END_TEST

START_TEST(sizes_with_linear_drag_share_what_a_step_does) {
  const struct sm_particle_drag_f64 g = sand(15, SM_DRAG_STOKES);
  const struct sm_relaxation_f64 r = sm_relaxation_of_f64(sm_relaxation_number_f64(g, 5e-3, 1));
  const double v[3] = {1, 2, 3}, u[3] = {-4, 5, 6};
  const struct sm_particle_motion_f64 m = sm_drag_step_f64(g, 5e-3, v, u);
  const struct sm_particle_motion_f64 same = sm_drag_step_relaxed_f64(r, g, 5e-3, v, u);
  for (int d = 0; d < 3; d++) {
    near(same.by[d], m.by[d], 1e-15);
    near(same.v[d], m.v[d], 1e-15);
  }
}
END_TEST

START_TEST(without_air_the_flight_is_a_parabola) {
  const double v[3] = {-20, 30, 15}, h = 0.7;
  for (double tau = 1e18; tau < 1e300; tau *= 1e20) {
    const struct sm_particle_drag_f64 g = {tau, 0, 9.81};
    const struct sm_particle_motion_f64 m = sm_drag_step_f64(g, h, v, still);
    for (int d = 0; d < 3; d++) {
      const double pull = d == 2 ? 9.81 : 0;
      near(m.by[d], h * v[d] - 0.5 * h * h * pull, 1e-14);
      near(m.v[d], v[d] - h * pull, 1e-14);
    }
  }
}
END_TEST

START_TEST(float_is_as_exact_as_float_can_be) {
  const double u[3] = {3, -1, 0.5};
  const float uf[3] = {3, -1, 0.5f}, vf[3] = {-20, 30, 15};
  for (double z = 1e-6; z < 1e6; z *= 1.1) {
    const struct sm_particle_drag_f32 g = {(float)(0.7 / z), 0, 9.81f};
    const struct sm_particle_drag_f64 exact = {(double)g.tau, 0, (double)g.gravity};
    const struct particle p =
        flight(&exact, u, (struct particle){{0, 0, 0}, {-20, 30, 15}}, (double)0.7f);
    const struct sm_particle_motion_f32 m = sm_drag_step_f32(g, 0.7f, vf, uf);
    for (int d = 0; d < 3; d++) {
      near((double)m.by[d], p.x[d], 1e-6 * (fabs(p.x[d]) + 1));
      near((double)m.v[d], p.v[d], 1e-6 * (fabs(p.v[d]) + 1));
    }
  }
}
END_TEST

START_TEST(tracers_are_the_wind_itself) {
  const struct sm_particle_drag_f64 g = {0, 0, 9.81};
  const struct sm_particle_drag_f32 f = {0, 0, 9.81f};
  const double v[3] = {1e3, -1e6, 4}, u[3] = {1e-9, 0, 7.3}, to[3] = {2e-9, 1, -7.3};
  const float vf[3] = {1e3f, -1e6f, 4}, uf[3] = {1e-9f, 0, 7.3f};
  for (double h = -1; h <= 1; h += 0.25) {
    const struct sm_particle_motion_f64 m = sm_drag_step_f64(g, h, v, u),
                                        e = sm_drag_step_etd2_f64(g, h, v, u, to);
    const struct sm_particle_motion_f32 s = sm_drag_step_f32(f, (float)h, vf, uf);
    for (int d = 0; d < 3; d++) {
      ck_assert(m.v[d] == u[d]);
      ck_assert(s.v[d] == uf[d]);
      within(m.by[d], h * u[d], 1e-15);
      within((double)s.by[d], h * (double)uf[d], 1e-7);
      near(e.v[d], to[d], 1e-15 * fabs(u[d] - to[d]));
      near(e.by[d], 0.5 * h * (u[d] + to[d]), 1e-15);
    }
  }
}
END_TEST

START_TEST(dust_becomes_a_tracer_without_a_jump) {
  const double v[3] = {4, 5, 6}, u[3] = {1, 2, 3};
  const struct sm_particle_motion_f64 tracer =
      sm_drag_step_f64((struct sm_particle_drag_f64){0, 0, 9.81}, 0.1, v, u);
  for (double tau = 1e-4; tau > 1e-300; tau *= 1e-2) {
    const struct sm_particle_motion_f64 m =
        sm_drag_step_f64((struct sm_particle_drag_f64){tau, 0, 9.81}, 0.1, v, u);
    for (int d = 0; d < 3; d++) {
      near(m.v[d], tracer.v[d], 10 * tau);
      near(m.by[d], tracer.by[d], 4 * tau + 1e-15);
    }
  }
}
END_TEST

/* --- falling with the drag of Schiller and Naumann --- */

START_TEST(falls_from_rest_are_the_published_ones) {
  const double um[] = {100, 500}, time[] = {0.1, 0.5, 1};
  const double fallen[][3] = {{0.031348, 0.260209, 0.551969}, {0.047484, 0.934015, 2.687234}};
  const enum sm_step_scheme schemes[] = {SM_SCHEME_MIDPOINT, SM_SCHEME_ETD2};
  for (int m = 0; m < 2; m++)
    for (int s = 0; s < 2; s++) {
      const struct sm_particle_drag_f64 g = sand(um[m], SM_DRAG_SCHILLER_NAUMANN);
      struct particle p = {{0}, {0}};
      int done = 0;
      for (int n = 0; n < 3; n++) {
        const int count = (int)lround(100 * time[n]);
        steps(&g, schemes[s], 0.01, count - done, steady, still, &p);
        done = count;
        near(-p.x[2], fallen[m][n], 1e-4 * fallen[m][n]);
      }
      if (m == 1) near(-p.v[2], 3.726734, 1e-4);
    }
}
END_TEST

static double fallen_after_1_s(int count) {
  const struct sm_particle_drag_f64 g = sand(500, SM_DRAG_SCHILLER_NAUMANN);
  struct particle p = {{0}, {0}};
  steps(&g, SM_SCHEME_MIDPOINT, 1.0 / count, count, steady, still, &p);
  return -p.x[2];
}

START_TEST(the_fall_is_of_order_2_and_good_at_large_steps) {
  const double exact = fallen_after_1_s(200000);
  near(fallen_after_1_s(10), exact, 1.2e-4);
  near(log2((fallen_after_1_s(4000) - exact) / (fallen_after_1_s(8000) - exact)), 2, 0.1);
}
END_TEST

START_TEST(any_step_comes_to_the_terminal_speed) {
  const double um[] = {1, 30, 100, 500, 3000, 20000};
  for (int m = 0; m < 6; m++)
    for (double h = 1e-3; h < 1e5; h *= 3) {
      const struct sm_particle_drag_f64 g = sand(um[m], SM_DRAG_SCHILLER_NAUMANN);
      const double terminal = sm_settling_velocity_f64(g);
      struct particle p = {{0}, {50, 0, 20}};
      steps(&g, SM_SCHEME_MIDPOINT, h, 20 + (int)(60 / h), steady, still, &p);
      within(-p.v[2], terminal, 1e-6);
    }
}
END_TEST

/* Less exactly: near the end, a step much shorter than tau changes only the last figures. */
START_TEST(so_does_float) {
  const double um[] = {0.5, 5, 50, 500, 20000};
  const float u[3] = {4, 0, 0};
  for (int m = 0; m < 5; m++)
    for (float h = 1e-2f; h < 1e5f; h *= 3) {
      const double d = 1e-6 * um[m];
      const struct sm_particle_drag_f32 g =
          sm_particle_drag_of_f32(&air, d, 2650, 9.81, SM_DRAG_SCHILLER_NAUMANN);
      struct sm_particle_motion_f32 p = {{0}, {50, 0, 20}};
      for (int n = 0; n < 20 + (int)(60 / h); n++) p = sm_drag_step_f32(g, h, p.v, u);
      const double terminal = sm_settling_velocity_f64(sand(um[m], SM_DRAG_SCHILLER_NAUMANN));
      within(-(double)p.v[2], terminal, 1e-4);
      within((double)sm_settling_velocity_f32(g), terminal, 1e-6);
      within((double)p.v[0], 4, 1e-4);
    }
}
END_TEST

TEST_MAIN(relaxation_times_and_terminal_speeds_are_the_published_ones,
          large_stones_fall_at_the_speed_of_newton, the_drag_has_no_step, small_particles_slip,
          air_carries_its_own_weight, a_projectile_with_linear_drag_is_exact_at_any_step,
          sizes_with_linear_drag_share_what_a_step_does, without_air_the_flight_is_a_parabola,
          float_is_as_exact_as_float_can_be, tracers_are_the_wind_itself,
          dust_becomes_a_tracer_without_a_jump, falls_from_rest_are_the_published_ones,
          the_fall_is_of_order_2_and_good_at_large_steps, any_step_comes_to_the_terminal_speed,
          so_does_float)
