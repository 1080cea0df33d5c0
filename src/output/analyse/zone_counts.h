/* zone_counts.h - how many cells of a wind file each zone of buildings or plants has made. */
#ifndef SM_OUTPUT_ANALYSE_ZONE_COUNTS_H
#define SM_OUTPUT_ANALYSE_ZONE_COUNTS_H

#include "base/text.h"
#include "output/netcdf/wind_read.h"

enum { SM_ZONE_COUNTS = 256, SM_ZONE_COUNT_NAME = 24 };

struct sm_zone_counts {
  size_t times;
  char name[SM_ZONE_COUNTS][SM_ZONE_COUNT_NAME]; /* as the file calls them, "" where it does not */
  size_t (*cells)[SM_ZONE_COUNTS];               /* of each time; NULL: the file tells no zones */
};

/* Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_zone_counts_read(struct sm_wind_file *file,
                                              struct sm_zone_counts *out);
void sm_zone_counts_free(struct sm_zone_counts *counts);

/* Adds a table of the zones that there are: their cells or, of several times, the least, mean and
 * most of them. Nothing where the file tells no zones. */
void sm_zone_counts_print(const struct sm_zone_counts *counts, struct sm_text *out);

/* Adds an object of lists, the cells of every time by the zones' names; null: none are told. */
void sm_zone_counts_json(const struct sm_zone_counts *counts, struct sm_text *out);

#endif
