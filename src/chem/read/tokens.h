/* chem/read/tokens.h - words and numbers in the text of a mechanism. */
#ifndef SM_CHEM_READ_TOKENS_H
#define SM_CHEM_READ_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

/* Part of a text, not NUL-terminated. For printf: "%.*s", SM_TOKEN(w). */
struct sm_token {
  const char *text;
  size_t size;
};

enum { SM_TOKEN_SHOWN = 60 }; /* maximum length of a word in messages */
#define SM_TOKEN(w) (int)((w).size < SM_TOKEN_SHOWN ? (w).size : SM_TOKEN_SHOWN), (w).text

/* True for a blank, a tab or a line end. */
bool sm_is_blank(char c);

struct sm_token sm_token_of(const char *string);

/* Token without outer blanks. */
struct sm_token sm_token_trim(struct sm_token token);

/* Next word; false at the end. `rest` advances to the text after the word. */
bool sm_token_next(struct sm_token *rest, struct sm_token *out);

/* Case-insensitive comparison. */
bool sm_token_is(struct sm_token token, const char *other);

/* Comparison with a keyword that may be abbreviated: "REAC", "REACTION" and "reactions" match
 * "REACTIONS" when 4 letters are enough. */
bool sm_token_is_short(struct sm_token token, const char *keyword, size_t enough);

/* Parses a finite number of C or Fortran: 1.5, .5, 2., 1e3, 1.2D+10, 1.2+10. */
bool sm_token_number(struct sm_token token, double *out);

#endif
