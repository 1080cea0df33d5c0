#include "chem/read/elements.h"
#include "chem/read/kpp/internal.h"
#include <string.h>

/* Parses the composition N + 2O; IGNORE, or an #ATOMS entry that is not an element: unknown. */
static enum sm_status read_atoms(struct sm_kpp *k, struct sm_file_line place, struct sm_token text,
                                 struct sm_species *out) {
  struct sm_token name;
  bool unknown = false;
  for (;;) {
    double count = 1;
    (void)sm_kpp_number(&text, &count);
    if (!sm_kpp_name(&text, &name)) {
      sm_builder_problem(k->b, place, "atoms of %s are expected, as in N + 2O, or IGNORE",
                         out->name);
      return SM_OK;
    }
    const bool declared = sm_name_table_find(&k->atoms, name) >= 0;
    unknown = unknown || sm_token_is(name, "IGNORE") || sm_element_find(name) == NULL;
    if (sm_element_find(name) == NULL && !declared && !sm_token_is(name, "IGNORE")) {
      sm_builder_problem(
          k->b, place,
          "unknown atom '%.*s' of %s: neither a chemical element nor declared in #ATOMS",
          SM_TOKEN(name), out->name);
      return SM_OK;
    }
    if (!unknown) SM_TRY(sm_builder_element(k->b, place, name, 0));
    if (!unknown)
      SM_TRY(sm_builder_add_amount(k->b, &out->elements,
                                   sm_name_table_find(&k->b->element_names, name), count));
    text = sm_token_trim(text);
    if (unknown) out->elements = (struct sm_amounts){0};
    if (text.size == 0) return SM_OK;
    if (text.text[0] != '+') {
      sm_builder_problem(k->b, place, "'%.*s' is not understood among the atoms of %s",
                         SM_TOKEN(text), out->name);
      return SM_OK;
    }
    text = (struct sm_token){text.text + 1, text.size - 1};
  }
}

/* NO2 = N + 2O; */
enum sm_status sm_kpp_species(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed) {
  struct sm_token text, name;
  struct sm_file_line place;
  struct sm_species *species;
  while (sm_kpp_read_until(t, ';', &text, &place)) {
    if (text.size > 0 && (text.text[0] == '<' || memchr(text.text, ':', text.size) != NULL)) {
      sm_builder_problem(k->b, place,
                         "a reaction among the species: #EQUATIONS is missing before it");
      sm_kpp_skip_to_command(t);
      return SM_OK;
    }
    if (!sm_kpp_name(&text, &name)) {
      sm_builder_problem(k->b, place, "a species and its atoms are expected, as in NO2 = N + 2O;");
      continue;
    }
    text = sm_token_trim(text);
    SM_TRY(sm_builder_species(k->b, place, name, &species));
    if (species == NULL) {
      sm_builder_problem(k->b, place, "a second species of the name %.*s", SM_TOKEN(name));
      continue;
    }
    species->fixed = fixed;
    if (text.size == 0) continue; /* unknown composition */
    if (text.text[0] != '=') {
      sm_builder_problem(k->b, place, "'=' is expected behind %s", species->name);
      continue;
    }
    SM_TRY(read_atoms(k, place, (struct sm_token){text.text + 1, text.size - 1}, species));
  }
  if (text.size > 0) sm_builder_problem(k->b, place, "the species has no semicolon at its end");
  return SM_OK;
}

/* Commands #SETFIX and #SETVAR: NO2; O3; */
void sm_kpp_set_fixed(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed) {
  struct sm_token text, name;
  struct sm_file_line place;
  while (sm_kpp_read_until(t, ';', &text, &place)) {
    const int32_t species =
        sm_kpp_name(&text, &name) ? sm_builder_find_species(k->b, name) : (int32_t)-1;
    if (sm_token_trim(text).size > 0) {
      sm_builder_problem(k->b, place, "names of species are expected, as in NO2; O3;");
    } else if (species < 0) {
      sm_builder_problem(k->b, place, "unknown species '%.*s'", SM_TOKEN(name));
    } else {
      k->b->species[species].fixed = fixed;
    }
  }
}

enum sm_status sm_kpp_atoms(struct sm_kpp *k, struct sm_kpp_text *t) {
  struct sm_token text, name;
  struct sm_file_line place;
  while (sm_kpp_read_until(t, ';', &text, &place)) {
    const char *copy;
    if (!sm_kpp_name(&text, &name) || sm_token_trim(text).size > 0) {
      sm_builder_problem(k->b, place, "an atom is expected in #ATOMS, as in N;");
      continue;
    }
    SM_TRY(sm_builder_copy(k->b, name, &copy));
    SM_TRY(sm_name_table_add(k->b->ctx, k->b->arena, &k->atoms, copy));
  }
  if (text.size > 0) sm_builder_problem(k->b, place, "the atom has no semicolon at its end");
  return SM_OK;
}
