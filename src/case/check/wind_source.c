#include "case/check/case.h"

#include "case/check/internal.h"
#include "case/schema/schema.h"
#include "case/toml/tables.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* More winds than this are a slip of the pen. */
static const double most_winds = 1e6;

struct check {
  struct sm_case_reader *r;
  struct sm_toml_node *root;
  const struct sm_toml_node *wind;
  const struct sm_case_draft *draft;
  enum sm_wind_model model;
  const char *name; /* of the model, as in the case */
};

static bool has(const struct sm_toml_node *table, const char *key) {
  return sm_toml_get(table, key) != NULL;
}

bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft) {
  return draft->c.wind_source.model == SM_WIND_FILE && !has(root, "domain");
}

static void report(const struct check *c, const struct sm_toml_node *table, const char *key,
                   const char *help, const char *text) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  const struct sm_toml_span span = node != NULL ? node->span : sm_read_span(table);
  sm_report_add(c->r->report, &span, help, "%s", text);
}

/* Reports a table or key that has no meaning with the wind model; `label` names it. */
static void refuse(const struct check *c, const struct sm_toml_node *node, const char *label,
                   const char *help) {
  if (node == NULL) return;
  const struct sm_toml_span span = sm_read_span(node);
  sm_report_add(c->r->report, &span, help, "'%s' has no meaning with wind.model = \"%s\"", label,
                c->name);
}

/* The turbulence of flow solvers; ground and solids of winds without a grid of their own. */
static void check_tables(const struct check *c) {
  static const char given[] = "without [domain], terrain and buildings are those of the files";
  const struct sm_toml_node *closure = sm_toml_get(sm_toml_get(c->root, "turbulence"), "model");
  if (sm_wind_is_flow(c->model) && closure != NULL &&
      (closure->text == NULL || strcmp(closure->text, "none") != 0))
    refuse(c, closure, "turbulence.model", "the subgrid-scale model is flow.subgrid");
  if (!sm_check_grid_of_file(c->root, c->draft)) return;
  refuse(c, sm_toml_get(c->root, "terrain"), "terrain", given);
  refuse(c, sm_toml_get(c->root, "buildings"), "buildings", given);
}

static void check_file(const struct check *c) {
  const double *times = c->draft->c.wind_source.file.times;
  if (times[1] < times[0])
    report(c, sm_toml_get(c->wind, "file"), "times", NULL,
           "'wind.file.times': the end is before the start");
}

/* A vortex ring is shed by each blade, and moved in steps that are shorter. */
static void check_blades(const struct check *c, const struct sm_case_rotor *rotor) {
  const double turn = 2 * 3.14159265358979323846; /* rad */
  const struct sm_case_wind_source *source = &c->draft->c.wind_source;
  const double all = source->duration + source->spin_up;
  const double passages = all * rotor->speed * rotor->blades / turn;
  char text[200];
  if (!(passages > SM_FLOW_STEPS)) return;
  snprintf(text, sizeof text,
           "in %g s of 'wind.duration' and 'wind.spin_up' %.3g blades of a rotor pass, but double "
           "precision resolves the time of %g at most",
           all, passages, SM_FLOW_STEPS);
  report(c, c->wind, "duration", "a shorter duration", text);
}

static void check_rotors(const struct check *c) {
  const struct sm_case_wind_source *source = &c->draft->c.wind_source;
  struct sm_toml_node *list = sm_toml_get(c->wind, "rotor");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  if (!has(c->wind, "interval"))
    report(c, c->wind, "", "interval = \"20 ms\", between two winds", "'wind.interval' is missing");
  if (!has(c->wind, "duration"))
    report(c, c->wind, "", "duration = \"50 s\", from the first wind to the last",
           "'wind.duration' is missing");
  if (source->duration / source->interval > most_winds)
    report(c, c->wind, "interval", NULL, "'wind.interval' gives more than a million outputs");
  for (size_t i = 0; i < c->draft->rotor_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (!has(node, "thrust") && !has(node, "mass"))
      report(c, node, "thrust", "mass = \"2980 kg\"", "this rotor has neither thrust nor mass");
    check_blades(c, &c->draft->rotor[i].rotor);
  }
}

void sm_check_wind_source(struct sm_case_reader *r, struct sm_toml_node *root,
                          const struct sm_case_draft *draft) {
  const enum sm_wind_model model = draft->c.wind_source.model;
  const struct check c = {.r = r,
                          .root = root,
                          .wind = sm_toml_get(root, "wind"),
                          .draft = draft,
                          .model = model,
                          .name = sm_schema_find_key(&sm_table_wind, "model")->words[model]};
  check_tables(&c);
  if (model == SM_WIND_FILE) check_file(&c);
  if (model == SM_WIND_ROTOR) check_rotors(&c);
  if (sm_wind_is_flow(model)) sm_check_flow(r, root, draft, c.name);
}
