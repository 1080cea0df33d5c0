/* kpp_parts.h - what the readers of the parts of KPP's files share. */
#ifndef SM_CHEM_KPP_PARTS_H
#define SM_CHEM_KPP_PARTS_H

#include "chem/build.h"
#include "chem/formula.h"

/* A text without comments that is read on and on. */
struct sm_kpp_text {
  const char *text;
  size_t size, at;
  struct sm_place place; /* of `at` */
};

/* A constant of an inlined block. */
struct sm_kpp_constant {
  const char *name;
  struct sm_formula value;
};

/* A rate of photolysis: j, or l, m, n of l cos(z)^m exp(-n / cos(z)), z being the zenith angle. */
struct sm_kpp_photolysis {
  const char *name;
  double l, m, n;
  bool angle; /* m and n are given */
};

struct sm_kpp {
  struct sm_build *b;
  struct sm_kpp_constant *constants;
  int32_t constant_count;
  struct sm_kpp_photolysis *photolysis;
  int32_t photolysis_count;
  int depth;         /* of files that include each other */
  bool signs_warned; /* of the two meanings of ARR2 */
};

/* Skips blanks; false at the end. */
bool sm_kpp_blanks(struct sm_kpp_text *t);
/* The text up to a letter, which is passed; false: there is none any more. *place: where it begins,
 * behind blanks. */
bool sm_kpp_until(struct sm_kpp_text *t, char letter, struct sm_word *out, struct sm_place *place);
/* A name of letters, digits and underscores; false: there is none here. */
bool sm_kpp_name(struct sm_word *rest, struct sm_word *out);
/* A number without sign, as C or Fortran writes it, with a kind (1.0_dp); false: none is here. */
bool sm_kpp_number(struct sm_word *rest, double *out);

/* One equation: everything up to its semicolon. */
SM_CHECKED enum sm_status sm_kpp_equation(struct sm_kpp *k, struct sm_place place,
                                          struct sm_word text);

/* A formula in molecules, cm3 and s. *photolysis is set to the name of a rate of photolysis that is
 * in it. False, and a problem: it is not understood. */
SM_CHECKED enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_place place,
                                         struct sm_word text, struct sm_formula *out,
                                         const char **photolysis, bool *good);

/* Lines "name = formula" of an inlined block. What is not understood is passed over. */
SM_CHECKED enum sm_status sm_kpp_constants(struct sm_kpp *k, struct sm_place place,
                                           struct sm_word text);

#endif
