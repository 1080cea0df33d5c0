/* ncdata.h - numbers out of NetCDF files that others wrote: packed values are unpacked, missing
 * ones become NAN, units are converted. Nothing here trusts the file. */
#ifndef SM_INPUT_NETCDF_NCDATA_H
#define SM_INPUT_NETCDF_NCDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "base/text.h"

/* packing.c: Packed NetCDF variables: scale_factor, add_offset, _Unsigned, _FillValue,
 * missing_value, valid_min, valid_max and valid_range (CF-1.11 sections 2.5.1 and 8.1; NetCDF
 * Users' Guide, appendix A). The only place where numbers are unpacked. */

enum { SM_NCPACKING_MISSING = 16 };

struct sm_ncpacking {
  double factor, offset; /* value = factor * (number in the file) + offset */
  int bits;        /* of integers whose sign is meant otherwise than the type says; 0: none are */
  bool is_signed;  /* with bits: the type is unsigned, the numbers are not */
  bool is_integer; /* the type in the file */
  bool is_single;  /* the type in the file is float */
  int missing_count, unpacked_count;
  double missing[SM_NCPACKING_MISSING];  /* numbers in the file that stand for nothing */
  double unpacked[SM_NCPACKING_MISSING]; /* values that do, where the type cannot hold them */
  double least, most;                    /* valid numbers in the file; else infinite */
  double least_value, most_value;        /* valid values; else infinite */
  char fault[192];                       /* why the variable cannot be read; "": it can */
};

/* What the attributes of a variable say, by ids of the NetCDF library. A variable that cannot be
 * understood has a fault. */
void sm_ncpacking_find(int file, int variable, struct sm_ncpacking *out);

/* Unpacks numbers of the file into values; NAN: missing. */
void sm_ncpacking_undo(const struct sm_ncpacking *packing, size_t count, double *value);

/* ncdata.c */

enum { SM_NCDATA_RANK = 8, SM_NCDATA_NAME = 257, SM_NCDATA_TEXT = 256 };

struct sm_ncdata {
  struct sm_context *ctx;
  const char *path; /* must outlive the file */
  int id, variable_count;
  double bytes; /* of the file */
  bool open;
  int lost; /* code of NetCDF: an attribute or variable could not be read; the next read fails */
  char lost_name[SM_NCDATA_NAME];
};

struct sm_ncdata_variable {
  int id, type, rank;
  bool numeric; /* else text or a type of its own: cannot be read as numbers */
  bool is_text; /* characters or strings */
  char name[SM_NCDATA_NAME];
  int dimension[SM_NCDATA_RANK]; /* ids */
  size_t size[SM_NCDATA_RANK];
  double factor, offset; /* value in the wanted unit = factor * (value in the file) + offset */
  struct sm_ncpacking packing;
};

/* Opens a file of the disk. Errors: ERR_DATA (missing, a folder, damaged, no NetCDF). */
SM_CHECKED enum sm_status sm_ncdata_open(struct sm_context *ctx, const char *path,
                                         struct sm_ncdata *out);
void sm_ncdata_close(struct sm_ncdata *file);

/* False where so many values cannot be in a file of this size, however well it is compressed. */
bool sm_ncdata_can_hold(const struct sm_ncdata *file, double values);

/* The variable of a name, or with an index 0 <= i < variable_count; false: absent, or more than
 * SM_NCDATA_RANK dimensions. */
bool sm_ncdata_find(struct sm_ncdata *file, const char *name, struct sm_ncdata_variable *out);
bool sm_ncdata_inquire(struct sm_ncdata *file, int i, struct sm_ncdata_variable *out);

/* The first variable of one of the names, which end with NULL. */
bool sm_ncdata_find_any(struct sm_ncdata *file, const char *const *names,
                        struct sm_ncdata_variable *out);

/* The name of a dimension; "" when it has none. */
void sm_ncdata_dimension_name(const struct sm_ncdata *file, int dimension,
                              char out[SM_NCDATA_NAME]);

/* Whether all attributes and variables that were asked for could be read; the first of
 * sm_ncdata_read, _read_text, _convert and _absent that follows fails likewise. Where nothing of
 * these follows, it is to be asked. Errors: ERR_DATA (damaged), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncdata_check(const struct sm_ncdata *file);

/* A text attribute without blanks around it; variable NULL: of the file. False, and "", when it is
 * not there, is no text, is too long, or cannot be read (sm_ncdata_check). */
bool sm_ncdata_text(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                    const char *attribute, char out[SM_NCDATA_TEXT]);

/* Adds a text attribute of any length; nothing if absent. Errors: ERR_DATA (unreadable),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncdata_long_text(const struct sm_ncdata *file,
                                              const struct sm_ncdata_variable *variable,
                                              const char *attribute, struct sm_text *out);

/* The numbers of an attribute, of the file with variable NULL, at most `most`; returns how many, 0
 * when it is not there, is text, has more, or cannot be read (sm_ncdata_check). */
size_t sm_ncdata_numbers(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                         const char *attribute, double *out, size_t most);

/* Makes reads give values in `unit`; a variable that names no unit has that one already. Knows also
 * spellings of weather centres: "gpm", "(0 - 1)". Errors: ERR_DATA (another kind of unit). */
SM_CHECKED enum sm_status sm_ncdata_convert(struct sm_ncdata *file,
                                            struct sm_ncdata_variable *variable, const char *unit);

/* Reads a block of a variable, in the order of its dimensions; NAN where a value is missing.
 * Errors: ERR_DATA (text, outside the variable, damaged). */
SM_CHECKED enum sm_status sm_ncdata_read(struct sm_ncdata *file,
                                         const struct sm_ncdata_variable *variable,
                                         const size_t *start, const size_t *count, double *out);

/* How many dimensions the texts of a variable have: one less than its characters. */
int sm_ncdata_text_rank(const struct sm_ncdata_variable *variable);

/* Reads the n-th text of a variable of characters or strings, NUL-terminated, without blanks around
 * it, cut to the size of `out`. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_ncdata_read_text(struct sm_ncdata *file,
                                              const struct sm_ncdata_variable *variable, size_t n,
                                              char *out, size_t size);

/* ERR_DATA: the file has no `what`; says which names were `sought` and which the file has. */
enum sm_status sm_ncdata_absent(struct sm_ncdata *file, const char *what, const char *sought);

/* cf_time.c: Times as the CF conventions write them: numbers of a unit since a date of a calendar
 * (CF-1.11 section 4.4). */

enum sm_calendar {
  SM_CALENDAR_STANDARD, /* Gregorian from 1582-10-15, Julian before */
  SM_CALENDAR_PROLEPTIC,
  SM_CALENDAR_JULIAN,
  SM_CALENDAR_NO_LEAP,
  SM_CALENDAR_ALL_LEAP,
  SM_CALENDAR_360
};

/* Calendars of climate models: without leap years, with leap years only, of 360 days. */
bool sm_calendar_is_models(enum sm_calendar calendar);

struct sm_cf_time {
  enum sm_calendar calendar;
  double step;    /* s in a unit */
  int64_t day;    /* of the reference date: since 1970-01-01, or of a model's calendar */
  double seconds; /* of the reference after midnight UTC; any sign */
};

/* Understands "hours since 1900-01-01 00:00:0.0", with an offset from UTC or without; calendar ""
 * is the standard one. Errors: ERR_DATA with the reason, without the name of a file. */
SM_CHECKED enum sm_status sm_cf_time_parse(struct sm_context *ctx, const char *text,
                                           const char *calendar, struct sm_cf_time *out);

/* Seconds since 1970-01-01 UTC. The dates of a model's calendar (no leap years, 360 days) are taken
 * for the same dates of ours. Errors: ERR_DATA (not finite, or a date such as 30 February). */
SM_CHECKED enum sm_status sm_cf_time_seconds(struct sm_context *ctx, const struct sm_cf_time *time,
                                             double value, double *seconds);

#endif
