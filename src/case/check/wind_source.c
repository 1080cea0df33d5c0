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

/* Of the keys and tables in [wind]: a bit for each model that knows it. */
static unsigned models_of(const char *key) {
  enum {
    flows = 1u << SM_WIND_INCOMPRESSIBLE | 1u << SM_WIND_COMPRESSIBLE,
    evolving = 1u << SM_WIND_ROTOR | flows
  };
  static const struct {
    const char *key;
    unsigned models;
  } own[] = {{"model", ~0u},
             {"file", 1u << SM_WIND_FILE},
             {"vortex", 1u << SM_WIND_VORTEX},
             {"rotor", 1u << SM_WIND_ROTOR},
             {"interval", evolving},
             {"duration", evolving},
             {"spin_up", evolving},
             {"ambient", 1u << SM_WIND_ROTOR},
             {"turbine", 1u << SM_WIND_DIAGNOSTIC}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(own[i].key, key) == 0) return own[i].models;
  return 1u << SM_WIND_DIAGNOSTIC | flows; /* whose begin that is */
}

/* Keys that the table does not have at all are reported while reading. */
static bool is_known(const char *key) {
  char path[64];
  snprintf(path, sizeof path, "wind.%.50s", key);
  return sm_schema_find_key(&sm_table_wind, key) != NULL || sm_schema_find_table(path) != NULL;
}

static void check_wind_keys(const struct check *c) {
  const bool is_table = c->wind != NULL && c->wind->type == SM_TOML_TABLE;
  const struct sm_toml_node *node = is_table ? c->wind->first : NULL;
  for (; node != NULL; node = node->next) {
    char label[80];
    snprintf(label, sizeof label, "wind.%.60s", node->key);
    if (!is_known(node->key) || (models_of(node->key) >> c->model & 1u) != 0) continue;
    refuse(c, node, label, NULL);
  }
}

/* Tables that only winds which are computed from weather heed, the flow, and what gives ground and
 * solids. */
static void check_tables(const struct check *c) {
  static const char *const tables[] = {"weather", "slope_flow", "vegetation"};
  static const char flows[] = "wind.model = \"incompressible\"";
  static const char flat[] = "the ground of this model is flat and without obstacles",
                    given[] = "without [domain], terrain and buildings are those of the files";
  const struct sm_toml_node *terrain = sm_toml_get(c->root, "terrain"),
                            *buildings = sm_toml_get(c->root, "buildings");
  const bool computed = c->model == SM_WIND_DIAGNOSTIC || sm_wind_is_flow(c->model);
  if (!sm_wind_is_flow(c->model)) refuse(c, sm_toml_get(c->root, "flow"), "flow", flows);
  const struct sm_toml_node *closure = sm_toml_get(sm_toml_get(c->root, "turbulence"), "model");
  if (sm_wind_is_flow(c->model) && closure != NULL &&
      (closure->text == NULL || strcmp(closure->text, "none") != 0))
    refuse(c, closure, "turbulence.model", "the subgrid-scale model is flow.subgrid");
  if (computed) return;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    refuse(c, sm_toml_get(c->root, tables[i]), tables[i], NULL);
  if (c->model != SM_WIND_FILE) {
    refuse(c, sm_toml_get(terrain, "file"), "terrain.file", flat);
    refuse(c, sm_toml_get(terrain, "files"), "terrain.files", flat);
    refuse(c, buildings, "buildings", flat);
  } else if (!has(c->root, "domain")) {
    refuse(c, terrain, "terrain", given);
    refuse(c, buildings, "buildings", given);
  }
}

static void need(const struct check *c, const char *name, const char *key, const char *help) {
  char text[96];
  const struct sm_toml_node *table = sm_toml_get(c->wind, name);
  if (table != NULL && (table->type != SM_TOML_TABLE || has(table, key))) return;
  snprintf(text, sizeof text, "'wind.%s.%s' is missing", name, key);
  report(c, table != NULL ? table : c->wind, "", help, text);
}

static void check_file(const struct check *c) {
  const double *times = c->draft->c.wind_source.file.times;
  need(c, "file", "files", "[wind.file] with files = \"wind.nc\", or a list of files");
  if (times[1] < times[0])
    report(c, sm_toml_get(c->wind, "file"), "times", NULL,
           "'wind.file.times': the end is before the start");
}

static void check_vortex(const struct check *c) {
  need(c, "vortex", "strength", "[wind.vortex] with strength = \"4 m2/s\"");
  need(c, "vortex", "size", "[wind.vortex] with size = \"15 m\"");
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
  if (list == NULL)
    report(c, c->wind, "", "[[wind.rotor]] with position, height, radius, ...",
           "the case has no [[wind.rotor]], so no wind");
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
  check_wind_keys(&c);
  check_tables(&c);
  if (model == SM_WIND_FILE) check_file(&c);
  if (model == SM_WIND_VORTEX) check_vortex(&c);
  if (model == SM_WIND_ROTOR) check_rotors(&c);
  if (sm_wind_is_flow(model)) sm_check_flow(r, root, draft, c.name);
}
