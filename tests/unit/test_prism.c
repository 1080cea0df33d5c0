/* The operator on prisms against its definition: gradients by the theorem of Green and Gauss over
 * the triangles round each region, vertices by weighted least squares, both written anew. */
#include "prism_device.h"
#include "solve/prism/internal.h"
#include <string.h>

static double given(void *user, const double at[3]) {
  (void)user;
  return sin(2 * at[0]) + at[1] * at[1] - 3 * at[2] * at[0];
}
static double gamma_at(void *user, const double at[3]) {
  (void)user;
  return 1.5 + sin(3 * at[0] + at[1]) * cos(2 * at[2]);
}
static double noise_of(int c, int k) { return sin(12.9898 * c + 78.233 * k); }

/* --- the definition --- */

struct region {
  double p[6][3], value[6]; /* the centre, the one beyond, the face's corners in turn */
  int corners;
};

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int d = 0; d < 3; d++)
    out[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

/* Half the cross product of two sides of a triangle. */
static void area_of(const double a[3], const double b[3], const double c[3], double out[3]) {
  double u[3], v[3];
  for (int d = 0; d < 3; d++) {
    u[d] = b[d] - a[d];
    v[d] = c[d] - a[d];
  }
  cross(u, v, out);
  for (int d = 0; d < 3; d++) out[d] *= 0.5;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Flux of the mean gradient of a region through its face, from p[0] to p[1]. */
static double flux_of(const struct region *r) {
  double gradient[3] = {0}, volume = 0, face[3] = {0}, middle[3] = {0};
  for (int m = 0; m < r->corners + 2; m++)
    for (int d = 0; d < 3; d++) middle[d] += r->p[m][d] / (r->corners + 2);
  for (int m = 0; m < r->corners; m++) {
    const int a = 2 + m, b = 2 + (m + 1) % r->corners;
    double part[3];
    area_of(r->p[2], r->p[a], r->p[b], part);
    for (int d = 0; d < 3; d++) face[d] += part[d];
    for (int apex = 0; apex < 2; apex++) {
      double n[3], out[3], mean = (r->value[apex] + r->value[a] + r->value[b]) / 3;
      area_of(r->p[apex], r->p[a], r->p[b], n);
      for (int d = 0; d < 3; d++)
        out[d] = (r->p[apex][d] + r->p[a][d] + r->p[b][d]) / 3 - middle[d];
      const double sign = dot(n, out) < 0 ? -1 : 1;
      for (int d = 0; d < 3; d++) gradient[d] += sign * mean * n[d];
      volume += sign * dot(n, out) / 3;
    }
  }
  double way[3];
  for (int d = 0; d < 3; d++) way[d] = r->p[1][d] - r->p[0][d];
  const double sign = dot(face, way) < 0 ? -1 : 1;
  return sign * dot(gradient, face) / volume;
}

struct oracle {
  const struct sm_prisms *p;
  const double *x;
  double (*gamma)(void *, const double *);
};

static void corner_place(const struct sm_prisms *p, int v, double sigma, double out[3]) {
  out[0] = p->plane->x[v];
  out[1] = p->plane->y[v];
  out[2] = (1 - sigma) * p->bottom[v] + sigma * p->surface[v];
}

static bool on_outline(const struct sm_prisms *p, int v) {
  for (int m = 0; m < 3 * p->plane->triangles; m++) {
    const int next = m % 3 == 2 ? m - 2 : m + 1;
    if (p->plane->neighbour[m] < 0 && (p->plane->vertex[m] == v || p->plane->vertex[next] == v))
      return true;
  }
  return false;
}

/* a, b: sums over the triangles round a vertex. Solves the normal equations of the plane that fits
 * value[] best, weighted by 1 / distance; its value at the vertex. */
static double fit(const struct oracle *o, int v, int k,
                  double (*value)(const struct oracle *, int c, int k)) {
  const struct sm_triangles *t = o->p->plane;
  const double half = (o->p->surface[v] - o->p->bottom[v]) / (2 * o->p->layers);
  double a[3][4] = {{0}};
  for (int m = 0; m < 3 * t->triangles; m++) {
    if (t->vertex[m] != v) continue;
    double row[3] = {1, 0, 0}, place[3];
    sm_prism_centre(o->p, m / 3, 0, place);
    row[1] = place[0] - t->x[v];
    row[2] = place[1] - t->y[v];
    const double w = 1 / sqrt(row[1] * row[1] + row[2] * row[2] + half * half);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) a[i][j] += w * row[i] * row[j];
      a[i][3] += w * row[i] * value(o, m / 3, k);
    }
  }
  for (int i = 2; i > 0; i--) /* eliminates upwards: the first unknown is wanted */
    for (int j = 0; j < i; j++)
      for (int l = 3; l >= 0; l--)
        if (l != i) a[j][l] -= a[j][i] / a[i][i] * a[i][l];
  return a[0][3] / a[0][0];
}

static double cell_value(const struct oracle *o, int c, int k) {
  return o->x[c * o->p->layers + k];
}
static double cell_height(const struct oracle *o, int c, int k) {
  double place[3];
  sm_prism_centre(o->p, c, k, place);
  return place[2];
}

static double vertex_value(const struct oracle *o, int v, int k) {
  double place[3];
  corner_place(o->p, v, o->p->sigma[k], place);
  if (k == 0 || k == o->p->layers || on_outline(o->p, v)) return given(NULL, place);
  const double below = fit(o, v, k - 1, cell_value), above = fit(o, v, k, cell_value);
  const double low = fit(o, v, k - 1, cell_height), high = fit(o, v, k, cell_height);
  return below + (place[2] - low) / (high - low) * (above - below);
}

static void add_corner(const struct oracle *o, struct region *r, int v, int k) {
  corner_place(o->p, v, o->p->sigma[k], r->p[2 + r->corners]);
  r->value[2 + r->corners++] = vertex_value(o, v, k);
}

/* The prism beyond a face, or where c < 0 the middle of the face's corners with what is given
 * there; returns Gamma of the face. */
static double set_beyond(const struct oracle *o, struct region *r, int c, int k) {
  const double own = o->gamma == NULL ? 1 : o->gamma(NULL, r->p[0]);
  if (c >= 0) {
    sm_prism_centre(o->p, c, k, r->p[1]);
    r->value[1] = o->x[c * o->p->layers + k];
    return o->gamma == NULL ? 1 : 0.5 * (own + o->gamma(NULL, r->p[1]));
  }
  for (int d = 0; d < 3; d++) {
    r->p[1][d] = 0;
    for (int m = 0; m < r->corners; m++) r->p[1][d] += r->p[2 + m][d] / r->corners;
  }
  r->value[1] = given(NULL, r->p[1]);
  return o->gamma == NULL ? 1 : o->gamma(NULL, r->p[1]);
}

/* Sum of the fluxes into a prism. */
static double defined_flux(const struct oracle *o, int c, int k) {
  const struct sm_triangles *t = o->p->plane;
  double sum = 0;
  for (int e = 0; e < 5; e++) {
    struct region r = {.corners = 0};
    sm_prism_centre(o->p, c, k, r.p[0]);
    r.value[0] = o->x[c * o->p->layers + k];
    const int *corner = t->vertex + 3 * c, level = k + (e == 4);
    int other = c, layer = e == 3 ? k - 1 : e == 4 ? k + 1 : k;
    if (e < 3) {
      const int a = corner[e], b = corner[(e + 1) % 3];
      add_corner(o, &r, a, k);
      add_corner(o, &r, b, k);
      add_corner(o, &r, b, k + 1);
      add_corner(o, &r, a, k + 1);
      other = t->neighbour[3 * c + e];
    } else {
      for (int m = 0; m < 3; m++) add_corner(o, &r, corner[m], level);
      if (layer < 0 || layer >= o->p->layers) other = -1;
    }
    const double gamma = set_beyond(o, &r, other, layer);
    sum += gamma * flux_of(&r);
  }
  return sum;
}

static void compare_with_definition(double (*gamma)(void *, const double *)) {
  set_up();
  const struct prism_block block = {6, 5, 4, 1, 0.3, 1.4, paper_bottom, paper_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  const struct sm_prism_field boundary = {.at = given}, factor = {.at = gamma};
  const int cells = p->plane->triangles * p->layers;
  double *x = calloc((size_t)cells, sizeof *x);
  struct sm_prism *s = NULL;
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
  for (int part = SM_PRISM_SURFACE; part < SM_MESH_BLOCK_SIDES; part++)
    ck_assert_int_eq(sm_prism_set_boundary(ctx, s, part, SM_PRISM_DIRICHLET, &boundary), SM_OK);
  if (gamma != NULL) ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &factor), SM_OK);
  ck_assert_int_eq(sm_prism_prepare(ctx, s), SM_OK);
  for (int c = 0; c < p->plane->triangles; c++)
    for (int k = 0; k < p->layers; k++)
      s->wide.x[sm_prism_at(p->layers, c, k)] = x[c * p->layers + k] = noise_of(c, k);
  sm_prism_run_wide_vertices(s);
  double sum;
  sm_prism_run_residual(s, s->wide.r, &sum);
  const struct oracle oracle = {p, x, gamma};
  for (int c = 0; c < p->plane->triangles; c++)
    for (int k = 0; k < p->layers; k++)
      ck_assert_double_eq_tol(s->wide.r[sm_prism_at(p->layers, c, k)], defined_flux(&oracle, c, k),
                              1e-12);
  sm_prism_destroy(&s);
  sm_prisms_destroy(&p);
  free(x);
  tear_down();
}

START_TEST(fluxes_are_those_of_the_definition) { compare_with_definition(NULL); }
END_TEST
START_TEST(fluxes_with_gamma_are_those_of_the_definition) { compare_with_definition(gamma_at); }
END_TEST

/* Colours of the triangles of a mesh differ across every edge. */
START_TEST(neighbours_have_different_colours) {
  set_up();
  const struct prism_block block = {9, 8, 2, 1, 0.2, 1, flat_bottom, flat_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const int count = p->plane->triangles;
  uint32_t *start = calloc((size_t)count + 1, sizeof *start);
  int32_t *to = calloc(3 * (size_t)count, sizeof *to);
  int *colour = calloc((size_t)count, sizeof *colour);
  for (int c = 0; c < count; c++) {
    start[c + 1] = start[c];
    for (int e = 0; e < 3; e++)
      if (p->plane->neighbour[3 * c + e] >= 0) to[start[c + 1]++] = p->plane->neighbour[3 * c + e];
  }
  ck_assert_int_le(sm_prism_choose_colours(count, start, to, colour), 4);
  for (int c = 0; c < count; c++)
    for (uint32_t e = start[c]; e < start[c + 1]; e++) ck_assert(colour[c] != colour[to[e]]);
  free(start);
  free(to);
  free(colour);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* Arrays say the same as numbers, and are copied. */
START_TEST(fields_may_be_arrays) {
  set_up();
  const struct prism_block block = {5, 4, 3, 1, 0.2, 1, paper_bottom, paper_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  const size_t cells = (size_t)p->plane->triangles * (size_t)p->layers;
  double *x[2], *two = calloc(cells, sizeof *two);
  static struct sm_prism_result result;
  for (int way = 0; way < 2; way++) {
    struct sm_prism *s = NULL;
    x[way] = calloc(cells, sizeof *x[way]);
    for (size_t c = 0; c < cells; c++) two[c] = 2;
    const struct sm_prism_field field = {.values = way == 0 ? NULL : two, .number = 2};
    ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
    ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &field), SM_OK);
    ck_assert_int_eq(sm_prism_set_source(ctx, s, &field), SM_OK);
    for (size_t c = 0; c < cells; c++) two[c] = (double)NAN;
    ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
    ck_assert_int_eq(sm_prism_fetch(ctx, s, x[way]), SM_OK);
    sm_prism_destroy(&s);
  }
  ck_assert_int_eq(memcmp(x[0], x[1], cells * sizeof *two), 0);
  ck_assert_double_lt(x[0][0], 0);
  free(x[0]);
  free(x[1]);
  free(two);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* A solver that has solved something else gives the same as a new one, bit for bit. */
START_TEST(what_is_given_may_change) {
  set_up();
  const struct prism_block block = {5, 4, 6, 1, 0.2, 1, paper_bottom, paper_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  const struct sm_prism_field boundary = {.at = given}, factor = {.at = gamma_at},
                              f = {.number = 3};
  const size_t cells = (size_t)p->plane->triangles * (size_t)p->layers;
  double *x[2];
  static struct sm_prism_result result;
  for (int way = 0; way < 2; way++) {
    struct sm_prism *s = NULL;
    x[way] = calloc(cells, sizeof *x[way]);
    ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
    ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &factor), SM_OK);
    if (way == 1) ck_assert_int_eq(sm_prism_set_source(ctx, s, &factor), SM_OK);
    if (way == 1) ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
    ck_assert_int_eq(sm_prism_set_source(ctx, s, &f), SM_OK);
    ck_assert_int_eq(sm_prism_set_boundary(ctx, s, 1, SM_PRISM_DIRICHLET, &boundary), SM_OK);
    if (way == 1) ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
    ck_assert_int_eq(sm_prism_set_boundary(ctx, s, 0, SM_PRISM_NEUMANN, &boundary), SM_OK);
    ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
    ck_assert_int_eq(sm_prism_fetch(ctx, s, x[way]), SM_OK);
    sm_prism_destroy(&s);
  }
  ck_assert_int_eq(memcmp(x[0], x[1], cells * sizeof *x[0]), 0);
  free(x[0]);
  free(x[1]);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* A zero right-hand side is solved without an iteration. */
START_TEST(nothing_given_is_nothing) {
  set_up();
  const struct prism_block block = {3, 3, 2, 0, 0, 1, flat_bottom, flat_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  static struct sm_prism_result result;
  struct sm_prism *s = NULL;
  double x[36];
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
  ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
  ck_assert(result.converged);
  ck_assert_int_eq(result.iterations, 0);
  ck_assert_int_eq(sm_prism_fetch(ctx, s, x), SM_OK);
  for (int c = 0; c < 36; c++) ck_assert_double_eq(x[c], 0);
  sm_prism_destroy(&s);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* --- what is wrong --- */

START_TEST(wrong_input_is_refused) {
  set_up();
  struct prism_block block = {3, 3, 1, 0, 0, 1, flat_bottom, flat_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  const struct sm_prism_field zero = {.number = 0};
  struct sm_prism_result result;
  struct sm_prism *s = NULL;
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_ERR_DATA);
  ck_assert(strstr(sm_context_message(ctx), "2 or more") != NULL);
  sm_prisms_destroy(&p);
  block.layers = 2;
  p = make_prisms(ctx, &block);
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
  ck_assert_int_eq(sm_prism_set_boundary(ctx, s, 5, SM_PRISM_NEUMANN, &zero), SM_ERR_DATA);
  ck_assert(strstr(sm_context_message(ctx), "no part 5") != NULL);
  ck_assert_int_eq(sm_prism_set_boundary(ctx, s, -3, SM_PRISM_NEUMANN, &zero), SM_ERR_DATA);
  ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &zero), SM_OK);
  ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_ERR_DATA);
  ck_assert(strstr(sm_context_message(ctx), "Gamma is 0 in prism 1") != NULL);
  const struct sm_prism_field one = {.number = 1}, none = {.number = (double)NAN};
  ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &one), SM_OK);
  ck_assert_int_eq(sm_prism_set_source(ctx, s, &none), SM_OK);
  ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_ERR_DIVERGED);
  sm_prism_destroy(&s);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* Nothing is lost when memory ends, wherever that is. */
START_TEST(ends_cleanly_without_memory) {
  set_up();
  const struct prism_block block = {3, 3, 2, 0, 0, 1, flat_bottom, flat_surface};
  struct sm_prisms *p = make_prisms(ctx, &block);
  const struct sm_prism_options options = sm_prism_options_default();
  const struct sm_prism_field f = {.number = 1}, factor = {.number = 2};
  struct sm_prism_result result;
  enum sm_status status = SM_ERR_MEMORY;
  for (long n = 1; status == SM_ERR_MEMORY; n++) {
    struct sm_prism *s = NULL;
    ck_assert_int_lt(n, 1000);
    sm_context_fail_allocation(ctx, n);
    status = sm_prism_create(ctx, device, p, &options, &s);
    if (status == SM_OK) status = sm_prism_set_source(ctx, s, &f);
    if (status == SM_OK) status = sm_prism_set_gamma(ctx, s, &factor);
    if (status == SM_OK) status = sm_prism_solve(ctx, s, &result);
    sm_context_fail_allocation(ctx, 0);
    sm_prism_destroy(&s);
    ck_assert_uint_eq(device->allocated, 0);
  }
  ck_assert_int_eq(status, SM_OK);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

TEST_MAIN(fluxes_are_those_of_the_definition, fluxes_with_gamma_are_those_of_the_definition,
          neighbours_have_different_colours, fields_may_be_arrays, what_is_given_may_change,
          nothing_given_is_nothing, wrong_input_is_refused, ends_cleanly_without_memory)
