/* The turbulence at a particle: exact between nodes, and particles that are mixed stay mixed. */
#include "harness.h"
#include "stretched_box.h"

enum { NX = 7, NY = 6, NZ = 8, CELLS = NX * NY * NZ };

static const int cells[3] = {NX, NY, NZ};
static uint8_t open[CELLS];
static struct sm_turbulence_node node[CELLS + 1];

static struct sm_particle_grid_f32 grid(void) {
  for (int c = 0; c < CELLS; c++) open[c] = SM_OPEN_ALL;
  return stretched_box(cells, 1.2, NX, NX * NY, open);
}
static struct sm_turbulence_field field(void) {
  return (struct sm_turbulence_field){NX, NX * NY, node};
}

/* Slope of component e along axis d of the linear field. */
static double slope_of(int e, int d) { return 0.1 * ((e + 2 * d) % 5) - 0.15; }
static void fill_linear(void) {
  for (int c = 0; c < CELLS; c++) {
    const int at[3] = {c % NX, c / NX % NY, c / NX / NY};
    for (int e = 0; e < 7; e++) {
      double sum = 10 + e;
      for (int d = 0; d < 3; d++) sum += slope_of(e, d) * centre[d][at[d]];
      node[c].of[e] = (float)sum;
    }
  }
}
static void fill_random(void) {
  for (int c = 0; c < CELLS; c++)
    for (int e = 0; e < 7; e++) node[c].of[e] = (float)(1 + any());
}

START_TEST(linear_turbulence_is_met_and_constant_beyond_the_nodes) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_turbulence_field s = field();
  fill_linear();
  for (int m = 0; m < 10000; m++) {
    const struct sm_grid_position_f32 at = random_place(cells);
    struct sm_langevin got;
    float slope[3][6];
    sm_turbulence_at(&s, &g, &at, &got, slope);
    double place[3];
    position(&at, place);
    for (int e = 0; e < 7; e++) {
      double sum = 10 + e;
      for (int d = 0; d < 3; d++) {
        const double x = place[d], low = centre[d][0], high = centre[d][cells[d] - 1];
        sum += slope_of(e, d) * fmin(fmax(x, low), high);
        if (e == 6 || fabs(x - low) < 1e-5 || fabs(x - high) < 1e-5) continue;
        const double expected = x > low && x < high ? slope_of(e, d) : 0;
        ck_assert_double_eq_tol((double)slope[d][e], expected, 3e-5);
      }
      const float value = e == 6 ? got.rate : got.root[e];
      ck_assert_double_eq_tol((double)value, sum, 1e-5);
    }
  }
}
END_TEST

/* tau_ij of L. */
static double stress(const float l[6], int i, int j) {
  const double full[3][3] = {{(double)l[0], 0, 0},
                             {(double)l[1], (double)l[2], 0},
                             {(double)l[3], (double)l[4], (double)l[5]}};
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += full[i][k] * full[j][k];
  return sum;
}

START_TEST(the_divergence_is_that_of_the_stresses_between_nodes) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_turbulence_field s = field();
  const uint32_t step = 1u << 22;
  fill_random();
  for (int m = 0; m < 2000; m++) {
    struct sm_grid_position_f32 at = random_place(cells);
    struct sm_langevin got, low, high;
    float slope[3][6];
    double expected[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) /* not over a node or a face */
      at.part[d] = (at.part[d] & 0xbfffffffu) | 0x10000000u;
    sm_turbulence_at(&s, &g, &at, &got, slope);
    for (int d = 0; d < 3; d++) {
      struct sm_grid_position_f32 before = at, after = at;
      float unused[3][6];
      before.part[d] -= step;
      after.part[d] += step;
      sm_turbulence_at(&s, &g, &before, &low, unused);
      sm_turbulence_at(&s, &g, &after, &high, unused);
      double from[3], to[3];
      position(&before, from);
      position(&after, to);
      const double length = to[d] - from[d];
      for (int i = 0; i < 3; i++)
        expected[i] += (stress(high.root, i, d) - stress(low.root, i, d)) / length;
    }
    for (int i = 0; i < 3; i++)
      ck_assert_double_eq_tol((double)got.divergence[i], expected[i], 2e-2);
  }
}
END_TEST

/* At the end of a wall, where one of two cells beside each other has a closed face, L has no jump:
 * more particles would cross it one way than the other. */
START_TEST(turbulence_is_continuous_at_the_end_of_a_wall) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_turbulence_field s = field();
  fill_random();
  open[3 + NX * (3 + NY * 3)] = SM_OPEN_ALL & ~SM_OPEN_DOWN;
  for (int m = 0; m < 1000; m++) {
    struct sm_grid_position_f32 at = random_place(cells);
    struct sm_langevin wall, beside;
    float slope[3][6];
    for (int d = 0; d < 3; d++) at.cell[d] = 3;
    at.part[0] = 0xffffffffu;
    sm_turbulence_at(&s, &g, &at, &wall, slope);
    at.cell[0] = 4;
    at.part[0] = 0u;
    sm_turbulence_at(&s, &g, &at, &beside, slope);
    for (int e = 0; e < 6; e++)
      ck_assert_double_eq_tol((double)wall.root[e], (double)beside.root[e], 1e-5);
  }
}
END_TEST

START_TEST(an_axis_of_one_cell_has_no_slope) {
  struct sm_particle_grid_f32 g = grid();
  struct sm_turbulence_field s = {0, 0, node};
  fill_random();
  for (int d = 0; d < 3; d++) {
    g.n[d] = 1;
    inverse[d][1] = 0;
  }
  const struct sm_grid_position_f32 at = {{0, 0, 0}, {0x10000000u, 0xe0000000u, 0x90000000u}};
  struct sm_langevin got;
  float slope[3][6];
  sm_turbulence_at(&s, &g, &at, &got, slope);
  ck_assert(got.rate == node[0].of[6]);
  for (int e = 0; e < 6; e++) {
    ck_assert(got.root[e] == node[0].of[e]);
    for (int d = 0; d < 3; d++) ck_assert(slope[d][e] == 0.0f);
  }
}
END_TEST

/* --- well mixed (Thomson 1987) --- */

/* A closed box of 1 m; density is counted in `bins` along each axis that has cells. */
enum { MOST = 40 * 40 * 40 };
static struct sm_turbulence_node box_node[MOST + 1];
static uint8_t box_open[MOST];
static float box_width[3][40], box_inverse[3][41];

struct box {
  struct sm_particle_grid_f32 grid;
  struct sm_turbulence_field eddies;
};

/* S = 1.1 + the mean over axes of sin(2 pi x) times a tensor of which one shear stress changes;
 * C0 eps = 4 S^1.5, as in the test of langevin.h. */
static void box_turbulence(const double x[3], const int n[3], float of[8]) {
  double sum = 0, axes = 0;
  for (int d = 0; d < 3; d++) {
    sum += n[d] > 1 ? sin(2 * pi * x[d]) : 0;
    axes += n[d] > 1;
  }
  const double scale = 1.1 + sum / axes, shear = -0.45 + 0.25 * cos(2 * pi * x[2]);
  const double tensor[6] = {2.2, 0.3, shear, 1.4, 0.1, 1};
  float tau[6];
  for (int m = 0; m < 6; m++) tau[m] = (float)(scale * tensor[m]);
  sm_stress_cholesky(tau, 1e-6f, of);
  of[6] = (float)(4 * pow(scale, 1.5));
  of[7] = 0;
}

static struct box make_box(const int n[3]) {
  struct box b = {.grid = {.sy = n[0], .sz = (ptrdiff_t)n[0] * n[1], .open = box_open},
                  .eddies = {n[1] > 1 ? n[0] : 0, n[2] > 1 ? (ptrdiff_t)n[0] * n[1] : 0, box_node}};
  for (int d = 0; d < 3; d++) {
    b.grid.n[d] = n[d];
    b.grid.h[d] = box_width[d];
    b.grid.g[d] = box_inverse[d];
    for (int i = 0; i < n[d]; i++) box_width[d][i] = 1.0f / (float)n[d];
    for (int i = 0; i <= n[d]; i++) box_inverse[d][i] = i > 0 && i < n[d] ? (float)n[d] : 0.0f;
  }
  for (int c = 0; c < n[0] * n[1] * n[2]; c++) {
    const int at[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
    double x[3];
    unsigned closed = 0;
    for (int d = 0; d < 3; d++) {
      x[d] = (at[d] + 0.5) / n[d];
      closed |= (at[d] == 0 ? 1u << 2 * d : 0u) | (at[d] == n[d] - 1 ? 2u << 2 * d : 0u);
    }
    box_open[c] = (uint8_t)(SM_OPEN_ALL & ~closed);
    box_turbulence(x, n, box_node[c].of);
  }
  return b;
}

/* Drifts with u' for a time; at a wall the particle goes back the way that it came, and u' and q
 * are turned round. */
static void drift(const struct sm_particle_grid_f32 *g, float time, struct sm_grid_position_f32 *at,
                  float u[3], float q[3]) {
  const struct sm_wall_rebound back[2] = {{1, -1, 0, 100}, {1, -1, 0, 100}};
  float move[3], way[3];
  int out;
  for (int d = 0; d < 3; d++) way[d] = move[d] = g->n[d] > 1 ? time * u[d] : 0.0f;
  (void)sm_ray_traverse_f32(g, back, at, move, way, &out);
  const float sign = way[2] * u[2] < 0.0f ? -1.0f : 1.0f;
  for (int d = 0; d < 3; d++) {
    u[d] *= sign;
    q[d] *= sign;
  }
}

/* One particle, from a place of chance. */
static struct sm_grid_position_f32 wander(const struct box *b, uint64_t particle, float h,
                                          int steps) {
  const struct sm_random_key first = {7, particle, 0, 1};
  const struct sm_random_words place = sm_random(first);
  struct sm_grid_position_f32 at;
  struct sm_langevin eddies;
  float q[4], u[3], slope[3][6];
  for (int d = 0; d < 3; d++) {
    const uint64_t x = (uint64_t)place.word[d] * (uint64_t)b->grid.n[d];
    at.cell[d] = (int)(x >> 32);
    at.part[d] = (uint32_t)x;
  }
  for (uint32_t step = 0; step <= (uint32_t)steps; step++) {
    const struct sm_random_key draw = {7, particle, step, 0};
    float xi[4];
    sm_random_normals(sm_random(draw), step == 0 ? q : xi);
    if (step > 0) drift(&b->grid, 0.5f * h, &at, u, q);
    sm_turbulence_at(&b->eddies, &b->grid, &at, &eddies, slope);
    for (int m = 0; m < 6; m++) {
      eddies.change[m] = 0.0f;
      for (int d = 0; d < 3 && step > 0; d++) /* no way along an axis of one cell */
        eddies.change[m] += b->grid.n[d] > 1 ? h * u[d] * slope[d][m] : 0.0f;
    }
    if (step > 0) sm_langevin_step(&eddies, h, xi, q);
    sm_langevin_drift(&eddies, q, u);
    if (step > 0) drift(&b->grid, 0.5f * h, &at, u, q);
  }
  return at;
}

enum { PARTICLES = 30000 / FEWER, BINS = 25, BOXES = 125 };

/* - sum x ln x of densities x, which chance makes smaller than 0, and strays the less the more
 * there are. */
static double entropy(const int *count, int bins) {
  double sum = 0;
  for (int m = 0; m < bins; m++) {
    const double x = (double)count[m] * bins / PARTICLES;
    sum -= x > 0 ? x * log(x) : 0;
  }
  return sum;
}
static double floor_of(int bins) { return -0.5 * bins * bins / PARTICLES; }

/* Evenly spread, and so they are after 8 s: along each axis, and in boxes. */
static void mix(const int n[3]) {
  const struct box b = make_box(n);
  const float h = 0.02f;
  int along[3][BINS] = {{0}}, boxes[BOXES] = {0};
#pragma omp parallel for
  for (int m = 0; m < PARTICLES; m++) {
    const struct sm_grid_position_f32 at = wander(&b, (uint64_t)m, h, 400);
    int box = 0;
    for (int d = 0; d < 3; d++) {
      const double x = ((double)at.cell[d] + (double)at.part[d] / 4294967296.0) / n[d];
#pragma omp atomic
      along[d][(int)(x * BINS)]++;
      box = 5 * box + (int)(x * 5);
    }
#pragma omp atomic
    boxes[box]++;
  }
  for (int d = 0; d < 3; d++)
    if (n[d] > 1) ck_assert_double_gt(entropy(along[d], BINS), floor_of(BINS) - FEWER * 0.005);
  const double deviation = sqrt(2.0 * BOXES) * 0.5 * BOXES / PARTICLES;
  if (n[0] > 1) ck_assert_double_gt(entropy(boxes, BOXES), floor_of(BOXES) - 2 * deviation);
}

START_TEST(mixed_particles_stay_mixed_between_two_walls) {
  const int n[3] = {1, 1, 40};
  mix(n);
}
END_TEST

START_TEST(mixed_particles_stay_mixed_in_a_closed_box) {
  const int n[3] = {20, 20, 20};
  mix(n);
}
END_TEST

TEST_MAIN(linear_turbulence_is_met_and_constant_beyond_the_nodes,
          the_divergence_is_that_of_the_stresses_between_nodes,
          turbulence_is_continuous_at_the_end_of_a_wall, an_axis_of_one_cell_has_no_slope,
          mixed_particles_stay_mixed_between_two_walls, mixed_particles_stay_mixed_in_a_closed_box)
