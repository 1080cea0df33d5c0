#include "chem/chemkin_parts.h"

/* name, geometry, well depth K, diameter A, dipole D, polarizability A3, relaxation; what comes
 * behind is a remark. */
enum sm_status sm_chemkin_transport_line(struct sm_build *b, struct sm_file_line place,
                                         struct sm_word line, struct sm_names *seen) {
  struct sm_word name, word;
  double n[6];
  if (!sm_word_next(&line, &name)) return SM_OK;
  const int32_t species = sm_build_find_species(b, name);
  if (species < 0) return SM_OK; /* of a library */
  if (sm_names_find_exactly(seen, sm_word_of(b->species[species].name)) >= 0)
    sm_build_warn(b, place, "second transport data of %s: the first ones count",
                  b->species[species].name);
  SM_TRY(sm_names_add(b->ctx, b->arena, seen, b->species[species].name));
  if (b->species[species].transport != NULL) return SM_OK;
  for (int i = 0; i < 6; i++)
    if (!sm_chemkin_word(&line, &word) || !sm_word_number(word, &n[i])) {
      sm_build_problem(b, place, "transport data of %s: six numbers are expected behind the name",
                       b->species[species].name);
      return SM_OK;
    }
  if ((n[0] != 0 && n[0] != 1 && n[0] != 2) || n[1] <= 0 || n[2] <= 0) {
    sm_build_problem(b, place,
                     "transport data of %s: a geometry of 0, 1 or 2, and a well depth and "
                     "a diameter above 0 are expected",
                     b->species[species].name);
    return SM_OK;
  }
  struct sm_transport_data *data = NULL;
  SM_TRY(sm_arena_take(b->ctx, b->arena, 1, sizeof *data, &data));
  *data = (struct sm_transport_data){
      .geometry = (enum sm_geometry)(int)n[0],
      .well_depth = n[1],
      .diameter = n[2] * SM_ANGSTROM,
      .dipole = n[3] * SM_DEBYE,
      .polarizability = n[4] * SM_ANGSTROM * SM_ANGSTROM * SM_ANGSTROM,
      .rotational_relaxation = n[5],
  };
  b->species[species].transport = data;
  return SM_OK;
}
