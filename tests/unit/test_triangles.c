/* Meshes that are made, measured and put in order; prisms on them. */
#include "domain/mesh/prisms.h"
#include "domain/mesh/triangles.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_triangles *m;
static struct sm_triangles_quality quality;

static const double pi = 3.14159265358979323846;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) {
  sm_triangles_destroy(&m);
  sm_context_destroy(&ctx);
}

static void print_quality(const struct sm_triangles_quality *of) {
  struct sm_facts facts = {0};
  sm_triangles_quality_describe(of, &facts);
  char *text = sm_facts_print(&facts);
  printf("%s", text);
  free(text);
  sm_facts_free(&facts);
}

static void ok(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void must_say(enum sm_status status, const char *message) {
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "'%s' is not in\n%s", message,
                sm_context_message(ctx));
}

/* A mesh from lists; not joined. */
static void make(int vertices, const double (*place)[2], int count, const int (*vertex)[3]) {
  sm_triangles_destroy(&m);
  ok(sm_triangles_create(ctx, vertices, count, &m));
  for (int v = 0; v < vertices; v++) {
    m->x[v] = place[v][0];
    m->y[v] = place[v][1];
  }
  memcpy(m->vertex, vertex, (size_t)count * sizeof *vertex);
}

/* Euler's formula of a mesh without holes, and edges that belong together. */
static void check_whole(const struct sm_triangles *t) {
  int inner = 0, outline = 0;
  for (int e = 0; e < 3 * t->triangles; e++) {
    const int other = t->neighbour[e];
    ck_assert((t->side[e] < 0) == (other >= 0));
    outline += other < 0;
    inner += other >= 0;
    if (other < 0) continue;
    int back = -1;
    for (int f = 3 * other; f < 3 * other + 3; f++)
      if (t->neighbour[f] == e / 3) back = f;
    ck_assert_int_ge(back, 0);
    ck_assert_int_eq(t->vertex[e], t->vertex[back - back % 3 + (back + 1) % 3]);
  }
  ck_assert_int_eq(inner % 2, 0);
  ck_assert_int_eq(t->vertices - (inner / 2 + outline) + t->triangles, 1);
}

static const double square[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.5}};

START_TEST(neighbours_are_across_edges) {
  begin();
  make(5, square, 4, (const int[][3]){{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  m->side[6] = 7;
  ok(sm_triangles_connect(ctx, m));
  check_whole(m);
  for (int t = 0; t < 4; t++) {
    ck_assert_int_eq(m->neighbour[3 * t], -1);
    ck_assert_int_eq(m->neighbour[3 * t + 1], (t + 1) % 4);
    ck_assert_int_eq(m->neighbour[3 * t + 2], (t + 3) % 4);
    ck_assert_int_eq(m->side[3 * t], t == 2 ? 7 : 0);
  }
  end();
}
END_TEST

START_TEST(a_clockwise_mesh_is_turned_with_its_sides) {
  begin();
  make(5, square, 4, (const int[][3]){{0, 4, 1}, {1, 4, 2}, {2, 4, 3}, {3, 4, 0}});
  for (int t = 0; t < 4; t++) m->side[3 * t + 2] = 10 + t;
  ok(sm_triangles_connect(ctx, m));
  check_whole(m);
  for (int e = 0; e < 12; e++)
    if (m->neighbour[e] < 0) ck_assert_int_eq(m->side[e], 10 + e / 3);
  end();
}
END_TEST

START_TEST(what_is_no_mesh_is_refused_by_number) {
  begin();
  static const double place[8][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2},
                                     {1, 1}, {1, 0}, {0, 0}, {3, 1}};
  make(5, place, 4, (const int[][3]){{0, 1, 4}, {1, 2, 4}, {2, 4, 3}, {3, 0, 4}});
  must_say(sm_triangles_connect(ctx, m),
           "triangle 3: it is turned over: its corners are clockwise");
  make(6, place, 4, (const int[][3]){{0, 5, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  m->vertex[0] = 9;
  must_say(sm_triangles_connect(ctx, m), "triangle 1: there is no vertex 9");
  make(5, place, 2, (const int[][3]){{0, 1, 4}, {0, 4, 2}});
  must_say(sm_triangles_connect(ctx, m), "triangle 2: it has no area");
  /* one side of an edge is cut in two, the other is not */
  make(5, place, 3, (const int[][3]){{0, 1, 2}, {0, 4, 3}, {4, 2, 3}});
  must_say(sm_triangles_connect(ctx, m), "triangle 1: a vertex hangs on its edge, at (1, 1)");
  /* two vertices at one place, of triangles that should be neighbours */
  static const double crack[5][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}};
  make(5, crack, 2, (const int[][3]){{0, 1, 2}, {4, 2, 3}});
  must_say(sm_triangles_connect(ctx, m), "two vertices lie at one place, (0, 0)");
  make(5, place, 3, (const int[][3]){{0, 1, 2}, {0, 2, 3}, {0, 2, 4}});
  m->x[4] = 0.5;
  must_say(sm_triangles_connect(ctx, m), "is an edge of 3 triangles, also of 2 and 3");
  make(5, place, 3, (const int[][3]){{0, 1, 4}, {1, 2, 4}, {0, 1, 2}});
  must_say(sm_triangles_connect(ctx, m), "triangle 1: triangle 3 lies over it");
  make(6, place, 4, (const int[][3]){{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  must_say(sm_triangles_connect(ctx, m), "the vertex at (1, 0) belongs to no triangle");
  make(5, place, 2, (const int[][3]){{0, 1, 4}, {2, 3, 4}});
  must_say(sm_triangles_connect(ctx, m), "the mesh falls into 2 parts");
  m->y[0] = HUGE_VAL;
  must_say(sm_triangles_connect(ctx, m), "triangle 1: a corner is at (0, inf)");
  sm_triangles_destroy(&m);
  must_say(sm_triangles_create(ctx, 3, 0, &m), "a mesh needs triangles");
  end();
}
END_TEST

START_TEST(triangles_that_go_round_twice_are_refused) {
  begin();
  double place[11][2] = {{0, 0}};
  int vertex[10][3];
  for (int n = 0; n < 10; n++) {
    const double angle = 4 * pi * (n + 0.01 * n) / 10.1; /* two turns, not quite closed */
    place[n + 1][0] = (1 + 0.1 * n) * cos(angle);
    place[n + 1][1] = (1 + 0.1 * n) * sin(angle);
    vertex[n][0] = 0, vertex[n][1] = n + 1, vertex[n][2] = n + 2;
  }
  make(11, (const double(*)[2])place, 9, (const int(*)[3])vertex);
  must_say(sm_triangles_connect(ctx, m), "triangles overlap round its corner at (0, 0)");
  end();
}
END_TEST

START_TEST(the_section_has_the_papers_counts) {
  static const int vertices[] = {526, 12246, 48050}, triangles[] = {922, 23801, 94699};
  begin();
  for (int n = 1; n <= 3; n++) {
    sm_triangles_destroy(&m);
    ok(sm_triangles_section(ctx, n, &m));
    check_whole(m);
    ok(sm_triangles_measure_quality(ctx, m, &quality));
    ck_assert_double_eq_tol((double)m->vertices / vertices[n - 1], 1, 0.012);
    ck_assert_double_eq_tol((double)m->triangles / triangles[n - 1], 1, 0.012);
    ck_assert_double_eq_tol(quality.outline, 2 * vertices[n - 1] - triangles[n - 1] - 2, 2.1);
    print_quality(&quality);
    ck_assert(quality.smallest_angle.value > 30 && quality.largest_angle.value < 105);
    ck_assert(quality.growth.value < 1.6);
    ck_assert_int_eq(quality.most_round, 6);
    const double chords = sin(1.5 * pi /
                              (n == 1   ? 57
                               : n == 2 ? 305
                                        : 623)) *
                          (n == 1   ? 57
                           : n == 2 ? 305
                                    : 623) /
                          (1.5 * pi);
    ck_assert_double_eq_tol(quality.area, 0.75 * pi * (0.48 * 0.48 - 0.26 * 0.26) * chords, 1e-12);
  }
  sm_triangles_destroy(&m);
  must_say(sm_triangles_section(ctx, 4, &m), "there is no mesh 4");
  end();
}
END_TEST

START_TEST(blocks_have_their_sides) {
  begin();
  ok(sm_triangles_block(ctx, 4, 3, (struct sm_mesh_block_map){sm_mesh_block_square, NULL}, 0, &m));
  int count[SM_MESH_BLOCK_SIDES] = {0};
  for (int e = 0; e < 3 * m->triangles; e++) {
    if (m->side[e] < 0) continue;
    const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
    count[m->side[e]]++;
    const double x = 0.5 * (m->x[a] + m->x[b]), y = 0.5 * (m->y[a] + m->y[b]);
    ck_assert_int_eq(m->side[e], y == 0   ? SM_MESH_BLOCK_SOUTH
                                 : x == 1 ? SM_MESH_BLOCK_EAST
                                 : y == 1 ? SM_MESH_BLOCK_NORTH
                                          : SM_MESH_BLOCK_WEST);
  }
  ck_assert(count[0] == 0 && count[1] == 4 && count[2] == 3 && count[3] == 4 && count[4] == 3);
  ck_assert_str_eq(sm_mesh_block_side_names()[SM_MESH_BLOCK_NORTH], "north");
  sm_triangles_destroy(&m);
  ok(sm_triangles_block(ctx, 217, 218, (struct sm_mesh_block_map){sm_mesh_block_waves, NULL}, 5,
                        &m));
  check_whole(m);
  ck_assert_int_eq(m->triangles, 94612);
  sm_triangles_destroy(&m);
  must_say(
      sm_triangles_block(ctx, 0, 3, (struct sm_mesh_block_map){sm_mesh_block_square, NULL}, 0, &m),
      "no mesh of 0 x 3");
  end();
}
END_TEST

START_TEST(a_mesh_may_lie_far_from_the_origin) {
  begin();
  ok(sm_triangles_section(ctx, 2, &m));
  ok(sm_triangles_measure_quality(ctx, m, &quality));
  const double angle = quality.smallest_angle.value;
  for (int v = 0; v < m->vertices; v++) { /* in metres of a map; edges of 2 m */
    m->x[v] = 634000 + 400 * m->x[v];
    m->y[v] = 4510000 + 400 * m->y[v];
  }
  ok(sm_triangles_connect(ctx, m));
  ok(sm_triangles_reorder(ctx, m));
  check_whole(m);
  ok(sm_triangles_measure_quality(ctx, m, &quality));
  ck_assert_double_eq_tol(quality.smallest_angle.value, angle, 1e-6);
  end();
}
END_TEST

START_TEST(an_equilateral_triangle_is_perfect) {
  begin();
  make(3, (const double[][2]){{0, 0}, {2, 0}, {1, sqrt(3)}}, 1, (const int[][3]){{0, 1, 2}});
  ok(sm_triangles_connect(ctx, m));
  ok(sm_triangles_measure_quality(ctx, m, &quality));
  ck_assert_double_eq_tol(quality.smallest_angle.value, 60, 1e-12);
  ck_assert_double_eq_tol(quality.largest_angle.value, 60, 1e-12);
  ck_assert_double_eq_tol(quality.aspect.value, 1, 1e-12);
  ck_assert_double_eq_tol(quality.mean_edge, 2, 1e-12);
  ck_assert_double_eq_tol(quality.area, sqrt(3), 1e-12);
  ck_assert_int_eq(quality.edges, 3);
  ck_assert_int_eq(quality.outline, 3);
  ck_assert_double_eq(quality.growth.value, 1);
  end();
}
END_TEST

/* Mean of |t - neighbour of t|: distance of neighbours in memory. */
static double distance_in_memory(const struct sm_triangles *triangles) {
  double sum = 0;
  size_t count = 0;
  for (int e = 0; e < 3 * triangles->triangles; e++) {
    if (triangles->neighbour[e] < 0) continue;
    sum += fabs((double)triangles->neighbour[e] - e / 3);
    count++;
  }
  return count > 0 ? sum / (double)count : 0;
}

START_TEST(order_brings_neighbours_together) {
  begin();
  ok(sm_triangles_section(ctx, 2, &m));
  /* a shuffled copy: what a file may look like */
  struct sm_triangles *shuffled = NULL;
  ok(sm_triangles_create(ctx, m->vertices, m->triangles, &shuffled));
  for (int t = 0; t < m->triangles; t++) {
    const int from = (int)((long long)t * 7919 % m->triangles);
    memcpy(&shuffled->vertex[3 * t], &m->vertex[3 * from], 3 * sizeof(int));
  }
  memcpy(shuffled->x, m->x, (size_t)m->vertices * sizeof(double));
  memcpy(shuffled->y, m->y, (size_t)m->vertices * sizeof(double));
  ok(sm_triangles_connect(ctx, shuffled));
  const double before = distance_in_memory(shuffled);
  double *x = NULL;
  ok(sm_alloc(ctx, 3 * (size_t)m->triangles, sizeof *x, "places", &x));
  for (int c = 0; c < 3 * m->triangles; c++) x[c] = shuffled->x[shuffled->vertex[c]];
  ok(sm_triangles_reorder(ctx, shuffled));
  check_whole(shuffled);
  printf("mean distance of neighbours: %.0f before, %.0f after\n", before,
         distance_in_memory(shuffled));
  ck_assert(distance_in_memory(shuffled) < 0.05 * before);
  for (int t = 0; t < m->triangles; t++) {
    ck_assert_int_eq(sm_triangles_number(shuffled, t), shuffled->order[t] + 1);
    for (int c = 0; c < 3; c++)
      ck_assert(x[3 * shuffled->order[t] + c] == shuffled->x[shuffled->vertex[3 * t + c]]);
  }
  ok(sm_triangles_reorder(ctx, shuffled)); /* twice changes nothing */
  for (int c = 0; c < 3 * m->triangles; c++)
    ck_assert(x[3 * shuffled->order[c / 3] + c % 3] == shuffled->x[shuffled->vertex[c]]);
  for (int v = 0; v < m->vertices; v++)
    ck_assert(m->x[shuffled->vertex_order[v]] == shuffled->x[v]);
  sm_free(x);
  sm_triangles_destroy(&shuffled);
  end();
}
END_TEST

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

START_TEST(no_memory_is_told) {
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

TEST_MAIN(neighbours_are_across_edges, a_clockwise_mesh_is_turned_with_its_sides,
          what_is_no_mesh_is_refused_by_number, triangles_that_go_round_twice_are_refused,
          the_section_has_the_papers_counts, blocks_have_their_sides,
          a_mesh_may_lie_far_from_the_origin, an_equilateral_triangle_is_perfect,
          order_brings_neighbours_together, maps_give_heights_between_their_cells,
          prisms_have_volumes_and_slopes, wrong_prisms_are_refused, no_memory_is_told)
