/* words.h - words and numbers in the text of a mechanism. */
#ifndef SM_CHEM_WORDS_H
#define SM_CHEM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Part of a text, not NUL-terminated. For printf: "%.*s", SM_WORD(w). */
struct sm_word {
  const char *text;
  size_t size;
};

enum { SM_WORD_SHOWN = 60 }; /* bytes of a word that a message shows */
#define SM_WORD(w) (int)((w).size < SM_WORD_SHOWN ? (w).size : SM_WORD_SHOWN), (w).text

/* A blank, a tab or the end of a line. */
bool sm_is_blank(char c);

struct sm_word sm_word_of(const char *string);

/* Without the blanks at both ends. */
struct sm_word sm_word_trim(struct sm_word word);

/* The next word between blanks; false at the end of `rest`, which goes on behind the word. */
bool sm_word_next(struct sm_word *rest, struct sm_word *out);

/* Upper and lower case alike. */
bool sm_word_is(struct sm_word word, const char *other);

/* A keyword that is known by its first letters: "REAC", "REACTION" and "reactions" are those of
 * "REACTIONS" where 4 letters are enough. */
bool sm_word_is_short(struct sm_word word, const char *keyword, size_t enough);

/* A finite number as C or Fortran writes it: 1.5, .5, 2., 1e3, 1.2D+10, 1.2+10. */
bool sm_word_number(struct sm_word word, double *out);

#endif
