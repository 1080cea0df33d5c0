#include "bounds.h"
#include <math.h>
#include <stdio.h>

#define COARSEST 0.1

/* Temperature range of the data of a species; false: no data. */
static bool range_of(const struct sm_species *s, double *low, double *high) {
  if (s->thermo.range_count == 0) return false;
  *low = s->thermo.ranges[0].low;
  *high = s->thermo.ranges[s->thermo.range_count - 1].high;
  return true;
}

static bool is_outside(const struct sm_species *s, double temperature) {
  double low, high;
  return range_of(s, &low, &high) && !(temperature >= low && temperature <= high);
}

void cli_chem_extrapolated(struct cli_session *session, const struct sm_mechanism *m,
                           const double *temperature, int64_t count) {
  int64_t temperatures = 0;
  int32_t species = 0, first = -1;
  double example = 0, low = 0, high = 0;
  char text[400];
  for (int64_t i = 0; i < count; i++) {
    bool outside = false;
    for (int32_t k = 0; k < m->species_count && !outside; k++)
      outside = is_outside(&m->species[k], temperature[i]);
    if (outside && temperatures++ == 0) example = temperature[i];
  }
  if (temperatures == 0) return;
  for (int32_t k = 0; k < m->species_count; k++) {
    bool outside = false;
    for (int64_t i = 0; i < count && !outside; i++)
      outside = is_outside(&m->species[k], temperature[i]);
    if (!outside) continue;
    if (species++ == 0) first = k;
  }
  for (int32_t k = 0; k < m->species_count; k++) /* a species whose range does not include the
                                                    example */
    if (is_outside(&m->species[k], example)) {
      first = k;
      break;
    }
  (void)range_of(&m->species[first], &low, &high);
  if (count == 1)
    snprintf(
        text, sizeof text,
        "simoom: warning: %g K is outside of the thermodynamic data of %d of %d species (%.60s: "
        "%g to %g K): they are extrapolated",
        example, (int)species, (int)m->species_count, m->species[first].name, low, high);
  else
    snprintf(text, sizeof text,
             "simoom: warning: %lld of %lld temperatures, %g K the first, are outside of the "
             "thermodynamic data of %d of %d species (%.60s: %g to %g K): they are extrapolated",
             (long long)temperatures, (long long)count, example, (int)species,
             (int)m->species_count, m->species[first].name, low, high);
  cli_terminal_log(&session->terminal, SM_LOG_WARNING, text);
}

/* Temperature range common to all data; without data, all temperatures above 0. */
static void common_range(const struct sm_mechanism *m, double *low, double *high) {
  double from, to;
  *low = 0;
  *high = INFINITY;
  for (int32_t k = 0; k < m->species_count; k++) {
    if (!range_of(&m->species[k], &from, &to)) continue;
    *low = fmax(*low, from);
    *high = fmin(*high, to);
  }
}

int cli_chem_finite(struct cli_session *session, const struct sm_mechanism *m, const char *what,
                    const double *values, int32_t rows, const struct cli_chem_states *states) {
  int64_t wrong = 0, first = 0;
  double low, high;
  char help[96] = "";
  for (int64_t i = 0; i < rows * states->count; i++) {
    if (isfinite(values[i])) continue;
    if (wrong++ == 0) first = i;
  }
  if (wrong == 0) return 0;
  common_range(m, &low, &high);
  const double own = states->temperature[first % states->count];
  if (isfinite(high) && low < high && !(own >= low && own <= high))
    snprintf(help, sizeof help, "\n  help: the data of all species hold from %g to %g K", low,
             high);
  const int64_t state = first % states->count;
  const int32_t row = (int32_t)(first / states->count);
  const bool species = rows == m->species_count;
  return cli_session_error(
      session, SM_ERR_DIVERGED,
      "%lld of %lld %s are not finite numbers, first that of %s in state %lld, "
      "at %g K and %g Pa%s",
      (long long)wrong, (long long)rows * states->count, what,
      species ? m->species[row].name : m->reactions[row].equation, (long long)state,
      states->temperature[state], states->pressure[state], help);
}

int cli_chem_time(struct cli_session *session, const char *name, const char *text,
                  double *seconds) {
  const int code = cli_chem_number(session, name, text, seconds);
  if (code != 0 || *seconds <= CLI_CHEM_LONGEST) return code;
  return cli_session_error(session, SM_ERR_USAGE,
                           "--%s: %g s is more than %g s\n  help: gases are in equilibrium long "
                           "before; simoom chem equilibrium tells it",
                           name, *seconds, CLI_CHEM_LONGEST);
}

int cli_chem_tolerance(struct cli_session *session, double *tolerance) {
  const int code = cli_chem_number(session, "tolerance", cli_chem.tolerance, tolerance);
  if (code != 0 || cli_chem.tolerance == NULL) return code;
  if (*tolerance >= SM_CHEM_RTOL_MIN && *tolerance <= COARSEST) return 0;
  return cli_session_error(
      session, SM_ERR_USAGE, "--tolerance: %g is not from %g to %g\n  help: %s", *tolerance,
      SM_CHEM_RTOL_MIN, COARSEST,
      *tolerance < SM_CHEM_RTOL_MIN ? SM_CHEM_RTOL_MIN_WHY
                                    : "a step that may be wrong by more says nothing");
}
