#include "physics/scalar_chemistry.h"

#include "base/text.h"
#include "chem/elements.h"
#include "physics/scalar_accounts.h"
#include "physics/scalar_sides.h"
#include "simoom/chem_cell.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AVOGADRO 6.02214076e26 /* 1/kmol */
/* Atkinson et al., J. Phys. Chem. Ref. Data 26 (1997) 521: NO + O3, 195 to 304 K, cm3/s and K. */
#define OZONE_FACTOR 1.8e-12
#define OZONE_ACTIVATION 1370.0

/* Tolerance of a species as a share of all that react. */
#define LEAST_SHARE 1e-15

enum { OZONE = 3 };
static const char *const ozone_names[OZONE] = {"NO", "NO2", "O3"};

/* A mechanism, in the cells of air. */
struct reactions {
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
  int64_t failed; /* cells so far */
  struct sm_chem_cell first;
  const char **names; /* of its species */
  double *fractions;
};

struct sm_scalar_chemistry {
  const struct sm_scalars *scalars;
  const struct sm_case_chemistry *c;
  double temperature; /* K; of air that is as warm as the reference */
  bool warm;          /* the air's own temperature counts */
  size_t ozone[OZONE];
  double weight[OZONE];
  struct reactions *r; /* NULL: ozone */
};

/* --- what there is --- */

static int32_t item_of(const struct sm_scalars *scalars, const char *name) {
  for (size_t m = 0; m < scalars->count; m++)
    if (scalars->item[m].kind == SM_SCALAR_MATTER && strcmp(scalars->item[m].c->name, name) == 0)
      return (int32_t)m;
  return -1;
}

/* kg/kmol: as the case says, else the mechanism, else the formula; 0: not known. */
static double weight_of(const struct sm_case_scalar *c, double of_mechanism) {
  if (!isnan(c->molar_mass)) return c->molar_mass;
  return of_mechanism > 0 ? of_mechanism : sm_formula_weight(c->name);
}

static void find_ozone(struct sm_scalar_chemistry *x) {
  for (int i = 0; i < OZONE; i++) {
    x->ozone[i] = (size_t)item_of(x->scalars, ozone_names[i]); /* the case was checked */
    x->weight[i] = weight_of(x->scalars->item[x->ozone[i]].c, 0);
  }
}

static enum sm_status read_mechanism(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  const struct sm_case_chemistry *c = x->c;
  const struct sm_mechanism_files files = {.mechanism = c->mechanism,
                                           .thermo = c->thermo[0] != '\0' ? c->thermo : NULL,
                                           .photolysis =
                                               c->photolysis[0] != '\0' ? c->photolysis : NULL};
  const enum sm_status status = sm_mechanism_read(ctx, &files, &x->r->mechanism);
  if (status != SM_OK)
    return sm_note(ctx, status, "%s:%d: the mechanism of [flow.chemistry]", x->scalars->c->path,
                   c->line);
  return sm_chem_create(ctx, x->r->mechanism, 0, &x->r->chem);
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
static enum sm_status find_held(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  const struct sm_case_chemistry *c = x->c;
  struct reactions *r = x->r;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) r->held[k] = (double)NAN;
  for (size_t i = 0; i < c->held_count; i++) {
    const struct sm_case_held *held = &c->held[i];
    const int32_t k = sm_mechanism_species(r->mechanism, held->species);
    char help[96];
    if (k < 0) {
      SM_TRY(nearest(ctx, r->mechanism, held->species, help, sizeof help));
      return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: the mechanism has no species '%s'%s",
                     x->scalars->c->path, held->line, held->species, help);
    }
    r->held[k] = held->fraction * c->pressure / (SM_GAS_CONSTANT * x->temperature);
  }
  return SM_OK;
}

/* Which item each species is; every one that reacts must be carried or held. */
static enum sm_status find_species(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  struct reactions *r = x->r;
  const char *path = x->scalars->c->path;
  struct sm_text missing = {0};
  int count = 0, carried = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    const struct sm_species *species = &r->mechanism->species[k];
    r->of[k] = item_of(x->scalars, species->name);
    if (r->of[k] >= 0) {
      const struct sm_case_scalar *c = x->scalars->item[r->of[k]].c;
      carried++;
      r->weight[k] = weight_of(c, species->weight);
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
                     path, x->c->line, count, sm_text_string(&missing));
  else if (carried == 0)
    status = sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: no scalar is a species of the mechanism",
                     path, x->c->line);
  sm_text_free(&missing);
  return status;
}

static enum sm_status find_cells(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  const struct sm_flow *flow = x->scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  struct reactions *r = x->r;
  SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&flow->domain->grid), sizeof *r->cell,
                  "reacting cells", &r->cell));
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        if ((sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_ALL) != 0)
          r->cell[r->count++] = s->origin + i + j * s->step[1] + k * s->step[2];
  return SM_OK;
}

static enum sm_status take_cells(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  struct reactions *r = x->r;
  const size_t n = (size_t)r->count, species = (size_t)r->mechanism->species_count;
  double **const rows[5] = {&r->temperature, &r->pressure, &r->sun, &r->zenith, &r->water};
  const int32_t water = sm_mechanism_species(r->mechanism, "H2O");
  const double held = water >= 0 && r->of[water] < 0 ? r->held[water] : 0;
  const double value[5] = {x->temperature, x->c->pressure, x->c->sun, x->c->zenith,
                           held * AVOGADRO * 1e-6};
  for (int m = 0; m < 5; m++) {
    SM_TRY(sm_alloc(ctx, n, sizeof **rows[m], "reacting cells", rows[m]));
    for (size_t i = 0; i < n; i++) (*rows[m])[i] = value[m];
  }
  SM_TRY(sm_alloc(ctx, x->scalars->flow->layout.size, sizeof *r->host, "a field", &r->host));
  return sm_alloc(ctx, n * species, sizeof *r->concentrations, "reacting cells",
                  &r->concentrations);
}

static enum sm_status make_reactions(struct sm_context *ctx, struct sm_scalar_chemistry *x) {
  SM_TRY(sm_alloc(ctx, 1, sizeof *x->r, "reactions", &x->r));
  struct reactions *r = x->r;
  SM_TRY(read_mechanism(ctx, x));
  const size_t n = (size_t)r->mechanism->species_count;
  SM_TRY(sm_alloc(ctx, n, sizeof *r->of, "species", &r->of));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->held, "species", &r->held));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->weight, "species", &r->weight));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->names, "species", &r->names));
  SM_TRY(sm_alloc(ctx, n, sizeof *r->fractions, "species", &r->fractions));
  for (size_t k = 0; k < n; k++) r->names[k] = r->mechanism->species[k].name;
  SM_TRY(find_held(ctx, x));
  SM_TRY(find_species(ctx, x));
  SM_TRY(find_cells(ctx, x));
  return take_cells(ctx, x);
}

enum sm_status sm_scalar_chemistry_create(struct sm_context *ctx, const struct sm_scalars *scalars,
                                          struct sm_scalar_chemistry **out) {
  const struct sm_case_flow *c = &scalars->c->flow;
  struct sm_scalar_chemistry *x = NULL;
  *out = NULL;
  if (c->chemistry.line == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *x, "reactions", &x));
  x->scalars = scalars;
  x->c = &c->chemistry;
  x->warm = scalars->heat && isnan(x->c->temperature);
  x->temperature = isnan(x->c->temperature) ? c->reference : x->c->temperature;
  enum sm_status status = SM_OK;
  if (x->c->mechanism[0] == '\0')
    find_ozone(x);
  else
    status = make_reactions(ctx, x);
  if (status != SM_OK) sm_scalar_chemistry_destroy(&x);
  *out = x;
  return status;
}

void sm_scalar_chemistry_destroy(struct sm_scalar_chemistry **chemistry) {
  struct sm_scalar_chemistry *x = *chemistry;
  if (x == NULL) return;
  if (x->r != NULL) {
    void *const memory[] = {
        x->r->cell,   x->r->concentrations, x->r->temperature, x->r->pressure, x->r->sun,
        x->r->zenith, x->r->water,          x->r->host,        x->r->of,       x->r->held,
        x->r->weight, (void *)x->r->names,  x->r->fractions};
    for (size_t m = 0; m < sizeof memory / sizeof *memory; m++) sm_free(memory[m]);
    sm_chem_destroy(&x->r->chem);
    sm_mechanism_destroy(&x->r->mechanism);
  }
  sm_free(x->r);
  sm_free(x);
  *chemistry = NULL;
}

bool sm_scalar_chemistry_has(const struct sm_scalar_chemistry *x, const struct sm_scalar *item) {
  if (x == NULL || item->kind != SM_SCALAR_MATTER) return false;
  const int32_t index = (int32_t)(item - x->scalars->item);
  for (int i = 0; x->r == NULL && i < OZONE; i++)
    if ((size_t)index == x->ozone[i]) return true;
  for (int32_t k = 0; x->r != NULL && k < x->r->mechanism->species_count; k++)
    if (index == x->r->of[k]) return true;
  return false;
}

/* --- a step --- */

static void react_ozone(const struct sm_scalar_chemistry *x, double share) {
  const struct sm_scalars *scalars = x->scalars;
  const struct sm_flow *flow = scalars->flow;
  const bool given = !isnan(x->c->ozone_rate);
  const struct sm_ozone args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                .no = scalars->item[x->ozone[0]].now,
                                .no2 = scalars->item[x->ozone[1]].now,
                                .o3 = scalars->item[x->ozone[2]].now,
                                .warm = x->warm ? scalars->item[0].now : flow->zero,
                                .clock = flow->clock,
                                .share = share,
                                .weight = {x->weight[0], x->weight[1], x->weight[2]},
                                .photolysis = x->c->no2_photolysis,
                                .factor =
                                    (given ? x->c->ozone_rate : OZONE_FACTOR) * 1e-6 * AVOGADRO,
                                .activation = given ? 0 : OZONE_ACTIVATION,
                                .temperature = x->temperature};
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->ozone(flow->device, &box, &args);
  for (int i = 0; i < OZONE; i++) {
    const struct sm_scalar *item = &scalars->item[x->ozone[i]];
    sm_scalar_ghosts(scalars, item, item->now);
  }
}

static enum sm_status gather(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  const struct sm_scalars *scalars = x->scalars;
  struct reactions *r = x->r;
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    double *to = r->concentrations + k * r->count;
    if (r->of[k] < 0) {
      for (int64_t i = 0; i < r->count; i++) to[i] = r->held[k];
      continue;
    }
    SM_TRY(sm_flow_download(ctx, scalars->flow, scalars->item[r->of[k]].now, r->host));
    for (int64_t i = 0; i < r->count; i++) to[i] = fmax(r->host[r->cell[i]], 0) / r->weight[k];
  }
  if (!x->warm) return SM_OK;
  SM_TRY(sm_flow_download(ctx, scalars->flow, scalars->item[0].now, r->host));
  for (int64_t i = 0; i < r->count; i++) r->temperature[i] = x->temperature + r->host[r->cell[i]];
  return SM_OK;
}

static enum sm_status scatter(struct sm_context *ctx, const struct sm_scalar_chemistry *x) {
  const struct sm_scalars *scalars = x->scalars;
  struct reactions *r = x->r;
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

static const char *given(const char *path) { return path[0] != '\0' ? path : NULL; }

/* The first cell that failed, as it was before. */
static void keep_first(struct sm_scalar_chemistry *x, int64_t index, double time, double dt) {
  const struct sm_flow *flow = x->scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  struct reactions *r = x->r;
  const ptrdiff_t at = r->cell[index] - s->origin;
  double sum = 0;
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    sum += r->concentrations[k * r->count + index];
  for (int32_t k = 0; k < r->mechanism->species_count; k++)
    r->fractions[k] = sum > 0 ? r->concentrations[k * r->count + index] / sum : 0;
  r->first = (struct sm_chem_cell){
      .mechanism = x->c->mechanism,
      .thermo = given(x->c->thermo),
      .photolysis = given(x->c->photolysis),
      .temperature = r->temperature[index],
      .pressure = r->pressure[index],
      .dt = dt,
      .concentration = sum,
      .species_count = r->mechanism->species_count,
      .species = r->names,
      .fractions = r->fractions,
      .mode = SM_CHEM_ISOTHERMAL,
      .rtol = x->c->rtol,
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

const struct sm_chem_cell *sm_scalar_chemistry_failed(const struct sm_scalar_chemistry *x) {
  return x != NULL && x->r != NULL && x->r->failed > 0 ? &x->r->first : NULL;
}

static enum sm_status failed(struct sm_context *ctx, struct sm_scalar_chemistry *x,
                             const struct sm_chem_report *report, double time, double dt) {
  const struct sm_chem_cell *c = &x->r->first;
  const bool first = x->r->failed == 0;
  if (first) keep_first(x, report->first_failed, time, dt);
  x->r->failed += report->failed;
  char text[320];
  snprintf(text, sizeof text,
           "the chemistry of %lld cells could not be integrated at %.6g s, the first %lld, %lld, "
           "%lld at %.6g, %.6g, %.6g m and %.4g K",
           (long long)report->failed, time, (long long)c->cell[0], (long long)c->cell[1],
           (long long)c->cell[2], c->position[0], c->position[1], c->position[2], c->temperature);
  if (!x->c->goes_on)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %s\nhelp: another flow.chemistry.rtol, shorter steps "
                   "(flow.longest_step), or on_failure = \"continue\"",
                   text);
  if (first) sm_warn(ctx, "warning: %s; they stay as they are, here and later", text);
  return SM_OK;
}

enum sm_status sm_scalar_chemistry_react(struct sm_context *ctx, struct sm_scalar_chemistry *x,
                                         double time, double step, double share) {
  if (x == NULL) return SM_OK;
  if (x->r == NULL) {
    react_ozone(x, share);
    return SM_OK;
  }
  struct reactions *r = x->r;
  struct sm_chem_report report;
  SM_TRY(gather(ctx, x));
  const struct sm_chem_cells cells = {.count = r->count,
                                      .temperature = r->temperature,
                                      .concentrations = r->concentrations,
                                      .pressure = r->pressure,
                                      .sun = r->sun,
                                      .zenith = r->zenith,
                                      .water = r->water};
  const struct sm_chem_options options = {
      .mode = SM_CHEM_ISOTHERMAL, .rtol = x->c->rtol, .atol = LEAST_SHARE};
  SM_TRY(sm_chem_advance(ctx, r->chem, &cells, share * step, &options, &report));
  if (report.failed > 0) SM_TRY(failed(ctx, x, &report, time, share * step));
  return scatter(ctx, x);
}

enum sm_status sm_scalar_chemistry_report(struct sm_context *ctx,
                                          const struct sm_scalar_chemistry *x) {
  double made[OZONE], came[OZONE]; /* kmol */
  if (x == NULL || x->r != NULL) return SM_OK;
  for (int i = 0; i < OZONE; i++) {
    struct sm_scalar_balance b;
    SM_TRY(sm_scalars_balance(ctx, x->scalars, x->ozone[i], &b));
    made[i] = b.made / x->weight[i];
    came[i] = (fabs(b.initial) + fabs(b.emitted) + fabs(b.left)) / x->weight[i];
  }
  const double nox = came[0] + came[1], ox = came[1] + came[2];
  sm_account(ctx, "NO + NO2 kept to %.1e of what was there or came, NO2 + O3 to %.1e",
             nox > 0 ? fabs(made[0] + made[1]) / nox : 0,
             ox > 0 ? fabs(made[1] + made[2]) / ox : 0);
  return SM_OK;
}
