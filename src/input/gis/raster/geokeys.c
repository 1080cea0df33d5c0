/* Vertical units in the GeoKeys of a GeoTIFF, which GDAL does not evaluate. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include <cpl_vsi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_DIRECTORY = 34735, KEY_TEXTS = 34737 };        /* tags of TIFF */
enum { VERTICAL_CITATION = 4097, VERTICAL_UNITS = 4099 }; /* GeoKeys */
enum { MOST = 1 << 16 };                                  /* maximum size of a tag, bytes */

struct tiff {
  VSILFILE *file;
  bool large, big; /* BigTIFF; big-endian */
};

static uint64_t number(const struct tiff *t, const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[t->big ? i : count - 1 - i];
  return value;
}

static bool read_at(const struct tiff *t, uint64_t place, void *out, size_t count) {
  return VSIFSeekL(t->file, place, SEEK_SET) == 0 && VSIFReadL(out, 1, count, t->file) == count;
}

/* Offset of the first directory; 0: not a TIFF. */
static uint64_t read_header(struct tiff *t) {
  uint8_t head[16];
  if (!read_at(t, 0, head, 8) || head[0] != head[1] || (head[0] != 'I' && head[0] != 'M')) return 0;
  t->big = head[0] == 'M';
  const uint64_t version = number(t, head + 2, 2);
  t->large = version == 43;
  if (version != 42 && !t->large) return 0;
  if (t->large && !read_at(t, 0, head, 16)) return 0;
  return t->large ? number(t, head + 8, 8) : number(t, head + 4, 4);
}

/* Reads a tag, freed with free; NULL: absent. `width`: bytes per value. */
static uint8_t *read_tag(const struct tiff *t, uint64_t directory, int tag, size_t width,
                         size_t *count) {
  uint8_t entry[20];
  const int step = t->large ? 20 : 12, word = t->large ? 8 : 4;
  if (!read_at(t, directory, entry, t->large ? 8 : 2)) return NULL;
  const uint64_t entries = number(t, entry, t->large ? 8 : 2);
  const uint64_t first = directory + (t->large ? 8 : 2);
  for (uint64_t e = 0; e < entries && e < 4096; e++) {
    if (!read_at(t, first + e * (uint64_t)step, entry, (size_t)step)) return NULL;
    if (number(t, entry, 2) != (uint64_t)tag) continue;
    const uint64_t values = number(t, entry + 4, word);
    if (values == 0 || values > MOST / width) return NULL;
    *count = (size_t)values;
    const size_t bytes = *count * width;
    uint8_t *out = calloc(bytes + 1, 1);
    if (out == NULL) return NULL;
    if (bytes <= (size_t)word) {
      memcpy(out, entry + 4 + word, bytes);
      return out;
    }
    if (read_at(t, number(t, entry + 4 + word, word), out, bytes)) return out;
    free(out);
    return NULL;
  }
  return NULL;
}

/* Linear unit of an EPSG code, m; 0: unknown. */
static double unit_of_code(int code) {
  switch (code) {
  case 9001: return 1;
  case 9002: return 0.3048;
  case 9003: return 1200.0 / 3937.0;
  case 9036: return 1000;
  case 1025: return 0.001;
  case 1033: return 0.01;
  default: return 0;
  }
}

static bool find_unit(const struct tiff *t, const uint8_t *keys, size_t count, const uint8_t *texts,
                      size_t text_size, char *text, size_t size, double *metres) {
  bool found = false;
  for (size_t k = 4; k + 4 <= count; k += 4) {
    const int key = (int)number(t, keys + 2 * k, 2), at = (int)number(t, keys + 2 * k + 2, 2);
    const size_t length = number(t, keys + 2 * k + 4, 2), value = number(t, keys + 2 * k + 6, 2);
    if (key == VERTICAL_UNITS && at == 0 && unit_of_code((int)value) > 0) {
      snprintf(text, size, "unit EPSG:%zu", value);
      *metres = unit_of_code((int)value);
      return true;
    }
    if (key != VERTICAL_CITATION || at != KEY_TEXTS || value + length > text_size) continue;
    snprintf(text, size, "%.*s", (int)length, (const char *)texts + value);
    text[strcspn(text, "|")] = '\0';
    found = sm_length_unit_find(text, metres);
  }
  return found;
}

bool sm_geokeys_vertical_unit(const char *path, char *text, size_t size, double *metres) {
  struct tiff t = {.file = VSIFOpenL(path, "rb")};
  if (t.file == NULL) return false;
  const uint64_t directory = read_header(&t);
  size_t count = 0, text_size = 0;
  uint8_t *keys = directory > 0 ? read_tag(&t, directory, KEY_DIRECTORY, 2, &count) : NULL;
  uint8_t *texts = keys != NULL ? read_tag(&t, directory, KEY_TEXTS, 1, &text_size) : NULL;
  const bool found = keys != NULL && find_unit(&t, keys, count, texts,
                                               texts != NULL ? text_size : 0, text, size, metres);
  free(keys);
  free(texts);
  VSIFCloseL(t.file);
  return found;
}
