/* The Poisson solver against exact solutions: second order for every kind of boundary, on uniform
 * grids and on grids stretched along each axis. */
#include "poisson_problem.h"

/* The exact solution, sin(a x + b) cos(c y + d) exp(e z). */
static const double wave[3] = {1.7, 1.1, 0.8}, phase[2] = {0.3, -0.4};

static double exact(const double at[3]) {
  return sin(wave[0] * at[0] + phase[0]) * cos(wave[1] * at[1] + phase[1]) * exp(wave[2] * at[2]);
}

/* du / dx_d */
static double exact_gradient(const double at[3], int d) {
  if (d == 0) return wave[0] / tan(wave[0] * at[0] + phase[0]) * exact(at);
  if (d == 1) return -wave[1] * tan(wave[1] * at[1] + phase[1]) * exact(at);
  return wave[2] * exact(at);
}

/* -div grad u */
static double exact_source(const double at[3]) {
  return (wave[0] * wave[0] + wave[1] * wave[1] - wave[2] * wave[2]) * exact(at);
}

/* The solver's own boundaries are x = 0 at ghost centres and no flux: values and fluxes other than
 * these are moved to the right-hand side. */
static double boundary_term(const struct problem *p, const int at[3], const double centre[3],
                            int side) {
  const int d = side / 2, high = side % 2;
  const struct sm_axis *axis = &p->shape.g.grid.axis[d];
  if (at[d] != (high ? axis->n - 1 : 0)) return 0;
  double place[3] = {centre[0], centre[1], centre[2]};
  const double coefficient = definition_coefficient(&p->setup, at, side);
  if (coefficient > 0) {
    place[d] += (high ? 1 : -1) * axis->width[at[d]];
    return coefficient * exact(place);
  }
  place[d] = axis->face[high ? axis->n : 0];
  return (high ? 1 : -1) * definition_area(&p->setup, at, side) * exact_gradient(place, d);
}

static void centre_of(const struct problem *p, const int at[3], double centre[3]) {
  for (int d = 0; d < 3; d++) centre[d] = p->shape.g.grid.axis[d].centre[at[d]];
}

static void fill_right_hand_side(struct problem *p, bool singular) {
  const int *n = p->shape.g.n;
  double sum = 0, centre[3];
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        centre_of(p, at, centre);
        double b = exact_source(centre);
        for (int d = 0; d < 3; d++) b *= p->shape.g.grid.axis[d].width[at[d]];
        for (int side = 0; side < SIDES; side++) b += boundary_term(p, at, centre, side);
        *problem_b(p, i, j, k) = b;
        sum += b;
      }
  const double mean = sum / ((double)n[0] * n[1] * n[2]);
  for (int k = 0; singular && k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) *problem_b(p, i, j, k) -= mean;
}

/* Mean of the solution's error over the unit cube: zero but where a constant is free. */
static double mean_error(const struct problem *p) {
  const int *n = p->shape.g.n;
  double mean = 0, centre[3];
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        centre_of(p, (int[3]){i, j, k}, centre);
        mean += (problem_x(p, i, j, k) - exact(centre)) / ((double)n[0] * n[1] * n[2]);
      }
  return mean;
}

/* Errors of a solution: root of the mean square over the volume, and largest. */
struct error {
  double mean, largest;
};

static struct error measure(const struct problem *p, double constant) {
  const int *n = p->shape.g.n;
  const struct sm_axis *axis = p->shape.g.grid.axis;
  struct error error = {0, 0};
  double centre[3];
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        centre_of(p, (int[3]){i, j, k}, centre);
        const double e = fabs(problem_x(p, i, j, k) - exact(centre) - constant);
        error.mean += e * e * axis[0].width[i] * axis[1].width[j] * axis[2].width[k];
        if (!(e <= error.largest)) error.largest = e;
      }
  error.mean = sqrt(error.mean);
  return error;
}

/* Solves in the unit cube on n^3 cells, sides closed as told. */
static struct error error_of(int n, const double stretch[3], int closed) {
  const bool singular = closed == SM_OPEN_ALL;
  struct problem p;
  problem_begin(&p, (int[3]){n, n, n}, (double[]){1, 1, 1}, 1);
  shape_stretch(ctx, &p.shape.g, (double[]){1, 1, 1}, stretch);
  geometry_open_faces(&p.shape.g);
  for (int j = 0; j < n; j++) /* geometry.h closes the ground */
    for (int i = 0; i < n; i++) p.shape.g.cell[geometry_index(&p.shape.g, i, j, 0)] |= SM_OPEN_DOWN;
  shape_close(&p.shape.g, closed);
  problem_make_solver(&p);
  fill_right_hand_side(&p, singular);
  ck_assert_msg(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged, "closed sides %d", closed);
  const struct error error = measure(&p, singular ? mean_error(&p) : 0);
  problem_free(&p);
  return error;
}

/* From n^3 cells to (2 n)^3 that divide them. The largest error may lie in another corner of the
 * finer grid, and its order is less smooth. */
static void check_order(int n, const double stretch[3], int closed) {
  const double finer[3] = {sqrt(stretch[0]), sqrt(stretch[1]), sqrt(stretch[2])};
  const struct error coarse = error_of(n, stretch, closed), fine = error_of(2 * n, finer, closed);
  const double mean = log2(coarse.mean / fine.mean), largest = log2(coarse.largest / fine.largest);
  ck_assert_msg(mean >= 1.95 && largest >= 1.85,
                "orders %g, %g with closed sides %d, cells growing by %g, %g, %g", mean, largest,
                closed, stretch[0], stretch[1], stretch[2]);
}

START_TEST(second_order_whichever_sides_are_closed) {
  set_up();
  for (int closed = 0; closed < SM_OPEN_ALL; closed++) check_order(16, (double[]){1, 1, 1}, closed);
}
END_TEST

START_TEST(second_order_when_stretched_along_any_axis) {
  set_up();
  static const double stretch[][3] = {{1.05, 1, 1}, {1, 1.05, 1}, {1, 1, 1.05}, {1.04, 0.96, 1.05}};
  static const int closed[] = {SM_OPEN_DOWN, SM_OPEN_WEST | SM_OPEN_NORTH | SM_OPEN_UP,
                               SM_OPEN_EAST | SM_OPEN_SOUTH | SM_OPEN_DOWN};
  for (size_t s = 0; s < sizeof stretch / sizeof *stretch; s++)
    for (size_t c = 0; c < sizeof closed / sizeof *closed; c++)
      check_order(24, stretch[s], closed[c]);
}
END_TEST

START_TEST(second_order_when_all_sides_are_closed) {
  set_up();
  check_order(16, (double[]){1, 1, 1}, SM_OPEN_ALL);
  check_order(24, (double[]){1.04, 0.96, 1.05}, SM_OPEN_ALL);
}
END_TEST

TEST_MAIN(second_order_whichever_sides_are_closed, second_order_when_stretched_along_any_axis,
          second_order_when_all_sides_are_closed)
