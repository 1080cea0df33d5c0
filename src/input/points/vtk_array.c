/* Numbers in a DataArray of VTK XML: text, base64 or appended bytes; plain or zlib. The header of a
 * binary array is its number of bytes or, with a compressor: number of blocks, size of each block,
 * size of the last block (0: as the others), and the compressed size of each block. */
#include "base/encoding.h"
#include "input/points/internal.h"
#include <stdlib.h>
#include <string.h>

static enum sm_status damaged(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                              const char *what) {
  return sm_fail(f->ctx, SM_ERR_DATA, "%s: error: array '%s': %s", f->name, a->label, what);
}

/* --- text --- */

static enum sm_status read_text(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                                size_t numbers, double *out) {
  char word[64];
  size_t at = a->from;
  for (size_t n = 0; n < numbers; n++) {
    size_t length = 0;
    while (at < a->to && strchr(" \t\r\n", f->text[at]) != NULL && f->text[at] != '\0') at++;
    while (at < a->to && strchr(" \t\r\n", f->text[at]) == NULL && length < sizeof word - 1)
      word[length++] = f->text[at++];
    word[length] = '\0';
    char *end = word;
    if (length == 0) return damaged(f, a, "fewer numbers than points; the file is truncated");
    out[n] = strtod(word, &end);
    if (*end != '\0') return damaged(f, a, "a word is not a number");
  }
  return SM_OK;
}

/* --- bytes --- */

static void swap(unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size / 2; i++) {
    const unsigned char kept = bytes[i];
    bytes[i] = bytes[size - 1 - i];
    bytes[size - 1 - i] = kept;
  }
}

/* Number `index` of an array header. */
static uint64_t header(const struct sm_vtk_file *f, const unsigned char *bytes, size_t index) {
  unsigned char one[8];
  uint32_t narrow;
  uint64_t wide;
  memcpy(one, bytes + index * (size_t)f->word, (size_t)f->word);
  if (f->swapped) swap(one, (size_t)f->word);
  memcpy(&narrow, one, 4);
  memcpy(&wide, one, 8);
  return f->word == 4 ? narrow : wide;
}

static void convert(const struct sm_vtk_file *f, const struct sm_vtk_array *a, unsigned char *bytes,
                    size_t numbers, double *out) {
  for (size_t n = 0; n < numbers; n++) {
    unsigned char *at = bytes + n * (size_t)a->bytes;
    float single;
    if (f->swapped) swap(at, (size_t)a->bytes);
    if (a->bytes == 8) memcpy(&out[n], at, 8);
    if (a->bytes == 4) memcpy(&single, at, 4);
    if (a->bytes == 4) out[n] = (double)single;
  }
}

/* Decompresses all blocks into `size` bytes of `raw`. */
static enum sm_status inflate(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                              const unsigned char *from, size_t have, unsigned char *raw,
                              size_t size) {
  const size_t word = (size_t)f->word, head = 3 * word;
  static const char truncated[] = "compressed bytes are damaged, or the file is truncated";
  if (have < head) return damaged(f, a, truncated);
  const uint64_t blocks = header(f, from, 0), block = header(f, from, 1), last = header(f, from, 2);
  if (blocks == 0 || blocks > (have - head) / word) return damaged(f, a, truncated);
  struct sm_inflater *inflater = sm_inflater_create();
  if (inflater == NULL) return sm_fail(f->ctx, SM_ERR_MEMORY, "out of memory: an array of a file");
  size_t at = head + (size_t)blocks * word, made = 0;
  bool good = true;
  for (size_t b = 0; b < blocks && good; b++) {
    const uint64_t packed = header(f, from, 3 + b),
                   plain = b + 1 == blocks && last > 0 ? last : block;
    good = packed <= have - at && plain <= size - made &&
           sm_inflater_run(inflater, from + at, (size_t)packed, raw + made, (size_t)plain);
    if (good) at += (size_t)packed, made += (size_t)plain;
  }
  sm_inflater_destroy(inflater);
  return good && made == size ? SM_OK : damaged(f, a, truncated);
}

/* Unpacks an array from `have` bytes that start with its header. */
static enum sm_status unpack(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                             const unsigned char *from, size_t have, unsigned char *raw,
                             size_t size) {
  const size_t word = (size_t)f->word;
  if (f->zlib) return inflate(f, a, from, have, raw, size);
  if (have < word || header(f, from, 0) != size || have - word < size)
    return damaged(f, a, "not as many bytes as the points need; the file is truncated");
  memcpy(raw, from + word, size);
  return SM_OK;
}

/* Unpacks an array from base64 text. */
static enum sm_status unpack_words(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                                   size_t at, size_t end, unsigned char *raw, size_t size) {
  const size_t room = (end - at) / 4 * 3 + 3;
  SM_SCOPED unsigned char *bytes = NULL;
  SM_TRY(sm_alloc(f->ctx, room, 1, "an array of a file", &bytes));
  const size_t have = sm_base64_decode(f->text + at, end - at, bytes, room);
  return unpack(f, a, bytes, have, raw, size);
}

static enum sm_status read_bytes(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                                 unsigned char *raw, size_t size) {
  size_t at = a->from;
  if (strcmp(a->format, "binary") == 0) {
    while (at < a->to && strchr(" \t\r\n", f->text[at]) != NULL) at++;
    return unpack_words(f, a, at, a->to, raw, size);
  }
  if (f->appended == 0 || a->offset > f->size - f->appended)
    return damaged(f, a, "its appended bytes are missing; the file is truncated");
  at = f->appended + a->offset;
  if (f->appended_words) return unpack_words(f, a, at, f->size, raw, size);
  return unpack(f, a, (const unsigned char *)f->text + at, f->size - at, raw, size);
}

enum sm_status sm_vtk_array_read(const struct sm_vtk_file *f, const struct sm_vtk_array *a,
                                 size_t count, double *out) {
  const size_t numbers = count * (size_t)a->components, size = numbers * (size_t)a->bytes;
  SM_SCOPED unsigned char *raw = NULL;
  if (a->bytes == 0) return damaged(f, a, "its type is neither Float32 nor Float64");
  if (strcmp(a->format, "ascii") == 0) return read_text(f, a, numbers, out);
  if (strcmp(a->format, "binary") != 0 && strcmp(a->format, "appended") != 0)
    return damaged(f, a, "its format is neither ascii, binary nor appended");
  SM_TRY(sm_alloc(f->ctx, size, 1, "an array of a file", &raw));
  const enum sm_status status = read_bytes(f, a, raw, size);
  if (status == SM_OK) convert(f, a, raw, numbers, out);
  return status;
}
