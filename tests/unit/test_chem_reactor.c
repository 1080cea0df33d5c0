/* Ignitions against the reference data, methods against each other, sources, cells that fail. */
#include "harness.h"

#include "chem_reference.h"

#include "base/context.h"
#include "chem/integrate/integrate.h"
#include "simoom/chem.h"

#include <math.h>

enum { MOST_ROWS = 64, SPECIES = 9 };

static struct sm_context *context(void) {
  static struct sm_context *ctx;
  if (ctx == NULL) ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  return ctx;
}

static void ok(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(context()));
}

struct row {
  double phi, t, p, by_slope, by_rise, by_species, end, end_t, end_p;
};

/* The rows of a mechanism and a kind of reactor. */
static int read_rows(const char *mechanism, const char *reactor, struct row *rows) {
  FILE *file = fixture_open("ignition.csv");
  char line[1024], head[128];
  int count = 0;
  if (file == NULL) return 0;
  snprintf(head, sizeof head, "%s,%s,", mechanism, reactor);
  while (fgets(line, sizeof line, file) != NULL && count < MOST_ROWS) {
    double x[16];
    if (strncmp(line, head, strlen(head)) != 0) continue;
    const char *at = strchr(line + strlen(head), ',');
    ck_assert(fixture_numbers(at, x, 10) == 10);
    rows[count++] = (struct row){x[0], x[1], x[2] * 101325, x[3], x[4], x[5], x[7], x[8], x[9]};
  }
  fclose(file);
  return count;
}

/* Fuel in air, O2 + 3.76 N2, by mole; methane takes 2 molecules of O2, hydrogen a half. */
static void mix(const struct sm_mechanism *m, int count, const struct row *rows, double *x) {
  const int32_t methane = sm_mechanism_find_species(m, "CH4"),
                hydrogen = chem_file_species(m, "H2");
  const double oxygen = methane >= 0 ? 2 : 0.5;
  for (int i = 0; i < count; i++) {
    x[(methane >= 0 ? methane : hydrogen) * count + i] = rows[i].phi;
    x[chem_file_species(m, "O2") * count + i] = oxygen;
    x[chem_file_species(m, "N2") * count + i] = 3.76 * oxygen;
  }
}

static void check_ignitions(const struct sm_mechanism *m, const char *tag, enum sm_chem_mode mode,
                            double rtol, double allowed) {
  struct row rows[MOST_ROWS];
  const int count = read_rows(tag, mode == SM_CHEM_VOLUME ? "const_v" : "const_p", rows);
  struct sm_chem *chem = NULL;
  ck_assert(count == 12);
  ok(sm_chem_create(context(), m, 1, &chem));
  double t[MOST_ROWS], p[MOST_ROWS], worst = 0, hot = 0,
                                     *x = calloc((size_t)(m->species_count * count), sizeof *x);
  struct sm_chem_ignition_result out[MOST_ROWS];
  struct sm_chem_ignition setup = {
      .mode = mode, .rtol = rtol, .atol = rtol * 1e-8, .species = chem_file_species(m, "OH")};
  mix(m, count, rows, x);
  int64_t steps = 0;
  for (int i = 0; i < count; i++) {
    t[i] = rows[i].t;
    p[i] = rows[i].p;
    setup.end = fmax(setup.end, rows[i].end);
  }
  ok(sm_chem_ignite(context(), chem, &setup, count, t, p, x, out));
  for (int i = 0; i < count; i++) {
    const double off[3] = {out[i].by_slope / rows[i].by_slope - 1,
                           out[i].by_rise / rows[i].by_rise - 1,
                           out[i].by_species / rows[i].by_species - 1};
    for (int j = 0; j < 3; j++) {
      worst = fmax(worst, fabs(off[j]));
      ck_assert_msg(fabs(off[j]) < allowed, "%s, mode %d, %g K, definition %d: off by %.2e",
                    m->name, (int)mode, t[i], j, off[j]);
    }
    /* at constant pressure some still recombine at the reference's earlier end */
    if (mode == SM_CHEM_VOLUME) hot = fmax(hot, fabs(out[i].temperature - rows[i].end_t));
    ck_assert_msg(hot < 0.05, "%s: ends %g K away", tag, hot);
    steps += out[i].steps;
  }
  printf("%s, mode %d, rtol %g: delays within %.1e, last temperatures within %.4f K, %d steps\n",
         tag, (int)mode, rtol, worst, hot, (int)steps);
  free(x);
  sm_chem_destroy(&chem);
}

START_TEST(ignitions) {
  for (int i = 0; i < CHEM_FILES; i++) {
    const char *tag = chem_files[i].tag;
    if (strcmp(tag, "allforms") == 0) continue; /* no fuel */
    struct sm_mechanism *m = chem_file_read(context(), &chem_files[i]);
    if (m == NULL) continue;
    for (int mode = 0; mode < 2; mode++) {
      check_ignitions(m, tag, (enum sm_chem_mode)mode, 1e-6, 1e-3);
      check_ignitions(m, tag, (enum sm_chem_mode)mode, 1e-4, 1e-2);
    }
    sm_mechanism_destroy(&m);
  }
}
END_TEST

/* The pair of properties by its name. */
static enum sm_chem_pair pair_of(const char *name) {
  return strcmp(name, "HP") == 0 ? SM_CHEM_HP : strcmp(name, "UV") == 0 ? SM_CHEM_UV : SM_CHEM_TP;
}

static void check_equilibria(const struct sm_mechanism *m, const char *tag) {
  char line[1024], fuel[16], pair[8], name[64];
  double phi, t_in, atm, t_eq, p_eq, worst = 0, pressure_off = 0, x[FIXTURE_MOST];
  struct sm_chem *chem = NULL;
  int count = 0;
  FILE *file = fixture_open("equilibrium.csv");
  ck_assert(file != NULL);
  ok(sm_chem_create(context(), m, 1, &chem));
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "%63[^,],%15[^,],%lf,%7[^,],%lf,%lf,%lf,%lf", name, fuel, &phi, pair, &t_in,
               &atm, &t_eq, &p_eq) != 8 ||
        strcmp(name, tag) != 0)
      continue;
    const struct row row = {.phi = phi};
    double t = t_in, p = atm * 101325;
    for (int k = 0; k < FIXTURE_MOST; k++) x[k] = 0;
    mix(m, 1, &row, x);
    ok(sm_chem_equilibrium(context(), chem, pair_of(pair), &t, &p, x));
    worst = fmax(worst, fabs(t - t_eq));
    pressure_off = fmax(pressure_off, fabs(p / p_eq - 1));
    ck_assert_msg(fabs(t - t_eq) < 0.05, "%s, phi %g, %s: %.4f K instead of %.4f", tag, phi, pair,
                  t, t_eq);
    ck_assert_msg(fabs(p / p_eq - 1) < 1e-5, "%s, phi %g, %s: %g Pa instead of %g", tag, phi, pair,
                  p, p_eq);
    count++;
  }
  fclose(file);
  printf("%s: %d equilibria within %.5f K, pressures within %.1e\n", tag, count, worst,
         pressure_off);
  sm_chem_destroy(&chem);
}

START_TEST(equilibria) {
  for (int i = 0; i < CHEM_FILES; i++) {
    struct sm_mechanism *m = chem_file_read(context(), &chem_files[i]);
    if (m == NULL) continue;
    check_equilibria(m, chem_files[i].tag);
    sm_mechanism_destroy(&m);
  }
}
END_TEST

enum { CELLS = 150 };

/* Cells along an ignition: the points of a trajectory at constant volume. */
struct path {
  double t[CELLS], c[SPECIES * CELLS];
  const struct sm_mechanism *m;
  double last;
  int count;
};

static void keep_point(void *user, int64_t reactor, double time, double temperature,
                       double pressure, const double *y) {
  struct path *a = user;
  (void)reactor;
  if (time < a->last || a->count == CELLS) return;
  a->last = time + 2e-6;
  double per_weight = 0;
  for (int k = 0; k < SPECIES; k++) per_weight += y[k] / a->m->species[k].weight;
  const double density = pressure / (SM_GAS_CONSTANT * temperature * per_weight);
  a->t[a->count] = temperature;
  for (int k = 0; k < SPECIES; k++)
    a->c[k * CELLS + a->count] = density * y[k] / a->m->species[k].weight;
  a->count++;
}

static double atoms_off(const double *a, const double *b, int cell) {
  static const double h[9] = {2, 0, 0, 1, 2, 1, 1, 2, 0}, o[9] = {0, 2, 1, 1, 1, 0, 2, 2, 0};
  double sum[4] = {0};
  for (int k = 0; k < 9; k++) {
    sum[0] += h[k] * a[k * CELLS + cell];
    sum[1] += h[k] * b[k * CELLS + cell];
    sum[2] += o[k] * a[k * CELLS + cell];
    sum[3] += o[k] * b[k * CELLS + cell];
  }
  return fmax(fabs(sum[1] / sum[0] - 1), fabs(sum[3] / sum[2] - 1));
}

START_TEST(methods_agree) {
  static struct path start;
  struct sm_mechanism *m = chem_reference_read(context(), "yetter1991");
  if (m == NULL) return;
  struct sm_chem *chem = NULL;
  ok(sm_chem_create(context(), m, 2, &chem));
  double x[SPECIES] = {1, 0.5, 0, 0, 0, 0, 0, 0, 1.88};
  const double t0 = 1000, p0 = 101325;
  struct sm_chem_ignition_result ignited;
  start.m = m;
  const struct sm_chem_ignition setup = {
      .mode = SM_CHEM_VOLUME, .end = 3.5e-4, .species = -1, .point = keep_point, .user = &start};
  ok(sm_chem_ignite(context(), chem, &setup, 1, &t0, &p0, x, &ignited));
  ck_assert_msg(start.count > 100, "%d points", start.count);
  static const enum sm_chem_method methods[] = {SM_CHEM_RODAS4, SM_CHEM_RODAS3, SM_CHEM_AUTO,
                                                SM_CHEM_RKC2, SM_CHEM_RKCK45};
  static struct path reference, now;
  for (int i = 0; i < 5; i++) {
    now = start;
    struct sm_chem_cells cells = {.count = CELLS, .temperature = now.t, .concentrations = now.c};
    for (int j = start.count; j < CELLS; j++) { /* the rest: copies of the first */
      now.t[j] = now.t[0];
      for (int k = 0; k < SPECIES; k++) now.c[k * CELLS + j] = now.c[k * CELLS];
    }
    struct path before = now;
    const struct sm_chem_options options = {
        .method = methods[i], .rtol = i == 0 ? 1e-9 : 1e-4, .atol = i == 0 ? 1e-16 : 1e-9};
    struct sm_chem_report report;
    ok(sm_chem_advance(context(), chem, &cells, 1e-6, &options, &report));
    ck_assert_int_eq(report.failed, 0);
    /* sorted by the steps that they took, cells get the same numbers */
    struct path again = before;
    cells.temperature = again.t;
    cells.concentrations = again.c;
    struct sm_chem_options sorted = options;
    int32_t work[CELLS] = {0};
    sorted.work = work;
    ok(sm_chem_advance(context(), chem, &cells, 1e-6, &sorted, &report));
    again = before;
    ok(sm_chem_advance(context(), chem, &cells, 1e-6, &sorted, &report));
    for (int j = 0; j < CELLS && methods[i] != SM_CHEM_RKC2; j++)
      ck_assert(again.t[j] == now.t[j] && work[j] > 0);
    if (i == 0) reference = now;
    double worst = 0, atoms = 0;
    for (int j = 0; j < CELLS; j++) {
      worst = fmax(worst, fabs(now.t[j] / reference.t[j] - 1));
      atoms = fmax(atoms, atoms_off(before.c, now.c, j));
    }
    printf("method %d: temperatures within %.1e, elements within %.1e; %.1f steps, %.1f "
           "evaluations, %.1f Jacobians; %d %d %d %d cells\n",
           (int)methods[i], worst, atoms, (double)report.steps / CELLS,
           (double)report.evaluations / CELLS, (double)report.jacobians / CELLS,
           (int)report.by_method[SM_CHEM_RKCK45], (int)report.by_method[SM_CHEM_RKC2],
           (int)report.by_method[SM_CHEM_RODAS3], (int)report.by_method[SM_CHEM_RODAS4]);
    if (methods[i] == SM_CHEM_AUTO) /* 1 us is stiff for the burning ones */
      ck_assert(report.by_method[SM_CHEM_RODAS4] > CELLS / 2 &&
                report.by_method[SM_CHEM_RODAS3] == 0);
    ck_assert_msg(worst < 2e-4, "method %d: temperatures off by %g", (int)methods[i], worst);
    ck_assert_msg(atoms < 1e-12, "method %d: elements off by %g", (int)methods[i], atoms);
  }
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
}
END_TEST

/* CVODE, where it is there, comes to what RODAS4 comes to; else it says so. */
START_TEST(cvode_agrees) {
  struct sm_mechanism *m = chem_reference_read(context(), "yetter1991");
  if (m == NULL) return;
  enum { FEW = 5 };
  struct sm_chem *chem = NULL;
  struct sm_chem_report report;
  ok(sm_chem_create(context(), m, 1, &chem));
  for (int mode = 0; mode < 3; mode++) {
    double t[2][FEW], c[2][SPECIES * FEW];
    for (int which = 0; which < 2; which++) {
      for (int i = 0; i < FEW; i++) {
        t[which][i] = 1200 + 200 * i;
        for (int k = 0; k < SPECIES; k++) c[which][k * FEW + i] = 1e-3 / (k + 1);
      }
      const struct sm_chem_cells cells = {
          .count = FEW, .temperature = t[which], .concentrations = c[which]};
      const struct sm_chem_options options = {.mode = (enum sm_chem_mode)mode,
                                              .method = which ? SM_CHEM_CVODE : SM_CHEM_RODAS4,
                                              .rtol = 1e-9,
                                              .atol = 1e-15};
      const enum sm_status status =
          sm_chem_advance(context(), chem, &cells, 1e-5, &options, &report);
      if (which == 1 && !sm_cvode_available()) {
        ck_assert_int_eq(status, SM_ERR_DATA);
        ck_assert(strstr(sm_context_message(context()), "needs SUNDIALS") != NULL);
        printf("skipped: built without CVODE\n");
        goto done;
      }
      ok(status);
      ck_assert_int_eq(report.failed, 0);
    }
    double worst = 0;
    for (int i = 0; i < FEW; i++) worst = fmax(worst, fabs(t[1][i] / t[0][i] - 1));
    for (int i = 0; i < SPECIES * FEW; i++) worst = fmax(worst, fabs(c[1][i] / c[0][i] - 1));
    printf("CVODE, mode %d: within %.1e of RODAS4; %d steps\n", mode, worst, (int)report.steps);
    ck_assert(worst < 1e-5);
  }
done:
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
}
END_TEST

/* A cell that cannot be integrated keeps its state, is told, and its neighbours get the same bits
 * as without it. */
START_TEST(failing_cell) {
  struct sm_mechanism *m = chem_reference_read(context(), "yetter1991");
  if (m == NULL) return;
  struct sm_chem *chem = NULL;
  ok(sm_chem_create(context(), m, 2, &chem));
  double t[2][70], c[2][SPECIES * 70];
  for (int bad = 0; bad < 2; bad++) {
    for (int i = 0; i < 70; i++) {
      t[bad][i] = 1200 + i;
      for (int k = 0; k < SPECIES; k++) c[bad][k * 70 + i] = 1e-4 * (k + 1);
    }
    if (bad) t[bad][33] = NAN;
    const struct sm_chem_cells cells = {
        .count = 70, .temperature = t[bad], .concentrations = c[bad]};
    const struct sm_chem_options options = {.method = SM_CHEM_RODAS3};
    struct sm_chem_report report;
    ok(sm_chem_advance(context(), chem, &cells, 1e-6, &options, &report));
    ck_assert_int_eq(report.failed, bad);
    if (bad) ck_assert_int_eq(report.first_failed, 33);
  }
  for (int i = 0; i < 70; i++) {
    if (i == 33)
      ck_assert(isnan(t[1][i]) && c[1][i] == 1e-4);
    else
      ck_assert_msg(t[0][i] == t[1][i] && c[0][i] == c[1][i], "cell %d noticed", i);
  }
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
}
END_TEST

/* Energy of the species over R, of amounts n at t: internal, or the enthalpy. */
static double energy_at(const struct sm_chem *chem, const double *n, double t, bool volume) {
  double cp[SPECIES], h[SPECIES], s[SPECIES], sum = 0;
  ok(sm_chem_thermo(context(), chem, t, cp, h, s));
  for (int k = 0; k < SPECIES; k++) sum += n[k] * (h[k] - (volume ? 1 : 0)) * t;
  return sum;
}

/* Burning gas with sources of species and energy: elements and energy are what flowed in. */
START_TEST(sources) {
  struct sm_mechanism *m = chem_reference_read(context(), "yetter1991");
  if (m == NULL) return;
  struct sm_chem *chem = NULL;
  ok(sm_chem_create(context(), m, 1, &chem));
  for (int mode = 0; mode < 2; mode++) {
    const bool volume = mode == SM_CHEM_VOLUME;
    double n0[SPECIES] = {4e-3, 2e-3, 0, 0, 0, 1e-5, 0, 0, 8e-3}, c[SPECIES], n1[SPECIES], t = 1300,
           start[SPECIES];
    const double source[SPECIES] = {1, 0.5, 0, 0, 2, 0, 0, 0, 3}, q = 3e8, dt = 1e-4;
    memcpy(c, n0, sizeof c);
    memcpy(start, n0, sizeof start);
    const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
    const struct sm_chem_options options = {.mode = (enum sm_chem_mode)mode,
                                            .method = SM_CHEM_RODAS4,
                                            .rtol = 1e-8,
                                            .atol = 1e-14,
                                            .source = source,
                                            .energy = &q};
    struct sm_chem_report report;
    double total0 = 0, total1 = 0;
    for (int k = 0; k < SPECIES; k++) total0 += n0[k];
    const double pressure = SM_GAS_CONSTANT * 1300 * total0;
    ok(sm_chem_advance(context(), chem, &cells, dt, &options, &report));
    ck_assert_int_eq(report.failed, 0);
    for (int k = 0; k < SPECIES; k++) total1 += c[k];
    if (!volume) ck_assert(fabs(SM_GAS_CONSTANT * t * total1 / pressure - 1) < 1e-12);
    /* nitrogen takes no part: it tells the volume */
    const double size = (n0[8] + source[8] * dt) / c[8];
    if (volume) ck_assert(fabs(size - 1) < 1e-12);
    for (int k = 0; k < SPECIES; k++) n1[k] = c[k] * size;
    const double before = energy_at(chem, start, 1300, volume) + q * dt / SM_GAS_CONSTANT,
                 after = energy_at(chem, n1, t, volume);
    ck_assert_msg(fabs(after - before) < 1e-6 * fabs(q * dt / SM_GAS_CONSTANT),
                  "mode %d: energy %.12g instead of %.12g", mode, after, before);
    ck_assert(t > 2000);
  }
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
}
END_TEST

TEST_MAIN(equilibria, ignitions, methods_agree, cvode_agrees, failing_cell, sources)
