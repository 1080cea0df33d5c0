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

enum { SM_TOKEN_SHOWN = 60 }; /* bytes of a word that a message shows */
#define SM_TOKEN(w) (int)((w).size < SM_TOKEN_SHOWN ? (w).size : SM_TOKEN_SHOWN), (w).text

/* A blank, a tab or the end of a line. */
bool sm_is_blank(char c);

struct sm_token sm_token_of(const char *string);

/* Without the blanks at both ends. */
struct sm_token sm_token_trim(struct sm_token token);

/* The next word between blanks; false at the end of `rest`, which goes on behind the word. */
bool sm_token_next(struct sm_token *rest, struct sm_token *out);

/* Upper and lower case alike. */
bool sm_token_is(struct sm_token token, const char *other);

/* A keyword that is known by its first letters: "REAC", "REACTION" and "reactions" are those of
 * "REACTIONS" where 4 letters are enough. */
bool sm_token_is_short(struct sm_token token, const char *keyword, size_t enough);

/* A finite number as C or Fortran writes it: 1.5, .5, 2., 1e3, 1.2D+10, 1.2+10. */
bool sm_token_number(struct sm_token token, double *out);

#endif
