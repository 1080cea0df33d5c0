/* Moving least squares: local polynomial of degree 2 fitted to the nearest points (Lancaster and
 * Salkauskas 1981). docs/theory/wind-points.md. */
#include "domain/scattered/internal.h"
#include <math.h>
#include <string.h>

enum { TERMS = 10, FEWEST = 32 };

/* Distance outside the neighbours that still counts as inside, as a fraction of their distance. */
static const double margin = 0.1;

/* Neighbours of a position, nearest first; coordinates relative to it and to the radius. */
struct neighbours {
  int count;
  double radius; /* support radius of the weights, m */
  double x[SM_NEAREST_MAX][3], u[SM_NEAREST_MAX];
};

static void take(const struct sm_near_point *near, int count, const struct sm_cell_list *list,
                 const double (*u)[3], int d, const double x[3], struct neighbours *out) {
  out->count = count;
  out->radius = 1.1 * sqrt(near[count - 1].square);
  const double scale = out->radius > 0 ? 1 / out->radius : 0;
  for (int i = 0; i < count; i++) {
    for (int e = 0; e < 3; e++) out->x[i][e] = scale * (list->x[near[i].index][e] - x[e]);
    out->u[i] = u[near[i].index][d];
  }
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* True when the position lies between its neighbours. The point nearest to it in the convex hull of
 * the unit vectors to them is the normal of the separating plane: Gilbert's (1966) algorithm, which
 * stops when all unit vectors are on one side by the margin, or when none can be. */
static bool is_between(const struct neighbours *n) {
  double unit[SM_NEAREST_MAX][3], to[3];
  for (int i = 0; i < n->count; i++) {
    const double length = sqrt(dot(n->x[i], n->x[i]));
    if (length < 1e-9) return true;
    for (int e = 0; e < 3; e++) unit[i][e] = n->x[i][e] / length;
  }
  memcpy(to, unit[0], sizeof to);
  for (int step = 0; step < 100; step++) {
    const double length = sqrt(dot(to, to));
    int least = 0;
    for (int i = 1; i < n->count; i++)
      if (dot(unit[i], to) < dot(unit[least], to)) least = i;
    if (length <= margin) return true;
    if (dot(unit[least], to) > margin * length) return false;
    const double *p = unit[least];
    const double way[3] = {p[0] - to[0], p[1] - to[1], p[2] - to[2]};
    const double part = fmin(-dot(to, way) / dot(way, way), 1);
    for (int e = 0; e < 3; e++) to[e] += part * way[e];
  }
  return true;
}

static void terms_of(const double x[3], double out[TERMS]) {
  const double t[TERMS] = {1,           x[0],        x[1],        x[2],        x[0] * x[0],
                           x[1] * x[1], x[2] * x[2], x[0] * x[1], x[0] * x[2], x[1] * x[2]};
  memcpy(out, t, sizeof t);
}

/* Weight of a neighbour: very large at the position (interpolation), 0 at the radius. */
static double weight_of(const double x[3]) {
  const double square = dot(x, x), far = fmax(1 - square, 0);
  return far * far / (square + 1e-6);
}

static void add_point(const double x[3], double u, int terms, double a[TERMS][TERMS + 1]) {
  double t[TERMS];
  const double weight = weight_of(x);
  terms_of(x, t);
  for (int i = 0; i < terms; i++) {
    for (int j = 0; j <= i; j++) a[i][j] += weight * t[i] * t[j];
    a[i][TERMS] += weight * t[i] * u;
  }
}

/* Solves the normal equations (lower triangle and right-hand side) by L D L^T; false when singular.
 * The value at the position is the first coefficient, so elimination runs from the last term to the
 * first. */
static bool solve(int terms, double a[TERMS][TERMS + 1], double *out) {
  for (int p = terms - 1; p >= 0; p--) {
    const double given = a[p][p];
    double pivot = given, right = a[p][TERMS];
    for (int m = p + 1; m < terms; m++) pivot -= a[m][p] * a[m][p] * a[m][m];
    for (int m = p + 1; m < terms; m++) right -= a[m][p] * a[m][TERMS];
    if (!(pivot > 1e-10 * given)) return false;
    for (int i = 0; i < p; i++) {
      for (int m = p + 1; m < terms; m++) a[p][i] -= a[m][p] * a[m][i] * a[m][m];
      a[p][i] /= pivot;
    }
    a[p][p] = pivot;
    a[p][TERMS] = right;
  }
  *out = a[0][TERMS] / a[0][0];
  return true;
}

static bool fit(const struct neighbours *n, int terms, double *out) {
  double a[TERMS][TERMS + 1] = {{0}}, mean = 0;
  if (n->count < terms) return false;
  for (int i = 0; i < n->count; i++) mean += n->u[i] / n->count;
  for (int i = 0; i < n->count; i++) add_point(n->x[i], n->u[i] - mean, terms, a);
  const bool solved = solve(terms, a, out);
  *out += solved ? mean : 0;
  return solved;
}

enum sm_fit sm_local_fit(const struct sm_cell_list *list, const double (*u)[3], int d,
                         const double x[3], double *out) {
  struct sm_near_point near[SM_NEAREST_MAX];
  struct neighbours n;
  bool between = false;
  for (int wanted = FEWEST; wanted <= SM_NEAREST_MAX; wanted *= 2) {
    const int found = sm_cell_list_nearest(list, x, wanted, near);
    take(near, found, list, u, d, x, &n);
    between = is_between(&n);
    if (between && fit(&n, TERMS, out)) return SM_FIT_QUADRATIC;
    if (found < wanted) break;
  }
  *out = n.u[0];
  if (!between) return SM_FIT_OUTSIDE;
  if (!fit(&n, 4, out)) fit(&n, 1, out);
  return SM_FIT_LOWER;
}
