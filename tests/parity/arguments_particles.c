/* arguments_particles.c - of particles: in air whose cells have widths of about 1 m. */
#include "arguments.h"
#include <math.h>
#include <string.h>

enum { STEPS = 3, WIDTH = 4, INVERSE = 7, PLACE = 10, FRICTION = 13 };   /* floats */
enum { EMITTED = 2, RATE = 3, PATH = 4, PATHS = 6, COLUMN = 5, AT = 6 }; /* doubles */

static int scheme_of(const struct shape *s) {
  return s->n[0] == 37   ? SM_SCHEME_MIDPOINT
         : s->n[0] == 70 ? SM_SCHEME_PAPER
         : s->n[0] == 1  ? SM_SCHEME_EULER
                         : SM_SCHEME_ETD2;
}

static ptrdiff_t columns_of(const struct shape *s) { return s->n[0] * (ptrdiff_t)s->n[1]; }

/* All cells of some axes are alike. */
static bool is_even(const struct shape *s, int d) { return (s->n[0] + d) % 2 == 0; }

static struct sm_lattice lattice_of(const struct pool *p, const struct shape *s) {
  struct sm_lattice g = {.sy = s->n[0], .sz = columns_of(s), .open = p->open};
  for (int d = 0; d < 3; d++) {
    g.n[d] = s->n[d];
    g.h[d] = p->f[WIDTH + d];
    g.g[d] = p->f[INVERSE + d];
    g.even[d] = is_even(s, d) ? 1.0f : 0.0f;
  }
  return g;
}

/* Of an axis of fewer nodes than a spline has, all are the same. */
static ptrdiff_t stride_of(const struct shape *s, int d) {
  return s->n[d] < 4 ? 0 : d == 1 ? s->n[0] : columns_of(s);
}

static struct sm_carrier_view air_of(const struct pool *p, const struct shape *s) {
  struct sm_carrier_view air = {.lattice = lattice_of(p, s),
                                .faces = {s->sy, s->sz, {p->f[1]}, {p->f[2]}, {p->f[3]}},
                                .nodes = {.sy = stride_of(s, 1),
                                          .sz = stride_of(s, 2),
                                          .node = p->flock.node,
                                          .rough_sx = 1,
                                          .rough_sy = s->n[0],
                                          .rough = p->f[FRICTION]},
                                .eddies = {stride_of(s, 1), stride_of(s, 2), p->flock.eddy},
                                .friction_sy = s->n[0],
                                .friction = p->f[FRICTION]};
  for (int d = 0; d < 3; d++) air.nodes.spline[d] = p->flock.spline;
  return air;
}

/* Every fate is met in one size or another. */
struct sm_carry make_carry(const struct pool *p, const struct shape *s) {
  const bool wide = s->n[0] % 2 == 0;
  return (struct sm_carry){.count = MOTES,
                           .mote = p->flock.mote,
                           .tag = p->flock.tag,
                           .eddies = p->flock.eddies,
                           .start = p->flock.mote_to,
                           .kind = p->flock.kind,
                           .rise = p->flock.rise,
                           .h = 0.25f,
                           .steps = STEPS,
                           .first_step = 5,
                           .time = 10,
                           .scheme = scheme_of(s),
                           .meander = wide ? 0.5f : 0.0f,
                           .meander_kept = 0.9f,
                           .seed = 17,
                           .air = air_of(p, s),
                           .vortex = {3, 5, 1},
                           .place = {p->f[PLACE], p->f[PLACE + 1], p->f[PLACE + 2]},
                           .foot = {0.6f, 0.4f, 0.0f},
                           .sides = wide ? SM_END_PERIODIC : SM_END_RESET,
                           .top = SM_END_DELETE,
                           .ground = wide ? SM_END_DEPOSIT : SM_END_REFLECT,
                           .walls = SM_END_REFLECT,
                           .law = {{0.5f, 0.75f, 0.0f, 3}, {0.9f, 0.9f, wide ? 1e30f : 0.0f, 3}},
                           .births = 1,
                           .deposits = 1,
                           .account = p->flock.account,
                           .deposit = p->flock.deposit};
}

/* A sphere, a box as the paper fills it, the ground, and a path. */
struct sm_emission make_emission(const struct pool *p, const struct shape *s) {
  const int shape = s->n[0] == 37   ? SM_SHAPE_SPHERE
                    : s->n[0] == 70 ? SM_SHAPE_BOX
                    : s->n[0] == 1  ? SM_SHAPE_GROUND
                                    : SM_SHAPE_PATH;
  struct sm_emission e = {.births = BATCH,
                          .first = 1,
                          .stride = 2,
                          .to = MOTES,
                          .mote = p->flock.mote,
                          .tag = p->flock.tag,
                          .eddies = p->flock.eddies,
                          .start = p->flock.mote_to,
                          .slot = 9,
                          .account = p->flock.account,
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
                          .shape = shape,
                          .places = shape == SM_SHAPE_BOX ? SM_PLACES_AS_PRINTED : SM_PLACES_RANDOM,
                          .low = {12, 2, 1},
                          .size = {6, 1, 2},
                          .radius = 2,
                          .lattice = {40, 4, 9},
                          .path = p->d[PATH],
                          .path_count = PATHS,
                          .column = p->d[COLUMN],
                          .velocity = {1, 2, 3},
                          .face = {p->d[11], p->d[11], p->d[11]},
                          .ground = p->f[PLACE],
                          .above_ground = shape != SM_SHAPE_SPHERE,
                          .open = p->open,
                          .n = {s->n[0], s->n[1], s->n[2]}};
  return e;
}

struct sm_bins make_bins(const struct pool *p, const struct shape *s) {
  const struct flock *f = &p->flock;
  struct sm_bins bins = {.count = MOTES,
                         .mote = f->mote,
                         .tag = f->tag,
                         .eddies = f->eddies,
                         .mote_to = f->mote_to,
                         .tag_to = f->tag_to,
                         .eddies_to = f->eddies_to,
                         .shift = {1, 0, 1},
                         .bin = f->bin,
                         .rank = f->rank};
  for (int d = 0; d < 3; d++) bins.n[d] = ((s->n[d] - 1) >> bins.shift[d]) + 1;
  return bins;
}

/* In boxes of their own, or in the cells. */
struct sm_census make_census(const struct pool *p, const struct shape *s) {
  const bool boxes = s->n[0] % 2 == 0;
  struct sm_census c = {.count = MOTES,
                        .mote = p->flock.mote,
                        .tag = p->flock.tag,
                        .kind = p->flock.kind,
                        .time = 12,
                        .columns = {s->n[0], s->n[1]},
                        .sum = p->flock.sum,
                        .dimming = p->flock.dimming,
                        .area = p->f[FRICTION],
                        .start = p->start,
                        .receptor = p->parent,
                        .box = p->flock.receptor,
                        .received = p->flock.received,
                        .species = SPECIES,
                        .account = p->flock.account};
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
struct sm_arrivals make_arrivals(const struct pool *p, const struct shape *s) {
  const int64_t cells = (int64_t)cells_of(s);
  return (struct sm_arrivals){.count = cells,
                              .sum = p->flock.sum,
                              .before = p->flock.dimming,
                              .last = p->f[1],
                              .first = p->f[2],
                              .room = p->f[3],
                              .quantum = p->d[RATE],
                              .threshold = p->d[EMITTED],
                              .room_step = 1,
                              .rooms = cells,
                              .species_step = cells,
                              .species = 1,
                              .thresholds = 1,
                              .from = 10,
                              .until = 12};
}

struct sm_tracks make_tracks(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_tracks){.count = MOTES,
                            .mote = p->flock.mote,
                            .tag = p->flock.tag,
                            .total = p->d[RATE],
                            .first = p->flock.first,
                            .track = p->flock.track};
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
  }
}

static void fill_nodes(struct pool *p, const struct shape *s) {
  /* of even nodes, far from the ends */
  static const float spline[4][4] = {{1, 4, 1, 0}, {-3, 0, 3, 0}, {3, -6, 3, 0}, {-1, 3, -3, 1}};
  for (size_t c = 0; c < cells_of(s) + 4; c++)
    for (int e = 0; e < 3; e++) p->flock.node[c].wind[e] = any(-2, 2);
  for (size_t c = 0; c <= cells_of(s); c++)
    for (int e = 0; e < 7; e++) /* of diagonals, and the rate: positive */
      p->flock.eddy[c].of[e] = e == 0 || e == 2 || e == 5 ? any(0.4, 0.6)
                               : e == 6                   ? any(0.1, 0.2)
                                                          : any(-0.1, 0.1);
  for (int i = 0; i < 4 * LONGEST; i++)
    for (int e = 0; e < 4; e++) p->flock.spline[i].of[e] = spline[i % 4][e] / 6;
  for (ptrdiff_t c = 0; c < columns_of(s); c++) p->f[FRICTION][c] = any(0.05, 0.2);
  for (size_t c = 0; c < cells_of(s); c++)
    p->open[c] = (uint8_t)(random_count() % 4 > 0 ? SM_OPEN_ALL : random_count() % 64);
}

/* A tracer, two grains, of which one falls fast, and what decays; all heavy for the paper's scheme,
 * which steps of more than 2 tau make unstable. */
static void fill_kinds(struct pool *p, const struct shape *s) {
  const struct sm_air air = {1.2, 1.8e-5, SM_FREE_PATH};
  static const double diameter[KINDS] = {0, 2e-5, 3e-4, 0};
  for (int m = 0; m < KINDS; m++) {
    struct sm_kind *kind = &p->flock.kind[m];
    const double d = scheme_of(s) == SM_SCHEME_PAPER ? 3e-4 : diameter[m];
    kind->grain = d > 0 ? sm_grain_of_f32(&air, d, 2500, 9.81,
                                          m == 1 ? SM_DRAG_STOKES : SM_DRAG_SCHILLER_NAUMANN)
                        : sm_grain_of_f32(&air, 0, 0, 9.81, SM_DRAG_STOKES);
    kind->relaxed = sm_relax_f32(sm_steps_of_tau_f32(kind->grain, 0.25f, 1.0f));
    kind->settling = sm_terminal_speed_f32(kind->grain);
    kind->decay = m == 3 ? 0.05f : 0.0f;
    kind->formation = m == 2 ? 0.2f : 0.0f;
    kind->deposition = m == 0 ? 0.0f : m == 3 ? 0.02f : SM_BY_RESISTANCE;
    kind->laminar = 5;
    kind->impaction = m == 2 ? 30 : 0;
    kind->extinction = 100;
    kind->species = m % SPECIES;
  }
  for (int m = 0; m < SOURCES; m++) p->flock.rise[m] = (struct sm_rise){0.3f * (float)m, 11};
}

static void fill_motes(struct pool *p, const struct shape *s) {
  struct flock *f = &p->flock;
  for (int m = 0; m < MOTES + BATCH; m++) {
    struct sm_mote *mote = &f->mote[m];
    for (int d = 0; d < 3; d++) {
      mote->cell[d] = (uint16_t)(random_count() % s->n[d]);
      mote->part[d] = (uint32_t)((random_number() + 0.5) * 4294967295.0);
      mote->v[d] = any(-2, 2);
    }
    mote->kind = (uint16_t)(m % 11 == 0 ? SM_GONE : random_count() % KINDS);
    if (m % 5 == 0) mote->v[0] = SM_AS_WIND;
    f->mote_to[m] = *mote;
    const int source = m % SOURCES;
    f->tag[m] = (struct sm_tag){.id = (uint64_t)source << SM_ID_BITS | (uint64_t)(m / SOURCES),
                                .mass = 1000000000 + (int64_t)random_count(),
                                .born = any(1, 9.9),
                                .wait = m % 7 == 0 ? any(0, 0.6) : 0.0f,
                                .slot = (uint32_t)(random_count() % MOTES),
                                .source = (uint32_t)source};
    for (int d = 0; d < 3; d++) {
      f->eddies[m].q[d] = d == 0 && m % 6 == 0 ? SM_AS_WIND : any(-1, 1);
      f->eddies[m].seen[d] = any(-2, 2);
      if (d < 2) f->eddies[m].slow[d] = any(-1, 1);
    }
  }
  for (int m = 0; m <= SOURCES; m++) f->first[m] = m * TRACKS / SOURCES;
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

static void fill_census(struct pool *p, const struct shape *s) {
  const int columns = (int)columns_of(s);
  for (int c = 0; c <= columns; c++) p->start[c] = 2 * c;
  for (int m = 0; m < 768; m++) p->parent[m] = m % RECEPTORS;
  for (int m = 0; m < RECEPTORS; m++)
    for (int d = 0; d < 3; d++) {
      p->flock.receptor[m].low[d] = any(0, 0.4) * (float)s->n[d];
      p->flock.receptor[m].high[d] = any(0.6, 1) * (float)s->n[d];
    }
  for (int m = 0; m < SOURCES; m++) p->d[RATE][m] = MOTES / SOURCES;
}

/* All are above the threshold now: some were before, of some it is known. */
static void fill_arrivals(struct pool *p, const struct shape *s) {
  for (size_t c = 0; c < cells_of(s); c++) {
    p->flock.sum[c] = 100 + random_count() % 1000;
    p->flock.dimming[c] = random_count() % 50;
    p->f[1][c] = c % 3 == 0 ? any(0, 10) : 0.0f;
    p->f[2][c] = c % 5 == 0 ? any(0, 10) : (float)NAN;
    p->f[3][c] = any(0.5, 1);
  }
  p->d[RATE][0] = 1;
  p->d[EMITTED][0] = 5;
}

void settle_ranks(struct pool *p, const struct shape *s) {
  const struct sm_bins bins = make_bins(p, s);
  const int64_t count = sm_bins_count(&bins);
  uint32_t *seen = calloc((size_t)count, sizeof *seen);
  bool *taken = calloc(MOTES, sizeof *taken);
  uint32_t *order = malloc(MOTES * sizeof *order), *before = calloc((size_t)count, sizeof *before);
  bool good = true;
  for (int64_t b = 1; b < count; b++) before[b] = before[b - 1] + bins.bin[b - 1];
  for (int m = 0; m < MOTES; m++) {
    const int64_t b = sm_bin_of(&bins, &bins.mote[m]);
    const uint32_t at = before[b] + bins.rank[m];
    good = good && bins.rank[m] < bins.bin[b] && at < MOTES && !taken[at];
    if (good) taken[at] = true;
    order[m] = seen[b]++;
  }
  if (good) memcpy(bins.rank, order, MOTES * sizeof *order);
  free(seen);
  free(taken);
  free(order);
  free(before);
}

void fill_flock(struct pool *p, const struct shape *s, const char *kernel) {
  fill_axes(p, s);
  fill_nodes(p, s);
  fill_kinds(p, s);
  fill_motes(p, s);
  if (strcmp(kernel, "emit") == 0) fill_emission(p, s);
  if (strcmp(kernel, "arrival") == 0) fill_arrivals(p, s);
  if (strcmp(kernel, "census") == 0 || strcmp(kernel, "follow") == 0) fill_census(p, s);
  if (strcmp(kernel, "bin_move") != 0) return;
  const struct sm_bins bins = make_bins(p, s);
  uint32_t sum = 0;
  for (int m = 0; m < MOTES; m++) sm_cell_bin_count(&bins, m % SM_ROW, m / SM_ROW, 0);
  for (int64_t b = 0; b < sm_bins_count(&bins); b++) {
    const uint32_t own = bins.bin[b];
    bins.bin[b] = sum;
    sum += own;
  }
}

/* --- what came of it --- */

/* What must be the same is. */
static void same(double *worst, bool equal) {
  if (!equal) *worst = INFINITY;
}
static void wider(double *worst, double a, double b) {
  const double d = a == b ? 0 : fabs(a - b) / (1 + fabs(b));
  if (!(d <= *worst)) *worst = d; /* a NaN stays */
}
static void wider_longs(double *worst, const int64_t *a, const int64_t *b, size_t count) {
  for (size_t m = 0; m < count; m++) wider(worst, (double)a[m], (double)b[m]);
}

static void compare_motes(double *worst, const struct sm_mote *a, const struct sm_mote *b) {
  same(worst, a->kind == b->kind);
  for (int d = 0; d < 3; d++) { /* in a cell, or just beyond its face */
    wider(worst, a->cell[d] + a->part[d] / 4294967296.0, b->cell[d] + b->part[d] / 4294967296.0);
    wider(worst, (double)a->v[d], (double)b->v[d]);
  }
}
static void compare_tags(double *worst, const struct sm_tag *a, const struct sm_tag *b) {
  same(worst, a->id == b->id && a->slot == b->slot && a->source == b->source);
  wider(worst, (double)a->mass, (double)b->mass);
  wider(worst, (double)a->born, (double)b->born);
  wider(worst, (double)a->wait, (double)b->wait);
}
static void compare_eddies(double *worst, const struct sm_eddies *a, const struct sm_eddies *b) {
  for (int d = 0; d < 3; d++) {
    wider(worst, (double)a->q[d], (double)b->q[d]);
    wider(worst, (double)a->seen[d], (double)b->seen[d]);
    if (d < 2) wider(worst, (double)a->slow[d], (double)b->slow[d]);
  }
}

double flock_difference(const struct pool *first, const struct pool *second,
                        const struct shape *s) {
  const struct flock *a = &first->flock, *b = &second->flock;
  double worst = 0;
  for (int m = 0; m < MOTES + BATCH; m++) {
    compare_motes(&worst, &a->mote[m], &b->mote[m]);
    compare_motes(&worst, &a->mote_to[m], &b->mote_to[m]);
    compare_tags(&worst, &a->tag[m], &b->tag[m]);
    compare_tags(&worst, &a->tag_to[m], &b->tag_to[m]);
    compare_eddies(&worst, &a->eddies[m], &b->eddies[m]);
    compare_eddies(&worst, &a->eddies_to[m], &b->eddies_to[m]);
    same(&worst, a->rank[m] == b->rank[m]);
  }
  for (int m = 0; m < TRACKS; m++) {
    same(&worst, a->track[m].here == b->track[m].here);
    compare_motes(&worst, &a->track[m].mote, &b->track[m].mote);
  }
  for (size_t c = 0; c <= cells_of(s); c++) same(&worst, a->bin[c] == b->bin[c]);
  for (int m = 0; m < SPECIES * SM_ACCOUNTS; m++)
    if (m % SM_ACCOUNTS >= SM_COUNT_EMITTED) same(&worst, a->account[m] == b->account[m]);
  wider_longs(&worst, a->account, b->account, SPECIES * SM_ACCOUNTS);
  wider_longs(&worst, a->deposit, b->deposit, SPECIES * (size_t)columns_of(s));
  wider_longs(&worst, a->sum, b->sum, SPECIES * cells_of(s));
  wider_longs(&worst, a->dimming, b->dimming, cells_of(s));
  wider_longs(&worst, a->received, b->received, SPECIES * RECEPTORS);
  return worst;
}
