/* Turbulence of the air that flows in: what is asked for comes out, and nothing flickers. */
#include "inflow_rig.h"
#include <stdio.h>

static void blow(struct rig *r, double step, int64_t number) {
  struct sm_flow_clock clock;
  assert_good(sm_device_download(ctx, r->device, &clock, r->flow->clock, sizeof clock));
  clock.step = step;
  assert_good(sm_device_upload(ctx, r->device, r->flow->clock, &clock, sizeof clock));
  sm_inflow_turbulence_step(&r->gusts, 0, number);
  clock.time += step;
  assert_good(sm_device_upload(ctx, r->device, r->flow->clock, &clock, sizeof clock));
}

/* Component d of the wind at the west side. */
static double wind(const struct rig *r, int d, int j, int k) {
  const union sm_reals u = sm_flow_plane_at(r->flow, SM_WEST, d);
  const ptrdiff_t m = j + k * (r->flow->layout.n[1] + SM_FLOW_PLANE_GHOSTS);
  const double value = r->device->bits == 64 ? u.f64[m] : (double)u.f32[m];
  return d == 0 ? value : 0.5 * value; /* physics/flow/boundary/prescribed_velocity.c */
}

/* 96 x 64 cells of 2 m, 5 m/s with 10 %, eddies of 10 m that pass in 2 s. */
static const char *const wide =
    "[domain]\nsize = [16, 192]\nheight = 128\ncell_size = 2\nstretch = 1\n" WIND
    "initial = [5, 0, 0]\n" SIDE WEST
    "velocity = [5, 0, 0]\nturbulence = 0.1\nturbulence_length = 10\n" SIDE EAST SIDE
    "['south', 'north', 'bottom', 'top']\nkind = 'slip'\n";

enum { NY = 96, NZ = 64, FAR = 24, STEPS = FAR + 1176 / FEWER };

struct sums {
  double square[3], cross[3], along[3][2][FAR], later[3][FAR], through, count;
};

static float history[FAR][3][NZ][NY];

static void add(const struct rig *r, int step, struct sums *s) {
  double flux = 0;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++) {
        const double signal = wind(r, d, j, k) - (d == 0 ? 5 : 0);
        history[step % FAR][d][k][j] = (float)signal;
        if (d == 0) flux += signal;
      }
  s->through = fmax(s->through, fabs(flux) / (NY * NZ));
  if (step < FAR || step % 4 != 0) return;
  s->count++;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++) {
        float(*now)[NZ][NY] = history[step % FAR];
        const double signal = (double)now[d][k][j];
        s->square[d] += signal * signal;
        s->cross[d] += signal * (double)now[(d + 1) % 3][k][j];
        for (int m = 0; m < FAR; m++) {
          s->along[d][0][m] += signal * (double)now[d][k][(j + m) % NY];
          s->along[d][1][m] += signal * (double)now[d][(k + m) % NZ][j];
          s->later[d][m] += signal * (double)history[(step - m + FAR) % FAR][d][k][j];
        }
      }
}

/* Sum of the correlations of elements 0, 1, 2, ... apart, half of the first. */
static double integral(const double *sum) {
  double all = 0.5;
  for (int m = 1; m < FAR; m++) all += sum[m] / sum[0];
  return all;
}

/* Ends are not joined, so that a correlation round the end counts for nothing: more by that part.
 */
START_TEST(inflow_turbulence_has_the_given_variance_and_scales) {
  static struct sums s;
  struct rig r;
  create(&r, wide, 32, 2);
  for (int step = 0; step < STEPS; step++) {
    blow(&r, 0.25, step);
    add(&r, step, &s);
  }
  for (int d = 0; d < 3; d++) {
    const double part = s.count * NY * NZ;
    for (int m = 0; m < FAR; m++) {
      s.along[d][0][m] *= (double)NY / (NY - m);
      s.along[d][1][m] *= (double)NZ / (NZ - m);
    }
    const double variance = s.square[d] / part, length_y = 2 * integral(s.along[d][0]);
    const double length_z = 2 * integral(s.along[d][1]), time = 0.25 * integral(s.later[d]);
    printf("component %d: variance %.4f of 0.25, lengths %.2f, %.2f of 10 m, time %.3f of 2 s, "
           "correlation %.4f\n",
           d, variance, length_y, length_z, time, s.cross[d] / part / 0.25);
    ck_assert_double_eq_tol(variance, 0.25, WIDER * 0.03 * 0.25);
    ck_assert_double_eq_tol(length_y, 10, WIDER);
    ck_assert_double_eq_tol(length_z, 10, WIDER);
    ck_assert_double_eq_tol(time, 2, WIDER * 0.2);
    ck_assert_double_lt(fabs(s.cross[d]) / part, WIDER * 0.02 * 0.25);
  }
  printf("mean through the side: at most %.2g m/s of 5\n", s.through);
  ck_assert_double_lt(s.through, 1e-6);
  destroy(&r);
}
END_TEST

/* Layers that grow, an axis that is joined, a wind that grows with the height. */
static const char *const stretched =
    "[domain]\nsize = [16, 32]\nheight = 64\ncell_size = [2, 2, 1]\nstretch = 1.05\n" WIND
    "initial = [5, 0, 0]\n" SIDE WEST
    "velocity = ['2 + 0.1 * z', 1, 0]\nturbulence = 0.2\nturbulence_length = 8\n" SIDE EAST SIDE
    "['south', 'north']\nkind = 'periodic'\n" SIDE "['bottom', 'top']\nkind = 'slip'\n";

START_TEST(inflow_turbulence_follows_the_wind_and_is_periodic) {
  double square[200] = {0};
  struct rig r;
  struct sm_expression_facts facts;
  enum { COUNT = 3000 / FEWER };
  if (sm_expression_read(ctx, "x", &facts) != SM_OK) return; /* built without expressions */
  create(&r, stretched, 64, 2);
  const int *n = r.flow->layout.n;
  const double *z = r.domain->grid.axis[2].centre;
  for (int step = 0; step < COUNT; step++) {
    blow(&r, 1, step);
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++) {
        square[k] += pow(wind(&r, 1, j, k) - 1, 2) / (n[1] * COUNT);
        ck_assert_double_eq(wind(&r, 2, -1, k), wind(&r, 2, n[1] - 1, k));
        ck_assert_double_eq(wind(&r, 0, n[1] + 1, k), wind(&r, 0, 1, k));
      }
  }
  for (int k = 0; k < n[2]; k++) {
    const double speed = hypot(2 + 0.1 * z[k], 1);
    ck_assert_double_eq_tol(square[k] / pow(0.2 * speed, 2), 1, WIDER * 0.12);
  }
  destroy(&r);
}
END_TEST

/* Stresses and lengths that change with the height. */
static const char *const layered =
    "[domain]\nsize = [16, 192]\nheight = 128\ncell_size = 2\nstretch = 1\n" WIND
    "initial = [5, 0, 0]\n" SIDE WEST "velocity = [5, 0, 0]\n"
    "reynolds_stress = ['0.6 - 0.002 * z', 0.3, '0.1 + 0.002 * z', 0.05, '-0.1 - 0.0005 * z', "
    "-0.02]\n"
    "turbulence_length = [20, '6 + 0.08 * z', 8]\n" SIDE EAST SIDE
    "['south', 'north', 'bottom', 'top']\nkind = 'slip'\n";

/* Sums over a layer and over steps. */
struct layer {
  double square[SM_STRESSES], along[FAR];
};

static void add_layer(const struct rig *r, int k, struct layer *s) {
  static const int pair[SM_STRESSES][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  double signal[3][NY];
  for (int j = 0; j < NY; j++)
    for (int d = 0; d < 3; d++) signal[d][j] = wind(r, d, j, k) - (d == 0 ? 5 : 0);
  for (int j = 0; j < NY; j++) {
    for (int m = 0; m < SM_STRESSES; m++)
      s->square[m] += signal[pair[m][0]][j] * signal[pair[m][1]][j] / NY;
    for (int m = 0; m < FAR && j + m < NY; m++)
      s->along[m] += signal[1][j] * signal[1][j + m] / (NY - m);
  }
}

START_TEST(every_layer_has_the_stresses_and_lengths_that_are_asked) {
  static struct layer sums[NZ];
  struct sm_expression_facts facts;
  struct rig r;
  enum { COUNT = 1500 / FEWER };
  double worst[SM_STRESSES] = {0}, whole[SM_STRESSES] = {0}, longest = 0;
  if (sm_expression_read(ctx, "x", &facts) != SM_OK) return; /* built without expressions */
  memset(sums, 0, sizeof sums);
  create(&r, layered, 32, 2);
  for (int step = 0; step < COUNT; step++) {
    blow(&r, 4, step);
    for (int k = 0; k < NZ; k++) add_layer(&r, k, &sums[k]);
  }
  for (int k = 0; k < NZ; k++) {
    const double z = 2 * k + 1, scale = sqrt((0.6 - 0.002 * z) * (0.1 + 0.002 * z));
    const double asked[SM_STRESSES] = {0.6 - 0.002 * z,   0.3,  0.1 + 0.002 * z, 0.05,
                                       -0.1 - 0.0005 * z, -0.02};
    for (int m = 0; m < SM_STRESSES; m++) {
      const double off = (sums[k].square[m] / COUNT - asked[m]) / (m < 3 ? asked[m] : scale);
      worst[m] = fmax(worst[m], fabs(off));
      whole[m] += off / NZ;
    }
    const double length = 2 * integral(sums[k].along), given = 6 + 0.08 * z;
    longest = fmax(longest, fabs(length / given - 1));
  }
  printf("stresses uu, vv, ww, uv, uw, vw: at worst off by");
  for (int m = 0; m < SM_STRESSES; m++) printf(" %.3f", worst[m]);
  printf("; on the mean");
  for (int m = 0; m < SM_STRESSES; m++) printf(" %.4f", whole[m]);
  printf("; lengths %.3f\n", longest);
  for (int m = 0; m < SM_STRESSES; m++) {
    ck_assert_double_lt(worst[m], WIDER * 0.06);
    ck_assert_double_lt(fabs(whole[m]), WIDER * 0.01);
  }
  ck_assert_double_lt(longest, WIDER * 0.1);
  destroy(&r);
}
END_TEST

/* Through a side across y. The fluctuations of v come first there. */
START_TEST(other_sides_have_the_stresses_too) {
  static const char *const text =
      "[domain]\nsize = [64, 16]\nheight = 64\ncell_size = 2\nstretch = 1\n" WIND
      "initial = [0, 5, 0]\n" SIDE "'south'\nkind = 'inflow'\nvelocity = [0, 5, 0]\n"
      "reynolds_stress = [0.5, 0.3, 0.2, -0.1, 0.05, -0.1]\nturbulence_length = 6\n" SIDE
      "'north'\nkind = 'outflow'\n" SIDE "['west', 'east', 'bottom', 'top']\nkind = 'slip'\n";
  static const double asked[SM_STRESSES] = {0.5, 0.3, 0.2, -0.1, 0.05, -0.1};
  static const int pair[SM_STRESSES][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  enum { COUNT = 3000 / FEWER, N = 32 };
  double sum[SM_STRESSES] = {0}, flux = 0;
  struct rig r;
  create(&r, text, 64, 2);
  for (int step = 0; step < COUNT; step++) {
    double through = 0;
    blow(&r, 2, step);
    for (int m = 0; m < N * N; m++) {
      double signal[3];
      for (int d = 0; d < 3; d++) {
        const ptrdiff_t at = m % N + m / N * (ptrdiff_t)(N + SM_FLOW_PLANE_GHOSTS);
        const double u = sm_flow_plane_at(r.flow, SM_SOUTH, d).f64[at];
        signal[d] = d == 1 ? u - 5 : 0.5 * u;
      }
      through += signal[1] / (N * N);
      for (int e = 0; e < SM_STRESSES; e++)
        sum[e] += signal[pair[e][0]] * signal[pair[e][1]] / (N * N) / COUNT;
    }
    flux = fmax(flux, fabs(through));
  }
  printf("stresses of a side across y:");
  for (int e = 0; e < SM_STRESSES; e++) {
    printf(" %.4f (%g)", sum[e], asked[e]);
    ck_assert_double_eq_tol(sum[e], asked[e], WIDER * (e < 3 ? 0.03 * asked[e] : 0.01));
  }
  printf("; mean through it at most %.2g m/s\n", flux);
  ck_assert_double_lt(flux, 1e-6);
  destroy(&r);
}
END_TEST

/* Errors that depend on the place are found when the planes are made. */
START_TEST(impossible_turbulence_is_reported_with_its_place) {
#define GUSTY(keys)                                                                                \
  "[domain]\nsize = [16, 32]\nheight = 32\ncell_size = 2\nstretch = 1\n" WIND                      \
  "initial = [5, 0, 0]\n" SIDE WEST "velocity = [5, 0, 0]\n" keys SIDE EAST SIDE                   \
  "['south', 'north', 'bottom', 'top']\nkind = 'slip'\n"
  static const struct {
    const char *text, *message;
  } wrong[] = {
      {GUSTY("reynolds_stress = ['0.8 - 0.1 * z', 1, 1, 0, 0, 0]\n"),
       "c:16: error: 'flow.boundary.reynolds_stress', west side, x = 0 m, y = 1 m, z = 9 m: uu = "
       "-0.1 "
       "m2/s2 is less than 0\nhelp: "},
      {GUSTY("reynolds_stress = [1, 1, 1, 0, '-0.2 * y', 0]\n"),
       "x = 0 m, y = 7 m, z = 1 m: uw = -1.4 m2/s2 is larger than the root of uu ww, 1 m2/s2"},
      {GUSTY("turbulence = '0.05 * z'\n"),
       "'flow.boundary.turbulence', west side, x = 0 m, y = 1 m, z = 21 m: 1.05 of the speed"},
      {GUSTY("turbulence = 0.1\nturbulence_length = [5, '6 - y', 5]\n"),
       "c:17: error: 'flow.boundary.turbulence_length', west side, x = 0 m, y = 7 m, z = 1 m: "
       "eddies "
       "-1 m long along y"},
  };
  struct sm_expression_facts facts;
  if (sm_expression_read(ctx, "x", &facts) != SM_OK) return; /* built without expressions */
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct rig r = {.c = NULL};
    const char *text = wrong[i].text;
    assert_good(sm_case_parse(ctx, "c", text, strlen(text), NULL, true, &r.c));
    assert_good(sm_domain_build(ctx, r.c, &r.domain));
    assert_good(sm_device_open(ctx, "cpu", 1, 32, 0, &r.device));
    assert_good(sm_flow_create(ctx, r.c, r.domain, r.device, NULL, SM_FLOW_WINDS, &r.flow));
    assert_good(sm_flow_initialise(ctx, r.c, r.flow, NULL));
    ck_assert_int_eq(sm_inflow_turbulence_make(ctx, r.c, r.flow, &r.gusts), SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[i].message) != NULL, "%s",
                  sm_context_message(ctx));
    destroy(&r);
  }
}
END_TEST

static void assert_same_bits(const char *text) {
  struct rig a, b;
  create(&a, text, 64, 1);
  create(&b, text, 64, 2);
  for (int step = 0; step < 6; step++) {
    blow(&a, 0.3, step);
    if (step < 3) blow(&b, 0.3, step);
  }
  struct rig c;
  create(&c, text, 64, 2);
  struct sm_flow_view from = {.flow = b.flow}, to = {.flow = c.flow};
  sm_inflow_turbulence_parts(&b.gusts, &from);
  sm_inflow_turbulence_parts(&c.gusts, &to);
  ck_assert_int_eq(from.part_count, 3);
  for (int p = 0; p < from.part_count; p++)
    memcpy(to.part[p].memory, from.part[p].memory, from.part[p].count * from.part[p].size);
  for (int step = 3; step < 6; step++) blow(&c, 0.3, step);
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++) ck_assert(wind(&a, d, j, k) == wind(&c, d, j, k)); /* bits */
  destroy(&a);
  destroy(&b);
  destroy(&c);
}

START_TEST(threads_and_restarts_change_no_bit) {
  struct sm_expression_facts facts;
  assert_same_bits(wide);
  if (sm_expression_read(ctx, "x", &facts) == SM_OK) assert_same_bits(layered);
}
END_TEST

/* Recycling: a constant wind has no fluctuations, inside or at the boundary; one that varies has
 * them. */
START_TEST(what_passes_inside_comes_in_again) {
  static const char *const text =
      "[domain]\nsize = [32, 16]\nheight = 16\ncell_size = 2\nstretch = 1\n" WIND
      "initial = [5, 0, 0]\n" SIDE WEST "velocity = [5, 1, 0]\nrecycle = 21\n" SIDE EAST SIDE
      "['south', 'north', 'bottom', 'top']\nkind = 'slip'\n";
  struct rig r;
  create(&r, text, 64, 2);
  for (int step = 0; step < 5; step++) {
    blow(&r, 0.5, step);
    ck_assert(wind(&r, 0, 3, 3) == 5 && wind(&r, 1, 3, 3) == 1 && wind(&r, 2, 3, 3) == 0);
  }
  const struct sm_flow_layout *s = &r.flow->layout;
  /* 21 m: beside face 10 (20 m), in cell 10 (20 to 22 m) */
  r.flow->u[0][0].f64[10 + 3 * s->step[1] + 4 * s->step[2]] = 5.6;
  r.flow->u[0][2].f64[10 + 3 * s->step[1] + 4 * s->step[2]] = -0.6;
  blow(&r, 0.5, 5);
  const double fresh = 0.6 * (1 - 1 / 6.0), all = 64;
  ck_assert_double_eq_tol(wind(&r, 0, 3, 4), 5 + fresh * (1 - 1 / all), 1e-6);
  ck_assert_double_eq_tol(wind(&r, 0, 0, 0), 5 - fresh / all, 1e-6);
  ck_assert_double_eq_tol(wind(&r, 2, 3, 4), -fresh, 1e-6);
  ck_assert_double_eq(wind(&r, 1, 3, 4), 1);
  destroy(&r);
}
END_TEST

CONTEXT_TEST_MAIN(inflow_turbulence_has_the_given_variance_and_scales,
                  inflow_turbulence_follows_the_wind_and_is_periodic,
                  every_layer_has_the_stresses_and_lengths_that_are_asked,
                  other_sides_have_the_stresses_too,
                  impossible_turbulence_is_reported_with_its_place,
                  threads_and_restarts_change_no_bit, what_passes_inside_comes_in_again)
