/* Fluid fraction of sources, receptors and lines of sight, by point sampling; parts of sources
 * beyond the domain. */
#include "domain/sources/releases.h"

#include <math.h>

enum { MIN_ACROSS = 8, MAX_ACROSS = 48, MAX_ALONG = 4096 };

/* Number of sampled points, of those in fluid cells, and of those beyond the sides and the top. */
struct point_samples {
  double all, air, beyond;
};

static double fluid_fraction_of(const struct point_samples *t) {
  return t->all > 0 ? t->air / t->all : 0;
}

static struct sm_source_parts parts_of(const struct point_samples *t) {
  return (struct sm_source_parts){fluid_fraction_of(t), t->all > 0 ? t->beyond / t->all : 0};
}

/* Samples the point x, y, z; z is above the ground with follows_ground. */
static void sample_point(const struct sm_domain *domain, bool follows_ground, double x, double y,
                         double z, struct point_samples *t) {
  const double xy[2] = {x, y};
  double level;
  const enum sm_point_kind kind = follows_ground ? sm_point_locate_above(domain, xy, z, &level)
                                                 : sm_point_locate(domain, xy, z, &level);
  t->all++;
  t->air += kind == SM_POINT_AIR;
  t->beyond += kind == SM_POINT_OUTSIDE || kind == SM_POINT_ABOVE_TOP;
}

/* Number of sample points, half a cell apart and MIN_ACROSS at the least, over a length along an
 * axis. */
static int points_across(const struct sm_axis *axis, double length) {
  return length > 0 ? (int)fmin(fmax(MIN_ACROSS, ceil(2 * length / axis->width[0])), MAX_ACROSS)
                    : 1;
}

static struct sm_source_parts parts_of_shape(const struct sm_domain *domain,
                                             const struct sm_source_geometry *g,
                                             bool follows_ground) {
  struct point_samples t = {0};
  int n[3], i[3];
  for (int d = 0; d < 3; d++)
    n[d] = points_across(&domain->grid.axis[d], g->radius > 0 ? 2 * g->radius : g->size[d]);
  for (i[2] = 0; i[2] < n[2]; i[2]++)
    for (i[1] = 0; i[1] < n[1]; i[1]++)
      for (i[0] = 0; i[0] < n[0]; i[0]++) {
        const double u[3] = {(i[0] + 0.5) / n[0], (i[1] + 0.5) / n[1], (i[2] + 0.5) / n[2]};
        double x[3];
        sm_source_point(g, u, 0, x);
        sample_point(domain, follows_ground, x[0], x[1], x[2], &t);
      }
  return parts_of(&t);
}

/* Cuts a box at the sides of the domain; returns the part that is left. */
static double cut_at_sides(const struct sm_domain *domain, struct sm_source_geometry *g) {
  double left = 1;
  for (int d = 0; d < 2; d++) {
    const double from = fmax(g->low[d], 0);
    const double to = fmin(g->low[d] + g->size[d], sm_axis_length(&domain->grid.axis[d]));
    if (!(g->size[d] > 0)) continue;
    left *= fmax(to - from, 0) / g->size[d];
    g->low[d] = from;
    g->size[d] = fmax(to - from, 0);
  }
  return left;
}

/* Whether a disk or sphere crosses a side of the domain. */
static bool crosses_side(const struct sm_domain *domain, const struct sm_source_geometry *g) {
  for (int d = 0; d < 2; d++)
    if (g->low[d] < g->radius || g->low[d] + g->radius > sm_axis_length(&domain->grid.axis[d]))
      return true;
  return false;
}

/* Parts of a box, disk or sphere. */
static struct sm_source_parts parts_with_sides(const struct sm_domain *domain,
                                               struct sm_source_geometry g, bool follows_ground) {
  static const double little = 1e-3; /* crossed, but by no sampled point */
  const bool box = g.shape == SM_SOURCE_BOX;
  const double left = box ? cut_at_sides(domain, &g) : 1;
  struct sm_source_parts parts = parts_of_shape(domain, &g, follows_ground);
  if (!box && parts.beyond == 0 && crosses_side(domain, &g)) parts.beyond = little;
  parts.air = fmin(left * parts.air, 1 - parts.beyond);
  parts.beyond = 1 - left + left * parts.beyond;
  return parts;
}

/* Number of sample points, half a cell apart, along a line. */
static int points_along(const struct sm_domain *domain, const double step[3]) {
  double cells = 0;
  for (int d = 0; d < 3; d++) cells += fabs(step[d]) / domain->grid.axis[d].width[0];
  return (int)fmin(fmax(1, ceil(2 * cells)), MAX_ALONG);
}

/* Samples a line from a to b (x, y, z). */
static void sample_line(const struct sm_domain *domain, bool follows_ground, const double a[3],
                        const double b[3], struct point_samples *t) {
  const double step[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const int n = points_along(domain, step);
  for (int i = 0; i < n; i++) {
    const double part = (i + 0.5) / n;
    sample_point(domain, follows_ground, a[0] + part * step[0], a[1] + part * step[1],
                 a[2] + part * step[2], t);
  }
}

static struct sm_source_parts parts_of_path(const struct sm_domain *domain,
                                            const struct sm_release *r) {
  struct point_samples t = {0};
  for (size_t i = 1; i < r->path_count; i++)
    sample_line(domain, true, &r->path[i - 1][1], &r->path[i][1], &t);
  return parts_of(&t);
}

struct sm_source_parts sm_release_parts(const struct sm_domain *domain,
                                        const struct sm_release *release) {
  const struct sm_case_source *c = release->source;
  struct sm_source_geometry g = sm_release_geometry(domain, release);
  if (c->position == (int)SM_POSITION_NONE || c->shape == SM_SOURCE_POINT)
    return (struct sm_source_parts){.air = 1};
  if (c->shape == SM_SOURCE_LINE) {
    const double end[3] = {release->end[0], release->end[1], release->end_height};
    return (struct sm_source_parts){.air = sm_line_fluid_fraction(domain, true, g.low, end)};
  }
  if (c->shape == SM_SOURCE_PATH) return parts_of_path(domain, release);
  if (c->shape == SM_SOURCE_GROUND) { /* a part of it */
    g.shape = c->radius > 0 ? SM_SOURCE_DISK : SM_SOURCE_BOX;
    for (int d = 0; d < 2; d++) g.low[d] -= 0.5 * g.size[d];
  }
  return parts_with_sides(domain, g, sm_release_follows_ground(release));
}

double sm_box_fluid_fraction(const struct sm_domain *domain, const double middle[3],
                             const double size[3]) {
  struct sm_source_geometry g = {.shape = SM_SOURCE_BOX};
  for (int d = 0; d < 3; d++) {
    g.size[d] = size[d];
    g.low[d] = middle[d] - 0.5 * size[d];
  }
  return parts_of_shape(domain, &g, false).air;
}

double sm_line_fluid_fraction(const struct sm_domain *domain, bool follows_ground,
                              const double from[3], const double to[3]) {
  struct point_samples t = {0};
  sample_line(domain, follows_ground, from, to, &t);
  return fluid_fraction_of(&t);
}
