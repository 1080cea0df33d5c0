/* equation.h - reaction equations of CHEMKIN and
 * Cantera: 2 OH (+M) <=> H2O2 (+M). */
#ifndef SM_CHEM_READ_EQUATION_H
#define SM_CHEM_READ_EQUATION_H

#include "chem/read/internal.h"
#include "simoom/mechanism.h"

#define SM_AVOGADRO 6.02214076e26       /* Avogadro constant, 1/kmol, exact since 2019 */
#define SM_ATMOSPHERE 101325.0          /* Pa */
#define SM_CALORIE 4.184                /* thermochemical calorie, J */
#define SM_ELECTRONVOLT 1.602176634e-19 /* J */
#define SM_DEBYE 3.33564095e-30         /* C m */
#define SM_ANGSTROM 1e-10               /* m */

struct sm_rate_units {
  double concentration; /* concentration of one unit, kmol/m3 */
  double time;          /* s */
  double energy;        /* activation energy of one unit as E/R, K */
};

/* Factor from a rate constant in these units to kmol, m, s, for the reaction order. */
double sm_rate_unit(const struct sm_rate_units *units, double order);

struct sm_arrhenius sm_arrhenius_convert(struct sm_arrhenius rate,
                                         const struct sm_rate_units *units, double order);

/* equation.c */

enum sm_equation_collider {
  SM_COLLIDER_NONE,
  SM_COLLIDER_ANY,         /* + M */
  SM_COLLIDER_FALLOFF,     /* (+M) */
  SM_COLLIDER_FALLOFF_ONE, /* (+H2O) */
  SM_COLLIDER_WRONG        /* colliders differ between the sides: an error */
};

struct sm_equation {
  struct sm_amounts reactants, products;
  bool reversible;
  bool photolysis; /* + hv */
  enum sm_equation_collider collider;
  int32_t collider_species; /* H2O of (+H2O) */
};

/* Parses an equation of known species. Errors are added to the problems of the build, and *good is
 * false. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_equation_read(struct sm_mechanism_builder *b,
                                           struct sm_file_line place, struct sm_token text,
                                           struct sm_equation *out, bool *good);

/* True when all species of an equation and its collider are known. */
bool sm_equation_species_known(const struct sm_mechanism_builder *b, struct sm_token text);

/* Sum of the amounts on a side. */
double sm_amounts_sum(const struct sm_amounts *amounts);

#endif
