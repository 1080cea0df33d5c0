/* The cells of the solvers of Bozorgmehr et al. (2021), with numbers worked out by hand. */
#include "harness.h"

#include "cell/cells.h"
#include <string.h>

enum { N = 3, SIZE = 5 * 5 * 5 };
static float arrays[9][SIZE], line[N * N], scratch[3 * N], change;

/* 3 x 3 x 3 cells; the middle one has neighbours 1 to 6 and the coefficients of a cell of 2 x 1 x 1
 * m: 1 in x, 4 in y and z. */
static struct sm_sor_arrays middle(void) {
  struct sm_sor_arrays s;
  size_t size;
  ptrdiff_t o;
  sm_sor_arrays_layout(&s, (int[]){N, N, N}, &size, &o);
  ck_assert_uint_eq(size, SIZE);
  memset(arrays, 0, sizeof arrays);
  float **const array[9] = {&s.e, &s.f, &s.g, &s.h, &s.m, &s.n, &s.r, &s.lambda, &s.old};
  for (int m = 0; m < 9; m++) *array[m] = arrays[m] + o;
  s.line = line;
  s.scratch = scratch;
  s.change = &change;
  s.omega = 1.5f;
  const ptrdiff_t c = 1 + s.sy + s.sz;
  s.e[c] = s.f[c] = 1;
  s.g[c] = s.h[c] = s.m[c] = s.n[c] = 4;
  s.r[c] = 3;
  s.lambda[c] = 10;
  s.lambda[c + 1] = 1;
  s.lambda[c - 1] = 2;
  s.lambda[c + s.sy] = 3;
  s.lambda[c - s.sy] = 4;
  s.lambda[c + s.sz] = 5;
  s.lambda[c - s.sz] = 6;
  return s;
}

/* 1.5 / 18 (3 + 1 + 2 + 4 (3 + 4 + 5 + 6)) - 0.5 10 = 6.5 - 5 */
static const double expected = 1.5;

START_TEST(an_update_is_equation_3) {
  struct sm_sor_arrays s = middle();
  const ptrdiff_t c = 1 + s.sy + s.sz;
  s.colour = 1; /* 1 + 1 + 1 is odd: red */
  sm_cell_sor(&s, 0, 1, 1);
  ck_assert_double_eq_tol((double)s.lambda[c], expected, 1e-6);
  s.colour = 0;
  sm_cell_sor(&s, 0, 1, 1);
  sm_cell_sor(&s, 1, 1, 1);
  ck_assert_double_eq_tol((double)s.lambda[c], expected, 1e-6);
}
END_TEST

START_TEST(a_closed_face_counts_nothing_and_a_solid_cell_stays_zero) {
  struct sm_sor_arrays s = middle();
  const ptrdiff_t c = 1 + s.sy + s.sz;
  s.n[c] = 0; /* 1.5 / 14 (6 + 4 (3 + 4 + 5)) - 5 */
  s.colour = 1;
  sm_cell_sor(&s, 0, 1, 1);
  ck_assert_double_eq_tol((double)s.lambda[c], 1.5 / 14 * 54 - 5, 1e-6);
  s.colour = 0;
  s.lambda[0] = 0;
  sm_cell_sor(&s, 0, 0, 0);
  ck_assert(s.lambda[0] == 0);
}
END_TEST

START_TEST(the_serial_sweep_updates_in_order_and_tells_its_change) {
  struct sm_sor_arrays s = middle();
  const ptrdiff_t c = 1 + s.sy + s.sz;
  s.f[c + 1] = 2; /* the cell east of the middle sees its new value only */
  s.lambda[c + 1] = 1;
  sm_cell_sor_serial(&s, 0, 0, 0);
  /* the neighbours before the middle have no open faces: -0.5 of what they were */
  const double west = -0.5 * 2, south = -0.5 * 4, down = -0.5 * 6;
  const double here = 1.5 / 18 * (3 + 1 + west + 4 * (3 + south + 5 + down)) - 5;
  ck_assert_double_eq_tol((double)s.lambda[c], here, 1e-6);
  ck_assert_double_eq_tol((double)s.lambda[c + 1], 1.5 * here - 0.5, 1e-6);
  ck_assert_double_eq_tol((double)change, 10 - here, 1e-5);
}
END_TEST

START_TEST(the_error_is_the_largest_change) {
  struct sm_sor_arrays s = middle();
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) sm_cell_save_lambda(&s, i, j, k);
  s.lambda[2 + 2 * s.sz] = -7.5f;
  s.lambda[0] = 0.5f;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) sm_cell_error_lines(&s, i, k, 0);
  ck_assert(line[0] == 0.5f && line[2 + 2 * N] == 7.5f && line[1] == 0);
  sm_cell_error(&s, 0, 0, 0);
  ck_assert(change == 7.5f);
  line[4] = NAN;
  sm_cell_error(&s, 0, 0, 0);
  ck_assert(isnan(change));
}
END_TEST

START_TEST(the_layer_below_the_ground_copies_it_where_it_is_closed) {
  struct sm_sor_arrays s = middle();
  s.lambda[1 + s.sy] = 6;
  s.lambda[2] = 8;
  s.n[2] = 1;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) sm_cell_neumann(&s, i, j, 0);
  ck_assert(s.lambda[1 + s.sy - s.sz] == 6 && s.lambda[2 - s.sz] == 0);
}
END_TEST

TEST_MAIN(an_update_is_equation_3, a_closed_face_counts_nothing_and_a_solid_cell_stays_zero,
          the_serial_sweep_updates_in_order_and_tells_its_change, the_error_is_the_largest_change,
          the_layer_below_the_ground_copies_it_where_it_is_closed)
