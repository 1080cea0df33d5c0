#include "case/check/internal.h"

#include <string.h>

/* Keys that a model needs, and a help text. */
static const struct {
  const char *key, *help;
  bool of[SM_TERM_MODELS];
} needed[] = {
    {"substance",
     "substance = \"chlorine\"",
     {[SM_TERM_GAS_LEAK] = true,
      [SM_TERM_LIQUID_LEAK] = true,
      [SM_TERM_TWO_PHASE_LEAK] = true,
      [SM_TERM_POOL] = true}},
    {"hole_diameter",
     "hole_diameter = \"2 cm\"",
     {[SM_TERM_GAS_LEAK] = true, [SM_TERM_LIQUID_LEAK] = true, [SM_TERM_TWO_PHASE_LEAK] = true}},
    {"tank_volume", "tank_volume = \"10 m3\"", {[SM_TERM_GAS_LEAK] = true}},
    {"tank_pressure", "tank_pressure = \"8 bar\", absolute", {[SM_TERM_GAS_LEAK] = true}},
    {"liquid_mass",
     "liquid_mass = \"5 t\"",
     {[SM_TERM_LIQUID_LEAK] = true, [SM_TERM_TWO_PHASE_LEAK] = true}},
    {"pool_mass", "pool_mass = \"5 t\"", {[SM_TERM_POOL] = true}},
    {"duration", "duration = \"1 h\"", {[SM_TERM_FIRE] = true}},
    {"heat_release_rate", "heat_release_rate = \"10 MW\"", {[SM_TERM_FIRE] = true}},
    {"fire_diameter", "fire_diameter = \"5 m\"", {[SM_TERM_FIRE] = true}},
    {"fuel_rate", "fuel_rate = \"0.25 kg/s\"", {[SM_TERM_FIRE] = true}},
    {"emission_factor", "emission_factor = \"15 g/kg\"", {[SM_TERM_FIRE] = true}},
};

/* Whether a source of the case is this term's. */
static bool is_used(const struct sm_case_draft *draft, const char *name) {
  const struct sm_case_particles *p = &draft->c.particles;
  const struct sm_case_flow *f = &draft->c.flow;
  for (size_t i = 0; i < p->source_count; i++)
    if (strcmp(p->source[i].term, name) == 0) return true;
  for (size_t i = 0; i < f->scalar_count; i++)
    for (size_t k = 0; k < f->scalar[i].source_count; k++)
      if (strcmp(f->scalar[i].source[k].term, name) == 0) return true;
  for (size_t i = 0; i < f->reaction.release_count; i++)
    if (strcmp(f->reaction.release[i].source.term, name) == 0) return true;
  return false;
}

void sm_check_source_terms(const struct sm_check *c) {
  const struct sm_toml_node *node = sm_toml_element(sm_toml_get(c->root, "source_term"), 0);
  for (size_t i = 0; i < c->draft->c.source_term_count && node != NULL; i++, node = node->next) {
    const struct sm_case_source_term *t = &c->draft->c.source_term[i];
    if (node->type != SM_TOML_TABLE || (int)t->model < 0) return; /* reported while reading */
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
      if (needed[k].of[t->model] && !sm_toml_has(node, needed[k].key))
        sm_check_report(c->r, node, "model", needed[k].help,
                        "'source_term.%s' is missing: required with this model", needed[k].key);
    if (!is_used(c->draft, t->name))
      sm_warn(c->r->ctx,
              "%s:%d: warning: no source has the source term \"%.60s\"\n"
              "help: term = \"%.60s\" in [[particles.source]]",
              c->r->report->name, node->span.line, t->name, t->name);
  }
}
