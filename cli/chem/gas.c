#define _POSIX_C_SOURCE 200809L /* for strtok_r */
#include "gas.h"
#include "cli/text/format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double unit_of(const char *word) {
  static const struct {
    const char *name;
    double pascal;
  } units[] = {{"", 1},      {"Pa", 1},    {"hPa", 100},   {"kPa", 1e3},
               {"MPa", 1e6}, {"bar", 1e5}, {"atm", 101325}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(word, units[i].name) == 0) return units[i].pascal;
  return (double)NAN;
}

static char *skip_blanks(char *at) { return at + strspn(at, " "); }

int cli_chem_parse_values(struct cli_session *session, const char *name, const char *text,
                          bool pressure, struct cli_chem_values *out) {
  char copy[1024], *rest = NULL;
  out->count = 0;
  if (text == NULL)
    return cli_session_error(session, SM_ERR_USAGE, "--%s is missing\n  help: simoom help chem",
                             name);
  if (strlen(text) >= sizeof copy)
    return cli_session_error(session, SM_ERR_USAGE, "--%s: the list is too long", name);
  memcpy(copy, text, strlen(text) + 1);
  for (char *word = strtok_r(copy, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    char *end = word;
    const double value = strtod(word, &end);
    char *unit = skip_blanks(end);
    unit[strcspn(unit, " ")] = '\0';
    const double times = pressure                                  ? unit_of(unit)
                         : *unit == '\0' || strcmp(unit, "K") == 0 ? 1
                                                                   : (double)NAN;
    if (end == word || !(value > 0) || !isfinite(value * times))
      return cli_session_error(session, SM_ERR_USAGE, "--%s: '%s' is not a %s\n  help: %s", name,
                               word, pressure ? "pressure" : "temperature",
                               pressure ? "a number above 0, in Pa, hPa, kPa, MPa, bar or atm"
                                        : "a number above 0, in K");
    if (out->count == CLI_CHEM_VALUES)
      return cli_session_error(session, SM_ERR_USAGE, "--%s: more than %d values", name,
                               CLI_CHEM_VALUES);
    out->value[out->count++] = value * times;
  }
  if (out->count == 0)
    return cli_session_error(session, SM_ERR_USAGE, "--%s: no value is given", name);
  return 0;
}

int cli_chem_number(struct cli_session *session, const char *name, const char *text,
                    double *value) {
  char *end = NULL;
  if (text == NULL) return 0;
  *value = strtod(text, &end);
  if (end == text || *end != '\0' || !(*value > 0) || !isfinite(*value))
    return cli_session_error(session, SM_ERR_USAGE, "--%s: '%s' is not a number above 0", name,
                             text);
  return 0;
}

int cli_chem_share(struct cli_session *session, const char *name, const char *text, double most,
                   double *value) {
  char *end = NULL;
  if (text == NULL) return 0;
  *value = strtod(text, &end);
  if (end == text || *end != '\0' || !(*value >= 0 && *value <= most))
    return cli_session_error(session, SM_ERR_USAGE, "--%s: '%s' is not a number from 0 to %g", name,
                             text, most);
  return 0;
}

int cli_chem_unknown(struct cli_session *session, const struct sm_mechanism *m, const char *where,
                     const char *name) {
  const char **names = calloc((size_t)m->species_count, sizeof *names);
  for (int32_t k = 0; names != NULL && k < m->species_count; k++) names[k] = m->species[k].name;
  const char *nearest = names != NULL ? cli_nearest(name, names, (size_t)m->species_count) : NULL;
  const int code =
      cli_session_error(session, SM_ERR_USAGE, "%s: the mechanism has no species '%s'%s%s%s", where,
                        name, nearest != NULL ? "\n  help: did you mean '" : "",
                        nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
  free(names);
  return code;
}

int cli_chem_composition(struct cli_session *session, const struct sm_mechanism *m,
                         const char *text, double *fractions) {
  char copy[4096], *rest = NULL;
  double sum = 0;
  if (text == NULL || strlen(text) >= sizeof copy)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--composition is %s\n  help: moles, as in H2:2,O2:1,N2:3.76",
                             text == NULL ? "missing" : "too long");
  memcpy(copy, text, strlen(text) + 1);
  for (int32_t k = 0; k < m->species_count; k++) fractions[k] = 0;
  for (char *word = strtok_r(copy, ", ", &rest); word != NULL; word = strtok_r(NULL, ", ", &rest)) {
    char *colon = strrchr(word, ':'), *end = NULL;
    const double value = colon != NULL ? strtod(colon + 1, &end) : (double)NAN;
    if (colon == NULL || end == colon + 1 || *end != '\0' || !(value >= 0) || !isfinite(value))
      return cli_session_error(session, SM_ERR_USAGE,
                               "--composition: '%s' is not an amount\n  help: moles, as in "
                               "H2:2,O2:1,N2:3.76",
                               word);
    *colon = '\0';
    const int32_t k = sm_mechanism_find_species(m, word);
    if (k < 0) return cli_chem_unknown(session, m, "--composition", word);
    fractions[k] += value;
    sum += value;
  }
  if (!(sum > 0))
    return cli_session_error(session, SM_ERR_USAGE, "--composition: there is no gas in it");
  for (int32_t k = 0; k < m->species_count; k++) fractions[k] /= sum;
  return 0;
}

void cli_chem_concentrate(const struct sm_mechanism *m, struct cli_chem_states *s, int64_t i,
                          bool mass) {
  double sum = 0;
  for (int32_t k = 0; k < m->species_count; k++) {
    double *x = &s->concentrations[k * s->count + i];
    if (mass) *x /= m->species[k].weight;
    sum += *x;
  }
  const double total = s->pressure[i] / (SM_GAS_CONSTANT * s->temperature[i]);
  for (int32_t k = 0; k < m->species_count; k++) s->concentrations[k * s->count + i] *= total / sum;
}

bool cli_chem_states_parse(const struct sm_mechanism *m, int64_t count, struct cli_chem_states *s) {
  const size_t n = (size_t)(count > 0 ? count : 1);
  *s = (struct cli_chem_states){.count = count};
  s->temperature = calloc(n, sizeof(double));
  s->pressure = calloc(n, sizeof(double));
  s->concentrations = calloc(n * (size_t)m->species_count, sizeof(double));
  return s->temperature != NULL && s->pressure != NULL && s->concentrations != NULL;
}

void cli_chem_states_free(struct cli_chem_states *s) {
  free(s->temperature);
  free(s->pressure);
  free(s->concentrations);
  *s = (struct cli_chem_states){0};
}

int cli_chem_state(struct cli_session *session, const struct sm_mechanism *m,
                   struct cli_chem_states *out) {
  struct cli_chem_values t = {0}, p = {0};
  int code = cli_chem_parse_values(session, "temperature", cli_chem.temperature, false, &t);
  if (code == 0) code = cli_chem_parse_values(session, "pressure", cli_chem.pressure, true, &p);
  if (code != 0) return code;
  if (t.count > 1 || p.count > 1)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--%s: one gas is asked for, not several\n  help: chem ignite and "
                             "chem rates --state take several",
                             t.count > 1 ? "temperature" : "pressure");
  if (!cli_chem_states_parse(m, 1, out))
    return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  code = cli_chem_composition(session, m, cli_chem.composition, out->concentrations);
  if (code != 0) return code;
  out->temperature[0] = t.value[0];
  out->pressure[0] = p.value[0];
  cli_chem_concentrate(m, out, 0, false);
  return 0;
}

int cli_chem_open(struct cli_session *session, const char *file, int threads,
                  struct cli_chemistry *out) {
  int code = 0;
  *out = (struct cli_chemistry){.mechanism = cli_chem_read(session, file, &code)};
  if (out->mechanism == NULL) return code;
  const enum sm_status status = sm_chem_create(session->ctx, out->mechanism, threads, &out->chem);
  if (status == SM_OK) return 0;
  sm_mechanism_destroy(&out->mechanism);
  return cli_session_fail(session, status);
}

void cli_chem_close(struct cli_chemistry *chemistry) {
  sm_chem_destroy(&chemistry->chem);
  sm_mechanism_destroy(&chemistry->mechanism);
}
