/* ozone.h - NO-NO2-O3 chemistry, NO + O3 = NO2 and NO2 + light = NO + O3, in a cell of air:
 * closed-form solution (docs/theory/chemistry.md). */
#ifndef SM_CELL_SCALARS_OZONE_H
#define SM_CELL_SCALARS_OZONE_H

#include "cell/chemistry/rates.h"
#include "cell/momentum/fields.h"

struct sm_ozone {
  ptrdiff_t step[2];          /* strides along y and z */
  union sm_reals no, no2, o3; /* kg/m3, updated */
  union sm_reals warm;        /* temperature above `temperature`, K */
  const struct sm_flow_clock *clock;
  double share;              /* fraction of the time step */
  double weight[3];          /* molar masses of NO, NO2, O3, kg/kmol */
  double photolysis;         /* 1/s */
  double factor, activation; /* k = factor exp(-activation / T), m3/(kmol s), K */
  double temperature;        /* K */
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_ozone)(const struct sm_ozone *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const double no = (double)SM_AT(s->no)[c], no2 = (double)SM_AT(s->no2)[c];
  const double o3 = (double)SM_AT(s->o3)[c];
  const double t = s->temperature + (double)SM_AT(s->warm)[c];
  const double rate = s->factor * sm_chem_exp(-s->activation / t);
  const double before = no2 / s->weight[1];
  const double made = sm_chem_no2(no / s->weight[0], before, o3 / s->weight[2], s->photolysis, rate,
                                  s->share * s->clock->step) -
                      before;
  const double no_left = no - made * s->weight[0], no2_left = no2 + made * s->weight[1];
  const double o3_left = o3 - made * s->weight[2];
  SM_AT(s->no)[c] = (SM_REAL)(no_left > 0.0 ? no_left : 0.0);
  SM_AT(s->no2)[c] = (SM_REAL)(no2_left > 0.0 ? no2_left : 0.0);
  SM_AT(s->o3)[c] = (SM_REAL)(o3_left > 0.0 ? o3_left : 0.0);
}
#endif
