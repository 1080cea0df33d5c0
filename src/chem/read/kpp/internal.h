/* chem/read/kpp/internal.h - reader of KPP mechanisms: declarations shared by its files. */
#ifndef SM_CHEM_READ_KPP_INTERNAL_H
#define SM_CHEM_READ_KPP_INTERNAL_H

#include "base/text.h"
#include "chem/read/internal.h"

/* rate_formula.c */

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

/* scanner.c */

/* A text without comments that is read on and on. */
struct sm_kpp_text {
  const char *text;
  size_t size, at;
  struct sm_file_line place; /* of `at` */
};

/* A constant of an inlined block. */
struct sm_kpp_named_constant {
  const char *name;
  struct sm_formula value;
  const char *why; /* it has no formula; NULL: it has one */
};

/* A block of inlined code, or of equations, that is read when all files were seen. */
struct sm_kpp_block {
  struct sm_token text;
  struct sm_file_line place; /* of its first letter */
  bool is_c;                 /* inlined code of C */
  /* Declarations are read first, then initial values, which a model sets before it computes rates,
   * then the constants of rates. */
  enum sm_kpp_block_kind { SM_KPP_GLOBAL, SM_KPP_INIT, SM_KPP_RCONST } turn;
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
  const char *result; /* the name whose value is that of the function; NULL: a subroutine */
  struct sm_kpp_block body;
};

struct sm_kpp {
  struct sm_mechanism_builder *b;
  struct sm_kpp_function *functions;
  int32_t function_count;
  int calls, call_depth; /* of functions: made so far, and inside of each other now */
  struct sm_kpp_named_constant *constants;
  int32_t constant_count;
  struct sm_kpp_photolysis *photolysis;
  int32_t photolysis_count;
  struct sm_kpp_block *codes, *equations; /* constants, equations: in the order of the files */
  int32_t code_count, equation_count;
  struct sm_formula *rates; /* of the equations so far; of no terms where one was wrong */
  int32_t rate_count;
  const char **wholes; /* names that are declared INTEGER */
  int32_t whole_count;
  struct sm_name_table atoms;       /* of #ATOMS */
  const char *module;               /* of USE, whose file is not there; NULL: none */
  int in_modules;                   /* modules that use each other, of which lines are read */
  struct sm_name_table modules;     /* that were read, or looked for */
  bool air_warned;                  /* of O2 and N2 */
  int32_t pooled, pooled_reactions; /* equations with sums of amounts, and what became of them */
  double cfactor;                   /* of the initial values; 0: none */
  bool cfactor_warned;
  bool matlab;                     /* the language has no whole numbers: 1/2 is 0.5 */
  struct sm_file_line divided[20]; /* lines with whole numbers that are divided */
  int32_t divided_count, divided_more;
  int depth;         /* of files that include each other */
  bool signs_warned; /* of the two meanings of ARR2 */
};

/* One letter on. */
void sm_kpp_next_char(struct sm_kpp_text *t);
/* Skips blanks; false at the end. */
bool sm_kpp_skip_blanks(struct sm_kpp_text *t);
/* The text up to a letter, which is skipped; false: the letter does not follow. *place: start of
 * the text, after blanks. */
bool sm_kpp_read_until(struct sm_kpp_text *t, char letter, struct sm_token *out,
                       struct sm_file_line *place);
/* Passes over all up to the next command. */
void sm_kpp_skip_to_command(struct sm_kpp_text *t);
/* A name of letters, digits and underscores; false: absent. */
bool sm_kpp_name(struct sm_token *rest, struct sm_token *out);
/* A number without sign, as C or Fortran writes it, with a kind (1.0_dp); false: none is here.
 * *whole: it has neither point nor exponent. */
bool sm_kpp_literal(struct sm_token *rest, double *out, bool *whole);
bool sm_kpp_number(struct sm_token *rest, double *out);

/* species.c */

/* #DEFVAR, #DEFFIX; #SETVAR, #SETFIX; #ATOMS: what follows, up to the next command. */
SM_CHECKED enum sm_status sm_kpp_species(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed);
void sm_kpp_set_fixed(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed);
SM_CHECKED enum sm_status sm_kpp_atoms(struct sm_kpp *k, struct sm_kpp_text *t);

/* equation.c */

/* One equation: everything up to its semicolon. */
SM_CHECKED enum sm_status sm_kpp_equation(struct sm_kpp *k, struct sm_file_line place,
                                          struct sm_token text);

/* formula.c */

/* A formula in molecules, cm3 and s. *photolysis is set to the name of a rate of photolysis that is
 * in it. False, and a problem: it is not understood. */
SM_CHECKED enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_file_line place,
                                         struct sm_token text, struct sm_formula *out,
                                         const char **photolysis, bool *good);

/* inlined_code.c */

/* The next line of inlined code, without remark and blanks at its ends. */
bool sm_kpp_line(struct sm_token *text, struct sm_token *out);
/* The next statement: lines that go on with & joined, in `joined`, and cut at semicolons. False at
 * the end. block->place follows; *place is that of the statement's first line. */
bool sm_kpp_statement(struct sm_kpp_block *block, struct sm_text *joined, struct sm_token *out,
                      struct sm_file_line *place);

/* Defines a constant; a later one of the same name hides it. why: it has no formula. */
SM_CHECKED enum sm_status sm_kpp_define_constant(struct sm_kpp *k, struct sm_token name,
                                                 struct sm_formula value, const char *why);
const struct sm_kpp_named_constant *sm_kpp_find_constant(const struct sm_kpp *k,
                                                         struct sm_token name);

/* Lines "name = formula", also in IF blocks: each defines a constant, or one without a formula. */
SM_CHECKED enum sm_status sm_kpp_read_code(struct sm_kpp *k, struct sm_kpp_block code);

/* functions.c */

/* Functions of inlined Fortran, of the same kinds of lines. */
SM_CHECKED enum sm_status sm_kpp_functions(struct sm_kpp *k, struct sm_kpp_block code);
const struct sm_kpp_function *sm_kpp_find_function(const struct sm_kpp *k, struct sm_token name);

const struct sm_kpp_function *sm_kpp_find_subroutine(const struct sm_kpp *k, struct sm_token name);
/* CALL: its lines are read where it stands; `arguments` begins with their bracket. */
SM_CHECKED enum sm_status sm_kpp_call_subroutine(struct sm_kpp *k,
                                                 const struct sm_kpp_function *own,
                                                 struct sm_token arguments,
                                                 struct sm_file_line place);
/* USE: a file of the module's name beside that of the place is read. */
SM_CHECKED enum sm_status sm_kpp_use(struct sm_kpp *k, struct sm_file_line place,
                                     struct sm_token name);

/* What a function makes of its arguments; reason: why it makes nothing of them, else "". */
SM_CHECKED enum sm_status sm_kpp_call(struct sm_kpp *k, const struct sm_kpp_function *function,
                                      const struct sm_formula *argument, struct sm_formula *out,
                                      char reason[200]);

#endif
