/* rose_header.h - the first line of a wind rose's table. */
#ifndef SM_INPUT_STATIONS_ROSE_HEADER_H
#define SM_INPUT_STATIONS_ROSE_HEADER_H

#include "input/stations/problems.h"
#include "simoom/csv.h"

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
