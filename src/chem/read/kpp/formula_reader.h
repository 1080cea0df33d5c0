/* chem/read/kpp/formula_reader.h - parser of KPP formulas; for chem/read/kpp/formula.c,
 * chem/read/kpp/formula_names.c, chem/read/kpp/rate_laws.c, chem/read/kpp/inlined_code.c. */
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
  const char *kind_from, *kind_to; /* ignored kind argument of REAL(x, dp); may be NULL */
  int depth;
  bool wrong, quiet;          /* syntax error; report at use */
  bool inherited;             /* caused by a constant, whose line is in the reason */
  char reason[SM_KPP_REASON]; /* description of the error */
};

/* Sets the error to `what` ("unknown name") and the token. */
void sm_kpp_set_reason_token(struct sm_kpp_formula_reader *g, const char *what,
                             struct sm_token token);
/* Sets the error to a formatted message. */
void sm_kpp_set_reason(struct sm_kpp_formula_reader *g, const char *format, ...) SM_FORMAT(2, 3);

/* Consumes an operator at the start of the rest; false if it is another one. */
bool sm_kpp_accept(struct sm_kpp_formula_reader *g, const char *sign);

struct sm_formula sm_kpp_number_of(struct sm_kpp_formula_reader *g, double value);
/* a `kind` b, with integer arithmetic of Fortran and C for integers. */
struct sm_formula sm_kpp_binary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                                struct sm_formula a, struct sm_formula b);

struct sm_formula sm_kpp_unary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                               struct sm_formula a);

/* formula_names.c */

/* True for a model variable: TEMP, M, CFACTOR ... */
bool sm_kpp_is_variable(struct sm_token name);

/* Constant or model variable of a name; photolysis rate, after its bracket. */
struct sm_formula sm_kpp_read_variable(struct sm_kpp_formula_reader *g, struct sm_token name);
struct sm_formula sm_kpp_read_photolysis(struct sm_kpp_formula_reader *g);

/* Sets the error to an unknown name, and names the Fortran module whose file is missing, if any. */
void sm_kpp_set_reason_unknown(struct sm_kpp_formula_reader *g, const char *what,
                               struct sm_token name);

/* Concentrations of species in rates, chem/read/kpp/species_sums.c: C(ind_NO), after its bracket; a
 * `kind` b of such sums; the factor of a sum; errors for unsupported operations. */
struct sm_formula sm_kpp_species_amount(struct sm_kpp_formula_reader *g);
struct sm_formula sm_kpp_species_sum(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                                     struct sm_formula a, struct sm_formula b);
struct sm_formula sm_kpp_species_sum_factor(struct sm_formula a);
void sm_kpp_refuse_species_sum(struct sm_kpp_formula_reader *g);

/* formula.c */

/* Parses a sum, and a condition of IF, which is positive when true. */
struct sm_formula sm_kpp_read_sum(struct sm_kpp_formula_reader *g);
struct sm_formula sm_kpp_read_condition(struct sm_kpp_formula_reader *g);

/* Parses a whole text; the error is in g->reason. */
SM_CHECKED enum sm_status sm_kpp_read_all(struct sm_kpp_formula_reader *g, struct sm_token text,
                                          struct sm_formula *out);

/* Function of the KPP rate laws (util/UserRateLaws) or of the language; NULL for other names. The
 * caller reads its arguments. */
struct sm_kpp_rate_law;
const struct sm_kpp_rate_law *sm_kpp_find_rate_law(struct sm_token name);
/* True when the number of arguments is valid. */
bool sm_kpp_rate_law_accepts(const struct sm_kpp_rate_law *law, int count);
struct sm_formula sm_kpp_call_rate_law(struct sm_kpp_formula_reader *g,
                                       const struct sm_kpp_rate_law *law,
                                       const struct sm_formula *argument, int count);

#endif
