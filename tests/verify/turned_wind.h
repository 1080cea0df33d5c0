/* turned_wind.h - winds of a square domain, and of the same one turned by quarters or mirrored. */
#ifndef SM_TESTS_TURNED_WIND_H
#define SM_TESTS_TURNED_WIND_H

#include "diagnostic_wind.h"

/* The same wind everywhere, times a factor. */
static inline void fill_wind(struct sm_state *state, const double wind[3], double factor) {
  for (int d = 0; d < 3; d++)
    for (size_t c = 0; c < state->size; c++) {
      if (state->device->bits == 64) state->field[d].f64[c] = factor * wind[d];
      if (state->device->bits == 32) state->field[d].f32[c] = (float)(factor * wind[d]);
    }
}

/* A point of a square, turned counter-clockwise in it; of a square without side: a vector. */
static inline void turn_in_square(double xy[2], double side, int quarters) {
  for (int turn = 0; turn < quarters; turn++) {
    const double x = xy[0];
    xy[0] = side - xy[1];
    xy[1] = x;
  }
}

/* Speed in a cell, from the faces that the wind came in by. */
static inline double speed_in(const struct wind *w, int i, int j, int k) {
  const double u = at(w, 0, i, j, k) + at(w, 0, i + 1, j, k);
  const double v = at(w, 1, i, j, k) + at(w, 1, i, j + 1, k);
  return 0.5 * hypot(u, v);
}

/* Wind b is a turned by quarters, and so are its flags, in side x side x layers cells. Returns the
 * lowest speed. */
static inline double check_turned(const struct wind *a, const struct wind *b, int quarters,
                                  int side, int layers) {
  double slowest = HUGE_VAL;
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < side; j++)
      for (int i = 0; i < side; i++) {
        int x = i, y = j;
        for (int turn = 0; turn < quarters; turn++) {
          const int old = x;
          x = side - 1 - y;
          y = old;
        }
        const double one = speed_in(a, i, j, k), other = speed_in(b, x, y, k);
        slowest = fmin(slowest, one);
        ck_assert_msg(fabs(one - other) < 2e-4, "%d, %d, %d: %g and %g m/s", i, j, k, one, other);
        ck_assert_int_eq(a->flag[i + side * (j + side * k)], b->flag[x + side * (y + side * k)]);
      }
  return slowest;
}

static inline void check_mirrored(const struct wind *a, const struct wind *b, int side,
                                  int layers) {
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < side; j++)
      for (int i = 0; i < side; i++) {
        const double one = speed_in(a, i, j, k), other = speed_in(b, i, side - 1 - j, k);
        ck_assert_msg(fabs(one - other) < 2e-4, "%d, %d, %d: %g and %g m/s", i, j, k, one, other);
      }
}

#endif
