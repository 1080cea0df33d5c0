/* text.h - dynamic strings, text encodings, and similar words ("did you mean"). */
#ifndef SM_BASE_TEXT_H
#define SM_BASE_TEXT_H

#include "simoom/status.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Dynamic string. Initialise with {0}. When memory runs out, `failed` is set and further additions
 * do nothing, so that one test at the end is enough. */
struct sm_text {
  char *data; /* NUL-terminated; NULL if empty */
  size_t size, capacity;
  bool failed;
};

void sm_text_add(struct sm_text *text, const char *format, ...) SM_FORMAT(2, 3);
void sm_text_add_list(struct sm_text *text, const char *format, va_list arguments);
void sm_text_add_bytes(struct sm_text *text, const char *bytes, size_t count);
/* Adds a CSV field, quoted if necessary (RFC 4180). */
void sm_text_add_csv(struct sm_text *text, const char *field);

void sm_text_clear(struct sm_text *text); /* clears the text, keeps the memory */
void sm_text_free(struct sm_text *text);

/* Adds to the string in a buffer of `size` bytes; what does not fit is cut. */
void sm_text_append(char *out, size_t size, const char *format, ...) SM_FORMAT(3, 4);

/* Removes a percentage sign, and blanks before it, from the end of a text with something before
 * them; true if there was one. */
bool sm_text_drop_percent(char *text);

/* The string; "" if empty. */
const char *sm_text_string(const struct sm_text *text);

/* Encoding of a text file. */
enum sm_encoding {
  SM_ENCODING_PLAIN,  /* ASCII, UTF-8 or another superset of ASCII */
  SM_ENCODING_MARKED, /* UTF-8 with a byte order mark */
  SM_ENCODING_UTF16,  /* UTF-16 or UTF-32, with or without byte order mark: not supported */
  SM_ENCODING_NONE    /* binary: contains NUL bytes */
};
enum sm_encoding sm_text_encoding(const char *bytes, size_t size);

/* Reason why a file is not readable as text: "the text is UTF-16: save it as UTF-8"; NULL if it is
 * readable. */
const char *sm_text_unreadable(const char *bytes, size_t size);

/* Copy of a string, freed with free(); NULL if out of memory. */
char *sm_text_copy(const char *string);

/* Whether a string ends with, and is longer than, an ending. */
bool sm_text_ends_with(const char *string, const char *ending);

/* Whether two words are equal, ignoring the case of ASCII letters. */
bool sm_text_same_word(const char *a, const char *b);

/* Candidate most similar to a mistyped word: distance at most 2 and less than the length of the
 * word, or one begins or ends with the other with at least SM_TEXT_PART letters ("windspeed",
 * "lat"); else NULL. */
enum { SM_TEXT_PART = 3 };
const char *sm_text_nearest(const char *word, const char *const *candidates, size_t count);

#endif
