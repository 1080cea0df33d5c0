/* pool_particles.c - contents of the pool for kernels of particles. */
#include "pool_particles.h"
#include <math.h>
#include <string.h>

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
    kind->deposition = m == 0 ? 0.0f : m == 3 ? 0.02f : SM_DEPOSITION_RESISTANCE;
    kind->scavenging = m == 1 ? 0.0f : 0.02f;
    kind->scavenging_exponent = 0.79f;
    kind->laminar = 5;
    kind->impaction = m == 2 ? 30 : 0;
    kind->extinction = 100;
    kind->species = m % SPECIES;
  }
  for (int m = 0; m < SOURCES; m++)
    p->particles.rise[m] = (struct sm_plume_rise){0.3f * (float)m, 11};
}

/* Kind 2 decays to 3 and 0. */
static void fill_chains(struct particles *f) {
  for (int m = 0; m < KINDS; m++) {
    f->chain[m] = (struct sm_particle_chain){
        .decay = {m == 2 ? 3 : 1, {0.2, 0.05, 0.01, 0}, {0.9, 1, 0, 0}}, .kind = {m, 3, 0, 0}};
    sm_decay_step_of(&f->chain[m].decay, 0.25, &f->chain[m].step);
  }
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
    f->daughters[m] = (struct sm_particle_daughters){
        {200000000 + (int64_t)random_count(), 1000 + (int64_t)random_count(), 0, 0}};
    f->daughters_to[m] = f->daughters[m];
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

/* Layers of some decimetres, of which some columns have none, and their state. */
static void fill_layer(struct pool *p, const struct shape *s, const char *kernel) {
  for (ptrdiff_t c = 0; c < columns_of(s); c++) {
    const double some = random_count() % 4 > 0 ? 1 : 0;
    const double gas = some * (double)any(0.05, 0.2), air = some * (double)any(0.1, 0.5);
    p->particles.layer[c] = (struct sm_layer_column){
        gas, air, -3e5 * gas, {gas * (double)any(-1, 1), gas * (double)any(-1, 1)}, some * 0.3};
    p->particles.layer_bottom[c] = random_count() % 16 > 0 ? 0 : -1;
    p->particles.cross_section[c] = random_count() % 1000;
  }
  if (strcmp(kernel, "dense_state") == 0) return;
  const struct sm_dense_layer layer = make_dense_layer(p, s);
  for (int j = 0; j < s->n[1]; j++)
    for (int i = 0; i < s->n[0]; i++) sm_cell_dense_state(&layer, i, j, 0);
}

void fill_particles(struct pool *p, const struct shape *s, const char *kernel) {
  fill_axes(p, s);
  fill_nodes(p, s);
  fill_kinds(p, s);
  fill_chains(&p->particles);
  fill_particle_records(p, s);
  if (strcmp(kernel, "emit") == 0) fill_emission(p, s);
  if (strcmp(kernel, "arrival_time") == 0) fill_arrival_times(p, s);
  if (strcmp(kernel, "binning") == 0 || strcmp(kernel, "trajectory_sample") == 0)
    fill_binning(p, s);
  if (strncmp(kernel, "collision_", 10) == 0) fill_collisions(p, s, kernel);
  if (strncmp(kernel, "coupling_", 9) == 0) fill_coupling(p, s, kernel);
  if (strncmp(kernel, "contact_", 8) == 0) fill_contacts(p, s, kernel);
  if (strncmp(kernel, "dense_", 6) == 0) fill_layer(p, s, kernel);
  if (strcmp(kernel, "sort_move") != 0) return;
  const struct sm_particle_sort bins = make_particle_sort(p, s);
  OF_ALL(sm_cell_sort_count, &bins);
  scan(bins.bin, sm_sort_bin_count(&bins));
}
