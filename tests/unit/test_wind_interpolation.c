/* The wind at a particle: what each way of interpolation is exact for, and how fast it converges.
 */
#include "interpolated_wind.h"

static float wind32[3][FACES];

/* --- faces --- */

START_TEST(faces_meet_fields_that_are_linear_along_their_axis) {
  (void)grid();
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    for (int d = 0; d < 3; d++) wind[d][c] = 2 - d + 0.5 * (d + 1) * face[d][at[d]];
    for (int d = 0; d < 3; d++) wind32[d][c] = (float)wind[d][c];
  }
  const struct sm_face_winds f64 = faces64();
  const struct sm_face_winds f32 = {
      .sy = SY, .sz = SZ, .u.f32 = wind32[0], .v.f32 = wind32[1], .w.f32 = wind32[2]};
  for (int m = 0; m < 1000; m++) {
    const struct sm_grid_position_f32 at = random_place(cells);
    double x[3];
    float got[3], same[3];
    position(&at, x);
    sm_wind_faces_f64(&f64, &at, got);
    sm_wind_faces_f32(&f32, &at, same);
    for (int d = 0; d < 3; d++) {
      ck_assert_double_eq_tol((double)got[d], 2 - d + 0.5 * (d + 1) * x[d], 3e-6);
      ck_assert_double_eq_tol((double)same[d], (double)got[d], 3e-6);
    }
  }
}
END_TEST

START_TEST(the_wind_from_faces_is_as_free_of_divergence_as_they_are) {
  (void)grid();
  solenoidal_wind(NULL);
  const struct sm_face_winds s = faces64();
  for (int m = 0; m < 1000; m++) {
    const struct sm_grid_position_f32 at = random_place(cells);
    double divergence = 0;
    for (int d = 0; d < 3; d++) {
      struct sm_grid_position_f32 low = at, high = at;
      float a[3], b[3];
      low.part[d] = 0;
      high.part[d] = SM_FRACTION_LAST;
      sm_wind_faces_f64(&s, &low, a);
      sm_wind_faces_f64(&s, &high, b);
      divergence += (double)(b[d] - a[d]) / (double)width[d][at.cell[d]];
    }
    ck_assert_double_eq_tol(divergence, 0, 2e-6);
  }
}
END_TEST

START_TEST(a_constant_wind_fades_towards_closed_faces_only) {
  (void)grid();
  for (int c = 0; c < FACES; c++)
    for (int d = 0; d < 3; d++) wind[d][c] = 1;
  struct sm_grid_position_f32 at = {{3, 3, 3}, {0x40000000u, 0x40000000u, 0x40000000u}};
  const ptrdiff_t c = 3 + 3 * SY + 3 * SZ;
  wind[0][c] = wind[2][c] = wind[2][c + SZ] = 0;
  const struct sm_face_winds s = faces64();
  float got[3];
  sm_wind_faces_f64(&s, &at, got);
  ck_assert(got[0] == 0.25f && got[1] == 1.0f && got[2] == 0.0f);
  at.part[0] = 0;
  sm_wind_faces_f64(&s, &at, got);
  ck_assert(got[0] == 0.0f && got[1] == 1.0f && got[2] == 0.0f);
}
END_TEST

START_TEST(a_node_is_the_mean_of_faces) {
  (void)grid();
  solenoidal_wind(NULL);
  const struct sm_face_winds s = faces64();
  const int at[3] = {4, 3, 2};
  const ptrdiff_t c = 4 + 3 * SY + 2 * SZ;
  const struct sm_wind_node got = sm_wind_node_of_f64(&s, at);
  for (int d = 0; d < 3; d++)
    ck_assert_double_eq_tol((double)got.wind[d], 0.5 * (wind[d][c] + wind[d][c + steps[d]]), 1e-6);
}
END_TEST

/* --- trilinear --- */

START_TEST(trilinear_meets_linear_fields_up_to_open_sides) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  fill_nodes(1);
  for (int m = 0; m < 10000; m++) {
    const struct sm_grid_position_f32 at = random_place(cells);
    double x[3];
    float got[3];
    position(&at, x);
    sm_wind_trilinear_f32(&s, &g, &at, got);
    for (int e = 0; e < 3; e++) ck_assert_double_eq_tol((double)got[e], polynomial(1, e, x), 5e-6);
  }
}
END_TEST

START_TEST(below_the_first_node_is_the_law_of_the_wall) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  for (int c = 0; c < FACES; c++) node[c] = (struct sm_wind_node){{3 + (float)(c / SZ), -2, 1, 0}};
  for (int c = 0; c < SZ; c++) open[c] = SM_OPEN_ALL & ~SM_OPEN_DOWN;
  struct sm_grid_position_f32 at = {{4, 4, 0}, {0, 0, 0}};
  float got[3];
  for (int m = 1; m <= 8; m++) {
    const double z = m / 16.0 * 0.5; /* the first node is at 0.25 m */
    at.part[2] = (uint32_t)m << 28;
    sm_wind_trilinear_f32(&s, &g, &at, got);
    const double law = log(z / 0.01) / log(25.0);
    if (m == 8) break;
    ck_assert_double_eq_tol((double)got[0], 3 * law, 1e-6);
    ck_assert_double_eq_tol((double)got[1], -2 * law, 1e-6);
    ck_assert_double_eq_tol((double)got[2], z / 0.25, 1e-6);
  }
  ck_assert_double_eq_tol((double)got[0], 3, 1e-6); /* the node itself */
  at.part[2] = sm_fraction_of_f32(0.019f);          /* below the roughness length */
  sm_wind_trilinear_f32(&s, &g, &at, got);
  ck_assert(got[0] == 0.0f && got[1] == 0.0f);
  near(got[2], 0.038, 1e-6);
  near(sm_log_law_f32(0.1f, 0.4f, 0.3f), 0.25, 1e-6); /* too rough */
  near(sm_log_law_f32(0.1f, 0.4f, 0.0f), 0.25, 1e-6);
}
END_TEST

/* A wall in the middle of the domain: what is behind it is not seen, and nothing blows into it. */
START_TEST(walls_hide_what_is_behind_them) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  for (int c = 0; c < FACES; c++) node[c] = (struct sm_wind_node){{5, 5, 5, 0}};
  const ptrdiff_t c = 4 + 4 * SY + 4 * SZ;
  node[c + 1] = (struct sm_wind_node){{0, 0, 0, 0}};
  open[c] = SM_OPEN_ALL & ~SM_OPEN_EAST;
  struct sm_grid_position_f32 at = {{4, 4, 4}, {SM_FRACTION_LAST, 0x80000000u, 0x80000000u}};
  float got[3];
  sm_wind_trilinear_f32(&s, &g, &at, got);
  ck_assert(fabsf(got[0]) < 1e-6f);
  at.part[0] = 0xc0000000u;
  sm_wind_trilinear_f32(&s, &g, &at, got);
  near(got[0], 2.5, 1e-6);
  ck_assert_double_eq_tol((double)got[1], 5 * log(25.0) / log(50.0), 1e-5);
}
END_TEST

START_TEST(closed_sides_and_top_are_no_walls) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  fill_nodes(1);
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    unsigned closed = at[2] == NZ - 1 ? SM_OPEN_UP : 0;
    for (int d = 0; d < 2; d++)
      closed |= (at[d] == 0 ? 1u << 2 * d : 0u) | (at[d] == cells[d] - 1 ? 2u << 2 * d : 0u);
    open[c] = (uint8_t)(SM_OPEN_ALL & ~closed);
  }
  for (int m = 0; m < 2000; m++) {
    const struct sm_grid_position_f32 at = random_place(cells);
    double x[3];
    float got[3];
    position(&at, x);
    sm_wind_trilinear_f32(&s, &g, &at, got);
    for (int e = 0; e < 3; e++) ck_assert_double_eq_tol((double)got[e], polynomial(1, e, x), 5e-6);
  }
}
END_TEST

TEST_MAIN(faces_meet_fields_that_are_linear_along_their_axis,
          the_wind_from_faces_is_as_free_of_divergence_as_they_are,
          a_constant_wind_fades_towards_closed_faces_only, a_node_is_the_mean_of_faces,
          trilinear_meets_linear_fields_up_to_open_sides,
          below_the_first_node_is_the_law_of_the_wall, walls_hide_what_is_behind_them,
          closed_sides_and_top_are_no_walls)
