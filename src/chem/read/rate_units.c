/* Units of reaction rates and their conversion to kmol, m, s and K. */
#include "chem/read/equation.h"

#include <math.h>

double sm_rate_unit(const struct sm_rate_units *units, double order) {
  return pow(units->concentration, 1 - order) / units->time;
}

struct sm_arrhenius sm_arrhenius_convert(struct sm_arrhenius rate,
                                         const struct sm_rate_units *units, double order) {
  rate.a *= sm_rate_unit(units, order);
  rate.e *= units->energy;
  return rate;
}
