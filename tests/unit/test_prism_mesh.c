/* Prisms on a mesh of triangles: heights of the ground, volumes, slopes, what is refused. */
#include "triangles_fixture.h"

/* --- the ground --- */

START_TEST(maps_give_heights_between_their_cells) {
  begin();
  float value[12];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++) value[i + 4 * j] = (float)(5 + 2 * i + 8 * j);
  const struct sm_height_map map = {{100, 200, 10, 20, 4, 3}, value};
  ck_assert_double_eq_tol(sm_height_map_at(&map, 105, 210), 5, 1e-12);
  ck_assert_double_eq_tol(sm_height_map_at(&map, 117, 244), 5 + 2 * 1.2 + 8 * 1.7, 1e-12);
  ck_assert_double_eq_tol(sm_height_map_at(&map, 140, 260), 5 + 6 + 16, 1e-12);
  ck_assert_double_eq_tol(sm_height_map_at(&map, 100, 200), 5, 1e-12);
  ck_assert(isnan(sm_height_map_at(&map, 99, 210)));
  value[0] = NAN;
  ck_assert(isnan(sm_height_map_at(&map, 107, 215)));
  ck_assert(isfinite(sm_height_map_at(&map, 115, 215)));
  make(3, (const double[][2]){{110, 210}, {139, 215}, {120, 300}}, 1, (const int[][3]){{0, 1, 2}});
  double height[3];
  must_say(sm_heights_fill(ctx, m, (struct sm_height_function){sm_height_map_at, &map}, "bottom",
                           height),
           "the bottom has no height at (110, 210)");
  value[0] = 5;
  must_say(sm_heights_fill(ctx, m, (struct sm_height_function){sm_height_map_at, &map}, "bottom",
                           height),
           "the bottom has no height at (120, 300)");
  end();
}
END_TEST

/* --- prisms --- */

START_TEST(prisms_have_volumes_and_slopes) {
  begin();
  struct sm_prisms *p = NULL;
  struct sm_prisms_quality q;
  ok(sm_triangles_block(ctx, 6, 5, (struct sm_mesh_block_map){sm_mesh_block_waves, NULL}, 3, &m));
  ok(sm_triangles_measure_quality(ctx, m, &quality));
  ok(sm_prisms_create(ctx, m, 4, &p));
  m = NULL;
  ok(sm_prisms_name_sides(ctx, p, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES));
  ok(sm_prisms_check(ctx, p));
  ck_assert_uint_eq(sm_prisms_count(p), 240);
  sm_prisms_measure_quality(p, &q);
  ck_assert_double_eq_tol(q.volume, quality.area, 1e-14); /* 1 m high */
  ck_assert_double_eq_tol(q.slope.value, 0, 1e-14);
  const double third[] = {0, 0.1, 0.4, 0.9, 1};
  memcpy(p->sigma, third, sizeof third);
  for (int v = 0; v < p->plane->vertices; v++) {
    p->bottom[v] = -2 + 0.3 * p->plane->x[v];
    p->surface[v] = 1 - 0.4 * p->plane->y[v];
  }
  ok(sm_prisms_check(ctx, p));
  sm_prisms_measure_quality(p, &q);
  ck_assert_double_eq_tol(q.slope.value, 0.4, 1e-13);
  double volume = 0, moment = 0;
  for (int t = 0; t < p->plane->triangles; t++) {
    double centre[2];
    sm_triangles_centre(p->plane, t, centre);
    ck_assert_double_eq_tol(sm_prisms_height(p, t, 0), -2 + 0.3 * centre[0], 1e-14);
    ck_assert_double_eq_tol(sm_prisms_height(p, t, 1), 1 - 0.4 * centre[1], 1e-14);
    for (int k = 0; k < 4; k++) volume += sm_prisms_volume(p, t, k);
    moment += sm_triangles_area(p->plane, t) * (3 - 0.3 * centre[0] - 0.4 * centre[1]);
  }
  ck_assert_double_eq_tol(volume, moment, 1e-13);
  ck_assert_double_eq_tol(q.volume, volume, 1e-13);
  struct sm_facts facts = {0};
  sm_prisms_quality_describe(&q, &facts);
  char *text = sm_facts_print(&facts);
  ck_assert_ptr_nonnull(strstr(text, "steepest face 0.4 m/m"));
  ck_assert_double_eq_tol(sm_fact_number(facts.root, "prism_quality.slope.value"), 0.4, 1e-13);
  free(text);
  sm_facts_free(&facts);
  sm_prisms_destroy(&p);
  end();
}
END_TEST

START_TEST(wrong_prisms_are_refused) {
  begin();
  struct sm_prisms *p = NULL;
  ok(sm_triangles_block(ctx, 2, 2, (struct sm_mesh_block_map){sm_mesh_block_square, NULL}, 0, &m));
  ok(sm_prisms_create(ctx, m, 2, &p));
  m = NULL;
  must_say(sm_prisms_check(ctx, p), "there is no side 1 of the outline");
  ok(sm_prisms_name_sides(ctx, p, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES));
  p->surface[8] = 0;
  must_say(sm_prisms_check(ctx, p), "at its corner (1, 1) the surface, at 0 m, is not above");
  p->surface[8] = NAN;
  must_say(sm_prisms_check(ctx, p), "the surface has no height");
  p->surface[8] = 1;
  p->sigma[1] = 0;
  must_say(sm_prisms_check(ctx, p), "sigma must increase; after 0 comes 0");
  p->sigma[0] = 0.1;
  must_say(sm_prisms_check(ctx, p), "sigma must go from 0 to 1; it goes from 0.1 to 1");
  sm_prisms_destroy(&p);
  ok(sm_triangles_block(ctx, 2, 2, (struct sm_mesh_block_map){sm_mesh_block_square, NULL}, 0, &m));
  must_say(sm_prisms_create(ctx, m, 0, &p), "prisms need layers");
  m = NULL;
  ck_assert_ptr_null(p);
  end();
}
END_TEST

START_TEST(out_of_memory_is_reported) {
  for (long n = 1;; n++) {
    begin();
    struct sm_prisms *p = NULL;
    sm_context_fail_allocation(ctx, n);
    enum sm_status status = sm_triangles_section(ctx, 1, &m);
    if (status == SM_OK) status = sm_triangles_reorder(ctx, m);
    if (status == SM_OK) status = sm_triangles_measure_quality(ctx, m, &quality);
    if (status == SM_OK) {
      status = sm_prisms_create(ctx, m, 3, &p);
      m = NULL;
    }
    ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
    sm_prisms_destroy(&p);
    end();
    if (status == SM_OK) break;
    ck_assert(n < 200);
  }
}
END_TEST

TEST_MAIN(maps_give_heights_between_their_cells, prisms_have_volumes_and_slopes,
          wrong_prisms_are_refused, out_of_memory_is_reported)
