/* Reader of Cantera YAML mechanisms (versions 2.5 to 3). */
#include "chem/read/internal.h"

#include "chem/read/cantera/internal.h"
#include <stdio.h>
#include <string.h>

/* --- elements --- */

/* Atomic weight in the section "elements"; 0 for the standard weight. */
static double own_weight(struct sm_cantera *c, struct sm_token symbol) {
  const struct sm_yaml *list = sm_yaml_get(c->root, "elements");
  double weight = 0;
  for (const struct sm_yaml *n = list != NULL ? list->first : NULL; n != NULL; n = n->next) {
    const struct sm_yaml *name = sm_yaml_get(n, "symbol");
    if (name == NULL || name->text.size != symbol.size ||
        memcmp(name->text.text, symbol.text, symbol.size) != 0)
      continue;
    if (sm_cantera_number(c, sm_yaml_get(n, "atomic-weight"), "atomic-weight", &weight))
      return weight;
  }
  return 0;
}

static enum sm_status read_elements(struct sm_cantera *c, const struct sm_yaml *list) {
  for (const struct sm_yaml *n = list->first; n != NULL; n = n->next) {
    if (n->kind == SM_YAML_MAP) { /* - default: [H, O] */
      for (const struct sm_yaml *s = n->first; s != NULL; s = s->next) SM_TRY(read_elements(c, s));
    } else if (n->kind == SM_YAML_LIST) {
      sm_builder_problem(c->b, n->place, "the symbol of an element is expected, not a list");
    } else {
      if (sm_name_table_find(&c->b->element_names, n->text) >= 0)
        sm_builder_warn(c->b, n->place, "element %.*s is listed twice", SM_TOKEN(n->text));
      SM_TRY(sm_builder_element(c->b, n->place, n->text, own_weight(c, n->text)));
    }
  }
  return SM_OK;
}

/* --- sections, also of other files --- */

/* Finds the section "species" or "other.yaml/species": its list, and the units that apply to it.
 * NULL, with a problem, when the section is absent. */
static enum sm_status find_section(struct sm_cantera *c, const struct sm_yaml *at,
                                   struct sm_token name, const struct sm_yaml **out,
                                   struct sm_cantera_unit_system *units) {
  static const struct sm_cantera_unit_system si = {1, 1, 1, 1, 1, 1, 0};
  const struct sm_yaml *root = c->root;
  char path[4096], key[128];
  size_t slash = name.size;
  *out = NULL;
  while (slash > 0 && name.text[slash - 1] != '/') slash--;
  if (slash > 0) {
    const char *own = at->place.file, *folder = strrchr(own, '/');
    const struct sm_builder_file *source;
    snprintf(path, sizeof path, "%.*s%.*s", folder != NULL ? (int)(folder - own) + 1 : 0, own,
             (int)slash - 1, name.text);
    SM_TRY(sm_builder_open(c->b, path, &source));
    SM_TRY(sm_yaml_read(c->b, source, &root));
    if (root == NULL) return SM_OK;
  }
  snprintf(key, sizeof key, "%.*s", (int)(name.size - slash), name.text + slash);
  if (root == c->root) {
    const char *used;
    SM_TRY(sm_builder_copy(c->b, sm_token_of(key), &used));
    SM_TRY(sm_name_table_add(c->b->ctx, c->b->arena, &c->sections, used));
  }
  *out = sm_yaml_get(root, key);
  *units = sm_cantera_units(c, root, si);
  if (*out == NULL || (*out)->kind != SM_YAML_LIST)
    sm_builder_problem(c->b, at->place, "there is no section '%.*s' with a list", SM_TOKEN(name));
  if (*out != NULL && (*out)->kind != SM_YAML_LIST) *out = NULL;
  return SM_OK;
}

/* Skips the units at the start of a list and applies them. */
static const struct sm_yaml *skip_units(struct sm_cantera *c, const struct sm_yaml *list,
                                        struct sm_cantera_unit_system *units) {
  const struct sm_yaml *first = list->first;
  if (first == NULL || first->count != 1 || sm_yaml_get(first, "units") == NULL) return first;
  *units = sm_cantera_units(c, first, *units);
  return first->next;
}

/* --- species --- */

static const struct sm_yaml *find_name(const struct sm_yaml *first, struct sm_token name) {
  for (; first != NULL && name.size > 0; first = first->next) {
    const struct sm_yaml *own = sm_yaml_get(first, "name");
    if (own != NULL && own->kind == SM_YAML_TEXT && own->text.size == name.size &&
        memcmp(own->text.text, name.text, name.size) == 0)
      return first;
  }
  return NULL;
}

/* Reads species of one section: a list of names, or "all". */
static enum sm_status read_species(struct sm_cantera *c, struct sm_token section,
                                   const struct sm_yaml *wanted) {
  const struct sm_yaml *list;
  struct sm_cantera_unit_system units;
  SM_TRY(find_section(c, wanted, section, &list, &units));
  if (list == NULL) return SM_OK;
  const struct sm_yaml *first = skip_units(c, list, &units);
  SM_TRY(sm_cantera_check_unique(c, first, "name", "species"));
  if (wanted->kind == SM_YAML_TEXT && sm_token_is(wanted->text, "all")) {
    for (const struct sm_yaml *n = first; n != NULL; n = n->next)
      SM_TRY(sm_cantera_species(c, n, &units));
    return SM_OK;
  }
  sm_cantera_expect(c, wanted, SM_YAML_LIST, "species");
  for (const struct sm_yaml *name = wanted->first; name != NULL; name = name->next) {
    const struct sm_yaml *node = find_name(first, name->text);
    if (name->kind != SM_YAML_TEXT || node == NULL) {
      sm_builder_problem(c->b, name->place, "species '%.*s' is not in the section %.*s",
                         SM_TOKEN(name->text), SM_TOKEN(section));
    } else {
      SM_TRY(sm_cantera_species(c, node, &units));
    }
  }
  return SM_OK;
}

/* Reads all species: "all", [H2, O2], or [{section: all}, {section: [H2]}]. */
static enum sm_status read_all_species(struct sm_cantera *c, const struct sm_yaml *wanted) {
  if (wanted->kind == SM_YAML_LIST && wanted->first != NULL && wanted->first->kind == SM_YAML_MAP) {
    for (const struct sm_yaml *n = wanted->first; n != NULL; n = n->next) {
      sm_cantera_expect(c, n, SM_YAML_MAP, "species");
      for (const struct sm_yaml *section = n->kind == SM_YAML_MAP ? n->first : NULL;
           section != NULL; section = section->next)
        SM_TRY(read_species(c, section->key, section));
    }
    return SM_OK;
  }
  return read_species(c, sm_token_of("species"), wanted);
}

/* --- reactions --- */

/* Reads the reactions of a section: all, those with known species only, or none. */
static enum sm_status read_reactions(struct sm_cantera *c, struct sm_token section,
                                     const struct sm_yaml *wanted, struct sm_token how) {
  const struct sm_yaml *list;
  struct sm_cantera_unit_system units;
  const bool declared = sm_token_is(how, "declared-species");
  if (sm_token_is(how, "none")) return SM_OK;
  if (!declared && !sm_token_is(how, "all")) {
    sm_builder_problem(c->b, wanted->place,
                       "'%.*s' is not understood: all, declared-species or none is expected",
                       SM_TOKEN(how));
    return SM_OK;
  }
  SM_TRY(find_section(c, wanted, section, &list, &units));
  if (list == NULL) return SM_OK;
  for (const struct sm_yaml *n = skip_units(c, list, &units); n != NULL; n = n->next) {
    if (sm_builder_too_many(c->b)) break;
    if (!declared || sm_cantera_species_known(c, n)) SM_TRY(sm_cantera_reaction(c, n, &units));
  }
  return SM_OK;
}

/* Reads all reactions: "all", [section, section] or [section: declared-species]. */
static enum sm_status read_all_reactions(struct sm_cantera *c, const struct sm_yaml *wanted) {
  const struct sm_token all = sm_token_of("all");
  if (wanted->kind == SM_YAML_TEXT)
    return read_reactions(c, sm_token_of("reactions"), wanted, wanted->text);
  for (const struct sm_yaml *n = wanted->first; n != NULL; n = n->next) {
    if (n->kind == SM_YAML_TEXT) SM_TRY(read_reactions(c, n->text, n, all));
    if (n->kind == SM_YAML_LIST)
      sm_builder_problem(c->b, n->place, "the name of a section of reactions is expected");
    for (const struct sm_yaml *s = n->first; n->kind == SM_YAML_MAP && s != NULL; s = s->next)
      SM_TRY(read_reactions(c, s->key, s, s->text));
  }
  return SM_OK;
}

/* --- the phase --- */

static const struct sm_yaml *find_phase(struct sm_cantera *c) {
  const struct sm_yaml *phases = sm_yaml_get(c->root, "phases");
  const char *wanted = c->b->files->phase;
  if (phases == NULL || phases->first == NULL) return NULL;
  if (wanted == NULL) return phases->first;
  const struct sm_yaml *phase = find_name(phases->first, sm_token_of(wanted));
  if (phase == NULL) sm_builder_problem(c->b, phases->place, "there is no phase '%s'", wanted);
  return phase;
}

static void check_model(struct sm_cantera *c, const struct sm_yaml *phase) {
  const struct sm_yaml *thermo = sm_yaml_get(phase, "thermo");
  const struct sm_yaml *kinetics = sm_yaml_get(phase, "kinetics");
  if (thermo != NULL && !sm_yaml_is(thermo, "ideal-gas"))
    sm_builder_problem(c->b, thermo->place, "thermo '%.*s' is not supported: ideal-gas is",
                       SM_TOKEN(thermo->text));
  if (kinetics != NULL && !sm_yaml_is(kinetics, "gas") && !sm_yaml_is(kinetics, "none") &&
      !sm_yaml_is(kinetics, "bulk"))
    sm_builder_problem(c->b, kinetics->place, "kinetics '%.*s' are not supported: gas is",
                       SM_TOKEN(kinetics->text));
}

static const char *const phase_keys[] = {"name",
                                         "thermo",
                                         "elements",
                                         "species",
                                         "reactions",
                                         "kinetics",
                                         "transport",
                                         "state",
                                         "note",
                                         "skip-undeclared-elements",
                                         "skip-undeclared-third-bodies",
                                         "explicit-third-body-duplicates",
                                         NULL};

static enum sm_status read_phase(struct sm_cantera *c, const struct sm_yaml *phase) {
  static const char text_all[] = "all";
  const struct sm_yaml all = {
      .kind = SM_YAML_TEXT, .place = phase->place, .text = {text_all, sizeof text_all - 1}};
  const struct sm_yaml *elements = sm_yaml_get(phase, "elements");
  const struct sm_yaml *species = sm_yaml_get(phase, "species");
  const struct sm_yaml *reactions = sm_yaml_get(phase, "reactions");
  const struct sm_yaml *kinetics = sm_yaml_get(phase, "kinetics");
  const bool bare = phase == c->root; /* file without phases: use all of its contents */
  if (bare) elements = species = reactions = NULL;
  if (!bare) sm_cantera_check_keys(c, phase, "a phase", phase_keys);
  check_model(c, phase);
  c->elements_listed = elements != NULL;
  c->skip_elements = sm_cantera_flag(c, phase, "skip-undeclared-elements");
  c->skip_colliders = sm_cantera_flag(c, phase, "skip-undeclared-third-bodies");
  sm_cantera_expect(c, elements, SM_YAML_LIST, "elements");
  if (elements != NULL) SM_TRY(read_elements(c, elements));
  SM_TRY(read_all_species(c, species != NULL ? species : &all));
  if (!bare && kinetics == NULL) return SM_OK;
  if (kinetics != NULL && sm_yaml_is(kinetics, "none")) return SM_OK;
  if (reactions == NULL && sm_yaml_get(c->root, "reactions") == NULL) {
    if (!bare)
      sm_builder_problem(c->b, kinetics->place,
                         "the phase has kinetics, but there is no section 'reactions': "
                         "write 'reactions: none' where there are to be none");
    return SM_OK;
  }
  return read_all_reactions(c, reactions != NULL ? reactions : &all);
}

/* Checks the keys at the top level of the file. In a file with several phases, unused sections
 * belong to other phases and are not reported. */
static void check_root(struct sm_cantera *c) {
  static const char *const known[] = {"description", "generator",  "input-files", "cantera-version",
                                      "date",        "git-commit", "note",        "units",
                                      "phases",      "elements",   "species",     "reactions",
                                      NULL};
  const struct sm_yaml *phases = sm_yaml_get(c->root, "phases");
  for (const struct sm_yaml *n = c->root->first; n != NULL; n = n->next) {
    bool found = sm_name_table_find_exactly(&c->sections, n->key) >= 0;
    for (size_t k = 0; !found && known[k] != NULL; k++) found = sm_yaml_has_key(n, known[k]);
    if (n->kind == SM_YAML_LIST && phases != NULL && phases->count > 1) found = true;
    if (!found) sm_cantera_key_unknown(c, n, "the file", known);
  }
}

static enum sm_status read_root(struct sm_cantera *c) {
  static const char *const element[] = {"symbol",     "atomic-weight", "atomic-number",
                                        "entropy298", "note",          NULL};
  const struct sm_yaml *elements = sm_yaml_get(c->root, "elements");
  const struct sm_yaml *phases = sm_yaml_get(c->root, "phases");
  sm_cantera_expect(c, elements, SM_YAML_LIST, "elements");
  sm_cantera_expect(c, phases, SM_YAML_LIST, "phases");
  if (c->b->problem_count > 0) return SM_OK;
  for (const struct sm_yaml *n = phases != NULL ? phases->first : NULL; n != NULL; n = n->next)
    sm_cantera_expect(c, n, SM_YAML_MAP, "a phase");
  if (elements != NULL) SM_TRY(sm_cantera_check_unique(c, elements->first, "symbol", "element"));
  if (phases != NULL) SM_TRY(sm_cantera_check_unique(c, phases->first, "name", "phase"));
  for (const struct sm_yaml *n = elements != NULL ? elements->first : NULL; n != NULL; n = n->next)
    sm_cantera_check_keys(c, n, "an element", element);
  const struct sm_yaml *phase = find_phase(c);
  if (phase == NULL && c->b->problem_count > 0) return SM_OK;
  SM_TRY(read_phase(c, phase != NULL ? phase : c->root));
  check_root(c);
  sm_cantera_warn_keys(c);
  return SM_OK;
}

enum sm_status sm_cantera_read(struct sm_mechanism_builder *b,
                               const struct sm_builder_file *source) {
  struct sm_cantera c = {.b = b};
  b->format = "Cantera YAML";
  SM_TRY(sm_yaml_read(b, source, &c.root));
  if (c.root == NULL) return SM_OK;
  if (source->size > 0 && source->text[source->size - 1] != '\n')
    sm_builder_warn(b, (struct sm_file_line){source->path, 0},
                    "the last line of the file has no end: it may be truncated");
  if (c.root->kind != SM_YAML_MAP) {
    sm_builder_problem(b, c.root->place, "a map with phases, species and reactions is expected");
    return SM_OK;
  }
  if (b->files->thermo != NULL || b->files->transport != NULL)
    sm_builder_problem(b, (struct sm_file_line){source->path, 0},
                       "thermodynamic and transport data of a YAML file are in it, not in files of "
                       "their own");
  if (sm_yaml_get(c.root, "species") == NULL && sm_yaml_get(c.root, "phases") == NULL) {
    sm_builder_problem(b, c.root->place, "there are neither phases nor species");
    return SM_OK;
  }
  return read_root(&c);
}
