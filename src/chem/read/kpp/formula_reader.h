/* chem/read/kpp/formula_reader.h - a formula of KPP while it is read; for chem/read/kpp/formula.c,
 * chem/read/kpp/rate_laws.c, chem/read/kpp/inlined_code.c. */
#ifndef SM_CHEM_READ_KPP_FORMULA_READER_H
#define SM_CHEM_READ_KPP_FORMULA_READER_H

#include "chem/read/kpp/internal.h"

enum { SM_KPP_REASON = 200 };

struct sm_kpp_formula_reader {
  struct sm_kpp *k;
  struct sm_formula_builder f;
  struct sm_file_line place;
  struct sm_token rest;
  const char *photolysis;
  const char *kind_from, *kind_to; /* the kind of REAL(x, dp), which says nothing; NULL: none */
  int depth;
  bool wrong, quiet;          /* not understood; and it is told where it is used, not here */
  bool inherited;             /* because of a constant, whose line is in the reason */
  char reason[SM_KPP_REASON]; /* why it is not understood */
};

/* What is not understood, "unknown name" and the name. */
void sm_kpp_set_reason_token(struct sm_kpp_formula_reader *g, const char *what,
                             struct sm_token token);
/* The same in whole sentences. */
void sm_kpp_set_reason(struct sm_kpp_formula_reader *g, const char *format, ...) SM_FORMAT(2, 3);

/* Takes a sign from the start of the rest; false: there is another one. */
bool sm_kpp_accept(struct sm_kpp_formula_reader *g, const char *sign);

/* A name that the model hands over: TEMP, M, CFACTOR ... */
bool sm_kpp_is_variable(struct sm_token name);

struct sm_formula sm_kpp_number_of(struct sm_kpp_formula_reader *g, double value);
/* a kind b, of whole numbers as Fortran and C do it. */
struct sm_formula sm_kpp_binary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                                struct sm_formula a, struct sm_formula b);

/* Amounts of species in rates, chem/read/kpp/species_sums.c: C(ind_NO), behind its bracket; a kind
 * b of such sums; the factor of a sum; what cannot be made with them. */
struct sm_formula sm_kpp_species_amount(struct sm_kpp_formula_reader *g);
struct sm_formula sm_kpp_species_sum(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                                     struct sm_formula a, struct sm_formula b);
struct sm_formula sm_kpp_species_sum_factor(struct sm_formula a);
void sm_kpp_refuse_species_sum(struct sm_kpp_formula_reader *g);

/* A sum, and a condition of an IF: above 0 where it holds. */
struct sm_formula sm_kpp_read_sum(struct sm_kpp_formula_reader *g);
struct sm_formula sm_kpp_read_condition(struct sm_kpp_formula_reader *g);

/* The whole of a text; what is not understood is in g->reason. */
SM_CHECKED enum sm_status sm_kpp_read_all(struct sm_kpp_formula_reader *g, struct sm_token text,
                                          struct sm_formula *out);

/* A function of KPP's rate laws (util/UserRateLaws) or of the language; `name` is that of no one:
 * NULL. Its arguments are read by the caller. */
struct sm_kpp_rate_law;
const struct sm_kpp_rate_law *sm_kpp_find_rate_law(struct sm_token name);
/* False: it has not that many arguments. */
bool sm_kpp_rate_law_accepts(const struct sm_kpp_rate_law *law, int count);
struct sm_formula sm_kpp_call_rate_law(struct sm_kpp_formula_reader *g,
                                       const struct sm_kpp_rate_law *law,
                                       const struct sm_formula *argument, int count);

#endif
