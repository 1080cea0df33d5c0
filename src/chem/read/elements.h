/* elements.h - chemical elements and atomic weights. */
#ifndef SM_CHEM_READ_ELEMENTS_H
#define SM_CHEM_READ_ELEMENTS_H

#include "chem/read/tokens.h"

struct sm_known_element {
  char name[3];  /* symbol, e.g. He */
  double weight; /* kg/kmol */
};

/* Finds an element by symbol, case-insensitive, including isotopes D and T and the electron E; NULL
 * for unknown symbols and elements without a standard atomic weight. */
const struct sm_known_element *sm_element_find(struct sm_token symbol);

/* Molar mass (kg/kmol) of a chemical formula such as "CH4"; 0 when it is not a formula. */
double sm_molar_mass(const char *formula);

#endif
