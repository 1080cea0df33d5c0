/* kpp_reading.h - a formula of KPP while it is read; for kpp_formula.c, kpp_laws.c, kpp_code.c. */
#ifndef SM_CHEM_KPP_READING_H
#define SM_CHEM_KPP_READING_H

#include "chem/kpp_parts.h"

enum { SM_KPP_REASON = 200 };

struct sm_kpp_reading {
  struct sm_kpp *k;
  struct sm_formulas f;
  struct sm_file_line place;
  struct sm_word rest;
  const char *photolysis;
  const char *kind_from, *kind_to; /* the kind of REAL(x, dp), which says nothing; NULL: none */
  int depth;
  bool wrong, quiet;          /* not understood; and it is told where it is used, not here */
  bool inherited;             /* because of a constant, whose line is in the reason */
  char reason[SM_KPP_REASON]; /* why it is not understood */
};

/* What is not understood, "unknown name" and the name. */
void sm_kpp_tell(struct sm_kpp_reading *g, const char *what, struct sm_word word);
/* The same in whole sentences. */
void sm_kpp_say(struct sm_kpp_reading *g, const char *format, ...) SM_FORMAT(2, 3);

/* Takes a sign from the begin of the rest; false: there is another one. */
bool sm_kpp_take(struct sm_kpp_reading *g, const char *sign);

/* A name that the model hands over: TEMP, M, CFACTOR ... */
bool sm_kpp_is_variable(struct sm_word name);

struct sm_formula sm_kpp_number_of(struct sm_kpp_reading *g, double value);
/* a kind b, of whole numbers as Fortran and C do it. */
struct sm_formula sm_kpp_binary(struct sm_kpp_reading *g, enum sm_term_kind kind,
                                struct sm_formula a, struct sm_formula b);

/* Amounts of species in rates, kpp_pool.c: C(ind_NO), behind its bracket; a kind b of such sums;
 * the factor of a sum; what cannot be made with them. */
struct sm_formula sm_kpp_amount(struct sm_kpp_reading *g);
struct sm_formula sm_kpp_pooled(struct sm_kpp_reading *g, enum sm_term_kind kind,
                                struct sm_formula a, struct sm_formula b);
struct sm_formula sm_kpp_factor(struct sm_formula a);
void sm_kpp_no_pool(struct sm_kpp_reading *g);

/* A sum, and a condition of an IF: above 0 where it holds. */
struct sm_formula sm_kpp_read_sum(struct sm_kpp_reading *g);
struct sm_formula sm_kpp_read_condition(struct sm_kpp_reading *g);

/* The whole of a text; what is not understood is in g->reason. */
SM_CHECKED enum sm_status sm_kpp_read_all(struct sm_kpp_reading *g, struct sm_word text,
                                          struct sm_formula *out);

/* A function of KPP's rate laws (util/UserRateLaws) or of the language; `name` is that of no one:
 * NULL. Its arguments are read by the caller. */
struct sm_kpp_law;
const struct sm_kpp_law *sm_kpp_find_law(struct sm_word name);
/* False: it has not that many arguments. */
bool sm_kpp_law_takes(const struct sm_kpp_law *law, int count);
struct sm_formula sm_kpp_call_law(struct sm_kpp_reading *g, const struct sm_kpp_law *law,
                                  const struct sm_formula *argument, int count);

#endif
