#include "physics/vegetation/internal.h"

#include <math.h>

static const double karman = 0.4;
static const double drag = 0.5;            /* drag coefficient of leaves */
static const double vertical_gusts = 1.25; /* sigma_w / u* of a neutral surface layer */
static const double along_the_row = 0.05;  /* smallest cosine between wind and normal for flow
                                              through a barrier */

size_t sm_plant_count(const struct sm_domain *domain) {
  return domain->plants.tree_count + domain->plants.barrier_count;
}

struct sm_plant_top sm_plant_top_of(const struct sm_domain *domain, size_t p) {
  const struct sm_plants *plants = &domain->plants;
  if (p < plants->tree_count) {
    const struct sm_plant_tree *t = &plants->tree[p];
    return (struct sm_plant_top){t->x, t->y, t->height};
  }
  const struct sm_plant_barrier *b = &plants->barrier[p - plants->tree_count];
  return (struct sm_plant_top){0.5 * (b->end[0][0] + b->end[1][0]),
                               0.5 * (b->end[0][1] + b->end[1][1]), b->height};
}

/* --- one plant --- */

/* u* over the wind speed at height h over ground of roughness z0. */
static double friction_at(double h, double z0) { return karman / log((h + z0) / z0); }

static struct sm_plant_foliage foliage_of(double height, double attenuation, double z0) {
  const float h = (float)height, a = (float)attenuation, z = (float)z0;
  return (struct sm_plant_foliage){h, a, sm_canopy_displacement(h, a, z), z};
}

/* Number of upwind rows that affect a place: the wind adjusts to the foliage over a length L ln(U H
 * / (u* L)) with L = 1 / (drag x density), plus two rows (Ulmer et al. 2023). */
static int count_rows(const struct sm_plant_barrier *b, double friction, double cosine) {
  if (!(b->spacing > 0) || !(b->density > 0) || !(cosine > 0)) return b->row_count;
  const double length = 1 / (drag * b->density);
  const double entry = length * log(b->height / (friction * length));
  const double rows = fmax(0, ceil(entry * cosine / b->spacing)) + 2;
  return rows < b->row_count ? (int)rows : b->row_count;
}

/* Outermost points of a line across the wind, relative to the ends of its piece `q`. */
static void find_outermost(const struct sm_plants *plants, size_t q, struct sm_plant_zone *z) {
  const struct sm_plant_barrier *own = &plants->barrier[q], *b = own, *end = own + 1;
  const struct sm_plant_barrier *all = plants->barrier, *stop = all + plants->barrier_count;
  if (own->spacing > 0) return;
  while (b > all && b[-1].line == own->line) b--;
  while (end < stop && end->line == own->line) end++;
  const double joint = (double)SM_BARRIER_MIN_MIXING * own->height;
  const double ax = (double)z->along[0], ay = (double)z->along[1];
  const double inwards = (double)z->tangent[1] * ax - (double)z->tangent[0] * ay < 0 ? -1 : 1;
  for (; b < end; b++)
    for (int v = 0; v < 2; v++)
      for (int e = 0; e < 2; e++) {
        const double x = own->end[e][0] - b->end[v][0], y = own->end[e][1] - b->end[v][1];
        const double out = (e == 0 ? inwards : -inwards) * (y * ax - x * ay);
        if (out <= fmax((double)z->beyond[e], joint)) continue;
        z->beyond[e] = (float)out;
        z->ahead[e] = (float)(x * ax + y * ay);
      }
}

/* Frame of a barrier and the wake behind it. Rows use the measured law for rows. */
static void fill_barrier(const struct sm_plant_barrier *b, int barrier_model,
                         struct sm_plant_zone *z) {
  const double x = b->end[1][0] - b->end[0][0], y = b->end[1][1] - b->end[0][1];
  const double length = hypot(x, y), tx = x / length, ty = y / length;
  const double across = (double)z->along[1] * tx - (double)z->along[0] * ty;
  const double side = across < 0 ? -1 : 1; /* sign such that the lee is to the left of the piece */
  const double cosine = fabs(across), closed = 1 - b->open;
  z->form = SM_FORM_BARRIER;
  z->field = (int)b->field;
  z->barrier_model = b->spacing > 0 ? SM_BARRIER_MIXING_LAYER : barrier_model;
  z->x = (float)b->end[0][0];
  z->y = (float)b->end[0][1];
  z->tangent[0] = (float)tx;
  z->tangent[1] = (float)ty;
  z->normal[0] = (float)(-side * ty);
  z->normal[1] = (float)(side * tx);
  z->cosine = cosine > along_the_row ? (float)cosine : 0.0f;
  z->length = (float)length;
  z->thickness = (float)b->thickness;
  z->open = (float)b->open;
  z->spread =
      (float)hypot(0.14 * closed / (0.5 * (1 + b->open)), 2 * vertical_gusts * (double)z->friction);
  z->spacing = (float)b->spacing;
  if (b->spacing > 0) {
    const double s = b->spacing / b->height;
    z->descent = (float)(1.3945 * s / (s + 0.4209) - 1.4524);
  }
  z->rows = count_rows(b, (double)z->friction, cosine);
  z->to_lee = side > 0 ? b->row_count - 1 - b->row : b->row;
}

struct sm_plant_zone sm_plant_zone_of(const struct sm_domain *domain, size_t p, int barrier_model,
                                      const float wind[2]) {
  const struct sm_plants *plants = &domain->plants;
  const struct sm_plant_top top = sm_plant_top_of(domain, p);
  const double z0 = (double)domain->z0[sm_domain_column(domain, top.x, top.y)];
  const double speed = hypot((double)wind[0], (double)wind[1]);
  const bool blows = speed > 1e-6;
  struct sm_plant_zone z = {.height = (float)top.height};
  z.along[0] = blows ? (float)((double)wind[0] / speed) : 1.0f;
  z.along[1] = blows ? (float)((double)wind[1] / speed) : 0.0f;
  z.friction = blows ? (float)friction_at(top.height, z0) : 0.0f;
  if (p < plants->tree_count) {
    const struct sm_plant_tree *t = &plants->tree[p];
    z.form = SM_FORM_TREE;
    z.field = -1 - (int)p;
    z.x = (float)t->x;
    z.y = (float)t->y;
    z.base = (float)t->base;
    z.radius = (float)t->radius;
    z.foliage = foliage_of(t->height, t->attenuation, z0);
    return z;
  }
  const struct sm_plant_barrier *b = &plants->barrier[p - plants->tree_count];
  z.base = (float)b->base;
  z.foliage = foliage_of(b->height, b->attenuation, z0);
  fill_barrier(b, barrier_model, &z);
  if (!blows) z.cosine = 0.0f;
  if (z.cosine > 0) find_outermost(plants, p - plants->tree_count, &z);
  return z;
}

/* --- where it acts --- */

/* Width of the mixing layers `behind` m downwind of their edge, m. */
static double mixed(const struct sm_plant_zone *z, double behind) {
  return (double)SM_MIXING_EDGE * behind * (double)z->spread;
}

double sm_plant_zone_top(const struct sm_plant_zone *z) {
  const double h = (double)z->height, reach = (double)sm_barrier_reach(z);
  if (z->form == SM_FORM_TREE) return 2 * h;
  if (z->barrier_model == SM_BARRIER_MIXING_LAYER) return h + mixed(z, reach);
  const double diffusivity = 2 * karman * (double)z->friction;
  const double far = (double)SM_PERERA_EDGE * h * pow(diffusivity * reach / h, 1 / 2.14);
  return fmax(h + mixed(z, (double)SM_PERERA_FROM * h), far);
}

/* Lateral extent of a barrier's shelter beyond the line downwind from one of its ends, m. */
static double beside(const struct sm_plant_zone *z, int end) {
  const double joint = (double)SM_BARRIER_MIN_MIXING * (double)z->height;
  return z->beyond[end] > 0 ? joint : fmax(joint, mixed(z, (double)sm_barrier_reach(z)));
}

static void enclose(struct sm_zone_rectangle *r, double x, double y, double around) {
  const double at[2] = {x, y};
  for (int d = 0; d < 2; d++) {
    r->low[d] = fmin(r->low[d], at[d] - around);
    r->high[d] = fmax(r->high[d], at[d] + around);
  }
}

static struct sm_zone_rectangle rectangle_of(const void *zone, size_t n) {
  const struct sm_plant_zone *z = (const struct sm_plant_zone *)zone + n;
  struct sm_zone_rectangle r = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  const double x = (double)z->x, y = (double)z->y, h = (double)z->height;
  if (z->form == SM_FORM_TREE) {
    const double reach = (double)SM_TREE_REACH * h;
    enclose(&r, x, y, (double)z->radius);
    if (!(z->friction > 0)) return r;
    const double side = (double)SM_TREE_WIDTH * h;
    enclose(&r, x, y, side);
    enclose(&r, x + reach * (double)z->along[0], y + reach * (double)z->along[1], side);
    return r;
  }
  const double reach = z->cosine > 0 ? (double)sm_barrier_reach(z) : 0;
  const double around = 0.5 * fmax((double)z->thickness, (double)z->spacing);
  const double depth = z->cosine > 0 ? 0.5 * (double)z->thickness / (double)z->cosine : 0;
  for (int e = 0; e < 2; e++) {
    const double ex = x + e * (double)z->length * (double)z->tangent[0];
    const double ey = y + e * (double)z->length * (double)z->tangent[1];
    const double far = reach + depth;
    enclose(&r, ex, ey, around);
    if (far > 0)
      enclose(&r, ex + far * (double)z->along[0], ey + far * (double)z->along[1], beside(z, e));
  }
  return r;
}

static bool may_reach(const void *zone, size_t n, const double middle[2], double radius) {
  const struct sm_plant_zone *z = (const struct sm_plant_zone *)zone + n;
  const double x = middle[0] - (double)z->x, y = middle[1] - (double)z->y, h = (double)z->height;
  if (z->form == SM_FORM_TREE) {
    const double behind = x * (double)z->along[0] + y * (double)z->along[1];
    const double side = fabs(y * (double)z->along[0] - x * (double)z->along[1]);
    const double around = radius + fmax((double)z->radius, (double)SM_TREE_WIDTH * h);
    return behind > -radius - (double)z->radius && side < around &&
           behind < radius + (double)SM_TREE_REACH * h;
  }
  const double around = radius + 0.5 * fmax((double)z->thickness, (double)z->spacing);
  const double across = x * (double)z->normal[0] + y * (double)z->normal[1];
  const double c = (double)z->cosine;
  if (!(c > 0)) return fabs(across) < around;
  const double reach = (double)sm_barrier_reach(z);
  const double slant =
      (double)z->along[0] * (double)z->tangent[0] + (double)z->along[1] * (double)z->tangent[1];
  /* distances from the lines downwind of both ends, positive inwards */
  const double side = (x * (double)z->tangent[0] + y * (double)z->tangent[1]) * c - across * slant;
  const double other = (double)z->length * c - side;
  return across > -around && across < around + reach * c && side > -around - beside(z, 0) &&
         other > -around - beside(z, 1);
}

struct sm_tile_zones sm_plant_tile_zones(const struct sm_plant_zone *zone, size_t count) {
  return (struct sm_tile_zones){"plants", zone, count, rectangle_of, may_reach};
}
