/* arguments_particles.c - of particles: in air whose cells have widths of about 1 m. */
#include "arguments.h"
#include <math.h>
#include <string.h>

enum { STEPS = 3, WIDTH = 4, INVERSE = 7, PLACE = 10, FRICTION = 13 };   /* floats */
enum { EMITTED = 2, RATE = 3, PATH = 4, PATHS = 6, COLUMN = 5, AT = 6 }; /* doubles */
enum { WIDTH_F64 = 0, INVERSE_F64 = 3, PLACE_F64 = 6 }; /* the same ones, of a step in f64 */

static int scheme_of(const struct shape *s) {
  return s->n[0] == 37   ? SM_SCHEME_MIDPOINT
         : s->n[0] == 70 ? SM_SCHEME_PAPER
         : s->n[0] == 1  ? SM_SCHEME_EULER
                         : SM_SCHEME_ETD2;
}

/* All cells of some axes are alike. */
static bool is_even(const struct shape *s, int d) { return (s->n[0] + d) % 2 == 0; }

static struct sm_particle_grid_f32 particle_grid_of(const struct pool *p, const struct shape *s) {
  struct sm_particle_grid_f32 g = {.sy = s->n[0], .sz = columns_of(s), .open = p->open};
  for (int d = 0; d < 3; d++) {
    g.n[d] = s->n[d];
    g.h[d] = p->f[WIDTH + d];
    g.g[d] = p->f[INVERSE + d];
    g.even[d] = is_even(s, d) ? 1.0f : 0.0f;
  }
  return g;
}

static struct sm_particle_grid_f64 particle_grid_f64_of(const struct pool *p,
                                                        const struct shape *s) {
  struct sm_particle_grid_f64 g = {.sy = s->n[0], .sz = columns_of(s), .open = p->open};
  for (int d = 0; d < 3; d++) {
    g.n[d] = s->n[d];
    g.h[d] = p->d[WIDTH_F64 + d];
    g.g[d] = p->d[INVERSE_F64 + d];
    g.even[d] = is_even(s, d) ? 1 : 0;
  }
  return g;
}

/* Of an axis of fewer nodes than a spline has, all are the same. */
static ptrdiff_t stride_of(const struct shape *s, int d) {
  return s->n[d] < 4 ? 0 : d == 1 ? s->n[0] : columns_of(s);
}

static struct sm_air_view air_of(const struct pool *p, const struct shape *s) {
  struct sm_air_view air = {.grid_f32 = particle_grid_of(p, s),
                            .grid_f64 = particle_grid_f64_of(p, s),
                            .faces = {s->sy, s->sz, {p->f[1]}, {p->f[2]}, {p->f[3]}},
                            .nodes = {.sy = stride_of(s, 1),
                                      .sz = stride_of(s, 2),
                                      .node = p->particles.node,
                                      .rough_sx = 1,
                                      .rough_sy = s->n[0],
                                      .rough = p->f[FRICTION]},
                            .turbulence = {stride_of(s, 1), stride_of(s, 2), p->particles.eddy},
                            .friction_sy = s->n[0],
                            .friction = p->f[FRICTION]};
  for (int d = 0; d < 3; d++) {
    air.nodes.spline_f32[d] = p->particles.spline;
    air.nodes.spline_f64[d] = p->particles.spline_f64;
  }
  return air;
}

/* Every boundary action is taken by particles of some size. */
struct sm_particle_advance make_particle_advance(const struct pool *p, const struct shape *s) {
  const bool wide = s->n[0] % 2 == 0;
  return (struct sm_particle_advance){
      .count = PARTICLES,
      .particle = p->particles.particle,
      .particle_f64 = p->particles.particle_f64,
      .tag = p->particles.tag,
      .turbulence = p->particles.turbulence,
      .start = p->particles.particle_to,
      .kind = p->particles.kind,
      .kind_f64 = p->particles.kind_f64,
      .rise = p->particles.rise,
      .h_f32 = 0.25f,
      .h_f64 = 0.25,
      .steps = STEPS,
      .first_step = 5,
      .time = 10,
      .scheme = scheme_of(s),
      .meander = wide ? 0.5f : 0.0f,
      .meander_kept = 0.9f,
      .seed = 17,
      .air = air_of(p, s),
      .vortex_f32 = {3, 5, 1},
      .vortex_f64 = {3, 5, 1},
      .face_f32 = {p->f[PLACE], p->f[PLACE + 1], p->f[PLACE + 2]},
      .face_f64 = {p->d[PLACE_F64], p->d[PLACE_F64 + 1], p->d[PLACE_F64 + 2]},
      .foot_f32 = {0.6f, 0.4f, 0.0f},
      .foot_f64 = {0.6, 0.4, 0},
      .sides = wide ? SM_ACTION_PERIODIC : SM_ACTION_RESET,
      .top = SM_ACTION_DELETE,
      .ground = wide ? SM_ACTION_DEPOSIT : SM_ACTION_REFLECT,
      .walls = SM_ACTION_REFLECT,
      .rebound = {{0.5f, 0.75f, 0.0f, 3}, {0.9f, 0.9f, wide ? 1e30f : 0.0f, 3}},
      .released = 1,
      .deposits = 1,
      .budget = p->particles.budget,
      .deposit = p->particles.deposit};
}

/* A sphere, a box as the paper fills it, the ground, and a path. */
struct sm_emission make_emission(const struct pool *p, const struct shape *s) {
  const int shape = s->n[0] == 37   ? SM_SOURCE_SPHERE
                    : s->n[0] == 70 ? SM_SOURCE_BOX
                    : s->n[0] == 1  ? SM_SOURCE_GROUND
                                    : SM_SOURCE_PATH;
  struct sm_emission e = {.released = BATCH,
                          .first = 1,
                          .stride = 2,
                          .to = PARTICLES,
                          .particle = p->particles.particle,
                          .particle_f64 = p->particles.particle_f64,
                          .tag = p->particles.tag,
                          .turbulence = p->particles.turbulence,
                          .start = p->particles.particle_to,
                          .slot = 9,
                          .budget = p->particles.budget,
                          .source = 1,
                          .total = 2 * BATCH + 20,
                          .mass = 123456789,
                          .species = 1,
                          .first_kind = 1,
                          .kinds = KINDS - 1,
                          .share = p->f[FRICTION],
                          .seed = 17,
                          .time = 0.5,
                          .at = p->d[AT],
                          .emitted = p->d[EMITTED],
                          .rate = p->d[RATE],
                          .moments = 3,
                          .geometry.shape = shape,
                          .places = shape == SM_SOURCE_BOX ? SM_PLACEMENT_PUBLISHED_RANDOM
                                                           : SM_PLACEMENT_RANDOM,
                          .geometry.low = {12, 2, 1},
                          .geometry.size = {6, 1, 2},
                          .geometry.radius = 2,
                          .grid = {40, 4, 9},
                          .geometry.path = p->d[PATH],
                          .geometry.path_count = PATHS,
                          .column = p->d[COLUMN],
                          .velocity = {1, 2, 3},
                          .face = {p->d[11], p->d[11], p->d[11]},
                          .ground = p->f[PLACE],
                          .above_ground = shape != SM_SOURCE_SPHERE,
                          .open = p->open,
                          .n = {s->n[0], s->n[1], s->n[2]}};
  return e;
}

struct sm_particle_sort make_particle_sort(const struct pool *p, const struct shape *s) {
  const struct particles *f = &p->particles;
  struct sm_particle_sort bins = {.count = PARTICLES,
                                  .particle = f->particle,
                                  .particle_f64 = f->particle_f64,
                                  .tag = f->tag,
                                  .turbulence = f->turbulence,
                                  .particle_to = f->particle_to,
                                  .particle_f64_to = f->particle_f64_to,
                                  .tag_to = f->tag_to,
                                  .turbulence_to = f->turbulence_to,
                                  .shift = {1, 0, 1},
                                  .bin = f->bin,
                                  .rank = f->rank};
  for (int d = 0; d < 3; d++) bins.n[d] = ((s->n[d] - 1) >> bins.shift[d]) + 1;
  return bins;
}

/* So that some of the pairs collide, and some should more than once. */
struct sm_particle_collisions make_particle_collisions(const struct pool *p,
                                                       const struct shape *s) {
  const struct particles *f = &p->particles;
  return (struct sm_particle_collisions){.bins = make_particle_sort(p, s),
                                         .particle = f->particle,
                                         .tag = f->tag,
                                         .grain = f->grain,
                                         .per_volume = p->f[FRICTION],
                                         .bucket = f->bucket,
                                         .rank = f->rank,
                                         .order = f->order,
                                         .solids = f->cross_section,
                                         .counts = f->budget,
                                         .h = 0.25f,
                                         .restitution = 0.8f,
                                         .friction = 0.1f,
                                         .seed = 17,
                                         .step = 5};
}

/* In air that is periodic along two axes; the rounds are over, or not. */
struct sm_particle_contacts make_particle_contacts(const struct pool *p, const struct shape *s) {
  const struct particles *f = &p->particles;
  return (struct sm_particle_contacts){.bins = make_particle_sort(p, s),
                                       .particle = f->particle,
                                       .tag = f->tag,
                                       .grain = f->grain,
                                       .face = {p->d[11], p->d[11], p->d[11]},
                                       .length = {s->n[0], s->n[1], 0},
                                       .choice = (int32_t *)(void *)f->order,
                                       .counts = f->budget,
                                       .h = 0.25f,
                                       .restitution = 0.8f,
                                       .friction = 0.3f,
                                       .ends = s->n[0] % 2 == 0};
}

/* Hindered, or not; two-way, or not; ends of axes that are one, or not. */
struct sm_particle_coupling make_particle_coupling(const struct pool *p, const struct shape *s) {
  const bool wide = s->n[0] % 2 == 0;
  struct sm_particle_coupling c = {.advance = make_particle_advance(p, s),
                                   .grain = p->particles.coupled,
                                   .per_volume = p->f[FRICTION],
                                   .solids = p->particles.cross_section,
                                   .dropped = p->particles.received,
                                   .per_quantum = 1e9,
                                   .sy = s->n[0] + 1,
                                   .sz = (s->n[0] + 1) * (ptrdiff_t)(s->n[1] + 1),
                                   .periodic = {wide, 1, 0},
                                   .hindered = s->n[0] != 70};
  c.advance.steps = 1;
  for (int d = 0; d < 3 && s->n[0] != 1; d++)
    c.impulse[d] = p->particles.impulse + (size_t)d * impulses_of(s);
  return c;
}
struct sm_coupling_densest make_coupling_densest(const struct pool *p, const struct shape *s) {
  return (struct sm_coupling_densest){p->particles.cross_section, s->n[0],
                                      (ptrdiff_t)s->n[0] * s->n[1]};
}

/* In boxes of their own, or in the cells. */
struct sm_binning make_binning(const struct pool *p, const struct shape *s) {
  const bool boxes = s->n[0] % 2 == 0;
  struct sm_binning c = {.count = PARTICLES,
                         .particle = p->particles.particle,
                         .tag = p->particles.tag,
                         .kind = p->particles.kind,
                         .time = 12,
                         .columns = {s->n[0], s->n[1]},
                         .sum = p->particles.sum,
                         .cross_section = p->particles.cross_section,
                         .area = p->f[FRICTION],
                         .start = p->start,
                         .receptor = p->parent,
                         .box = p->particles.receptor,
                         .received = p->particles.received,
                         .species = SPECIES,
                         .budget = p->particles.budget};
  for (int d = 0; d < 3; d++) {
    c.face[d] = p->f[PLACE + d];
    c.width[d] = p->f[WIDTH + d];
    c.n[d] = s->n[d];
    c.low[d] = boxes ? 0.3f : 0.0f;
    c.inverse[d] = boxes ? 1.1f : 0.0f;
  }
  return c;
}

/* Of one species, in the cells. */
struct sm_arrival_times make_arrival_times(const struct pool *p, const struct shape *s) {
  const int64_t cells = (int64_t)cells_of(s);
  return (struct sm_arrival_times){.count = cells,
                                   .sum = p->particles.sum,
                                   .before = p->particles.cross_section,
                                   .last = p->f[1],
                                   .first = p->f[2],
                                   .box_volume = p->f[3],
                                   .quantum = p->d[RATE],
                                   .threshold = p->d[EMITTED],
                                   .box_stride = 1,
                                   .box_count = cells,
                                   .species_stride = cells,
                                   .species = 1,
                                   .thresholds = 1,
                                   .from = 10,
                                   .until = 12};
}

struct sm_trajectory_sampling make_trajectory_sampling(const struct pool *p,
                                                       const struct shape *s) {
  (void)s;
  return (struct sm_trajectory_sampling){.count = PARTICLES,
                                         .particle = p->particles.particle,
                                         .particle_f64 = p->particles.particle_f64,
                                         .tag = p->particles.tag,
                                         .total = p->d[RATE],
                                         .first = p->particles.first,
                                         .trajectory = p->particles.trajectory};
}

/* --- what is in the pool --- */

static float any(double low, double high) {
  return (float)(low + (high - low) * (random_number() + 0.5));
}

static void fill_axes(struct pool *p, const struct shape *s) {
  for (int d = 0; d < 3; d++) {
    const int n = s->n[d];
    float *h = p->f[WIDTH + d], *g = p->f[INVERSE + d], *x = p->f[PLACE + d];
    for (int i = 0; i < n; i++) h[i] = is_even(s, d) ? 1.0f : any(0.9, 1.1);
    x[0] = 0;
    for (int i = 0; i < n; i++) x[i + 1] = x[i] + h[i];
    for (int i = 0; i <= n; i++) g[i] = 2.0f / (h[i > 0 ? i - 1 : 0] + h[i < n ? i : n - 1]);
    for (int i = 0; i <= n; i++) {
      p->d[WIDTH_F64 + d][i] = (double)h[i < n ? i : n - 1];
      p->d[INVERSE_F64 + d][i] = (double)g[i];
      p->d[PLACE_F64 + d][i] = (double)x[i];
    }
  }
}

static void fill_nodes(struct pool *p, const struct shape *s) {
  /* of even nodes, far from the ends */
  static const float spline[4][4] = {{1, 4, 1, 0}, {-3, 0, 3, 0}, {3, -6, 3, 0}, {-1, 3, -3, 1}};
  for (size_t c = 0; c < cells_of(s) + 4; c++)
    for (int e = 0; e < 3; e++) p->particles.node[c].wind[e] = any(-2, 2);
  for (size_t c = 0; c <= cells_of(s); c++)
    for (int e = 0; e < 7; e++) /* of diagonals, and the rate: positive */
      p->particles.eddy[c].of[e] = e == 0 || e == 2 || e == 5 ? any(0.4, 0.6)
                                   : e == 6                   ? any(0.1, 0.2)
                                                              : any(-0.1, 0.1);
  for (int i = 0; i < 4 * LONGEST; i++)
    for (int e = 0; e < 4; e++) {
      p->particles.spline[i].of[e] = spline[i % 4][e] / 6;
      p->particles.spline_f64[i].of[e] = (double)spline[i % 4][e] / 6;
    }
  for (ptrdiff_t c = 0; c < columns_of(s); c++) p->f[FRICTION][c] = any(0.05, 0.2);
  for (size_t c = 0; c < cells_of(s); c++)
    p->open[c] = (uint8_t)(random_count() % 4 > 0 ? SM_OPEN_ALL : random_count() % 64);
}

/* A tracer, two grains, of which one falls fast, and what decays; all heavy for the paper's scheme,
 * which steps of more than 2 tau make unstable. */
static void fill_kinds(struct pool *p, const struct shape *s) {
  const struct sm_air_properties air = {1.2, 1.8e-5, SM_FREE_PATH};
  static const double diameter[KINDS] = {0, 2e-5, 3e-4, 0};
  for (int m = 0; m < KINDS; m++) {
    struct sm_particle_kind *kind = &p->particles.kind[m];
    const double d = scheme_of(s) == SM_SCHEME_PAPER ? 3e-4 : diameter[m];
    kind->grain = d > 0
                      ? sm_particle_drag_of_f32(&air, d, 2500, 9.81,
                                                m == 1 ? SM_DRAG_STOKES : SM_DRAG_SCHILLER_NAUMANN)
                      : sm_particle_drag_of_f32(&air, 0, 0, 9.81, SM_DRAG_STOKES);
    kind->relaxed = sm_relaxation_of_f32(sm_relaxation_number_f32(kind->grain, 0.25f, 1.0f));
    const struct sm_particle_drag_f32 grain = kind->grain;
    const struct sm_particle_drag_f64 wide = {(double)grain.tau, (double)grain.reynolds,
                                              (double)grain.gravity};
    p->particles.kind_f64[m] = (struct sm_particle_kind_f64){
        wide, sm_relaxation_of_f64(sm_relaxation_number_f64(wide, 0.25, 1))};
    kind->settling = sm_settling_velocity_f32(kind->grain);
    kind->decay = m == 3 ? 0.05f : 0.0f;
    kind->formation = m == 2 ? 0.2f : 0.0f;
    kind->deposition = m == 0 ? 0.0f : m == 3 ? 0.02f : SM_DEPOSITION_RESISTANCE;
    kind->laminar = 5;
    kind->impaction = m == 2 ? 30 : 0;
    kind->extinction = 100;
    kind->species = m % SPECIES;
  }
  for (int m = 0; m < SOURCES; m++)
    p->particles.rise[m] = (struct sm_plume_rise){0.3f * (float)m, 11};
}

static void fill_particle_records(struct pool *p, const struct shape *s) {
  struct particles *f = &p->particles;
  for (int m = 0; m < PARTICLES + BATCH; m++) {
    struct sm_particle *particle = &f->particle[m];
    for (int d = 0; d < 3; d++) {
      particle->cell[d] = (uint16_t)(random_count() % s->n[d]);
      particle->part[d] = (uint32_t)((random_number() + 0.5) * 4294967295.0);
      particle->v[d] = any(-2, 2);
    }
    particle->kind = (uint16_t)(m % 11 == 0 ? SM_KIND_INACTIVE : random_count() % KINDS);
    if (m % 5 == 0) particle->v[0] = SM_UNSET_VELOCITY;
    f->particle_to[m] = *particle;
    for (int d = 0; d < 3; d++) {
      f->particle_f64[m].v[d] = (double)particle->v[d];
      f->particle_f64[m].part[d] = (uint32_t)random_count() & ((1u << SM_PARTICLE_MORE_BITS) - 1);
    }
    const int source = m % SOURCES;
    f->tag[m] = (struct sm_particle_tag){.id = (uint64_t)source << SM_PARTICLE_ID_BITS |
                                               (uint64_t)(m / SOURCES),
                                         .mass = 1000000000 + (int64_t)random_count(),
                                         .release_time = any(1, 9.9),
                                         .release_delay = m % 7 == 0 ? any(0, 0.6) : 0.0f,
                                         .slot = (uint32_t)(random_count() % PARTICLES),
                                         .source = (uint32_t)source};
    f->particle_f64[m].release_delay = (double)f->tag[m].release_delay;
    for (int d = 0; d < 3; d++) {
      f->turbulence[m].q[d] = d == 0 && m % 6 == 0 ? SM_UNSET_VELOCITY : any(-1, 1);
      f->turbulence[m].seen[d] = any(-2, 2);
      if (d < 2) f->turbulence[m].slow[d] = any(-1, 1);
    }
  }
  for (int m = 0; m <= SOURCES; m++) f->first[m] = m * TRAJECTORIES / SOURCES;
}

/* All is emitted from 0 to 3 s; all columns lift the same. */
static void fill_emission(struct pool *p, const struct shape *s) {
  const ptrdiff_t columns = columns_of(s);
  for (int m = 0; m < 3; m++) {
    p->d[AT][m] = m * (m + 1) / 2;
    p->d[EMITTED][m] = m == 1 ? 0.25 : 0.5 * m;
    p->d[RATE][m] = m == 2 ? 0.5 : 0.25;
  }
  for (int m = 0; m < PATHS; m++)
    for (int d = 0; d < 4; d++)
      p->d[PATH][4 * m + d] = d == 0 ? m : d == 3 ? 0.1 : 0.6 * (random_number() + 0.5);
  for (ptrdiff_t c = 0; c <= columns; c++) p->d[COLUMN][c] = (double)c / (double)columns;
  for (ptrdiff_t c = 0; c < columns; c++) p->f[PLACE][c] = 0.2f; /* ground */
  p->f[FRICTION][0] = 0.2f;                                      /* shares of kinds */
  p->f[FRICTION][1] = 0.5f;
  p->f[FRICTION][2] = 1;
}

static void fill_binning(struct pool *p, const struct shape *s) {
  const int columns = (int)columns_of(s);
  for (int c = 0; c <= columns; c++) p->start[c] = 2 * c;
  for (int m = 0; m < 768; m++) p->parent[m] = m % RECEPTORS;
  for (int m = 0; m < RECEPTORS; m++)
    for (int d = 0; d < 3; d++) {
      p->particles.receptor[m].low[d] = any(0, 0.4) * (float)s->n[d];
      p->particles.receptor[m].high[d] = any(0.6, 1) * (float)s->n[d];
    }
  for (int m = 0; m < SOURCES; m++) p->d[RATE][m] = PARTICLES / SOURCES;
}

/* All are above the threshold now: some were before, of some it is known. */
static void fill_arrival_times(struct pool *p, const struct shape *s) {
  for (size_t c = 0; c < cells_of(s); c++) {
    p->particles.sum[c] = 100 + random_count() % 1000;
    p->particles.cross_section[c] = random_count() % 50;
    p->f[1][c] = c % 3 == 0 ? any(0, 10) : 0.0f;
    p->f[2][c] = c % 5 == 0 ? any(0, 10) : (float)NAN;
    p->f[3][c] = any(0.5, 1);
  }
  p->d[RATE][0] = 1;
  p->d[EMITTED][0] = 5;
}

/* The bin or the bucket of a particle, and where its counts are. */
static int64_t place_of(const struct pool *p, const struct shape *s, bool buckets, int m) {
  const struct sm_particle_collisions c = make_particle_collisions(p, s);
  return buckets ? sm_collision_bucket(&c, m) : sm_sort_bin(&c.bins, &c.particle[m]);
}

void sort_ranks(struct pool *p, const struct shape *s, bool buckets) {
  const struct sm_particle_collisions c = make_particle_collisions(p, s);
  const struct sm_particle_sort bins = c.bins;
  const int64_t count = buckets ? PARTICLES : sm_sort_bin_count(&bins);
  const int particles = buckets ? (int)sm_collision_live(&c) : PARTICLES;
  const uint32_t *counts = buckets ? c.bucket : bins.bin;
  uint32_t *seen = calloc((size_t)count, sizeof *seen);
  bool *taken = calloc(PARTICLES, sizeof *taken);
  uint32_t *order = malloc(PARTICLES * sizeof *order),
           *before = calloc((size_t)count, sizeof *before);
  bool good = true;
  for (int64_t b = 1; b < count; b++) before[b] = before[b - 1] + counts[b - 1];
  for (int m = 0; m < particles; m++) {
    const int64_t b = place_of(p, s, buckets, m);
    const uint32_t at = before[b] + bins.rank[m];
    good = good && bins.rank[m] < counts[b] && at < PARTICLES && !taken[at];
    if (good) taken[at] = true;
    order[m] = seen[b]++;
  }
  if (good) memcpy(bins.rank, order, (size_t)particles * sizeof *order);
  free(seen);
  free(taken);
  free(order);
  free(before);
}

/* From counts to where each begins. */
static void scan(uint32_t *number, int64_t count) {
  uint32_t sum = 0;
  for (int64_t m = 0; m < count; m++) {
    const uint32_t own = number[m];
    number[m] = sum;
    sum += own;
  }
}

/* All of a kernel one after the other. */
#define OF_ALL(CELL, ARGS)                                                                         \
  for (int m = 0; m < PARTICLES; m++) CELL(ARGS, m % SM_PARTICLE_ROW, m / SM_PARTICLE_ROW, 0)

/* Particles are put into the order of their bins. */
static void sort_particles(struct pool *p, const struct shape *s) {
  const struct sm_particle_sort bins = make_particle_sort(p, s);
  OF_ALL(sm_cell_sort_count, &bins);
  scan(bins.bin, sm_sort_bin_count(&bins));
  OF_ALL(sm_cell_sort_move, &bins);
  memcpy(p->particles.particle, bins.particle_to, PARTICLES * sizeof *bins.particle);
  memcpy(p->particles.tag, bins.tag_to, PARTICLES * sizeof *bins.tag);
}

/* As far as the kernel needs it. */
static void fill_collisions(struct pool *p, const struct shape *s, const char *kernel) {
  const struct sm_particle_collisions c = make_particle_collisions(p, s);
  static const float diameter[KINDS] = {0, 1e-3f, 2e-3f, 1.5e-3f};
  for (int m = 0; m < KINDS; m++) {
    const float d = diameter[m];
    p->particles.grain[m] = (struct sm_collision_grain){d, 1e3f * d * d * d, 5e-4};
  }
  for (size_t b = 0; b < cells_of(s); b++) p->f[FRICTION][b] = any(0.05, 0.2);
  sort_particles(p, s);
  memset(c.rank, 0, PARTICLES * sizeof *c.rank);
  memset(c.solids, 0, cells_of(s) * sizeof *c.solids);
  if (strcmp(kernel, "collision_keys") == 0) return;
  OF_ALL(sm_cell_collision_keys, &c);
  scan(c.bucket, PARTICLES + 1);
  if (strcmp(kernel, "collision_place") == 0) return;
  OF_ALL(sm_cell_collision_place, &c);
  if (strcmp(kernel, "collision_order") == 0) return;
  OF_ALL(sm_cell_collision_order, &c);
}

/* Grains of some tenths of a cell, in order; for contact_collide they have chosen each other. */
static void fill_contacts(struct pool *p, const struct shape *s, const char *kernel) {
  const struct sm_particle_contacts c = make_particle_contacts(p, s);
  for (int m = 0; m < KINDS; m++) {
    const float d = 0.3f * (float)m;
    p->particles.grain[m] = (struct sm_collision_grain){d, d * d * d, 1};
  }
  for (int i = 0; i <= LONGEST; i++) p->d[11][i] = i;
  sort_particles(p, s);
  if (strcmp(kernel, "contact_collide") == 0) OF_ALL(sm_cell_contact_choose, &c);
}

/* Grains fill up to some tenths of a cell. */
static void fill_coupling(struct pool *p, const struct shape *s, const char *kernel) {
  const bool solids = strcmp(kernel, "coupling_solids") == 0;
  for (int m = 0; m < KINDS; m++)
    p->particles.coupled[m] =
        m == 0 ? (struct sm_coupled_grain){0, 0} : (struct sm_coupled_grain){1e-12, 1e-10};
  for (size_t c = 0; c < cells_of(s); c++) {
    p->f[FRICTION][c] = any(0.05, 0.2);
    p->particles.cross_section[c] =
        solids ? 0 : (int64_t)((double)any(0, 0.7) * SM_COLLISION_SOLIDS);
  }
  memset(p->particles.impulse, 0, 3 * impulses_of(s) * sizeof *p->particles.impulse);
}

void fill_particles(struct pool *p, const struct shape *s, const char *kernel) {
  fill_axes(p, s);
  fill_nodes(p, s);
  fill_kinds(p, s);
  fill_particle_records(p, s);
  if (strcmp(kernel, "emit") == 0) fill_emission(p, s);
  if (strcmp(kernel, "arrival_time") == 0) fill_arrival_times(p, s);
  if (strcmp(kernel, "binning") == 0 || strcmp(kernel, "trajectory_sample") == 0)
    fill_binning(p, s);
  if (strncmp(kernel, "collision_", 10) == 0) fill_collisions(p, s, kernel);
  if (strncmp(kernel, "coupling_", 9) == 0) fill_coupling(p, s, kernel);
  if (strncmp(kernel, "contact_", 8) == 0) fill_contacts(p, s, kernel);
  if (strcmp(kernel, "sort_move") != 0) return;
  const struct sm_particle_sort bins = make_particle_sort(p, s);
  OF_ALL(sm_cell_sort_count, &bins);
  scan(bins.bin, sm_sort_bin_count(&bins));
}
