/* physics/compressible/mixture_initial.c - initial fields of a gas mixture. */
#include "base/list.h"
#include "physics/compressible/mixture.h"
#include "physics/scalars/scalars.h"
#include <math.h>
#include <string.h>

/* --- fields --- */

/* Allocates fields in one block; *out: at cell (0, 0, 0) of the first. */
static enum sm_status take(struct sm_context *ctx, struct sm_mixture *m, size_t fields,
                           union sm_reals *out) {
  union sm_reals memory;
  SM_TRY(sm_flow_reals(ctx, m->flow, fields * m->flow->layout.size, "a mixture", &memory));
  *out = sm_flow_offset(m->flow, memory, m->flow->layout.origin);
  return SM_OK;
}

static enum sm_status take_all(struct sm_context *ctx, struct sm_mixture *m) {
  const size_t n = (size_t)m->species;
  const enum sm_diffusion_model spreads = m->reaction->spreading;
  SM_TRY(take(ctx, m, n, &m->y));
  SM_TRY(take(ctx, m, n, &m->to));
  SM_TRY(take(ctx, m, 1, &m->temperature));
  SM_TRY(take(ctx, m, 1, &m->conductivity));
  SM_TRY(take(ctx, m, spreads == SM_DIFFUSION_AVERAGED ? n : 1, &m->spread));
  SM_TRY(take(ctx, m, 1, &m->heat));
  SM_TRY(take(ctx, m, 1, &m->stage));
  return sm_flow_put(ctx, m->flow, NULL, 1, sizeof(double), "a number", &m->number);
}

/* --- sides --- */

static enum sm_status make_sides(struct sm_context *ctx, struct sm_mixture *m) {
  m->carrier = (struct sm_scalars){.flow = m->flow, .c = m->c, .gas = m->gas, .number = m->number};
  SM_TRY(
      sm_flow_host(ctx, m->flow, (size_t)m->species, sizeof *m->carried, "species", &m->carried));
  for (int32_t k = 0; k < m->species; k++) {
    struct sm_scalar *item = &m->carried[k];
    item->kind = SM_SCALAR_SPECIES;
    for (int side = 0; side < SM_SIDES; side++)
      item->part[side] = m->inflow[side] != NULL ? m->inflow[side][k] : m->air[k];
    SM_TRY(sm_scalar_boundaries_make(ctx, &m->carrier, item));
  }
  return SM_OK;
}

/* --- which species there can be --- */

static bool all_there(const bool *there, const struct sm_amounts *side) {
  bool all = true;
  for (int32_t i = 0; i < side->count; i++) all = all && there[side->list[i].index];
  return all;
}

/* Marks the products of reactions whose reactants all occur; returns whether any is new. */
static bool add_products(bool *there, const struct sm_amounts *from, const struct sm_amounts *to) {
  bool more = false;
  if (!all_there(there, from)) return false;
  for (int32_t i = 0; i < to->count; i++) {
    more = more || !there[to->list[i].index];
    there[to->list[i].index] = true;
  }
  return more;
}

static void find_species(struct sm_mixture *m) {
  const struct sm_mechanism *mechanism = m->mechanism;
  bool more = m->reaction->splitting != SM_SPLITTING_FROZEN;
  while (more) {
    more = false;
    for (int32_t r = 0; r < mechanism->reaction_count; r++) {
      const struct sm_reaction *reaction = &mechanism->reactions[r];
      if (add_products(m->there, &reaction->reactants, &reaction->products)) more = true;
      if (reaction->reverse != SM_REVERSE_NONE &&
          add_products(m->there, &reaction->products, &reaction->reactants))
        more = true;
    }
  }
}

/* Marks the species that a gas contains. */
static void note_species(struct sm_mixture *m, const double *y) {
  for (int32_t k = 0; y != NULL && k < m->species; k++)
    if (y[k] > 0) m->there[k] = true;
}

/* --- the start --- */

struct zone {
  const struct sm_case_reaction_zone *c;
  double *part; /* volume fraction of the zone, per cell */
  double *y;
  double temperature; /* K; NAN: that of the surrounding air */
};

struct start {
  struct sm_context *ctx;
  struct sm_mixture *m;
  struct zone *zone;
  size_t count;                       /* number of cells */
  double *temperature;                /* K; NAN: from density and pressure */
  double *field[SM_CONSERVED_FIELDS]; /* in the memory layout of the flow */
  double *y, *own;                    /* [species] in that layout; of one cell */
};

/* Equilibrium of a gas at constant enthalpy and the pressure of the case. */
static enum sm_status burn_to_equilibrium(struct start *s, struct zone *zone) {
  const struct sm_mixture *m = s->m;
  const struct sm_case_compressible *gas = &m->c->flow.compressible;
  double pressure = gas->pressure, *x = s->own, sum = 0;
  double warm = isnan(zone->temperature) ? gas->temperature : zone->temperature;
  for (int32_t k = 0; k < m->species; k++) x[k] = zone->y[k] / m->host.weight[k];
  if (sm_chem_equilibrium(s->ctx, m->chem, SM_CHEM_HP, &warm, &pressure, x) != SM_OK)
    return sm_fail(s->ctx, SM_ERR_CASE, "%s:%d: error: 'flow.reaction.zone.burnt': %s", m->c->path,
                   zone->c->line, sm_context_message(s->ctx));
  for (int32_t k = 0; k < m->species; k++) sum += x[k] * m->host.weight[k];
  for (int32_t k = 0; k < m->species; k++) zone->y[k] = x[k] * m->host.weight[k] / sum;
  zone->temperature = warm;
  return SM_OK;
}

static enum sm_status make_zone(struct start *s, size_t index) {
  struct sm_mixture *m = s->m;
  struct zone *zone = &s->zone[index];
  zone->c = &m->reaction->zone[index];
  zone->temperature = zone->c->temperature;
  SM_TRY(sm_alloc(s->ctx, s->count, sizeof *zone->part, "a zone", &zone->part));
  SM_TRY(sm_alloc(s->ctx, (size_t)m->species, sizeof *zone->y, "a zone", &zone->y));
  SM_TRY(sm_scalar_values(s->ctx, m->c, m->flow, &zone->c->mass_fraction, 0, -1, zone->part));
  const struct sm_mixture_text text = {zone->c->mixture, "flow.reaction.zone.mixture",
                                       zone->c->line};
  if (zone->c->mixture[0] != '\0')
    SM_TRY(sm_mixture_read(s->ctx, m->c, m->mechanism, text, zone->y));
  else
    memcpy(zone->y, m->air, (size_t)m->species * sizeof *zone->y);
  if (zone->c->burnt) SM_TRY(burn_to_equilibrium(s, zone));
  note_species(m, zone->y);
  return SM_OK;
}

/* Mass fractions of a cell, into s->own. Returns its temperature. */
static double blend(const struct start *s, size_t cell, double temperature) {
  const struct sm_mixture *m = s->m;
  memcpy(s->own, m->air, (size_t)m->species * sizeof *s->own);
  for (size_t z = 0; z < m->reaction->zone_count; z++) {
    const struct zone *zone = &s->zone[z];
    const double part = fmin(fmax(zone->part[cell], 0), 1);
    for (int32_t k = 0; k < m->species; k++) s->own[k] += part * (zone->y[k] - s->own[k]);
    if (!isnan(zone->temperature)) temperature += part * (zone->temperature - temperature);
  }
  return temperature;
}

/* Sets the density of a cell to that of its temperature and mixture, at the same pressure and
 * velocity. */
static void settle(const struct start *s, size_t cell, int i, int j, int k) {
  const struct sm_mixture *m = s->m;
  const struct sm_flow_layout *l = &m->flow->layout;
  const ptrdiff_t c = l->origin + i + j * l->step[1] + k * l->step[2];
  const double rho = m->gas->rho[k] + s->field[SM_RHO][c];
  double moves = 0;
  for (int d = 0; d < 3; d++) moves += 0.5 * pow(s->field[SM_RHO_U + d][c], 2) / rho;
  const double p = m->gas->p[k] + (SM_AIR_GAMMA - 1) * (s->field[SM_RHO_E][c] - moves);
  const double given = s->temperature[cell];
  const double T = blend(s, cell, isnan(given) ? p / (rho * SM_AIR_GAS_CONSTANT) : given);
  for (int32_t n = 0; n < m->species; n++) s->y[n * m->next + c] = s->own[n];
  if ((sm_domain_cell_bits(m->flow->domain, i, j, k) & SM_OPEN_ALL) == 0) return;
  const double now = p / (sm_mixture_constant(&m->host, s->own) * T), by = now / rho;
  s->field[SM_RHO][c] = now - m->gas->rho[k];
  for (int d = 0; d < 3; d++) s->field[SM_RHO_U + d][c] *= by;
  s->field[SM_RHO_E][c] += moves * (by - 1);
}

static enum sm_status settle_all(struct start *s) {
  const struct sm_mixture *m = s->m;
  const struct sm_flow *flow = m->flow;
  const size_t size = flow->layout.size;
  const int *n = flow->layout.n;
  size_t cell = 0;
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    SM_TRY(sm_flow_download(s->ctx, flow, m->gas->q[0][f], s->field[f]));
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) settle(s, cell++, i, j, k);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    SM_TRY(sm_flow_upload(s->ctx, flow, s->field[f], m->gas->q[0][f]));
  for (int32_t k = 0; k < m->species; k++)
    SM_TRY(sm_flow_upload(s->ctx, flow, s->y + (size_t)k * size,
                          sm_flow_offset(flow, m->y, k * m->next)));
  return SM_OK;
}

static enum sm_status make_start(struct start *s) {
  struct sm_mixture *m = s->m;
  const size_t size = m->flow->layout.size, zones = m->reaction->zone_count;
  SM_TRY(sm_alloc(s->ctx, zones > 0 ? zones : 1, sizeof *s->zone, "zones", &s->zone));
  SM_TRY(sm_alloc(s->ctx, s->count, sizeof *s->temperature, "temperatures", &s->temperature));
  SM_TRY(sm_alloc(s->ctx, (size_t)m->species, sizeof *s->own, "a mixture", &s->own));
  SM_TRY(sm_alloc(s->ctx, (size_t)m->species * size, sizeof *s->y, "a mixture", &s->y));
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    SM_TRY(sm_alloc(s->ctx, size, sizeof *s->field[f], "the air", &s->field[f]));
  SM_TRY(sm_scalar_values(s->ctx, m->c, m->flow, &m->reaction->temperature, (double)NAN, -1,
                          s->temperature));
  for (size_t z = 0; z < zones; z++) SM_TRY(make_zone(s, z));
  return settle_all(s);
}

static void free_start(struct start *s) {
  for (size_t z = 0; s->zone != NULL && z < s->m->reaction->zone_count; z++) {
    SM_FREE_ALL(s->zone[z].part, s->zone[z].y);
  }
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) sm_free(s->field[f]);
  SM_FREE_ALL(s->zone, s->temperature, s->own, s->y);
}

/* --- sources of gas --- */

static enum sm_status make_source(struct sm_context *ctx, struct sm_mixture *m,
                                  struct sm_mixture_source *source) {
  const struct sm_mixture_text text = {source->c->mixture, "flow.reaction.release.mixture",
                                       source->c->source.line};
  SM_TRY(sm_scalar_source_make(ctx, m->c, m->flow, &source->c->source, &source->at));
  SM_TRY(sm_flow_host(ctx, m->flow, (size_t)m->species, sizeof *source->part, "a mixture",
                      &source->part));
  SM_TRY(sm_mixture_read(ctx, m->c, m->mechanism, text, source->part));
  SM_TRY(sm_flow_put(ctx, m->flow, source->part, (size_t)m->species, sizeof *source->part,
                     "a mixture", &source->fraction));
  note_species(m, source->part);
  source->enthalpy = sm_mixture_enthalpy(&m->host, source->part, source->c->temperature);
  return SM_OK;
}

static enum sm_status make_sources(struct sm_context *ctx, struct sm_mixture *m) {
  const size_t count = m->reaction->release_count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, m->flow, count, sizeof *m->source, "releases of gas", &m->source));
  m->source_count = count;
  for (size_t i = 0; i < count; i++) {
    m->source[i].c = &m->reaction->release[i];
    SM_TRY(make_source(ctx, m, &m->source[i]));
  }
  return SM_OK;
}

enum sm_status sm_mixture_start(struct sm_context *ctx, struct sm_mixture *m,
                                const struct sm_compressible_fields *gas) {
  struct start s = {.ctx = ctx, .m = m, .count = (size_t)sm_grid_cells(&m->flow->domain->grid)};
  m->gas = gas;
  SM_TRY(take_all(ctx, m));
  SM_TRY(sm_flow_host(ctx, m->flow, (size_t)m->species, sizeof *m->there, "species", &m->there));
  note_species(m, m->air);
  for (int side = 0; side < SM_SIDES; side++) note_species(m, m->inflow[side]);
  SM_TRY(make_sides(ctx, m));
  SM_TRY(make_sources(ctx, m));
  if (sm_device_has_data(m->flow->device)) {
    const enum sm_status status = make_start(&s);
    free_start(&s);
    if (status != SM_OK) return status;
  }
  find_species(m);
  for (int32_t k = 0; k < m->species; k++)
    sm_mixture_ghosts(m, k, sm_flow_offset(m->flow, m->y, k * m->next));
  return sm_mixture_budget_start(ctx, m);
}
