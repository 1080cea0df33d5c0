/* The free wake of rotors: momentum theory, symmetries, and the torque that makes it swirl. */
#include "harness.h"
#include "wind_source_fixture.h"

#include "physics/prescribed/internal.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

#define BOX "[domain]\nsize = [30, 28]\nheight = 15\nstretch = 1\ncell_size = [1, 0.5]\n"
#define TIMES                                                                                      \
  "[wind]\nmodel = 'rotor'\nwake = 'free'\ninterval = 0.05\nduration = 0.4\nspin_up = 0.3\n"
#define ROTOR "[[wind.rotor]]\nradius = 5.1\nthrust = 29200\nrotor_speed = 41.4\nblades = 4\n"
#define HERE "position = [14.3, 12.2]\nheight = 8\n"

/* --- rings --- */

/* A helicopter of the class of an EC135, which may move. */
static struct sm_case_rotor helicopter(double (*path)[4], size_t rows, double height) {
  return (struct sm_case_rotor){.height = height,
                                .radius = 5.1,
                                .thrust = 29234,
                                .path = path,
                                .path_count = rows,
                                .speed = 41.4,
                                .blades = 4,
                                .air_density = 1.225};
}

static struct sm_free_wake *begin(const struct sm_case_wind_source *source) {
  struct sm_free_wake *wake = calloc(1, sizeof *wake);
  wake->ring = calloc((size_t)3 * SM_FREE_WAKE_MAX, sizeof *wake->ring);
  sm_free_wake_start(wake, source, 0);
  return wake;
}

static void end(struct sm_free_wake *wake) {
  free(wake->ring);
  free(wake);
}

/* Upright rings on one axis are those of the axisymmetric wake. */
START_TEST(a_hovering_rotor_has_the_axisymmetric_rings) {
  struct sm_case_rotor rotor = helicopter(NULL, 0, 6);
  const struct sm_case_wind_source source = {.rotor = &rotor, .rotor_count = 1};
  const struct sm_rotor same = {29234, 5.1, 41.4, 6, 4, 1.225, SM_AIR_VISCOSITY};
  static struct sm_vortex_rings rings;
  struct sm_free_wake *wake = begin(&source);
  sm_vortex_rings_start(&rings, &same);
  sm_vortex_rings_advance(&rings, 0.8);
  sm_free_wake_advance(wake, 0.8);
  ck_assert_int_eq(wake->count, rings.count);
  for (int i = 0; i < wake->count; i++) {
    near(wake->ring[i].ring.radius, rings.ring[i].radius, 1e-8);
    near(wake->ring[i].centre[2], rings.ring[i].height, 1e-8);
    near(wake->ring[i].ring.core, rings.ring[i].core, 1e-8);
    near(hypot(wake->ring[i].centre[0], wake->ring[i].centre[1]), 0, 1e-8);
  }
  end(wake);
}
END_TEST

/* A rotor that flies through still air is one that hovers in the wind of its flight. */
START_TEST(the_wake_is_that_of_the_relative_wind) {
  double path[2][4] = {{0, 0, 0, 7}, {10, 60, -20, 7}};
  struct sm_case_rotor flying = helicopter(path, 2, 7), still = helicopter(NULL, 0, 7);
  const struct sm_case_wind_source there = {.rotor = &flying, .rotor_count = 1};
  const struct sm_case_wind_source here = {.rotor = &still, .rotor_count = 1, .ambient = {-6, 2}};
  struct sm_free_wake *a = begin(&there), *b = begin(&here);
  sm_free_wake_advance(a, 0.8);
  sm_free_wake_advance(b, 0.8);
  ck_assert_int_eq(a->count, b->count);
  for (int i = 0; i < a->count; i++) {
    near(a->ring[i].centre[0] - 0.8 * 6, b->ring[i].centre[0], 1e-8);
    near(a->ring[i].centre[1] + 0.8 * 2, b->ring[i].centre[1], 1e-8);
    for (int d = 0; d < 3; d++) near(a->ring[i].normal[d], b->ring[i].normal[d], 1e-8);
  }
  end(a);
  end(b);
}
END_TEST

/* Two rotors that mirror each other, leaning apart: so do their winds. */
START_TEST(mirrored_rotors_have_a_mirrored_wind) {
  double tilt[2][1][3] = {{{0, 8, 3}}, {{0, -8, 3}}};
  struct sm_case_rotor rotor[2] = {helicopter(NULL, 0, 6), helicopter(NULL, 0, 6)};
  for (int r = 0; r < 2; r++) {
    rotor[r].place[0] = r == 0 ? 6 : -6;
    rotor[r].tilts = tilt[r];
    rotor[r].tilt_count = 1;
  }
  const struct sm_case_wind_source source = {.rotor = rotor, .rotor_count = 2};
  struct sm_free_wake *wake = begin(&source);
  sm_free_wake_advance(wake, 0.6);
  for (double y = -9; y < 10; y += 2.7)
    for (double z = 0; z < 9; z += 1.3) {
      double u[3], v[3];
      sm_free_wake_velocity(wake, (const double[3]){3.3, y, z}, u);
      sm_free_wake_velocity(wake, (const double[3]){-3.3, y, z}, v);
      near(u[0], -v[0], 1e-7);
      near(u[1], v[1], 1e-7);
      near(u[2], v[2], 1e-7);
      if (z == 0) near(u[2], 0, 1e-12);
    }
  end(wake);
}
END_TEST

/* The impulse of the rings over time is the thrust on circles of 0.98 R, far from the ground. */
START_TEST(rings_take_the_impulse_of_the_thrust) {
  double tilt[1][3] = {{0, 20, -10}};
  struct sm_case_rotor rotor = helicopter(NULL, 0, 400);
  rotor.tilts = tilt;
  rotor.tilt_count = 1;
  const struct sm_case_wind_source source = {.rotor = &rotor, .rotor_count = 1};
  struct sm_free_wake *wake = begin(&source);
  struct sm_wake_rotor at;
  sm_wake_rotor_at(&rotor, 0, &at);
  const double passage = sm_rotor_blade_passage(&at.rotor);
  sm_free_wake_advance(wake, 19.5 * passage);
  double impulse[3] = {0};
  for (int i = 0; i < wake->count; i++)
    for (int d = 0; d < 3; d++)
      impulse[d] += 1.225 * wake->ring[i].ring.circulation * pi *
                    pow(wake->ring[i].ring.radius, 2) * wake->ring[i].normal[d];
  for (int d = 0; d < 3; d++) {
    const double want = -0.98 * 0.98 * 29234 * 20 * passage * at.normal[d];
    ck_assert_msg(fabs(impulse[d] - want) < 0.005 * fabs(want), "%d: %g, not %g", d, impulse[d],
                  want);
  }
  near(at.normal[0] / at.normal[2], tan(20 * pi / 180), 1e-12);
  end(wake);
}
END_TEST

/* Flux through the circle of 0.98 R over the area of the disk, m/s, in the second second of a
 * flight.
 */
static double inflow(double speed, double height) {
  double path[2][4] = {{0, 0, 0, height}, {100, 100 * speed, 0, height}};
  struct sm_case_rotor rotor = helicopter(path, 2, height);
  const struct sm_case_wind_source source = {.rotor = &rotor, .rotor_count = 1};
  struct sm_free_wake *wake = begin(&source);
  double sum = 0;
  int count = 0;
  for (int step = 0; step < 40; step++) {
    sm_free_wake_advance(wake, 0.0503);
    if (step < 20) continue;
    for (int p = 0; p < 48; p++) { /* rings of equal areas */
      const double r = 0.98 * 5.1 * sqrt((p / 8 + 0.5) / 6), angle = pi / 4 * (p % 8);
      double u[3];
      sm_free_wake_velocity(
          wake,
          (const double[3]){wake->time * speed + r * cos(angle), r * sin(angle), height - 0.05}, u);
      sum -= u[2];
      count++;
    }
  }
  end(wake);
  return 0.98 * 0.98 * sum / count;
}

/* Momentum theory: v_h in hover, and by Glauert v = v_h^2 / hypot(V, v) in forward flight. */
START_TEST(inflow_by_momentum_theory) {
  const double vh = 12.08;
  for (int n = 0; n < 3; n++) {
    const double speed = n * vh;
    double want = vh;
    for (int m = 0; m < 60; m++) want = 0.5 * (want + vh * vh / hypot(speed, want));
    const double got = inflow(speed, 60);
    printf("inflow at %g m/s: %.3f, momentum theory %.3f\n", speed, got, want);
    ck_assert_msg(fabs(got / want - 1) < 0.1, "%g: %g, not %g", speed, got, want);
  }
}
END_TEST

/* The ground takes from the inflow. */
START_TEST(the_ground_is_felt) {
  const double far = inflow(0, 60), at_radius = inflow(0, 5.1), low = inflow(0, 2.55);
  ck_assert(at_radius < far && low < 0.9 * at_radius);
}
END_TEST

/* --- the wind --- */

static void open_rotor(struct blown *b, const char *text, int threads, int bits) {
  blow_open(b, text, &sm_model_rotor, threads, bits);
}

static void compare_bits(const char *one, const char *other, bool same) {
  struct blown a, b;
  open_rotor(&a, one, 1, 32);
  open_rotor(&b, other, 3, 32);
  blow_step(&a, 3);
  for (int t = 5; t >= 3; t -= 2) blow_step(&b, t);
  ck_assert((memcmp(a.wind.u[0], b.wind.u[0], 3 * a.wind.size * sizeof(double)) == 0) == same);
  blow_end(&a);
  blow_end(&b);
}

START_TEST(a_path_that_hovers_is_a_rotor_that_stands) {
  compare_bits(BOX TIMES ROTOR HERE,
               BOX TIMES ROTOR
               "path = [[-5, 14.3, 12.2, 8], [0.21, 14.3, 12.2, 8], [9, 14.3, 12.2, 8]]\n"
               "tilts = [[0, 0, 0]]\n",
               true);
  compare_bits(BOX TIMES ROTOR HERE,
               BOX TIMES ROTOR "path = [[0, 14.3, 12.2, 8], [1, 15, 12.2, 8]]\n", false);
}
END_TEST

#define FLIGHT                                                                                     \
  "path = [[-1, 10, 12.2, 10], [1, 18, 13, 7]]\ntilts = [[-1, 12, -4], [1, -6, 0]]\n"              \
  "torque = 'ideal'\nrotation = 'clockwise'\n"

START_TEST(there_is_no_divergence) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct blown b;
    open_rotor(&b, BOX TIMES "ambient = [2, -1]\n" ROTOR FLIGHT ROTOR HERE, 2, bits);
    blow_step(&b, 4);
    const double divergence = sm_host_wind_divergence(b.domain, &b.wind);
    ck_assert_msg(divergence < (bits == 64 ? 1e-13 : 1e-6), "%d: %g", bits, divergence);
    for (int j = 0; j < 28; j++)
      for (int i = 0; i < 30; i++) near(blow_get(&b, 2, i, j, 0), 0, 0);
    ck_assert(blow_get(&b, 2, 14, 12, 12) < -3);
    blow_end(&b);
  }
}
END_TEST

/* The faces have the wind of the rings where it is smooth. */
START_TEST(faces_have_the_wind_of_the_rings) {
  struct blown b;
  open_rotor(&b,
             BOX TIMES ROTOR "path = [[-1, 10, 12.2, 10], [1, 18, 13, 9]]\ntilts = [[0, 9, 0]]\n",
             2, 64);
  blow_step(&b, 2);
  struct sm_free_wake *wake = begin(&b.c->wind_source);
  sm_free_wake_start(wake, &b.c->wind_source, -0.3);
  sm_free_wake_advance(wake, 0.3);
  for (int t = 0; t < 2; t++) sm_free_wake_advance(wake, 0.05);
  static const int cell[3][3] = {{3, 3, 8}, {24, 22, 3}, {12, 11, 4}};
  for (int n = 0; n < 3; n++)
    for (int d = 0; d < 3; d++) {
      double x[3], u[3];
      for (int e = 0; e < 3; e++)
        x[e] = e == d ? b.domain->grid.axis[e].face[cell[n][e]]
                      : b.domain->grid.axis[e].centre[cell[n][e]];
      sm_free_wake_velocity(wake, x, u);
      near(blow_get(&b, d, cell[n][0], cell[n][1], cell[n][2]), u[d], 0.02 * fmax(1, fabs(u[d])));
    }
  end(wake);
  blow_end(&b);
}
END_TEST

/* Angular momentum about the shaft, kg m2/s: the torque times the time that it acted. */
START_TEST(the_torque_is_in_the_swirl) {
  static const char *const way[2] = {"counterclockwise", "clockwise"};
  for (int n = 0; n < 2; n++) {
    char text[800];
    struct blown b;
    snprintf(text, sizeof text, "%s%s%storque = '8 kN m'\nrotation = '%s'\n", BOX TIMES, ROTOR,
             HERE, way[n]);
    open_rotor(&b, text, 2, 64);
    blow_step(&b, 1);
    double momentum = 0;
    const struct sm_axis *axis = b.domain->grid.axis;
    for (int k = 0; k < axis[2].n; k++)
      for (int j = 0; j < axis[1].n; j++)
        for (int i = 0; i < axis[0].n; i++) {
          const double x = axis[0].centre[i] - 14.3, y = axis[1].centre[j] - 12.2;
          const double u = 0.5 * (blow_get(&b, 0, i, j, k) + blow_get(&b, 0, i + 1, j, k));
          const double v = 0.5 * (blow_get(&b, 1, i, j, k) + blow_get(&b, 1, i, j + 1, k));
          momentum +=
              1.225 * axis[0].width[i] * axis[1].width[j] * axis[2].width[k] * (x * v - y * u);
        }
    const double passage = 2 * pi / (4 * 41.4), rings = ceil(0.35 / passage);
    const double want = (n == 0 ? 1 : -1) * 8000 * rings * passage;
    ck_assert_msg(fabs(momentum / want - 1) < 0.03, "%g, not %g", momentum, want);
    blow_end(&b);
  }
}
END_TEST

/* Momentum theory: the ideal torque is the induced power over the speed. */
START_TEST(the_ideal_torque) {
  struct sm_case_rotor rotor = helicopter(NULL, 0, 6);
  struct sm_wake_rotor at;
  rotor.torque = HUGE_VAL;
  sm_wake_rotor_at(&rotor, 0, &at);
  near(at.torque, 29234 * sqrt(29234 / (2 * 1.225 * pi * 5.1 * 5.1)) / 41.4, 1e-9 * 8530);
  double thrusts[2][2] = {{0, 29234}, {2, 4 * 29234}};
  rotor.thrusts = thrusts;
  rotor.thrust_count = 2;
  rotor.torque = 8000;
  sm_wake_rotor_at(&rotor, 2, &at);
  near(at.torque, 8 * 8000, 1e-8);
  near(sm_rotor_induced_velocity(&at.rotor), 2 * 12.08, 0.01);
}
END_TEST

TEST_MAIN(a_hovering_rotor_has_the_axisymmetric_rings, the_wake_is_that_of_the_relative_wind,
          mirrored_rotors_have_a_mirrored_wind, rings_take_the_impulse_of_the_thrust,
          inflow_by_momentum_theory, the_ground_is_felt, a_path_that_hovers_is_a_rotor_that_stands,
          there_is_no_divergence, faces_have_the_wind_of_the_rings, the_torque_is_in_the_swirl,
          the_ideal_torque)
