/* Tokens of a CHEMKIN line: words, and names with values between slashes. */
#include "chem/read/chemkin/internal.h"
#include <string.h>

/* Closing slash of the item that starts at `from`; NULL if missing. In UNITS/KCAL/MOLE/ and
 * UNITS/KCAL/MOL/ it is the slash after the MOL word. */
static const char *closing_slash(struct sm_token name, const char *from, const char *end) {
  const char *slash = memchr(from, '/', (size_t)(end - from));
  if (!sm_token_is_short(name, "UNITS", 4)) return slash;
  while (slash != NULL && end - slash > 3 && sm_token_is((struct sm_token){slash + 1, 3}, "MOL"))
    slash = memchr(slash + 1, '/', (size_t)(end - slash - 1));
  return slash;
}

struct sm_token sm_chemkin_without_comma(struct sm_token token) {
  while (token.size > 0 && token.text[token.size - 1] == ',') token.size--;
  return token;
}

bool sm_chemkin_next_token(struct sm_token *rest, struct sm_token *out) {
  do {
    if (!sm_token_next(rest, out)) return false;
    *out = sm_chemkin_without_comma(*out);
  } while (out->size == 0);
  return true;
}

bool sm_chemkin_next_item(struct sm_token *rest, struct sm_chemkin_slash_item *out) {
  *out = (struct sm_chemkin_slash_item){0};
  *rest = sm_token_trim(*rest);
  while (rest->size > 0 && rest->text[0] == ',')
    *rest = sm_token_trim((struct sm_token){rest->text + 1, rest->size - 1});
  if (rest->size == 0) return false;
  out->name = (struct sm_token){rest->text, 0};
  while (out->name.size < rest->size && rest->text[out->name.size] != '/' &&
         !sm_is_blank(rest->text[out->name.size]))
    out->name.size++;
  rest->text += out->name.size;
  rest->size -= out->name.size;
  *rest = sm_token_trim(*rest);
  out->values = (struct sm_token){rest->text, 0}; /* empty value at its position in the line */
  if (rest->size == 0 || rest->text[0] != '/') {
    out->name = sm_chemkin_without_comma(out->name);
    return true;
  }
  const char *end = closing_slash(out->name, rest->text + 1, rest->text + rest->size);
  out->slashed = true;
  out->open = end == NULL;
  const size_t size = end != NULL ? (size_t)(end - rest->text) - 1 : rest->size - 1;
  out->values = sm_token_trim((struct sm_token){rest->text + 1, size});
  rest->text += size + (end != NULL ? 2 : 1);
  rest->size -= size + (end != NULL ? 2 : 1);
  return true;
}

void sm_chemkin_ignore(struct sm_chemkin_ignored *passed, struct sm_file_line place) {
  if (passed->count++ == 0) passed->first = place;
}

/* Unit words, which CHEMKIN recognises by their first letters. */
bool sm_chemkin_unit(struct sm_rate_units *units, struct sm_token token) {
  static const struct {
    const char *name;
    size_t enough;
    double kelvins;
  } energies[] = {
      {"CAL/MOLE", 3, 1e3 * SM_CALORIE / SM_GAS_CONSTANT},
      {"KCAL/MOLE", 4, 1e6 * SM_CALORIE / SM_GAS_CONSTANT},
      {"JOULES/MOLE", 4, 1e3 / SM_GAS_CONSTANT},
      {"KJOULES/MOLE", 4, 1e6 / SM_GAS_CONSTANT},
      {"KELVINS", 4, 1},
      {"EVOLTS", 4, SM_ELECTRONVOLT * SM_AVOGADRO / SM_GAS_CONSTANT},
  };
  for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) {
    const size_t size = token.size < energies[i].enough ? token.size : energies[i].enough;
    if (!sm_token_is_short((struct sm_token){token.text, size}, energies[i].name,
                           energies[i].enough))
      continue;
    units->energy = energies[i].kelvins;
    return true;
  }
  const bool moles = sm_token_is_short(token, "MOLES", 3);
  if (moles) units->concentration = 1e3; /* mol/cm3 */
  if (!moles && sm_token_is_short(token, "MOLECULES", 5)) {
    units->concentration = 1e6 / SM_AVOGADRO; /* 1/cm3 */
    return true;
  }
  return moles;
}
