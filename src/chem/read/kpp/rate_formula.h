/* chem/read/kpp/rate_formula.h - formulas of rates: programs for a stack of numbers, put together
 * from parts. */
#ifndef SM_CHEM_READ_KPP_RATE_FORMULA_H
#define SM_CHEM_READ_KPP_RATE_FORMULA_H

#include "chem/read/builder.h"

/* A formula, and what is known of it. Where it is a T^b exp(-e/T), or c + d/T, that is kept, so
 * that the common rates need no program. */
struct sm_formula {
  const struct sm_rate_term *terms;
  int32_t count;
  bool is_arrhenius, is_linear; /* in 1/T */
  bool is_whole;                /* of the type of whole numbers, as 2 is and 2. is not */
  struct sm_arrhenius arrhenius;
  double c, d;
  /* Times the sum of these amounts of species, molecules per cm3; NULL: it is no such sum. */
  const struct sm_amounts *pool;
};

/* Parts. `status` is OK so far, or why a part could not be made: then nothing is done any more. */
struct sm_formula_builder {
  struct sm_mechanism_builder *b;
  enum sm_status status; /* ERR_MEMORY; ERR_DATA: a formula is too long */
};

struct sm_formula sm_formula_number(struct sm_formula_builder *f, double value);
/* Temperature, sun and so on. */
struct sm_formula sm_formula_variable(struct sm_formula_builder *f, enum sm_rate_term_kind kind);
struct sm_formula sm_formula_unary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                   struct sm_formula a);
struct sm_formula sm_formula_binary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                    struct sm_formula a, struct sm_formula b);

/* Where `choice` is above 0 the first one, else the second. */
struct sm_formula sm_formula_select(struct sm_formula_builder *f, struct sm_formula choice,
                                    struct sm_formula first, struct sm_formula second);

/* True for a number. */
bool sm_formula_is_number(const struct sm_formula *a, double *value);

#endif
