/* problems.h - all that is wrong with a text file, in one message. */
#ifndef SM_INPUT_STATIONS_PROBLEMS_H
#define SM_INPUT_STATIONS_PROBLEMS_H

#include "base/context.h"
#include <stdbool.h>

enum { SM_PROBLEMS_MAX = 20 };

/* Problems of a file, collected in the message of the context. */
struct sm_problems {
  struct sm_context *ctx;
  const char *file; /* of sm_problems_add */
  int count;        /* found so far; the message holds the first SM_PROBLEMS_MAX */
};

/* Adds one, with its line (0: of the file as a whole), and status ERR_DATA. Control characters are
 * shown as '?'. */
void sm_problems_add(struct sm_problems *problems, int line, const char *format, ...)
    SM_FORMAT(3, 4);

/* The same for one of several files. */
void sm_problems_add_in(struct sm_problems *problems, const char *file, int line,
                        const char *format, ...) SM_FORMAT(4, 5);

/* True when reading on would only add to a long list. */
bool sm_problems_full(const struct sm_problems *problems);

/* True when two words are the same but for the case of their letters. */
bool sm_text_same_word(const char *a, const char *b);

#endif
