/* Collisions of grains: of two exactly; a gas of them cools after Haff (1983); mixtures share their
 * energy; and nothing depends on the order. */
#include "harness.h"
#include "particles_fixture.h"
#include "verify/particle_order.h"

static const double pi = 3.14159265358979;

/* --- two grains --- */

static struct sm_random_words words(uint64_t n, uint32_t purpose) {
  const struct sm_random_key draw = {5, n, 0, purpose};
  return sm_random(draw);
}
static void normals(uint64_t n, uint32_t purpose, float out[4]) {
  sm_random_normals(words(n, purpose), out);
}

START_TEST(two_grains_keep_momentum_and_rebound_by_the_restitution) {
  for (uint64_t n = 0; n < 1000; n++) {
    float v[4], w[4], k[3];
    normals(n, 0, v);
    normals(n, 1, w);
    const float e = sm_random_uniform(words(n, 2).word[0]), mass[2] = {1.0f, 0.1f + 3 * e};
    const float g[3] = {v[0] - w[0], v[1] - w[1], v[2] - w[2]};
    const float speed = sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    sm_impact_direction(g, speed, words(n, 2).word[1], words(n, 2).word[2], k);
    const double before = (double)(g[0] * k[0] + g[1] * k[1] + g[2] * k[2]);
    double momentum[3], energy = 0, after = 0, left = 0;
    for (int d = 0; d < 3; d++) {
      momentum[d] = (double)(mass[0] * v[d] + mass[1] * w[d]);
      energy += 0.5 * (double)(mass[0] * v[d] * v[d] + mass[1] * w[d] * w[d]);
    }
    sm_grain_rebound(e, 0, mass, k, v, w);
    for (int d = 0; d < 3; d++) {
      ck_assert_double_eq_tol((double)(mass[0] * v[d] + mass[1] * w[d]), momentum[d], 5e-6);
      left += 0.5 * (double)(mass[0] * v[d] * v[d] + mass[1] * w[d] * w[d]);
      after += (double)((v[d] - w[d]) * k[d]);
    }
    const double reduced = (double)(mass[0] * mass[1] / (mass[0] + mass[1]));
    ck_assert_double_eq_tol(after, -(double)e * before, 5e-6);
    ck_assert_double_eq_tol(energy - left, 0.5 * reduced * (1 - (double)(e * e)) * before * before,
                            2e-5);
  }
}
END_TEST

/* Of directions uniform on the collision disc: cos^2 is uniform, the rest isotropic around g. */
START_TEST(impacts_are_uniform_on_the_collision_disc) {
  enum { DRAWS = 200000 };
  static const float g[2][3] = {{0.3f, -1.2f, 0.5f}, {2, 0, 0}};
  for (int m = 0; m < 2; m++) {
    const double speed = sqrt((double)(g[m][0] * g[m][0] + g[m][1] * g[m][1] + g[m][2] * g[m][2]));
    double square = 0, fourth = 0, sum[3] = {0, 0, 0};
    for (uint64_t n = 0; n < DRAWS; n++) {
      float k[3];
      const struct sm_random_words w = words(n, 3);
      sm_impact_direction(g[m], (float)speed, w.word[0], w.word[1], k);
      const double size = sqrt((double)(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]));
      const double cosine = (double)(k[0] * g[m][0] + k[1] * g[m][1] + k[2] * g[m][2]) / speed;
      ck_assert_double_eq_tol(size, 1, 1e-6);
      ck_assert_double_ge(cosine, 0);
      square += cosine * cosine / DRAWS;
      fourth += pow(cosine, 4) / DRAWS;
      for (int d = 0; d < 3; d++) sum[d] += (double)k[d] / DRAWS;
    }
    ck_assert_double_eq_tol(square, 1.0 / 2, 3e-3);
    ck_assert_double_eq_tol(fourth, 1.0 / 3, 3e-3);
    for (int d = 0; d < 3; d++) /* the mean cosine of the disc is 2/3 */
      ck_assert_double_eq_tol(sum[d], 2.0 / 3 * (double)g[m][d] / speed, 3e-3);
  }
}
END_TEST

/* --- a gas of grains --- */

/* 64 cells of 5 m, closed, without weight, drag and wind. Grains of 1 mm and 1.309e-6 kg. */
#define AIR                                                                                        \
  "[[weather.station]]\nspeed = 0\nfrom = 270\nprofile = 'uniform'\n"                              \
  "[domain]\nsize = [20, 20]\ncell_size = 5\nheight = 20\nstretch = 1\n"                           \
  "[particles]\nduration = 20\nstep = 0.02\nlateral_boundary = 'periodic'\ntop = 'reflect'\n"      \
  "gravity = 0\ndrag = 'stokes'\nair_viscosity = 1e-9\nair_density = 1e-6\n"
#define GRAINS                                                                                     \
  "[[particles.species]]\nname = 'grains'\ndiameter = 1e-3\ndensity = 2500\n"                      \
  "deposition_velocity = 0\n"
#define RELEASE "[[particles.source]]\nshape = 'domain'\ncount = 20000\nmass = 6000\n"

static const struct sm_particle_set *set_of(const struct cloud *s) { return s->particles->set[0]; }

/* On one thread. */
static void open_gas(struct cloud *s, const char *text) {
  cloud_read(s, text);
  good(s, cloud_try(s, 1, 1, 0));
}

/* Everybody is there, with normal velocities of 1 m/s over the root of the mass. */
static void heat(struct cloud *s) {
  cloud_blow(s, 0, 0, 0);
  cloud_add_wind(s, 0);
  good(s, sm_particles_advance(s->ctx, s->particles, 1));
  struct sm_particle_set *set = s->particles->set[0];
  for (int64_t p = 0; p < set->count; p++) {
    float v[4];
    normals(set->tag[p].id, 4, v);
    for (int d = 0; d < 3; d++) set->particle[p].v[d] = v[d];
  }
}

struct moments {
  double momentum[3], square, fourth; /* means of v, |v|^2 / 3, v_x^4 */
  int64_t count;
};
static struct moments moments_of(const struct sm_particle_set *set, int kind) {
  struct moments m = {{0, 0, 0}, 0, 0, 0};
  for (int64_t p = 0; p < set->count; p++) {
    if (set->particle[p].kind != kind) continue;
    m.count++;
    for (int d = 0; d < 3; d++) {
      const double v = (double)set->particle[p].v[d];
      m.momentum[d] += v;
      m.square += v * v / 3;
      m.fourth += pow(v, 4) / 3;
    }
  }
  for (int d = 0; d < 3; d++) m.momentum[d] /= (double)m.count;
  m.square /= (double)m.count;
  m.fourth /= (double)m.count;
  return m;
}

/* Collisions of a grain in a second at <v_x^2> = T (Chapman and Cowling), of n per m3. */
static double frequency(double n, double d, double temperature) {
  const double solids = n * pi / 6 * d * d * d;
  const double contact = (1 - 0.5 * solids) / pow(1 - solids, 3);
  return 4 * sqrt(pi * temperature) * n * d * d * contact;
}

/* Haff: T / T0 = (1 + t / t0)^-2 with the rate 2 / t0 = (1 - e^2) / 3 of the frequency, and the
 * correction of Van Noije and Ernst (1998) for velocities that are not quite normal. */
static double haff(double e, double rate, double t) {
  const double a2 =
      16 * (1 - e) * (1 - 2 * e * e) / (81 - 17 * e + 30 * e * e * (1 - e)); /* their (12) */
  const double cooling = (1 - e * e) / 3 * rate * (1 + 3.0 / 16 * a2);
  return pow(1 + 0.5 * cooling * t, -2);
}

START_TEST(a_granular_gas_cools_after_haff) {
  static const double restitution[] = {0.95, 0.8, 0.6};
  const double mass = pi / 6 * 1e-9 * 2500, n = 6000 / mass / 8000;
  for (size_t r = 0; r < sizeof restitution / sizeof *restitution; r++) {
    struct cloud s;
    char text[1024];
    snprintf(text, sizeof text, AIR GRAINS RELEASE "[particles.collisions]\nrestitution = %g\n",
             restitution[r]);
    open_gas(&s, text);
    heat(&s);
    const struct moments start = moments_of(set_of(&s), 0);
    const double rate = frequency(n, 1e-3, start.square);
    for (int64_t step = 101; step <= 901; step += 200) {
      good(&s, sm_particles_advance(s.ctx, s.particles, step));
      const double t = (double)(step - 1) * 0.02;
      const double got = moments_of(set_of(&s), 0).square / start.square;
      const double expected = haff(restitution[r], rate, t);
      ck_assert_msg(fabs(got / expected - 1) < 0.02, "e = %g, t = %g s: T / T0 = %g, not %g",
                    restitution[r], t, got, expected);
    }
    cloud_end(&s);
  }
}
END_TEST

/* Grains that lose nothing: as many collisions as kinetic theory has, momentum and energy stay. */
START_TEST(an_elastic_gas_collides_as_often_as_kinetic_theory_says) {
  struct cloud s;
  const double n = 6000 / (pi / 6 * 1e-9 * 2500) / 8000;
  open_gas(&s, AIR GRAINS RELEASE "[particles.collisions]\nrestitution = 1\n");
  heat(&s);
  const struct moments start = moments_of(set_of(&s), 0);
  int64_t before[SM_COLLISION_COUNTS], after[SM_COLLISION_COUNTS];
  good(&s, sm_particle_set_collisions(s.ctx, set_of(&s), before));
  good(&s, sm_particles_advance(s.ctx, s.particles, 501));
  good(&s, sm_particle_set_collisions(s.ctx, set_of(&s), after));
  const struct moments end = moments_of(set_of(&s), 0);
  const double expected = 0.5 * 20000 * frequency(n, 1e-3, start.square) * 10;
  const double got = (double)(after[SM_COLLISION_DONE] - before[SM_COLLISION_DONE]);
  ck_assert_msg(fabs(got / expected - 1) < 0.01, "%g collisions, not %g", got, expected);
  ck_assert_int_eq(after[SM_COLLISION_MISSED], 0);
  ck_assert_int_eq(after[SM_COLLISION_DENSE], 0);
  const double relaxation = 2500e-6 / (18 * 1e-9); /* s: drag is little, not none */
  ck_assert_double_eq_tol(end.square / start.square, exp(-2 * 10 / relaxation), 5e-5);
  for (int d = 0; d < 2; d++) ck_assert_double_eq_tol(end.momentum[d], start.momentum[d], 1e-6);
  cloud_end(&s);
}
END_TEST

/* All with the same speed at first: elastic collisions make it a Maxwell distribution. */
START_TEST(collisions_make_a_maxwell_distribution) {
  struct cloud s;
  open_gas(&s, AIR GRAINS RELEASE "[particles.collisions]\nrestitution = 1\n");
  heat(&s);
  struct sm_particle_set *set = s.particles->set[0];
  for (int64_t p = 0; p < set->count; p++)
    for (int d = 0; d < 3; d++)
      set->particle[p].v[d] = set->particle[p].v[d] > 0 ? 1.0f : -1.0f; /* <v^4> = <v^2>^2 */
  good(&s, sm_particles_advance(s.ctx, s.particles, 301));
  const struct moments end = moments_of(set_of(&s), 0);
  ck_assert_double_eq_tol(end.fourth / (end.square * end.square), 3, 0.06);
  cloud_end(&s);
}
END_TEST

/* Two sizes, of parcels with 8 times and 3 times as many grains: elastic collisions lead to the
 * same m <v^2>, and the energy of grains stays on average. */
START_TEST(grains_of_two_sizes_share_their_energy) {
  struct cloud s;
  open_gas(&s,
           AIR GRAINS "[[particles.species]]\nname = 'large'\ndiameter = 2e-3\ndensity = 2500\n"
                      "deposition_velocity = 0\n"
                      "[[particles.source]]\nspecies = 'grains'\nshape = 'domain'\ncount = 20000\n"
                      "mass = 3000\n"
                      "[[particles.source]]\nspecies = 'large'\nshape = 'domain'\ncount = 10000\n"
                      "mass = 4000\n[particles.collisions]\nrestitution = 1\n");
  heat(&s);
  const double mass[2] = {3000, 4000}; /* kg in all */
  const struct moments a = moments_of(set_of(&s), 0), b = moments_of(set_of(&s), 1);
  good(&s, sm_particles_advance(s.ctx, s.particles, 801));
  const struct moments c = moments_of(set_of(&s), 0), d = moments_of(set_of(&s), 1);
  ck_assert_int_eq(c.count, 20000);
  ck_assert_msg(fabs(8 * d.square / c.square - 1) < 0.05, "energies %g and %g", c.square,
                8 * d.square);
  const double before = mass[0] * a.square + mass[1] * b.square;
  const double after = mass[0] * c.square + mass[1] * d.square;
  ck_assert_msg(fabs(after / before - 1) < 0.03, "energy %g of what it was", after / before);
  cloud_end(&s);
}
END_TEST

/* Collisions keep the momentum of equal grains: with linear drag they settle as one alone, tau g.
 * There is no hindered settling (Richardson and Zaki 1954). */
START_TEST(a_suspension_of_equal_grains_settles_as_one_of_them) {
  struct cloud s;
  open_gas(&s, "[[weather.station]]\nspeed = 0\nfrom = 270\nprofile = 'uniform'\n"
               "[domain]\nsize = [20, 20]\ncell_size = 5\nheight = 20\nstretch = 1\n"
               "[particles]\nduration = 20\nstep = 0.005\nlateral_boundary = 'periodic'\n"
               "top = 'reflect'\ndrag = 'stokes'\nmean_free_path = 0\n"
               "[[particles.species]]\nname = 'sand'\ndiameter = 1e-4\ndensity = 2500\n"
               "[[particles.source]]\nposition = [10, 10]\nheight = 10\nsize = [10, 10, 4]\n"
               "count = 20000\nmass = 100\n[particles.collisions]\nrestitution = 0.9\n");
  heat(&s);
  good(&s, sm_particles_advance(s.ctx, s.particles, 181)); /* 11.5 relaxation times */
  int64_t counts[SM_COLLISION_COUNTS];
  good(&s, sm_particle_set_collisions(s.ctx, set_of(&s), counts));
  const double tau = 2500 * 1e-8 / (18 * 1.78e-5), settling = tau * 9.81 * (1 - 1.225 / 2500);
  ck_assert_int_gt(counts[SM_COLLISION_DONE], 5000);
  ck_assert_double_eq_tol(moments_of(set_of(&s), 0).momentum[2], -settling, 2e-4 * settling);
  cloud_end(&s);
}
END_TEST

/* --- nothing depends on the order --- */

START_TEST(threads_and_the_order_in_memory_change_no_bit) {
  struct record *first = NULL;
  for (int run = 0; run < 4; run++) {
    struct cloud s;
    cloud_read(&s, AIR GRAINS RELEASE "[particles.collisions]\nrestitution = 0.9\n");
    good(&s, cloud_try(&s, 1, run == 1 ? 4 : 1, 0));
    heat(&s);
    for (int64_t step = 10; step <= 50; step += 10) {
      if (run == 2) reverse_particles(s.particles->set[0]);
      if (run == 3) sm_particle_set_sort(s.particles->set[0]);
      good(&s, sm_particles_advance(s.ctx, s.particles, step));
    }
    struct record *now = records_of(set_of(&s));
    if (first != NULL) ck_assert_mem_eq(now, first, (size_t)set_of(&s)->count * sizeof *now);
    if (first == NULL)
      first = now;
    else
      free(now);
    cloud_end(&s);
  }
  free(first);
}
END_TEST

START_TEST(a_resumed_run_ends_the_same) {
  static const char text[] = AIR GRAINS RELEASE "[particles.collisions]\n";
  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS];
  struct record *end[2];
  int64_t counts[2][SM_COLLISION_COUNTS];
  for (int run = 0; run < 2; run++) {
    struct cloud s;
    open_gas(&s, text);
    if (run == 0) heat(&s);
    if (run == 0) good(&s, sm_particles_advance(s.ctx, s.particles, 20));
    if (run == 0) good(&s, sm_particles_save(s.ctx, s.particles, part));
    if (run == 1) sm_particles_load(s.particles, part);
    if (run == 1) cloud_blow(&s, 0, 0, 0);
    if (run == 1) cloud_add_wind(&s, 0);
    good(&s, sm_particles_advance(s.ctx, s.particles, 40));
    good(&s, sm_particle_set_collisions(s.ctx, set_of(&s), counts[run]));
    end[run] = records_of(set_of(&s));
    cloud_end(&s);
  }
  sm_particles_free_checkpoint(part);
  ck_assert_mem_eq(end[0], end[1], 20000 * sizeof *end[0]);
  ck_assert_mem_eq(counts[0], counts[1], sizeof counts[0]);
  free(end[0]);
  free(end[1]);
}
END_TEST

/* A step too long for its collisions is counted: none is missed silently. */
START_TEST(missed_collisions_are_counted) {
  struct cloud s;
  open_gas(&s, AIR GRAINS "[[particles.source]]\nshape = 'domain'\ncount = 20000\nmass = 6e6\n"
                          "[particles.collisions]\nrestitution = 0.9\n");
  heat(&s);
  int64_t counts[SM_COLLISION_COUNTS];
  good(&s, sm_particles_advance(s.ctx, s.particles, 3));
  good(&s, sm_particle_set_collisions(s.ctx, set_of(&s), counts));
  ck_assert_int_gt(counts[SM_COLLISION_MISSED], 0);
  cloud_end(&s);
}
END_TEST

START_TEST(collisions_on_two_devices_are_refused) {
  struct cloud s;
  cloud_read(&s, AIR GRAINS RELEASE "[particles.collisions]\n");
  ck_assert_int_eq(cloud_try(&s, 2, 1, 0), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "on 2 devices"));
  cloud_end(&s);
}
END_TEST

TEST_MAIN(two_grains_keep_momentum_and_rebound_by_the_restitution,
          impacts_are_uniform_on_the_collision_disc, a_granular_gas_cools_after_haff,
          an_elastic_gas_collides_as_often_as_kinetic_theory_says,
          collisions_make_a_maxwell_distribution, grains_of_two_sizes_share_their_energy,
          a_suspension_of_equal_grains_settles_as_one_of_them,
          threads_and_the_order_in_memory_change_no_bit, a_resumed_run_ends_the_same,
          missed_collisions_are_counted, collisions_on_two_devices_are_refused)
