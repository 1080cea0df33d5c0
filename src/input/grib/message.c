/* Splits GRIB2 messages of several fields, as NCEP writes wind components: sections 2 to 7 may
 * repeat within one message (FM 92 GRIB, regulation 92.1.9). */
#include "input/grib/internal.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 16, END = 4, SECTIONS = 8, NO_BITMAP_BEFORE = 254 };

/* Sections of a field. */
struct part {
  const unsigned char *section[SECTIONS];
  size_t length[SECTIONS];
};

static size_t number(const unsigned char *at, int bytes) {
  size_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
  return value;
}

/* Finds the sections of field `wanted` (-1: of none); returns the number of fields, 0 when a
 * section leaves the message. */
static int find_part(const unsigned char *message, size_t bytes, int wanted, struct part *out) {
  struct part now = {0};
  int count = 0;
  size_t at = HEAD;
  while (at + END < bytes && memcmp(message + at, "7777", END) != 0) {
    const size_t length = number(message + at, 4);
    const int section = message[at + 4];
    if (length < 5 || length > bytes - END - at || section < 1 || section >= SECTIONS) return 0;
    const bool keeps_bitmap = section == 6 && length >= 6 && message[at + 5] == NO_BITMAP_BEFORE;
    if (!keeps_bitmap) {
      now.section[section] = message + at;
      now.length[section] = length;
    }
    if (section == 7 && count++ == wanted) *out = now;
    at += length;
  }
  return count;
}

/* Whether the sections of a message of edition 1 lie in it: product definition, grid and bitmap
 * where its flags say so, data. ecCodes ends the program where a bitmap is beyond the end. */
static bool has_sections(const unsigned char *message, size_t bytes) {
  enum { HEAD_1 = 8, PRODUCT = 28, FLAGS = 7, GRID = 0x80, BITMAP = 0x40 };
  if (bytes < HEAD_1 + PRODUCT + END) return false;
  const int flags = message[HEAD_1 + FLAGS];
  const int present[] = {1, flags & GRID, flags & BITMAP, 1};
  size_t at = HEAD_1;
  for (int s = 0; s < 4; s++) {
    if (present[s] == 0) continue;
    if (bytes - END - at < 3) return false;
    const size_t length = number(message + at, 3);
    const bool is_large = s == 3 && bytes >= 0x800000; /* counts what the last unit lacks */
    if (is_large) return true;
    if (length < (s == 0 ? PRODUCT : 6) || length > bytes - END - at) return false;
    at += length;
  }
  return true;
}

int sm_grib_part_count(const unsigned char *message, size_t bytes) {
  if (bytes < HEAD) return 0;
  if (message[7] == 2) return find_part(message, bytes, -1, NULL);
  return message[7] != 1 || has_sections(message, bytes) ? 1 : 0;
}

codes_handle *sm_grib_part_open(const unsigned char *message, size_t bytes, int part, void **copy) {
  struct part sections = {0};
  *copy = NULL;
  if (bytes < HEAD) return NULL;
  const int count = message[7] == 2 ? find_part(message, bytes, part, &sections) : 1;
  if (part >= count) return NULL;
  if (count == 1) return codes_handle_new_from_message(NULL, message, bytes);
  size_t total = HEAD + END;
  for (int s = 1; s < SECTIONS; s++) total += sections.length[s];
  unsigned char *single = malloc(total);
  if (single == NULL) return NULL;
  memcpy(single, message, HEAD);
  size_t at = HEAD;
  for (int s = 1; s < SECTIONS; s++) {
    if (sections.section[s] == NULL) continue;
    memcpy(single + at, sections.section[s], sections.length[s]);
    at += sections.length[s];
  }
  memcpy(single + at, "7777", END);
  for (int i = 0; i < 8; i++) single[8 + i] = (unsigned char)(total >> (56 - 8 * i) & 0xff);
  *copy = single;
  return codes_handle_new_from_message(NULL, single, total);
}

static void say_nothing(const codes_context *context, int level, const char *text) {
  (void)context;
  (void)level;
  (void)text;
}

void sm_grib_quiet(void) { codes_context_set_logging_proc(NULL, say_nothing); }
