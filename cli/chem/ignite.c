/* ignite.c - `simoom chem ignite`: ignition delay of gas mixtures. */
#include "bounds.h"
#include "cli/session/file.h"
#include "cli/text/csv.h"
#include "cli/text/facts.h"
#include "reduction.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reactors: all combinations of temperature and pressure. */
struct reactors {
  int64_t count;
  double temperature[CLI_CHEM_VALUES * CLI_CHEM_VALUES];
  double pressure[CLI_CHEM_VALUES * CLI_CHEM_VALUES];
  double *fractions; /* [species][count] */
  struct sm_chem_ignition_result *out;
};

struct trail {
  FILE *stream;
  int32_t species;
};

static void write_point(void *user, int64_t reactor, double time, double temperature,
                        double pressure, const double *fractions) {
  const struct trail *t = user;
  fprintf(t->stream, "%lld,%.12e,%.9f,%.9e", (long long)reactor + 1, time, temperature, pressure);
  for (int32_t k = 0; k < t->species; k++) fprintf(t->stream, ",%.9e", fractions[k]);
  fprintf(t->stream, "\n");
}

static void write_head(const struct trail *t, const struct sm_mechanism *m) {
  fprintf(t->stream, "reactor,t_s,T_K,p_Pa");
  for (int32_t k = 0; k < m->species_count; k++)
    cli_csv_print_name(t->stream, "Y_", m->species[k].name);
  fprintf(t->stream, "\n");
}

static int read_reactors(struct cli_session *session, const struct sm_mechanism *m,
                         struct reactors *r) {
  struct cli_chem_values t = {0}, p = {0};
  int code = cli_chem_parse_values(session, "temperature", cli_chem.temperature, false, &t);
  if (code == 0) code = cli_chem_parse_values(session, "pressure", cli_chem.pressure, true, &p);
  if (code != 0) return code;
  r->count = t.count * p.count;
  double *one = calloc((size_t)m->species_count, sizeof *one);
  r->fractions = calloc((size_t)(m->species_count * r->count), sizeof(double));
  r->out = calloc((size_t)r->count, sizeof *r->out);
  if (one == NULL || r->fractions == NULL || r->out == NULL)
    code = cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  else
    code = cli_chem_composition(session, m, cli_chem.composition, one);
  for (int64_t i = 0; code == 0 && i < r->count; i++) {
    r->temperature[i] = t.value[i % t.count];
    r->pressure[i] = p.value[i / t.count];
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference) code is not 0 without them
    for (int32_t k = 0; k < m->species_count; k++) r->fractions[k * r->count + i] = one[k];
  }
  free(one);
  return code;
}

static int read_setup(struct cli_session *session, const struct sm_mechanism *m,
                      struct sm_chem_ignition *setup) {
  *setup = (struct sm_chem_ignition){
      .mode = cli_chem.reactor == 0 ? SM_CHEM_VOLUME : SM_CHEM_PRESSURE,
      .end = 1,
      .rtol = 1e-6,
      .species = sm_mechanism_find_species(m, cli_chem.watch != NULL ? cli_chem.watch : "OH")};
  if (cli_chem.watch != NULL && setup->species < 0)
    return cli_session_error(session, SM_ERR_USAGE, "--watch: the mechanism has no species '%s'",
                             cli_chem.watch);
  int code = cli_chem_time(session, "end", cli_chem.end, &setup->end);
  if (code == 0) code = cli_chem_tolerance(session, &setup->rtol);
  setup->atol = setup->rtol * 1e-8;
  return code;
}

/* Prints an ignition delay, or a dash without ignition. */
static void print_delay(double delay, int width) {
  if (isnan(delay))
    printf(" %*s", width, "-");
  else
    printf(" %*.6e", width, delay);
}

/* Number of active species, averaged over the steps. */
static double mean_active(const struct sm_chem_ignition_result *x) {
  return x->steps > 0 ? (double)x->active_species / (double)x->steps : 0;
}

static void print_table(const struct reactors *r, const struct sm_mechanism *m, int32_t watch,
                        bool reduced) {
  char name[64];
  snprintf(name, sizeof name, "largest %s, s", watch >= 0 ? m->species[watch].name : "-");
  printf("%10s %12s %14s %14s %18s %10s %12s%s\n", "K", "Pa", "dT/dt, s", "400 K, s", name, "end K",
         "end Pa", reduced ? "  active species" : "");
  for (int64_t i = 0; i < r->count; i++) {
    printf("%10.2f %12.5g", r->temperature[i], r->pressure[i]);
    print_delay(r->out[i].by_slope, 14);
    print_delay(r->out[i].by_rise, 14);
    print_delay(r->out[i].by_species, 18);
    printf(" %10.2f %12.5g", r->out[i].temperature, r->out[i].pressure);
    if (reduced) printf(" %15.1f", mean_active(&r->out[i]));
    printf("\n");
  }
}

static void print_json(const struct reactors *r, const struct sm_mechanism *m) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-ignite");
  sm_facts_text(&json, "mechanism", m->name);
  sm_facts_list(&json, "reactors");
  for (int64_t i = 0; i < r->count; i++) {
    const struct sm_chem_ignition_result *x = &r->out[i];
    sm_facts_group(&json, NULL);
    sm_facts_number(&json, "temperature", r->temperature[i]);
    sm_facts_number(&json, "pressure", r->pressure[i]);
    sm_facts_number(&json, "delay_slope", x->by_slope);
    sm_facts_number(&json, "delay_rise", x->by_rise);
    sm_facts_number(&json, "delay_species", x->by_species);
    sm_facts_number(&json, "end_temperature", x->temperature);
    sm_facts_number(&json, "end_pressure", x->pressure);
    sm_facts_integer(&json, "steps", x->steps);
    sm_facts_number(&json, "active_species", mean_active(x));
    sm_facts_close(&json);
  }
  sm_facts_close(&json);
  cli_facts_print(stdout, &json, true);
}

/* Checks initial and final temperatures; warns of gases that did not ignite (null in JSON). */
static int check(struct cli_session *session, const struct sm_mechanism *m,
                 const struct reactors *r, double end) {
  double *temperature = malloc(2 * (size_t)r->count * sizeof *temperature);
  int64_t cold = 0;
  char text[160];
  if (temperature == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  for (int64_t i = 0; i < r->count; i++) {
    const struct sm_chem_ignition_result *x = &r->out[i];
    temperature[i] = r->temperature[i];
    temperature[r->count + i] = x->temperature;
    cold += isnan(x->by_slope) && isnan(x->by_rise);
    if (isfinite(x->temperature) && isfinite(x->pressure)) continue;
    free(temperature);
    return cli_session_error(session, SM_ERR_DIVERGED,
                             "reactor %lld ends at no finite temperature and pressure",
                             (long long)i + 1);
  }
  cli_chem_extrapolated(session, m, temperature, 2 * r->count);
  free(temperature);
  if (cold == 0) return 0;
  snprintf(text, sizeof text,
           "simoom: %lld of %lld reactors did not ignite within %g s: they have no delay",
           (long long)cold, (long long)r->count, end);
  cli_terminal_log(&session->terminal, SM_LOG_INFO, text);
  return 0;
}

/* Computes the ignition delays; writes the trajectory if requested. */
static int compute(struct cli_session *session, const struct cli_chemistry *c,
                   const struct sm_chem_ignition *given, struct reactors *r) {
  struct sm_chem_ignition setup = *given;
  struct cli_file file = {.stream = NULL};
  struct trail trail = {.species = c->mechanism->species_count};
  if (cli_chem.trajectory != NULL) {
    if (!cli_file_open(&file, cli_chem.trajectory))
      return cli_session_error(session, SM_ERR_IO, "%s: %s", cli_chem.trajectory, strerror(errno));
    trail.stream = file.stream;
    setup.point = write_point;
    setup.user = &trail;
    write_head(&trail, c->mechanism);
  }
  const enum sm_status status = sm_chem_ignite(session->ctx, c->chem, &setup, r->count,
                                               r->temperature, r->pressure, r->fractions, r->out);
  if (status != SM_OK && cli_chem.trajectory != NULL) cli_file_abandon(&file);
  if (status == SM_OK && cli_chem.trajectory != NULL && !cli_file_close(&file))
    return cli_session_error(session, SM_ERR_IO, "%s: %s", cli_chem.trajectory, strerror(errno));
  return status == SM_OK ? 0 : cli_session_fail(session, status);
}

static int ignite(struct cli_session *session, const struct cli_chemistry *c, struct reactors *r) {
  struct sm_chem_ignition setup;
  struct cli_chem_reduction reduction;
  int code = read_setup(session, c->mechanism, &setup);
  if (code != 0) return code;
  code = cli_chem_reduction_read(session, c->mechanism, r->fractions, r->count, &reduction);
  if (reduction.on) setup.reduction = &reduction.reduction;
  if (code == 0) code = compute(session, c, &setup, r);
  if (code == 0) code = check(session, c->mechanism, r, setup.end);
  if (code == 0 && cli_chem.json) print_json(r, c->mechanism);
  if (code == 0 && !cli_chem.json) print_table(r, c->mechanism, setup.species, reduction.on);
  cli_chem_reduction_free(&reduction);
  return code;
}

int cli_chem_ignite(struct cli_session *session, const char *file) {
  const char *ending = strrchr(file, '.');
  const bool cell = ending != NULL && strcmp(ending, ".toml") == 0;
  if (cell && cli_chem.reduction == 1)
    return cli_session_error(
        session, SM_ERR_USAGE,
        "--reduction: the step of a cell is made again by the whole mechanism");
  if (cell) return cli_chem_replay(session, file);
  if (cli_chem.method != NULL)
    return cli_session_error(
        session, SM_ERR_USAGE,
        "--method is of a cell's file, *.toml: gases ignite by rodas4\n  help: "
        "simoom chem bench puts the methods side by side");
  int code = cli_chem_check_overwrite(session, "trajectory", cli_chem.trajectory, file);
  if (code != 0) return code;
  struct cli_chemistry c;
  struct reactors *r = calloc(1, sizeof *r);
  if (r == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  code = cli_chem_open(session, file, 0, &c);
  if (code == 0) {
    code = read_reactors(session, c.mechanism, r);
    if (code == 0) code = ignite(session, &c, r);
    cli_chem_close(&c);
  }
  free(r->fractions);
  free(r->out);
  free(r);
  return code;
}
