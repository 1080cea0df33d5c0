/* ncdata.h - numbers from NetCDF files of other programs: unpacks values, marks missing ones as
 * NAN, converts units. Robust against damaged files. */
#ifndef SM_INPUT_NETCDF_NCDATA_H
#define SM_INPUT_NETCDF_NCDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "base/text.h"

/* packing.c: Unpacking of NetCDF variables: scale_factor, add_offset, _Unsigned, _FillValue,
 * missing_value, valid_min, valid_max and valid_range (CF-1.11 sections 2.5.1 and 8.1; NetCDF
 * Users' Guide, appendix A). All unpacking is done here. */

enum { SM_NCPACKING_MISSING = 16 };

struct sm_ncpacking {
  double factor, offset; /* value = factor * (number in the file) + offset */
  int bits;              /* width of integers with a sign other than their type; 0: none */
  bool is_signed;        /* with bits: unsigned type with signed numbers */
  bool is_integer;       /* integer type in the file */
  bool is_single;        /* float type in the file */
  int missing_count, unpacked_count;
  double missing[SM_NCPACKING_MISSING];  /* missing values as stored */
  double unpacked[SM_NCPACKING_MISSING]; /* unpacked missing values that the type cannot hold */
  double least, most;                    /* valid range as stored; else infinite */
  double least_value, most_value;        /* valid range after unpacking; else infinite */
  char fault[192];                       /* reason why the variable cannot be read; "": none */
};

/* Reads the packing attributes of a variable, by NetCDF ids.
 * Sets `fault` when they are invalid. */
void sm_ncpacking_find(int file, int variable, struct sm_ncpacking *out);

/* Unpacks stored numbers in place; missing ones become NAN. */
void sm_ncpacking_undo(const struct sm_ncpacking *packing, size_t count, double *value);

/* ncdata.c */

enum { SM_NCDATA_RANK = 8, SM_NCDATA_NAME = 257, SM_NCDATA_TEXT = 256 };

struct sm_ncdata {
  struct sm_context *ctx;
  const char *path;  /* must outlive the file */
  const char *group; /* of the variables; NULL: none */
  int id, variable_count;
  int file_id;
  double bytes; /* file size */
  bool open;
  int lost; /* NetCDF error code of an unreadable attribute or variable; the next read fails */
  char lost_name[SM_NCDATA_NAME];
};

struct sm_ncdata_variable {
  int id, type, rank;
  bool numeric; /* false for text and user types, which cannot be read as numbers */
  bool is_text; /* characters or strings */
  char name[SM_NCDATA_NAME];
  int dimension[SM_NCDATA_RANK]; /* ids */
  size_t size[SM_NCDATA_RANK];
  double factor, offset; /* value in the requested unit = factor * (unpacked value) + offset */
  struct sm_ncpacking packing;
};

/* Opens a file. Errors: ERR_DATA (missing, a folder, damaged, not NetCDF). */
SM_CHECKED enum sm_status sm_ncdata_open(struct sm_context *ctx, const char *path,
                                         struct sm_ncdata *out);
/* As sm_ncdata_open, the variables of a group of a NetCDF-4 file; out->group NULL: it has none, the
 * variables are those of the file. */
SM_CHECKED enum sm_status sm_ncdata_open_group(struct sm_context *ctx, const char *path,
                                               const char *group, struct sm_ncdata *out);
void sm_ncdata_close(struct sm_ncdata *file);

/* False when a file of this size cannot hold so many values, even with maximum compression. */
bool sm_ncdata_can_hold(const struct sm_ncdata *file, double values);

/* Variable by name, or by index 0 <= i < variable_count; false: absent, or more than SM_NCDATA_RANK
 * dimensions. */
bool sm_ncdata_find(struct sm_ncdata *file, const char *name, struct sm_ncdata_variable *out);
bool sm_ncdata_inquire(struct sm_ncdata *file, int i, struct sm_ncdata_variable *out);

/* First variable with one of the names, a list that ends with NULL. */
bool sm_ncdata_find_any(struct sm_ncdata *file, const char *const *names,
                        struct sm_ncdata_variable *out);

/* Name of a dimension; "" without a name. */
void sm_ncdata_dimension_name(const struct sm_ncdata *file, int dimension,
                              char out[SM_NCDATA_NAME]);

/* Checks that all requested attributes and variables could be read. sm_ncdata_read, _read_text,
 * _convert and _absent include this check; it is needed when none of these follows. Errors:
 * ERR_DATA (damaged), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncdata_check(const struct sm_ncdata *file);

/* Reads a text attribute without surrounding blanks; variable NULL: of the file. False, with "",
 * when it is absent, not text, too long, or unreadable (sm_ncdata_check). */
bool sm_ncdata_text(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                    const char *attribute, char out[SM_NCDATA_TEXT]);

/* Appends a text attribute of any length; nothing when absent. Errors: ERR_DATA (unreadable),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncdata_long_text(const struct sm_ncdata *file,
                                              const struct sm_ncdata_variable *variable,
                                              const char *attribute, struct sm_text *out);

/* Reads at most `most` numbers of an attribute; variable NULL: of the file. Returns their number, 0
 * when it is absent, text, longer, or unreadable (sm_ncdata_check). */
size_t sm_ncdata_numbers(struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                         const char *attribute, double *out, size_t most);

/* Requests values in `unit` from later reads; a variable without a unit is taken to have it.
 * Accepts spellings of weather centres: "gpm", "(0 - 1)". Errors: ERR_DATA (another dimension). */
SM_CHECKED enum sm_status sm_ncdata_convert(struct sm_ncdata *file,
                                            struct sm_ncdata_variable *variable, const char *unit);

/* Finds value = factor * number + offset of a unit conversion, with the same spellings. Errors:
 * ERR_CASE (another dimension, or no unit). */
SM_CHECKED enum sm_status sm_ncdata_unit(struct sm_context *ctx, const char *text, const char *unit,
                                         double *factor, double *offset);

/* Reads a block of a variable, in the order of its dimensions; missing values are NAN. Errors:
 * ERR_DATA (text, outside the variable, damaged). */
SM_CHECKED enum sm_status sm_ncdata_read(struct sm_ncdata *file,
                                         const struct sm_ncdata_variable *variable,
                                         const size_t *start, const size_t *count, double *out);

/* Fails, ERR_DATA, unless a variable can be read as numbers. */
SM_CHECKED enum sm_status sm_ncdata_check_numbers(const struct sm_ncdata *file,
                                                  const struct sm_ncdata_variable *variable);

/* Name of a variable in the file, with its group. */
enum { SM_NCDATA_PLACE = 2 * SM_NCDATA_NAME };
const char *sm_ncdata_place(const struct sm_ncdata *file, const struct sm_ncdata_variable *variable,
                            char out[SM_NCDATA_PLACE]);

/* Bytes per number, of the types that sm_chunks_read has; else 0. */
size_t sm_ncdata_item(const struct sm_ncdata_variable *variable);

/* sums.c: Weighted sum of records of a variable [record][z][y][x], or of the one of [z][y][x]. */
struct sm_ncdata_sum {
  const size_t *record;
  const double *weight;
  int count;
  size_t from[3], size[3]; /* box: z, y, x */
  /* Takes values of n cells of the box, from cell i of row j of layer k; missing ones are NAN.
   * Called by several threads at once, and again for the same cells after a failure. */
  void (*take)(void *self, size_t i, size_t j, size_t k, size_t n, const double *value);
  void *self;
};

/* Passes on the sums row by row, without memory for all of them. Errors: as sm_ncdata_read. */
SM_CHECKED enum sm_status sm_ncdata_sum_rows(struct sm_ncdata *file,
                                             const struct sm_ncdata_variable *variable,
                                             const struct sm_ncdata_sum *sum);

/* Makes values of stored numbers, in the requested unit; missing ones are NAN. */
void sm_ncdata_unpack(const struct sm_ncdata_variable *variable, size_t count, double *value);

/* Adds `weight` times the values of a record to a sum; the first one starts it. */
static inline void sm_ncdata_add(int record, double weight, size_t count, const double *value,
                                 double *sum) {
  for (size_t i = 0; i < count; i++)
    sum[i] = record == 0 ? weight * value[i] : sum[i] + weight * value[i];
}

/* Rank of the texts of a variable: one less than the rank of its characters. */
int sm_ncdata_text_rank(const struct sm_ncdata_variable *variable);

/* Reads the n-th text of a character or string variable, NUL-terminated, without surrounding
 * blanks, truncated to the size of `out`. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_ncdata_read_text(struct sm_ncdata *file,
                                              const struct sm_ncdata_variable *variable, size_t n,
                                              char *out, size_t size);

/* Fails with ERR_DATA: no `what`; lists the names `sought` and those in the file. */
enum sm_status sm_ncdata_absent(struct sm_ncdata *file, const char *what, const char *sought);

/* cf_time.c: CF times: numbers of a time unit since a date of a
 * calendar (CF-1.11 section 4.4). */

enum sm_calendar {
  SM_CALENDAR_STANDARD, /* Gregorian from 1582-10-15, Julian before */
  SM_CALENDAR_PROLEPTIC,
  SM_CALENDAR_JULIAN,
  SM_CALENDAR_NO_LEAP,
  SM_CALENDAR_ALL_LEAP,
  SM_CALENDAR_360
};

/* True for calendars of climate models: no leap years, only leap years, 360 days. */
bool sm_calendar_is_models(enum sm_calendar calendar);

struct sm_cf_time {
  enum sm_calendar calendar;
  double step;    /* s in a unit */
  int64_t day;    /* reference day since 1970-01-01, or in a model calendar */
  double seconds; /* reference time after midnight UTC, s; any sign */
};

/* Parses "hours since 1900-01-01 00:00:0.0", with or without an offset from UTC; calendar "" is the
 * standard one. Errors: ERR_DATA with the reason, without a file name. */
SM_CHECKED enum sm_status sm_cf_time_parse(struct sm_context *ctx, const char *text,
                                           const char *calendar, struct sm_cf_time *out);

/* Seconds since 1970-01-01 UTC. Dates of a model calendar (no leap years, 360 days) become the same
 * dates of the standard calendar. Errors: ERR_DATA (not finite, or a date such as 30 February). */
SM_CHECKED enum sm_status sm_cf_time_seconds(struct sm_context *ctx, const struct sm_cf_time *time,
                                             double value, double *seconds);

/* chunks_read.c: Parallel reading of compressed arrays of NetCDF-4: threads decompress whole
 * chunks. */

struct sm_chunks_reader;

/* Opens a variable [record][z][y][x] or [z][y][x] of native signed bytes (item 1), floats (4) or
 * doubles (8). Returns NULL when its layout is another (chunked, one record per chunk, with shuffle
 * and deflate or without), or without memory; the caller then reads it with NetCDF. */
struct sm_chunks_reader *sm_chunks_reader_open(const char *path, const char *variable, size_t item);
void sm_chunks_reader_close(struct sm_chunks_reader *reader); /* NULL is allowed */

/* Chunk size along z, y and x. */
void sm_chunks_reader_sides(const struct sm_chunks_reader *reader, size_t chunk[3]);

/* Reads the box from[d] .. from[d] + count[d] - 1, z y x, of a record into out[z][y][x]. The box is
 * arbitrary; chunks that it intersects are decompressed as a whole. False on failure. */
bool sm_chunks_reader_read(struct sm_chunks_reader *reader, size_t record, const size_t from[3],
                           const size_t count[3], void *out);

enum { SM_CHUNKS_LARGE = 1 << 16 }; /* values of a block that is worth all threads */

/* Opens a variable, reads a box and closes it. False, too, of fewer values than SM_CHUNKS_LARGE, of
 * another rank than 3 and 4, and of several records: the caller reads with NetCDF, which uses one
 * thread and tells what is wrong. */
bool sm_chunks_read(const char *path, const char *variable, int rank, size_t item,
                    const size_t *start, const size_t *count, void *out);

/* sm_ncdata_sum_rows for a variable with `item` bytes per number. False: not read wholly. */
bool sm_chunks_sum(const char *path, const char *name, const struct sm_ncdata_variable *variable,
                   size_t item, const struct sm_ncdata_sum *sum);

#endif
