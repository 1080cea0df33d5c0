/* Reaction mechanism of the scalars of a flow (part of physics/scalars/chemistry.c). */
#include "physics/scalars/chemistry.h"

#include "base/text.h"
#include "chem/kinetics/gas_transport.h"
#include "chem/read/elements.h"
#include "physics/flow/share.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AVOGADRO 6.02214076e26 /* 1/kmol */

int32_t sm_scalar_find_tracer(const struct sm_scalars *scalars, const char *name) {
  for (size_t m = 0; m < scalars->count; m++)
    if (scalars->item[m].kind == SM_SCALAR_TRACER && strcmp(scalars->item[m].c->name, name) == 0)
      return (int32_t)m;
  return -1;
}

double sm_scalar_molar_mass(const struct sm_case_scalar *c, double of_mechanism) {
  if (!isnan(c->molar_mass)) return c->molar_mass;
  return of_mechanism > 0 ? of_mechanism : sm_molar_mass(c->name);
}

static enum sm_status read_mechanism(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_case_chemistry *c = r->c;
  const struct sm_mechanism_files files = {.mechanism = c->mechanism,
                                           .thermo = c->thermo[0] != '\0' ? c->thermo : NULL,
                                           .photolysis =
                                               c->photolysis[0] != '\0' ? c->photolysis : NULL};
  const enum sm_status status = sm_mechanism_read(ctx, &files, &r->mechanism);
  if (status != SM_OK)
    return sm_fail_add(ctx, status, "%s:%d: the mechanism of [flow.chemistry]", r->scalars->c->path,
                       c->line);
  return sm_chem_create(ctx, r->mechanism, 0, &r->chem);
}

/* Nearest species of the mechanism, as "; did you mean 'NO2'?", or "". */
static enum sm_status nearest(struct sm_context *ctx, const struct sm_mechanism *m,
                              const char *name, char *out, size_t size) {
  SM_SCOPED const char **names = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)m->species_count, sizeof *names, "names", &names));
  for (int32_t k = 0; k < m->species_count; k++) names[k] = m->species[k].name;
  const char *found = sm_text_nearest(name, names, (size_t)m->species_count);
  snprintf(out, size, "%s%s%s", found != NULL ? "; did you mean '" : "", found != NULL ? found : "",
           found != NULL ? "'?" : "");
  return SM_OK;
}

/* Concentrations of the fixed species. */
static enum sm_status find_fixed(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_case_chemistry *c = r->c;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) r->fixed[k] = (double)NAN;
  for (size_t i = 0; i < c->fixed_species_count; i++) {
    const struct sm_case_fixed_species *fixed = &c->fixed_species[i];
    const int32_t k = sm_mechanism_find_species(r->mechanism, fixed->species);
    char help[96];
    if (k < 0) {
      SM_TRY(nearest(ctx, r->mechanism, fixed->species, help, sizeof help));
      return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: the mechanism has no species '%s'%s",
                     r->scalars->c->path, fixed->line, fixed->species, help);
    }
    r->fixed[k] = fixed->fraction * c->pressure / (SM_GAS_CONSTANT * r->air.temperature);
  }
  return SM_OK;
}

/* Maps species to scalars; every reacting one must be transported or fixed. */
static enum sm_status find_species(struct sm_context *ctx, struct sm_reactions *r) {
  const char *path = r->scalars->c->path;
  SM_SCOPED_BY(sm_text_free) struct sm_text missing = {0};
  int count = 0, carried = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    const struct sm_species *species = &r->mechanism->species[k];
    r->of[k] = sm_scalar_find_tracer(r->scalars, species->name);
    if (r->of[k] >= 0) {
      const struct sm_case_scalar *c = r->scalars->item[r->of[k]].c;
      carried++;
      r->weight[k] = sm_scalar_molar_mass(c, species->weight);
      if (r->weight[k] > 0) continue;
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the molar mass of '%s' is unknown\nhelp: molar_mass = ...",
                     path, c->line, c->name);
    }
    if (!isnan(r->fixed[k])) continue;
    if (count < 12) sm_text_add(&missing, "%s%s", count > 0 ? ", " : "", species->name);
    if (count++ == 12) sm_text_add(&missing, " ...");
  }
  enum sm_status status = SM_OK;
  if (count > 0)
    status = sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: %d species of the mechanism are neither a scalar nor fixed: "
                     "%s\nhelp: [[flow.scalar]] of that name, or [[flow.chemistry.fixed_species]]",
                     path, r->c->line, count, sm_text_string(&missing));
  else if (carried == 0)
    status = sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: no scalar is a species of the mechanism",
                     path, r->c->line);
  return status;
}

static enum sm_status find_cells(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_flow *flow = r->scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const bool fills = sm_device_has_data(flow->device);
  SM_TRY(sm_flow_host(ctx, flow, (size_t)sm_grid_cells(&flow->domain->grid), sizeof *r->cell,
                      "reacting cells", &r->cell));
  SM_TRY(sm_flow_host(ctx, flow, (size_t)s->n[1] + 1, sizeof *r->row, "reacting cells", &r->row));
  for (int j = 0; j < s->n[1]; j++) {
    for (int k = 0; k < s->n[2]; k++)
      for (int i = 0; i < s->n[0]; i++) {
        if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) == 0) continue;
        if (fills) r->cell[r->count] = i + j * s->step[1] + k * s->step[2];
        r->count++;
      }
    r->row[j + 1] = r->count;
  }
  return SM_OK;
}

static struct sm_store *store_of(const struct sm_reactions *r) {
  struct sm_store *store = r->scalars->flow->store;
  store->what = "reacting cells";
  return store;
}

static enum sm_status put_value(struct sm_context *ctx, struct sm_reactions *r, double value,
                                double **out) {
  const size_t n = (size_t)r->count;
  SM_SCOPED double *host = NULL;
  if (!sm_device_has_data(r->scalars->flow->device))
    return sm_store_put(ctx, store_of(r), NULL, n, sizeof *host, out);
  SM_TRY(sm_alloc(ctx, n, sizeof *host, "reacting cells", &host));
  for (size_t i = 0; i < n; i++) host[i] = value;
  return sm_store_put(ctx, store_of(r), host, n, sizeof *host, out);
}

static enum sm_status take_cells(struct sm_context *ctx, struct sm_reactions *r) {
  const size_t all = (size_t)r->count * (size_t)r->mechanism->species_count;
  const int32_t water = sm_mechanism_find_species(r->mechanism, "H2O");
  const double fixed = water >= 0 && r->of[water] < 0 ? r->fixed[water] : 0;
  SM_TRY(put_value(ctx, r, r->air.temperature, &r->temperature));
  SM_TRY(put_value(ctx, r, r->c->pressure, &r->pressure));
  SM_TRY(put_value(ctx, r, r->c->sun, &r->sun));
  SM_TRY(put_value(ctx, r, r->c->zenith, &r->zenith));
  SM_TRY(put_value(ctx, r, fixed * AVOGADRO * 1e-6, &r->water));
  return sm_store_put(ctx, store_of(r), NULL, all, sizeof *r->concentrations, &r->concentrations);
}

/* Allocates what the heat of reaction needs, if it is on. */
static enum sm_status take_heat(struct sm_context *ctx, struct sm_reactions *r) {
  const struct sm_mechanism *m = r->mechanism;
  const size_t n = (size_t)r->count, species = (size_t)m->species_count;
  SM_SCOPED double *thermo = NULL;
  if (!r->c->heat) return SM_OK;
  for (int32_t k = 0; k < m->species_count; k++)
    if (m->species[k].thermo.form == SM_THERMO_NONE)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the heat of the reactions asks for thermodynamic data, which "
                     "'%s' has not\nhelp: thermo = ..., or heat = false",
                     r->scalars->c->path, r->c->line, m->species[k].name);
  SM_TRY(sm_alloc(ctx, species * SM_MIXTURE_THERMO, sizeof *thermo, "species", &thermo));
  SM_TRY(sm_mixture_thermo(ctx, m, thermo));
  SM_TRY(sm_store_put(ctx, store_of(r), thermo, species * SM_MIXTURE_THERMO, sizeof *thermo,
                      &r->thermo));
  SM_TRY(sm_store_put(ctx, store_of(r), NULL, n, sizeof *r->warm, &r->warm));
  return sm_store_put(ctx, store_of(r), NULL, n * species, sizeof *r->before, &r->before);
}

static enum sm_status make(struct sm_context *ctx, struct sm_reactions *r) {
  SM_TRY(read_mechanism(ctx, r));
  const struct sm_flow *flow = r->scalars->flow;
  const size_t n = (size_t)r->mechanism->species_count;
  SM_TRY(sm_flow_host(ctx, flow, n, sizeof *r->of, "species", &r->of));
  SM_TRY(sm_flow_host(ctx, flow, n, sizeof *r->fixed, "species", &r->fixed));
  SM_TRY(sm_flow_host(ctx, flow, n, sizeof *r->weight, "species", &r->weight));
  SM_TRY(sm_flow_host(ctx, flow, n, sizeof *r->names, "species", &r->names));
  SM_TRY(sm_flow_host(ctx, flow, n, sizeof *r->fractions, "species", &r->fractions));
  for (size_t k = 0; k < n; k++) r->names[k] = r->mechanism->species[k].name;
  SM_TRY(find_fixed(ctx, r));
  SM_TRY(find_species(ctx, r));
  SM_TRY(find_cells(ctx, r));
  if (r->count == 0) return SM_OK;
  SM_TRY(sm_store_put(ctx, store_of(r), r->cell, (size_t)r->count, sizeof *r->cell, &r->on_cell));
  SM_TRY(take_cells(ctx, r));
  SM_TRY(take_heat(ctx, r));
  const struct sm_chem_options options = sm_reactions_options(r);
  return sm_chem_integrator_create(ctx, r->chem, r->mechanism, &options, (size_t)r->count, true,
                                   store_of(r), &r->integrator);
}

enum sm_status sm_reactions_create(struct sm_context *ctx, const struct sm_scalars *scalars,
                                   const struct sm_reacting_air *air, struct sm_reactions **out) {
  struct sm_reactions *r = NULL;
  *out = NULL;
  SM_TRY(sm_flow_host(ctx, scalars->flow, 1, sizeof *r, "reactions", &r));
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
  sm_chem_integrator_destroy(&r->integrator);
  sm_chem_destroy(&r->chem);
  sm_mechanism_destroy(&r->mechanism);
  *reactions = NULL;
}

void sm_reactions_part(const struct sm_reactions *r, struct sm_flow_view *view) {
  const struct sm_state_owner owner = {view, "chemistry", -1};
  if (r->count > 0)
    sm_state_arrays(&owner, "steps", &r->integrator.first, 1, (size_t)r->count,
                    sizeof *r->integrator.first, false);
}

void sm_reactions_gather(const struct sm_reactions *r) {
  double *first = r->integrator.first;
  if (first != NULL) sm_flow_gather_list(r->scalars->flow, r->row, first, sizeof *first);
}

bool sm_reactions_have(const struct sm_reactions *r, int32_t item) {
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    if (item == r->of[k]) return true;
  return false;
}
