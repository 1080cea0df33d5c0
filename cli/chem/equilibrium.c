/* equilibrium.c - `simoom chem equilibrium`: chemical equilibrium of gas mixtures. */
#include "bounds.h"
#include "cli/text/facts.h"
#include <stdlib.h>

static void print_table(const struct sm_mechanism *m, double t, double p, const double *x) {
  printf("%.4f K, %.6g Pa\n%-16s %16s\n", t, p, "species", "by mole");
  for (int32_t k = 0; k < m->species_count; k++) printf("%-16s %16.8e\n", m->species[k].name, x[k]);
}

static void print_json(const struct sm_mechanism *m, double t, double p, const double *x) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-equilibrium");
  sm_facts_text(&json, "mechanism", m->name);
  sm_facts_number(&json, "temperature", t);
  sm_facts_number(&json, "pressure", p);
  sm_facts_group(&json, "fractions");
  for (int32_t k = 0; k < m->species_count; k++) sm_facts_number(&json, m->species[k].name, x[k]);
  sm_facts_close(&json);
  cli_facts_print(stdout, &json, true);
}

static int compute(struct cli_session *session, const struct cli_chemistry *c, double *x) {
  static const enum sm_chem_pair pairs[] = {SM_CHEM_HP, SM_CHEM_UV, SM_CHEM_TP};
  struct cli_chem_values t, p;
  int code = cli_chem_parse_values(session, "temperature", cli_chem.temperature, false, &t);
  if (code == 0) code = cli_chem_parse_values(session, "pressure", cli_chem.pressure, true, &p);
  if (code == 0) code = cli_chem_composition(session, c->mechanism, cli_chem.composition, x);
  if (code != 0) return code;
  const enum sm_status status =
      sm_chem_equilibrium(session->ctx, c->chem, pairs[cli_chem.pair], &t.value[0], &p.value[0], x);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_chem_extrapolated(session, c->mechanism, &t.value[0], 1);
  if (cli_chem.json)
    print_json(c->mechanism, t.value[0], p.value[0], x);
  else
    print_table(c->mechanism, t.value[0], p.value[0], x);
  return 0;
}

int cli_chem_equilibrium(struct cli_session *session, const char *file) {
  struct cli_chemistry c;
  int code = cli_chem_open(session, file, 0, &c);
  if (code != 0) return code;
  double *x = calloc((size_t)c.mechanism->species_count + 1, sizeof *x);
  code = x != NULL ? compute(session, &c, x)
                   : cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  free(x);
  cli_chem_close(&c);
  return code;
}
