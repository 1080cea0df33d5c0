/* Turbulence beside that of a neutral wind over flat ground: stratified, convective, anisotropic,
 * in wakes. The numbers are computed by hand from the formulas of docs/theory/turbulence.md. */
#include "scene_turbulence.h"

static const double friction = 0.3, z0 = 0.05, turned = 0.6; /* m/s, m, angle to the x axis */
static double obukhov;                                       /* m, of similar_wind */

/* Integral of phi / (0.4 z): the wind of Monin-Obukhov similarity. */
static double similar_wind(int d, double x, double y, double z) {
  (void)x;
  (void)y;
  const double zeta = (z + z0) / obukhov;
  double psi = 4.7 * (zeta - z0 / obukhov);
  if (zeta < 0) {
    const double a = pow(1 - 15 * zeta, 0.25), b = pow(1 - 15 * z0 / obukhov, 0.25);
    psi = 2 * (atan(a) - atan(b)) - 2 * log((1 + a) / (1 + b)) - log((1 + a * a) / (1 + b * b));
  }
  const double speed = friction / SM_KARMAN * (log((z + z0) / z0) + psi);
  return d == 0 ? speed * cos(turned) : d == 1 ? speed * sin(turned) : 0;
}

/* The stress of a similar wind, to a share of it, at the layers from `first` to 0.8 of L. */
static void check_similar_stress(const struct scene *s, int first, double tolerance) {
  const double u2 = friction * friction;
  for (int k = first; k < s->grid.axis[2].n && s->grid.axis[2].centre[k] < 0.8 * fabs(obukhov); k++)
    ck_assert_msg(fabs(hypot(get(s, XZ, 3, 3, k), get(s, YZ, 3, 3, k)) - u2) <= tolerance * u2,
                  "layer %d: %g instead of %g", k, hypot(get(s, XZ, 3, 3, k), get(s, YZ, 3, 3, k)),
                  u2);
}

START_TEST(a_stratified_wind_has_the_stress_of_its_surface_layer) {
  static const double lengths[] = {200, 60, -200, -60};
  for (size_t m = 0; m < sizeof lengths / sizeof *lengths; m++) {
    struct scene s;
    obukhov = lengths[m];
    begin(&s, 7, 7, 40, 1, 1, 64);
    s.options.roughness = z0;
    s.air.obukhov = obukhov;
    blow(&s, similar_wind);
    compute(&s);
    check_similar_stress(&s, 2, 0.04);
    end(&s);
  }
}
END_TEST

/* At zeta = z/L = 1/4: phi = 2.175; Rf = 0.25/2.175 = 0.114943; l = 0.4 z/2.175; and with shear R =
 * u* phi/(0.4 z): k = u*^2/0.3025 sqrt(1 - Rf), eps = u*^3/(0.4 z) (phi - zeta). */
static double stable_shear(int d, double x, double y, double z) {
  (void)x;
  (void)y;
  return d == 0 ? 0.3 * 2.175 / (0.4 * 15) * z : 0;
}

START_TEST(stratification_takes_energy_and_shortens_eddies) {
  struct scene s;
  begin(&s, 4, 4, 20, 1, 1, 64);
  s.air.obukhov = 58; /* the centre of layer 14 is 14.5 m above the ground */
  blow(&s, stable_shear);
  compute(&s);
  /* Slopes are taken in ln d: a linear wind's is steeper there by L / d, 1 - 1/(12 d^2) at most. */
  const double rate = 0.3 * 2.175 / (0.4 * 15), length = 0.4 * 14.5 / 2.175;
  const double nu = length * length * rate, lost = 0.25 / 2.175;
  ck_assert_double_eq_tol(get(&s, LENGTH, 2, 2, 14), length, 1e-6);
  ck_assert_double_eq_tol(get(&s, VISCOSITY, 2, 2, 14), nu, 3e-3 * nu);
  const double energy = pow(length * rate / 0.55, 2) * sqrt(1 - lost);
  ck_assert_double_eq_tol(get(&s, ENERGY, 2, 2, 14), energy, 6e-3 * energy);
  const double eps = nu * rate * rate * (1 - lost);
  ck_assert_double_eq_tol(get(&s, DISSIPATION, 2, 2, 14), eps, 9e-3 * eps);
  end(&s);
}
END_TEST

static double no_wind(int d, double x, double y, double z) {
  (void)d;
  (void)x;
  (void)y;
  (void)z;
  return 0;
}

/* w* = 2 m/s, h = 1000 m. Horizontal variances 0.35 w*^2 = 1.4. Vertical ones 1.8 t^(2/3) (1 - 0.8
 * t)^2 w*^2: t = 0.125: 7.2 * 0.25 * 0.81 = 1.458; t = 0.515: 7.2 * 0.642498 * 0.588^2 = 1.59941;
 * above h none. eps = w*^3 / h = 0.008. */
START_TEST(convection_adds_the_variances_that_were_measured) {
  static const struct {
    int layer;
    double side, up;
  } known[] = {{12, 1.4, 1.458}, {51, 1.4, 1.599406}, {110, 0, 0}};
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, 2, 2, 120, 10, 1, bits);
    s.options.background = 0.5;
    s.options.roughness = 0;
    s.air = (struct sm_turbulence_air){
        .most = INFINITY, .obukhov = -50, .convective = 2, .depth = 1000};
    blow(&s, no_wind);
    compute(&s);
    for (size_t m = 0; m < sizeof known / sizeof *known; m++) {
      const int k = known[m].layer;
      const double up = known[m].up;
      ck_assert_double_eq_tol(get(&s, XX, 0, 1, k), known[m].side + 0.25, 1e-5);
      ck_assert_double_eq_tol(get(&s, YY, 0, 1, k), known[m].side + 0.25, 1e-5);
      ck_assert_double_eq_tol(get(&s, ZZ, 0, 1, k), up + 0.25, 1e-5);
      ck_assert_double_eq_tol(get(&s, ENERGY, 0, 1, k), known[m].side + 0.5 * up + 0.375, 1e-5);
      ck_assert_double_eq_tol(get(&s, XY, 0, 1, k), 0, 1e-9);
    }
    ck_assert_double_eq_tol(get(&s, DISSIPATION, 1, 1, 50), 0.008, 1e-8);
    end(&s);
  }
}
END_TEST

START_TEST(variances_turn_with_the_wind) {
  struct scene s;
  obukhov = 1e9;
  begin(&s, 5, 5, 12, 2, 1, 64);
  s.options = isotropic();
  s.options.roughness = z0;
  s.options.sigma[0] = 2.5;
  s.options.sigma[1] = 2.0;
  s.options.sigma[2] = 1.3;
  blow(&s, similar_wind);
  compute(&s);
  const double u2 = friction * friction, c = cos(turned), n = sin(turned);
  for (int k = 0; k < 12; k++) {
    ck_assert_double_eq_tol(get(&s, XX, 2, 2, k), u2 * (6.25 * c * c + 4 * n * n), 0.05 * u2);
    ck_assert_double_eq_tol(get(&s, YY, 2, 2, k), u2 * (6.25 * n * n + 4 * c * c), 0.05 * u2);
    ck_assert_double_eq_tol(get(&s, XY, 2, 2, k), u2 * 2.25 * c * n, 0.02 * u2);
    ck_assert_double_eq_tol(get(&s, ZZ, 2, 2, k), 1.69 * u2, 0.02 * u2);
    ck_assert_double_eq_tol(get(&s, XZ, 2, 2, k), -u2 * c, 0.02 * u2);
  }
  end(&s);
}
END_TEST

/* A block 20 m wide, 16 m high, its centroid at (30, 40), wind along x; the lee face 10 m behind
 * it, a cavity of 24 m. u*_h = 0.8, u*_v = 0.5: 0.8/10 > 0.5/12, so that eddies come from the
 * sides. */
static const struct sm_building_wake block = {.x = 30,
                                              .y = 40,
                                              .along = {1, 0},
                                              .lee = 10,
                                              .low = -10,
                                              .high = 10,
                                              .width = 20,
                                              .ground = 0,
                                              .height = 16,
                                              .cavity = 24,
                                              .reach = INFINITY,
                                              .side = 0.8f,
                                              .top = 0.5f};

static void begin_wake(struct scene *s, const struct sm_building_wake *wake, int bits) {
  obukhov = 1e9;
  begin(s, 80, 40, 12, 2, 1, bits);
  s->options.roughness = z0;
  s->wake = wake;
  s->wakes = 1;
  blow(s, similar_wind);
  compute(s);
}

START_TEST(a_wake_is_mixed_where_it_is_and_nowhere_else) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin_wake(&s, &block, bits);
    const double made = 0.64 / 0.3025, before = 0.09 / 0.3025;
    for (int k = 0; k < 12; k++)
      for (int j = 0; j < 40; j++)
        for (int i = 0; i < 80; i++) {
          const double x = 2 * i + 1 - 40, y = (2 * j + 1 - 40) / 10.0, z = (2 * k + 1) / 16.0;
          const double shape = fabs(y) < 1 && z < 1 ? sqrt((1 - y * y) * (1 - z * z)) : 0;
          const bool inside = x > 0 && x <= 72 * shape;
          ck_assert_double_eq_tol(get(&s, ENERGY, i, j, k), inside ? made : before,
                                  0.02 * (inside ? made : before));
          if (inside) {
            ck_assert_double_eq_tol(get(&s, LENGTH, i, j, k), 20, 1e-4);
            ck_assert_double_eq_tol(get(&s, DISSIPATION, i, j, k), 0.512 / 20, 1e-6);
          }
        }
    end(&s);
  }
}
END_TEST

START_TEST(variances_are_equal_in_a_wake_and_those_of_a_surface_layer_beside_it) {
  struct scene s;
  begin_wake(&s, &block, 64);
  s.options.sigma[0] = s.options.sigma[1] = 2.5;
  s.options.sigma[2] = 1.3;
  compute_again(&s);
  const double equal = 2.0 / 3 * 0.64 / 0.3025, u2 = friction * friction;
  for (int f = 0; f < 3; f++) {
    static const int variance[3] = {XX, YY, ZZ};
    ck_assert_double_eq_tol(get(&s, variance[f], 25, 20, 2), equal, 1e-6);
    ck_assert_double_eq_tol(get(&s, variance[f], 25, 2, 2), u2 * (f < 2 ? 6.25 : 1.69), 0.05 * u2);
  }
  end(&s);
}
END_TEST

START_TEST(in_a_cavity_eddies_come_from_the_roof_where_that_shears_more) {
  struct sm_building_wake low = block;
  struct scene s;
  low.top = 1.5f; /* 1.5 / 12 > 0.8 / 10 */
  begin_wake(&s, &low, 64);
  ck_assert_double_eq_tol(get(&s, ENERGY, 22, 20, 1), 2.25 / 0.3025, 1e-4); /* 5 m behind */
  ck_assert_double_eq_tol(get(&s, LENGTH, 22, 20, 1), 12, 1e-4);            /* 0.75 H */
  ck_assert_double_eq_tol(get(&s, ENERGY, 40, 20, 1), 0.64 / 0.3025, 1e-4); /* 41 m behind */
  end(&s);
}
END_TEST

START_TEST(a_wake_ends_at_the_next_building) {
  struct sm_building_wake stopped = block;
  struct scene s;
  stopped.reach = 15;
  begin_wake(&s, &stopped, 64);
  ck_assert_double_eq_tol(get(&s, LENGTH, 27, 20, 1), 20, 1e-4); /* 15 m behind */
  ck_assert_double_lt(get(&s, LENGTH, 28, 20, 1), 2);
  end(&s);
}
END_TEST

START_TEST(a_weak_wake_changes_nothing) {
  struct sm_building_wake weak = block;
  struct scene s, without;
  weak.side = weak.top = 0.1f;
  begin_wake(&s, &weak, 64);
  begin_wake(&without, &weak, 64);
  without.wakes = 0;
  compute_again(&without);
  for (int f = 0; f < FIELDS; f++)
    for (int i = 0; i < 80; i++) ck_assert(get(&s, f, i, 20, 2) == get(&without, f, i, 20, 2));
  end(&s);
  end(&without);
}
END_TEST

/* Wakes in any order, turned by a right angle, outside of the grid. */
START_TEST(wakes_overlap_in_any_order_and_may_leave_the_grid) {
  struct sm_building_wake both[2] = {block, block}, swapped[2];
  struct scene s, other;
  both[1].along[0] = 0;
  both[1].along[1] = 1;
  both[1].x = 60;
  both[1].y = -5;
  both[1].side = 0.6f;
  swapped[0] = both[1];
  swapped[1] = both[0];
  begin_wake(&s, both, 64);
  s.wakes = 2;
  compute_again(&s);
  begin_wake(&other, swapped, 64);
  other.wakes = 2;
  compute_again(&other);
  ck_assert_double_eq_tol(get(&s, ENERGY, 30, 10, 2), 0.36 / 0.3025, 1e-4); /* of the second */
  ck_assert_double_eq_tol(get(&s, ENERGY, 30, 19, 2), 0.64 / 0.3025, 1e-4); /* of the first */
  for (int f = 0; f < FIELDS; f++)
    for (int j = 0; j < 40; j++)
      for (int i = 0; i < 80; i++) ck_assert(get(&s, f, i, j, 2) == get(&other, f, i, j, 2));
  end(&s);
  end(&other);
}
END_TEST

TEST_MAIN(a_stratified_wind_has_the_stress_of_its_surface_layer,
          stratification_takes_energy_and_shortens_eddies,
          convection_adds_the_variances_that_were_measured, variances_turn_with_the_wind,
          a_wake_is_mixed_where_it_is_and_nowhere_else,
          variances_are_equal_in_a_wake_and_those_of_a_surface_layer_beside_it,
          in_a_cavity_eddies_come_from_the_roof_where_that_shears_more,
          a_wake_ends_at_the_next_building, a_weak_wake_changes_nothing,
          wakes_overlap_in_any_order_and_may_leave_the_grid)
