#include "case/check/internal.h"

#include "case/draft.h"
#include <math.h>
#include <stdio.h>
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
    {"explosive_mass", "explosive_mass = \"100 kg\"", {[SM_TERM_EXPLOSION] = true}},
    {"released_mass", "released_mass = \"1 kg\"", {[SM_TERM_EXPLOSION] = true}},
    {"cloud_radius", "cloud_radius = \"40 m\"", {[SM_TERM_EXPLOSION] = true}},
    {"cloud_layers", "cloud_layers = [[0, 0.3, 0.2], [0.3, 1, 0.8]]", {[SM_TERM_EXPLOSION] = true}},
};

static void check_layers(const struct sm_check *c, const struct sm_toml_node *node,
                         const struct sm_case_source_term *t) {
  static const double tolerance = 1e-6; /* of the sum of mass fractions */
  const struct sm_toml_node *list = sm_check_whole_list(node, "cloud_layers", t->cloud_layer_count);
  double sum = 0;
  if (list == NULL) return;
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < t->cloud_layer_count; i++, item = item->next) {
    const double *own = t->cloud_layers[i];
    sum += own[2];
    if (own[0] >= 0 && own[0] < own[1] && own[1] <= 1 && own[2] > 0) continue;
    sm_report_add(
        c->r->report, &item->span, "rows are [bottom, top, mass fraction]",
        "'source_term.cloud_layers': a layer must be within 0 and 1 of the cloud top, its "
        "bottom below its top, and its mass fraction above 0");
    return;
  }
  if (!(fabs(sum - 1) <= tolerance))
    sm_check_report(
        c->r, node, "cloud_layers", NULL,
        "'source_term.cloud_layers': the mass fractions must add up to 1, but their sum "
        "is %.8g",
        sum);
}

/* A cloud must be within a domain whose height the case tells. */
static void check_cloud(const struct sm_check *c, const struct sm_toml_node *node,
                        const struct sm_case_source_term *t) {
  const double height = c->draft->c.domain.height;
  const double cloud = sm_explosion_cloud_top(t->explosive_mass);
  double top = 0; /* of the highest layer */
  char help[80];
  check_layers(c, node, t);
  for (size_t i = 0; i < t->cloud_layer_count; i++) top = fmax(top, t->cloud_layers[i][1] * cloud);
  if (!(top > height)) return;
  snprintf(help, sizeof help, "domain.height = %.0f or more", ceil(top / 50) * 50);
  sm_check_report(
      c->r, node, "explosive_mass", help,
      "'source_term.explosive_mass': the cloud reaches %.4g m, above 'domain.height', %g m", top,
      height);
}

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
    if (t->model == SM_TERM_EXPLOSION) check_cloud(c, node, t);
    if (!is_used(c->draft, t->name))
      sm_warn(c->r->ctx,
              "%s:%d: warning: no source has the source term \"%.60s\"\n"
              "help: term = \"%.60s\" in [[particles.source]]",
              c->r->report->name, node->span.line, t->name, t->name);
  }
}
