/* The wind and the turbulence of a state in the form in which particles gather them. */
#include "wind_sampler_scene.h"
#include <math.h>

static void fails(struct scene *s, enum sm_status got, enum sm_status expected, const char *text) {
  ck_assert_int_eq(got, expected);
  ck_assert_msg(strstr(sm_context_message(s->ctx), text) != NULL, "'%s' not in: %s", text,
                sm_context_message(s->ctx));
}

START_TEST(faces_are_those_of_the_state) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &by_faces);
    take(&s);
    const struct sm_air_view v = view(&s, 0.3);
    ck_assert_ptr_null(v.nodes.node);
    ck_assert_ptr_null(v.turbulence.node);
    ck_assert_ptr_null(v.friction);
    const float *face[3] = {v.faces.u.f32, v.faces.v.f32, v.faces.w.f32};
    for (int k = 0; k <= town.n[2]; k++)
      for (int j = 0; j <= town.n[1]; j++)
        for (int i = 0; i <= town.n[0]; i++)
          for (int d = 0; d < 3; d++)
            ck_assert(face[d][i + j * v.faces.sy + k * v.faces.sz] ==
                      (float)get(&s, SM_FIELD_U + d, i, j, k));
    end(&s);
  }
}
END_TEST

START_TEST(nodes_are_means_of_faces_and_0_in_solids) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &by_nodes);
    take(&s);
    const struct sm_air_view v = view(&s, 1);
    ck_assert_ptr_null(v.faces.u.f32);
    for (int k = 0; k < town.n[2]; k++)
      for (int j = 0; j < town.n[1]; j++)
        for (int i = 0; i < town.n[0]; i++) {
          const struct sm_wind_node node = v.nodes.node[i + j * v.nodes.sy + k * v.nodes.sz];
          for (int d = 0; d < 3; d++) {
            const double low = get(&s, SM_FIELD_U + d, i, j, k);
            const double high = get(&s, SM_FIELD_U + d, i + (d == 0), j + (d == 1), k + (d == 2));
            ck_assert_double_eq_tol((double)node.wind[d], 0.5 * (low + high), 2e-6);
            if (made_solid(&s.made, i, j, k)) ck_assert(!(fabsf(node.wind[d]) > 0));
          }
        }
    end(&s);
  }
}
END_TEST

START_TEST(particles_that_go_back_see_the_wind_turned_round) {
  struct scene s;
  begin(&s, 64);
  for (int m = 0; m < 2; m++) {
    struct sm_wind_sampler_options o = m == 0 ? by_faces : by_nodes;
    sample(&s, &o);
    take(&s);
    const struct sm_air_view v = view(&s, 0);
    const struct sm_grid_position_f32 at = {{3, 5, 2}, {0x40000000u, 0x80000000u, 0xc0000000u}};
    float forwards[3], backwards[3];
    if (m == 0) {
      sm_wind_faces_f32(&v.faces, &at, forwards);
    } else {
      sm_wind_trilinear_f32(&v.nodes, &v.grid_f32, &at, forwards);
    }
    sm_wind_sampler_destroy(&s.sampler);
    o.backward = true;
    sample(&s, &o);
    take(&s);
    const struct sm_air_view back = view(&s, 0);
    if (m == 0) {
      sm_wind_faces_f32(&back.faces, &at, backwards);
    } else {
      sm_wind_trilinear_f32(&back.nodes, &back.grid_f32, &at, backwards);
    }
    for (int d = 0; d < 3; d++) ck_assert(backwards[d] == -forwards[d] && forwards[d] != 0.0f);
    sm_wind_sampler_destroy(&s.sampler);
  }
  end(&s);
}
END_TEST

/* A face of a state that is everywhere the same number. */
static float one_face(struct scene *s, double part) {
  const struct sm_air_view v = view(s, part);
  return v.faces.v.f32[3 + 4 * v.faces.sy + 5 * v.faces.sz];
}

START_TEST(winds_between_two_times_are_linear_in_time) {
  struct scene s;
  begin(&s, 32);
  sample(&s, &by_faces);
  for (int level = 0; level < 4; level++) {
    set(&s, SM_FIELD_V, 3, 4, 5, 10 * level);
    take(&s);
    if (level == 0) {
      ck_assert(one_face(&s, 0.5) == 0.0f);
      continue;
    }
    for (int m = 0; m <= 4; m++)
      ck_assert_double_eq_tol((double)one_face(&s, 0.25 * m), 10 * (level - 1 + 0.25 * m), 1e-5);
    ck_assert(one_face(&s, 0) == 10 * (float)(level - 1) && one_face(&s, 1) == 10 * (float)level);
    ck_assert_double_eq_tol((double)one_face(&s, 0.25), 10 * (level - 0.75), 1e-5);
  }
  end(&s);
}
END_TEST

START_TEST(splines_go_through_the_winds_of_cells) {
  struct scene s;
  begin(&s, 64);
  sample(&s, &by_nodes);
  take(&s);
  struct sm_wind_node value[9 * 7 * 6];
  memcpy(value, view(&s, 0).nodes.node, sizeof value);
  sm_wind_sampler_destroy(&s.sampler);
  sample(&s, &by_splines);
  take(&s);
  const struct sm_air_view v = view(&s, 0);
  for (int c = 0; c < 9 * 7 * 6; c++) {
    const struct sm_grid_position_f32 at = {{c % 9, c / 9 % 7, c / 63},
                                            {0x80000000u, 0x80000000u, 0x80000000u}};
    float wind[3];
    sm_wind_bspline_f32(&v.nodes, &v.grid_f32, &at, wind);
    for (int e = 0; e < 3; e++)
      ck_assert_double_eq_tol((double)wind[e], (double)value[c].wind[e], 2e-5);
  }
  end(&s);
}
END_TEST

/* Of random winds, whose coefficients are many times as large. */
START_TEST(coefficients_are_good_to_a_millionth) {
  const struct made_options wide = {.n = {50, 40, 30}, .width = {1, 2, 1}, .ratio = 1.05};
  enum { NODES = 50 * 40 * 30 };
  static struct sm_wind_node value[NODES];
  static double exact[NODES];
  struct scene s;
  struct sm_spline_axis axis[3];
  begin_with(&s, &wide, 32);
  sample(&s, &by_nodes);
  take(&s);
  memcpy(value, view(&s, 0).nodes.node, sizeof value);
  sm_wind_sampler_destroy(&s.sampler);
  sample(&s, &by_splines);
  take(&s);
  const struct sm_wind_node *got = view(&s, 0).nodes.node;
  for (int d = 0; d < 3; d++)
    ck_assert_int_eq(
        sm_spline_axis_create(s.ctx, wide.n[d], s.made.domain.grid.axis[d].centre, &axis[d]),
        SM_OK);
  for (int e = 0; e < 3; e++) {
    const double largest = solve_nodes(axis, 50, 2000, e, value, exact);
    for (int c = 0; c < NODES; c++)
      ck_assert_double_eq_tol((double)got[c].wind[e], exact[c], 5e-7 * largest);
  }
  for (int d = 0; d < 3; d++) sm_spline_axis_free(&axis[d]);
  end(&s);
}
END_TEST

START_TEST(a_wind_that_is_not_a_number_is_an_error) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &everything);
    set(&s, SM_FIELD_V, 4, 3, 5, (double)NAN);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "wind component along y is not a finite number at cell (4, 3, 5)");
    set(&s, SM_FIELD_V, 4, 3, 5, 1);
    set(&s, SM_FIELD_UW, 1, 2, 3, (double)INFINITY);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "covariance of u and w is not a finite number at cell (1, 2, 3)");
    set(&s, SM_FIELD_UW, 1, 2, 3, 0);
    set(&s, SM_FIELD_DISSIPATION, 8, 6, 0, (double)NAN);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "dissipation rate of turbulent kinetic energy is not a finite number at cell (8, 6, 0)");
    set(&s, SM_FIELD_DISSIPATION, 8, 6, 0, 0.1);
    set(&s, SM_FIELD_DISSIPATION, 5, 3, 0, (double)NAN); /* in the building: nobody sees it */
    take(&s);
    end(&s);
  }
}
END_TEST

/* One on the high side of the domain, which belongs to no cell. */
START_TEST(a_bad_wind_through_the_top_is_an_error) {
  struct scene s;
  begin(&s, 32);
  sample(&s, &by_splines);
  set(&s, SM_FIELD_W, 4, 3, 6, (double)NAN);
  fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
        "vertical wind component is not a finite number at cell (4, 3, 6)");
  end(&s);
}
END_TEST

START_TEST(wrong_use_is_reported) {
  struct scene s;
  struct sm_air_view v;
  struct sm_wind_sampler *other;
  struct sm_device *device;
  begin(&s, 32);
  sample(&s, &everything);
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, 0, &v), SM_ERR_USAGE, "no wind yet");
  take(&s);
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, -0.1, &v), SM_ERR_USAGE,
        "-0.1 of the way");
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, 1.1, &v), SM_ERR_USAGE, "1.1 of the way");
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, (double)NAN, &v), SM_ERR_USAGE,
        "of the way");
  ck_assert_int_eq(sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &by_nodes, &other),
                   SM_OK);
  fails(&s, sm_wind_sampler_copy(s.ctx, s.sampler, other), SM_ERR_USAGE, "differ");
  sm_wind_sampler_destroy(&other);
  ck_assert_int_eq(sm_device_open(s.ctx, "cpu", 1, 64, 0, &device), SM_OK);
  ck_assert_int_eq(sm_wind_sampler_create(s.ctx, &s.made.domain, device, &by_nodes, &other), SM_OK);
  fails(&s, sm_wind_sampler_add(s.ctx, other, s.state), SM_ERR_USAGE, "of 32 bits");
  sm_wind_sampler_destroy(&other);
  sm_device_close(&device);
  sm_state_destroy(&s.state);
  ck_assert_int_eq(sm_state_create(s.ctx, s.device, &s.made.domain.grid, 7, &s.state), SM_OK);
  fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_USAGE,
        "need the dissipation rate of turbulent kinetic energy");
  end(&s);
}
END_TEST

START_TEST(splines_need_four_cells) {
  const struct made_options flat = {.n = {9, 1, 6}, .width = {2, 3, 1}, .ratio = 1};
  struct scene s;
  begin_with(&s, &flat, 32);
  fails(&s, sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &by_splines, &s.sampler),
        SM_ERR_CASE, "4 cells");
  ck_assert_ptr_null(s.sampler);
  sample(&s, &by_nodes); /* the others do not */
  take(&s);
  const struct sm_air_view v = view(&s, 0);
  const struct sm_grid_position_f32 at = {{5, 0, 3}, {0x80000000u, 0x10000000u, 0x80000000u}};
  float wind[3];
  sm_wind_trilinear_f32(&v.nodes, &v.grid_f32, &at, wind);
  for (int e = 0; e < 3; e++)
    ck_assert_double_eq_tol((double)wind[e], (double)v.nodes.node[5 + 3 * v.nodes.sz].wind[e],
                            1e-6);
  end(&s);
}
END_TEST

START_TEST(failing_memory_leaks_nothing) {
  struct sm_wind_sampler_options o = everything;
  o.interpolation = SM_INTERPOLATE_BSPLINE;
  for (long n = 1;; n++) {
    struct scene s;
    struct sm_air_view v;
    begin(&s, 32);
    sm_context_fail_allocation(s.ctx, n);
    enum sm_status status = sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &o, &s.sampler);
    for (int m = 0; m < 2 && status == SM_OK; m++)
      status = sm_wind_sampler_add(s.ctx, s.sampler, s.state);
    if (status == SM_OK) status = sm_wind_sampler_interpolate(s.ctx, s.sampler, 0.5, &v);
    sm_context_fail_allocation(s.ctx, 0);
    end(&s);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_lt(n, 100);
  }
}
END_TEST

TEST_MAIN(faces_are_those_of_the_state, nodes_are_means_of_faces_and_0_in_solids,
          particles_that_go_back_see_the_wind_turned_round,
          winds_between_two_times_are_linear_in_time, splines_go_through_the_winds_of_cells,
          coefficients_are_good_to_a_millionth, a_wind_that_is_not_a_number_is_an_error,
          a_bad_wind_through_the_top_is_an_error, wrong_use_is_reported, splines_need_four_cells,
          failing_memory_leaks_nothing)
