/* chem/read/cantera/units.h - units as Cantera's files name them: cm, kcal/mol, cm^6/mol^2/s. */
#ifndef SM_CHEM_READ_CANTERA_UNITS_H
#define SM_CHEM_READ_CANTERA_UNITS_H

#include "chem/read/rate_units.h"
#include "chem/read/tokens.h"

enum { SM_LENGTH, SM_MASS, SM_TIME, SM_TEMPERATURE, SM_QUANTITY, SM_DIMENSIONS };

struct sm_cantera_unit {
  double factor; /* of m, kg, s, K, kmol */
  double power[SM_DIMENSIONS];
};

/* False: the word names no unit. */
bool sm_cantera_unit_read(struct sm_token token, struct sm_cantera_unit *out);

bool sm_cantera_unit_compatible(const struct sm_cantera_unit *a, const struct sm_cantera_unit *b);

/* What an activation energy of one unit is as E/R, K: the unit is an energy per quantity, an
 * energy of one molecule, or a temperature; 0: none of these. */
double sm_cantera_unit_activation(const struct sm_cantera_unit *unit);

/* Units of numbers that have none of their own. */
struct sm_cantera_unit_system {
  double length, mass, time, quantity, pressure, energy; /* of m, kg, s, kmol, Pa, J */
  double activation;                                     /* K; 0: energy / quantity */
};

struct sm_rate_units sm_cantera_unit_rate_units(const struct sm_cantera_unit_system *system);

#endif
