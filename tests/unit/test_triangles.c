/* Meshes of triangles that are made, measured and put in order. */
#include "triangles_fixture.h"

static const double pi = 3.14159265358979323846;

static void print_quality(const struct sm_triangles_quality *of) {
  struct sm_facts facts = {0};
  sm_triangles_quality_describe(of, &facts);
  char *text = sm_facts_print(&facts);
  printf("%s", text);
  free(text);
  sm_facts_free(&facts);
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

TEST_MAIN(neighbours_are_across_edges, a_clockwise_mesh_is_turned_with_its_sides,
          what_is_no_mesh_is_refused_by_number, triangles_that_go_round_twice_are_refused,
          the_section_has_the_papers_counts, blocks_have_their_sides,
          a_mesh_may_lie_far_from_the_origin, an_equilateral_triangle_is_perfect,
          order_brings_neighbours_together)
