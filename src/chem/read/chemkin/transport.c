#include "chem/read/chemkin/internal.h"

/* Columns: name, geometry, well depth (K), diameter (A), dipole moment (D), polarizability (A3),
 * rotational relaxation number; the rest is a remark. */
enum sm_status sm_chemkin_transport_line(struct sm_mechanism_builder *b, struct sm_file_line place,
                                         struct sm_token line, struct sm_name_table *seen) {
  struct sm_token name, token;
  double n[6];
  if (!sm_token_next(&line, &name)) return SM_OK;
  const int32_t species = sm_builder_find_species(b, name);
  if (species < 0) return SM_OK; /* transport libraries contain other species too */
  if (sm_name_table_find_exactly(seen, sm_token_of(b->species[species].name)) >= 0)
    sm_builder_warn(b, place, "second transport data of %s: the first ones count",
                    b->species[species].name);
  SM_TRY(sm_name_table_add(b->ctx, b->arena, seen, b->species[species].name));
  if (b->species[species].transport != NULL) return SM_OK;
  for (int i = 0; i < 6; i++)
    if (!sm_chemkin_next_token(&line, &token) || !sm_token_number(token, &n[i])) {
      sm_builder_problem(b, place, "transport data of %s: six numbers are expected behind the name",
                         b->species[species].name);
      return SM_OK;
    }
  if ((n[0] != 0 && n[0] != 1 && n[0] != 2) || n[1] <= 0 || n[2] <= 0) {
    sm_builder_problem(b, place,
                       "transport data of %s: a geometry of 0, 1 or 2, and a well depth and "
                       "a diameter above 0 are expected",
                       b->species[species].name);
    return SM_OK;
  }
  struct sm_transport_data *data = NULL;
  SM_TRY(sm_arena_alloc(b->ctx, b->arena, 1, sizeof *data, &data));
  *data = (struct sm_transport_data){
      .geometry = (enum sm_molecule_geometry)(int)n[0],
      .well_depth = n[1],
      .diameter = n[2] * SM_ANGSTROM,
      .dipole = n[3] * SM_DEBYE,
      .polarizability = n[4] * SM_ANGSTROM * SM_ANGSTROM * SM_ANGSTROM,
      .rotational_relaxation = n[5],
  };
  b->species[species].transport = data;
  return SM_OK;
}
