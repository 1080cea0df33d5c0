/* Turbulence from the shear of known winds. */
#include "scene_turbulence.h"

static const double friction = 0.3, z0 = 0.05, turned = 0.6; /* m/s, m, angle to the x axis */

static double log_wind(int d, double x, double y, double z) {
  (void)x;
  (void)y;
  const double speed = friction / SM_KARMAN * log((z + z0) / z0);
  return d == 0 ? speed * cos(turned) : d == 1 ? speed * sin(turned) : 0;
}

/* Constant stress -u*^2, k = (u* / 0.55)^2, eps = u*^3 / (0.4 z), nu = 0.4 u* z, in every cell, the
 * first included. */
static void check_log_layer(const struct scene *s, int i, int j, int k) {
  const double u2 = friction * friction, z = s->grid.axis[2].centre[k] + z0;
  const double k_exact = u2 / (0.55 * 0.55);
  const double exact[FIELDS] = {[VISCOSITY] = SM_KARMAN * friction * z,
                                [ENERGY] = k_exact,
                                [DISSIPATION] = friction * u2 / (SM_KARMAN * z),
                                [LENGTH] = SM_KARMAN * z,
                                [XX] = k_exact * 2 / 3,
                                [YY] = k_exact * 2 / 3,
                                [ZZ] = k_exact * 2 / 3,
                                [XZ] = -u2 * cos(turned),
                                [YZ] = -u2 * sin(turned)};
  for (int f = 0; f < FIELDS; f++) {
    const double scale = exact[f] != 0 ? fabs(exact[f]) : u2;
    ck_assert_msg(fabs(get(s, f, i, j, k) - exact[f]) <= 0.01 * scale,
                  "field %d, layer %d: %g instead of %g", f, k, get(s, f, i, j, k), exact[f]);
  }
}

START_TEST(a_logarithmic_wind_has_the_stress_of_the_logarithmic_layer) {
  for (int bits = 32; bits <= 64; bits += 32)
    for (int stretched = 0; stretched < 2; stretched++) {
      struct scene s;
      begin(&s, 9, 7, 25, 2, stretched ? 1.15 : 1, bits);
      s.options.roughness = z0;
      blow(&s, log_wind);
      compute(&s);
      for_cells(&s, check_log_layer);
      end(&s);
    }
}
END_TEST

static double rotation(int d, double x, double y, double z) {
  (void)z;
  return d == 0 ? -0.25 * (y - 7) : d == 1 ? 0.25 * (x - 9) : 0.5;
}

static void check_calm(const struct scene *s, int i, int j, int k) {
  for (int f = 0; f < FIELDS; f++)
    if (f != LENGTH) ck_assert_double_le(fabs(get(s, f, i, j, k)), 1e-9);
}

START_TEST(a_rotating_body_of_air_has_no_turbulence) {
  for (int ground = 0; ground < 2; ground++) {
    struct scene s;
    begin(&s, 9, 7, 8, 2, 1.1, 64);
    s.ground = ground;
    s.options.longest = 30;
    blow(&s, rotation);
    compute(&s);
    for_cells(&s, check_calm);
    end(&s);
  }
}
END_TEST

/* du/dy = 0.2 1/s without walls, mixing length 5 m: S_xy = 0.1 1/s and R = 0.2 1/s. */
static double shear(int d, double x, double y, double z) {
  (void)x;
  (void)z;
  return d == 0 ? 0.2 * y : 0;
}

static void check_shear(const struct scene *s, int i, int j, int k) {
  const double nu = 25 * 0.2, energy = pow(5 * 0.2 / 0.55, 2);
  const double exact[FIELDS] = {
      [VISCOSITY] = nu,      [ENERGY] = energy,     [DISSIPATION] = nu * 0.04, [LENGTH] = 5,
      [XX] = energy * 2 / 3, [YY] = energy * 2 / 3, [ZZ] = energy * 2 / 3,     [XY] = -nu * 0.2};
  for (int f = 0; f < FIELDS; f++) ck_assert_double_eq_tol(get(s, f, i, j, k), exact[f], 1e-3 * nu);
}

START_TEST(far_from_walls_the_mixing_length_is_the_longest) {
  struct scene s;
  begin(&s, 5, 6, 4, 3, 1.1, 64);
  s.ground = false;
  s.options.longest = 5;
  blow(&s, shear);
  compute(&s);
  for_cells(&s, check_shear);
  end(&s);
}
END_TEST

/* du/dx = 0.3, dv/dy = -0.1, dw/dz = -0.2 1/s. */
static double strain(int d, double x, double y, double z) {
  return d == 0 ? 0.3 * x : d == 1 ? -0.1 * y : -0.2 * z;
}

START_TEST(stretching_makes_normal_stresses_differ) {
  struct scene s;
  begin(&s, 4, 4, 4, 2, 1.2, 64);
  s.ground = false;
  s.options.longest = 10;
  blow(&s, strain);
  compute(&s);
  const double rate = sqrt(2 * (0.09 + 0.01 + 0.04)), nu = 100 * rate;
  const double third = 2.0 / 3 * pow(10 * rate / 0.55, 2);
  ck_assert_double_eq_tol(get(&s, VISCOSITY, 1, 2, 3), nu, 1e-2);
  ck_assert_double_eq_tol(get(&s, XX, 1, 2, 3), third - 2 * nu * 0.3, 1e-2);
  ck_assert_double_eq_tol(get(&s, YY, 1, 2, 3), third + 2 * nu * 0.1, 1e-2);
  ck_assert_double_eq_tol(get(&s, ZZ, 1, 2, 3), third + 2 * nu * 0.2, 1e-2);
  ck_assert_double_eq_tol(get(&s, XY, 1, 2, 3), 0, 1e-9);
  end(&s);
}
END_TEST

static double gusty(int d, double x, double y, double z) {
  (void)d;
  (void)x;
  (void)y;
  (void)z;
  return 20 * random_number();
}

static void build_walls(struct scene *s) {
  for (int64_t c = 0; c < sm_grid_cells(&s->grid); c++)
    if (rand() % 4 == 0) s->cell[c] = 0x40;
}

static const double most_energy = 1.5;

/* tau is positive definite (its leading minors are positive); k, nu and eps belong together. */
static void check_realizable(const struct scene *s, int i, int j, int k) {
  double t[FIELDS];
  for (int f = 0; f < FIELDS; f++) t[f] = get(s, f, i, j, k);
  if (distance(s, i, j, k) == 0) {
    for (int f = 0; f < FIELDS; f++) ck_assert(t[f] == 0);
    return;
  }
  for (int f = 0; f < FIELDS; f++) ck_assert(isfinite(t[f]));
  const double minor = t[XX] * t[YY] - t[XY] * t[XY];
  const double determinant =
      minor * t[ZZ] - t[XX] * t[YZ] * t[YZ] - t[YY] * t[XZ] * t[XZ] + 2 * t[XY] * t[XZ] * t[YZ];
  ck_assert(t[ENERGY] > 0 && t[XX] > 0 && minor > 0 && determinant > 0);
  ck_assert_double_le(t[ENERGY], most_energy * 1.00001);
  ck_assert_double_eq_tol(t[VISCOSITY] * t[DISSIPATION], pow(0.55, 4) * t[ENERGY] * t[ENERGY],
                          1e-4 * t[ENERGY] * t[ENERGY]);
  ck_assert_double_le(fabs(t[XZ]), 0.55 * 0.55 * t[ENERGY] * 1.00001);
}

START_TEST(stresses_are_realizable_whatever_the_wind_and_the_walls) {
  srand(2);
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, 23, 11, 9, 2, 1.1, bits);
    build_walls(&s);
    s.air.most = most_energy;
    blow(&s, gusty);
    compute(&s);
    for_cells(&s, check_realizable);
    end(&s);
  }
}
END_TEST

/* (x, y) becomes (n h - y, x): cell (i, j) becomes (n - 1 - j, i). */
static void turn(const struct scene *from, struct scene *to, int n) {
  for (int k = 0; k <= n; k++)
    for (int j = 0; j <= n; j++)
      for (int i = 0; i <= n; i++) {
        const struct sm_state *a = from->state, *b = to->state;
        const ptrdiff_t c = place(from, i, j, k);
        if (i < n && j < n && k < n) *byte(to, n - 1 - j, i, k) = *byte(from, i, j, k);
        if (j < n && k < n)
          write_real(to, b->field[SM_FIELD_V], place(to, n - 1 - j, i, k),
                     read_real(from, a->field[SM_FIELD_U], c));
        if (i < n && k < n)
          write_real(to, b->field[SM_FIELD_U], place(to, n - j, i, k),
                     -read_real(from, a->field[SM_FIELD_V], c));
        if (i < n && j < n)
          write_real(to, b->field[SM_FIELD_W], place(to, n - 1 - j, i, k),
                     read_real(from, a->field[SM_FIELD_W], c));
      }
}

START_TEST(a_turned_scene_has_the_turned_turbulence) {
  enum { N = 8 };
  static const int becomes[FIELDS] = {VISCOSITY, ENERGY, DISSIPATION, LENGTH, YY,
                                      XY,        YZ,     XX,          XZ,     ZZ};
  static const double sign[FIELDS] = {1, 1, 1, 1, 1, -1, 1, 1, -1, 1};
  srand(4);
  struct scene s[2];
  for (int m = 0; m < 2; m++) begin(&s[m], N, N, N, 2, 1.2, 64);
  build_walls(&s[0]);
  blow(&s[0], gusty);
  turn(&s[0], &s[1], N);
  for (int m = 0; m < 2; m++) compute(&s[m]);
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        for (int f = 0; f < FIELDS; f++) {
          const double before = get(&s[0], f, i, j, k);
          const double after = sign[f] * get(&s[1], becomes[f], N - 1 - j, i, k);
          ck_assert_double_eq_tol(after, before, 1e-6 * (1 + fabs(before)));
        }
  for (int m = 0; m < 2; m++) end(&s[m]);
}
END_TEST

START_TEST(grids_of_one_cell_or_one_column_are_fine) {
  for (int m = 0; m < 3; m++) {
    struct scene s;
    begin(&s, m == 0 ? 5 : 1, 1, m == 2 ? 6 : 1, 2, 1, 32);
    blow(&s, log_wind);
    compute(&s);
    for (int k = 0; k < s.grid.axis[2].n; k++)
      ck_assert(isfinite(get(&s, XZ, s.grid.axis[0].n - 1, 0, k)));
    end(&s);
  }
}
END_TEST

START_TEST(senseless_options_are_refused) {
  struct scene s;
  begin(&s, 2, 2, 2, 2, 1, 32);
  blow(&s, log_wind);
  compute(&s);
  const struct sm_turbulence_options wrong[] = {{-1, INFINITY, 0, INFINITY, {2, 2, 2}},
                                                {NAN, INFINITY, 0, INFINITY, {2, 2, 2}},
                                                {INFINITY, INFINITY, 0, INFINITY, {2, 2, 2}},
                                                {0, 0, 0, INFINITY, {2, 2, 2}},
                                                {0, NAN, 0, INFINITY, {2, 2, 2}},
                                                {0, INFINITY, -1, INFINITY, {2, 2, 2}},
                                                {0, INFINITY, NAN, INFINITY, {2, 2, 2}},
                                                {0, INFINITY, INFINITY, INFINITY, {2, 2, 2}},
                                                {0, INFINITY, 0, INFINITY, {1.1, 2, 2}},
                                                {0, INFINITY, 0, INFINITY, {2, NAN, 2}},
                                                {0, INFINITY, 0, INFINITY, {2, 2, INFINITY}}};
  for (size_t m = 0; m < sizeof wrong / sizeof *wrong; m++) {
    struct sm_turbulence *t = NULL;
    ck_assert_int_eq(sm_turbulence_create(s.ctx, s.state, &s.grid, s.distance, &wrong[m], &t),
                     SM_ERR_USAGE);
    ck_assert_ptr_null(t);
    ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "turbulence's"));
  }
  const struct sm_turbulence_air wrong_air[] = {
      {0, INFINITY, 0, 1000},   {-2, INFINITY, 0, 1000},     {NAN, INFINITY, 0, 1000},
      {1, 0, 0, 1000},          {1, NAN, 0, 1000},           {1, INFINITY, -1, 1000},
      {1, INFINITY, NAN, 1000}, {1, INFINITY, INFINITY, 10}, {1, INFINITY, 0, 0},
      {1, INFINITY, 0, NAN}};
  struct sm_turbulence *t = NULL;
  ck_assert_int_eq(sm_turbulence_create(s.ctx, s.state, &s.grid, s.distance, &s.options, &t),
                   SM_OK);
  for (size_t m = 0; m < sizeof wrong_air / sizeof *wrong_air; m++)
    ck_assert_int_eq(sm_turbulence_set_air(s.ctx, t, &wrong_air[m]), SM_ERR_USAGE);
  sm_turbulence_destroy(&t);
  end(&s);
}
END_TEST

START_TEST(out_of_memory_is_reported_and_nothing_leaks) {
  struct scene s;
  begin(&s, 2, 2, 2, 2, 1, 32);
  compute(&s);
  const size_t before = s.device->allocated;
  struct sm_turbulence *t = NULL;
  for (int m = 1; m <= 3; m++) {
    sm_context_fail_allocation(s.ctx, m);
    ck_assert_int_eq(sm_turbulence_create(s.ctx, s.state, &s.grid, s.distance, &s.options, &t),
                     SM_ERR_MEMORY);
    ck_assert_ptr_null(t);
    ck_assert_uint_eq(s.device->allocated, before);
  }
  sm_context_fail_allocation(s.ctx, 0);
  end(&s);
}
END_TEST

TEST_MAIN(a_logarithmic_wind_has_the_stress_of_the_logarithmic_layer,
          a_rotating_body_of_air_has_no_turbulence, far_from_walls_the_mixing_length_is_the_longest,
          stretching_makes_normal_stresses_differ,
          stresses_are_realizable_whatever_the_wind_and_the_walls,
          a_turned_scene_has_the_turned_turbulence, grids_of_one_cell_or_one_column_are_fine,
          senseless_options_are_refused, out_of_memory_is_reported_and_nothing_leaks)
