/* chem_cell.h - file with the state of one reacting cell, for a repeated integration.
 *
 * A run writes the cells whose chemistry failed; `simoom chem ignite` replays them. */
#ifndef SIMOOM_CHEM_CELL_H
#define SIMOOM_CHEM_CELL_H

#include "simoom/chem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state of a cell before a step of chemistry, and what the step was to be. Texts and arrays may
 * be NULL where that is said. Fractions and sources are of the species that are named, others have
 * none. */
struct sm_chem_cell {
  const char *mechanism, *thermo, *photolysis, *phase; /* as in sm_mechanism_files; but the first:
                                                          NULL: none */
  double temperature, pressure;                        /* K, Pa, of the start */
  double dt;                                           /* s */
  double concentration; /* kmol/m3, of all species together; 0: of the ideal gas */
  int32_t species_count;
  const char *const *species; /* names */
  const double *fractions;    /* by mole, of a sum above 0 */
  const double *source;       /* kmol/(m3 s), held constant in the step; NULL: none */
  double energy;              /* W/m3, as of sm_chem_options */
  enum sm_chem_mode mode;
  enum sm_chem_method method;
  double rtol, atol;         /* 0: those of sm_chem_options */
  double sun, zenith, water; /* of expressions: 0..1, rad, molec/cm3 */
  bool placed;               /* the rest is known */
  int64_t cell[3];           /* index of the cell, from 0 */
  double position[3];        /* m, of its centre */
  double time;               /* s, of the flow at the start of the step */
};

/* Writes the cell as TOML, docs/chemistry.md; names of files as whole paths, so that it can be read
 * from wherever it lies. Appears whole or not at all. Errors: ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_cell_write(struct sm_context *ctx, const char *path,
                                                       const struct sm_chem_cell *cell);

/* Reads such a file; names of files in it are relative to its folder. Whether the mechanism has the
 * species is not looked at. Errors: ERR_CASE (all that is wrong with it, with lines), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_cell_read(struct sm_context *ctx, const char *path,
                                                      struct sm_chem_cell **out);
SM_PUBLIC void sm_chem_cell_destroy(struct sm_chem_cell **cell);

#ifdef __cplusplus
}
#endif
#endif
