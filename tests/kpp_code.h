/* kpp_code.h - a KPP mechanism with inlined code, read for a test. */
#ifndef SM_TESTS_KPP_CODE_H
#define SM_TESTS_KPP_CODE_H

#include "cell/chemistry/group.h"
#include "chem_files.h" /* behind those whose functions have an m of their own */
#include "simoom/chem.h"
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>

#define MOLECULES (6.02214076e26 / 1e6) /* per cm3, of 1 kmol/m3 */
#define SPECIES "#DEFVAR\nNO = N + O; NO2 = N + 2O; O3 = 3O;\n#DEFFIX\nO2 = 2O;\n"
#define GLOBALS                                                                                    \
  "#INLINE F90_GLOBAL\n REAL(dp) :: N2\n REAL(dp), PARAMETER :: SLOW = 0.5_dp\n#ENDINLINE\n"

static void read_text(const char *text) {
  chem_write("m.eqn", text);
  chem_begin();
  chem_read("m.eqn", NULL, NULL);
}

enum { CELLS = 12 };

/* Constants of all reactions at a temperature and 1e5 Pa: of a row of cells, and of one. */
static double constant(int reaction, double temperature) {
  struct sm_chem *chem = NULL;
  double t[CELLS], p[CELLS], c[8 * CELLS], out[4][8 * CELLS];
  ck_assert_int_eq(sm_chem_create(ctx, m, 1, &chem), SM_OK);
  for (int i = 0; i < CELLS; i++) {
    t[i] = i == 0 ? temperature : 250 + 10 * i;
    p[i] = 1e5;
  }
  for (int i = 0; i < 8 * CELLS; i++) c[i] = 1;
  double k[2];
  for (int row = 0; row < 2; row++) {
    const int64_t count = row == 0 ? 1 : CELLS;
    const struct sm_chem_cells cells = {
        .count = count, .temperature = t, .concentrations = c, .pressure = p};
    const struct sm_chem_progress_rates progress = {out[0], out[1], out[2], out[3]};
    ck_assert_int_eq(sm_chem_progress(ctx, chem, &cells, &progress), SM_OK);
    k[row] = out[0][reaction * count];
  }
  ck_assert(fabs(k[0] - k[1]) <= 1e-14 * fabs(k[0]));
  sm_chem_destroy(&chem);
  return k[0];
}

static void near(double a, double b, const char *what) {
  ck_assert_msg(fabs(a - b) <= 1e-13 * fabs(b), "%s: %.17g, not %.17g", what, a, b);
}

/* --- IF --- */

#define IFS                                                                                        \
  "#INLINE F90_RATES\nREAL(kind=dp) FUNCTION MYRATE(A)\nREAL(kind=dp) :: A, B\n"                   \
  "IF (TEMP > 300.) THEN\n  MYRATE = A*2\nELSE\n  MYRATE = A\nENDIF\nEND FUNCTION\n"               \
  "ELEMENTAL REAL(dp) FUNCTION steps(A) RESULT(k)\n REAL(dp) :: A\n k = A\n"                       \
  " IF (TEMP .LT. 250.0 .OR. (TEMP .GE. 320.0 .AND. .NOT. (TEMP .GT. 330.0))) k = 3*A\n"           \
  " if (temp == 290.) k = 7*A; IF (TEMP /= 290. .and. k > 2.5*A) k = k + A\nRETURN\n k = 99\n"     \
  "END FUNCTION steps\n"                                                                           \
  "REAL FUNCTION deep(A)\n  REAL :: A, f\n  f = 1\n  IF (TEMP < 270) THEN\n"                       \
  "    IF (TEMP < 260) THEN\n      f = 5 ! cold\n    ELSE IF (TEMP < 265) THEN\n      f = 6\n"     \
  "    END IF\n    A = A*2\n  ELSEIF (TEMP <= 300) THEN\n    f = &\n      7\n  ELSE\n    f = 8\n"  \
  "  END IF\n  deep = A*f\nEND FUNCTION deep\n#ENDINLINE\n"

#define IF_EQUATIONS                                                                               \
  "#EQUATIONS\nNO = NO2 : MYRATE(1.8E-2);\nNO2 = O3 : steps(1.);\nO3 = NO : deep(1.);\n"           \
  "NO = O3 : EARLY;\n"
#define IF_CONSTANTS                                                                               \
  "#INLINE F90_RCONST\n IF (TEMP <= 273.) THEN\n EARLY = 1.\n ELSE\n EARLY = 1./TEMP\n ENDIF\n"    \
  "#ENDINLINE\n"

#endif
