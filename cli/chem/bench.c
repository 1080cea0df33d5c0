/* bench.c - `simoom chem bench`: time steps of many cells on one core, all cores and a
 * GPU. */
#include "chem.h"
#include "cli/text/facts.h"
#include "lab/chem_speed.h"
#include <math.h>

enum { ROWS = 5, STEPS = 10 };

/* Niemeyer & Sung (2013), Fig. 3: 9 species, 38 irreversible reactions. The times are points of a
 * figure, without numbers; the text gives the largest speed-up. */
#define PAPER "Niemeyer & Sung (2013), Fig. 3"
static const double paper_speed_up = 75;

/* Largest speed-up of the GPU over one core or all threads; 0: no GPU. */
static double best(const struct sm_chem_speeds *s, bool one) {
  double most = 0;
  for (int32_t i = 0; i < s->rows; i++) {
    const struct sm_chem_speed *r = &s->row[i];
    if (r->gpu > 0) most = fmax(most, (one ? r->one : r->all) / r->gpu);
  }
  return most;
}

static void print_table(const struct sm_mechanism *m, const struct sm_chem_speeds *s) {
  printf("%s: %d species, %d reactions; a step of Runge and Kutta (4 evaluations of the rates) of "
         "all cells\none core and %d threads: in rows of cells by vectors; GPU: %s\n",
         m->name, (int)m->species_count, (int)m->reaction_count, s->threads,
         s->gpu[0] != '\0' ? s->gpu : "none");
  printf("%9s %13s %13s %13s %14s %14s\n", "cells", "one core, s", "threads, s", "GPU, s",
         "GPU/one core", "GPU/threads");
  for (int32_t i = 0; i < s->rows; i++) {
    const struct sm_chem_speed *r = &s->row[i];
    printf("%9lld %13.4g %13.4g", (long long)r->cells, r->one, r->all);
    if (r->gpu > 0)
      printf(" %13.4g %14.1f %14.1f\n", r->gpu, r->one / r->gpu, r->all / r->gpu);
    else
      printf(" %13s %14s %14s\n", "-", "-", "-");
  }
  printf("%9s %13s %13s %13s   up to %6.1f %14s\n", "paper", "-", "-", "-", paper_speed_up, "-");
  printf(
      "paper: " PAPER ", 9 species and 38 irreversible reactions; a GPU of its day over one core "
      "of a CPU of its day, a cell at a time. Ours: over one core of this machine, 64 cells at a "
      "time by vectors.\n");
  if (best(s, true) > 0)
    printf(
        "The GPU is up to %.0f times as fast as one core of this CPU, up to %.0f times as fast as "
        "its %d threads.\n",
        best(s, true), best(s, false), s->threads);
}

static void print_json(const struct sm_mechanism *m, const struct sm_chem_speeds *s) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-bench");
  sm_facts_text(&json, "mechanism", m->name);
  sm_facts_number(&json, "threads", s->threads);
  sm_facts_text(&json, "gpu", s->gpu);
  sm_facts_list(&json, "rows");
  for (int32_t i = 0; i < s->rows; i++) {
    sm_facts_group(&json, NULL);
    sm_facts_number(&json, "cells", (double)s->row[i].cells);
    sm_facts_number(&json, "one_core", s->row[i].one);
    sm_facts_number(&json, "all_threads", s->row[i].all);
    if (s->row[i].gpu > 0) sm_facts_number(&json, "gpu", s->row[i].gpu);
    sm_facts_close(&json);
  }
  sm_facts_close(&json);
  sm_facts_group(&json, "published");
  sm_facts_text(&json, "source", PAPER);
  sm_facts_text(&json, "base", "one core of a CPU of its day, a cell at a time");
  sm_facts_number(&json, "gpu_over_one_core", paper_speed_up);
  sm_facts_close(&json);
  cli_facts_print(stdout, &json, true);
}

int cli_chem_bench(struct cli_session *session, const char *file) {
  if (cli_chem.temperature != NULL || cli_chem.pressure != NULL || cli_chem.composition != NULL)
    return cli_chem_methods(session, file);
  struct sm_chem_speed row[ROWS] = {
      {.cells = 100}, {.cells = 1000}, {.cells = 10000}, {.cells = 100000}, {.cells = 1000000}};
  struct sm_chem_speeds speeds = {.steps = STEPS, .row = row, .rows = ROWS};
  int code;
  struct sm_mechanism *m = cli_chem_read(session, file, &code);
  if (m == NULL) return code;
  const enum sm_status status = sm_chem_measure(session->ctx, m, &speeds);
  if (status != SM_OK)
    code = cli_session_fail(session, status);
  else if (cli_chem.json)
    print_json(m, &speeds);
  else
    print_table(m, &speeds);
  sm_mechanism_destroy(&m);
  return code;
}
