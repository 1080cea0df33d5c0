/* arguments_particles.c - of particles: in air whose cells have widths of about 1 m. */
#include "pool_particles.h"

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
      .daughters = p->particles.daughters,
      .chain = p->particles.chain,
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
      .deposit = p->particles.deposit,
      .rain = 3,
      .cloud_base = wide ? 1 : 1e30f,
      .mixing_height = wide ? 0.5f : 0.0f,
      .entrainment = 0.3f,
      .terrain = p->f[FRICTION],
      .wet_deposit = p->particles.deposit + SPECIES * columns_of(s)};
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
                          .daughters = p->particles.daughters,
                          .chain = p->particles.chain,
                          .h_f32 = 0.25f,
                          .h_f64 = 0.25,
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
                                  .daughters = f->daughters,
                                  .daughters_to = f->daughters_to,
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

/* Cold methane over an uneven bed; all sources are of it. */
struct sm_dense_layer make_dense_layer(const struct pool *p, const struct shape *s) {
  const bool faces = s->n[0] % 2 == 0;
  struct sm_dense_layer c = {
      .advance = make_particle_advance(p, s),
      .sampling = faces ? SM_SAMPLE_FACES : SM_SAMPLE_TRILINEAR,
      .turbulent = 1,
      .bed = p->f[FRICTION],
      .rough = p->f[FRICTION],
      .bottom = p->particles.layer_bottom,
      .width = {p->f[WIDTH], p->f[WIDTH + 1]},
      .from = p->particles.layer,
      .to = p->particles.layer_to,
      .state = p->particles.layer_state,
      .speed = p->d[COLUMN],
      .released = p->particles.cross_section,
      .source = p->surface,
      .quantum = 1e-9,
      .released_heat = -4e5,
      .gas = {0.016043, 2230, 0, {3.9895, 443.028, -0.49}, 101325, 300, 1.17},
      .per_obukhov = faces ? 0.1 : -0.1,
      .step = 0.01,
      .fraction = 0.04,
      .first = faces};
  c.advance.steps = 1;
  return c;
}

/* In boxes of their own, or in the cells. */
struct sm_binning make_binning(const struct pool *p, const struct shape *s) {
  const bool boxes = s->n[0] % 2 == 0;
  struct sm_binning c = {.count = PARTICLES,
                         .particle = p->particles.particle,
                         .tag = p->particles.tag,
                         .kind = p->particles.kind,
                         .daughters = p->particles.daughters,
                         .chain = p->particles.chain,
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

/* Of one species, in the second half of the cells; of two other processes. */
struct sm_arrival_times make_arrival_times(const struct pool *p, const struct shape *s) {
  const int64_t cells = (int64_t)cells_of(s), half = cells / 2;
  return (struct sm_arrival_times){.count = cells - half,
                                   .sum = p->particles.sum + half,
                                   .others = p->particles.sum,
                                   .other_count = half > 0 ? 2 * half / (cells - half) : 0,
                                   .offset = half,
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
