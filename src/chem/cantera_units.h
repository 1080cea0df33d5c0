/* cantera_units.h - units as Cantera's files name them: cm, kcal/mol, cm^6/mol^2/s. */
#ifndef SM_CHEM_CANTERA_UNITS_H
#define SM_CHEM_CANTERA_UNITS_H

#include "chem/units.h"
#include "chem/words.h"

enum { SM_LENGTH, SM_MASS, SM_TIME, SM_TEMPERATURE, SM_QUANTITY, SM_DIMENSIONS };

struct sm_unit {
  double factor; /* of m, kg, s, K, kmol */
  double power[SM_DIMENSIONS];
};

/* False: the word names no unit. */
bool sm_unit_read(struct sm_word word, struct sm_unit *out);

bool sm_unit_same_dimension(const struct sm_unit *a, const struct sm_unit *b);

/* What an activation energy of one unit is as E/R, K: the unit is an energy per quantity, an
 * energy of one molecule, or a temperature; 0: none of these. */
double sm_unit_activation(const struct sm_unit *unit);

/* Units of numbers that have none of their own. */
struct sm_unit_system {
  double length, mass, time, quantity, pressure, energy; /* of m, kg, s, kmol, Pa, J */
  double activation;                                     /* K; 0: energy / quantity */
};

struct sm_rate_units sm_unit_rates(const struct sm_unit_system *system);

#endif
