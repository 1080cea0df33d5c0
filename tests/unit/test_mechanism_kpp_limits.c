/* KPP: limits of inlined code: calls, lengths of formulas, depth of brackets and IFs. */
#define _POSIX_C_SOURCE 200809L
#include "chem_files.h"

#define SPECIES "#DEFVAR\nNO = N + O; NO2 = N + 2O; O3 = 3O;\n#DEFFIX\nO2 = 2O;\n"

/* Functions that reach themselves, and chains of functions that call each other twice: both would
 * be expanded without end. Found by fuzzing: 13 GB from 5 kB of text. */
START_TEST(functions_without_end) {
  static char text[20000];
  size_t size = (size_t)sprintf(text, SPECIES "#EQUATIONS\nNO = NO2 : a(1.);\n#INLINE F90_RATES\n"
                                              "REAL FUNCTION a(x)\nREAL :: x\n a = x\n");
  for (int i = 0; i < 14; i++)
    size += (size_t)sprintf(text + size, "IF (TEMP > %d.) THEN\n a = b(x)\nENDIF\n", 200 + i);
  size += (size_t)sprintf(text + size, "END FUNCTION\nREAL FUNCTION b(x)\n b = a(x)*a(2.) + a(3.)\n"
                                       "END FUNCTION\n#ENDINLINE\n");
  chem_write("m.eqn", text);
  chem_begin();
  ck_assert_int_eq(sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.eqn"}, &m),
                   SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), "it calls itself") != NULL, "%s",
                sm_context_message(ctx));
  chem_end();
  size = (size_t)sprintf(text, SPECIES "#EQUATIONS\nNO = NO2 : f0(1.);\n#INLINE F90_RATES\n");
  for (int i = 0; i < 15; i++) /* 3^15 calls */
    size += (size_t)sprintf(text + size,
                            "REAL FUNCTION f%d(x)\n f%d = f%d(x) + f%d(x) + f%d(x)\n"
                            "END FUNCTION\n",
                            i, i, i + 1, i + 1, i + 1);
  sprintf(text + size, "REAL FUNCTION f15(x)\n f15 = x\nEND FUNCTION\n#ENDINLINE\n");
  chem_write("m.eqn", text);
  chem_begin();
  ck_assert_int_eq(sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.eqn"}, &m),
                   SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), "too often") != NULL, "%s",
                sm_context_message(ctx));
  chem_end();
}
END_TEST

/* Formulas that grow without bounds, and brackets and IFs without end. */
START_TEST(deep_and_long) {
  static char text[200000];
  static const struct {
    const char *before, *many, *behind, *wanted;
  } cases[] = {{"K = TEMP\n", "K = K*K + K\n", "", "the formula is too long"},
               {"K = ", "(", "1\n", "brackets are in each other too deep"},
               {"IF (", "(", "TEMP > 1) K = 1\n", "unknown name 'K'"},
               {"K = 1\n", "IF (TEMP > 2) THEN\n", "K = 1\nENDIF\n", "has no formula"},
               {"K = 1\n", "IF (TEMP > 2) K = TEMP*K\n", "", "the formula is too long"},
               {"IF (TEMP > 2) THEN\nK = 1\n", "ELSEIF (TEMP > 3) THEN\nK = 2\n", "ENDIF\n",
                "too many branches"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    size_t size = (size_t)sprintf(text, SPECIES "#EQUATIONS\nNO = NO2 : K;\n#INLINE F90_RCONST\n%s",
                                  cases[c].before);
    for (int i = 0; i < 3000; i++) size += (size_t)sprintf(text + size, "%s", cases[c].many);
    sprintf(text + size, "%s#ENDINLINE\n", cases[c].behind);
    chem_write("m.eqn", text);
    chem_begin();
    ck_assert_int_eq(sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.eqn"}, &m),
                     SM_ERR_DATA);
    ck_assert_msg(strstr(sm_context_message(ctx), cases[c].wanted) != NULL, "%s: %s",
                  cases[c].wanted, sm_context_message(ctx));
    chem_end();
  }
}
END_TEST

TEST_MAIN(enter_folder, functions_without_end, deep_and_long)
