#include "case/flow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Relative rounding error of a variance; expressions such as uu * vv - uv^2 cancel to zero. */
static const double rounding = 1e-12;

static const enum sm_reynolds_stress stress_of[3][3] = {
    {SM_UU, SM_UV, SM_UW}, {SM_UV, SM_VV, SM_VW}, {SM_UW, SM_VW, SM_WW}};

bool sm_reynolds_cholesky(const double stress[SM_STRESSES], const int order[3], double root[3][3]) {
  memset(root, 0, 3 * sizeof *root);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) {
      const int a = order[i], b = order[j];
      const double own = stress[stress_of[a][a]], other = stress[stress_of[b][b]];
      double rest = stress[stress_of[a][b]];
      for (int k = 0; k < j; k++) rest -= root[a][order[k]] * root[b][order[k]];
      if (i == j && !(rest >= -rounding * own)) return false;
      if (i == j) {
        root[a][a] = rest > rounding * own ? sqrt(rest) : 0;
      } else if (root[b][b] > 0) {
        root[a][b] = rest / root[b][b];
      } else if (!(fabs(rest) <= sqrt(rounding * own * other))) {
        return false;
      }
    }
  return true;
}

void sm_reynolds_explain(const double stress[SM_STRESSES], char text[SM_REYNOLDS_TEXT]) {
  static const char *const name[SM_STRESSES] = {"uu", "vv", "ww", "uv", "uw", "vw"};
  for (int a = 0; a < 3; a++) {
    const enum sm_reynolds_stress own = stress_of[a][a];
    if (!(stress[own] >= 0)) {
      snprintf(text, SM_REYNOLDS_TEXT, "%s = %g m2/s2 is less than 0", name[own], stress[own]);
      return;
    }
  }
  for (int a = 0; a < 3; a++)
    for (int b = a + 1; b < 3; b++) {
      const enum sm_reynolds_stress both = stress_of[a][b], p = stress_of[a][a],
                                    q = stress_of[b][b];
      const double most = sqrt(stress[p] * stress[q]);
      if (fabs(stress[both]) <= most) continue;
      snprintf(text, SM_REYNOLDS_TEXT, "%s = %g m2/s2 is larger than the root of %s %s, %g m2/s2",
               name[both], stress[both], name[p], name[q], most);
      return;
    }
  snprintf(text, SM_REYNOLDS_TEXT, "uv, uw and vw (%g, %g, %g m2/s2) cannot be together",
           stress[SM_UV], stress[SM_UW], stress[SM_VW]);
}
