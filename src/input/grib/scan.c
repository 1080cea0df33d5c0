/* List of the fields of a GRIB file: parameter, level, time, member, grid. */
#define _POSIX_C_SOURCE 200809L
#include "input/grib/internal.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text of a key, into zeros. */
static void text_of(codes_handle *h, const char *key, char out[SM_GRIB_NAME]) {
  char text[256] = "";
  size_t size = sizeof text;
  if (codes_get_string(h, key, text, &size) != CODES_SUCCESS) text[0] = '\0';
  text[SM_GRIB_NAME - 1] = '\0';
  memcpy(out, text, strlen(text));
}

static long long_of(codes_handle *h, const char *key, long otherwise) {
  long value;
  return codes_get_long(h, key, &value) == CODES_SUCCESS && value != CODES_MISSING_LONG ? value
                                                                                        : otherwise;
}

static double double_of(codes_handle *h, const char *key) {
  double value;
  int fault = CODES_SUCCESS;
  if (codes_is_missing(h, key, &fault) == 1) return NAN;
  return codes_get_double(h, key, &value) == CODES_SUCCESS ? value : (double)NAN;
}

/* Value of the first key that is there. */
static double first_of(codes_handle *h, const char *const *keys) {
  for (; *keys != NULL; keys++) {
    const double value = double_of(h, *keys);
    if (!isnan(value)) return value;
  }
  return NAN;
}

/* ---- grids ---- */

/* Points of the rows of a reduced grid, for free(); NULL: a grid without them, or no memory. */
static long *rows_of(codes_handle *h, size_t *count) {
  *count = 0;
  if (codes_get_size(h, "pl", count) != CODES_SUCCESS || *count == 0) return NULL;
  long *rows = malloc(*count * sizeof *rows);
  if (rows == NULL || codes_get_long_array(h, "pl", rows, count) != CODES_SUCCESS) *count = 0;
  return rows;
}

static unsigned long hash_rows(codes_handle *h) {
  unsigned long hash = 5381;
  size_t count;
  long *rows = rows_of(h, &count);
  for (size_t n = 0; n < count; n++) hash = hash * 33 + (unsigned long)rows[n];
  free(rows);
  return count > 0 ? hash : 0;
}

/* Number of points; 0: not told, or a row of a Gaussian grid is empty, where ecCodes would abort.
 */
static size_t count_points(codes_handle *h) {
  char type[SM_GRIB_NAME] = "";
  size_t count;
  text_of(h, "gridType", type);
  const long fewest = sm_grib_fewest_in_row(type);
  long *rows = rows_of(h, &count);
  bool good = true;
  for (size_t n = 0; n < count; n++) good = good && rows[n] >= fewest;
  free(rows);
  const long points = good ? long_of(h, "numberOfDataPoints", 0) : 0;
  return points > 0 ? (size_t)points : 0;
}

static void find_earth(codes_handle *h, double axis[2]) {
  if (long_of(h, "earthIsOblate", 0) == 1) {
    axis[0] = double_of(h, "earthMajorAxisInMetres");
    axis[1] = double_of(h, "earthMinorAxisInMetres");
    if (isnan(axis[0]) || isnan(axis[1])) { /* edition 1: IAU 1965 */
      axis[0] = 6378160;
      axis[1] = 6356775;
    }
  } else {
    const double radius = double_of(h, "radius");
    axis[0] = axis[1] = isnan(radius) ? 6367470 : radius;
  }
}

static void find_grid(codes_handle *h, struct sm_grib_grid *out) {
  static const char *const di[] = {"DiInMetres", "DxInMetres", "iDirectionIncrementInDegrees",
                                   NULL};
  static const char *const dj[] = {"DjInMetres", "DyInMetres", "jDirectionIncrementInDegrees",
                                   NULL};
  static const char *const scale[] = {"Latin1InDegrees", "LaDInDegrees", "LatinInDegrees", NULL};
  static const char *const way[] = {"LoVInDegrees", "orientationOfTheGridInDegrees", NULL};
  text_of(h, "gridType", out->type);
  out->ni = long_of(h, "Ni", 0);
  out->nj = long_of(h, "Nj", 0);
  out->first[0] = double_of(h, "latitudeOfFirstGridPointInDegrees");
  out->first[1] = double_of(h, "longitudeOfFirstGridPointInDegrees");
  out->last[0] = double_of(h, "latitudeOfLastGridPointInDegrees");
  out->last[1] = double_of(h, "longitudeOfLastGridPointInDegrees");
  out->step[0] = first_of(h, di);
  out->step[1] = first_of(h, dj);
  out->south_pole[0] = double_of(h, "latitudeOfSouthernPoleInDegrees");
  out->south_pole[1] = double_of(h, "longitudeOfSouthernPoleInDegrees");
  out->rotation = double_of(h, "angleOfRotationInDegrees");
  out->latin[0] = first_of(h, scale);
  out->latin[1] = double_of(h, "Latin2InDegrees");
  out->orientation = first_of(h, way);
  out->gauss = long_of(h, "N", 0);
  out->south = (long_of(h, "projectionCentreFlag", 0) & 128) != 0;
  out->i_negative = long_of(h, "iScansNegatively", 0);
  out->j_positive = long_of(h, "jScansPositively", 0);
  out->columns_first = long_of(h, "jPointsAreConsecutive", 0);
  out->alternating = long_of(h, "alternativeRowScanning", 0);
  find_earth(h, out->axis);
  if (strncmp(out->type, "reduced_", 8) == 0) out->row_hash = hash_rows(h);
}

/* ---- times and parameters ---- */

/* Days from 1970-01-01 of a date of the Gregorian calendar. */
static double days_of(long year, long month, long day) {
  const long y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
  const long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  return (double)(era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * m + 2) / 5 +
                  day - 1 - 719468);
}

static void find_time(codes_handle *h, struct sm_grib_message *out) {
  char step[SM_GRIB_NAME] = "";
  size_t size = sizeof "s";
  const long date = long_of(h, "dataDate", 0);
  out->reference = 86400 * days_of(date / 10000, date / 100 % 100, date % 100) +
                   3600 * (double)long_of(h, "hour", 0) + 60 * (double)long_of(h, "minute", 0) +
                   (double)long_of(h, "second", 0);
  text_of(h, "stepType", step);
  out->step = strcmp(step, "instant") == 0 ? SM_GRIB_INSTANT
              : strcmp(step, "accum") == 0 ? SM_GRIB_ACCUMULATED
              : strcmp(step, "avg") == 0   ? SM_GRIB_AVERAGED
                                           : SM_GRIB_OTHER;
  const bool in_seconds = codes_set_string(h, "stepUnits", "s", &size) == CODES_SUCCESS;
  const long end = long_of(h, "endStep", -1);
  out->time = in_seconds && end >= 0 ? out->reference + (double)end : (double)NAN;
}

static void describe(codes_handle *h, struct sm_grib_message *out) {
  text_of(h, "shortName", out->name);
  text_of(h, "typeOfLevel", out->level_type);
  text_of(h, "units", out->unit);
  text_of(h, "centre", out->centre);
  out->edition = (int)long_of(h, "edition", 0);
  out->parameter = out->edition == 2 ? (int)(65536 * long_of(h, "discipline", 0) +
                                             256 * long_of(h, "parameterCategory", 0) +
                                             long_of(h, "parameterNumber", 0))
                                     : -1;
  out->level = double_of(h, "level");
  if (strcmp(out->level_type, "isobaricInhPa") == 0) out->level *= 100;
  find_time(h, out);
  out->member = long_of(h, "number", long_of(h, "perturbationNumber", -1));
  /* Code table 3.3: ecCodes has no uvRelativeToGrid for polar stereographic grids of edition 2. */
  const long flags = long_of(h, "resolutionAndComponentFlags", -1);
  out->relative = long_of(h, "uvRelativeToGrid", flags < 0 ? -1 : flags >> 3 & 1);
  out->values = count_points(h);
  size_t vertical = 0;
  if (long_of(h, "PVPresent", 0) == 1 && codes_get_size(h, "pv", &vertical) == CODES_SUCCESS)
    out->parameters = (long)vertical;
  find_grid(h, &out->grid);
}

/* ---- files ---- */

struct list {
  struct sm_grib_message *item;
  size_t count, room;
};

static bool grow(struct list *list) {
  if (list->count < list->room) return true;
  const size_t room = 2 * list->room + 64;
  struct sm_grib_message *more = realloc(list->item, room * sizeof *more);
  if (more == NULL) return false;
  list->item = more;
  list->room = room;
  return true;
}

/* Adds the fields of one message of the file. */
static enum sm_status add_fields(struct list *list, const unsigned char *bytes, size_t length,
                                 double offset, char *message, size_t size) {
  const int parts = sm_grib_part_count(bytes, length);
  if (parts == 0) {
    snprintf(message, size, "the GRIB message at byte %.0f is damaged", offset);
    return SM_ERR_DATA;
  }
  for (int part = 0; part < parts; part++) {
    void *copy;
    codes_handle *h = sm_grib_part_open(bytes, length, part, &copy);
    if (h == NULL || !grow(list)) {
      snprintf(message, size, "the GRIB message at byte %.0f cannot be read", offset);
      if (h != NULL) codes_handle_delete(h);
      free(copy);
      return SM_ERR_DATA;
    }
    struct sm_grib_message *field = &list->item[list->count++];
    memset(field, 0, sizeof *field);
    field->part = part;
    field->offset = offset;
    field->bytes = (double)length;
    describe(h, field);
    codes_handle_delete(h);
    free(copy);
  }
  return SM_OK;
}

/* ---- messages ---- */

enum next { NEXT_MESSAGE, NEXT_END, NEXT_DAMAGED, NEXT_MEMORY };

static uint64_t number_of(const unsigned char *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

/* Goes to the first byte of the next "GRIB"; false at the end of the file. */
static bool find_mark(FILE *file) {
  static const unsigned char mark[] = {'G', 'R', 'I', 'B'};
  size_t found = 0;
  for (int c; found < sizeof mark && (c = fgetc(file)) != EOF;)
    found = c == mark[found] ? found + 1 : c == mark[0];
  return found == sizeof mark && fseeko(file, -(off_t)sizeof mark, SEEK_CUR) == 0;
}

/* Length of the section of edition 1 at a place of the file; 0: beyond its end. */
static uint64_t section_length(FILE *file, off_t at, unsigned char head[8]) {
  if (fseeko(file, at, SEEK_SET) != 0 || fread(head, 1, 8, file) != 8) return 0;
  return number_of(head, 3);
}

/* Length of a message of edition 1 above 8 MB, whose field has 24 bits: where the data section says
 * less than 120 bytes, the field counts units of 120 bytes and the section what the last one lacks.
 */
static uint64_t large_length(FILE *file, off_t start, uint64_t field) {
  enum { LARGE = 0x800000, UNIT = 120, HEAD = 8, GRID = 0x80, BITMAP = 0x40 };
  unsigned char head[8] = {0};
  off_t at = start + HEAD;
  const uint64_t product = section_length(file, at, head);
  const int flags = head[7];
  at += (off_t)product;
  if (product != 0 && (flags & GRID)) at += (off_t)section_length(file, at, head);
  if (product != 0 && (flags & BITMAP)) at += (off_t)section_length(file, at, head);
  const uint64_t data = product != 0 ? section_length(file, at, head) : 0;
  return data < UNIT ? (field - LARGE) * UNIT - data + 4 : field;
}

/* Length of the message at a place of the file, by its header; 0: of no edition known. */
static uint64_t message_length(FILE *file, off_t start) {
  unsigned char head[16];
  if (fread(head, 1, sizeof head, file) != sizeof head) return 0;
  if (head[7] == 2) return number_of(head + 8, 8);
  const uint64_t field = number_of(head + 4, 3);
  return head[7] != 1 ? 0 : field & 0x800000 ? large_length(file, start, field) : field;
}

/* Whether the sections of a message of edition 2 follow each other to its end, and its grid has
 * numbers of points in rows of at most 4 bytes each, if any: ecCodes takes what these say, up to a
 * gigabyte of memory for 200 bytes. */
static bool has_sections(const unsigned char *bytes, size_t length) {
  enum { HEAD = 16, END = 4, SECTION = 5, GRID = 3, LAST = 7, LIST = 10, WIDEST = 4 };
  size_t at = HEAD;
  while (at + SECTION <= length - END) {
    const uint64_t size = number_of(bytes + at, 4);
    const int section = bytes[at + 4];
    if (size < SECTION || size > length - END - at || section < 1 || section > LAST) return false;
    if (section == GRID && (size <= LIST || bytes[at + LIST] > WIDEST)) return false;
    at += (size_t)size;
  }
  return at == length - END;
}

/* Reads the next message. Its length is checked against the file before memory is allocated, and
 * wmo_read_grib_from_file_malloc, which does not, is not called. */
static enum next read_message(FILE *file, unsigned char **bytes, size_t *length, off_t *start) {
  enum { SHORTEST = 8 + 28 + 11 + 4 }; /* sections 0, 1, 4 and 5 of edition 1 */
  if (!find_mark(file)) return NEXT_END;
  *start = ftello(file);
  const uint64_t whole = message_length(file, *start);
  if (fseeko(file, 0, SEEK_END) != 0 || whole < SHORTEST ||
      whole > (uint64_t)(ftello(file) - *start))
    return NEXT_DAMAGED;
  *length = (size_t)whole;
  *bytes = malloc(*length);
  if (*bytes == NULL) return NEXT_MEMORY;
  const bool read =
      fseeko(file, *start, SEEK_SET) == 0 && fread(*bytes, 1, *length, file) == *length;
  if (read && memcmp(*bytes + *length - 4, "7777", 4) == 0 &&
      ((*bytes)[7] != 2 || has_sections(*bytes, *length)))
    return NEXT_MESSAGE;
  free(*bytes);
  return NEXT_DAMAGED;
}

enum sm_status sm_grib_scan(const char *path, struct sm_grib_message **out, size_t *count,
                            char *message, size_t size) {
  struct list list = {0};
  enum sm_status status = SM_OK;
  *out = NULL;
  *count = 0;
  message[0] = '\0';
  sm_grib_quiet();
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    snprintf(message, size, "%s", strerror(errno));
    return SM_ERR_DATA;
  }
  for (enum next next = NEXT_MESSAGE; status == SM_OK && next == NEXT_MESSAGE;) {
    unsigned char *bytes = NULL;
    size_t length = 0;
    off_t start = 0;
    next = read_message(file, &bytes, &length, &start);
    if (next == NEXT_MESSAGE) {
      status = add_fields(&list, bytes, length, (double)start, message, size);
      free(bytes);
    } else if (next != NEXT_END) {
      snprintf(message, size,
               next == NEXT_MEMORY
                   ? "after %zu fields: no memory for the GRIB message at byte %.0f"
                   : "the GRIB file is truncated or damaged after %zu fields: no whole message at "
                     "byte %.0f",
               list.count, (double)start);
      status = next == NEXT_MEMORY ? SM_ERR_MEMORY : SM_ERR_DATA;
    }
  }
  fclose(file);
  if (status != SM_OK) {
    free(list.item);
    return status;
  }
  *out = list.item;
  *count = list.count;
  return SM_OK;
}
