/* The wind under rotors: as the host makes it, without divergence, in any order of times. */
#include "harness.h"
#include "wind_source_fixture.h"

#include "vortex_rings_wind.h"

#include <math.h>

#define BOX "[domain]\nsize = [20, 24]\nheight = 10\nstretch = 1.05\ncell_size = [1, 0.5]\n"
#define TIMES "[wind]\nmodel = 'rotor'\ninterval = 0.05\nduration = 0.4\nspin_up = 0.5\n"
#define DISK(x)                                                                                    \
  "[[wind.rotor]]\nposition = [" x ", 11.2]\nheight = 5.1\nradius = 5.1\nthrust = 29200\n"         \
  "rotor_speed = 41.4\nblades = 4\n"

static void open_rotor(struct blown *b, const char *text, int threads, int bits) {
  blow_open(b, text, &sm_model_rotor, threads, bits);
}

/* The wind of the rings as rings_add_wind has it. */
static void host_wind(const struct blown *b, double x, int time, struct sm_host_wind *out) {
  const struct sm_rotor rotor = {29200, 5.1, 41.4, 5.1, 4, 1.225, 1.46e-5};
  static struct sm_vortex_rings rings;
  const struct sm_axis *axis = b->domain->grid.axis;
  struct rings_table table = {.nr = 60, .nz = axis[2].n + 1, .dr = 0.5, .z = axis[2].face};
  table.potential = calloc((size_t)table.nr * (size_t)table.nz, sizeof(double));
  sm_vortex_rings_start(&rings, &rotor);
  sm_vortex_rings_advance(&rings, 0.5);
  for (int t = 0; t < time; t++) sm_vortex_rings_advance(&rings, 0.05);
  rings_tabulate(&rings, &table);
  const struct rings_grid grid = {.n = {axis[0].n, axis[1].n},
                                  .place = {axis[0].face, axis[1].face},
                                  .sy = out->sy,
                                  .sz = out->sz,
                                  .u = out->u[0],
                                  .v = out->u[1],
                                  .w = out->u[2]};
  rings_add_wind(&table, (const double[2]){x, 11.2}, &grid);
  free(table.potential);
}

static double largest_difference(const struct blown *b, const struct sm_host_wind *wind) {
  double largest = 0;
  for (int d = 0; d < 3; d++)
    for (size_t m = 0; m < wind->size; m++)
      largest = fmax(largest, fabs(b->wind.u[d][m] - wind->u[d][m]));
  return largest;
}

START_TEST(the_device_makes_the_wind_of_the_host) {
  struct blown b;
  struct sm_host_wind wind;
  open_rotor(&b, BOX TIMES DISK("9.3"), 2, 64);
  ck_assert_int_eq(b.domain->weather.time_count, 9);
  ck_assert(b.domain->weather.relative);
  near(b.domain->weather.time[8], 0.4, 1e-12);
  blow_step(&b, 0);
  blow_step(&b, 1);
  blow_step(&b, 2);
  ck_assert_int_eq(sm_host_wind_create(b.ctx, b.state, &wind), SM_OK);
  host_wind(&b, 9.3, 2, &wind);
  ck_assert_msg(largest_difference(&b, &wind) < 1e-10, "%g", largest_difference(&b, &wind));
  ck_assert(blow_get(&b, 2, 9, 8, 6) < -3); /* down below the disk */
  sm_host_wind_free(&wind);
  blow_end(&b);
}
END_TEST

START_TEST(there_is_no_divergence) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct blown b;
    open_rotor(&b, BOX TIMES "ambient = [2, -1]\n" DISK("5.3") DISK("14.6"), 2, bits);
    for (int t = 0; t < 3; t++) {
      blow_step(&b, t);
      const double divergence = sm_host_wind_divergence(b.domain, &b.wind);
      ck_assert_msg(divergence < (bits == 64 ? 1e-14 : 1e-6), "%d: %g", bits, divergence);
      ck_assert(b.report.divergence < 1e-6);
    }
    for (int j = 0; j < 24; j++)
      for (int i = 0; i < 20; i++) near(blow_get(&b, 2, i, j, 0), 0, 0); /* the ground */
    blow_end(&b);
  }
}
END_TEST

START_TEST(winds_of_rotors_and_around_them_add_up) {
  struct blown b;
  struct sm_host_wind wind;
  open_rotor(&b, BOX TIMES "ambient = [2, -1]\n" DISK("5.3") DISK("14.6"), 1, 64);
  blow_step(&b, 4);
  ck_assert_int_eq(sm_host_wind_create(b.ctx, b.state, &wind), SM_OK);
  host_wind(&b, 5.3, 4, &wind);
  host_wind(&b, 14.6, 4, &wind);
  near(blow_get(&b, 0, 20, 23, 3), 2 + wind.u[0][20 + 23 * wind.sy + 3 * wind.sz], 1e-10);
  near(blow_get(&b, 1, 19, 24, 3), -1 + wind.u[1][19 + 24 * wind.sy + 3 * wind.sz], 1e-10);
  near(blow_get(&b, 2, 7, 9, 3), wind.u[2][7 + 9 * wind.sy + 3 * wind.sz], 1e-10);
  sm_host_wind_free(&wind);
  blow_end(&b);
}
END_TEST

static double checksum(const struct blown *b) {
  double sum = 0;
  for (size_t m = 0; m < 3 * b->wind.size; m++) sum += b->wind.u[0][m] * (double)(m % 97);
  return sum;
}

START_TEST(the_order_of_times_and_the_threads_do_not_matter) {
  struct blown a, b;
  double forward[4], sum;
  open_rotor(&a, BOX TIMES DISK("9.3"), 1, 32);
  open_rotor(&b, BOX TIMES DISK("9.3"), 3, 32);
  for (int t = 0; t < 4; t++) {
    blow_step(&a, t);
    forward[t] = checksum(&a);
  }
  for (int t = 3; t >= 0; t--) {
    blow_step(&b, t);
    sum = checksum(&b);
    ck_assert(sum == forward[t]);
  }
  ck_assert(forward[0] != forward[1]);
  blow_end(&a);
  blow_end(&b);
}
END_TEST

START_TEST(more_rings_than_a_call_takes_are_all_there) {
  struct blown b;
  struct sm_host_wind wind;
  const char *text = "[domain]\nsize = 20\nheight = 20\nstretch = 1\ncell_size = 2\n[wind]\n"
                     "model = 'rotor'\ninterval = 1\nduration = 1\nspin_up = 4\n[[wind.rotor]]\n"
                     "position = [10, 10]\nheight = 12\nradius = 1\nthrust = 69\n"
                     "rotor_speed = 94\nblades = 4\n";
  open_rotor(&b, text, 2, 64);
  blow_step(&b, 0);
  static struct sm_vortex_rings rings;
  const struct sm_rotor rotor = {69, 1, 94, 12, 4, 1.225, 1.46e-5};
  const struct sm_axis *axis = b.domain->grid.axis;
  sm_vortex_rings_start(&rings, &rotor);
  sm_vortex_rings_advance(&rings, 4);
  ck_assert_int_gt(rings.count, SM_ROTOR_RINGS);
  struct rings_table table = {.nr = 18, .nz = axis[2].n + 1, .dr = 1, .z = axis[2].face};
  table.potential = calloc((size_t)table.nr * (size_t)table.nz, sizeof(double));
  rings_tabulate(&rings, &table);
  ck_assert_int_eq(sm_host_wind_create(b.ctx, b.state, &wind), SM_OK);
  const struct rings_grid grid = {.n = {10, 10},
                                  .place = {axis[0].face, axis[1].face},
                                  .sy = wind.sy,
                                  .sz = wind.sz,
                                  .u = wind.u[0],
                                  .v = wind.u[1],
                                  .w = wind.u[2]};
  rings_add_wind(&table, (const double[2]){10, 10}, &grid);
  ck_assert_msg(largest_difference(&b, &wind) < 1e-10, "%g", largest_difference(&b, &wind));
  free(table.potential);
  sm_host_wind_free(&wind);
  blow_end(&b);
}
END_TEST

START_TEST(a_rotor_hangs_in_the_domain) {
  struct blown b;
  blow_read(&b, "[domain]\nsize = 30\nheight = 5\ncell_size = 1\n" TIMES DISK("21"));
  ck_assert_int_eq(sm_domain_build(b.ctx, b.c, &b.domain), SM_ERR_CASE);
  ck_assert(strstr(sm_context_message(b.ctx), "the rotor, at 5.1 m, is not below the domain top"));
  blow_end(&b);
}
END_TEST

START_TEST(turbulence_follows_every_wind) {
  struct blown b;
  open_rotor(&b, BOX TIMES DISK("9.3") "[turbulence]\nmodel = 'local'\n", 2, 32);
  blow_step(&b, 1);
  const float *energy = b.state->field[SM_FIELD_TKE].f32;
  ck_assert(energy[9 + 12 * b.state->sy + b.state->sz] > 0);
  blow_end(&b);
}
END_TEST

TEST_MAIN(the_device_makes_the_wind_of_the_host, there_is_no_divergence,
          winds_of_rotors_and_around_them_add_up, the_order_of_times_and_the_threads_do_not_matter,
          more_rings_than_a_call_takes_are_all_there, a_rotor_hangs_in_the_domain,
          turbulence_follows_every_wind)
