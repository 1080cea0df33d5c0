/* vegetation.h - vegetation in the first guess of the wind: canopies, trees, hedges, fences, rows
 * of crops.
 *
 * Each is a factor between 0 and 1 of the current wind; a cell function treats one face. Heights
 * are above the ground of the face's own column, so that plants and their wakes follow the terrain.
 * Formulas, sources, choices: docs/theory/vegetation.md.
 *
 * Column arrays have the padding of wind.h: column (i, j) is at (i + 1) + (j + 1) column_sy. */
#ifndef SM_CELL_DIAGNOSTIC_VEGETATION_H
#define SM_CELL_DIAGNOSTIC_VEGETATION_H

#include "cell/elementary.h"
#include "cell/urban/urban.h"

/* --- canopies --- */

/* Displacement height d (m) of a canopy, for which the gradients of the logarithmic and the
 * exponential profile match at its top: a ln((H - d + z0) / z0) = H / (H - d + z0), by
 * bisection. */
SM_FN float sm_canopy_displacement(float height, float attenuation, float z0) {
  float low = 0.0f, high = height;
  for (int turn = 0; turn < 24; turn++) {
    const float d = 0.5f * (low + high), rest = height - d + z0;
    const int steep = attenuation * sm_log(rest / z0) * rest > height;
    low = steep ? d : low;
    high = steep ? high : d;
  }
  return 0.5f * (low + high);
}

/* Foliage of a canopy or tree crown, over ground of roughness z0. */
struct sm_plant_foliage {
  float height, attenuation, displacement, z0; /* m, -, m, m */
};

/* Wind at height z relative to that without the canopy: exponential inside (Cionco 1965), displaced
 * logarithm above, both over the logarithm of the ground (Pardyjak et al. 2008). */
SM_FN float sm_canopy_factor(struct sm_plant_foliage f, float z) {
  const float above = z > f.height ? z : f.height, within = z > f.height ? f.height : z;
  const float without = sm_log((z + f.z0) / f.z0);
  const float displaced = sm_log((above - f.displacement + f.z0) / f.z0);
  const float inside = z < f.height ? sm_exp(f.attenuation * (within / f.height - 1.0f)) : 1.0f;
  const float factor = displaced * inside;
  return factor < without ? factor / without : 1.0f;
}

/* Applies canopies to one horizontal component. Box: all faces up to some layer. */
struct sm_canopy {
  ptrdiff_t sy, sz; /* strides of the wind */
  union sm_reals u;
  int axis;
  ptrdiff_t column_sy;
  const float *ground;       /* ground height, m above the grid's bottom */
  const float *height;       /* m; 0: no canopy */
  const float *base;         /* underside of the foliage, m */
  const float *attenuation;  /* 1 */
  const float *displacement; /* m */
  const float *z0;           /* m */
  const float *z;            /* m above the grid's bottom, centre of layer k */
};

/* Below the foliage the factor is that at its underside. */
SM_FN float sm_canopy_column(const struct sm_canopy *s, ptrdiff_t column, float z) {
  const float above = z - s->ground[column], base = s->base[column];
  const struct sm_plant_foliage f = {s->height[column], s->attenuation[column],
                                     s->displacement[column], s->z0[column]};
  return f.height > 0.0f && above > 0.0f ? sm_canopy_factor(f, above > base ? above : base) : 1.0f;
}

/* --- plants that stand alone --- */

enum sm_plant_form { SM_FORM_TREE, SM_FORM_BARRIER };

/* Wake of a barrier: mixing layers up to undisturbed wind; or mixing layers that change to a
 * measured profile farther downwind. */
enum sm_barrier_model { SM_BARRIER_MIXING_LAYER, SM_BARRIER_PERERA };

/* Downwind extent of wakes, in plant heights. */
#define SM_TREE_REACH 11.0f
#define SM_TREE_WIDTH 2.0f /* lateral extent: the wake's d / 2 is smaller */
#define SM_MIXING_REACH 11.5f
#define SM_PERERA_FROM 5.0f /* first measurement of the law */
#define SM_PERERA_REACH 50.0f

/* Upper limit of Perera's law in its own variable; undisturbed wind above. */
#define SM_PERERA_EDGE 5.0f

/* Tolerance of positions, in heights. */
#define SM_BARRIER_MIN_MIXING 1e-3f

/* Limit of mixing layers in thicknesses from their centre, where the tanh is 0.995. */
#define SM_MIXING_EDGE 2.0f

/* A tree, or a straight piece of a hedge, fence or row of crops, in the wind of one time. Rows of a
 * field are consecutive and share `field`; everything else is a field of its own. */
struct sm_plant_zone {
  int form, field;
  float x, y;         /* m: the trunk, or the first end of the piece */
  float along[2];     /* unit vector, downwind */
  float height, base; /* top and base of the foliage, m above ground */
  struct sm_plant_foliage foliage;
  float radius;            /* crown radius, m */
  float friction;          /* u* over the wind at the plant top */
  float tangent[2];        /* unit vector to the second end */
  float normal[2];         /* unit vector, on the lee side */
  float cosine;            /* cosine between wind and normal; 0: wind along the piece, or calm */
  float length, thickness; /* m */
  float open;              /* fraction of the wind that passes through */
  float spread;            /* growth of the mixing layers' thickness per distance */
  float descent;           /* slope of the centre of the upper mixing layer, up to the next row */
  float spacing;           /* row spacing, m; 0: a single barrier */
  float beyond[2];         /* crosswind distance from its ends to the outermost points of its line,
                              m */
  float ahead[2];          /* downwind distance from those to its ends, m */
  int barrier_model;       /* enum sm_barrier_model */
  int rows;                /* largest number of rows that shelter a place */
  int to_lee;              /* number of rows of the field on the lee side of this one */
};

/* --- trees (Margairaz et al. 2022) --- */

/* In and above a crown: inside as in a canopy, then linear to no effect at twice the height. Below
 * the crown the factor is that at its base. */
SM_FN float sm_crown_deficit(const struct sm_plant_zone *t, float z) {
  const float top = t->height, inside = z < t->base ? t->base : z < top ? z : top;
  const float deficit = 1.0f - sm_canopy_factor(t->foliage, inside);
  const float fade = z > top ? 2.0f - z / top : 1.0f;
  return fade > 0.0f ? deficit * fade : 0.0f;
}

/* Wake of a tree at x downwind and y across: a Gaussian over a widening ellipse. Sparse crowns have
 * no wake. */
SM_FN float sm_tree_wake_deficit(const struct sm_plant_zone *t, float x, float y, float z) {
  const float far = x / t->height, widest = SM_TREE_WIDTH * t->height;
  if (!(far > 0.0f && far < SM_TREE_REACH && fabsf(y) < widest && z < widest)) return 0.0f;
  const int near = far < 7.77f;
  const float width = near ? 0.05f * far + 2.12f : 1.70f * sm_power(far, 0.19f);
  const float up = z - 0.5f * (t->base + t->height), r2 = y * y + up * up;
  const float ratio = (width - 1.15f) / (width + 1.15f), low = t->height * (width - 1.15f);
  /* d^2 = low^2 / (1 - (1 - ratio^2) cos^2), cos^2 = y^2 / r^2; hence r^2 / d^2 */
  const float part = (r2 - (1.0f - ratio * ratio) * y * y) / (low * low);
  if (!(part < 0.25f)) return 0.0f;
  const float peak = t->friction * (near ? 9.33f - 0.63f * far : 90.68f * sm_power(far, -1.48f));
  const float most = 1.0f - sm_exp(-t->foliage.attenuation);
  return (peak < most ? peak : most) * sm_exp(-part / 0.083f);
}

/* --- hedges, fences, rows --- */

/* A place in the frame of a barrier. */
struct sm_barrier_point {
  float across;   /* distance from its centre line to the lee, m */
  float behind;   /* distance downwind of its lee side, or of the centre line, m */
  float ends[2];  /* distances to its ends along it, m, negative beyond */
  float sides[2]; /* distances to the lines downwind of its ends, m, negative beyond */
  float past[2];  /* distances downwind of its ends, m */
};

SM_FN struct sm_barrier_point sm_barrier_point_of(const struct sm_plant_zone *b, float x, float y) {
  const float rx = x - b->x, ry = y - b->y, c = b->cosine > 0.0f ? b->cosine : 1.0f;
  const float slant = b->along[0] * b->tangent[0] + b->along[1] * b->tangent[1];
  struct sm_barrier_point p;
  p.across = rx * b->normal[0] + ry * b->normal[1];
  p.ends[0] = rx * b->tangent[0] + ry * b->tangent[1];
  p.ends[1] = b->length - p.ends[0];
  p.behind = (p.across - 0.5f * b->thickness) / c;
  p.sides[0] = p.ends[0] * c - p.across * slant;
  p.sides[1] = b->length * c - p.sides[0];
  p.past[0] = rx * b->along[0] + ry * b->along[1];
  p.past[1] = p.past[0] - b->length * slant;
  return p;
}

/* Length of the wake of a barrier, m. */
SM_FN float sm_barrier_reach(const struct sm_plant_zone *b) {
  return b->height * (b->barrier_model == SM_BARRIER_PERERA ? SM_PERERA_REACH : SM_MIXING_REACH);
}

/* Fraction of the shelter near an end: a mixing layer from the outermost point of the line. Where
 * that belongs to another piece, the next piece takes over beyond this end. */
SM_FN float sm_barrier_end(const struct sm_plant_zone *b, struct sm_barrier_point p, int end) {
  const float side = p.sides[end] + b->beyond[end], past = p.past[end] + b->ahead[end];
  const float least = SM_BARRIER_MIN_MIXING * b->height, mixed = past * b->spread;
  const float grown = mixed > least ? mixed : least;
  const int beyond = past > sm_barrier_reach(b) || side < -SM_MIXING_EDGE * grown;
  if (p.sides[end] < 0.0f && b->beyond[end] <= 0.0f && beyond) return 0.0f;
  if (p.sides[end] < -least && b->beyond[end] > 0.0f) return 0.0f;
  return 0.5f + 0.5f * sm_tanh(1.5f * side / grown);
}

/* Deficit of bleed flow through a long barrier and of the mixing layers `behind` m downwind of its
 * top and of its underside, if any (Wang and Takle 1995). */
SM_FN float sm_mixing_deficit(const struct sm_plant_zone *b, float behind, float z) {
  const float h = b->height, mixed = behind * b->spread, least = SM_BARRIER_MIN_MIXING * h;
  const float grown = mixed > least ? mixed : least, steep = 1.5f / grown;
  if (z > h + SM_MIXING_EDGE * grown) return 0.0f;
  const float middle = h + b->descent * (behind < b->spacing ? behind : b->spacing);
  const float upper = sm_tanh(steep * (z - (middle > 0.0f ? middle : 0.0f)));
  const float lower = b->base > 0.0f ? sm_tanh(steep * (z - b->base)) : 1.0f;
  return 0.5f * (1.0f - b->open) * (lower - upper);
}

/* Deficit of a long barrier in a logarithmic wind `behind` m downwind, at least SM_PERERA_FROM
 * heights: measured by Perera (1981), in the form of Counihan, Hunt and Jackson (1974), with the
 * strength of the wake from the moment of the force about the ground. */
SM_FN float sm_perera_deficit(const struct sm_plant_zone *b, float behind, float z) {
  const float h = b->height, x = behind / h, least = SM_BARRIER_MIN_MIXING * h;
  const float up = z > least ? z : least;
  const float diffusivity = 2.0f * 0.4f * b->friction; /* of momentum, over h and the wind at h */
  const float n = up / h * sm_power(diffusivity * x, -1.0f / 2.14f);
  if (n > SM_PERERA_EDGE) return 0.0f;
  const float gap = b->base / h, moment = (1.0f - b->open) * (1.0f - gap * gap);
  const float taken = 9.75f * moment / x * n * sm_exp(-0.67f * n * sqrtf(n));
  const float z0 = b->foliage.z0, there = b->friction / 0.4f * sm_log((up + z0) / z0);
  return taken < there ? taken / there : 1.0f;
}

/* Factor of the wind at a barrier: inside, the open fraction; behind, mixing layers until the wind
 * recovers, or until Perera's law takes over between the lee side and SM_PERERA_FROM heights;
 * mixing layers also at the ends. */
SM_FN float sm_barrier_factor(const struct sm_plant_zone *b, struct sm_barrier_point p, float z) {
  const float half = 0.5f * b->thickness, h = b->height;
  const int abreast = p.across >= -half && p.across <= half;
  if (abreast && p.ends[0] >= 0.0f && p.ends[1] >= 0.0f)
    return z >= b->base && z <= h ? b->open : 1.0f;
  if (b->cosine <= 0.0f || !(p.behind > 0.0f && p.behind < sm_barrier_reach(b))) return 1.0f;
  const float part = sm_barrier_end(b, p, 0) + sm_barrier_end(b, p, 1) - 1.0f;
  if (part <= 0.0f) return 1.0f;
  float taken;
  if (b->barrier_model == SM_BARRIER_PERERA) {
    const float from = SM_PERERA_FROM * h, far = p.behind > from ? p.behind : from;
    const float over = p.behind / far; /* at most 1 */
    const float near = over < 1.0f ? (1.0f - over) * sm_mixing_deficit(b, p.behind, z) : 0.0f;
    taken = near + over * sm_perera_deficit(b, far, z);
  } else {
    taken = (0.5f - 0.5f * sm_tanh(p.behind / h - 9.5f)) * sm_mixing_deficit(b, p.behind, z);
  }
  return taken > 0.0f ? 1.0f - taken * part : 1.0f;
}

/* Accumulator over the rows of a field: product of their factors, and whether the place is between
 * rows. */
struct sm_plant_rows_sum {
  float product;
  int between;
};

SM_FN void sm_plant_rows_add(const struct sm_plant_zone *b, float x, float y, float z,
                             struct sm_plant_rows_sum *sum) {
  const struct sm_barrier_point p = sm_barrier_point_of(b, x, y);
  if (b->spacing > 0.0f) {
    const float rows_off = p.across / b->spacing;
    const int passed = rows_off > 0.0f ? (int)rows_off : 0;
    sum->between |= rows_off >= -0.5f && rows_off <= 0.5f && p.ends[0] >= 0.0f && p.ends[1] >= 0.0f;
    if ((passed < b->to_lee ? passed : b->to_lee) >= b->rows) return;
  }
  sum->product *= sm_barrier_factor(b, p, z);
}

/* A single barrier reduces the whole wind. Rows reduce the component across them; the component
 * along them is reduced as in a canopy, only between the rows. */
SM_FN float sm_plant_rows_factor(const struct sm_plant_zone *b, const struct sm_plant_rows_sum *sum,
                                 float z) {
  if (b->spacing <= 0.0f) return sum->product;
  const float within = z < b->height ? z / b->height - 1.0f : 0.0f;
  const float along = sum->between ? sm_exp(b->foliage.attenuation * within) : 1.0f;
  const float c2 = b->cosine * b->cosine;
  return sqrtf(c2 * sum->product * sum->product + (1.0f - c2) * along * along);
}

/* --- all of them --- */

enum { SM_PLANT_TILE = 8 }; /* columns of a tile along x and y */

/* Plants that may affect a tile of columns: plant[start[tile]] to plant[start[tile + 1] - 1], in
 * the order of the zones. */
struct sm_plant_tiles {
  ptrdiff_t column_sy;
  const float *ground; /* ground height, m above the grid's bottom */
  const struct sm_plant_zone *zone;
  const uint32_t *start, *plant;
  int tiles_x, tiles_y;
};

/* Factor of the plant with the strongest effect; *kind: its
 * zone. */
SM_FN float sm_plants_factor(const struct sm_plant_tiles *s, int tile, float x, float y, float z,
                             int *kind) {
  float most = 0.0f;
  struct sm_plant_rows_sum sum = {1.0f, 0};
  *kind = SM_ZONE_NONE;
  for (uint32_t q = s->start[tile]; q < s->start[tile + 1]; q++) {
    const struct sm_plant_zone *p = &s->zone[s->plant[q]];
    float deficit = 0.0f;
    int of = SM_ZONE_WINDBREAK;
    if (p->form == SM_FORM_TREE) {
      const float dx = x - p->x, dy = y - p->y;
      const float crown = dx * dx + dy * dy < p->radius * p->radius ? sm_crown_deficit(p, z) : 0.0f;
      deficit = sm_tree_wake_deficit(p, dx * p->along[0] + dy * p->along[1],
                                     dy * p->along[0] - dx * p->along[1], z);
      of = crown > deficit ? SM_ZONE_CROWN : SM_ZONE_TREE_WAKE;
      deficit = crown > deficit ? crown : deficit;
    } else {
      sm_plant_rows_add(p, x, y, z, &sum);
      if (q + 1 == s->start[tile + 1] || s->zone[s->plant[q + 1]].field != p->field) {
        deficit = 1.0f - sm_plant_rows_factor(p, &sum, z);
        sum.product = 1.0f;
        sum.between = 0;
      }
    }
    *kind = deficit > most ? of : *kind;
    most = deficit > most ? deficit : most;
  }
  return 1.0f - most;
}

SM_FN int sm_plant_tile(const struct sm_plant_tiles *s, int i, int j) {
  const int a = i / SM_PLANT_TILE, b = j / SM_PLANT_TILE;
  return (a < s->tiles_x ? a : s->tiles_x - 1) + (b < s->tiles_y ? b : s->tiles_y - 1) * s->tiles_x;
}

/* Applies plants to component `axis`. Positions are those of its faces, m. */
struct sm_shelter {
  struct sm_plant_tiles tiles;
  ptrdiff_t sy, sz; /* strides of the wind */
  union sm_reals u;
  int axis;
  const float *x, *y, *z;
};

/* Marks the cells affected by plants with enum sm_zone, unless a building has marked them. */
struct sm_plant_flags {
  struct sm_plant_tiles tiles;
  ptrdiff_t sy, sz; /* strides of the flags */
  uint8_t *flag;
  const float *canopy;    /* height of canopies per column, m; may be NULL */
  const float *x, *y, *z; /* m, centres */
};

SM_FN void sm_cell_plant_flags(const struct sm_plant_flags *s, int i, int j, int k) {
  const ptrdiff_t column = (i + 1) + (j + 1) * s->tiles.column_sy;
  const float z = s->z[k] - s->tiles.ground[column];
  const float canopy = s->canopy != NULL ? s->canopy[column] : 0.0f;
  int kind = SM_ZONE_NONE;
  float factor = 1.0f;
  if (z < 0.0f) return;
  if (s->tiles.tiles_x > 0)
    factor =
        sm_plants_factor(&s->tiles, sm_plant_tile(&s->tiles, i, j), s->x[i], s->y[j], z, &kind);
  if (factor > 0.99f) kind = z < 2.0f * canopy ? SM_ZONE_CANOPY : SM_ZONE_NONE;
  uint8_t *flag = s->flag + (i + j * s->sy + k * s->sz);
  *flag = *flag == SM_ZONE_NONE ? (uint8_t)kind : *flag;
}

/* Wind at the centres of listed cells, such as those of plant tops, hubs of turbines and
 * stations. */
struct sm_listed_winds {
  ptrdiff_t sy;
  union sm_reals u, v;
  const int64_t *cell; /* element in the wind's arrays */
  float *wind;         /* [number in the list][2], m/s */
};

#endif

#ifdef SM_REAL
/* Mean factor of the columns on both sides of the face, as in the first guess. */
SM_FN void SM_P(sm_cell_canopy)(const struct sm_canopy *s, int i, int j, int k) {
  const ptrdiff_t column = (i + 1) + (j + 1) * s->column_sy;
  const ptrdiff_t back = column - (s->axis == 0 ? 1 : s->column_sy);
  if (s->height[column] <= 0.0f && s->height[back] <= 0.0f) return;
  const int alike = s->height[column] == s->height[back] && s->z0[column] == s->z0[back] &&
                    s->attenuation[column] == s->attenuation[back] &&
                    s->base[column] == s->base[back] && s->ground[column] == s->ground[back];
  const float here = sm_canopy_column(s, column, s->z[k]);
  const float before = alike ? here : sm_canopy_column(s, back, s->z[k]);
  SM_AT(s->u)[i + j * s->sy + k * s->sz] *= (SM_REAL)(0.5f * (here + before));
}

SM_FN void SM_P(sm_cell_shelter)(const struct sm_shelter *s, int i, int j, int k) {
  const struct sm_plant_tiles *t = &s->tiles;
  const int tile = sm_plant_tile(t, i, j);
  if (t->start[tile] == t->start[tile + 1]) return;
  const ptrdiff_t column = (i + 1) + (j + 1) * t->column_sy;
  const ptrdiff_t back = s->axis == 0 ? 1 : s->axis == 1 ? t->column_sy : 0;
  const float z = s->z[k] - 0.5f * (t->ground[column] + t->ground[column - back]);
  int kind;
  if (z < 0.0f) return;
  const float factor = sm_plants_factor(t, tile, s->x[i], s->y[j], z, &kind);
  SM_AT(s->u)[i + j * s->sy + k * s->sz] *= (SM_REAL)factor;
}

SM_FN void SM_P(sm_cell_listed_winds)(const struct sm_listed_winds *s, int p, int j, int k) {
  const SM_REAL *u = SM_AT(s->u) + s->cell[p], *v = SM_AT(s->v) + s->cell[p];
  (void)j;
  (void)k;
  s->wind[2 * p] = (float)((SM_REAL)0.5 * (u[0] + u[1]));
  s->wind[2 * p + 1] = (float)((SM_REAL)0.5 * (v[0] + v[s->sy]));
}
#endif
