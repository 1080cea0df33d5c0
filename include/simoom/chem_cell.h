/* chem_cell.h - file with the state of one reacting cell, for repeating its integration.
 *
 * A run writes the cells whose chemistry failed; `simoom chem ignite` reads them. */
#ifndef SIMOOM_CHEM_CELL_H
#define SIMOOM_CHEM_CELL_H

#include "simoom/chem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* State of a cell before a step of chemistry, and parameters of the step. Texts and arrays
 * may be NULL where noted. Fractions and sources are of the listed species; those of others
 * are 0. */
struct sm_chem_cell {
  const char *mechanism, *thermo, *photolysis, *phase; /* as in sm_mechanism_files; all but the
                                                          first may be NULL */
  double temperature, pressure;                        /* initial temperature and pressure: K, Pa */
  double dt;                                           /* step, s */
  double concentration; /* total concentration of all species, kmol/m3; 0: ideal gas law */
  int32_t species_count;
  const char *const *species; /* names of the listed species */
  const double *fractions;    /* mole fractions; their sum is above 0 */
  const double *source;       /* kmol/(m3 s), constant during the step; may be NULL */
  double energy;              /* W/m3, as in sm_chem_options */
  enum sm_chem_mode mode;
  enum sm_chem_method method;
  double rtol, atol;         /* tolerances; 0: defaults of sm_chem_options */
  double sun, zenith, water; /* variables of rate expressions: 0..1, rad, molec/cm3 */
  bool placed;               /* whether the following members are known */
  int64_t cell[3];           /* cell indices, from 0 */
  double position[3];        /* cell centre, m */
  double time;               /* time of the flow at the start of the step, s */
};

/* Writes the cell as TOML (docs/chemistry.md) with absolute paths, so that the file can be moved.
 * The file is written atomically. Errors: ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_cell_write(struct sm_context *ctx, const char *path,
                                                       const struct sm_chem_cell *cell);

/* Reads such a file; paths in it are relative to its folder. The species are not compared
 * with the mechanism. Errors: ERR_CASE (all problems, with their lines), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_cell_read(struct sm_context *ctx, const char *path,
                                                      struct sm_chem_cell **out);
SM_PUBLIC void sm_chem_cell_destroy(struct sm_chem_cell **cell);

#ifdef __cplusplus
}
#endif
#endif
