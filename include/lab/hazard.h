/* lab/hazard.h - hazard areas of a plume: where running means exceed hazard levels (AEGL, ERPG,
 * PAC, IDLH, LEL), toxic load and probit (docs/hazard.md). Not installed. */
#ifndef SIMOOM_LAB_HAZARD_H
#define SIMOOM_LAB_HAZARD_H

#include "simoom/case.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_hazard_options {
  const char *species;   /* species of the file; NULL (default): the first */
  const char *substance; /* name or CAS number in the table of levels; NULL (default): the name of
                            the species */
  const char *const *level; /* levels, such as "AEGL-2"; none (default): all of the substance */
  size_t levels;
  const char *table;      /* CSV of further levels (docs/hazard.md); NULL (default): none */
  const char *population; /* raster with people per cell; NULL (default): none */
  double air_changes;     /* air changes of rooms, 1/h; NAN (default): outdoors */
  bool shelter;           /* where to shelter in rooms of `air_changes`, where to evacuate; default
                             false */
  double temperature;     /* of the air, for ppm, K; default 293.15 */
  double pressure;        /* Pa; default 101325 */
  double probit[3];       /* a, b, n of Pr = a + b ln(integral of C^n dt), ppm and min; NAN: none */
  double odour;           /* odour threshold, kg/m3: odour hours in place of levels; NAN (default):
                             none */
  double peak_time;       /* averaging time of odour peaks, s; default 5 */
  double exponent;        /* of the peak-to-mean ratio; default 0.35 */
  const char *areas;      /* file of the areas: .geojson, .gpkg or .kmz; NULL (default): none */
};
SM_PUBLIC struct sm_hazard_options sm_hazard_options_default(void);

/* Hazard areas of a plume file, or those of the probabilities of an ensemble (<prefix>_ensemble.nc,
 * which has its own levels: only levels, population and areas of the options), as text or JSON;
 * *out is released with free; it is also there where only the file of areas could not be written.
 * Errors: ERR_USAGE (no such species, substance or level, another
 * file), ERR_DATA, ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_hazard_file(struct sm_context *ctx, const char *path,
                                                   const struct sm_hazard_options *options,
                                                   int json, char **out);

/* Whether a run of the case writes an ensemble ([ensemble]). */
SM_PUBLIC int sm_case_has_ensemble(const struct sm_case *c);

/* Substances and levels of the table, as text or JSON. Errors: as sm_hazard_file. */
SM_PUBLIC SM_CHECKED enum sm_status sm_hazard_list(struct sm_context *ctx,
                                                   const struct sm_hazard_options *options,
                                                   int json, char **out);

#ifdef __cplusplus
}
#endif
#endif
