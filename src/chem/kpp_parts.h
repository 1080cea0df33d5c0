/* kpp_parts.h - what the readers of the parts of KPP's files share. */
#ifndef SM_CHEM_KPP_PARTS_H
#define SM_CHEM_KPP_PARTS_H

#include "chem/build.h"
#include "chem/formula.h"

/* A text without comments that is read on and on. */
struct sm_kpp_text {
  const char *text;
  size_t size, at;
  struct sm_file_line place; /* of `at` */
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

enum { SM_KPP_ARGUMENTS = 12 };

/* A function of an inlined block: its lines are read anew for every call. */
struct sm_kpp_function {
  const char *name;
  const char *argument[SM_KPP_ARGUMENTS];
  int arguments;
  struct sm_word body;
};

struct sm_kpp {
  struct sm_build *b;
  struct sm_kpp_function *functions;
  int32_t function_count;
  int calls, call_depth; /* of functions: made so far, and inside of each other now */
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
bool sm_kpp_until(struct sm_kpp_text *t, char letter, struct sm_word *out,
                  struct sm_file_line *place);
/* A name of letters, digits and underscores; false: there is none here. */
bool sm_kpp_name(struct sm_word *rest, struct sm_word *out);
/* A number without sign, as C or Fortran writes it, with a kind (1.0_dp); false: none is here. */
bool sm_kpp_number(struct sm_word *rest, double *out);

/* One equation: everything up to its semicolon. */
SM_CHECKED enum sm_status sm_kpp_equation(struct sm_kpp *k, struct sm_file_line place,
                                          struct sm_word text);

/* A formula in molecules, cm3 and s. *photolysis is set to the name of a rate of photolysis that is
 * in it. False, and a problem: it is not understood. */
SM_CHECKED enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_file_line place,
                                         struct sm_word text, struct sm_formula *out,
                                         const char **photolysis, bool *good);

/* The next line of inlined code, without remark and blanks at its ends. */
bool sm_kpp_line(struct sm_word *text, struct sm_word *out);
/* Defines a constant; a later one of the same name hides it. */
SM_CHECKED enum sm_status sm_kpp_constant(struct sm_kpp *k, struct sm_word name,
                                          struct sm_formula value);

/* Lines "name = formula": each defines a constant. What is not understood is passed over. */
SM_CHECKED enum sm_status sm_kpp_constants(struct sm_kpp *k, struct sm_file_line place,
                                           struct sm_word text);

/* Functions of inlined Fortran, whose lines are "name = formula" too. */
SM_CHECKED enum sm_status sm_kpp_functions(struct sm_kpp *k, struct sm_word text);
const struct sm_kpp_function *sm_kpp_find_function(const struct sm_kpp *k, struct sm_word name);

/* What a function makes of its arguments. *good is false where its lines do not say. */
SM_CHECKED enum sm_status sm_kpp_call(struct sm_kpp *k, struct sm_file_line place,
                                      const struct sm_kpp_function *function,
                                      const struct sm_formula *argument, struct sm_formula *out,
                                      bool *good);

#endif
