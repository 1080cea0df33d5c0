#include "domain/release_share.h"

#include "domain/spot.h"
#include <math.h>

enum { MOST_ACROSS = 48, MOST_ALONG = 4096 };

/* Points that were looked at. */
struct tally {
  double all, air;
};

static double share_of(const struct tally *t) { return t->all > 0 ? t->air / t->all : 0; }

/* Looks at x, y, z; z is above the ground below if the points follow it. */
static void look(const struct sm_domain *domain, bool follows, double x, double y, double z,
                 struct tally *t) {
  const double xy[2] = {x, y};
  double level;
  const enum sm_spot_kind kind =
      follows ? sm_spot_above(domain, xy, z, &level) : sm_spot_at(domain, xy, z, &level);
  t->all++;
  t->air += kind == SM_SPOT_AIR;
}

/* Number of points, half a cell apart, within a length along an axis. */
static int points_across(const struct sm_axis *axis, double length) {
  return (int)fmin(fmax(1, ceil(2 * length / axis->width[0])), MOST_ACROSS);
}

/* Middle of part i of n of a length around 0. */
static double middle_of(int i, int n, double length) { return ((i + 0.5) / n - 0.5) * length; }

/* A box, a disk or ring, or a sphere. */
struct shape {
  double middle[3], size[3]; /* m */
  bool follows;              /* middle[2], and each point, is above the ground below it */
  double radius, inner;      /* m; 0: a box. Points of a disk lie on rings */
  bool round;                /* a sphere */
};

/* Point i, j, k of n of a shape, from its middle; false: beyond a sphere. */
static bool point_of(const struct shape *s, const int n[3], const int i[3], double at[3]) {
  for (int d = 0; d < 3; d++) at[d] = middle_of(i[d], n[d], s->size[d]);
  if (s->round) return at[0] * at[0] + at[1] * at[1] + at[2] * at[2] <= s->radius * s->radius;
  if (s->radius == 0) return true;
  const double inner = s->inner * s->inner, area = s->radius * s->radius - inner;
  const double r = sqrt(inner + area * (i[0] + 0.5) / n[0]);
  const double angle = 2 * acos(-1) * (i[1] + 0.5) / n[1];
  at[0] = r * cos(angle);
  at[1] = r * sin(angle);
  return true;
}

static double share_of_shape(const struct sm_domain *domain, const struct shape *s) {
  struct tally t = {0, 0};
  int n[3], i[3];
  for (int d = 0; d < 3; d++) n[d] = points_across(&domain->grid.axis[d], s->size[d]);
  for (i[2] = 0; i[2] < n[2]; i[2]++)
    for (i[1] = 0; i[1] < n[1]; i[1]++)
      for (i[0] = 0; i[0] < n[0]; i[0]++) {
        double at[3];
        if (point_of(s, n, i, at))
          look(domain, s->follows, s->middle[0] + at[0], s->middle[1] + at[1], s->middle[2] + at[2],
               &t);
      }
  return share_of(&t);
}

/* Number of points, half a cell apart, along a line. */
static int points_along(const struct sm_domain *domain, const double step[3]) {
  double cells = 0;
  for (int d = 0; d < 3; d++) cells += fabs(step[d]) / domain->grid.axis[d].width[0];
  return (int)fmin(fmax(1, ceil(2 * cells)), MOST_ALONG);
}

/* Looks along a line from a to b: x, y, z. */
static void look_along(const struct sm_domain *domain, bool follows, const double a[3],
                       const double b[3], struct tally *t) {
  const double step[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const int n = points_along(domain, step);
  for (int i = 0; i < n; i++) {
    const double part = (i + 0.5) / n;
    look(domain, follows, a[0] + part * step[0], a[1] + part * step[1], a[2] + part * step[2], t);
  }
}

static double share_of_line(const struct sm_domain *domain, const struct sm_release *r) {
  const double a[3] = {r->place[0], r->place[1], r->height};
  const double b[3] = {r->end[0], r->end[1], r->end_height};
  struct tally t = {0, 0};
  look_along(domain, true, a, b, &t);
  return share_of(&t);
}

static double share_of_path(const struct sm_domain *domain, const struct sm_release *r) {
  struct tally t = {0, 0};
  for (size_t i = 1; i < r->path_count; i++)
    look_along(domain, true, &r->path[i - 1][1], &r->path[i][1], &t);
  return share_of(&t);
}

double sm_release_share(const struct sm_domain *domain, const struct sm_release *release) {
  const struct sm_case_source *c = release->source;
  const bool sphere = c->shape == SM_SOURCE_SPHERE, box = c->radius == 0;
  const double across = 2 * c->radius;
  struct shape s = {.middle = {release->place[0], release->place[1], release->height},
                    .size = {box ? c->size[0] : across, box ? c->size[1] : across,
                             box      ? c->size[2]
                             : sphere ? across
                                      : 0},
                    .follows = true,
                    .radius = c->radius,
                    .inner = c->inner_radius,
                    .round = sphere};
  if (c->position == (int)SM_POSITION_NONE || c->shape == SM_SOURCE_POINT) return 1;
  if (c->shape == SM_SOURCE_LINE) return share_of_line(domain, release);
  if (c->shape == SM_SOURCE_PATH) return share_of_path(domain, release);
  if (box) s.middle[2] += 0.5 * c->size[2]; /* the place is the middle of its floor */
  return share_of_shape(domain, &s);
}

double sm_box_share(const struct sm_domain *domain, const double middle[3], const double size[3]) {
  struct shape s = {.follows = false};
  for (int d = 0; d < 3; d++) {
    s.middle[d] = middle[d];
    s.size[d] = size[d];
  }
  return share_of_shape(domain, &s);
}

double sm_sight_share(const struct sm_domain *domain, const double from[3], const double to[3]) {
  struct tally t = {0, 0};
  look_along(domain, false, from, to, &t);
  return share_of(&t);
}
