/* Cells of the flow solvers: eddies of exact winds, smooth walls, plants. */
#include "cell/cells.h"
#include "cell/momentum/wall_functions.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 6 };
static struct sm_flow_layout layout;
static double memory[12][16384], line[9][64];
static int32_t faces[16384];

static union sm_reals of(double *x) { return (union sm_reals){.f64 = x}; }
static union sm_reals field(int m) { return of(memory[m] + layout.origin); }

/* Cells of 1, 2 and 0.5 m. */
static struct sm_eddy_viscosity begin(void) {
  static const double width[3] = {1, 2, 0.5};
  const int n[3] = {N, N, N};
  layout = sm_flow_layout_of(n);
  ck_assert_uint_le(layout.size, 16384);
  memset(memory, 0, sizeof memory);
  memset(faces, 0, sizeof faces);
  struct sm_eddy_viscosity s = {.eddy = field(3),
                                .length = field(4),
                                .temperature = field(5),
                                .faces = faces + layout.origin,
                                .factor = 1};
  for (int d = 0; d < 3; d++) {
    s.m.step[d] = layout.step[d];
    for (int i = 0; i < 64; i++) {
      line[d][i] = 1 / width[d];
      line[3 + d][i] = 0.5;
      line[6 + d][i] = 0;
    }
    s.m.per_width[d] = s.m.per_gap[d] = of(line[d] + 16);
    s.m.below[d] = of(line[3 + d] + 16);
    s.drag.low[d] = s.drag.high[d] = of(line[6 + d] + 16);
    s.u[d] = field(d);
  }
  s.drag.floor = field(6);
  s.drag.floor_step = layout.step[1];
  return s;
}

/* u_d = sum of g[d][e] x_e, at the faces. */
static void fill(const struct sm_eddy_viscosity *s, double g[3][3]) {
  static const double width[3] = {1, 2, 0.5};
  for (int d = 0; d < 3; d++)
    for (int k = -2; k < N + 2; k++)
      for (int j = -2; j < N + 2; j++)
        for (int i = -2; i < N + 2; i++) {
          const int at[3] = {i, j, k};
          double u = 0;
          for (int e = 0; e < 3; e++) u += g[d][e] * width[e] * (at[e] + (e == d ? 0 : 0.5));
          s->u[d].f64[i + j * layout.step[1] + k * layout.step[2]] = u;
        }
}

START_TEST(slopes_of_a_linear_wind_are_exact) {
  struct sm_eddy_viscosity s = begin();
  double g[3][3] = {{0.3, -1, 2}, {0.7, -0.5, 0.25}, {-3, 0.1, 0.2}};
  fill(&s, g);
  struct sm_velocity_gradient_f64 found;
  sm_velocity_gradient_at_f64(&s, 2, 3, 1, &found);
  for (int d = 0; d < 3; d++)
    for (int e = 0; e < 3; e++) ck_assert_double_eq_tol(found.of[d][e], g[d][e], 1e-13);
  const double width[3] = {1, 2, 0.5};
  const double calm[3] = {0, 0, 0};
  const ptrdiff_t c = 2 + 3 * layout.step[1] + layout.step[2];
  sm_cell_eddy_vreman_f64(&s, 2, 3, 1);
  ck_assert_double_eq_tol(s.eddy.f64[c], sm_sgs_vreman_f64(&found, width, 1), 1e-14);
  sm_cell_eddy_amd_f64(&s, 2, 3, 1);
  ck_assert_double_eq_tol(s.eddy.f64[c], sm_sgs_amd_f64(&found, width, calm, 1), 1e-14);
  s.length.f64[c] = 0.4;
  s.buoyancy = 0.1;
  s.temperature.f64[c + layout.step[2]] = 2; /* 2 K/m */
  s.temperature.f64[c - layout.step[2]] = 0;
  s.temperature.f64[c] = 1;
  sm_cell_eddy_smagorinsky_f64(&s, 2, 3, 1);
  ck_assert_double_eq_tol(s.eddy.f64[c], sm_sgs_smagorinsky_f64(&found, 0.4, 0.2), 1e-14);
  faces[layout.origin + c] = SM_OPEN_ALL;
  sm_cell_eddy_vreman_f64(&s, 2, 3, 1);
  ck_assert_double_eq(s.eddy.f64[c], 0);
}
END_TEST

/* The friction velocity over k d beside a rough wall, 1 / d beside a laminar one; nothing between
 * two. */
START_TEST(slopes_beside_walls_are_those_of_their_law) {
  struct sm_eddy_viscosity s = begin();
  double g[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  fill(&s, g);
  for (size_t m = 0; m < layout.size; m++) {
    memory[0][m] = 3;
    memory[1][m] = 4;
    memory[6][m] = 0.01;
  }
  const ptrdiff_t c = layout.origin + 2 + 3 * layout.step[1] + layout.step[2];
  struct sm_velocity_gradient_f64 found;
  faces[c] = SM_OPEN_DOWN;
  sm_velocity_gradient_at_f64(&s, 2, 3, 1, &found);
  ck_assert_double_eq_tol(found.of[0][2], 3 * 0.1 / (0.4 * 0.25), 1e-6);
  ck_assert_double_eq_tol(found.of[1][2], 4 * 0.1 / (0.4 * 0.25), 1e-6);
  s.viscosity = 100;
  sm_velocity_gradient_at_f64(&s, 2, 3, 1, &found);
  ck_assert_double_eq_tol(found.of[0][2], 3 / 0.25, 1e-12);
  faces[c] = SM_OPEN_DOWN | SM_OPEN_UP;
  sm_velocity_gradient_at_f64(&s, 2, 3, 1, &found);
  ck_assert_double_eq(found.of[0][2], 0);
}
END_TEST

/* Eddies of 0.5 m with an energy of 2 m2/s2, in a wind of these slopes. */
static struct sm_eddy_viscosity begin_energy(double g[3][3], struct sm_flow_clock *clock,
                                             ptrdiff_t *cell) {
  struct sm_eddy_viscosity s = begin();
  fill(&s, g);
  *cell = 2 + 3 * layout.step[1] + layout.step[2];
  s.energy = field(7);
  s.clock = clock;
  s.prandtl = 0.7;
  s.length.f64[*cell] = 0.5;
  s.energy.f64[*cell] = 2;
  return s;
}

/* de/dt = -0.93 e^(3/2) / l: exact for steps of any length. */
START_TEST(energy_of_eddies_decays_exactly) {
  double g[3][3] = {{0}};
  struct sm_flow_clock clock = {.step = 0.3};
  ptrdiff_t c;
  const struct sm_eddy_viscosity s = begin_energy(g, &clock, &c);
  for (int step = 1; step <= 20; step++) {
    sm_cell_eddy_tke_f64(&s, 2, 3, 1);
    const double root = 1 / (1 / sqrt(2) + 0.93 * 0.3 * step / (2 * 0.5));
    ck_assert_double_eq_tol(s.energy.f64[c], root * root, 1e-14);
    ck_assert_double_eq_tol(s.eddy.f64[c], 0.1 * 0.5 * root, 1e-14);
  }
}
END_TEST

/* 0.1 l sqrt(e) S^2 = 0.93 e^(3/2) / l: kept where it is, reached from above and from nothing, and
 * that of Smagorinsky's model with (0.1^3 / 0.93)^(1/4). */
START_TEST(energy_of_eddies_comes_to_balance_with_the_shear) {
  double g[3][3] = {{0, 0, 2}, {0, 0, -1}, {0, 0, 0}};
  struct sm_flow_clock clock = {.step = 0.2};
  const double balance = 0.1 / 0.93 * 0.25 * 5, factor = pow(0.001 / 0.93, 0.25);
  ptrdiff_t c;
  struct sm_eddy_viscosity s = begin_energy(g, &clock, &c);
  s.begin = 1;
  sm_cell_eddy_tke_f64(&s, 2, 3, 1);
  s.begin = 0;
  ck_assert_double_eq_tol(s.energy.f64[c], balance, 1e-13);
  ck_assert_double_eq_tol(s.eddy.f64[c], pow(factor * 0.5, 2) * sqrt(5), 1e-13);
  for (int m = 0; m < 3; m++) {
    if (m > 0) s.energy.f64[c] = m == 1 ? 0 : 3;
    for (int step = 0; step < 200; step++) sm_cell_eddy_tke_f64(&s, 2, 3, 1);
    ck_assert_double_eq_tol(s.energy.f64[c], balance, 1e-12);
  }
}
END_TEST

/* Of second order in time, in stable air of first; and the rates are those of sm_sgs_tke_of,
 * buoyancy included. */
START_TEST(energy_of_eddies_follows_its_equation) {
  double g[3][3] = {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}, error[2];
  struct sm_flow_clock clock;
  ptrdiff_t c;
  for (double warmer = -0.5; warmer < 1; warmer += 1) { /* of the air above; unstable, stable */
    for (int m = 0; m < 3; m++) {
      const int steps = m == 0 ? 4096 : 8 << m;
      static double exact;
      struct sm_eddy_viscosity s = begin_energy(g, &clock, &c);
      clock = (struct sm_flow_clock){.step = 2.0 / steps};
      s.buoyancy = 0.4;
      s.temperature.f64[c + layout.step[2]] = warmer;
      s.temperature.f64[c - layout.step[2]] = -warmer;
      for (int step = 0; step < steps; step++) sm_cell_eddy_tke_f64(&s, 2, 3, 1);
      if (m == 0) {
        exact = s.energy.f64[c];
      } else {
        error[m - 1] = fabs(s.energy.f64[c] - exact);
      }
    }
    printf("energy: %.3g and %.3g m2/s2 off\n", error[0], error[1]);
    ck_assert_double_gt(error[0] / error[1], warmer < 0 ? 3.5 : 1.9);
    struct sm_eddy_viscosity s = begin_energy(g, &clock, &c);
    clock.step = 1e-7;
    s.buoyancy = 0.4;
    s.temperature.f64[c + layout.step[2]] = warmer;
    s.temperature.f64[c - layout.step[2]] = -warmer;
    const double lost = 0.4 * 2 * warmer; /* N^2 / Pr: 1 K over 0.5 m, both sides */
    const struct sm_sgs_tke_f64 eddy = sm_sgs_tke_of_f64(2, 0.5, 0.7 * lost);
    sm_cell_eddy_tke_f64(&s, 2, 3, 1);
    const double rate = eddy.viscosity * (1 - lost) - eddy.decay * 2;
    ck_assert_double_eq_tol((s.energy.f64[c] - 2) / 1e-7, rate, 1e-5);
  }
}
END_TEST

/* Calm air, without energy: none comes; solids have none. */
START_TEST(energy_of_eddies_is_never_below_zero) {
  double g[3][3] = {{0, 0, 0.1}, {0, 0, 0}, {0, 0, 0}};
  struct sm_flow_clock clock = {.step = 50};
  ptrdiff_t c;
  struct sm_eddy_viscosity s = begin_energy(g, &clock, &c);
  s.buoyancy = 3;
  s.temperature.f64[c + layout.step[2]] = 5;
  s.temperature.f64[c - layout.step[2]] = -5;
  for (int m = 0; m < 3; m++) {
    s.energy.f64[c] = m == 0 ? 2 : m == 1 ? 0 : -1e-3;
    for (int step = 0; step < 30; step++) {
      sm_cell_eddy_tke_f64(&s, 2, 3, 1);
      ck_assert(s.energy.f64[c] >= 0 && s.energy.f64[c] <= 2 && s.eddy.f64[c] >= 0);
    }
  }
  faces[layout.origin + c] = SM_OPEN_ALL;
  s.energy.f64[c] = 1;
  sm_cell_eddy_tke_f64(&s, 2, 3, 1);
  ck_assert(s.energy.f64[c] == 0 && s.eddy.f64[c] == 0);
}
END_TEST

START_TEST(smooth_walls_drag_as_spalding_says) {
  double worst = 0;
  for (double reynolds = 1e-3; reynolds < 1e8; reynolds *= 1.03) {
    const float speed = (float)reynolds * 1e-5f / 0.5f;
    const double exact = (double)sm_smooth_wall(speed, 0.5f, 1e-5f, 0.71f).drag;
    const double ours = sm_smooth_drag_f64((double)speed, 1e-5, 2);
    worst = fmax(worst, fabs(ours / exact - 1));
  }
  ck_assert_double_lt(worst, 0.009);
  ck_assert(sm_smooth_drag_f32(100, 0, 4) == 0); /* not NAN */
}
END_TEST

/* A tile of faces across x from cell (2, 3, 1) on, in a wind of known slopes; each kind of wall
 * beside the second of them. */
START_TEST(walls_take_the_place_of_the_air_beside_them) {
  enum { LANE = 1 };
  double g[3][3] = {{0, 0, 2}, {0, 0, 0}, {0.5, 0, 0}};
  const struct sm_eddy_viscosity e = begin();
  static struct sm_flow_clock clock = {.step = 0.2};
  struct sm_wall_tile tile = {.i = 2, .j = 3, .k = 1};
  struct sm_flow_walls s = {.m = e.m,
                            .u = {field(0), field(1), field(2)},
                            .to = field(8),
                            .eddy = field(3),
                            .drag = e.drag,
                            .tile = &tile,
                            .clock = &clock,
                            .share = 0.5,
                            .viscosity = 1e-3};
  fill(&e, g);
  for (size_t m = 0; m < layout.size; m++) {
    memory[1][m] = 4;
    memory[3][m] = 0.2;
    memory[6][m] = 0.01;
    memory[8][m] = 7;
  }
  const ptrdiff_t c = tile.i + LANE + tile.j * layout.step[1] + tile.k * layout.step[2];
  const double u = s.u[0].f64[c], speed = hypot(u, 4), air = 0.201 * 2.5, laminar = 0.004 * u;
  const double smooth = sm_smooth_drag_f64(speed, 1e-3, 4) * u, rough = 0.01 * speed * u;
  const struct {
    uint32_t low, high, smooth;
    double change; /* of the stresses below, less those above */
  } wall[] = {{0, 0, 0, 0},
              {1u << LANE, 0, 0, 0.5 * (air - rough)},
              {1u << LANE | 1u << (LANE + SM_WALL_TILE), 0, 0, air - rough},
              {0, 1u << (LANE + SM_WALL_TILE), 0, 0.5 * (-air - laminar)},
              {0, 1u << LANE, 1u << LANE, 0.5 * (-air - smooth)}};
  for (size_t m = 0; m < sizeof wall / sizeof *wall; m++) {
    tile.wall[2] = wall[m].low;
    tile.wall[3] = wall[m].high;
    tile.smooth[3] = wall[m].smooth;
    s.to.f64[c] = 7;
    for (int l = 0; l < 3; l++) sm_cell_flow_walls_x_f64(&s, l, 0, 0);
    ck_assert_double_eq_tol(s.to.f64[c], 7 + 0.1 * wall[m].change / 0.5, 1e-14);
    ck_assert(s.to.f64[c - 1] == 7 && s.to.f64[c + 1] == 7);
  }
  const struct sm_zero_tile walls = {.i = 2, .j = 3, .k = 1, .faces = 1u << LANE};
  const struct sm_flow_zero_walls still = {
      .step = {layout.step[1], layout.step[2]}, .to = s.to, .tile = &walls};
  for (int l = 0; l < 3; l++) sm_cell_flow_zero_walls_f64(&still, l, 0, 0);
  ck_assert(s.to.f64[c - 1] == 7 && s.to.f64[c] == 0 && s.to.f64[c + 1] == 7);
}
END_TEST

/* du/dt = -c u^2: 1/u grows by c dt. And a sponge alone: towards the calm wind. */
START_TEST(plants_and_sponges_brake_exactly) {
  begin();
  static struct sm_flow_clock clock = {.step = 0.7};
  const struct sm_sponge_drag s = {.sy = layout.step[1],
                                   .sz = layout.step[2],
                                   .sa = 1,
                                   .sb = layout.step[1],
                                   .se = layout.step[2],
                                   .u = field(0),
                                   .v = field(1),
                                   .w = field(2),
                                   .to = field(0),
                                   .density = field(7),
                                   .rate = of(line[6] + 16),
                                   .calm = of(line[7] + 16),
                                   .faces = faces + layout.origin,
                                   .bit = SM_OPEN_WEST,
                                   .clock = &clock};
  for (size_t m = 0; m < layout.size; m++) memory[7][m] = 0.2;
  for (size_t m = 0; m < layout.size; m++) memory[0][m] = 5;
  for (int step = 0; step < 100; step++) sm_cell_sponge_drag_f64(&s, 2, 2, 2);
  const ptrdiff_t c = 2 + 2 * layout.step[1] + 2 * layout.step[2];
  ck_assert_double_eq_tol(s.to.f64[c], 5 / (1 + 0.2 * 5 * 70), 1e-14);
  for (size_t m = 0; m < layout.size; m++) memory[7][m] = 0;
  for (int k = 0; k < 64; k++) line[6][k] = 0.1, line[7][k] = 2;
  s.to.f64[c] = 5;
  for (int step = 0; step < 10; step++) sm_cell_sponge_drag_f64(&s, 2, 2, 2);
  ck_assert_double_eq_tol(s.to.f64[c], 2 + 3 / pow(1.07, 10), 1e-13);
  faces[layout.origin + c] = SM_OPEN_WEST;
  sm_cell_sponge_drag_f64(&s, 2, 2, 2);
  ck_assert_double_eq(s.to.f64[c], 0);
}
END_TEST

/* From 2 towards half of 6, the middle of both times, with a rate of 0.1/s over 5 s. */
START_TEST(nudging_relaxes_towards_the_wind_of_a_side) {
  static double rate[] = {0, 0.1}, open[] = {1, 0}, from[] = {4, 4}, to[] = {8, 8}, u[] = {0, 2};
  static int32_t flags[2];
  const struct sm_flow_clock clock = {.time = 0, .step = 5};
  const struct sm_nudging_rim rim = {.rate = of(rate),
                                     .across = {1, 0, 0},
                                     .open = of(open),
                                     .along = {0, 1, 0},
                                     .plane = {0, 1, 0},
                                     .begin = 0,
                                     .span = 10,
                                     .clock = &clock};
  struct sm_nudging s = {.rim = rim,
                         .u = of(u),
                         .from = of(from),
                         .to = of(to),
                         .factor = 0.5,
                         .faces = flags,
                         .closed = SM_OPEN_WEST};
  sm_cell_nudging_f64(&s, 1, 0, 0);
  ck_assert_double_eq_tol(u[1], 2 + 1.0 / 3, 1e-14);
  sm_cell_nudging_f64(&s, 1, 1, 0); /* beside a wall of the side */
  flags[1] = SM_OPEN_WEST;
  sm_cell_nudging_f64(&s, 1, 0, 0); /* closed */
  ck_assert_double_eq_tol(u[1], 2 + 1.0 / 3, 1e-14);
}
END_TEST

TEST_MAIN(slopes_of_a_linear_wind_are_exact, slopes_beside_walls_are_those_of_their_law,
          energy_of_eddies_decays_exactly, energy_of_eddies_comes_to_balance_with_the_shear,
          energy_of_eddies_follows_its_equation, energy_of_eddies_is_never_below_zero,
          smooth_walls_drag_as_spalding_says, walls_take_the_place_of_the_air_beside_them,
          plants_and_sponges_brake_exactly, nudging_relaxes_towards_the_wind_of_a_side)
