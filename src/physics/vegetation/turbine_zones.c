#include "physics/vegetation/internal.h"

#include <math.h>
#include <stdlib.h>

static const double core_width = 0.35355339059327379; /* 1 / sqrt(8): wake width at the end of the
                                                         core, in diameters */
static const double least_deficit = 0.005;            /* deficit at which a wake ends */
static const double least_wind = 1e-6;                /* m/s: calm below */

/* --- one turbine --- */

double sm_turbine_thrust(const struct sm_turbine *turbine, double speed) {
  const double most = (double)SM_TURBINE_MAX_THRUST;
  const double(*curve)[2] = turbine->curve;
  const size_t n = turbine->curve_count;
  if (n == 0) return fmin(turbine->thrust, most);
  if (!(speed >= curve[0][0] && speed <= curve[n - 1][0])) return 0;
  size_t next = 1;
  while (next + 1 < n && curve[next][0] < speed) next++;
  const double *a = curve[next - 1], *b = curve[next];
  return fmin(a[1] + (b[1] - a[1]) * (speed - a[0]) / (b[0] - a[0]), most);
}

/* Distance behind the rotor at which the centreline deficit falls to the least, m: the growth g of
 * the width solves (w cos + g) (w + g) = taken, with w the width at the end of the core. */
static double reach_of(const struct sm_turbine_zone *z) {
  const double d = (double)z->diameter, w = core_width * d, c = (double)z->cosine;
  const double end = 1 - (1 - least_deficit) * (1 - least_deficit);
  const double taken = 0.125 * (double)z->thrust * c * d * d / end;
  const double half = 0.5 * w * (1 + c), missing = taken - w * w * c;
  if (!(missing > 0)) return 0; /* the wake is negligible */
  return (double)z->core + (sqrt(half * half + missing) - half) / (double)z->growth;
}

struct sm_turbine_zone sm_turbine_zone_of(const struct sm_turbine *turbine, const double wind[2],
                                          double strength, double intensity) {
  const double speed = hypot(wind[0], wind[1]), d = turbine->diameter;
  const bool blows = speed > least_wind;
  const double thrust = sm_turbine_thrust(turbine, strength * speed), left = sqrt(1 - thrust);
  const double growth =
      isnan(turbine->expansion) ? 0.3837 * intensity + 0.003678 : turbine->expansion;
  const double start = 0.2 * sqrt(0.5 * (1 + left) / left); /* initial width, in diameters */
  const double c = cos(turbine->yaw);
  struct sm_turbine_zone z = {.x = (float)turbine->x,
                              .y = (float)turbine->y,
                              .along = {1, 0},
                              .hub = (float)turbine->hub,
                              .diameter = (float)d,
                              .thrust = (float)thrust,
                              .cosine = (float)c,
                              .core = (float)(fmax(core_width - start, 0) * d / growth),
                              .growth = (float)growth,
                              .step = (float)(1e-3 * d),
                              .strength = (float)strength};
  if (!blows || !(thrust > 0)) return z;
  const double skew = 0.3 * turbine->yaw / c * (1 - sqrt(1 - thrust * c));
  z.along[0] = (float)(wind[0] / speed);
  z.along[1] = (float)(wind[1] / speed);
  z.skew = (float)skew;
  z.bend = (float)(skew / 14.7 * sqrt(c / thrust) / growth * (2.9 + 1.3 * left - thrust) * d);
  z.reach = (float)reach_of(&z);
  return z;
}

/* --- turbines in the wakes of others --- */

/* Quadrature points of a disc with weights, in radii, across and up: exact to degree five (Radon
 * 1948). */
enum { POINTS = 7 };
static const double disc[POINTS][3] = {
    {0, 0, 0.25},
    {0.81649658092772603, 0, 0.125},
    {-0.81649658092772603, 0, 0.125},
    {0.40824829046386302, 0.70710678118654752, 0.125},
    {-0.40824829046386302, 0.70710678118654752, 0.125},
    {0.40824829046386302, -0.70710678118654752, 0.125},
    {-0.40824829046386302, -0.70710678118654752, 0.125},
};

/* Effect of a wake on a rotor. */
struct wake_at_rotor {
  double deficit; /* mean over the disc, relative to the wind that arrives at the rotor that makes
                     the wake */
  double covered; /* fraction of the disc within two standard deviations of the wake centre */
  double behind;  /* m */
};

/* Effect of the wake `z` on a turbine in a wind `wind`. */
static struct wake_at_rotor find_wake_at_rotor(const struct sm_turbine_zone *z,
                                               const struct sm_turbine *turbine,
                                               const double wind[2]) {
  const double ax = (double)z->along[0], ay = (double)z->along[1];
  const double speed = hypot(wind[0], wind[1]), radius = 0.5 * turbine->diameter;
  const double dx = turbine->x - (double)z->x, dy = turbine->y - (double)z->y;
  struct wake_at_rotor m = {.behind = dx * ax + dy * ay};
  if (!(m.behind > 0 && m.behind < (double)z->reach && speed > least_wind)) return m;
  for (int p = 0; p < POINTS; p++) {
    const double aside = radius * disc[p][0], up = turbine->hub + radius * disc[p][1];
    const double px = dx - aside * wind[1] / speed, py = dy + aside * wind[0] / speed;
    const float x = (float)(px * ax + py * ay), y = (float)(py * ax - px * ay);
    const float height = (float)(up - (double)z->hub);
    const struct sm_turbine_width w = sm_turbine_width_at(z, x);
    const float across = (y - sm_turbine_deflection(z, x, w)) / w.ratio;
    const bool within = across * across + height * height < 4 * w.up * w.up;
    m.deficit += disc[p][2] * (double)sm_turbine_deficit(z, x, y, height);
    m.covered += within ? disc[p][2] : 0;
  }
  return m;
}

/* Turbulence intensity added by a rotor, evaluated at least one diameter behind it. */
static double added_intensity(const struct sm_turbine_zone *z, double intensity, double behind) {
  const double induction = 0.5 * (1 - sqrt(1 - (double)z->thrust));
  return 0.73 * pow(induction, 0.8325) * pow(intensity, -0.0325) *
         pow(fmax(behind / (double)z->diameter, 1), -0.32);
}

/* Position of a turbine along the mean wind. */
struct downwind_order {
  double along;
  size_t turbine;
};

static int compare_ranks(const void *a, const void *b) {
  const struct downwind_order *p = a, *q = b;
  if (p->along != q->along) return p->along < q->along ? -1 : 1;
  return (p->turbine > q->turbine) - (p->turbine < q->turbine);
}

/* Sorts turbines from upwind to downwind. */
static void sort(const struct sm_turbines *turbines, const double (*wind)[2],
                 struct downwind_order *downwind_order) {
  double sum[2] = {0, 0};
  for (size_t t = 0; t < turbines->count; t++)
    for (int d = 0; d < 2; d++) sum[d] += wind[t][d];
  for (size_t t = 0; t < turbines->count; t++) {
    downwind_order[t].along = turbines->item[t].x * sum[0] + turbines->item[t].y * sum[1];
    downwind_order[t].turbine = t;
  }
  qsort(downwind_order, turbines->count, sizeof *downwind_order, compare_ranks);
}

enum sm_status sm_turbine_zones_find(struct sm_context *ctx, const struct sm_domain *domain,
                                     const double (*wind)[2], struct sm_turbine_zone *zone) {
  const struct sm_turbines *turbines = &domain->turbines;
  SM_SCOPED struct downwind_order *downwind_order = NULL;
  SM_TRY(sm_alloc(ctx, turbines->count, sizeof *downwind_order, "the turbines", &downwind_order));
  sort(turbines, wind, downwind_order);
  for (size_t m = 0; m < turbines->count; m++) {
    const size_t t = downwind_order[m].turbine;
    const struct sm_turbine *turbine = &turbines->item[t];
    double missing = 0, added = 0;
    for (size_t n = 0; n < m; n++) {
      const struct sm_turbine_zone *z = &zone[downwind_order[n].turbine];
      const struct wake_at_rotor here = find_wake_at_rotor(z, turbine, wind[t]);
      missing += (double)z->strength * here.deficit;
      if (here.covered > 0)
        added = fmax(added, here.covered * added_intensity(z, turbine->intensity, here.behind));
    }
    zone[t] = sm_turbine_zone_of(turbine, wind[t], fmax(1 - missing, 0),
                                 hypot(turbine->intensity, added));
    zone[t].step = (float)(fabs((double)zone[t].along[0]) * domain->grid.axis[0].width[0] +
                           fabs((double)zone[t].along[1]) * domain->grid.axis[1].width[0]);
  }
  return SM_OK;
}

/* --- where wakes lie --- */

/* Half width of a wake, m, at x m behind the rotor, measured from the line downwind of the tower;
 * it grows with x. */
static double half_width(const struct sm_turbine_zone *z, double x) {
  const float at = (float)fmin(fmax(x, 0), (double)z->reach);
  const struct sm_turbine_width w = sm_turbine_width_at(z, at);
  const double core = at < z->core ? (double)z->diameter : 0; /* upper limit of the core's width */
  return core + (double)SM_TURBINE_EDGE * (double)w.up +
         fabs((double)sm_turbine_deflection(z, at, w));
}

/* Largest half width of the wake up to x, including the end of its core. */
static double largest_half_width(const struct sm_turbine_zone *z, double x) {
  return fmax(half_width(z, x), half_width(z, fmin(x, 0.999999 * (double)z->core)));
}

double sm_turbine_zone_top(const struct sm_turbine_zone *zone) {
  if (!(zone->reach > 0)) return 0;
  return (double)zone->hub + largest_half_width(zone, (double)zone->reach);
}

static struct sm_zone_rectangle rectangle_of(const void *zone, size_t n) {
  const struct sm_turbine_zone *z = (const struct sm_turbine_zone *)zone + n;
  const double side = largest_half_width(z, (double)z->reach), at[2] = {(double)z->x, (double)z->y};
  struct sm_zone_rectangle r = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (int d = 0; d < 2 && z->reach > 0; d++) {
    const double end = at[d] + (double)z->reach * (double)z->along[d];
    r.low[d] = fmin(at[d], end) - side;
    r.high[d] = fmax(at[d], end) + side;
  }
  return r;
}

static bool may_reach(const void *zone, size_t n, const double middle[2], double radius) {
  const struct sm_turbine_zone *z = (const struct sm_turbine_zone *)zone + n;
  const double from[2] = {middle[0] - (double)z->x, middle[1] - (double)z->y};
  const double along = from[0] * (double)z->along[0] + from[1] * (double)z->along[1];
  const double aside = fabs(from[1] * (double)z->along[0] - from[0] * (double)z->along[1]);
  return along > -radius && along < (double)z->reach + radius &&
         aside < largest_half_width(z, along + radius) + radius;
}

struct sm_tile_zones sm_turbine_tile_zones(const struct sm_turbine_zone *zone, size_t count) {
  return (struct sm_tile_zones){"wakes of turbines", zone, count, rectangle_of, may_reach};
}
