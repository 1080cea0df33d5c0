/* mixture_text.c - parser of mixtures in the case: "H2:2, O2:1, N2:3.76". */
#include "base/text.h"
#include "physics/compressible/mixture.h"
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

static enum sm_status wrong(struct sm_context *ctx, const struct sm_case *c,
                            struct sm_mixture_text text, const char *what, const char *word) {
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: '%s': %s \"%.60s\"\n"
                 "help: species and their parts: \"H2:2, O2:1, N2:3.76\"",
                 c->path, text.line, text.key, what, word);
}

static enum sm_status unknown(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_mechanism *m, struct sm_mixture_text text,
                              const char *name) {
  SM_SCOPED const char **names = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)m->species_count, sizeof *names, "names", &names));
  for (int32_t k = 0; k < m->species_count; k++) names[k] = m->species[k].name;
  const char *nearest = sm_text_nearest(name, names, (size_t)m->species_count);
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: '%s': the mechanism has no species \"%s\"%s%s%s",
                 c->path, text.line, text.key, name,
                 nearest != NULL ? "\nhelp: did you mean \"" : "", nearest != NULL ? nearest : "",
                 nearest != NULL ? "\"?" : "");
}

enum sm_status sm_mixture_species(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_mechanism *m, struct sm_mixture_text text,
                                  const char *name, int32_t *out) {
  *out = sm_mechanism_find_species(m, name);
  return *out >= 0 ? SM_OK : unknown(ctx, c, m, text, name);
}

/* Parses an entry "H2:2" between `from` and `to`. */
static enum sm_status read_entry(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_mechanism *m, struct sm_mixture_text text,
                                 const char *from, const char *to, double *y) {
  char entry[2 * NAME], *end;
  int32_t k;
  while (from < to && strchr(" \t\n", *from) != NULL) from++;
  while (to > from && strchr(" \t\n", to[-1]) != NULL) to--;
  const size_t size = (size_t)(to - from) < sizeof entry ? (size_t)(to - from) : sizeof entry - 1;
  memcpy(entry, from, size);
  entry[size] = '\0';
  char *colon = strrchr(entry, ':');
  if (colon == NULL) return wrong(ctx, c, text, "no part is given in", entry);
  const double part = strtod(colon + 1, &end);
  if (end == colon + 1 || end[strspn(end, " \t")] != '\0' || !(part >= 0) || !isfinite(part))
    return wrong(ctx, c, text, "no number of 0 or more is given in", entry);
  while (colon > entry && colon[-1] == ' ') colon--;
  *colon = '\0';
  SM_TRY(sm_mixture_species(ctx, c, m, text, entry, &k));
  if (y[k] > 0) return wrong(ctx, c, text, "more than one part of", entry);
  y[k] = part * (c->flow.reaction.by_mass ? 1 : m->species[k].weight);
  return SM_OK;
}

enum sm_status sm_mixture_read(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_mechanism *m, struct sm_mixture_text text,
                               double *y) {
  double sum = 0;
  for (int32_t k = 0; k < m->species_count; k++) y[k] = 0;
  for (const char *at = text.text;;) {
    const char *comma = strchr(at, ',');
    SM_TRY(read_entry(ctx, c, m, text, at, comma != NULL ? comma : at + strlen(at), y));
    if (comma == NULL) break;
    at = comma + 1;
  }
  for (int32_t k = 0; k < m->species_count; k++) sum += y[k];
  if (!(sum > 0)) return wrong(ctx, c, text, "there is nothing in", text.text);
  for (int32_t k = 0; k < m->species_count; k++) y[k] /= sum;
  return SM_OK;
}

double sm_mixture_constant(const struct sm_mixture_tables *host, const double *y) {
  double moles = 0;
  for (int32_t k = 0; k < host->species; k++) moles += y[k] / host->weight[k];
  return SM_GAS_CONSTANT * moles;
}

double sm_mixture_enthalpy(const struct sm_mixture_tables *host, const double *y, double T) {
  double sum = 0;
  for (int32_t k = 0; k < host->species; k++)
    sum += y[k] / host->weight[k] *
           sm_mixture_heat_of(host->thermo + k * SM_MIXTURE_THERMO, T, 1 / T, sm_chem_log(T)).h;
  return SM_GAS_CONSTANT * T * sum;
}
