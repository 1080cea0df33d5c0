/* case/reynolds_stress.h - Reynolds stresses: covariances of the three velocity components. */
#ifndef SM_CASE_REYNOLDS_STRESS_H
#define SM_CASE_REYNOLDS_STRESS_H

#include "case/flow.h"

/* Cholesky factor of Reynolds stresses (m2/s2; Lund et al. 1998): from independent numbers of
 * variance 1, component order[i] is the sum over j <= i of root[order[i]][order[j]] times number
 * order[j]. False: the covariances are impossible. */
bool sm_reynolds_cholesky(const double stress[SM_STRESSES], const int order[3], double root[3][3]);

/* Explains why stresses are impossible: "uu = -1 m2/s2 is less than 0". */
enum { SM_REYNOLDS_TEXT = 160 };
void sm_reynolds_explain(const double stress[SM_STRESSES], char text[SM_REYNOLDS_TEXT]);

#endif
