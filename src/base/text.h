/* text.h - growing strings, and "did you mean". */
#ifndef SM_BASE_TEXT_H
#define SM_BASE_TEXT_H

#include "simoom/status.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A string that grows. Start from {0}; out of memory is remembered in `failed` and further
 * additions do nothing, so that one test at the end is enough. */
struct sm_text {
  char *data; /* NUL-terminated; NULL while empty */
  size_t size, capacity;
  bool failed;
};

void sm_text_add(struct sm_text *text, const char *format, ...) SM_FORMAT(2, 3);
void sm_text_add_list(struct sm_text *text, const char *format, va_list arguments);
void sm_text_add_bytes(struct sm_text *text, const char *bytes, size_t count);
/* A field of a table, in quotes where it would fall apart without (RFC 4180). */
void sm_text_add_csv(struct sm_text *text, const char *field);

void sm_text_clear(struct sm_text *text); /* empties, keeps the memory */
void sm_text_free(struct sm_text *text);

/* The string; "" while empty. */
const char *sm_text_string(const struct sm_text *text);

/* How a file that should be text is encoded. */
enum sm_encoding {
  SM_ENCODING_PLAIN,  /* ASCII, UTF-8 or another that agrees with ASCII */
  SM_ENCODING_MARKED, /* UTF-8 behind a byte order mark of three bytes */
  SM_ENCODING_UTF16,  /* or UTF-32, with a byte order mark or without: cannot be read */
  SM_ENCODING_NONE    /* no text: it holds NUL bytes */
};
enum sm_encoding sm_text_encoding(const char *bytes, size_t size);

/* What keeps a file from being read as text: "the text is UTF-16: save it as UTF-8"; NULL: nothing
 * does. */
const char *sm_text_unreadable(const char *bytes, size_t size);

/* Copy of a string, freed with free(); NULL when out of memory. */
char *sm_text_copy(const char *string);

/* Whether a string is longer than an ending, and ends in it. */
bool sm_text_ends_with(const char *string, const char *ending);

/* Damerau-Levenshtein distance (insert, delete, replace, swap neighbours). */
int sm_text_distance(const char *a, const char *b);

/* The nearest of the candidates if it is near enough to be a slip of the pen (distance at most 2,
 * and less than the word's length), or if the one begins or ends with the other, of SM_TEXT_PART
 * letters or more ("windspeed", "lat"); else NULL. */
enum { SM_TEXT_PART = 3 };
const char *sm_text_nearest(const char *word, const char *const *candidates, size_t count);

#endif
