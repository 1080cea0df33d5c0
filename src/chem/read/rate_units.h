/* rate_units.h - units of rates of reaction, and their conversion to kmol, m, s and K. */
#ifndef SM_CHEM_READ_RATE_UNITS_H
#define SM_CHEM_READ_RATE_UNITS_H

#include "simoom/mechanism.h"

#define SM_AVOGADRO 6.02214076e26       /* 1/kmol, exact since 2019 */
#define SM_ATMOSPHERE 101325.0          /* Pa */
#define SM_CALORIE 4.184                /* J, the thermochemical one */
#define SM_ELECTRONVOLT 1.602176634e-19 /* J */
#define SM_DEBYE 3.33564095e-30         /* C m */
#define SM_ANGSTROM 1e-10               /* m */

struct sm_rate_units {
  double concentration; /* what one unit of it is, kmol/m3 */
  double time;          /* s */
  double energy;        /* what one unit of an activation energy is as E/R, K */
};

/* What one unit of a rate constant of that order is in kmol, m, s. */
double sm_rate_unit(const struct sm_rate_units *units, double order);

struct sm_arrhenius sm_arrhenius_convert(struct sm_arrhenius rate,
                                         const struct sm_rate_units *units, double order);

#endif
