/* Generated kinetics: unrolled source text of the rates of a
 * mechanism for C or CUDA compilers. */
#include "chem/kinetics/kinetics.h"
#include "base/list.h"
#include "chem/generate/internal.h"

#include <string.h>

/* Work of a reaction in units of the simplest one. */
static int32_t work_of(const struct sm_reaction *r) {
  return r->kind == SM_RATE_ELEMENTARY || r->kind == SM_RATE_THREE_BODY ? 1 : 4;
}

static void need(struct sm_generator *g, const struct sm_amounts *of) {
  for (int32_t i = 0; i < of->count; i++) g->needed[of->list[i].index] = true;
}

/* Assigns places to the species read by a part; to all species when parts share them. */
static void find_places(struct sm_generator *g, int32_t first, int32_t end) {
  for (int32_t k = 0; k < g->m->species_count; k++) g->needed[k] = !g->apart;
  for (int32_t i = first; i < end; i++) {
    const struct sm_reaction *r = &g->m->reactions[i];
    need(g, &r->reactants);
    need(g, &r->products);
    need(g, &r->orders);
    need(g, &r->reverse_orders);
    if (sm_generate_has_collider(r)) need(g, &r->efficiencies);
  }
  int32_t places = 0;
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->needed[k]) g->place[k] = places++;
  if (places > g->places) g->places = places;
}

/* Generates the reads of an independent part. */
static void add_reads(struct sm_generator *g) {
  sm_text_add(g->out, "  double all = 0.0, x[SM_SPECIES];\n"
                      "  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++)\n"
                      "    x[k] = SM_CHEM_READ(from + k * stride);\n"
                      "  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) all += x[k];\n");
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->needed[k])
      sm_text_add(g->out, "  c[SM_CHEM_AT(%d)] = x[%d];\n", (int)g->place[k], (int)k);
  for (int32_t k = 0; g->given && k < g->m->species_count; k++)
    if (g->needed[k] && g->gibbs[k])
      sm_text_add(g->out, "  const double p_%d = SM_CHEM_READ(given + %d * stride);\n", (int)k,
                  (int)k);
}

static enum sm_status add_begin(struct sm_generator *g, int32_t part) {
  if (g->apart)
    sm_text_add(g->out,
                "SM_CHEM_PART double sm_chem_begin_%d(const double *from, int64_t stride, %s,\n"
                "    double *c, double *g, double *a) {\n",
                (int)part,
                g->given ? "const double *given" : "double t,\n    double log_t, double per_t");
  else
    sm_text_add(g->out, "SM_CHEM_PART void sm_chem_begin(double t, double log_t, double per_t,\n"
                        "    const double *c, double *g, double *a) {\n");
  sm_text_add(g->out, g->given ? "  (void)given;\n  (void)g;\n  (void)a;\n"
                               : "  (void)t;\n  (void)log_t;\n  (void)per_t;\n  (void)g;\n");
  if (g->apart) add_reads(g);
  if (!g->given) sm_generate_ranges(g);
  SM_TRY(sm_generate_gibbs(g));
  sm_text_add(g->out, g->apart ? "  return all;\n}\n\n" : "}\n\n");
  return SM_OK;
}

/* Generates a function for reactions first .. end; the first part sets the rates,
 * later ones add. A program too long for the instruction cache of a processor is
 * slower than one that processes all cells part by part. Common quantities are
 * passed by value, to stay in registers. */
static void add_part(struct sm_generator *g, int32_t part, int32_t first, int32_t end) {
  const size_t species = (size_t)g->m->species_count;
  memset(g->begun, 0, species * sizeof *g->begun);
  for (int32_t i = 0; i < g->factor_count; i++) g->factor[i].written = false;
  for (int32_t i = 0; i < g->collider_count; i++) g->collider[i].written = false;
  sm_text_add(
      g->out,
      "SM_CHEM_PART void sm_chem_part_%d(double t, double log_t, double per_t, double log_p,\n"
      "    double all, const struct sm_chem_air *air, const double *c, const double *g,\n"
      "    const double *a, double *w, int64_t stride, double *s) {\n"
      "  (void)t;\n  (void)log_t;\n  (void)per_t;\n  (void)log_p;\n  (void)all;\n"
      "  (void)air;\n  (void)c;\n  (void)g;\n  (void)a;\n  (void)s;\n",
      (int)part);
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->reacts[k]) sm_text_add(g->out, "  double w_%d;\n", (int)k);
  for (int32_t i = first; i < end; i++) sm_generate_reaction(g, i);
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->begun[k])
      sm_text_add(g->out,
                  part == 0 ? "  w[%d * stride] = w_%d;\n"
                            : "  SM_CHEM_ADD(w[%d * stride], w_%d);\n",
                  (int)k, (int)k);
    else if (part == 0)
      sm_text_add(g->out, "  w[%d * stride] = 0.0;\n", (int)k);
  sm_text_add(g->out, "}\n\n");
}

static void add_choices(struct sm_generator *g, int32_t parts) {
  sm_text_add(g->out, "#define SM_CHEM_PARTS %d\n#define SM_CHEM_PLACES %d\n", (int)parts,
              (int)g->places);
  if (g->apart) {
    sm_text_add(g->out,
                "SM_CHEM_FN double sm_chem_begin(int part, const double *from, int64_t stride,\n"
                "    %s, double *c, double *g, double *a) {\n"
                "  switch (part) {\n",
                g->given ? "const double *given" : "double t, double log_t, double per_t");
    for (int32_t i = 0; i < parts; i++)
      sm_text_add(g->out, "  case %d: return sm_chem_begin_%d(from, stride, %s, c, g, a);\n",
                  (int)i, (int)i, g->given ? "given" : "t, log_t, per_t");
    sm_text_add(g->out, "  }\n  return 0.0;\n}\n\n");
  }
  sm_text_add(
      g->out,
      "SM_CHEM_FN void sm_chem_part(int part, const struct sm_chem_temperature_state *h,\n"
      "    const struct sm_chem_air *air, const double *c, const double *g, const double *a,\n"
      "    double *w, int64_t stride, double *s) {\n  switch (part) {\n");
  for (int32_t i = 0; i < parts; i++)
    sm_text_add(
        g->out,
        "  case %d: sm_chem_part_%d(h->t, h->log_t, h->per_t, h->log_p, h->all, air, c, g, a,\n"
        "    w, stride, s); break;\n",
        (int)i, (int)i);
  sm_text_add(g->out, "  }\n}\n\n");
}

static enum sm_status add_rates(struct sm_generator *g, int32_t reactions) {
  const int32_t count = g->m->reaction_count;
  int32_t parts = 0, first = 0;
  int64_t all = 0, done = 0;
  for (int32_t i = 0; i < count; i++) all += work_of(&g->m->reactions[i]);
  const int64_t wanted = (all + reactions - 1) / reactions;
  do { /* parts of similar work */
    int32_t end = first;
    while (end < count && done * wanted < all * (parts + 1))
      done += work_of(&g->m->reactions[end++]);
    find_places(g, first, end);
    if (g->apart || parts == 0) SM_TRY(add_begin(g, parts));
    add_part(g, parts++, first, end);
    first = end;
  } while (first < count);
  add_choices(g, parts);
  return SM_OK;
}

static void count_factor(struct sm_generator *g, const struct sm_arrhenius *rate) {
  if (rate->a == 0) return;
  for (int32_t i = 0; i < g->factor_count; i++)
    if (g->factor[i].b == rate->b && g->factor[i].e == rate->e) {
      g->factor[i].uses++;
      return;
    }
  g->factor[g->factor_count++] = (struct sm_generator_factor){rate->b, rate->e, 1, false};
}

/* Scans the mechanism once for shared factors and the needs of each species. */
static void survey(struct sm_generator *g) {
  for (int32_t i = 0; i < g->m->reaction_count; i++) {
    const struct sm_reaction *r = &g->m->reactions[i];
    count_factor(g, &r->rate);
    count_factor(g, &r->reverse_rate);
    count_factor(g, &r->falloff.low);
    for (int32_t n = 0; n < r->plog_count; n++) count_factor(g, &r->plog[n].rate);
    if (sm_generate_has_collider(r) && sm_generate_collider(g, r) < 0)
      g->collider[g->collider_count++] =
          (struct sm_generator_collider){&r->efficiencies, r->default_efficiency, false};
    for (int side = 0; side < 2; side++) {
      const struct sm_amounts *of = side == 0 ? &r->reactants : &r->products;
      for (int32_t n = 0; n < of->count; n++) {
        const int32_t k = of->list[n].index;
        if (r->reverse == SM_REVERSE_EQUILIBRIUM) g->gibbs[k] = true;
        if (sm_generate_changes(g, r, k)) g->reacts[k] = true;
      }
    }
  }
}

static void survey_ranges(struct sm_generator *g) {
  for (int32_t k = 0; k < g->m->species_count; k++) {
    const struct sm_thermo *thermo = &g->m->species[k].thermo;
    for (int32_t i = 0; i + 1 < thermo->range_count; i++) {
      bool known = false;
      for (int32_t n = 0; n < g->middle_count; n++)
        known = known || g->middle[n] == thermo->ranges[i].high;
      if (!known) g->middle[g->middle_count++] = thermo->ranges[i].high;
    }
  }
}

static enum sm_status add_guarded(struct sm_generator *g) {
  const int32_t count = g->m->species_count;
  SM_SCOPED int32_t *nonnegative = NULL;
  SM_TRY(sm_alloc(g->ctx, (size_t)count, sizeof *nonnegative, "the generator", &nonnegative));
  sm_mechanism_nonnegative(g->m, nonnegative);
  sm_text_add(g->out, "#define SM_CHEM_NONNEGATIVE {");
  for (int32_t k = 0; k < count; k++)
    sm_text_add(g->out, k > 0 ? ", %d" : "%d", (int)nonnegative[k]);
  sm_text_add(g->out, "}\n\n");
  return SM_OK;
}

static void close_generator(struct sm_generator *g) {
  SM_FREE_ALL(g->gibbs, g->place, g->needed, g->begun, g->reacts, g->factor, g->collider, g->middle,
              g->at);
}

/* Must be closed on failure too. */
static enum sm_status open_generator(struct sm_context *ctx, struct sm_generator *g) {
  const struct sm_mechanism *m = g->m;
  const size_t species = (size_t)m->species_count, reactions = (size_t)m->reaction_count;
  size_t rates = 0, ranges = 0;
  g->ctx = ctx;
  for (int32_t i = 0; i < m->reaction_count; i++) rates += 3 + (size_t)m->reactions[i].plog_count;
  for (int32_t k = 0; k < m->species_count; k++) ranges += (size_t)m->species[k].thermo.range_count;
  SM_TRY(sm_alloc(ctx, species, sizeof *g->gibbs, "the generator", &g->gibbs));
  SM_TRY(sm_alloc(ctx, species, sizeof *g->place, "the generator", &g->place));
  SM_TRY(sm_alloc(ctx, species, sizeof *g->needed, "the generator", &g->needed));
  SM_TRY(sm_alloc(ctx, species, sizeof *g->begun, "the generator", &g->begun));
  SM_TRY(sm_alloc(ctx, species, sizeof *g->reacts, "the generator", &g->reacts));
  SM_TRY(sm_alloc(ctx, rates, sizeof *g->factor, "the generator", &g->factor));
  SM_TRY(sm_alloc(ctx, reactions, sizeof *g->collider, "the generator", &g->collider));
  SM_TRY(sm_alloc(ctx, ranges, sizeof *g->middle, "the generator", &g->middle));
  SM_TRY(sm_alloc(ctx, reactions, sizeof *g->at, "the generator", &g->at));
  survey(g);
  survey_ranges(g);
  sm_text_add(g->out, "#define SM_SPECIES %d\n#define SM_REACTIONS %d\n\n", (int)m->species_count,
              (int)m->reaction_count);
  return add_guarded(g);
}

static enum sm_status written(const struct sm_generator *g) {
  return g->out->failed ? sm_fail(g->ctx, SM_ERR_MEMORY, "error: no memory for generated code")
                        : SM_OK;
}

enum sm_status sm_generate_kinetics(struct sm_context *ctx, const struct sm_mechanism *m,
                                    int32_t reactions, bool apart, struct sm_text *out) {
  SM_SCOPED_BY(close_generator) struct sm_generator g = {.m = m, .out = out, .apart = apart};
  SM_TRY(open_generator(ctx, &g));
  SM_TRY(sm_generate_heat(&g));
  SM_TRY(add_rates(&g, reactions));
  return written(&g);
}

enum sm_status sm_generate_derivatives(struct sm_context *ctx, const struct sm_mechanism *m,
                                       const struct sm_sparse_lu *sparse,
                                       enum sm_generate_part what, int32_t reactions,
                                       struct sm_text *out) {
  SM_SCOPED_BY(close_generator)
  struct sm_generator g = {.m = m,
                           .out = out,
                           .apart = true,
                           .given = true,
                           .constants = what == SM_GENERATE_CONSTANTS,
                           .sparse = sparse};
  SM_TRY(open_generator(ctx, &g));
  sm_text_add(out, "#define SM_CHEM_VALUES %d\n#define SM_CHEM_CONSTANTS %d\n\n",
              (int)sparse->value_count, (int)sm_generate_place_constants(m, g.at));
  switch (what) {
  case SM_GENERATE_NOTHING: break;
  case SM_GENERATE_POTENTIALS: sm_generate_potentials(&g); break;
  case SM_GENERATE_RATES:
  case SM_GENERATE_CONSTANTS: SM_TRY(add_rates(&g, reactions)); break;
  case SM_GENERATE_COLUMNS:
    sm_text_add(out, "#define SM_CHEM_PLACES SM_SPECIES\n\n");
    sm_generate_energies(&g);
    sm_generate_columns(&g);
    break;
  case SM_GENERATE_FACTOR: sm_generate_factors(&g); break;
  case SM_GENERATE_SOLVE:
    SM_TRY(sm_generate_heat(&g));
    sm_generate_solve(&g);
    break;
  }
  return written(&g);
}
