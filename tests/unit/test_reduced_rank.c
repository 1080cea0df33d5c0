/* Reduced rank extrapolation: the weights of changes. */
#include "harness.h"

#include "physics/incompressible/model.h"
#include <math.h>

enum { SIZE = 12, MODES = 5 };

/* How much is left of each mode from one time to the next: slow, fast, turning and growing ones. */
static const double complex_part[2] = {0.6, 0.55};
static const double left[3] = {0.9, 0.5, 1.2};

/* A vector at time m: a limit, and modes that come or go. */
static void state(int modes, int m, double out[SIZE]) {
  const double size = pow(hypot(complex_part[0], complex_part[1]), m),
               angle = m * atan2(complex_part[1], complex_part[0]);
  for (int i = 0; i < SIZE; i++) {
    const double x = i + 1;
    out[i] = cos(x);
    for (int mode = 0; mode < modes && mode < 3; mode++)
      out[i] += pow(left[mode], m) * sin((mode + 1) * x) / (mode + 1);
    if (modes == MODES) out[i] += size * (cos(angle) * cos(5 * x) + sin(angle) * sin(7 * x));
  }
}

/* Largest difference from the limit of what `count` changes lead to; *part: what is left. */
static double error_of(int modes, int count, double *part) {
  double change[SM_REDUCED_RANK_MAX][SIZE], last[SIZE], next[SIZE];
  double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX], weight[SM_REDUCED_RANK_MAX],
      before = 0, sum = 0, worst = 0;
  state(modes, 0, last);
  for (int m = 0; m < count; m++) {
    state(modes, m + 1, next);
    for (int i = 0; i < SIZE; i++) {
      change[m][i] = next[i] - last[i];
      last[i] = next[i];
    }
  }
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) {
      gram[a][b] = 0;
      for (int i = 0; i < SIZE; i++) gram[a][b] += change[a][i] * change[b][i];
    }
  *part = sqrt(sm_reduced_rank_weights(count, gram, weight) / gram[count - 1][count - 1]);
  for (int a = 0; a < count; a++) {
    for (int i = 0; i < SIZE; i++) last[i] -= before * change[a][i];
    before += weight[a];
    sum += weight[a];
  }
  ck_assert_double_eq_tol(sum, 1, 1e-9);
  for (int i = 0; i < SIZE; i++) worst = fmax(worst, fabs(last[i] - cos(i + 1)));
  return worst;
}

/* One change more than there are modes is enough, and more do no harm, of modes that grow too. */
START_TEST(modes_are_taken_away) {
  double part;
  for (int modes = 1; modes <= 3; modes++)
    for (int count = modes + 1; count <= SM_REDUCED_RANK_MAX; count++) {
      const double error = error_of(modes, count, &part);
      ck_assert_msg(error < 1e-4 && part < 1e-2, "%d modes, %d changes: %g, %g left", modes, count,
                    error, part);
    }
  const double error = error_of(MODES, MODES + 1, &part);
  ck_assert_msg(error < 1e-4 && part < 1e-2, "turning: %g, %g left", error, part);
}
END_TEST

/* The remainder after too few changes is reported. */
START_TEST(too_few_changes_leave_something) {
  double part;
  const double error = error_of(3, 2, &part);
  ck_assert_double_gt(error, 0.01);
  ck_assert_double_gt(part, 0.05);
}
END_TEST

START_TEST(no_change_tells_nothing) {
  double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX] = {{0}}, weight[SM_REDUCED_RANK_MAX];
  ck_assert(!isfinite(sm_reduced_rank_weights(4, gram, weight)) ||
            sm_reduced_rank_weights(4, gram, weight) == 0);
}
END_TEST

TEST_MAIN(modes_are_taken_away, too_few_changes_leave_something, no_change_tells_nothing)
