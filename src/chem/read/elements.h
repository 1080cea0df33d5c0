/* elements.h - the elements and their weights. */
#ifndef SM_CHEM_READ_ELEMENTS_H
#define SM_CHEM_READ_ELEMENTS_H

#include "chem/read/tokens.h"

struct sm_known_element {
  char name[3];  /* as chemists write it */
  double weight; /* kg/kmol */
};

/* Element by its symbol, case-insensitive, with the isotopes D and T and the electron E; NULL:
 * unknown, or without a standard atomic weight. */
const struct sm_known_element *sm_element_find(struct sm_token symbol);

/* Molar mass (kg/kmol) of a chemical formula, "CH4", "HNO3"; 0: not a formula. */
double sm_molar_mass(const char *formula);

#endif
