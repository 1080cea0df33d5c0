/* stations.h - weather stations from CSV files in the format of WindNinja.
 *
 * The header line names the columns, "Station_Name","Coord_Sys(PROJCS,GEOGCS)", ...,"date_time";
 * one line per station and time follows. A file whose header starts with Station_File_List or
 * Recent_Station_File_List lists other station files, relative to its own folder.
 *
 * Columns may be in any order; text in parentheses in the header is ignored. Optional: Coord_Sys
 * (GEOGCS), Datum (WGS84), Temperature, Cloud_Cover, Radius_of_Influence, date_time, and units of
 * absent quantities. WGS84 and NAD83 are treated as equal (they differ by 2 m); NAD27 (up to 200 m
 * off) is rejected. Lines with one station name and position, in one or several files, are one
 * station; several heights at one time form a tower; repeated identical lines count once. */
#ifndef SM_INPUT_STATIONS_STATIONS_H
#define SM_INPUT_STATIONS_STATIONS_H

#include <stddef.h>

#include "base/context.h"
#include "case/case.h"

/* Reads all stations in `path`. *out: stations in the order of their first line (as
 * in the case: position LATLON or CRS, readings sorted by time and height, `file`
 * the first file with the station, profile and other options copied from `like`),
 * freed with sm_stations_free. Errors: ERR_DATA with file, line, column name and
 * reason, for up to 20 errors; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                           const struct sm_case_station *like,
                                           struct sm_case_station **out, size_t *count);

/* Parses a text in memory, size bytes; `name` stands for the file in messages. A list of files is
 * an error here. */
SM_CHECKED enum sm_status sm_stations_parse(struct sm_context *ctx, const char *name,
                                            const char *text, size_t size,
                                            const struct sm_case_station *like,
                                            struct sm_case_station **out, size_t *count);
void sm_stations_free(struct sm_case_station **stations, size_t count);

/* rose_table.c: Wind rose table in a CSV file: frequency and speed of the wind by
 * direction, in equal sectors. One line per sector, in any order; the first field is the
 * centre of the sector, from which the wind blows: degrees clockwise from north, or "N",
 * "NNE" ... The other columns are classes of speed in m/s, "0-2", "2-4" ... ">10", with
 * the frequency of the sector and class; or "frequency", "A" (m/s) and "k": frequency of
 * the sector, and Weibull parameters. A line "calm" holds the frequency of calms.
 * Frequencies are fractions of 1 or per cent. */

enum { SM_ROSE_SECTORS = 360 };

struct sm_rose_table {
  int sectors;
  double first;      /* centre of sector 0, deg; sector s: first + 360 s / sectors */
  double calm;       /* fraction of time without wind */
  double *frequency; /* [sectors] fraction of time; with calm they sum to 1 */
  int classes;       /* 0: Weibull */
  double *edge;      /* [classes + 1] m/s, rising; an open class gets the width of the class
                      * below */
  double *share;     /* [sectors][classes] fraction of time */
  double *scale;     /* [sectors] Weibull A, m/s */
  double *shape;     /* [sectors] k */
};

/* Reads a table. The message lists all errors with their lines, up to 20. Frequencies that sum to 1
 * or 100 % within 1 % are normalised. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rose_table_read(struct sm_context *ctx, const char *path,
                                             struct sm_rose_table *out);

/* Parses a text; `name` stands for the file in messages. */
SM_CHECKED enum sm_status sm_rose_table_parse(struct sm_context *ctx, const char *name,
                                              const char *text, size_t size,
                                              struct sm_rose_table *out);
void sm_rose_table_free(struct sm_rose_table *table);

/* number_rows.c: Rows of numbers in a CSV file, sorted by time. With a header line the columns may
 * be in any order, among others; without one the file must have exactly the requested columns in
 * order. */

enum { SM_NUMBER_COLUMN_NAMES = 4 };

/* A requested column. */
struct sm_number_column {
  const char *
      name[SM_NUMBER_COLUMN_NAMES]; /* accepted header names, the first for messages; others NULL */
  double low, high;                 /* valid range, inclusive */
};

/* Reads `count` columns, of which the first, a time, must increase; at least two rows. *out is
 * [*rows][count], freed with sm_free. The message lists all errors with their lines, up to 20.
 * Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_number_rows_read(struct sm_context *ctx, const char *path,
                                              const struct sm_number_column *column, int count,
                                              double **out, size_t *rows);

/* Parses a text; `name` stands for the file in messages. */
SM_CHECKED enum sm_status sm_number_rows_parse(struct sm_context *ctx, const char *name,
                                               const char *text, size_t size,
                                               const struct sm_number_column *column, int count,
                                               double **out, size_t *rows);

#endif
