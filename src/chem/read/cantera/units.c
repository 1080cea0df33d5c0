/* Unit expressions of Cantera files: cm, kcal/mol, cm^6/mol^2/s. */
#include "chem/read/cantera/internal.h"

#include <math.h>
#include <string.h>

/* Exponents of length, mass, time, temperature and quantity. */
static const struct {
  const char *name;
  bool prefix; /* may have one */
  struct sm_cantera_unit unit;
} known[] = {
    {"1", false, {1, {0}}},
    {"m", true, {1, {1}}},
    {"micron", false, {1e-6, {1}}},
    {"angstrom", false, {1e-10, {1}}},
    {"l", true, {1e-3, {3}}},
    {"L", true, {1e-3, {3}}},
    {"g", true, {1e-3, {0, 1}}},
    {"s", true, {1, {0, 0, 1}}},
    {"min", false, {60, {0, 0, 1}}},
    {"hr", false, {3600, {0, 0, 1}}},
    {"K", true, {1, {0, 0, 0, 1}}},
    {"mol", true, {1e-3, {0, 0, 0, 0, 1}}},
    {"gmol", false, {1e-3, {0, 0, 0, 0, 1}}},
    {"mole", false, {1e-3, {0, 0, 0, 0, 1}}},
    {"molec", false, {1 / SM_AVOGADRO, {0, 0, 0, 0, 1}}},
    {"N", true, {1, {1, 1, -2}}},
    {"dyn", false, {1e-5, {1, 1, -2}}},
    {"Pa", true, {1, {-1, 1, -2}}},
    {"bar", true, {1e5, {-1, 1, -2}}},
    {"atm", false, {SM_ATMOSPHERE, {-1, 1, -2}}},
    {"torr", true, {SM_ATMOSPHERE / 760, {-1, 1, -2}}},
    {"J", true, {1, {2, 1, -2}}},
    {"cal", true, {SM_CALORIE, {2, 1, -2}}},
    {"erg", true, {1e-7, {2, 1, -2}}},
    {"eV", true, {SM_ELECTRONVOLT, {2, 1, -2}}},
};

static const struct {
  char letter;
  double factor;
} prefixes[] = {{'G', 1e9},  {'M', 1e6},  {'k', 1e3},  {'h', 1e2},   {'d', 1e-1}, {'c', 1e-2},
                {'m', 1e-3}, {'u', 1e-6}, {'n', 1e-9}, {'p', 1e-12}, {'f', 1e-15}};

static bool same(struct sm_token token, const char *name) {
  return token.size == strlen(name) && memcmp(token.text, name, token.size) == 0;
}

static bool find(struct sm_token token, bool prefixed, struct sm_cantera_unit *out) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (same(token, known[i].name) && (!prefixed || known[i].prefix)) {
      *out = known[i].unit;
      return true;
    }
  return false;
}

/* Parses a unit name with an optional prefix. */
static bool read_name(struct sm_token token, struct sm_cantera_unit *out) {
  if (find(token, false, out)) return true;
  for (size_t p = 0; token.size > 1 && p < sizeof prefixes / sizeof *prefixes; p++)
    if (token.text[0] == prefixes[p].letter &&
        find((struct sm_token){token.text + 1, token.size - 1}, true, out)) {
      out->factor *= prefixes[p].factor;
      return true;
    }
  return false;
}

/* Multiplies by a factor such as cm^3, or divides by it (sign -1). */
static bool multiply(struct sm_token token, double sign, struct sm_cantera_unit *out) {
  struct sm_cantera_unit unit;
  double power = 1;
  const char *hat = memchr(token.text, '^', token.size);
  struct sm_token name = sm_token_trim(token);
  if (hat != NULL) {
    const size_t size = (size_t)(hat - token.text);
    name = sm_token_trim((struct sm_token){token.text, size});
    if (!sm_token_number(sm_token_trim((struct sm_token){hat + 1, token.size - size - 1}), &power))
      return false;
  }
  if (!read_name(name, &unit)) return false;
  out->factor *= pow(unit.factor, sign * power);
  for (int d = 0; d < SM_DIMENSIONS; d++) out->power[d] += sign * power * unit.power[d];
  return true;
}

bool sm_cantera_unit_read(struct sm_token token, struct sm_cantera_unit *out) {
  double sign = 1;
  *out = (struct sm_cantera_unit){.factor = 1};
  for (size_t from = 0, at = 0; at <= token.size; at++) {
    if (at < token.size && token.text[at] != '/' && token.text[at] != '*') continue;
    if (!multiply((struct sm_token){token.text + from, at - from}, sign, out)) return false;
    if (at < token.size) sign = token.text[at] == '/' ? -1 : 1;
    from = at + 1;
  }
  return true;
}

bool sm_cantera_unit_compatible(const struct sm_cantera_unit *a, const struct sm_cantera_unit *b) {
  for (int d = 0; d < SM_DIMENSIONS; d++)
    if (fabs(a->power[d] - b->power[d]) > 1e-9) return false;
  return true;
}

double sm_cantera_unit_activation(const struct sm_cantera_unit *unit) {
  static const struct sm_cantera_unit temperature = {1, {0, 0, 0, 1}}, energy = {1, {2, 1, -2}},
                                      molar = {1, {2, 1, -2, 0, -1}};
  if (sm_cantera_unit_compatible(unit, &temperature)) return unit->factor;
  if (sm_cantera_unit_compatible(unit, &energy))
    return unit->factor * SM_AVOGADRO / SM_GAS_CONSTANT;
  if (sm_cantera_unit_compatible(unit, &molar)) return unit->factor / SM_GAS_CONSTANT;
  return 0;
}

struct sm_rate_units sm_cantera_unit_rate_units(const struct sm_cantera_unit_system *system) {
  return (struct sm_rate_units){
      .concentration = system->quantity / (system->length * system->length * system->length),
      .time = system->time,
      .energy = system->activation > 0 ? system->activation
                                       : system->energy / system->quantity / SM_GAS_CONSTANT};
}
