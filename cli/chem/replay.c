/* replay.c - `simoom chem ignite CELL.toml`: repeats the chemistry step of a cell that failed in a
 * run. */
#include "bounds.h"
#include "cli/session/file.h"
#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 }; /* maximum number of last steps shown after a failure */

struct line {
  struct sm_chem_trace_point point; /* without its arrays */
  const char *fastest;              /* species with the largest relative rate of change */
  double rate;                      /* relative rate of change, 1/s */
};

struct replay {
  const struct sm_chem_cell *cell;
  const struct sm_mechanism *mechanism;
  struct sm_chem_options options;
  double temperature, pressure, dt; /* initial values, then final values */
  double *concentrations, *source;  /* [species] of the mechanism */
  struct sm_chem_report report;
  enum sm_status outcome; /* status of the step-by-step integration */
  struct line last[SHOWN];
  int64_t points;
  FILE *stream;
};

/* Maps the listed concentrations and sources to the species of the mechanism. */
static int spread(struct cli_session *session, struct replay *r, const char *file) {
  const struct sm_chem_cell *c = r->cell;
  const double ideal = c->pressure / (SM_GAS_CONSTANT * c->temperature);
  const double total = c->concentration > 0 ? c->concentration : ideal;
  double sum = 0;
  r->concentrations = calloc((size_t)r->mechanism->species_count, sizeof(double));
  if (c->source != NULL) r->source = calloc((size_t)r->mechanism->species_count, sizeof(double));
  if (r->concentrations == NULL || (c->source != NULL && r->source == NULL))
    return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  for (int32_t k = 0; k < c->species_count; k++) sum += c->fractions[k];
  for (int32_t k = 0; k < c->species_count; k++) {
    const int32_t at = sm_mechanism_find_species(r->mechanism, c->species[k]);
    if (at < 0) return cli_chem_unknown(session, r->mechanism, file, c->species[k]);
    r->concentrations[at] += c->fractions[k] / sum * total;
    if (c->source != NULL) r->source[at] += c->source[k];
  }
  return 0;
}

static int read_options(struct cli_session *session, struct replay *r) {
  const struct sm_chem_cell *c = r->cell;
  const char *names[SM_CHEM_METHODS];
  r->options = (struct sm_chem_options){.mode = c->mode,
                                        .method = c->method,
                                        .rtol = c->rtol,
                                        .atol = c->atol,
                                        .source = r->source,
                                        .energy = fabs(c->energy) > 0 ? &c->energy : NULL};
  for (int m = 0; m < SM_CHEM_METHODS && cli_chem.method != NULL; m++) {
    names[m] = sm_chem_method_name((enum sm_chem_method)m);
    if (strcmp(names[m], cli_chem.method) != 0) continue;
    r->options.method = (enum sm_chem_method)m;
    break;
  }
  if (cli_chem.method != NULL &&
      strcmp(sm_chem_method_name(r->options.method), cli_chem.method) != 0) {
    const char *nearest = cli_nearest(cli_chem.method, names, SM_CHEM_METHODS);
    return cli_session_error(session, SM_ERR_USAGE, "--method: '%s' is not a method%s%s%s",
                             cli_chem.method, nearest != NULL ? "\n  help: did you mean '" : "",
                             nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
  }
  return cli_chem_tolerance(session, &r->options.rtol);
}

static void keep_point(void *user, const struct sm_chem_trace_point *p) {
  struct replay *r = user;
  const struct sm_mechanism *m = r->mechanism;
  struct line *line = &r->last[r->points++ % SHOWN];
  double total = 0;
  for (int32_t k = 0; k < m->species_count; k++) total += p->amounts[k];
  *line = (struct line){.point = *p, .fastest = "-"};
  for (int32_t k = 0; k < m->species_count; k++) {
    const double rate = fabs(p->change[k]) / (fabs(p->amounts[k]) + 1e-9 * total);
    if (!(rate > line->rate)) continue;
    line->rate = rate;
    line->fastest = m->species[k].name;
  }
  if (r->stream == NULL) return;
  fprintf(r->stream, "%.12e,%.12e,%lld,%.9f,%.9e", p->time, p->step, (long long)p->refused,
          p->temperature, p->pressure);
  for (int32_t k = 0; k < m->species_count; k++) fprintf(r->stream, ",%.9e", p->amounts[k] / total);
  fprintf(r->stream, "\n");
}

static int follow(struct cli_session *session, const struct cli_chemistry *c, struct replay *r,
                  const struct sm_chem_cells *cells) {
  struct cli_file file = {.stream = NULL};
  struct sm_chem_options options = r->options;
  for (int m = 0; m < SM_CHEM_METHODS; m++) /* the method that was selected */
    if (r->report.by_method[m] > 0) options.method = (enum sm_chem_method)m;
  if (cli_chem.trajectory != NULL) {
    if (!cli_file_open(&file, cli_chem.trajectory))
      return cli_session_error(session, SM_ERR_IO, "%s: %s", cli_chem.trajectory, strerror(errno));
    r->stream = file.stream;
    fprintf(r->stream, "t_s,step_s,refused,T_K,p_Pa");
    for (int32_t k = 0; k < r->mechanism->species_count; k++)
      fprintf(r->stream, ",X_%s", r->mechanism->species[k].name);
    fprintf(r->stream, "\n");
  }
  r->outcome = sm_chem_trace(session->ctx, c->chem, cells, r->dt, &options, keep_point, r);
  if (cli_chem.trajectory != NULL && !cli_file_close(&file))
    return cli_session_error(session, SM_ERR_IO, "%s: %s", cli_chem.trajectory, strerror(errno));
  return 0;
}

static const char *method_of(const struct replay *r) {
  int m = 0;
  while (m + 1 < SM_CHEM_METHODS && r->report.by_method[m] == 0) m++;
  return sm_chem_method_name((enum sm_chem_method)m);
}

static void print_steps(const struct replay *r) {
  const int64_t first = r->points > SHOWN ? r->points - SHOWN : 0;
  printf("%14s %12s %8s %12s %14s %12s  %s\n", "s", "step, s", "refused", "K", "Pa", "fastest, 1/s",
         "");
  for (int64_t i = first; i < r->points; i++) {
    const struct line *x = &r->last[i % SHOWN];
    printf("%14.6e %12.4e %8lld %12.4f %14.7g %12.4e  %s%s\n", x->point.time, x->point.step,
           (long long)x->point.refused, x->point.temperature, x->point.pressure, x->rate,
           x->fastest, x->point.failed ? ", given up" : "");
  }
}

static void print_text(const struct replay *r, const char *file) {
  static const char *const modes[] = {"at constant volume", "at constant pressure",
                                      "at its temperature"};
  const struct sm_chem_cell *c = r->cell;
  printf("%s: ", file);
  if (c->placed)
    printf("cell %lld, %lld, %lld at %g, %g, %g m, %g s; ", (long long)c->cell[0],
           (long long)c->cell[1], (long long)c->cell[2], c->position[0], c->position[1],
           c->position[2], c->time);
  printf("%s, %d species\n%g s %s by %s%s: %lld steps, %lld refused\n", r->mechanism->name,
         (int)r->mechanism->species_count, r->dt, modes[c->mode], method_of(r),
         r->options.method == SM_CHEM_AUTO ? " (chosen)" : "", (long long)r->report.steps,
         (long long)r->report.rejected);
  printf("from %.4f K, %.7g Pa to %.4f K, %.7g Pa\n", c->temperature, c->pressure, r->temperature,
         r->pressure);
  if (r->report.failed > 0) print_steps(r);
}

static void print_json(const struct replay *r) {
  struct sm_facts json = {0};
  sm_facts_schema(&json, "chem-replay");
  sm_facts_text(&json, "mechanism", r->mechanism->name);
  sm_facts_text(&json, "method", method_of(r));
  sm_facts_integer(&json, "failed", r->report.failed);
  sm_facts_integer(&json, "steps", r->report.steps);
  sm_facts_integer(&json, "refused", r->report.rejected);
  sm_facts_number(&json, "temperature", r->temperature);
  sm_facts_number(&json, "pressure", r->pressure);
  sm_facts_group(&json, "concentrations");
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    sm_facts_number(&json, r->mechanism->species[k].name, r->concentrations[k]);
  sm_facts_close(&json);
  cli_facts_print(stdout, &json, true);
}

/* Integrates as the run did; after a failure, or if all steps are requested, also step by step. */
static int integrate(struct cli_session *session, const struct cli_chemistry *c, struct replay *r,
                     const char *file) {
  r->temperature = r->cell->temperature;
  r->dt = r->cell->dt;
  const struct sm_chem_cells cells = {
      .count = 1,
      .temperature = &r->temperature,
      .concentrations = r->concentrations,
      .pressure = r->cell->mode == SM_CHEM_ISOTHERMAL ? &r->cell->pressure : NULL,
      .sun = &r->cell->sun,
      .zenith = &r->cell->zenith,
      .water = &r->cell->water};
  const size_t size = (size_t)r->mechanism->species_count * sizeof(double);
  double *begin = malloc(size);
  if (begin == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  memcpy(begin, r->concentrations, size);
  const enum sm_status status =
      sm_chem_advance(session->ctx, c->chem, &cells, r->dt, &r->options, &r->report);
  int code = status != SM_OK ? cli_session_fail(session, status) : 0;
  if (code == 0 && (r->report.failed > 0 || cli_chem.trajectory != NULL)) {
    double t = r->cell->temperature;
    struct sm_chem_cells first = cells;
    first.temperature = &t;
    first.concentrations = begin;
    code = follow(session, c, r, &first);
  }
  free(begin);
  if (code != 0) return code;
  double total = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) total += r->concentrations[k];
  r->pressure = cells.pressure != NULL || r->cell->mode == SM_CHEM_PRESSURE
                    ? r->cell->pressure
                    : SM_GAS_CONSTANT * total * r->temperature;
  const double ends[2] = {r->cell->temperature, r->temperature};
  if (!isfinite(r->temperature) || !isfinite(r->pressure))
    return cli_session_error(session, SM_ERR_DIVERGED,
                             "the cell ends at no finite temperature and pressure");
  cli_chem_extrapolated(session, r->mechanism, ends, 2);
  if (cli_chem.json)
    print_json(r);
  else
    print_text(r, file);
  if (r->report.failed == 0) return 0;
  return r->outcome != SM_OK
             ? cli_session_fail(session, r->outcome)
             : cli_session_error(session, SM_ERR_DIVERGED, "the cell could not be integrated");
}

int cli_chem_replay(struct cli_session *session, const char *file) {
  struct cli_chemistry c;
  struct sm_chem_cell *cell = NULL;
  const enum sm_status status = sm_chem_cell_read(session->ctx, file, &cell);
  if (status != SM_OK) return cli_session_fail(session, status);
  if (cli_chem.thermo == NULL) cli_chem.thermo = cell->thermo;
  if (cli_chem.photolysis == NULL) cli_chem.photolysis = cell->photolysis;
  if (cli_chem.phase == NULL) cli_chem.phase = cell->phase;
  int code = cli_chem_open(session, cell->mechanism, 0, &c);
  if (code == 0) {
    struct replay r = {.cell = cell, .mechanism = c.mechanism};
    code = spread(session, &r, file);
    if (code == 0) code = read_options(session, &r);
    if (code == 0) code = integrate(session, &c, &r, file);
    free(r.concentrations);
    free(r.source);
    cli_chem_close(&c);
  }
  sm_chem_cell_destroy(&cell);
  return code;
}
