/* stations.h - weather stations from CSV files in WindNinja's layout.
 *
 * One header line names the columns, "Station_Name","Coord_Sys(PROJCS,GEOGCS)", ...,"date_time";
 * then one line per station and time. A file whose header starts with Station_File_List or
 * Recent_Station_File_List * lists other station files, relative to its own folder.
 *
 * Columns may stand in any order; what is in parentheses in the header does not matter. Optional:
 * Coord_Sys (GEOGCS), Datum (WGS84), Temperature, Cloud_Cover, Radius_of_Influence, date_time, and
 * units of what is not given. WGS84 and NAD83 are taken as one (they differ by 2 m); NAD27 (off by
 * up to 200 m) is refused. Lines of one station name at one place, in one file or several, are one
 * station; several heights at one time make a tower; a repeated identical line counts once. */
#ifndef SM_INPUT_STATIONS_STATIONS_H
#define SM_INPUT_STATIONS_STATIONS_H

#include <stddef.h>

#include "base/context.h"
#include "case/case.h"

/* Reads every station in `path`. *out: stations in the order in which they first appear (as in the
 * case, position LATLON or CRS, readings sorted by time and height, `file` the first that names
 * it, profile and other options copied from `like`), freed with sm_stations_free.
 * Errors: ERR_DATA with file, line, the column's name and what is wrong with it, for up to 20
 * problems; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                           const struct sm_case_station *like,
                                           struct sm_case_station **out, size_t *count);

/* The same from a text in memory, size bytes; `name` stands for the file in messages. A list of
 * files is an error here. */
SM_CHECKED enum sm_status sm_stations_parse(struct sm_context *ctx, const char *name,
                                            const char *text, size_t size,
                                            const struct sm_case_station *like,
                                            struct sm_case_station **out, size_t *count);
void sm_stations_free(struct sm_case_station **stations, size_t count);

/* rose_table.c: A wind rose as a table in a CSV file: how often the wind comes from each of some
 * equal sectors, and how fast it then is. One line for each sector, in any order; its first field
 * is the sector's middle, where the wind comes from: degrees clockwise from north, or "N", "NNE"
 * ... The other columns are   classes of speed in m/s, "0-2", "2-4" ... ">10": how often the wind
 * is of the sector and class;   or "frequency", "A" (m/s) and "k": how often it is of the sector,
 * and Weibull's parameters. A line "calm" tells how often there is no wind. Frequencies are parts
 * of 1 or per cent. */

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

/* number_rows.c: Rows of numbers in a CSV file, in the order of time. With a first line of names
 * the columns may stand in any order, among others; without one there are just those that are asked
 * for, in their order. */

enum { SM_NUMBER_COLUMN_NAMES = 4 };

/* A column that is wanted. */
struct sm_number_column {
  const char *
      name[SM_NUMBER_COLUMN_NAMES]; /* any of these heads it, the first in messages; may be fewer */
  double low, high;                 /* its numbers lie between, these included */
};

/* Reads `count` columns, of which the first, a time, rises; two rows or more. *out is
 * [*rows][count], freed with sm_free. The message names every problem with its line, up to 20.
 * Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_number_rows_read(struct sm_context *ctx, const char *path,
                                              const struct sm_number_column *column, int count,
                                              double **out, size_t *rows);

/* The same from a text, which `name` stands for in messages. */
SM_CHECKED enum sm_status sm_number_rows_parse(struct sm_context *ctx, const char *name,
                                               const char *text, size_t size,
                                               const struct sm_number_column *column, int count,
                                               double **out, size_t *rows);

#endif
