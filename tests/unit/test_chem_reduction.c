/* Dynamic mechanism reduction (DRGEP): the graph, its search, the reduced reactor, conservation,
 * and that its error falls with the threshold. */
#include "harness.h"

#include "chem_reference.h"

#include "chem/integrate/integrate.h"
#include "simoom/chem.h"

#include <math.h>

enum { MOST = 64, CELLS = 70 };
#define EDGES 4096

#define CHEM "tests/data/chem/"

static struct sm_context *ctx;
static struct sm_mechanism *m;
static struct sm_chem *chem;

static void ok(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void open_mechanism(const char *mechanism, const char *thermo) {
  const struct sm_mechanism_files files = {.mechanism = mechanism, .thermo = thermo};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ok(sm_mechanism_read(ctx, &files, &m));
  ok(sm_chem_create(ctx, m, 1, &chem));
}

static void open_all_forms(void) { open_mechanism(CHEM "allforms.inp", CHEM "allforms.therm"); }

static void close_mechanism(void) {
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
}

/* The edge from one species to another, -1: none. */
static int32_t edge_of(const struct sm_interaction_graph *g, int32_t from, int32_t to) {
  for (int32_t e = g->edge_first[from]; e < g->edge_first[from + 1]; e++)
    if (g->edge_to[e] == to) return e;
  return -1;
}

static double strength_between(const double *strength, const char *from, const char *to) {
  const int32_t e = edge_of(chem->graph, chem_file_species(m, from), chem_file_species(m, to));
  return e < 0 ? -1 : strength[e];
}

static double random_share(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

/* r_AB = |sum of nu_A q of the reactions with B| / max(production, loss of A), by hand. */
START_TEST(strengths) {
  open_mechanism(CHEM "interaction.inp", NULL);
  struct sm_chem_worker w;
  const struct sm_chem_options options = {.mode = SM_CHEM_ISOTHERMAL, .rtol = 1e-4, .atol = 1e-9};
  double c[6], t = 1000, strength[64];
  const int64_t index = 0;
  for (int k = 0; k < 6; k++) c[k] = 1e-3 * (k + 1);
  ok(sm_chem_worker_create(ctx, chem, &options, 1, &w));
  const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
  sm_chem_worker_load(&w, &cells, &options, &index, 1, 1);
  double *memory = calloc(sm_batch_interaction_rows(chem->graph), sizeof *memory);
  w.table->interaction(&w.reactor, chem->graph, w.run.y, 0, w.run.state, memory, strength);
  const double q1 = 3 * c[0], q2 = 1 * c[0] * c[3], q3 = 5 * c[2] * c[5];
  const double expected[][2] = {{strength_between(strength, "H2", "H"), 1},
                                {strength_between(strength, "H2", "O"), q2 / (q1 + q2)},
                                {strength_between(strength, "H", "H2"), 1},
                                {strength_between(strength, "H", "OH"), q2 / (2 * q1 + q2)},
                                {strength_between(strength, "O", "H2"), q2 / fmax(q2, q3)},
                                {strength_between(strength, "OH", "O"), 1},
                                {strength_between(strength, "OH", "O2"), 2 * q3 / (q2 + 2 * q3)},
                                {strength_between(strength, "H2", "O2"), -1}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    ck_assert_msg(fabs(expected[i][0] - expected[i][1]) < 1e-12, "%d: %.15g instead of %.15g",
                  (int)i, expected[i][0], expected[i][1]);
  free(memory);
  sm_chem_worker_free(&w);
  close_mechanism();
}
END_TEST

/* Products relaxed along all edges until nothing changes. */
static void relax(const struct sm_interaction_graph *g, const double *strength, double *r) {
  for (bool any = true; any;) {
    any = false;
    for (int32_t a = 0; a < g->species_count; a++)
      for (int32_t e = g->edge_first[a]; e < g->edge_first[a + 1]; e++) {
        double *to = &r[g->edge_to[e]];
        if (!(r[a] * strength[e] > *to)) continue;
        *to = r[a] * strength[e];
        any = true;
      }
  }
}

START_TEST(search) {
  open_all_forms();
  const struct sm_interaction_graph *g = chem->graph;
  int32_t list[MOST], place[MOST];
  struct sm_importance_heap heap = {list, place, 0};
  double strength[EDGES], found[MOST], relaxed[MOST];
  uint64_t seed = 1;
  ck_assert(g->edge_count < EDGES && g->species_count < MOST);
  for (int trial = 0; trial < 200; trial++) {
    const int32_t targets[2] = {trial % g->species_count, (7 * trial + 3) % g->species_count};
    for (int32_t e = 0; e < g->edge_count; e++)
      strength[e] = random_share(&seed) < 0.3 ? 0 : random_share(&seed);
    sm_interaction_importance(g, strength, targets, 2, 0, &heap, found);
    for (int k = 0; k < MOST; k++) relaxed[k] = 0;
    relaxed[targets[0]] = relaxed[targets[1]] = 1;
    relax(g, strength, relaxed);
    for (int32_t k = 0; k < g->species_count; k++) ck_assert(found[k] == relaxed[k]);
  }
  close_mechanism();
}
END_TEST

/* Gases of all forms, each a little different. */
struct gases {
  double t[CELLS], c[MOST * CELLS];
};

static void fill(struct gases *g, int64_t count) {
  uint64_t seed = 5;
  for (int64_t i = 0; i < count; i++) {
    const double total = 101325 / (SM_GAS_CONSTANT * 1300);
    double sum = 0;
    g->t[i] = 1200 + 4 * (double)i;
    for (int32_t k = 0; k < m->species_count; k++)
      sum += g->c[k * count + i] = pow(10, -3 * random_share(&seed));
    for (int32_t k = 0; k < m->species_count; k++) g->c[k * count + i] *= total / sum;
  }
}

static struct sm_chem_report advance(struct gases *g, int64_t count,
                                     const struct sm_chem_options *options, double dt) {
  const struct sm_chem_cells cells = {.count = count, .temperature = g->t, .concentrations = g->c};
  struct sm_chem_report report;
  fill(g, count);
  ok(sm_chem_advance(ctx, chem, &cells, dt, options, &report));
  ck_assert_int_eq(report.failed, 0);
  return report;
}

static const enum sm_chem_method methods[] = {SM_CHEM_RODAS3, SM_CHEM_RODAS4, SM_CHEM_RKCK45};

START_TEST(same_bits_where_nothing_is_frozen) {
  static struct gases whole, reduced;
  static const double thresholds[] = {0, 1e-300};
  open_all_forms();
  const int32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (int i = 0; i < 12; i++) {
    const int64_t count = i % 2 == 0 ? 3 : CELLS;
    const struct sm_chem_reduction r = {
        .threshold = thresholds[i / 6], .targets = all, .target_count = 16};
    struct sm_chem_options options = {.mode = SM_CHEM_PRESSURE, .method = methods[i / 2 % 3]};
    const struct sm_chem_report a = advance(&whole, count, &options, 1e-10);
    options.reduction = &r;
    const struct sm_chem_report b = advance(&reduced, count, &options, 1e-10);
    ck_assert(memcmp(whole.t, reduced.t, (size_t)count * sizeof *whole.t) == 0);
    ck_assert(memcmp(whole.c, reduced.c, 16 * (size_t)count * sizeof *whole.c) == 0);
    ck_assert_int_eq(a.steps, b.steps);
    ck_assert_int_eq(b.active_species, 16 * b.steps);
  }
  close_mechanism();
}
END_TEST

static double energy_of(double t, const double *c, int64_t count, int64_t cell) {
  double cp[MOST], h[MOST], s[MOST], sum = 0;
  ok(sm_chem_thermo(ctx, chem, t, cp, h, s));
  for (int32_t k = 0; k < m->species_count; k++) sum += c[k * count + cell] * (h[k] - 1) * t;
  return sum;
}

static double atoms_of(const double *c, int64_t count, int64_t cell, int32_t element) {
  double sum = 0;
  for (int32_t k = 0; k < m->species_count; k++)
    sum += c[k * count + cell] * chem->kinetics->atoms[k * m->element_count + element];
  return sum;
}

/* Frozen species keep their amounts to the bit; elements and energy are those of the start. */
START_TEST(conservation) {
  static struct gases before, after;
  open_all_forms();
  const int32_t target = chem_file_species(m, "H2O2");
  const struct sm_chem_reduction r = {
      .threshold = 0.2, .targets = &target, .target_count = 1, .tolerance = 0.9};
  const struct sm_chem_options options = {.mode = SM_CHEM_VOLUME,
                                          .method = SM_CHEM_RODAS4,
                                          .rtol = 1e-8,
                                          .atol = 1e-14,
                                          .reduction = &r};
  for (int i = 0; i < 2; i++) {
    const int64_t count = i == 0 ? 1 : CELLS;
    int32_t kept = 0;
    fill(&before, count);
    const struct sm_chem_report report = advance(&after, count, &options, 1e-7);
    ck_assert(report.active_species < 16 * report.steps);
    for (int32_t k = 0; k < 16; k++) kept += before.c[k * count] == after.c[k * count];
    ck_assert_int_gt(kept, 1); /* argon anyhow */
    for (int64_t l = 0; l < count; l++) {
      const double e0 = energy_of(before.t[l], before.c, count, l),
                   e1 = energy_of(after.t[l], after.c, count, l);
      ck_assert_msg(fabs(e1 - e0) < 1e-7 * fabs(e0), "energy %.12g instead of %.12g", e1, e0);
      for (int32_t e = 0; e < m->element_count; e++) {
        const double n0 = atoms_of(before.c, count, l, e), n1 = atoms_of(after.c, count, l, e);
        ck_assert_msg(fabs(n1 - n0) <= 1e-13 * n0, "element %d: %.17g, %.17g", (int)e, n0, n1);
      }
    }
  }
  close_mechanism();
}
END_TEST

/* Largest error of a Jacobian over its row's largest entry, against differences of the rates; N
 * follows the species. */
static double jacobian_error(const struct sm_batch_problem *p, const struct sm_sparse_lu *lu,
                             const double *values, double *y) {
  const int32_t total = p->n - 2;
  double plus[MOST], minus[MOST], scale[MOST] = {0}, off[MOST] = {0}, worst = 0;
  for (int32_t j = 0; j < p->n; j++) {
    const double was = y[j], sum = y[total], d = 1e-5 * was;
    if (j == total) continue;
    for (int side = 0; side < 2; side++) {
      y[j] = was + (side == 0 ? d : -d);
      if (j < total) y[total] = sum + (side == 0 ? d : -d);
      p->rates(p->self, y, side == 0 ? plus : minus);
    }
    y[j] = was;
    y[total] = sum;
    for (int32_t i = 0; i < p->n; i++) {
      const int32_t at = lu->place[i * p->n + j], by_total = lu->place[i * p->n + total];
      const double own =
          (at >= 0 ? values[at] : 0) + (j < total && by_total >= 0 ? values[by_total] : 0);
      const double difference = (plus[i] - minus[i]) / (2 * d);
      scale[i] = fmax(scale[i], fabs(difference * was));
      off[i] = fmax(off[i], fabs(own - difference) * was);
    }
  }
  for (int32_t i = 0; i < p->n; i++)
    if (scale[i] > 0) worst = fmax(worst, off[i] / scale[i]);
  return worst;
}

/* The Jacobian of the reduced reactor, with frozen colliders, in each mode. */
START_TEST(reduced_jacobian) {
  static struct gases g;
  open_all_forms();
  const int32_t target = chem_file_species(m, "H2O2");
  for (int mode = 0; mode < 3; mode++) {
    const struct sm_chem_reduction r = {.threshold = 0.2, .targets = &target, .target_count = 1};
    const struct sm_chem_options options = {.mode = (enum sm_chem_mode)mode,
                                            .rtol = 1e-4,
                                            .atol = 1e-9,
                                            .method = SM_CHEM_RODAS4,
                                            .reduction = &r};
    const struct sm_chem_cells cells = {.count = 1, .temperature = g.t, .concentrations = g.c};
    struct sm_chem_worker w;
    const int64_t index = 0;
    fill(&g, 1);
    ok(sm_chem_worker_create(ctx, chem, &options, 1, &w));
    sm_chem_worker_load(&w, &cells, &options, &index, 1, 1e-9);
    w.run.until = 1;
    sm_chem_worker_run(&w, SM_CHEM_RODAS4);
    struct sm_batch_problem *p = &w.reducer->problem;
    const struct sm_sparse_lu *lu = &w.reducer->tables.lu;
    ck_assert(w.reducer->reduced && p->n < 18 && lu->n == p->n);
    double *values = calloc((size_t)chem->sparse->value_count, sizeof *values), dy[MOST];
    p->jacobian(p->self, w.reducer->y, dy, values);
    const double worst = jacobian_error(p, lu, values, w.reducer->y);
    printf("mode %d: %d unknowns, Jacobian within %.1e\n", mode, (int)p->n, worst);
    ck_assert(worst < 1e-6);
    free(values);
    sm_chem_worker_free(&w);
  }
  close_mechanism();
}
END_TEST

static void refused(const struct sm_chem_options *options, const char *part) {
  static struct gases g;
  const struct sm_chem_cells cells = {.count = 1, .temperature = g.t, .concentrations = g.c};
  struct sm_chem_report report;
  fill(&g, 1);
  ck_assert(sm_chem_advance(ctx, chem, &cells, 1e-6, options, &report) == SM_ERR_USAGE);
  ck_assert_msg(strstr(sm_context_message(ctx), part) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(refusals) {
  open_all_forms();
  const int32_t target = 0, none = 99;
  const double source[MOST] = {0};
  const struct sm_chem_reduction good = {.threshold = 0.1, .targets = &target, .target_count = 1};
  struct sm_chem_reduction bad = {.threshold = 1, .targets = &target, .target_count = 1};
  refused(&(struct sm_chem_options){.reduction = &bad}, "from 0 to less than 1");
  bad = (struct sm_chem_reduction){.threshold = 0.1};
  refused(&(struct sm_chem_options){.reduction = &bad}, "needs target species");
  bad = (struct sm_chem_reduction){.threshold = 0.1, .targets = &none, .target_count = 1};
  refused(&(struct sm_chem_options){.reduction = &bad}, "is not a species");
  refused(&(struct sm_chem_options){.reduction = &good, .method = SM_CHEM_RKC2}, "method rkc2");
  refused(&(struct sm_chem_options){.reduction = &good, .method = SM_CHEM_RK4}, "method rk4");
  refused(&(struct sm_chem_options){.reduction = &good, .source = source}, "sources");
  close_mechanism();
}
END_TEST

/* Ignition delays of methane: the error against the full mechanism falls with the threshold. */
START_TEST(error_falls) {
  enum { REACTORS = 3 };
  static const double thresholds[] = {1e-1, 1e-2, 1e-3, 1e-4}, allowed[] = {0.4, 0.05, 5e-3, 5e-4};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  m = chem_reference_read(ctx, "gri30");
  if (m == NULL) {
    sm_context_destroy(&ctx);
    return;
  }
  ok(sm_chem_create(ctx, m, 1, &chem));
  const double t[REACTORS] = {1400, 1500, 1600}, p[REACTORS] = {101325, 101325, 101325};
  const int32_t targets[3] = {chem_file_species(m, "CH4"), chem_file_species(m, "O2"),
                              chem_file_species(m, "N2")};
  static const double moles[3] = {1, 2, 7.52};
  double *x = calloc((size_t)m->species_count * REACTORS, sizeof *x), last = 1;
  for (int i = 0; i < 3 * REACTORS; i++)
    x[targets[i / REACTORS] * REACTORS + i % REACTORS] = moles[i / REACTORS];
  struct sm_chem_ignition_result whole[REACTORS], reduced[REACTORS];
  struct sm_chem_reduction r = {.targets = targets, .target_count = 3, .tolerance = 0.5};
  struct sm_chem_ignition setup = {.end = 0.01, .rtol = 1e-6, .atol = 1e-14, .species = -1};
  ok(sm_chem_ignite(ctx, chem, &setup, REACTORS, t, p, x, whole));
  setup.reduction = &r;
  for (int i = 0; i < 4; i++) {
    double worst = 0, active = 0;
    r.threshold = thresholds[i];
    ok(sm_chem_ignite(ctx, chem, &setup, REACTORS, t, p, x, reduced));
    for (int j = 0; j < REACTORS; j++) {
      worst = fmax(worst, fabs(reduced[j].by_slope / whole[j].by_slope - 1));
      active += (double)reduced[j].active_species / (double)reduced[j].steps / REACTORS;
    }
    printf("threshold %g: %.1f of 53 species, delays within %.2g\n", r.threshold, active, worst);
    ck_assert(worst < allowed[i] && worst < last);
    last = worst;
  }
  free(x);
  close_mechanism();
}
END_TEST

TEST_MAIN(search, same_bits_where_nothing_is_frozen, conservation, reduced_jacobian, refusals,
          error_falls, strengths)
