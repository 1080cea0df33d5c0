/* mixture.c - gas mixture of the compressible solver: reads the mechanism, allocates the fields. */
#include "physics/compressible/mixture.h"

#include "chem/kinetics/gas_transport.h"
#include <stdio.h>
#include <string.h>

/* --- the mechanism --- */

static const char *file_or_none(const char *path) { return path[0] != '\0' ? path : NULL; }

static enum sm_status read_mechanism(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_mechanism **out) {
  const struct sm_case_reaction *r = &c->flow.reaction;
  const struct sm_mechanism_files files = {.mechanism = r->mechanism,
                                           .thermo = file_or_none(r->thermo),
                                           .transport = file_or_none(r->transport)};
  return sm_mechanism_read(ctx, &files, out);
}

static enum sm_status refused(struct sm_context *ctx, const struct sm_mixture *m,
                              enum sm_status status, const char *key, const char *help) {
  char why[512];
  if (status != SM_ERR_DATA) return status;
  snprintf(why, sizeof why, "%s", sm_context_message(ctx));
  const char *text = strncmp(why, "error: ", 7) == 0 ? why + 7 : why;
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: 'flow.reaction.%s': %s\nhelp: %s", m->c->path,
                 m->reaction->line, key, text, help);
}

static enum sm_status check_weights(struct sm_context *ctx, const struct sm_mixture *m) {
  for (int32_t k = 0; k < m->species; k++)
    if (!(m->mechanism->species[k].weight > 0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: 'flow.reaction.mechanism': species \"%s\" has no weight",
                     m->c->path, m->reaction->line, m->mechanism->species[k].name);
  return SM_OK;
}

/* Host tables in one block: molar masses, thermodynamics, transport coefficients. */
static enum sm_status make_host(struct sm_context *ctx, struct sm_mixture *m) {
  const size_t n = (size_t)m->species;
  const bool each = m->reaction->spreading == SM_DIFFUSION_AVERAGED;
  const size_t pairs = each ? n * n * SM_MIXTURE_FIT : 1;
  SM_TRY(check_weights(ctx, m));
  double *numbers;
  SM_TRY(sm_flow_host(ctx, m->flow, n * (2 + SM_MIXTURE_THERMO + SM_MIXTURE_FIT) + pairs,
                      sizeof *numbers, "a mixture", &numbers));
  double *weight = numbers, *per_weight = weight + n, *thermo = per_weight + n;
  double *conducts = thermo + n * SM_MIXTURE_THERMO;
  double *diffuses = conducts + n * SM_MIXTURE_FIT;
  for (size_t k = 0; k < n; k++) weight[k] = m->mechanism->species[k].weight;
  for (size_t k = 0; k < n; k++) per_weight[k] = 1 / weight[k];
  m->host =
      (struct sm_mixture_tables){m->species, 0, weight, per_weight, thermo, conducts, diffuses};
  SM_TRY(refused(ctx, m, sm_mixture_thermo(ctx, m->mechanism, thermo), "thermo",
                 "thermo = \"therm.dat\""));
  for (size_t k = 0; k < n; k++)
    conducts[k * SM_MIXTURE_FIT] = 1e-30; /* negligible: conduction by
                                             eddies only */
  if (m->reaction->spreading == SM_DIFFUSION_NONE) return SM_OK;
  return refused(ctx, m,
                 sm_mixture_transport(ctx, m->mechanism, thermo, conducts, each ? diffuses : NULL),
                 "transport", "transport = \"tran.dat\", or diffusion = \"none\"");
}

static enum sm_status put_tables(struct sm_context *ctx, struct sm_mixture *m) {
  const size_t n = (size_t)m->species;
  const size_t pairs = m->reaction->spreading == SM_DIFFUSION_AVERAGED ? n * n * SM_MIXTURE_FIT : 1;
  m->tables = m->host;
#define PUT(NAME, COUNT)                                                                           \
  SM_TRY(sm_flow_put(ctx, m->flow, m->host.NAME, COUNT, sizeof(double), "a mixture",               \
                     &m->tables.NAME))
  PUT(weight, n);
  PUT(per_weight, n);
  PUT(thermo, n * SM_MIXTURE_THERMO);
  PUT(conductivity, n * SM_MIXTURE_FIT);
  PUT(diffusion, pairs);
#undef PUT
  return SM_OK;
}

/* --- mixtures of the case --- */

static enum sm_status read_air(struct sm_context *ctx, struct sm_mixture *m) {
  const struct sm_case_reaction *r = m->reaction;
  const char *air = r->mixture[0] != '\0' ? r->mixture : SM_PLAIN_AIR;
  const struct sm_mixture_text text = {air, "flow.reaction.mixture", r->line};
  int32_t most = 0;
  SM_TRY(sm_flow_host(ctx, m->flow, (size_t)m->species, sizeof *m->air, "a mixture", &m->air));
  SM_TRY(sm_mixture_read(ctx, m->c, m->mechanism, text, m->air));
  for (int32_t k = 1; k < m->species; k++)
    if (m->air[k] > m->air[most]) most = k;
  if (r->bath[0] != '\0') {
    const struct sm_mixture_text bath = {r->bath, "flow.reaction.bath", r->line};
    SM_TRY(sm_mixture_species(ctx, m->c, m->mechanism, bath, r->bath, &most));
  }
  m->host.bath = most;
  return SM_OK;
}

static enum sm_status read_sides(struct sm_context *ctx, struct sm_mixture *m) {
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_boundary *c = &m->c->flow.boundary[side];
    const struct sm_mixture_text text = {c->mixture, "flow.boundary.mixture", c->line};
    if (c->mixture != NULL && c->mixture[0] != '\0') {
      SM_TRY(sm_flow_host(ctx, m->flow, (size_t)m->species, sizeof(double), "a mixture",
                          &m->inflow[side]));
      SM_TRY(sm_mixture_read(ctx, m->c, m->mechanism, text, m->inflow[side]));
    }
    m->constant[side] =
        sm_mixture_constant(&m->host, m->inflow[side] != NULL ? m->inflow[side] : m->air);
  }
  return SM_OK;
}

/* Checks the species selected for output. */
static enum sm_status check_outputs(struct sm_context *ctx, const struct sm_mixture *m) {
  const struct sm_string_list *list = &m->reaction->output;
  for (size_t i = 0; i < list->count; i++) {
    const struct sm_mixture_text text = {list->item[i], "flow.reaction.outputs", m->reaction->line};
    int32_t k;
    SM_TRY(sm_mixture_species(ctx, m->c, m->mechanism, text, list->item[i], &k));
  }
  return SM_OK;
}

static enum sm_status make_all(struct sm_context *ctx, struct sm_mixture *m) {
  SM_TRY(read_mechanism(ctx, m->c, &m->mechanism));
  m->species = m->mechanism->species_count;
  SM_TRY(sm_chem_create(ctx, m->mechanism, m->flow->device->threads, &m->chem));
  SM_TRY(make_host(ctx, m));
  SM_TRY(read_air(ctx, m));
  SM_TRY(read_sides(ctx, m));
  SM_TRY(check_outputs(ctx, m));
  return put_tables(ctx, m);
}

enum sm_status sm_mixture_create(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_flow *flow, struct sm_mixture **out) {
  struct sm_mixture *m = NULL;
  SM_TRY(sm_flow_host(ctx, flow, 1, sizeof *m, "a mixture", &m));
  *out = m;
  m->c = c;
  m->reaction = &c->flow.reaction;
  m->flow = flow;
  m->next = (ptrdiff_t)flow->layout.size;
  const enum sm_status status = make_all(ctx, m);
  if (status != SM_OK) sm_mixture_destroy(out);
  return status;
}

void sm_mixture_destroy(struct sm_mixture **mixture) {
  if (*mixture == NULL) return;
  sm_chem_destroy(&(*mixture)->chem);
  sm_mechanism_destroy(&(*mixture)->mechanism);
  *mixture = NULL;
}
