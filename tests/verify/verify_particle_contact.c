/* Contacts of single grains: two of them head-on and oblique, with restitution and friction; one
 * that bounces on the ground; many that keep their momentum, whatever the threads. */
#include "harness.h"
#include "particles_fixture.h"
#include "verify/particle_order.h"

static const double pi = 3.14159265358979;

/* Grains of 1 mm and 2500 kg/m3, m = 1.309e-6 kg; still air that does not matter. */
#define AIR                                                                                        \
  "[[weather.station]]\nspeed = 0\nfrom = 270\nheight = 0.05\nprofile = 'uniform'\n"               \
  "[domain]\nsize = [0.08, 0.08]\ncell_size = 0.004\nheight = 0.08\nstretch = 1\n[roughness]\n"    \
  "z0 = 1e-5\n[particles]\ndrag = 'stokes'\nair_viscosity = 1e-9\nair_density = 1e-6\n"            \
  "top = 'reflect'\nlateral_boundary = 'periodic'\n"
#define GRAINS                                                                                     \
  "[[particles.species]]\nname = 'grains'\ndiameter = 1e-3\ndensity = 2500\n"                      \
  "deposition_velocity = 0\n"
#define GRAIN_MASS (3.14159265358979 / 6 * 1e-9 * 2500)

/* Two grains, the first at rest in the middle, the other `offset` m off the line through it, which
 * it follows at 1 m/s; velocities afterwards. */
static void two_grains(double restitution, double friction, double offset, double start,
                       float v[2][3]) {
  char text[2048];
  struct cloud s;
  snprintf(text, sizeof text,
           AIR "gravity = 0\nduration = 0.05\nstep = 1e-4\n" GRAINS
               "[[particles.source]]\nposition = [%.9g, 0.04]\nheight = 0.04\ncount = 1\n"
               "mass = %.12g\nvelocity = [0, 0, 0]\n"
               "[[particles.source]]\nposition = [%.9g, 0.04]\nheight = %.9g\ncount = 1\n"
               "mass = %.12g\nvelocity = [1, 0, 0]\n"
               "[particles.collisions]\nmodel = 'contact'\nrestitution = %g\nfriction = %g\n",
           start, GRAIN_MASS, start < 0.02 ? start + 0.06 : start - 0.02, 0.04 + offset, GRAIN_MASS,
           restitution, friction);
  cloud_open(&s, text, 1);
  cloud_run(&s, 0, 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 2);
  memcpy(v, list.velocity, 6 * sizeof(float));
  int64_t counts[SM_COLLISION_COUNTS];
  good(&s, sm_particle_set_collisions(s.ctx, s.particles->set[0], counts));
  ck_assert_int_eq(counts[SM_COLLISION_DONE], 1);
  ck_assert_int_eq(counts[SM_COLLISION_MISSED], 0);
  sm_particle_list_free(&list);
  cloud_end(&s);
}

START_TEST(two_grains_meet_head_on) {
  static const double restitution[] = {1, 0.8, 0.3, 0};
  for (size_t m = 0; m < 4; m++) {
    float v[2][3];
    two_grains(restitution[m], 0.5, 0, 0.043, v);
    ck_assert_double_eq_tol((double)v[0][0], 0.5 * (1 + restitution[m]), 2e-6);
    ck_assert_double_eq_tol((double)v[1][0], 0.5 * (1 - restitution[m]), 2e-6);
    for (int d = 1; d < 3; d++) ck_assert_double_eq_tol((double)v[0][d], 0, 1e-5);
  }
}
END_TEST

/* Through the side of the domain, which is periodic: the same. */
START_TEST(two_grains_meet_across_a_periodic_side) {
  float v[2][3];
  two_grains(0.8, 0, 0, 0.0003, v);
  ck_assert_double_eq_tol((double)v[0][0], 0.9, 2e-6);
  ck_assert_double_eq_tol((double)v[1][0], 0.1, 2e-6);
}
END_TEST

/* Off centre by b: the normal has the sine b / d. Sliding, the tangential impulse is friction times
 * the normal one; sticking, it takes 2/7 of the tangential velocity (Walton 1993). */
START_TEST(two_grains_meet_obliquely) {
  static const double friction[] = {0, 0.1, 1}, offset[] = {3e-4, 7e-4, -5e-4};
  for (size_t m = 0; m < 3; m++)
    for (size_t n = 0; n < 3; n++) {
      const double e = 0.8, sine = -offset[n] / 1e-3, cosine = sqrt(1 - sine * sine);
      const double normal = (1 + e) * cosine, sliding = friction[m] * normal;
      const double sticking = 2.0 / 7 * fabs(sine);
      const double along = friction[m] > 0 ? fmin(sliding, sticking) * (sine < 0 ? -1 : 1) : 0;
      float v[2][3];
      two_grains(e, friction[m], offset[n], 0.043, v);
      /* of the grain at rest: half of the impulse, along (cos, sin) and (sin, -cos) */
      const double x = 0.5 * (normal * cosine + along * sine);
      const double z = 0.5 * (normal * sine - along * cosine);
      ck_assert_double_eq_tol((double)v[0][0], x, 3e-5);
      ck_assert_double_eq_tol((double)v[0][2], z, 3e-5);
      ck_assert_double_eq_tol((double)v[1][0], 1 - x, 3e-5);
      ck_assert_double_eq_tol((double)v[1][2], -z, 3e-5);
    }
}
END_TEST

/* From 2 cm, with the restitution of the ground: the second top is at e^2 of it, after
 * (1 + 2 e) sqrt(2 h / g). */
START_TEST(a_grain_bounces_on_the_ground) {
  char text[2048];
  const double e = 0.7, height = 0.02, t = sqrt(2 * height / 9.81);
  struct cloud s;
  snprintf(text, sizeof text,
           AIR "gravity = 9.81\nduration = %.9g\nstep = 2e-5\nrestitution = %g\n" GRAINS
               "[[particles.source]]\nposition = [0.043, 0.04]\nheight = %g\ncount = 1\n"
               "mass = %.12g\nvelocity = [0, 0, 0]\n[particles.collisions]\nmodel = 'contact'\n",
           t * (1 + e), e, height, GRAIN_MASS);
  cloud_open(&s, text, 1);
  cloud_run(&s, 0, 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_double_eq_tol(list.place[0][2], e * e * height, 2e-3 * e * e * height);
  ck_assert_double_eq_tol((double)list.velocity[0][2], 0, 2e-3);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* --- many --- */

/* A gas of 3000 grains that fill 0.3 % of the box. */
static struct record *gas(int threads, bool reversed, double restitution, double momentum[2][3],
                          double energy[2], int64_t counts[SM_COLLISION_COUNTS]) {
  char text[2048];
  struct cloud s;
  snprintf(text, sizeof text,
           AIR "gravity = 0\nduration = 0.1\nstep = 1e-4\n" GRAINS
               "[[particles.source]]\nshape = 'domain'\ncount = 3000\nmass = %.12g\n"
               "[particles.collisions]\nmodel = 'contact'\nrestitution = %g\nfriction = 0.2\n",
           3000 * GRAIN_MASS, restitution);
  cloud_read(&s, text);
  good(&s, cloud_try(&s, 1, threads, 0));
  cloud_blow(&s, 0, 0, 0);
  cloud_add_wind(&s, 0);
  good(&s, sm_particles_advance(s.ctx, s.particles, 1));
  struct sm_particle_set *set = s.particles->set[0];
  for (int64_t p = 0; p < set->count; p++) {
    float v[4];
    const struct sm_random_key draw = {5, set->tag[p].id, 0, 4};
    sm_random_normals(sm_random(draw), v);
    for (int d = 0; d < 3; d++) set->particle[p].v[d] = 0.3f * v[d];
  }
  if (reversed) reverse_particles(set);
  for (int end = 0; end < 2; end++) {
    if (end == 1) good(&s, sm_particles_advance(s.ctx, s.particles, 400));
    energy[end] = 0;
    for (int d = 0; d < 3; d++) momentum[end][d] = 0;
    set = s.particles->set[0];
    for (int64_t p = 0; p < set->count; p++)
      for (int d = 0; d < 3; d++) {
        const double v = (double)set->particle[p].v[d];
        momentum[end][d] += v;
        energy[end] += v * v;
      }
  }
  good(&s, sm_particle_set_collisions(s.ctx, set, counts));
  ck_assert_int_eq(set->count, 3000);
  struct record *out = records_of(set);
  cloud_end(&s);
  return out;
}

START_TEST(many_grains_keep_their_momentum_and_no_bit_depends_on_the_order) {
  double momentum[2][3], energy[2];
  int64_t counts[SM_COLLISION_COUNTS];
  struct record *first = gas(1, false, 0.8, momentum, energy, counts);
  ck_assert_int_gt(counts[SM_COLLISION_DONE], 500);
  for (int d = 0; d < 2; d++) /* the top and the ground turn w round */
    ck_assert_double_eq_tol(momentum[1][d], momentum[0][d], 2e-3);
  ck_assert(energy[1] < 0.95 * energy[0]);
  for (int run = 0; run < 2; run++) {
    struct record *now = gas(run == 0 ? 3 : 1, run == 1, 0.8, momentum, energy, counts);
    ck_assert_mem_eq(now, first, 3000 * sizeof *now);
    free(now);
  }
  free(first);
}
END_TEST

START_TEST(parcels_are_refused_with_the_mass_of_grains) {
  struct cloud s;
  cloud_read(&s, AIR "duration = 1\n" GRAINS
                     "[[particles.source]]\nposition = [0.04, 0.04]\nheight = 0.04\ncount = 10\n"
                     "mass = 1\n[particles.collisions]\nmodel = 'contact'\n");
  ck_assert_int_eq(cloud_try(&s, 1, 1, 0), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "mass = 1.30899694e-05"));
  cloud_end(&s);
  ck_assert_double_eq_tol(pi / 6 * 2.5e-5, 1.30899694e-05, 1e-12);
}
END_TEST

TEST_MAIN(two_grains_meet_head_on, two_grains_meet_across_a_periodic_side,
          two_grains_meet_obliquely, a_grain_bounces_on_the_ground,
          many_grains_keep_their_momentum_and_no_bit_depends_on_the_order,
          parcels_are_refused_with_the_mass_of_grains)
