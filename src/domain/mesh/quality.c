#include "domain/mesh/prisms.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Updates an extreme value: sign 1 keeps the largest, -1 the smallest. */
static void take(struct sm_quality_extreme *extreme, double sign, double value,
                 long long triangle) {
  if (extreme->triangle >= 0 && !(sign * value > sign * extreme->value)) return;
  *extreme = (struct sm_quality_extreme){value, triangle};
}

static const struct sm_quality_extreme none = {0, -1};

/* Measures edges, angles and area of triangle t. */
static void measure_triangle(const struct sm_triangles *m, int t, struct sm_triangles_quality *q) {
  const long long number = sm_triangles_number(m, t);
  const double area = sm_triangles_area(m, t);
  double length[3];
  for (int e = 0; e < 3; e++) {
    const int a = m->vertex[3 * t + e], b = m->vertex[3 * t + (e + 1) % 3];
    length[e] = hypot(m->x[b] - m->x[a], m->y[b] - m->y[a]);
    take(&q->shortest_edge, -1, length[e], number);
    take(&q->longest_edge, 1, length[e], number);
    const int other = m->neighbour[3 * t + e];
    if (other < 0) q->outline++;
    if (other >= 0 && other < t) continue; /* counted there */
    q->edges++;
    q->mean_edge += length[e];
  }
  for (int e = 0; e < 3; e++) { /* angle opposite to edge e, from area and cosine rule */
    const double b = length[(e + 1) % 3], c = length[(e + 2) % 3];
    const double angle = atan2(4 * area, b * b + c * c - length[e] * length[e]) * 180 / pi;
    take(&q->smallest_angle, -1, angle, number);
    take(&q->largest_angle, 1, angle, number);
  }
  const double round = length[0] + length[1] + length[2];
  const double longest = fmax(length[0], fmax(length[1], length[2]));
  take(&q->aspect, 1, longest * round / (4 * area * sqrt(3)), number); /* inradius 2 area / round */
  take(&q->smallest_area, -1, area, number);
  take(&q->largest_area, 1, area, number);
  q->area += area;
  for (int e = 0; e < 3; e++) {
    const int other = m->neighbour[3 * t + e];
    if (other >= 0) take(&q->growth, 1, area / sm_triangles_area(m, other), number);
  }
}

enum sm_status sm_triangles_measure_quality(struct sm_context *ctx,
                                            const struct sm_triangles *triangles,
                                            struct sm_triangles_quality *out) {
  SM_SCOPED int *round = NULL;
  *out = (struct sm_triangles_quality){.vertices = triangles->vertices,
                                       .triangles = triangles->triangles,
                                       .smallest_angle = none,
                                       .largest_angle = none,
                                       .smallest_area = none,
                                       .largest_area = none,
                                       .shortest_edge = none,
                                       .longest_edge = none,
                                       .aspect = none,
                                       .growth = none};
  SM_TRY(sm_alloc(ctx, (size_t)triangles->vertices, sizeof *round, "corners of the mesh", &round));
  for (int t = 0; t < triangles->triangles; t++) measure_triangle(triangles, t, out);
  for (int c = 0; c < 3 * triangles->triangles; c++) {
    const int count = ++round[triangles->vertex[c]];
    if (count > out->most_round) out->most_round = count;
  }
  out->mean_edge /= out->edges;
  if (out->growth.triangle < 0) out->growth = (struct sm_quality_extreme){1, out->aspect.triangle};
  return SM_OK;
}

/* Slope of the plane through three heights. Layer faces are linear in sigma, so their slopes lie
 * between those of bottom and surface. */
static double slope(const struct sm_triangles *m, int t, const double *height) {
  double x = 0, y = 0;
  for (int e = 0; e < 3; e++) { /* height times the opposite edge, rotated by 90 deg */
    const int v = m->vertex[3 * t + e], a = m->vertex[3 * t + (e + 1) % 3],
              b = m->vertex[3 * t + (e + 2) % 3];
    x -= height[v] * (m->y[b] - m->y[a]);
    y += height[v] * (m->x[b] - m->x[a]);
  }
  return hypot(x, y) / (2 * sm_triangles_area(m, t));
}

void sm_prisms_measure_quality(const struct sm_prisms *prisms, struct sm_prisms_quality *out) {
  const struct sm_triangles *m = prisms->plane;
  double thinnest = 1, thickest = 0;
  *out = (struct sm_prisms_quality){none, none, none, none, none, 0};
  for (int k = 0; k < prisms->layers; k++) {
    thinnest = fmin(thinnest, prisms->sigma[k + 1] - prisms->sigma[k]);
    thickest = fmax(thickest, prisms->sigma[k + 1] - prisms->sigma[k]);
  }
  for (int t = 0; t < m->triangles; t++) {
    const long long number = sm_triangles_number(m, t);
    const double depth = sm_prisms_height(prisms, t, 1) - sm_prisms_height(prisms, t, 0);
    const double area = sm_triangles_area(m, t), across = sqrt(area);
    take(&out->slope, 1, slope(m, t, prisms->bottom), number);
    take(&out->slope, 1, slope(m, t, prisms->surface), number);
    take(&out->shallowest, -1, depth, number);
    take(&out->deepest, 1, depth, number);
    take(&out->flattest, -1, thinnest * depth / across, number);
    take(&out->tallest, 1, thickest * depth / across, number);
    out->volume += area * depth;
  }
}

/* Adds an extreme value and the triangle where it occurs. */
static void add_extreme(struct sm_facts *out, const char *key, struct sm_quality_extreme extreme) {
  sm_facts_group(out, key);
  sm_facts_number(out, "value", extreme.value);
  sm_facts_integer(out, "triangle", extreme.triangle);
  sm_facts_close(out);
}

static void add_triangles(const struct sm_triangles_quality *q, struct sm_facts *out) {
  sm_facts_group(out, "mesh");
  sm_facts_integer(out, "vertices", q->vertices);
  sm_facts_integer(out, "triangles", q->triangles);
  sm_facts_integer(out, "edges", q->edges);
  sm_facts_integer(out, "outline_edges", q->outline);
  sm_facts_integer(out, "triangles_round_vertex", q->most_round);
  sm_facts_number(out, "area", q->area);
  sm_facts_number(out, "mean_edge", q->mean_edge);
  add_extreme(out, "shortest_edge", q->shortest_edge);
  add_extreme(out, "longest_edge", q->longest_edge);
  add_extreme(out, "smallest_angle", q->smallest_angle);
  add_extreme(out, "largest_angle", q->largest_angle);
  add_extreme(out, "smallest_area", q->smallest_area);
  add_extreme(out, "largest_area", q->largest_area);
  add_extreme(out, "growth", q->growth);
  add_extreme(out, "aspect", q->aspect);
  sm_facts_close(out);
}

void sm_triangles_quality_describe(const struct sm_triangles_quality *q, struct sm_facts *out) {
  add_triangles(q, out);
  sm_facts_line(out, "mesh",
                "%d vertices, %d triangles, %d edges, %d of them the outline; at most %d triangles "
                "round a vertex",
                q->vertices, q->triangles, q->edges, q->outline, q->most_round);
  sm_facts_line(out, "edges", "%.4g to %.4g m (triangles %lld and %lld), mean %.4g m",
                q->shortest_edge.value, q->longest_edge.value, q->shortest_edge.triangle,
                q->longest_edge.triangle, q->mean_edge);
  sm_facts_line(out, "angles", "%.1f to %.1f deg (triangles %lld and %lld)",
                q->smallest_angle.value, q->largest_angle.value, q->smallest_angle.triangle,
                q->largest_angle.triangle);
  sm_facts_line(out, "areas",
                "%.4g to %.4g m2 (triangles %lld and %lld), total %.6g m2; at most %.3g times that "
                "of a neighbour (triangle %lld)",
                q->smallest_area.value, q->largest_area.value, q->smallest_area.triangle,
                q->largest_area.triangle, q->area, q->growth.value, q->growth.triangle);
  sm_facts_line(out, "worst triangle", "%lld, aspect %.3g (equilateral 1)", q->aspect.triangle,
                q->aspect.value);
}

static void add_prisms(const struct sm_prisms_quality *q, struct sm_facts *out) {
  sm_facts_group(out, "prism_quality");
  add_extreme(out, "shallowest_column", q->shallowest);
  add_extreme(out, "deepest_column", q->deepest);
  add_extreme(out, "flattest", q->flattest);
  add_extreme(out, "tallest", q->tallest);
  add_extreme(out, "slope", q->slope);
  sm_facts_number(out, "volume", q->volume);
  sm_facts_close(out);
}

void sm_prisms_quality_describe(const struct sm_prisms_quality *q, struct sm_facts *out) {
  add_prisms(q, out);
  sm_facts_line(out, "columns", "%.4g to %.4g m (triangles %lld and %lld), total %.6g m3",
                q->shallowest.value, q->deepest.value, q->shallowest.triangle, q->deepest.triangle,
                q->volume);
  sm_facts_line(out, "prisms",
                "height over width %.3g to %.3g (triangles %lld and %lld); steepest face %.3g m/m "
                "(triangle %lld)",
                q->flattest.value, q->tallest.value, q->flattest.triangle, q->tallest.triangle,
                q->slope.value, q->slope.triangle);
}
