/* rose_table.h - a wind rose as a table in a CSV file: how often the wind comes from each of some
 * equal sectors, and how fast it then is.
 *
 * One line for each sector, in any order; its first field is the sector's middle, where the wind
 * comes from: degrees clockwise from north, or "N", "NNE" ... The other columns are
 *   classes of speed in m/s, "0-2", "2-4" ... ">10": how often the wind is of the sector and class;
 *   or "frequency", "A" (m/s) and "k": how often it is of the sector, and Weibull's parameters.
 * A line "calm" tells how often there is no wind. Frequencies are parts of 1 or per cent. */
#ifndef SM_INPUT_STATIONS_ROSE_TABLE_H
#define SM_INPUT_STATIONS_ROSE_TABLE_H

#include "base/context.h"
#include <stddef.h>

enum { SM_ROSE_SECTORS = 360 };

struct sm_rose_table {
  int sectors;
  double first;      /* deg: middle of sector 0; that of sector s is first + 360 s / sectors */
  double calm;       /* share of all time without wind */
  double *frequency; /* [sectors] share of all time; with calm they sum to 1 */
  int classes;       /* 0: Weibull */
  double *edge;      /* [classes + 1] m/s, rising; a class without upper end is as wide as the one
                        below */
  double *share;     /* [sectors][classes] of all time */
  double *scale;     /* [sectors] A, m/s; of Weibull */
  double *shape;     /* [sectors] k */
};

/* Reads a table. The message names every problem with its line, up to 20. Frequencies that sum to 1
 * or 100 % within 1 % are made to do so exactly. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rose_table_read(struct sm_context *ctx, const char *path,
                                             struct sm_rose_table *out);

/* The same from a text, which `name` stands for in messages. */
SM_CHECKED enum sm_status sm_rose_table_parse(struct sm_context *ctx, const char *name,
                                              const char *text, size_t size,
                                              struct sm_rose_table *out);
void sm_rose_table_free(struct sm_rose_table *table);

#endif
