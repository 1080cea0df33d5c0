/* The mass-consistent wind on prisms: potential flow over a smooth hill, which is a streamline of
 * the flow past a cylinder, across the mesh; with unequal moduli; what the faces let through. */
#include "physics/diagnostic/prism_wind.h"
#include "prism_device.h"
#include <stdio.h>

/* A cylinder of radius `radius` in a wind of 1 m/s that blows 30 degrees off the mesh; the ground
 * is the streamline that comes from the height `inflow`. */
static const double radius = 0.25, inflow = 0.15, along[2] = {0.8660254037844387, 0.5};
static double alpha; /* heights are those of the flow times this */

static double distance_along(double x, double y) {
  return along[0] * (x - 0.5) + along[1] * (y - 0.5);
}

static double ground(double x, double y) {
  const double s = distance_along(x, y);
  double low = inflow, high = 1;
  for (int i = 0; i < 60; i++) {
    const double z = 0.5 * (low + high);
    if (z - radius * radius * z / (s * s + z * z) < inflow)
      low = z;
    else
      high = z;
  }
  return alpha * low;
}
static double top(double x, double y) {
  (void)x;
  (void)y;
  return alpha;
}

/* Potential of the hill in a uniform wind. */
static double potential(void *user, const double place[3]) {
  const double s = distance_along(place[0], place[1]), z = place[2];
  (void)user;
  return radius * radius * s / (s * s + z * z);
}

static void exact(const double place[3], double wind[3]) {
  const double s = distance_along(place[0], place[1]), z = place[2] / alpha;
  const double r4 = (s * s + z * z) * (s * s + z * z), part = radius * radius / r4;
  const double u = 1 + part * (z * z - s * s);
  wind[0] = u * along[0];
  wind[1] = u * along[1];
  wind[2] = -alpha * part * 2 * s * z;
}

static void uniform(const void *user, const double at[2], int count, const double *height,
                    double (*wind)[2]) {
  (void)user;
  (void)at;
  (void)height;
  for (int n = 0; n < count; n++) {
    wind[n][0] = along[0];
    wind[n][1] = along[1];
  }
}

struct outcome {
  double largest, mean; /* errors, m/s; mean: root of the mean square by volume */
  struct sm_prism_wind_report report;
};

static struct outcome run(int n) {
  static const struct sm_prism_guess guess = {.column = uniform};
  const struct prism_block block = {
      .n = n, .m = n, .layers = n, .stretched = 1, .bottom = ground, .surface = top};
  const struct sm_prism_wind_options options = {
      .alpha = alpha, .tolerance = 1e-10, .max_iterations = 200, .potential = potential};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const size_t count = sm_prisms_count(p);
  double *number = calloc(3 * count, sizeof *number), volume = 0;
  double *const component[3] = {number, number + count, number + 2 * count};
  struct sm_prism_wind *wind = NULL;
  struct outcome out = {0};
  ck_assert_int_eq(sm_prism_wind_create(ctx, device, p, &options, &wind), SM_OK);
  ck_assert_int_eq(sm_prism_wind_make(ctx, wind, &guess, component, &out.report), SM_OK);
  for (int t = 0; t < p->plane->triangles; t++)
    for (int k = 0; k < p->layers; k++) {
      double place[3], there[3], square = 0;
      sm_prism_centre(p, t, k, place);
      exact(place, there);
      for (int d = 0; d < 3; d++) {
        const double off = component[d][(size_t)t * (size_t)p->layers + (size_t)k] - there[d];
        square += off * off;
      }
      out.largest = fmax(out.largest, sqrt(square));
      out.mean += square * sm_prisms_volume(p, t, k);
      volume += sm_prisms_volume(p, t, k);
    }
  out.mean = sqrt(out.mean / volume);
  printf("alpha %g, %d: largest %.3e, mean %.3e m/s, %d iterations, divergence %.1e from %.1e\n",
         alpha, n, out.largest, out.mean, out.report.solver.iterations, out.report.divergence,
         out.report.guessed);
  sm_prism_wind_destroy(&wind);
  sm_prisms_destroy(&p);
  free(number);
  return out;
}

static void check_hill(double moduli) {
  alpha = moduli;
  const struct outcome coarse = run(10), middle = run(20), fine = run(40);
  ck_assert(coarse.report.solver.converged && middle.report.solver.converged);
  ck_assert(fine.report.solver.converged && fine.report.divergence < 1e-9);
  ck_assert(fine.report.guessed > 0.1);
  ck_assert(fine.mean < 0.01);
  ck_assert(coarse.mean > 2 * middle.mean && middle.mean > 2 * fine.mean);
}

START_TEST(potential_flow_over_a_hill) {
  set_up();
  check_hill(1);
  tear_down();
}
END_TEST

START_TEST(potential_flow_with_unequal_moduli) {
  set_up();
  check_hill(2);
  tear_down();
}
END_TEST

TEST_MAIN(potential_flow_over_a_hill, potential_flow_with_unequal_moduli)
