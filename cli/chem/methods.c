/* methods.c - `simoom chem bench` for a gas: comparison of integrators along its ignition. */
#include "bounds.h"
#include "cli/text/facts.h"
#include "way.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 256, APART = 8, MOST_ROWS = 12 }; /* APART: every eighth cell is also timed alone */

/* Reference method of the comparison. */
static const enum sm_chem_method exact_method = SM_CHEM_RODAS4;
static const double exact_tolerance = 1e-10;

struct row {
  enum sm_chem_method method;
  double tolerance;
  double seconds, alone;             /* s per cell on one core: in a batch, and one cell at a
                                        time */
  double temperature_off, share_off; /* error of temperature (K) and of the largest mole fraction */
  struct sm_chem_report report;
  bool there; /* false: not built in */
};

/* Cells along an ignition: initial states, computed states and reference states. */
struct trial {
  struct cli_chemistry c;
  struct cli_chem_trajectory way;
  enum sm_chem_mode mode;
  double kelvins, pascals, delay, dt;
  size_t numbers; /* values per state of all cells: temperatures, then concentrations */
  double *begin, *end, *exact;
  struct row row[MOST_ROWS];
  int rows;
};

static struct sm_chem_options options_of(const struct trial *t, const struct row *r) {
  return (struct sm_chem_options){.mode = t->mode,
                                  .method = r->method,
                                  .rtol = r->tolerance,
                                  .atol = 1e-6 * r->tolerance,
                                  .most_steps = 10000000};
}

static enum sm_status advance(struct cli_session *session, struct trial *t, struct row *r) {
  const struct sm_chem_options options = options_of(t, r);
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = t->end, .concentrations = t->end + CELLS};
  double total = 0;
  for (int calls = 1; calls == 1 || (total < 0.1 && calls < 100); calls++) {
    memcpy(t->end, t->begin, t->numbers * sizeof *t->end);
    const clock_t begin = clock();
    const enum sm_status status =
        sm_chem_advance(session->ctx, t->c.chem, &cells, t->dt, &options, &r->report);
    if (status != SM_OK) return status;
    total += (double)(clock() - begin) / CLOCKS_PER_SEC;
    r->seconds = total / calls / CELLS;
  }
  return SM_OK;
}

/* Advances some cells by one call each; the results are discarded. */
static enum sm_status advance_alone(struct cli_session *session, const struct trial *t,
                                    struct row *r) {
  const struct sm_chem_options options = options_of(t, r);
  struct sm_chem_report report;
  double *c = malloc((size_t)t->way.species * sizeof *c), temperature;
  enum sm_status status = c == NULL ? SM_ERR_MEMORY : SM_OK;
  const clock_t begin = clock();
  for (int64_t i = 0; status == SM_OK && i < CELLS; i += APART) {
    const struct sm_chem_cells cell = {
        .count = 1, .temperature = &temperature, .concentrations = c};
    temperature = t->begin[i];
    for (int32_t k = 0; k < t->way.species; k++) c[k] = t->begin[CELLS + k * CELLS + i];
    status = sm_chem_advance(session->ctx, t->c.chem, &cell, t->dt, &options, &report);
  }
  r->alone = (double)(clock() - begin) / CLOCKS_PER_SEC * APART / CELLS;
  free(c);
  return status;
}

/* Mole fraction of species k in a cell. */
static double share(const struct trial *t, const double *state, int32_t k, int64_t i) {
  double sum = 0;
  for (int32_t j = 0; j < t->way.species; j++) sum += state[CELLS + j * CELLS + i];
  return state[CELLS + k * CELLS + i] / sum;
}

static void compare(const struct trial *t, struct row *r) {
  for (int64_t i = 0; i < CELLS; i++)
    r->temperature_off = fmax(r->temperature_off, fabs(t->end[i] - t->exact[i]));
  for (int32_t k = 0; k < t->way.species; k++) {
    double most = 0, off = 0;
    for (int64_t i = 0; i < CELLS; i++) {
      const double exact = share(t, t->exact, k, i);
      most = fmax(most, exact);
      off = fmax(off, fabs(share(t, t->end, k, i) - exact));
    }
    if (most > 1e-12) r->share_off = fmax(r->share_off, off / most);
  }
}

static int measure(struct cli_session *session, struct trial *t) {
  struct row exact = {.method = exact_method, .tolerance = exact_tolerance};
  enum sm_status status = advance(session, t, &exact);
  memcpy(t->exact, t->end, t->numbers * sizeof *t->end);
  for (int i = 0; status == SM_OK && i < t->rows; i++) {
    struct row *r = &t->row[i];
    status = advance(session, t, r);
    r->there = status == SM_OK;
    if (status != SM_OK && r->method == SM_CHEM_CVODE) status = SM_OK; /* not built in */
    if (!r->there) continue;
    compare(t, r);
    status = advance_alone(session, t, r);
  }
  return status == SM_OK ? 0 : cli_session_fail(session, status);
}

/* --- measurement --- */

static int set_rows(struct cli_session *session, struct trial *t) {
  static const enum sm_chem_method methods[] = {SM_CHEM_AUTO, SM_CHEM_RKC2, SM_CHEM_RODAS3,
                                                SM_CHEM_RODAS4, SM_CHEM_CVODE};
  double tolerances[2] = {1e-4, 1e-6};
  const int count = cli_chem.tolerance != NULL ? 1 : 2;
  const int code = cli_chem_tolerance(session, &tolerances[0]);
  for (int i = 0; i < count; i++)
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
      t->row[t->rows++] = (struct row){.method = methods[m], .tolerance = tolerances[i]};
  return code;
}

static int find_cells(struct cli_session *session, struct trial *t) {
  struct cli_chem_states s = {0};
  double end = 1;
  int code = cli_chem_state(session, t->c.mechanism, &s);
  if (code != 0) return code;
  cli_chem_extrapolated(session, t->c.mechanism, s.temperature, 1);
  t->kelvins = s.temperature[0];
  t->pascals = s.pressure[0];
  const enum sm_status status =
      cli_chem_trajectory_find(session->ctx, t->c.mechanism, t->c.chem, t->kelvins, t->pascals,
                               s.concentrations, end, 2, &t->delay, &t->way);
  cli_chem_states_free(&s);
  if (status != SM_OK) return cli_session_fail(session, status);
  if (!(t->delay < end))
    return cli_session_error(session, SM_ERR_USAGE,
                             "this gas does not autoignite within %g s\n  help: a higher "
                             "--temperature",
                             end);
  t->dt = 1e-5;
  code = cli_chem_time(session, "end", cli_chem.end, &t->dt);
  t->numbers = CELLS * (1 + (size_t)t->way.species);
  t->begin = malloc(3 * t->numbers * sizeof *t->begin);
  if (t->begin == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  t->end = t->begin + t->numbers;
  t->exact = t->end + t->numbers;
  cli_chem_trajectory_resample(&t->way, CELLS, t->begin, t->begin + CELLS);
  return code;
}

/* --- output --- */

static double per_cell(int64_t count) { return (double)count / CELLS; }

static void print_table(const struct trial *t) {
  const struct sm_mechanism *m = t->c.mechanism;
  printf("%s: %d species, %d reactions; %d states along an ignition (%g K, %g Pa, after %.4g s), "
         "each through %g s at constant %s, on one core: CVODE a cell at a time, the others 64 "
         "side by side; alone: a cell in a call\n",
         m->name, (int)m->species_count, (int)m->reaction_count, CELLS, t->kelvins, t->pascals,
         t->delay, t->dt, t->mode == SM_CHEM_PRESSURE ? "pressure" : "volume");
  printf("%-8s %9s %12s %9s %9s %9s %9s %9s %12s %12s\n", "method", "tolerance", "us per cell",
         "alone, us", "steps", "rates", "J", "factors", "T off, K", "species off");
  for (const struct row *r = t->row; r < t->row + t->rows; r++) {
    printf("%-8s %9.0e", sm_chem_method_name(r->method), r->tolerance);
    if (!r->there) {
      printf("  not measured: simoom was built without SUNDIALS\n");
      continue;
    }
    printf(" %12.4g %9.4g %9.1f %9.1f %9.1f %9.1f %12.2e %12.2e", 1e6 * r->seconds, 1e6 * r->alone,
           per_cell(r->report.steps), per_cell(r->report.evaluations),
           per_cell(r->report.jacobians), per_cell(r->report.factorings), r->temperature_off,
           r->share_off);
    if (r->report.failed > 0) printf("  %lld cells failed", (long long)r->report.failed);
    printf("\n");
  }
  printf("off: largest difference from %s at %g; of species, of the largest share of each in these "
         "cells. steps, rates (evaluations), J (Jacobians) and factors (of matrices) are those of "
         "a cell.\n",
         sm_chem_method_name(exact_method), exact_tolerance);
}

static void print_json(const struct trial *t) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-methods");
  sm_facts_text(&json, "mechanism", t->c.mechanism->name);
  sm_facts_number(&json, "temperature", t->kelvins);
  sm_facts_number(&json, "pressure", t->pascals);
  sm_facts_number(&json, "delay", t->delay);
  sm_facts_number(&json, "dt", t->dt);
  sm_facts_text(&json, "constant", t->mode == SM_CHEM_PRESSURE ? "pressure" : "volume");
  sm_facts_integer(&json, "cells", CELLS);
  sm_facts_text(&json, "exact", sm_chem_method_name(exact_method));
  sm_facts_number(&json, "exact_tolerance", exact_tolerance);
  sm_facts_list(&json, "rows");
  for (const struct row *r = t->row; r < t->row + t->rows; r++) {
    if (!r->there) continue;
    sm_facts_group(&json, NULL);
    sm_facts_text(&json, "method", sm_chem_method_name(r->method));
    sm_facts_number(&json, "tolerance", r->tolerance);
    sm_facts_number(&json, "seconds_per_cell", r->seconds);
    sm_facts_number(&json, "seconds_alone", r->alone);
    sm_facts_number(&json, "steps", per_cell(r->report.steps));
    sm_facts_number(&json, "rejected", per_cell(r->report.rejected));
    sm_facts_number(&json, "evaluations", per_cell(r->report.evaluations));
    sm_facts_number(&json, "jacobians", per_cell(r->report.jacobians));
    sm_facts_number(&json, "factorings", per_cell(r->report.factorings));
    sm_facts_number(&json, "temperature_off", r->temperature_off);
    sm_facts_number(&json, "species_off", r->share_off);
    sm_facts_integer(&json, "failed", r->report.failed);
    sm_facts_close(&json);
  }
  sm_facts_close(&json);
  cli_facts_print(stdout, &json, true);
}

int cli_chem_methods(struct cli_session *session, const char *file) {
  struct trial t = {.mode = cli_chem.reactor == 0 ? SM_CHEM_VOLUME : SM_CHEM_PRESSURE};
  int code = cli_chem_open(session, file, 1, &t.c);
  if (code != 0) return code;
  code = set_rows(session, &t);
  if (code == 0) code = find_cells(session, &t);
  if (code == 0) code = measure(session, &t);
  if (code == 0 && cli_chem.json) print_json(&t);
  if (code == 0 && !cli_chem.json) print_table(&t);
  free(t.begin);
  cli_chem_trajectory_free(&t.way);
  cli_chem_close(&t.c);
  return code;
}
