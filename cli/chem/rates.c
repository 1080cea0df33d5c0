/* rates.c - `simoom chem rates`: production rates of species for one or many states. */
#include "bounds.h"
#include "cli/session/file.h"
#include "cli/text/csv.h"
#include "cli/text/facts.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MOLECULES 6.02214076e20 /* molecules per cm3 at 1 kmol/m3 */

/* Production rates of species, and rates of reactions if requested. */
struct results {
  double *species, *memory;
  struct sm_chem_progress_rates progress;
  double *sun, *zenith, *water; /* [state] */
};

/* Sets sunlight and zenith angle from the options, and the water vapour of each state. */
static int set_light(struct cli_session *session, const struct sm_mechanism *m,
                     const struct cli_chem_states *s, struct results *out) {
  const int32_t steam = sm_mechanism_find_species(m, "H2O");
  const size_t n = (size_t)s->count + 1;
  double sun = 1, zenith = 0;
  int code = cli_chem_share(session, "sun", cli_chem.sun, 1, &sun);
  if (code == 0) code = cli_chem_share(session, "zenith", cli_chem.zenith, 180, &zenith);
  if (code != 0) return code;
  out->sun = calloc(3 * n, sizeof(double));
  if (out->sun == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  out->zenith = out->sun + n;
  out->water = out->zenith + n;
  for (int64_t i = 0; i < s->count; i++) {
    out->sun[i] = sun;
    out->zenith[i] = zenith * (PI / 180);
    if (steam >= 0) out->water[i] = s->concentrations[steam * s->count + i] * MOLECULES;
  }
  return 0;
}

static int compute(struct cli_session *session, const struct cli_chemistry *c,
                   const struct cli_chem_states *s, struct results *out) {
  const struct sm_mechanism *m = c->mechanism;
  const int code = set_light(session, m, s, out);
  if (code != 0) return code;
  const struct sm_chem_cells cells = {.count = s->count,
                                      .temperature = s->temperature,
                                      .concentrations = s->concentrations,
                                      .pressure = s->pressure,
                                      .sun = out->sun,
                                      .zenith = out->zenith,
                                      .water = out->water};
  const bool reactions = cli_chem.list == CLI_CHEM_LIST_REACTIONS;
  const size_t n = reactions ? (size_t)m->reaction_count * (size_t)s->count : 0;
  cli_chem_extrapolated(session, m, s->temperature, s->count);
  out->species = calloc((size_t)m->species_count * (size_t)s->count + 1, sizeof(double));
  out->memory = calloc(4 * n + 1, sizeof(double));
  if (out->species == NULL || out->memory == NULL)
    return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  out->progress = (struct sm_chem_progress_rates){out->memory, out->memory + n, out->memory + 2 * n,
                                                  out->memory + 3 * n};
  enum sm_status status = sm_chem_rates(session->ctx, c->chem, &cells, out->species);
  if (status == SM_OK && reactions)
    status = sm_chem_progress(session->ctx, c->chem, &cells, &out->progress);
  return status == SM_OK ? 0 : cli_session_fail(session, status);
}

/* Checks that all results are finite. */
static int check(struct cli_session *session, const struct sm_mechanism *m,
                 const struct cli_chem_states *s, const struct results *r) {
  const struct {
    const char *what;
    const double *values;
  } lists[] = {{"constants of rates", r->progress.kf},
               {"constants of reverse rates", r->progress.kr},
               {"rates of reactions", r->progress.qf},
               {"reverse rates of reactions", r->progress.qr}};
  int code = cli_chem_finite(session, m, "rates of production", r->species, m->species_count, s);
  if (cli_chem.list != CLI_CHEM_LIST_REACTIONS) return code;
  for (size_t l = 0; code == 0 && l < sizeof lists / sizeof *lists; l++)
    code = cli_chem_finite(session, m, lists[l].what, lists[l].values, m->reaction_count, s);
  return code;
}

static void print_table(const struct sm_mechanism *m, const struct cli_chem_states *s,
                        const struct results *r) {
  printf("%g K, %g Pa\n", s->temperature[0], s->pressure[0]);
  printf("%-16s %16s %16s\n", "species", "kmol/m3", "kmol/(m3 s)");
  for (int32_t k = 0; k < m->species_count; k++)
    printf("%-16s %16.8e %16.8e\n", m->species[k].name, s->concentrations[k], r->species[k]);
  if (cli_chem.list != CLI_CHEM_LIST_REACTIONS) return;
  printf("\n%6s %14s %14s %14s %14s  %s\n", "number", "kf", "kr", "forward", "backward",
         "reaction");
  for (int32_t i = 0; i < m->reaction_count; i++)
    printf("%6d %14.6e %14.6e %14.6e %14.6e  %s\n", (int)i + 1, r->progress.kf[i],
           r->progress.kr[i], r->progress.qf[i], r->progress.qr[i], m->reactions[i].equation);
}

static void print_json(const struct sm_mechanism *m, const struct cli_chem_states *s,
                       const struct results *r) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-rates");
  sm_facts_text(&json, "mechanism", m->name);
  sm_facts_number(&json, "temperature", s->temperature[0]);
  sm_facts_number(&json, "pressure", s->pressure[0]);
  sm_facts_list(&json, "species");
  for (int32_t k = 0; k < m->species_count; k++) {
    sm_facts_group(&json, NULL);
    sm_facts_text(&json, "name", m->species[k].name);
    sm_facts_number(&json, "concentration", s->concentrations[k]);
    sm_facts_number(&json, "rate", r->species[k]);
    sm_facts_close(&json);
  }
  sm_facts_close(&json);
  if (cli_chem.list == CLI_CHEM_LIST_REACTIONS) {
    sm_facts_list(&json, "reactions");
    for (int32_t i = 0; i < m->reaction_count; i++) {
      sm_facts_group(&json, NULL);
      sm_facts_text(&json, "equation", m->reactions[i].equation);
      sm_facts_number(&json, "kf", r->progress.kf[i]);
      sm_facts_number(&json, "kr", r->progress.kr[i]);
      sm_facts_number(&json, "forward", r->progress.qf[i]);
      sm_facts_number(&json, "backward", r->progress.qr[i]);
      sm_facts_close(&json);
    }
    sm_facts_close(&json);
  }
  cli_facts_print(stdout, &json, true);
}

static void print_csv(FILE *stream, const struct sm_mechanism *m, const struct cli_chem_states *s,
                      const struct results *r) {
  fprintf(stream, "state");
  for (int32_t k = 0; k < m->species_count; k++)
    cli_csv_print_name(stream, "wdot_", m->species[k].name);
  fprintf(stream, "\n");
  for (int64_t i = 0; i < s->count; i++) {
    fprintf(stream, "%lld", (long long)i);
    for (int32_t k = 0; k < m->species_count; k++)
      fprintf(stream, ",%.16e", r->species[k * s->count + i]);
    fprintf(stream, "\n");
  }
}

static int print_results(struct cli_session *session, const struct sm_mechanism *m,
                         const struct cli_chem_states *s, const struct results *r) {
  struct cli_file file;
  if (cli_chem.state == NULL && cli_chem.out == NULL) {
    if (cli_chem.json)
      print_json(m, s, r);
    else
      print_table(m, s, r);
    return 0;
  }
  if (cli_chem.out == NULL) {
    print_csv(stdout, m, s, r);
    return 0;
  }
  bool written = cli_file_open(&file, cli_chem.out);
  if (written) {
    print_csv(file.stream, m, s, r);
    written = cli_file_close(&file);
  }
  return written ? 0
                 : cli_session_error(session, SM_ERR_IO, "%s: %s", cli_chem.out, strerror(errno));
}

int cli_chem_rates(struct cli_session *session, const char *file) {
  struct cli_chemistry c;
  struct cli_chem_states s = {0};
  struct results r = {0};
  const bool table = cli_chem.state != NULL || cli_chem.out != NULL;
  if (table && (cli_chem.json || cli_chem.list == CLI_CHEM_LIST_REACTIONS))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--json and --list are of one gas on the screen, not of --state and "
                             "--output\n  help: leave %s away",
                             cli_chem.json ? "--json" : "--list");
  int code = cli_chem_check_overwrite(session, "output", cli_chem.out, file);
  if (code == 0) code = cli_chem_open(session, file, 0, &c);
  if (code != 0) return code;
  code = cli_chem.state != NULL ? cli_chem_read_states(session, c.mechanism, cli_chem.state, &s)
                                : cli_chem_state(session, c.mechanism, &s);
  if (code == 0) code = compute(session, &c, &s, &r);
  if (code == 0) code = check(session, c.mechanism, &s, &r);
  if (code == 0) code = print_results(session, c.mechanism, &s, &r);
  free(r.species);
  free(r.memory);
  free(r.sun);
  cli_chem_states_free(&s);
  cli_chem_close(&c);
  return code;
}
