/* elements.h - the elements and their weights. */
#ifndef SM_CHEM_READ_ELEMENTS_H
#define SM_CHEM_READ_ELEMENTS_H

#include "chem/read/tokens.h"

struct sm_known_element {
  char name[3];  /* as chemists write it */
  double weight; /* kg/kmol */
};

/* The element of that symbol, upper and lower case alike; NULL: there is none, or none that has a
 * standard weight. Also the isotopes D and T, and E, the electron. */
const struct sm_known_element *sm_element_find(struct sm_token symbol);

/* Molar mass (kg/kmol) of a formula as chemists write it, "CH4", "HNO3"; 0: it is none. */
double sm_molar_mass(const char *formula);

#endif
