/* rose_header.h - the first line of a wind rose's table, and the problems of a file. */
#ifndef SM_INPUT_ROSE_HEADER_H
#define SM_INPUT_ROSE_HEADER_H

#include "base/context.h"
#include "input/csv.h"

enum { SM_PROBLEMS_MOST = 20 };

/* Problems of a file, collected in the message of the context. */
struct sm_problems {
  struct sm_context *ctx;
  const char *file;
  int count;
};

/* Adds one, with its line (0: of the file as a whole). Control characters are shown as '?'. */
void sm_problem(struct sm_problems *problems, int line, const char *format, ...) SM_FORMAT(3, 4);

/* True when two words are the same but for the case of their letters. */
bool sm_same_word(const char *a, const char *b);

enum { SM_ROSE_FREQUENCY, SM_ROSE_SCALE, SM_ROSE_SHAPE, SM_ROSE_WEIBULL };

struct sm_rose_header {
  int columns;
  char name[SM_CSV_FIELDS][48]; /* of the columns, shortened; 0: the sectors */
  int classes;                  /* 0: Weibull */
  double edge[SM_CSV_FIELDS];   /* [classes + 1] m/s */
  int weibull[SM_ROSE_WEIBULL]; /* column of the frequency, A and k */
};

/* Takes the line in hand apart. What is wrong goes to the problems. */
void sm_rose_header_read(const struct sm_csv *csv, struct sm_rose_header *out,
                         struct sm_problems *problems);

#endif
