#include "physics/scalar_reactions.h"

#include "base/text.h"
#include "cell/gas.h"
#include "chem/elements.h"
#include "physics/scalar_sides.h"
#include "simoom/chem.h"
#include "simoom/chem_cell.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AVOGADRO 6.02214076e26 /* 1/kmol */

/* Tolerance of a species as a share of all that react. */
#define LEAST_SHARE 1e-15

struct sm_reactions {
  const struct sm_scalars *scalars;
  const struct sm_case_chemistry *c;
  struct sm_reacting_air air;
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
  int64_t count;          /* cells of air */
  ptrdiff_t *cell;        /* elements of the fields */
  double *concentrations; /* [species][count], kmol/m3 */
  double *temperature, *pressure, *sun, *zenith, *water;
  double *host;   /* a field */
  int32_t *of;    /* [species]: item; -1: held */
  double *held;   /* [species], kmol/m3 */
  double *weight; /* [species], kg/kmol; of what is carried */
  double *began;  /* [species][count], kmol/m3, NULL: their heat does not count */
  double *gain;   /* [count], K, of the air by their heat */
  double *thermo; /* [3][species]: cp/R, h/RT, s/R */
  int64_t failed; /* cells so far */
  struct sm_chem_cell first;
  const char **names; /* of its species */
  double *fractions;
};

/* --- what there is --- */

int32_t sm_reacting_item(const struct sm_scalars *scalars, const char *name) {
  for (size_t m = 0; m < scalars->count; m++)
    if (scalars->item[m].kind == SM_SCALAR_MATTER && strcmp(scalars->item[m].c->name, name) == 0)
      return (int32_t)m;
  return -1;
}

double sm_reacting_weight(const struct sm_case_scalar *c, double of_mechanism) {
  if (!isnan(c->molar_mass)) return c->molar_mass;
  return of_mechanism > 0 ? of_mechanism : sm_formula_weight(c->name);
}

static enum sm_status read_mechanism(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_case_chemistry *c = r->c;
  const struct sm_mechanism_files files = {.mechanism = c->mechanism,
                                           .thermo = c->thermo[0] != '\0' ? c->thermo : NULL,
                                           .photolysis =
                                               c->photolysis[0] != '\0' ? c->photolysis : NULL};
  const enum sm_status status = sm_mechanism_read(ctx, &files, &r->mechanism);
  if (status != SM_OK)
    return sm_note(ctx, status, "%s:%d: the mechanism of [flow.chemistry]", r->scalars->c->path,
                   c->line);
  return sm_chem_create(ctx, r->mechanism, 0, &r->chem);
}

/* The nearest species of the mechanism, as "; did you mean 'NO2'?", or "". */
static enum sm_status nearest(struct sm_context *ctx, const struct sm_mechanism *m,
                              const char *name, char *out, size_t size) {
  const char **names = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)m->species_count, sizeof *names, "names", &names));
  for (int32_t k = 0; k < m->species_count; k++) names[k] = m->species[k].name;
  const char *found = sm_text_nearest(name, names, (size_t)m->species_count);
  snprintf(out, size, "%s%s%s", found != NULL ? "; did you mean '" : "", found != NULL ? found : "",
           found != NULL ? "'?" : "");
  sm_free(names);
  return SM_OK;
}

/* Concentrations of what stays as it is. */
static enum sm_status find_held(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_case_chemistry *c = r->c;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) r->held[k] = (double)NAN;
  for (size_t i = 0; i < c->held_count; i++) {
    const struct sm_case_held *held = &c->held[i];
    const int32_t k = sm_mechanism_species(r->mechanism, held->species);
    char help[96];
    if (k < 0) {
      SM_TRY(nearest(ctx, r->mechanism, held->species, help, sizeof help));
      return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: the mechanism has no species '%s'%s",
                     r->scalars->c->path, held->line, held->species, help);
    }
    r->held[k] = held->fraction * c->pressure / (SM_GAS_CONSTANT * r->air.temperature);
  }
  return SM_OK;
}

/* Which item each species is; every one that reacts must be carried or held. */
static enum sm_status find_species(struct sm_context *ctx, struct sm_reactions *r) {
  const char *path = r->scalars->c->path;
  struct sm_text missing = {0};
  int count = 0, carried = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    const struct sm_species *species = &r->mechanism->species[k];
    r->of[k] = sm_reacting_item(r->scalars, species->name);
    if (r->of[k] >= 0) {
      const struct sm_case_scalar *c = r->scalars->item[r->of[k]].c;
      carried++;
      r->weight[k] = sm_reacting_weight(c, species->weight);
      if (r->weight[k] > 0) continue;
      sm_text_free(&missing);
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the molar mass of '%s' is unknown\nhelp: molar_mass = ...",
                     path, c->line, c->name);
    }
    if (!isnan(r->held[k])) continue;
    if (count < 12) sm_text_add(&missing, "%s%s", count > 0 ? ", " : "", species->name);
    if (count++ == 12) sm_text_add(&missing, " ...");
  }
  enum sm_status status = SM_OK;
  if (count > 0)
    status = sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: %d species of the mechanism are neither a scalar nor held: "
                     "%s\nhelp: [[flow.scalar]] of that name, or [[flow.chemistry.held]]",
                     path, r->c->line, count, sm_text_string(&missing));
  else if (carried == 0)
    status = sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: no scalar is a species of the mechanism",
                     path, r->c->line);
  sm_text_free(&missing);
  return status;
}

static enum sm_status find_cells(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_flow *flow = r->scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&flow->domain->grid), sizeof *r->cell,
                  "reacting cells", &r->cell));
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        if ((sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_ALL) != 0)
          r->cell[r->count++] = s->origin + i + j * s->step[1] + k * s->step[2];
  return SM_OK;
}

static enum sm_status take_cells(struct sm_context *ctx, struct sm_reactions *r) {
  const size_t n = (size_t)r->count, species = (size_t)r->mechanism->species_count;
  double **const rows[5] = {&r->temperature, &r->pressure, &r->sun, &r->zenith, &r->water};
  const int32_t water = sm_mechanism_species(r->mechanism, "H2O");
  const double held = water >= 0 && r->of[water] < 0 ? r->held[water] : 0;
  const double value[5] = {r->air.temperature, r->c->pressure, r->c->sun, r->c->zenith,
                           held * AVOGADRO * 1e-6};
  for (int m = 0; m < 5; m++) {
    SM_TRY(sm_alloc(ctx, n, sizeof **rows[m], "reacting cells", rows[m]));
    for (size_t i = 0; i < n; i++) (*rows[m])[i] = value[m];
  }
  SM_TRY(sm_alloc(ctx, r->scalars->flow->layout.size, sizeof *r->host, "a field", &r->host));
  return sm_alloc(ctx, n * species, sizeof *r->concentrations, "reacting cells",
                  &r->concentrations);
}

/* Where the heat of the reactions counts. */
static enum sm_status take_heat(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_mechanism *m = r->mechanism;
  if (!r->c->heat) return SM_OK;
  for (int32_t k = 0; k < m->species_count; k++)
    if (m->species[k].thermo.form == SM_THERMO_NONE)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the heat of the reactions asks for thermodynamic data, which "
                     "'%s' has not\nhelp: thermo = ..., or heat = false",
                     r->scalars->c->path, r->c->line, m->species[k].name);
  const size_t n = (size_t)r->count, species = (size_t)m->species_count;
  SM_TRY(sm_alloc(ctx, 3 * species, sizeof *r->thermo, "species", &r->thermo));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->gain, "reacting cells", &r->gain));
  return sm_alloc(ctx, n * species, sizeof *r->began, "reacting cells", &r->began);
}

static enum sm_status make(struct sm_context *ctx, struct sm_reactions *r) {
  SM_TRY(read_mechanism(ctx, r));
  const size_t n = (size_t)r->mechanism->species_count;
  SM_TRY(sm_alloc(ctx, n, sizeof *r->of, "species", &r->of));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->held, "species", &r->held));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->weight, "species", &r->weight));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->names, "species", &r->names));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->fractions, "species", &r->fractions));
  for (size_t k = 0; k < n; k++) r->names[k] = r->mechanism->species[k].name;
  SM_TRY(find_held(ctx, r));
  SM_TRY(find_species(ctx, r));
  SM_TRY(find_cells(ctx, r));
  SM_TRY(take_cells(ctx, r));
  return take_heat(ctx, r);
}

enum sm_status sm_reactions_create(struct sm_context *ctx, const struct sm_scalars *scalars,
                                   const struct sm_reacting_air *air, struct sm_reactions **out) {
  struct sm_reactions *r = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *r, "reactions", &r));
  r->scalars = scalars;
  r->c = &scalars->c->flow.chemistry;
  r->air = *air;
  const enum sm_status status = make(ctx, r);
  if (status != SM_OK) sm_reactions_destroy(&r);
  *out = r;
  return status;
}

void sm_reactions_destroy(struct sm_reactions **reactions) {
  struct sm_reactions *r = *reactions;
  if (r == NULL) return;
  void *const memory[] = {r->cell, r->concentrations, r->temperature, r->pressure,
                          r->sun,  r->zenith,         r->water,       r->host,
                          r->of,   r->held,           r->weight,      r->began,
                          r->gain, r->thermo,         r->fractions,   (void *)r->names};
  for (size_t m = 0; m < sizeof memory / sizeof *memory; m++) sm_free(memory[m]);
  sm_chem_destroy(&r->chem);
  sm_mechanism_destroy(&r->mechanism);
  sm_free(r);
  *reactions = NULL;
}

bool sm_reactions_have(const struct sm_reactions *r, int32_t item) {
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    if (item == r->of[k]) return true;
  return false;
}

/* --- a step --- */

static enum sm_status gather(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_scalars *scalars = r->scalars;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    double *to = r->concentrations + k * r->count;
    if (r->of[k] < 0) {
      for (int64_t i = 0; i < r->count; i++) to[i] = r->held[k];
      continue;
    }
    SM_TRY(sm_flow_download(ctx, scalars->flow, scalars->item[r->of[k]].now, r->host));
    for (int64_t i = 0; i < r->count; i++) to[i] = fmax(r->host[r->cell[i]], 0) / r->weight[k];
  }
  if (!r->air.warm) return SM_OK;
  SM_TRY(sm_flow_download(ctx, scalars->flow, scalars->item[0].now, r->host));
  for (int64_t i = 0; i < r->count; i++)
    r->temperature[i] = r->air.temperature + r->host[r->cell[i]];
  return SM_OK;
}

static enum sm_status scatter(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_scalars *scalars = r->scalars;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    if (r->of[k] < 0) continue;
    const struct sm_scalar *item = &scalars->item[r->of[k]];
    const double *from = r->concentrations + k * r->count;
    memset(r->host, 0, scalars->flow->layout.size * sizeof *r->host);
    for (int64_t i = 0; i < r->count; i++) r->host[r->cell[i]] = fmax(from[i], 0) * r->weight[k];
    SM_TRY(sm_flow_upload(ctx, scalars->flow, r->host, item->now));
    sm_scalar_ghosts(scalars, item, item->now);
  }
  return SM_OK;
}

/* By how much the heat of what reacted, held species included, warms the air, whose density is that
 * of the reference. */
static enum sm_status find_gain(struct sm_context *ctx, struct sm_reactions *r) {
  const int32_t species = r->mechanism->species_count;
  const double per_heat = (1 - 1 / SM_GAS_GAMMA) * r->air.temperature / r->c->pressure; /* K m3/J */
  double *cp = r->thermo, *h = cp + species, *s = h + species;
  for (int64_t i = 0; i < r->count; i++) {
    const double T = r->temperature[i];
    double heat = 0; /* over R T, kmol/m3 */
    SM_TRY(sm_chem_thermo(ctx, r->chem, T, cp, h, s));
    for (int32_t k = 0; k < species; k++)
      heat += h[k] * (r->began[k * r->count + i] - r->concentrations[k * r->count + i]);
    r->gain[i] = heat * SM_GAS_CONSTANT * T * per_heat;
  }
  return SM_OK;
}

static enum sm_status warm_air(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_scalars *scalars = r->scalars;
  const struct sm_scalar *heat = &scalars->item[0];
  SM_TRY(sm_flow_download(ctx, scalars->flow, heat->now, r->host));
  for (int64_t i = 0; i < r->count; i++) r->host[r->cell[i]] += r->gain[i];
  SM_TRY(sm_flow_upload(ctx, scalars->flow, r->host, heat->now));
  sm_scalar_ghosts(scalars, heat, heat->now);
  return SM_OK;
}

static const char *given(const char *path) { return path[0] != '\0' ? path : NULL; }

/* The first cell that failed, as it was before. */
static void keep_first(struct sm_reactions *r, int64_t index, double time, double dt) {
  const struct sm_flow *flow = r->scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const ptrdiff_t at = r->cell[index] - s->origin;
  double sum = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    sum += r->concentrations[k * r->count + index];
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    r->fractions[k] = sum > 0 ? r->concentrations[k * r->count + index] / sum : 0;
  r->first = (struct sm_chem_cell){
      .mechanism = r->c->mechanism,
      .thermo = given(r->c->thermo),
      .photolysis = given(r->c->photolysis),
      .temperature = r->temperature[index],
      .pressure = r->pressure[index],
      .dt = dt,
      .concentration = sum,
      .species_count = r->mechanism->species_count,
      .species = r->names,
      .fractions = r->fractions,
      .mode = SM_CHEM_ISOTHERMAL,
      .rtol = r->c->rtol,
      .atol = LEAST_SHARE,
      .sun = r->sun[index],
      .zenith = r->zenith[index],
      .water = r->water[index],
      .placed = true,
      .cell = {at % s->step[1], at % s->step[2] / s->step[1], at / s->step[2]},
      .time = time};
  for (int d = 0; d < 3; d++) {
    const double *face = flow->domain->grid.axis[d].face + r->first.cell[d];
    r->first.position[d] = 0.5 * (face[0] + face[1]);
  }
}

const struct sm_chem_cell *sm_reactions_failed(const struct sm_reactions *r) {
  return r->failed > 0 ? &r->first : NULL;
}

static enum sm_status failed(struct sm_context *ctx, struct sm_reactions *r,
                             const struct sm_chem_report *report, double time, double dt) {
  const struct sm_chem_cell *c = &r->first;
  const bool first = r->failed == 0;
  if (first) keep_first(r, report->first_failed, time, dt);
  r->failed += report->failed;
  char text[320];
  snprintf(text, sizeof text,
           "the chemistry of %lld cells could not be integrated at %.6g s, the first %lld, %lld, "
           "%lld at %.6g, %.6g, %.6g m and %.4g K",
           (long long)report->failed, time, (long long)c->cell[0], (long long)c->cell[1],
           (long long)c->cell[2], c->position[0], c->position[1], c->position[2], c->temperature);
  if (!r->c->goes_on)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %s\nhelp: another flow.chemistry.rtol, shorter steps "
                   "(flow.longest_step), or on_failure = \"continue\"",
                   text);
  if (first) sm_warn(ctx, "warning: %s; they stay as they are, here and later", text);
  return SM_OK;
}

static enum sm_status advance(struct sm_context *ctx, struct sm_reactions *r, double time,
                              double dt) {
  struct sm_chem_report report;
  const struct sm_chem_cells cells = {.count = r->count,
                                      .temperature = r->temperature,
                                      .concentrations = r->concentrations,
                                      .pressure = r->pressure,
                                      .sun = r->sun,
                                      .zenith = r->zenith,
                                      .water = r->water};
  const struct sm_chem_options options = {
      .mode = SM_CHEM_ISOTHERMAL, .rtol = r->c->rtol, .atol = LEAST_SHARE};
  SM_TRY(sm_chem_advance(ctx, r->chem, &cells, dt, &options, &report));
  return report.failed > 0 ? failed(ctx, r, &report, time, dt) : SM_OK;
}

/* With their heat by the midpoint rule: again at the temperature of the middle. */
enum sm_status sm_reactions_react(struct sm_context *ctx, struct sm_reactions *r, double time,
                                  double dt) {
  const size_t bytes =
      (size_t)r->count * (size_t)r->mechanism->species_count * sizeof *r->concentrations;
  SM_TRY(gather(ctx, r));
  if (r->began != NULL) {
    memcpy(r->began, r->concentrations, bytes);
    SM_TRY(advance(ctx, r, time, dt));
    SM_TRY(find_gain(ctx, r));
    memcpy(r->concentrations, r->began, bytes);
    for (int64_t i = 0; i < r->count; i++) r->temperature[i] += 0.5 * r->gain[i];
  }
  SM_TRY(advance(ctx, r, time, dt));
  if (r->began != NULL) {
    SM_TRY(find_gain(ctx, r));
    SM_TRY(warm_air(ctx, r));
  }
  return scatter(ctx, r);
}
