/* parity.c - every kernel on every back end against a plain serial loop over its cell function.
 *
 * Also: a cell function is order-free, so that a sweep backwards gives the same bits; a reduction
 * depends on the box alone, not on the number of threads. In the strict build all back ends agree
 * bit for bit; otherwise within rounding, since compilers may contract to fused multiply-add. */
#include "device/device.h"
#include "device/profile.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 14, DOUBLES = 13, HALVES = 8, NUMBERS = SM_CG_COUNT };

enum { CENTRES = 256 }; /* where centres of cells lie behind faces */
enum { BLOCKS = 10 };   /* of buildings, all in one tile */

/* All arrays that any kernel reads or writes; the same set lies on every back end. */
struct pool {
  float *f[FLOATS];
  double *d[DOUBLES];
  sm_half *h[HALVES];
  uint8_t *open, *surface;
  int *start, *parent, *place;
  uint32_t *row; /* of a graph: entries into link, and into part */
  struct sm_link *link;
  uint32_t *part;
  int32_t *order;
  struct sm_site *site; /* scratch */
  struct sm_block *block;
  struct sm_reach *reach;
  int *block_tile; /* start, end, blocks */
  float *line;     /* places along an axis, m */
  struct sm_plant_zone *zone;
  uint32_t *tile; /* of plants: starts, then the zones of one tile after another */
  int64_t *cell;
  double *scalars, *out;
};

struct shape {
  int n[3], coarse[3]; /* cells of the fine and the coarse level */
  struct sm_split fine, half;
  ptrdiff_t sy, sz; /* natural order */
  size_t size;      /* elements of each array: enough for all layouts */
  bool pair;        /* x is coarsened */
  bool part, rough; /* form of the open fractions: float, 16 bits; by the kernel's name */
  int bits;
};

static double random_number(void) { return (double)rand() / RAND_MAX - 0.5; }

/* --- the arguments of each kernel --- */

static struct sm_metric metric(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10] + s->fine.origin;
  const ptrdiff_t row = 256;
  return (struct sm_metric){
      {m, m + row}, {m + 2 * row, m + 3 * row}, m + 4 * row, m + 5 * row, m + 6 * row, m + 7 * row};
}

static struct sm_operator operator_of(const struct pool *p, const struct shape *s) {
  struct sm_operator o = {.sy = s->fine.sy,
                          .sz = s->fine.sz,
                          .colour = s->fine.colour,
                          .nx = s->n[0],
                          .open = p->open + s->fine.origin,
                          .metric = metric(p, s)};
  if (s->part) {
    o.fx = p->f[4] + s->fine.origin;
    o.fy = p->f[5] + s->fine.origin;
    o.fz = p->f[6] + s->fine.origin;
  }
  if (s->rough) {
    o.cx = p->h[4] + s->fine.origin;
    o.cy = p->h[5] + s->fine.origin;
    o.cz = p->h[6] + s->fine.origin;
  }
  return o;
}

static struct sm_smooth make_smooth(const struct pool *p, const struct shape *s) {
  return (struct sm_smooth){
      operator_of(p, s), p->f[0] + s->fine.origin, p->f[1] + s->fine.origin, 1, 1.15f, 1.0f};
}
static struct sm_relax make_relax(const struct pool *p, const struct shape *s) {
  return (struct sm_relax){operator_of(p, s), p->f[0] + s->fine.origin, p->f[1] + s->fine.origin, 1,
                           1.78f};
}
static struct sm_defect make_defect(const struct pool *p, const struct shape *s) {
  return (struct sm_defect){operator_of(p, s), p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
                            p->f[2] + s->fine.origin};
}
static struct sm_residual make_residual(const struct pool *p, const struct shape *s) {
  return (struct sm_residual){operator_of(p, s),
                              p->d[0] + s->fine.origin,
                              p->d[1] + s->fine.origin,
                              p->f[2] + s->fine.origin,
                              1,
                              p->scalars,
                              0.01};
}
static struct sm_cg cg_of(const struct pool *p) { return (struct sm_cg){p->scalars, p->d[1]}; }
static struct sm_apply make_apply(const struct pool *p, const struct shape *s) {
  return (struct sm_apply){operator_of(p, s), p->f[0] + s->fine.origin, p->f[2] + s->fine.origin,
                           cg_of(p)};
}
static struct sm_transfer transfer_of(const struct pool *p, const struct shape *s) {
  return (struct sm_transfer){s->fine.sy, s->fine.sz,      s->fine.colour, s->half.sy,
                              s->half.sz, s->half.colour,  p->start + 256, p->start + 512,
                              p->parent,  p->parent + 256, s->n[0]};
}
static struct sm_restriction make_restriction(const struct pool *p, const struct shape *s) {
  return (struct sm_restriction){transfer_of(p, s), p->f[0] + s->fine.origin,
                                 p->f[2] + s->fine.origin};
}
static struct sm_prolongation make_prolongation(const struct pool *p, const struct shape *s) {
  return (struct sm_prolongation){transfer_of(p, s), p->f[0] + s->fine.origin,
                                  p->f[2] + s->fine.origin};
}
static struct sm_dense make_dense(const struct pool *p, const struct shape *s) {
  return (struct sm_dense){p->f[3], p->f[0] + s->fine.origin, p->place, p->f[2] + s->fine.origin};
}
static struct sm_direction make_direction(const struct pool *p, const struct shape *s) {
  return (struct sm_direction){
      s->fine.sy, s->fine.sz, s->fine.colour, p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
      cg_of(p)};
}
static struct sm_advance make_advance(const struct pool *p, const struct shape *s) {
  const ptrdiff_t o = s->fine.origin;
  return (struct sm_advance){s->fine.sy,  s->fine.sz,  s->fine.colour, p->d[0] + o,
                             p->f[0] + o, p->f[1] + o, p->f[2] + o,    cg_of(p)};
}
static struct sm_dot make_dot(const struct pool *p, const struct shape *s) {
  return (struct sm_dot){
      s->fine.sy, s->fine.sz, s->fine.colour, p->f[0] + s->fine.origin, p->f[1] + s->fine.origin,
      cg_of(p)};
}
static struct sm_total make_total(const struct pool *p, const struct shape *s) {
  return (struct sm_total){s->fine.sy, s->fine.sz, s->fine.colour, p->d[0] + s->fine.origin};
}
static struct sm_absorb make_absorb(const struct pool *p, const struct shape *s) {
  return (struct sm_absorb){s->fine.sy, s->fine.sz, s->fine.colour, p->d[0] + s->fine.origin,
                            p->f[0] + s->fine.origin};
}
static struct sm_extrapolate make_extrapolate(const struct pool *p, const struct shape *s) {
  return (struct sm_extrapolate){
      s->fine.sy, s->fine.sz, s->fine.colour, p->d[0] + s->fine.origin, p->d[1] + s->fine.origin,
      1.75,       -0.875};
}
static struct sm_coarsen make_coarsen(const struct pool *p, const struct shape *s) {
  const ptrdiff_t o = s->half.origin;
  return (struct sm_coarsen){operator_of(p, s),
                             {s->n[0], s->n[1], s->n[2]},
                             {s->coarse[0], s->coarse[1], s->coarse[2]},
                             s->half.sy,
                             s->half.sz,
                             s->half.colour,
                             p->start,
                             p->start + 256,
                             p->start + 512,
                             p->h[1] + o,
                             p->h[2] + o,
                             p->h[3] + o};
}
static union sm_reals reals(const struct pool *p, const struct shape *s, int which) {
  union sm_reals r;
  if (s->bits == 64) {
    r.f64 = p->d[which];
  } else {
    r.f32 = p->f[which];
  }
  return r;
}
static struct sm_classify make_classify(const struct pool *p, const struct shape *s) {
  return (struct sm_classify){operator_of(p, s), p->open + s->fine.origin};
}
static struct sm_guess make_guess(const struct pool *p, const struct shape *s) {
  return (struct sm_guess){.sy = s->sy,
                           .sz = s->sz,
                           .open_sy = s->fine.sy,
                           .open_sz = s->fine.sz,
                           .open_colour = s->fine.colour,
                           .out = reals(p, s, 2),
                           .open = p->open + s->fine.origin,
                           .axis = 0,
                           .n = s->n[0],
                           .points = 16,
                           .column_sy = s->n[0] + 3,
                           .weight_from = 3,
                           .weight_end = 3 + (s->n[0] + 3) * (s->n[1] / 2 + 2),
                           .ground = p->f[11],
                           .weight = p->f[12] + 3,
                           .surface = p->surface,
                           .profile = p->f[13],
                           .z = p->f[10],
                           .lid = 0.7f};
}
static struct sm_separation make_separation(const struct pool *p, const struct shape *s) {
  return (struct sm_separation){.sy = s->sy,
                                .sz = s->sz,
                                .out = reals(p, s, 2),
                                .axis = 0,
                                .column_sy = s->n[0] + 3,
                                .ground = p->f[11],
                                .depth = p->f[12],
                                .z = p->f[10]};
}
static struct sm_slope_layer make_slope_layer(const struct pool *p, const struct shape *s) {
  return (struct sm_slope_layer){.sy = s->sy,
                                 .sz = s->sz,
                                 .open_sy = s->fine.sy,
                                 .open_sz = s->fine.sz,
                                 .open_colour = s->fine.colour,
                                 .out = reals(p, s, 2),
                                 .open = p->open + s->fine.origin,
                                 .axis = 0,
                                 .n = s->n[0],
                                 .layers = s->n[2],
                                 .column_sy = s->n[0] + 3,
                                 .ground = p->f[11],
                                 .speed = p->f[13],
                                 .depth = p->f[12],
                                 .face = p->f[10]};
}
static struct sm_exact_metric exact(const struct pool *p) {
  return (struct sm_exact_metric){{p->d[9], p->d[9] + 256, p->d[9] + 512},
                                  {p->d[10], p->d[10] + 256, p->d[10] + 512}};
}
static struct sm_wind make_wind(const struct pool *p, const struct shape *s) {
  return (struct sm_wind){operator_of(p, s),
                          s->sy,
                          s->sz,
                          exact(p),
                          reals(p, s, 1),
                          reals(p, s, 2),
                          reals(p, s, 3),
                          p->d[0] + s->fine.origin,
                          1,
                          p->f[0] + s->fine.origin};
}
static struct sm_flux_divergence make_flux_divergence(const struct pool *p, const struct shape *s) {
  return (struct sm_flux_divergence){s->fine.sy, s->fine.sz, s->fine.colour, make_wind(p, s).metric,
                                     p->f[0] + s->fine.origin};
}
static struct sm_project make_project(const struct pool *p, const struct shape *s) {
  return (struct sm_project){operator_of(p, s),        s->sy, s->sz,  reals(p, s, 2), p->d[9],
                             p->d[0] + s->fine.origin, 1,     s->n[1]};
}

/* The arrays in natural order lie in both kinds of arrays of floats; change is the last. */
static struct sm_lambda make_lambda(const struct pool *p, const struct shape *s) {
  struct sm_lambda l;
  size_t size;
  ptrdiff_t o;
  sm_lambda_layout(&l, s->n, &size, &o);
  l.e = p->f[4] + o;
  l.f = p->f[5] + o;
  l.g = p->f[6] + o;
  l.h = p->f[7] + o;
  l.m = p->f[8] + o;
  l.n = p->f[9] + o;
  l.r = p->f[0] + o;
  l.lambda = p->f[1] + o;
  l.old = p->f[2] + o;
  l.line = p->f[3];
  l.scratch = p->f[12];
  l.change = p->f[13];
  l.omega = 1.78f;
  l.colour = 1;
  return l;
}
static struct sm_natural make_natural(const struct pool *p, const struct shape *s) {
  return (struct sm_natural){operator_of(p, s), make_lambda(p, s), p->f[13] + s->fine.origin,
                             p->d[0] + s->fine.origin};
}
/* Unknowns of a graph: all elements of the arrays; the even ones are red, with links to odd ones.
 */
enum { DEGREE = 3 };
static struct sm_csr make_rows(const struct pool *p) {
  return (struct sm_csr){p->row, p->link, p->f[4]};
}
static struct sm_csr_smooth make_csr_smooth(const struct pool *p, const struct shape *s) {
  const int64_t reds = (int64_t)s->size / 2;
  return (struct sm_csr_smooth){make_rows(p), p->f[0], p->f[1], p->order, reds, 1.15f};
}
static struct sm_csr_defect make_csr_defect(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_defect){make_rows(p), p->f[0], p->f[1], p->f[2], (int64_t)s->size};
}
static struct sm_csr_gather make_csr_gather(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_gather){p->row,  p->part, p->f[0],
                                p->f[2], p->f[1], (int64_t)s->size / DEGREE};
}
static struct sm_csr_scatter make_csr_scatter(const struct pool *p, const struct shape *s) {
  return (struct sm_csr_scatter){p->row, p->part, p->f[0], p->f[2], (int64_t)s->size / DEGREE};
}
static struct sm_csr_dense make_csr_dense(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_csr_dense){p->f[3], p->f[0], p->f[2], SM_DENSE};
}

/* Lines along y; faces and centres lie in the array of rising numbers. */
static struct sm_distance_rows make_distance_rows(const struct pool *p, const struct shape *s) {
  return (struct sm_distance_rows){.n = s->n[0],
                                   .open_sy = s->n[0],
                                   .open_sz = s->n[0] * (ptrdiff_t)s->n[1],
                                   .sy = s->sy,
                                   .sz = s->sz,
                                   .open = p->open,
                                   .face = p->d[11],
                                   .centre = p->d[11] + CENTRES,
                                   .squared = p->f[0]};
}
static struct sm_distance_lines make_distance_lines(const struct pool *p, const struct shape *s) {
  return (struct sm_distance_lines){.n = s->n[1],
                                    .step = s->sy,
                                    .across = s->sz,
                                    .face = p->d[11],
                                    .centre = p->d[11] + CENTRES,
                                    .squared = p->f[4],
                                    .below = 0.2f,
                                    .root = 1,
                                    .nx = s->n[0],
                                    .stack_step = (ptrdiff_t)s->n[0] * s->n[2],
                                    .stack_line = 1,
                                    .stack = p->site};
}

/* Some elements from the start of the arrays, so that there is something to the west. */
enum { BEFORE = 8 };
static union sm_reals reals_after(const struct pool *p, const struct shape *s, int which) {
  union sm_reals r = reals(p, s, which);
  if (s->bits == 64) {
    r.f64 += BEFORE;
  } else {
    r.f32 += BEFORE;
  }
  return r;
}
static struct sm_shear make_shear(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10];
  return (struct sm_shear){.sy = s->sy,
                           .sz = s->sz,
                           .west = -1,
                           .u = reals_after(p, s, 1),
                           .v = reals_after(p, s, 2),
                           .w = reals_after(p, s, 3),
                           .distance = p->f[8] + BEFORE,
                           .roughness = 0.01f,
                           .width = {m, m + 256, m + 512},
                           .gap = {m + 768, m + 1024, m + 1280}};
}
static struct sm_mixing make_mixing(const struct pool *p, const struct shape *s) {
  return (struct sm_mixing){.wind = make_shear(p, s),
                            .heat = {-0.3f, 0.5f, 0.7f},
                            .per_longest = 0.1f,
                            .fastest = 0.3f,
                            .background = 0.1f,
                            .viscosity = reals_after(p, s, 4),
                            .energy = reals_after(p, s, 5),
                            .dissipation = reals_after(p, s, 6),
                            .length = reals_after(p, s, 7)};
}
/* A wake that some of the cells lie in, others not. */
static struct sm_wake_mixing make_wake_mixing(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10];
  return (struct sm_wake_mixing){.wind = make_shear(p, s),
                                 .centre = {m + 1536, m + 1792, m + 2048},
                                 .wake = {.x = 0.3f,
                                          .y = 0.9f,
                                          .along = {0.8f, 0.6f},
                                          .lee = 0.2f,
                                          .low = -0.7f,
                                          .high = 0.5f,
                                          .width = 0.4f,
                                          .ground = 0.1f,
                                          .height = 1.2f,
                                          .cavity = 0.6f,
                                          .reach = 1,
                                          .side = 0.4f,
                                          .top = 0.7f},
                                 .fastest = 0.6f,
                                 .viscosity = reals_after(p, s, 4),
                                 .energy = reals_after(p, s, 5),
                                 .dissipation = reals_after(p, s, 6),
                                 .length = reals_after(p, s, 7)};
}
static struct sm_stress make_stress(const struct pool *p, const struct shape *s) {
  static const int to[6] = {0, 6, 7, 9, 11, 12};
  struct sm_stress stress = {.wind = make_shear(p, s),
                             .heat = {-0.3f, 0.5f, 0.7f},
                             .share = {1.9f, 1.2f, 0.5f},
                             .background = 0.01f,
                             .viscosity = reals_after(p, s, 4),
                             .energy = reals_after(p, s, 5)};
  for (int m = 0; m < 6; m++) stress.stress[m] = reals_after(p, s, to[m]);
  return stress;
}

static struct sm_zones zones_of(const struct pool *p, int form) {
  return (struct sm_zones){.block = p->block,
                           .reach = p->reach,
                           .tile_start = p->block_tile,
                           .tile_block = p->block_tile + 2,
                           .tile_n = {1, 1},
                           .tile_size = {1000, 1000},
                           .upwind = 1 + form,
                           .wake = 1 + form % 2,
                           .canyon = 1 + form,
                           .rooftop = 1 + form % 2,
                           .lid = 12,
                           .roughness = 0.1f};
}
static struct sm_probe make_probe(const struct pool *p, const struct shape *s) {
  return (struct sm_probe){make_guess(p, s), p->place, p->f[0]};
}
static struct sm_streets make_streets(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_streets){zones_of(p, 2), p->block};
}
static struct sm_zone_map make_zone_map(const struct pool *p, const struct shape *s) {
  return (struct sm_zone_map){zones_of(p, 1), s->sy, s->sz, p->surface, p->line, p->line, p->line};
}
static struct sm_urban make_urban(const struct pool *p, const struct shape *s) {
  return (struct sm_urban){.zones = zones_of(p, s->n[1] % 3),
                           .sy = s->sy,
                           .sz = s->sz,
                           .open_sy = s->fine.sy,
                           .open_sz = s->fine.sz,
                           .open_colour = s->fine.colour,
                           .u = reals(p, s, 2),
                           .open = p->open + s->fine.origin,
                           .axis = (s->n[0] + s->n[2]) % 3,
                           .n = s->n[(s->n[0] + s->n[2]) % 3],
                           .x = p->line,
                           .y = p->line,
                           .z = p->line};
}
/* Plants in columns of 2 m; positions lie in the array of widths, fill_plants says where. */
enum { ZONES = 6, MOST_TILES = 64, POSITIONS = 256 };
static int tiles_of(int n) { return (n - 1) / SM_PLANT_TILE + 1; }
static struct sm_plant_tiles make_tiles(const struct pool *p, const struct shape *s) {
  return (struct sm_plant_tiles){.column_sy = s->n[0] + 3,
                                 .ground = p->f[11],
                                 .zone = p->zone,
                                 .start = p->tile,
                                 .plant = p->tile + MOST_TILES + 1,
                                 .tiles_x = tiles_of(s->n[0]),
                                 .tiles_y = tiles_of(s->n[1])};
}
static struct sm_canopy make_canopy(const struct pool *p, const struct shape *s) {
  return (struct sm_canopy){.sy = s->sy,
                            .sz = s->sz,
                            .u = reals(p, s, 2),
                            .axis = 1,
                            .column_sy = s->n[0] + 3,
                            .ground = p->f[11],
                            .height = p->f[3],
                            .attenuation = p->f[12],
                            .displacement = p->f[13],
                            .z0 = p->f[9],
                            .z = p->f[10]};
}
static struct sm_shelter make_shelter(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_shelter){.tiles = make_tiles(p, s),
                             .sy = s->sy,
                             .sz = s->sz,
                             .u = reals(p, s, 2),
                             .axis = 0,
                             .x = at,
                             .y = at,
                             .z = at};
}
static struct sm_plant_flags make_plant_flags(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_plant_flags){.tiles = make_tiles(p, s),
                                 .sy = s->sy,
                                 .sz = s->sz,
                                 .flag = p->open,
                                 .canopy = p->f[3],
                                 .x = at,
                                 .y = at,
                                 .z = at};
}
static struct sm_plant_winds make_plant_winds(const struct pool *p, const struct shape *s) {
  return (struct sm_plant_winds){
      .sy = s->sy, .u = reals(p, s, 1), .v = reals(p, s, 2), .cell = p->cell, .wind = p->f[0]};
}

static bool is_turbulence(const char *kernel) {
  return strstr(kernel, "mixing") != NULL || strcmp(kernel, "stress") == 0;
}

/* The box of a kernel; names tell what it visits. */
static struct sm_box box_of(const char *kernel, const struct shape *s) {
  const int half = s->fine.half;
  if (strncmp(kernel, "restrict", 8) == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half, s->coarse[1], s->coarse[2]}};
  if (strncmp(kernel, "prolong", 7) == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half, s->n[1], s->n[2]}};
  if (strcmp(kernel, "coarsen") == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half + 1, s->coarse[1] + 1, s->coarse[2] + 1}};
  if (strcmp(kernel, "save_lambda") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "neumann") == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strcmp(kernel, "error_lines") == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[2], 1}};
  if (strcmp(kernel, "error") == 0 || strcmp(kernel, "sor_serial") == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  if (strcmp(kernel, "csr_smooth") == 0) return sm_csr_box((int64_t)s->size / 2);
  if (strcmp(kernel, "csr_defect") == 0) return sm_csr_box((int64_t)s->size);
  if (strcmp(kernel, "csr_dense") == 0) return sm_csr_box(SM_DENSE);
  if (strncmp(kernel, "csr", 3) == 0) return sm_csr_box((int64_t)s->size / DEGREE);
  if (strcmp(kernel, "dense") == 0) return (struct sm_box){{0, 0, 0}, {SM_DENSE, 1, 1}};
  if (strcmp(kernel, "probe") == 0) return (struct sm_box){{0, 0, 0}, {SM_HEIGHTS, BLOCKS, 1}};
  if (strcmp(kernel, "streets") == 0) return (struct sm_box){{0, 0, 0}, {SM_SAMPLES, BLOCKS, 1}};
  if (strcmp(kernel, "urban") == 0 || strcmp(kernel, "zone_map") == 0 || is_turbulence(kernel))
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "canopy") == 0 || strcmp(kernel, "shelter") == 0 ||
      strcmp(kernel, "plant_flags") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "plant_winds") == 0) return (struct sm_box){{0, 0, 0}, {ZONES, 1, 1}};
  if (strcmp(kernel, "distance_rows") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], 1}};
  if (strcmp(kernel, "distance_lines") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[2], 1}};
  if (strncmp(kernel, "set_", 4) == 0 || strncmp(kernel, "count_", 6) == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  return (struct sm_box){{0, 0, 0}, {half, s->n[1], s->n[2]}};
}

/* --- the kernels, by name --- */

static double largest(double a, double b) { return b <= a ? a : b; }
static double sum_of(double a, double b) { return a + b; }

/* Calls a cell function for every index of a box, forwards or backwards. */
#define SWEEP(CALL)                                                                                \
  for (int64_t m = 0; m < cells; m++) {                                                            \
    const int64_t c = backwards ? cells - 1 - m : m;                                               \
    const int i = b.lo[0] + (int)(c % nx), j = b.lo[1] + (int)(c / nx % ny);                       \
    const int k = b.lo[2] + (int)(c / nx / ny);                                                    \
    CALL;                                                                                          \
  }
#define SERIAL_HEAD(NAME, ARGS)                                                                    \
  const struct sm_##ARGS a = make_##ARGS(p, s);                                                    \
  const struct sm_box b = box_of(#NAME, s);                                                        \
  const int64_t nx = b.hi[0] - b.lo[0], ny = b.hi[1] - b.lo[1];                                    \
  const int64_t cells = nx * ny * (b.hi[2] - b.lo[2]);                                             \
  double total = 0;
#define SERIAL(NAME, CELL, ARGS, CALL)                                                             \
  static double serial_##NAME(const struct pool *p, const struct shape *s, bool backwards) {       \
    SERIAL_HEAD(NAME, ARGS)                                                                        \
    SWEEP(CALL)                                                                                    \
    return total;                                                                                  \
  }
#define EACH(NAME, ARGS) SERIAL(NAME, , ARGS, sm_cell_##NAME(&a, i, j, k))
#define FEW EACH
#define SUM(NAME, ARGS) SERIAL(NAME, , ARGS, total = sum_of(total, sm_cell_##NAME(&a, i, j, k)))
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  static double serial_##NAME(const struct pool *p, const struct shape *s, bool backwards) {       \
    SERIAL_HEAD(NAME, ARGS)                                                                        \
    SWEEP(total = sum_of(total, sm_cell_##NAME(&a, i, j, k)))                                      \
    sm_##THEN(&a.cg);                                                                              \
    return total;                                                                                  \
  }
#define MAX(NAME, ARGS) SERIAL(NAME, , ARGS, total = largest(total, sm_cell_##NAME(&a, i, j, k)))
#define BOTH(NAME)                                                                                 \
  (s->bits == 64 ? sm_cell_##NAME##_f64(&a, i, j, k) : sm_cell_##NAME##_f32(&a, i, j, k))
#define EACH_REAL(NAME, ARGS)                                                                      \
  SERIAL(NAME, , ARGS, if (s->bits == 64) sm_cell_##NAME##_f64(&a, i, j, k);                       \
         else sm_cell_##NAME##_f32(&a, i, j, k))
#define SUM_REAL(NAME, ARGS) SERIAL(NAME, , ARGS, total = sum_of(total, BOTH(NAME)))
#define MAX_REAL(NAME, ARGS) SERIAL(NAME, , ARGS, total = largest(total, BOTH(NAME)))
#include "cell/kernels.def"
#include "device/undef.h"

#define EACH(NAME, ARGS)                                                                           \
  static void run_##NAME(struct sm_device *device, const struct pool *p, const struct shape *s) {  \
    const struct sm_##ARGS a = make_##ARGS(p, s);                                                  \
    const struct sm_box b = box_of(#NAME, s);                                                      \
    device->backend->NAME(device, &b, &a);                                                         \
  }
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  static void run_##NAME(struct sm_device *device, const struct pool *p, const struct shape *s) {  \
    const struct sm_##ARGS a = make_##ARGS(p, s);                                                  \
    const struct sm_box b = box_of(#NAME, s);                                                      \
    device->backend->NAME(device, &b, &a, p->out);                                                 \
  }
#define MAX SUM
#define EACH_REAL EACH
#define SUM_REAL SUM
#define MAX_REAL SUM
#include "cell/kernels.def"
#include "device/undef.h"

static const struct kernel {
  const char *name;
  double (*serial)(const struct pool *, const struct shape *, bool backwards);
  void (*run)(struct sm_device *, const struct pool *, const struct shape *);
  bool real; /* follows the precision of the state */
} kernels[] = {
#define EACH(NAME, ARGS) {#NAME, serial_##NAME, run_##NAME, false},
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL(NAME, ARGS) {#NAME, serial_##NAME, run_##NAME, true},
#define SUM_REAL EACH_REAL
#define MAX_REAL EACH_REAL
#include "cell/kernels.def"
#include "device/undef.h"
};

/* --- the pools --- */

/* The arrays of a pool as a list of (address of the pointer, bytes). */
struct array {
  void **at;
  size_t bytes;
};
enum { ARRAYS = FLOATS + DOUBLES + HALVES + 19 };

static void list_arrays(struct pool *p, const struct shape *s, struct array out[ARRAYS]) {
  int m = 0;
  for (int i = 0; i < FLOATS; i++) out[m++] = (struct array){(void **)&p->f[i], s->size * 4};
  for (int i = 0; i < DOUBLES; i++) out[m++] = (struct array){(void **)&p->d[i], s->size * 8};
  for (int i = 0; i < HALVES; i++) out[m++] = (struct array){(void **)&p->h[i], s->size * 2};
  out[m++] = (struct array){(void **)&p->open, s->size};
  out[m++] = (struct array){(void **)&p->surface, s->size};
  out[m++] = (struct array){(void **)&p->start, 768 * sizeof(int)};
  out[m++] = (struct array){(void **)&p->parent, 768 * sizeof(int)};
  out[m++] = (struct array){(void **)&p->place, SM_DENSE * sizeof(int)};
  out[m++] = (struct array){(void **)&p->row, (s->size + 1) * sizeof(uint32_t)};
  out[m++] = (struct array){(void **)&p->link, DEGREE * s->size * sizeof(struct sm_link)};
  out[m++] = (struct array){(void **)&p->part, s->size * sizeof(uint32_t)};
  out[m++] = (struct array){(void **)&p->order, s->size / 2 * sizeof(int32_t)};
  out[m++] = (struct array){(void **)&p->site, s->size * sizeof(struct sm_site)};
  out[m++] = (struct array){(void **)&p->block, BLOCKS * sizeof(struct sm_block)};
  out[m++] = (struct array){(void **)&p->reach, BLOCKS * sizeof(struct sm_reach)};
  out[m++] = (struct array){(void **)&p->block_tile, (2 + BLOCKS) * sizeof(int)};
  out[m++] = (struct array){(void **)&p->line, 512 * sizeof(float)};
  out[m++] = (struct array){(void **)&p->zone, ZONES * sizeof(struct sm_plant_zone)};
  out[m++] = (struct array){(void **)&p->tile, (MOST_TILES * (ZONES + 1) + 1) * sizeof(uint32_t)};
  out[m++] = (struct array){(void **)&p->cell, ZONES * sizeof(int64_t)};
  out[m++] = (struct array){(void **)&p->scalars, NUMBERS * sizeof(double)};
  out[m++] = (struct array){(void **)&p->out, sizeof(double)};
}

/* A block of buildings and its zones, all lengths near those of the grid. */
static struct sm_block some_block(int index, const struct shape *s) {
  struct sm_block b = {.x = 0.35f * (float)s->n[0],
                       .y = 0.25f * (float)s->n[1] + (float)index,
                       .wind = {index == 2 ? -0.8f : 0.8f, 0.6f},
                       .ground = 0.4f,
                       .bottom = 0.4f,
                       .top = 2.4f + (float)index,
                       .low = {-1.5f, -1},
                       .high = {1, 2.5f},
                       .length = 2,
                       .width = 3,
                       .speed = 2,
                       .porosity = index == 3 ? 0.3f : 0,
                       .upwind = 1.5f,
                       .cavity = 2.5f,
                       .wake_bottom = index == 3 ? 0.2f : -INFINITY,
                       .saddle = index == 1 ? 1 : 0,
                       .wake_top = 3 + (float)index,
                       .roof_length = 2,
                       .roof_height = 1,
                       .side_length = 1.5f,
                       .side_width = 1,
                       .sheltered = index == 2,
                       .tall = index == 1};
  if (index == 3) b.saddle = 1;
  for (int m = 0; m < SM_HEIGHTS; m++) b.approach[m] = 0.1f * (float)m;
  for (int m = 0; m < SM_SAMPLES; m++) {
    const float bend = 0.2f * (float)(m % 3);
    b.outline.front.at[m] = -1.5f + bend;
    b.outline.lee.at[m] = 1 - bend;
    b.outline.left.at[m] = 2.5f - bend;
    b.outline.right.at[m] = -1 + bend;
    b.outline.front.cosine[m] = b.outline.left.cosine[m] = m % 3 == 0 ? 1 : 0.9f;
    b.outline.lee.cosine[m] = b.outline.right.cosine[m] = m % 5 == 0 ? 0.8f : 1;
    b.outline.front.sine[m] = m % 3 == 0 ? 0 : -0.43f;
    b.outline.lee.sine[m] = m % 5 == 0 ? 0.6f : 0;
    b.street[m] = (struct sm_street){.gap = m % 2 == 0 ? 1.7f : INFINITY,
                                     .top = m % 2 == 0 ? 2 : 0,
                                     .normal = {0.96f, 0.28f},
                                     .across = m % 7 == 0 ? -1.5f : 2,
                                     .along = 0.5f};
  }
  return b;
}

static void fill(struct pool *p, const struct shape *s) {
  for (int m = 0; m < BLOCKS; m++) {
    p->block[m] = some_block(m % 4, s);
    p->reach[m] =
        (struct sm_reach){p->block[m].x, p->block[m].y, {p->block[m].wind[0], p->block[m].wind[1]},
                          {-4, -3},      {9, 5},        7};
    p->block_tile[2 + m] = BLOCKS - 1 - m;
  }
  p->block_tile[1] = BLOCKS;
  for (int m = 0; m < 512; m++) p->line[m] = 0.5f * (float)m;
  for (int i = 0; i < FLOATS; i++)
    for (size_t m = 0; m < s->size; m++)
      p->f[i][m] = (float)(i >= 4 && i <= 12 ? random_number() + 0.5001 : random_number());
  for (int i = 0; i < HALVES; i++)
    for (size_t m = 0; m < s->size; m++)
      p->h[i][m] = sm_narrow((float)(i < 4              ? random_number()
                                     : rand() % 40 == 0 ? random_number() + 0.5001
                                                        : rand() % 3 > 0));
  for (int i = 0; i < DOUBLES; i++)
    for (size_t m = 0; m < s->size; m++)
      p->d[i][m] = i >= 9 ? random_number() + 0.6 : random_number();
  for (int m = 0; m < CENTRES; m++) {
    p->d[11][m] = 0.7 * m;
    p->d[11][CENTRES + m] = 0.7 * m + 0.35;
  }
  for (size_t m = 0; m < s->size; m++) {
    p->open[m] = (uint8_t)(rand() % 256);
    p->surface[m] = (uint8_t)(rand() % 3);
  }
  for (int d = 0; d < 3; d++) {
    int fine = 0;
    for (int c = 0; c <= s->coarse[d]; c++) {
      p->start[256 * d + c] = fine;
      const bool two = d == 0 ? s->pair && fine + 1 < s->n[0]
                              : s->n[d] - fine > s->coarse[d] - c && fine + 1 < s->n[d];
      for (int f = fine; d > 0 && f < fine + 1 + two && f < s->n[d]; f++)
        p->parent[256 * (d - 1) + f] = c;
      fine += c < s->coarse[d] ? 1 + two : 0;
    }
  }
  for (int m = 0; m < SM_DENSE; m++) p->place[m] = m;
  for (size_t m = 0; m <= s->size; m++) p->row[m] = (uint32_t)(DEGREE * m);
  for (size_t m = 0; m < DEGREE * s->size; m++) {
    const size_t other = 2 * ((size_t)rand() % (s->size / 2)) + (m / DEGREE + 1) % 2;
    p->link[m] = (struct sm_link){(int32_t)other, (float)(random_number() + 0.5001)};
  }
  for (size_t m = 0; m < s->size; m++) p->part[m] = (uint32_t)(s->size - 1 - m);
  for (size_t m = 0; m < s->size / 2; m++) p->order[m] = (int32_t)(2 * m);
  for (int m = 0; m < NUMBERS; m++) p->scalars[m] = random_number() + 1;
}

/* Makes most faces wholly open or closed, and the bytes tell which cells have others: level 0 with
 * cut cells. */
static void mark_parts(struct pool *p, const struct shape *s) {
  for (int i = 4; i <= 6; i++)
    for (size_t m = 0; m < s->size; m++)
      if (rand() % 40 > 0) p->f[i][m] = rand() % 3 > 0;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const int side[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        int byte = 0;
        for (int m = 0; m < 6; m++) {
          const int *next = side[m / 2], high = m % 2;
          const float f = p->f[4 + m / 2][s->fine.origin +
                                          sm_split_index(&s->fine, i + high * next[0],
                                                         j + high * next[1], k + high * next[2])];
          byte |= (f > 0 ? 1 << m : 0) | (f > 0 && f != 1 ? SM_OPEN_PART : 0);
        }
        p->open[s->fine.origin + sm_split_index(&s->fine, i, j, k)] = (uint8_t)byte;
      }
}

/* Some cells are no air; and cells are of similar widths, or slopes would differ by as much as
 * their differences cancel. */
static void mark_walls(struct pool *p, const struct shape *s) {
  for (size_t m = 0; m < s->size; m++) {
    if (rand() % 4 == 0) p->f[8][m] = 0;
    p->f[10][m] = (float)(random_number() + 1);
  }
}

/* Trees, single barriers and rows, all of them in every tile; some columns without a canopy. */
static void fill_plants(struct pool *p, const struct shape *s) {
  const int tiles = tiles_of(s->n[0]) * tiles_of(s->n[1]);
  for (size_t m = 0; m < s->size; m++) p->open[m] = m % 3 == 0; /* what buildings have marked */
  for (uint32_t z = 0; z < ZONES; z++) {
    const float turn = (float)(6 * random_number()), c = cosf(turn), sine = sinf(turn);
    p->zone[z] = (struct sm_plant_zone){.form = z < 2 ? SM_FORM_TREE : SM_FORM_BARRIER,
                                        .field = z < 4 ? (int)z : 4,
                                        .x = (float)(2 * s->n[0] * (random_number() + 0.5)),
                                        .y = (float)(2 * s->n[1] * (random_number() + 0.5)),
                                        .along = {1, 0},
                                        .height = 4,
                                        .base = z % 2 == 0 ? 0.5f : 0.0f,
                                        .foliage = {4, 1.5f, 2.5f, 0.05f},
                                        .radius = 2.5f,
                                        .friction = 0.09f,
                                        .tangent = {-sine, c},
                                        .normal = {c < 0 ? -c : c, c < 0 ? -sine : sine},
                                        .cosine = fabsf(c),
                                        .length = 9,
                                        .thickness = 1,
                                        .open = 0.4f,
                                        .spread = 0.2f,
                                        .descent = -0.3f,
                                        .spacing = z < 4 ? 0.0f : 3.0f,
                                        .rows = 2,
                                        .to_lee = 5 - (int)z,
                                        .joined = {z == 3, 0}};
    p->cell[z] = (int64_t)z % s->n[0];
    for (int t = 0; t < tiles; t++) p->tile[MOST_TILES + 1 + t * ZONES + (int)z] = z;
  }
  for (int t = 0; t <= tiles; t++) p->tile[t] = (uint32_t)(t * ZONES);
  for (size_t m = 0; m < s->size; m++) {
    p->f[3][m] = m % 5 < 2 ? 0.0f : 2.0f + p->f[3][m];
    p->f[9][m] = 0.05f + 0.1f * p->f[9][m];
    p->f[13][m] = 0.5f * p->f[3][m];
  }
  for (int m = 0; m < POSITIONS && (size_t)m < s->size; m++) p->f[10][m] = 2 * (float)m + 0.3f;
}

/* Faces in z rise. */
static void raise_faces(struct pool *p) {
  for (int m = 0; m < 256; m++) p->f[10][m] = 0.05f * (float)m + 0.02f * p->f[10][m];
}

/* Arrays split by colour hold 0 in their padding (split.h). */
static void clear_padding(struct pool *p, const struct shape *s) {
  bool *cell = calloc(s->size, sizeof *cell);
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        cell[s->fine.origin + sm_split_index(&s->fine, i, j, k)] = true;
  for (size_t m = 0; m < s->size; m++) {
    if (cell[m]) continue;
    for (int i = 0; i < 4; i++) p->h[i][m] = 0;
    for (int i = 0; i < 3; i++) p->f[i][m] = 0;
    for (int i = 0; i < 2; i++) p->d[i][m] = 0;
    p->open[m] &= SM_GHOST | SM_GHOST_X;
  }
  free(cell);
}

static void create_host(struct pool *p, const struct shape *s) {
  struct array list[ARRAYS];
  list_arrays(p, s, list);
  for (int m = 0; m < ARRAYS; m++) *list[m].at = calloc(1, list[m].bytes);
}

static void copy_host(struct pool *to, struct pool *from, const struct shape *s) {
  struct array a[ARRAYS], b[ARRAYS];
  list_arrays(to, s, a);
  list_arrays(from, s, b);
  for (int m = 0; m < ARRAYS; m++) memcpy(*a[m].at, *b[m].at, a[m].bytes);
}

static void free_host(struct pool *p, const struct shape *s) {
  struct array list[ARRAYS];
  list_arrays(p, s, list);
  for (int m = 0; m < ARRAYS; m++) free(*list[m].at);
}

/* Runs kernel k on a device with the contents of `from`; the arrays come back in `to`. */
static bool run_on(struct sm_device *device, const struct kernel *k, const struct shape *s,
                   struct pool *from, struct pool *to) {
  struct pool on = {0};
  struct array a[ARRAYS], b[ARRAYS], c[ARRAYS];
  list_arrays(&on, s, a);
  list_arrays(from, s, b);
  list_arrays(to, s, c);
  bool good = true;
  for (int m = 0; m < ARRAYS && good; m++) {
    *a[m].at = device->backend->allocate(device, a[m].bytes);
    good = *a[m].at != NULL && device->backend->upload(device, *a[m].at, *b[m].at, a[m].bytes);
  }
  if (good) k->run(device, &on, s);
  good = good && device->backend->sync(device) == NULL;
  for (int m = 0; m < ARRAYS; m++) {
    if (good) good = device->backend->download(device, *c[m].at, *a[m].at, a[m].bytes);
    if (*a[m].at != NULL) device->backend->release(device, *a[m].at);
  }
  return good;
}

/* Largest difference between the arrays of two pools, by the kind of their numbers. */
struct gap {
  double halves, floats, doubles;
};

static void widen(double *worst, double a, double b) {
  const double d = a == b ? 0 : fabs(a - b) / (1 + fabs(b)); /* infinities may be equal */
  if (!(d <= *worst)) *worst = d;                            /* a NaN stays */
}

static struct gap difference(const struct pool *a, const struct pool *b, const struct shape *s) {
  struct gap worst = {0, 0, 0};
  for (size_t m = 0; m < s->size; m++) {
    if (a->open[m] != b->open[m] || a->surface[m] != b->surface[m]) worst.halves = 1;
    for (int i = 0; i < HALVES; i++)
      widen(&worst.halves, (double)sm_widen(a->h[i][m]), (double)sm_widen(b->h[i][m]));
    for (int i = 0; i < FLOATS; i++) widen(&worst.floats, (double)a->f[i][m], (double)b->f[i][m]);
    for (int i = 0; i < DOUBLES; i++) widen(&worst.doubles, a->d[i][m], b->d[i][m]);
  }
  for (int m = 0; m < BLOCKS * SM_SAMPLES; m++) {
    const struct sm_street *p = &a->block[m / SM_SAMPLES].street[m % SM_SAMPLES];
    const struct sm_street *q = &b->block[m / SM_SAMPLES].street[m % SM_SAMPLES];
    widen(&worst.floats, (double)p->across, (double)q->across);
    widen(&worst.floats, (double)p->along, (double)q->along);
  }
  for (int m = 0; m < NUMBERS; m++) widen(&worst.doubles, a->scalars[m], b->scalars[m]);
  return worst;
}

/* --- the comparison --- */

static int failures;

static void judge(bool good, const char *kernel, const char *what, int bits, double number) {
  if (good) return;
  failures++;
  printf("%-24s %-28s f%d: %g\n", kernel, what, bits, number);
}

static struct shape shape_of(const int n[3], bool pair, int bits) {
  struct shape s = {.n = {n[0], n[1], n[2]}, .pair = pair, .bits = bits};
  s.coarse[0] = pair ? (n[0] + 1) / 2 : n[0];
  s.coarse[1] = (n[1] + 1) / 2;
  s.coarse[2] = n[2] > 2 ? n[2] - 1 : n[2]; /* one pair of layers only */
  s.fine = sm_split_layout(s.n);
  s.half = sm_split_layout(s.coarse);
  s.sy = n[0] + 5;
  s.sz = s.sy * (n[1] + 2);
  s.size = s.fine.size + SM_DENSE * SM_DENSE + (size_t)(s.sz * (n[2] + 2));
  return s;
}

static void compare(const struct kernel *k, const int n[3], int bits, struct sm_device **devices,
                    int device_count) {
  struct shape s = shape_of(n, strstr(k->name, "single") == NULL, bits);
  s.part = strstr(k->name, "part") != NULL;
  s.rough = strstr(k->name, "_coarse") != NULL || strcmp(k->name, "classify") == 0;
  struct pool start = {0}, forwards = {0}, backwards = {0}, got = {0};
  create_host(&start, &s);
  create_host(&forwards, &s);
  create_host(&backwards, &s);
  create_host(&got, &s);
  fill(&start, &s);
  clear_padding(&start, &s);
  if (s.rough) serial_classify(&start, &s, false);
  if (s.part) mark_parts(&start, &s);
  if (strcmp(k->name, "canopy") == 0 || strcmp(k->name, "shelter") == 0 ||
      strncmp(k->name, "plant", 5) == 0)
    fill_plants(&start, &s);
  if (strncmp(k->name, "slope", 5) == 0) raise_faces(&start);
  if (is_turbulence(k->name)) mark_walls(&start, &s);
  if (strncmp(k->name, "restrict", 8) == 0) memset(start.f[2], 0, s.size * sizeof *start.f[2]);
  copy_host(&forwards, &start, &s);
  copy_host(&backwards, &start, &s);
  const double total = k->serial(&forwards, &s, false);
  k->serial(&backwards, &s, true);
  struct gap d = difference(&backwards, &forwards, &s);
  judge(d.halves == 0 && d.floats == 0 && d.doubles == 0, k->name, "order of cells matters", bits,
        d.floats);
#ifdef SM_STRICT
  const double limit = 0, limit_halves = 0, limit_doubles = 0;
#else
  /* The first guess and its zones are computed in float whatever they fill; at the edges of zones
   * are roots of differences, where the last bit counts more. */
  const bool zones = strcmp(k->name, "urban") == 0;
  const double limit_halves = 4e-3;         /* one unit in the last place */
  const double limit = zones ? 1e-4 : 2e-5; /* floats; sums of floats */
  const double limit_doubles = zones ? 1e-4 : 1e-6;
#endif
  double first = 0;
  for (int m = 0; m < device_count; m++) {
    devices[m]->bits = bits;
    const bool ran = run_on(devices[m], k, &s, &start, &got);
    judge(ran, k->name, devices[m]->name, bits, NAN);
    if (!ran) continue;
    d = difference(&got, &forwards, &s);
    judge(d.halves <= limit_halves, k->name, devices[m]->name, bits, d.halves);
    judge(d.floats <= limit, k->name, devices[m]->name, bits, d.floats);
    judge(d.doubles <= limit_doubles, k->name, devices[m]->name, bits, d.doubles);
    const double relative = fabs(*got.out - total) / (1e-30 + fabs(total));
    if (total != 0) judge(relative <= 1e-5, k->name, "reduction against serial", bits, relative);
    if (m == 0) first = *got.out;
    const double among = fabs(*got.out - first) / (1e-30 + fabs(first));
    if (total != 0) judge(among <= limit, k->name, "reduction among back ends", bits, among);
  }
  free_host(&start, &s);
  free_host(&forwards, &s);
  free_host(&backwards, &s);
  free_host(&got, &s);
}

/* --- what only a GPU has: the same iterations, by other means --- */

enum { ITERATIONS = 47, MOST = 60 };

struct loop_result {
  float *lambda, changes[MOST];
  int done;
};

/* Iterations of sor-global, launched by the host; shared: through shared memory. */
static void loop_by_host(struct sm_device *device, struct sm_sor_loop *loop, bool shared) {
  const struct sm_backend *be = device->backend;
  struct sm_lambda *l = &loop->lambda;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}}, cells = {{0, 0, 0}, {l->nx, l->ny, l->nz}};
  const struct sm_box half = {{0, 0, 0}, {(l->nx + 1) / 2, l->ny, l->nz}};
  const struct sm_box ground = {{0, 0, 0}, {l->nx, l->ny, 1}};
  const struct sm_box lines = {{0, 0, 0}, {l->nx, l->nz, 1}};
  float *change = l->change;
  int done = 0;
  while (done < loop->limit) {
    be->save_lambda(device, &cells, l);
    for (l->colour = 1; l->colour >= 0; l->colour--) {
      if (shared) {
        be->sor_shared(device, l);
      } else {
        be->sor(device, &half, l);
      }
    }
    be->neumann(device, &ground, l);
    if (++done % loop->every != 0) continue;
    l->change = loop->changes + done / loop->every - 1;
    be->error_lines(device, &lines, l);
    be->error(device, &one, l);
    float value;
    be->download(device, &value, l->change, sizeof value);
    if (value <= loop->stop) break;
  }
  l->change = change;
  be->upload(device, loop->done, &done, sizeof done);
}

/* A box of cells whose coefficients are 1, but 0 at its lower sides, and a source in its middle. */
static void fill_loop(const struct sm_lambda *at, ptrdiff_t origin, size_t size, float *array) {
  for (int k = 0; k < at->nz; k++)
    for (int j = 0; j < at->ny; j++)
      for (int i = 0; i < at->nx; i++) {
        const ptrdiff_t c = origin + i + j * at->sy + k * at->sz;
        const bool open[6] = {true, i > 0, true, j > 0, true, k > 0};
        for (size_t m = 0; m < 6; m++) array[m * size + (size_t)c] = open[m] ? 1.0f : 0.0f;
        array[6 * size + (size_t)c] = i == at->nx / 2 && j == at->ny / 2 ? 1.0f : 0.0f;
      }
}

/* how: 0 by the host, 1 through shared memory, 2 by kernels that launch kernels, 3 by a graph. */
static const char *run_loop(struct sm_device *device, const int n[3], int every, float stop,
                            int how, struct loop_result *result) {
  const struct sm_backend *be = device->backend;
  struct sm_sor_loop loop = {
      .graph = how == 3, .limit = ITERATIONS / every * every, .every = every, .stop = stop};
  struct sm_lambda *l = &loop.lambda;
  size_t size;
  ptrdiff_t o;
  sm_lambda_layout(l, n, &size, &o);
  const size_t lines = (size_t)n[0] * (size_t)n[2], count = 9 * size + lines + 1 + MOST;
  float *host = calloc(count, sizeof *host), *all = be->allocate(device, count * sizeof *host);
  loop.done = be->allocate(device, sizeof(int));
  fill_loop(l, o, size, host);
  be->upload(device, all, host, count * sizeof *host);
  float **const array[9] = {&l->e, &l->f, &l->g, &l->h, &l->m, &l->n, &l->r, &l->lambda, &l->old};
  for (size_t m = 0; m < 9; m++) *array[m] = all + m * size + o;
  l->line = all + 9 * size;
  l->change = l->line + lines;
  loop.changes = l->change + 1;
  l->omega = 1.5f;
  const char *error = NULL;
  if (how < 2) {
    loop_by_host(device, &loop, how == 1);
  } else {
    error = be->sor_loop(device, &loop);
  }
  if (error == NULL) error = be->sync(device);
  result->lambda = calloc(size, sizeof *host);
  be->download(device, result->lambda, all + 7 * size, size * sizeof *host);
  be->download(device, result->changes, loop.changes, sizeof result->changes);
  be->download(device, &result->done, loop.done, sizeof result->done);
  be->release(device, all);
  be->release(device, loop.done);
  free(host);
  return error;
}

static void compare_loop(struct sm_device *device, const int n[3], int every, float stop, int how) {
  static const char *const names[] = {"sor-global", "sor-shared", "sor-dynamic", "sor-graph"};
  struct loop_result a, b;
  const char *error = run_loop(device, n, every, stop, 0, &a);
  judge(error == NULL, names[0], device->name, 32, NAN);
  judge(stop == 0 ? a.done == ITERATIONS / every * every : a.done < ITERATIONS / every * every,
        names[0], "iterations", 32, a.done);
  error = run_loop(device, n, every, stop, how, &b);
  if (error == NULL || strstr(error, "need CUDA") == NULL) {
    judge(error == NULL, names[how], device->name, 32, NAN);
    judge(a.done == b.done, names[how], "iterations", 32, b.done);
    struct gap worst = {0, 0, 0};
    const size_t size = (size_t)(n[0] + 2) * (size_t)(n[1] + 2) * (size_t)(n[2] + 2);
    for (size_t c = 0; c < size; c++)
      widen(&worst.floats, (double)a.lambda[c], (double)b.lambda[c]);
    for (int m = 0; m < a.done / every; m++)
      widen(&worst.floats, (double)a.changes[m], (double)b.changes[m]);
    judge(worst.floats <= 1e-6, names[how], "lambda and changes", 32, worst.floats);
  }
  free(a.lambda);
  free(b.lambda);
}

static void compare_loops(struct sm_device *device) {
  if (device->backend->sor_loop == NULL) return;
  static const int sizes[][3] = {{37, 6, 5}, {5, 9, 3}, {1, 3, 2}};
  struct loop_result result;
  const char *error = run_loop(device, sizes[2], 1, 0, 3, &result);
  if (error != NULL) printf("skipped sor-graph on %s: %s\n", device->name, error);
  free(result.lambda);
  for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++)
    for (int how = 1; how <= 3; how++) {
      compare_loop(device, sizes[z], 1, 0, how);
      compare_loop(device, sizes[z], 3, 0, how);
      compare_loop(device, sizes[z], 1, 0.05f, how);
    }
}

static int open_devices(struct sm_context *ctx, struct sm_device *devices[8]) {
  int count = 0;
  if (sm_device_open(ctx, "cpu", 1, 32, 0, &devices[count]) == SM_OK) count++;
  if (sm_device_open(ctx, "cpu", 3, 32, 0, &devices[count]) == SM_OK) count++;
  devices[0]->backend = sm_backend_cpu(); /* the plain build, beside the one for this processor */
  snprintf(devices[0]->name, sizeof devices[0]->name, "CPU, 1 thread, plain build");
#ifdef SM_HAVE_X86_LEVELS
  if (sm_cpu_level() == 4 && sm_device_open(ctx, "cpu", 2, 32, 0, &devices[count]) == SM_OK) {
    snprintf(devices[count]->name, sizeof devices[count]->name, "CPU, 2 threads, x86-64-v3");
    devices[count++]->backend = sm_backend_cpu_v3();
  }
#endif
  if (sm_device_open(ctx, "cuda", 1, 32, 0, &devices[count]) == SM_OK) {
    count++;
  } else {
    printf("skipped for CUDA: %s\n", sm_context_message(ctx));
  }
  return count;
}

/* Every kernel and both kinds of copies were counted. */
static void check_profile(struct sm_device *device, int64_t calls) {
  device->backend->sync(device);
  const struct sm_profile *profile = device->profile;
  int64_t counted = 0;
  for (int m = 0; m < profile->count; m++)
    if (profile->row[m].bytes == 0) counted += profile->row[m].calls;
  judge(counted == calls, "profile", device->name, device->bits, (double)counted);
  const int rows = (int)(sizeof kernels / sizeof *kernels) + 2;
  judge(profile->count == rows, "rows of the profile", device->name, device->bits,
        (double)profile->count);
}

int main(void) {
  struct sm_context *ctx = NULL;
  struct sm_device *devices[8];
  if (sm_context_create(NULL, &ctx) != SM_OK) return 1;
  const int count = open_devices(ctx, devices);
  static const int sizes[][3] = {{37, 6, 5}, {70, 5, 4}, {1, 3, 2}, {2, 1, 1}};
  srand(7);
  int compared = 0;
  int64_t calls = 0;
  for (int m = 0; m < count; m++)
    if (sm_device_begin_profile(ctx, devices[m]) != SM_OK) return 1;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++) {
      compare(&kernels[k], sizes[z], 32, devices, count);
      if (kernels[k].real) compare(&kernels[k], sizes[z], 64, devices, count);
      compared++;
      calls += kernels[k].real ? 2 : 1;
    }
  for (int m = 0; m < count; m++) {
    check_profile(devices[m], calls);
    compare_loops(devices[m]);
    printf("%s\n", devices[m]->name);
    sm_device_close(&devices[m]);
  }
  sm_context_destroy(&ctx);
  printf("%d comparisons over %zu kernels, %d back ends: %d failures\n", compared,
         sizeof kernels / sizeof *kernels, count, failures);
  return failures != 0;
}
