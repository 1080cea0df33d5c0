#include "chem/read/cantera/internal.h"

#include <math.h>
#include <string.h>

enum { RANGES = 16, COEFFICIENTS = 9 };

/* Polynomials and temperature ranges of a species. */
struct ranges {
  struct sm_cantera *c;
  struct sm_thermo_range range[RANGES];
  int32_t count;
  bool good;
};

/* --- models: their coefficients as those of NASA-9 --- */

static void from_nasa7(double *a) {
  memmove(a + 2, a, 7 * sizeof *a);
  a[0] = a[1] = 0;
}

static void from_nasa9(double *a) { (void)a; }

/* Shomate: cp = A + B t + C t2 + D t3 + E/t2 J/(mol K), t = T/1000 K; h = A t + ... + F kJ/mol. */
static void from_shomate(double *a) {
  const double r = SM_GAS_CONSTANT / 1e3, ka = a[0], kb = a[1], kc = a[2], kd = a[3], ke = a[4];
  const double enthalpy = a[5], entropy = a[6];
  const double out[COEFFICIENTS] = {ke * 1e6 / r,
                                    0,
                                    ka / r,
                                    kb * 1e-3 / r,
                                    kc * 1e-6 / r,
                                    kd * 1e-9 / r,
                                    0,
                                    enthalpy * 1e3 / r,
                                    (entropy - ka * log(1000)) / r};
  memcpy(a, out, sizeof out);
}

static const struct model {
  const char *name;
  enum sm_thermo_form form;
  int32_t coefficients;
  void (*convert)(double *a);
} models[] = {
    {"NASA7", SM_THERMO_NASA7, 7, from_nasa7},
    {"NASA9", SM_THERMO_NASA9, 9, from_nasa9},
    {"Shomate", SM_THERMO_SHOMATE, 7, from_shomate},
};

static void read_range(struct ranges *r, const struct sm_yaml *data, const struct model *model,
                       double *a) {
  int32_t n = 0;
  memset(a, 0, COEFFICIENTS * sizeof *a);
  for (const struct sm_yaml *v = data->first; v != NULL && n < model->coefficients; v = v->next)
    r->good = sm_cantera_number(r->c, v, "a coefficient", &a[n++]) && r->good;
  if (data->kind != SM_YAML_LIST || data->count != model->coefficients) {
    sm_builder_problem(r->c->b, data->place, "%s has %d coefficients in each range, not %d",
                       model->name, (int)model->coefficients, (int)data->count);
    r->good = false;
  }
  model->convert(a);
}

static void read_ranges(struct ranges *r, const struct sm_yaml *node, const struct model *model) {
  static const struct sm_cantera_unit kelvin = {1, {0, 0, 0, 1}};
  const struct sm_yaml *bounds = sm_yaml_get(node, "temperature-ranges");
  const struct sm_yaml *data = sm_yaml_get(node, "data");
  double t[RANGES + 1] = {0};
  int32_t n = 0;
  r->good = bounds != NULL && data != NULL && data->kind == SM_YAML_LIST && data->count >= 1 &&
            data->count <= RANGES && bounds->count == data->count + 1;
  if (!r->good) {
    sm_builder_problem(r->c->b, node->place,
                       "'temperature-ranges' with n + 1 temperatures and 'data' with n lists are "
                       "expected");
    return;
  }
  for (const struct sm_yaml *v = bounds->first; v != NULL; v = v->next, n++) {
    if (!sm_cantera_value(r->c, v, "a temperature", kelvin, &t[n])) r->good = false;
    if (!r->good || n == 0 || t[n] > t[n - 1]) continue;
    sm_builder_problem(r->c->b, v->place, "temperatures do not increase");
    r->good = false;
  }
  for (const struct sm_yaml *d = data->first; d != NULL; d = d->next, r->count++) {
    r->range[r->count].low = t[r->count];
    r->range[r->count].high = t[r->count + 1];
    read_range(r, d, model, r->range[r->count].a);
  }
}

static void read_constant(struct ranges *r, const struct sm_yaml *node,
                          const struct sm_cantera_unit_system *units) {
  const double energy = units->energy / units->quantity;
  const struct sm_cantera_unit kelvin = {1, {0, 0, 0, 1}}, molar = {energy, {2, 1, -2, 0, -1}};
  const struct sm_cantera_unit capacity = {energy, {2, 1, -2, -1, -1}};
  double t0 = 298.15, h0 = 0, s0 = 0, cp0 = 0, low = 0, high = 1e5;
  const struct {
    const char *name;
    struct sm_cantera_unit unit;
    double *at;
  } entries[] = {{"T0", kelvin, &t0},     {"h0", molar, &h0},      {"s0", capacity, &s0},
                 {"cp0", capacity, &cp0}, {"T-min", kelvin, &low}, {"T-max", kelvin, &high}};
  r->good = true;
  for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
    const struct sm_yaml *n = sm_yaml_get(node, entries[e].name);
    if (n == NULL) continue;
    r->good = sm_cantera_value(r->c, n, entries[e].name, entries[e].unit, entries[e].at) && r->good;
  }
  const double cp = cp0 / SM_GAS_CONSTANT;
  r->count = 1;
  r->range[0] = (struct sm_thermo_range){
      low,
      high,
      {[2] = cp, [7] = h0 / SM_GAS_CONSTANT - cp * t0, [8] = s0 / SM_GAS_CONSTANT - cp * log(t0)}};
}

static const char *const polynomial_keys[] = {
    "model", "temperature-ranges", "data", "reference-pressure", "note", "units", NULL};
static const char *const constant_keys[] = {"model", "T0",    "h0",    "s0",
                                            "cp0",   "T-min", "T-max", "reference-pressure",
                                            "note",  "units", NULL};

/* Reads the thermodynamic data of a species from the map "thermo". */
static enum sm_status read_thermo(struct sm_cantera *c, const struct sm_yaml *node,
                                  const struct sm_cantera_unit_system *around,
                                  struct sm_species *out) {
  const struct sm_cantera_unit_system own = sm_cantera_units(c, node, *around), *units = &own;
  const struct sm_cantera_unit pressure = {units->pressure, {-1, 1, -2}};
  const struct sm_yaml *name = sm_yaml_get(node, "model");
  const struct sm_yaml *reference = sm_yaml_get(node, "reference-pressure");
  struct ranges r = {.c = c};
  struct sm_thermo_range *list = NULL;
  double p = SM_ATMOSPHERE;
  out->thermo.form = SM_THERMO_CONSTANT;
  const bool constant = sm_yaml_is(name, "constant-cp");
  sm_cantera_check_keys(c, node, constant ? "constant-cp" : "thermo",
                        constant ? constant_keys : polynomial_keys);
  if (constant) {
    read_constant(&r, node, units);
  } else {
    const struct model *model = NULL;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
      if (sm_yaml_is(name, models[i].name)) model = &models[i];
    if (model == NULL) {
      sm_builder_problem(c->b, (name != NULL ? name : node)->place,
                         "thermo model '%.*s' is not supported: NASA7, NASA9, Shomate and "
                         "constant-cp are",
                         SM_TOKEN(name != NULL ? name->text : sm_token_of("")));
      return SM_OK;
    }
    out->thermo.form = model->form;
    read_ranges(&r, node, model);
  }
  if (reference != NULL) (void)sm_cantera_value(c, reference, "reference-pressure", pressure, &p);
  if (!r.good) return SM_OK;
  SM_TRY(sm_arena_alloc(c->b->ctx, c->b->arena, (size_t)r.count, sizeof *list, &list));
  memcpy(list, r.range, (size_t)r.count * sizeof *list);
  out->thermo = (struct sm_thermo){out->thermo.form, list, r.count, p};
  return SM_OK;
}

/* --- transport --- */

static enum sm_status read_transport(struct sm_cantera *c, const struct sm_yaml *node,
                                     struct sm_species *out) {
  static const char *const geometries[] = {"atom", "linear", "nonlinear"};
  const struct sm_yaml *geometry = sm_yaml_get(node, "geometry");
  struct sm_transport_data data = {0};
  const struct {
    const char *name;
    double unit, *at;
  } entries[] = {{"well-depth", 1, &data.well_depth},
                 {"diameter", SM_ANGSTROM, &data.diameter},
                 {"dipole", SM_DEBYE, &data.dipole},
                 {"polarizability", SM_ANGSTROM * SM_ANGSTROM * SM_ANGSTROM, &data.polarizability},
                 {"rotational-relaxation", 1, &data.rotational_relaxation}};
  static const char *const known[] = {"model",
                                      "geometry",
                                      "well-depth",
                                      "diameter",
                                      "dipole",
                                      "polarizability",
                                      "rotational-relaxation",
                                      "acentric-factor",
                                      "dispersion-coefficient",
                                      "quadrupole-polarizability",
                                      "note",
                                      NULL};
  int found = -1;
  sm_cantera_check_keys(c, node, "transport", known);
  for (int g = 0; g < 3; g++)
    if (sm_yaml_is(geometry, geometries[g])) found = g;
  if (!sm_yaml_is(sm_yaml_get(node, "model"), "gas") || found < 0) {
    sm_builder_problem(c->b, node->place,
                       "transport data need model gas and a geometry: atom, "
                       "linear or nonlinear");
    return SM_OK;
  }
  data.geometry = (enum sm_molecule_geometry)found;
  for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
    const struct sm_yaml *n = sm_yaml_get(node, entries[e].name);
    if (n == NULL) continue;
    if (!sm_cantera_number(c, n, entries[e].name, entries[e].at)) return SM_OK;
    *entries[e].at *= entries[e].unit;
  }
  if (data.well_depth <= 0 || data.diameter <= 0) {
    sm_builder_problem(c->b, node->place,
                       "transport data need a well-depth and a diameter above 0");
    return SM_OK;
  }
  struct sm_transport_data *copy = NULL;
  SM_TRY(sm_arena_alloc(c->b->ctx, c->b->arena, 1, sizeof *copy, &copy));
  *copy = data;
  out->transport = copy;
  return SM_OK;
}

/* --- species --- */

/* First element of a species that is not declared by the phase; NULL if all are. */
static const struct sm_yaml *other_element(struct sm_cantera *c, const struct sm_yaml *atoms) {
  for (const struct sm_yaml *a = atoms->first; c->elements_listed && a != NULL; a = a->next)
    if (sm_name_table_find(&c->b->element_names, a->key) < 0) return a;
  return NULL;
}

static enum sm_status read_atoms(struct sm_cantera *c, const struct sm_yaml *atoms,
                                 struct sm_species *out) {
  for (const struct sm_yaml *a = atoms->first; a != NULL; a = a->next) {
    double count;
    if (!sm_cantera_number(c, a, "a number of atoms", &count)) continue;
    SM_TRY(sm_builder_element(c->b, a->place, a->key, 0));
    const int32_t element = sm_name_table_find(&c->b->element_names, a->key);
    SM_TRY(sm_builder_add_amount(c->b, &out->elements, element, count));
  }
  return SM_OK;
}

enum sm_status sm_cantera_species(struct sm_cantera *c, const struct sm_yaml *node,
                                  const struct sm_cantera_unit_system *units) {
  const struct sm_yaml *name = sm_yaml_get(node, "name");
  const struct sm_yaml *atoms = sm_yaml_get(node, "composition");
  const struct sm_yaml *thermo = sm_yaml_get(node, "thermo");
  const struct sm_yaml *transport = sm_yaml_get(node, "transport");
  const struct sm_cantera_unit_system own = sm_cantera_units(c, node, *units);
  static const char *const known[] = {"name",
                                      "composition",
                                      "thermo",
                                      "transport",
                                      "note",
                                      "units",
                                      "equation-of-state",
                                      "critical-parameters",
                                      "molecular-weight",
                                      NULL};
  struct sm_species *species;
  if (name == NULL || name->kind != SM_YAML_TEXT || name->text.size == 0 || atoms == NULL ||
      atoms->kind != SM_YAML_MAP) {
    sm_builder_problem(c->b, node->place, "a species with 'name' and 'composition' is expected");
    return SM_OK;
  }
  const struct sm_yaml *other = other_element(c, atoms);
  if (other != NULL && c->skip_elements) return SM_OK;
  if (other != NULL) {
    sm_builder_problem(c->b, other->place,
                       "element %.*s of species %.*s is not in the list of elements of the phase",
                       SM_TOKEN(other->key), SM_TOKEN(name->text));
    return SM_OK;
  }
  sm_cantera_check_keys(c, node, "a species", known);
  SM_TRY(sm_builder_species(c->b, name->place, name->text, &species));
  if (species == NULL) {
    sm_builder_problem(c->b, name->place, "a second species of the name %.*s",
                       SM_TOKEN(name->text));
    return SM_OK;
  }
  SM_TRY(read_atoms(c, atoms, species));
  if (thermo != NULL) {
    c->b->thermo_given = true;
    SM_TRY(read_thermo(c, thermo, &own, species));
  }
  return transport != NULL ? read_transport(c, transport, species) : SM_OK;
}
