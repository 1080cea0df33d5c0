/* chem/read/kpp/internal.h - reader of KPP mechanisms: declarations shared by its files. */
#ifndef SM_CHEM_READ_KPP_INTERNAL_H
#define SM_CHEM_READ_KPP_INTERNAL_H

#include "base/text.h"
#include "chem/read/internal.h"

/* rate_formula.c */

/* A rate formula. The forms a T^b exp(-e/T) and c + d/T are stored as coefficients, so that common
 * rates need no program. */
struct sm_formula {
  const struct sm_rate_term *terms;
  int32_t count;
  bool is_arrhenius, is_linear; /* in 1/T */
  bool is_whole;                /* integer type, as 2 (2. is real) */
  struct sm_arrhenius arrhenius;
  double c, d;
  /* Sum of species concentrations (molecules/cm3) that multiplies the formula; may be NULL. */
  const struct sm_amounts *pool;
};

/* Builder of formulas. After an error in `status` all operations have no effect. */
struct sm_formula_builder {
  struct sm_mechanism_builder *b;
  enum sm_status status; /* ERR_MEMORY; ERR_DATA: formula too long */
};

struct sm_formula sm_formula_number(struct sm_formula_builder *f, double value);
/* Formula of a variable: temperature, solar angle and so on. */
struct sm_formula sm_formula_variable(struct sm_formula_builder *f, enum sm_rate_term_kind kind);
struct sm_formula sm_formula_unary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                   struct sm_formula a);
struct sm_formula sm_formula_binary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                    struct sm_formula a, struct sm_formula b);

/* Selects the first formula where `choice` is positive, else the second. */
struct sm_formula sm_formula_select(struct sm_formula_builder *f, struct sm_formula choice,
                                    struct sm_formula first, struct sm_formula second);

/* True for a constant number. */
bool sm_formula_is_number(const struct sm_formula *a, double *value);

/* scanner.c */

/* Text without comments, with a read position. */
struct sm_kpp_text {
  const char *text;
  size_t size, at;
  struct sm_file_line place; /* location of `at` */
};

/* Constant of an inlined block. */
struct sm_kpp_named_constant {
  const char *name;
  struct sm_formula value;
  const char *why; /* reason for a missing formula; NULL if it has one */
};

/* Block of inlined code or equations, processed after all files were read. */
struct sm_kpp_block {
  struct sm_token text;
  struct sm_file_line place; /* location of its first letter */
  bool is_c;                 /* C code */
  /* Order of evaluation: declarations, initial values (set by a model before rates), rate
   * constants. */
  enum sm_kpp_block_kind { SM_KPP_GLOBAL, SM_KPP_INIT, SM_KPP_RCONST } turn;
};

/* Photolysis rate: constant j, or l cos(z)^m exp(-n / cos(z)) with zenith angle z. */
struct sm_kpp_photolysis {
  const char *name;
  double l, m, n;
  bool angle; /* m and n are given */
};

enum { SM_KPP_ARGUMENTS = 12, SM_KPP_CALL_DEPTH = 16 };

/* Function of an inlined block; its lines are interpreted at each call. */
struct sm_kpp_function {
  const char *name;
  const char *argument[SM_KPP_ARGUMENTS];
  int arguments;
  const char *result; /* result variable; NULL for a subroutine */
  struct sm_kpp_block body;
};

struct sm_kpp {
  struct sm_mechanism_builder *b;
  struct sm_kpp_function *functions;
  int32_t function_count;
  int calls, statements;                  /* of inlined functions, executed so far */
  int call_depth;                         /* functions and subroutines that run */
  const char *callers[SM_KPP_CALL_DEPTH]; /* their names, the outermost first */
  struct sm_kpp_named_constant *constants;
  int32_t constant_count;
  struct sm_kpp_photolysis *photolysis;
  int32_t photolysis_count;
  struct sm_kpp_block *codes, *equations; /* constants and equations in file order */
  int32_t code_count, equation_count;
  struct sm_formula *rates; /* rates of previous equations; no terms after an error */
  int32_t rate_count;
  const char **wholes; /* names declared as INTEGER */
  int32_t whole_count;
  struct sm_name_table atoms;       /* atoms declared by #ATOMS */
  const char *module;               /* module of USE without a file; may be NULL */
  int in_modules;                   /* nesting depth of modules */
  struct sm_name_table modules;     /* modules read or searched */
  bool air_warned;                  /* O2 and N2 of air reported */
  int32_t pooled, pooled_reactions; /* equations with concentration sums; reactions made */
  double cfactor;                   /* from the initial values; 0 if not set */
  bool cfactor_warned;
  bool matlab;                     /* no integer type: 1/2 is 0.5 */
  struct sm_file_line divided[20]; /* lines with integer division */
  int32_t divided_count, divided_more;
  int depth;         /* include depth */
  bool signs_warned; /* the ARR2 ambiguity was reported */
};

/* One letter on. */
void sm_kpp_next_char(struct sm_kpp_text *t);
/* Skips blanks; false at the end. */
bool sm_kpp_skip_blanks(struct sm_kpp_text *t);
/* Text up to a letter, which is consumed; false when the letter does not follow. *place: start of
 * the text, after blanks. */
bool sm_kpp_read_until(struct sm_kpp_text *t, char letter, struct sm_token *out,
                       struct sm_file_line *place);
/* Skips text up to the next command. */
void sm_kpp_skip_to_command(struct sm_kpp_text *t);
/* Parses a name of letters, digits and underscores; false if absent. */
bool sm_kpp_name(struct sm_token *rest, struct sm_token *out);
/* Parses an unsigned number of C or Fortran with an optional kind (1.0_dp); false if absent.
 * *whole: without point and exponent. */
bool sm_kpp_literal(struct sm_token *rest, double *out, bool *whole);
bool sm_kpp_number(struct sm_token *rest, double *out);

/* Next line of inlined code, without remark and outer blanks. */
bool sm_kpp_line(struct sm_token *text, struct sm_token *out);
/* Next statement: continuation lines (&) joined in `joined`, split at semicolons. False at the end.
 * block->place advances; *place: first line of the statement. */
bool sm_kpp_statement(struct sm_kpp_block *block, struct sm_text *joined, struct sm_token *out,
                      struct sm_file_line *place);

/* formula_names.c */

/* Defines a constant, which hides earlier ones of its name. why: reason for a missing formula. */
SM_CHECKED enum sm_status sm_kpp_define_constant(struct sm_kpp *k, struct sm_token name,
                                                 struct sm_formula value, const char *why);
const struct sm_kpp_named_constant *sm_kpp_find_constant(const struct sm_kpp *k,
                                                         struct sm_token name);
/* Last definition of a name in a range of constants; NULL: none. */
const struct sm_kpp_named_constant *sm_kpp_find_among(const struct sm_kpp_named_constant *list,
                                                      int32_t count, struct sm_token name);

/* species.c */

/* Commands #DEFVAR and #DEFFIX; #SETVAR and #SETFIX; #ATOMS: lists up to the next command. */
SM_CHECKED enum sm_status sm_kpp_species(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed);
void sm_kpp_set_fixed(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed);
SM_CHECKED enum sm_status sm_kpp_atoms(struct sm_kpp *k, struct sm_kpp_text *t);

/* equation.c */

/* Parses one equation up to its semicolon. */
SM_CHECKED enum sm_status sm_kpp_equation(struct sm_kpp *k, struct sm_file_line place,
                                          struct sm_token text);

/* formula.c */

/* Parses a formula in molecules, cm3 and s. *photolysis: name of the photolysis rate in it. False,
 * with a problem, on an error. */
SM_CHECKED enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_file_line place,
                                         struct sm_token text, struct sm_formula *out,
                                         const char **photolysis, bool *good);

/* inlined_code.c */

/* Interprets assignments "name = formula", also in IF blocks; each defines a constant. */
SM_CHECKED enum sm_status sm_kpp_read_code(struct sm_kpp *k, struct sm_kpp_block code);

/* functions.c */

/* Collects functions of inlined Fortran. */
SM_CHECKED enum sm_status sm_kpp_functions(struct sm_kpp *k, struct sm_kpp_block code);
const struct sm_kpp_function *sm_kpp_find_function(const struct sm_kpp *k, struct sm_token name);

const struct sm_kpp_function *sm_kpp_find_subroutine(const struct sm_kpp *k, struct sm_token name);
/* CALL: interprets the subroutine in place; `arguments` starts with the bracket. */
SM_CHECKED enum sm_status sm_kpp_call_subroutine(struct sm_kpp *k,
                                                 const struct sm_kpp_function *own,
                                                 struct sm_token arguments,
                                                 struct sm_file_line place);
/* USE: reads the file of the module in the directory of the current file. */
SM_CHECKED enum sm_status sm_kpp_use(struct sm_kpp *k, struct sm_file_line place,
                                     struct sm_token name);

/* Result of a function for its arguments; reason: error message, or "". */
SM_CHECKED enum sm_status sm_kpp_call(struct sm_kpp *k, const struct sm_kpp_function *function,
                                      const struct sm_formula *argument, struct sm_formula *out,
                                      char reason[200]);

#endif
