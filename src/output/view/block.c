#include "output/view/view.h"

#include "base/encoding.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8, ENDS = 16 }; /* bytes of the header, and of the range of a component */

unsigned sm_view_quantise(double value, double low, double high, unsigned most) {
  if (isnan(value)) return 0;
  if (!(high > low)) return 1;
  const double part = (value - low) / (high - low) * (most - 1);
  return part <= 0 ? 1 : part >= most - 1 ? most : 1 + (unsigned)(part + 0.5);
}

static double value_at(const struct sm_view_values *values, int c, size_t i) {
  return values->exact[c] != NULL ? values->exact[c][i] : (double)values->value[c][i];
}

static double logarithm(double value, double low) {
  return isnan(value) ? (double)NAN : value > 0 ? log10(value) : low;
}

/* Range of the codes of a component. */
static void find_ends(const struct sm_view_values *values, int c, double ends[2]) {
  ends[0] = INFINITY;
  ends[1] = -INFINITY;
  for (size_t i = 0; i < values->count; i++) {
    double v = value_at(values, c, i);
    if (values->logarithmic) v = v > 0 ? log10(v) : (double)NAN;
    if (isnan(v)) continue;
    if (v < ends[0]) ends[0] = v;
    if (v > ends[1]) ends[1] = v;
  }
  if (ends[0] > ends[1]) ends[0] = ends[1] = values->logarithmic ? -30 : 0; /* no positive values */
  if (values->logarithmic) ends[0] = ends[1] - SM_VIEW_DECADES;
}

/* Stores the bytes of a difference, one plane per byte. */
static void put(unsigned char *plane, size_t count, size_t i, uint32_t difference, int bytes) {
  for (int b = 0; b < bytes; b++) plane[(size_t)b * count + i] = (difference >> 8 * b) & 0xFFu;
}

static void put_component(const struct sm_view_values *values, int c, int bits, unsigned char *head,
                          unsigned char *plane) {
  const unsigned most = (1u << bits) - 1;
  double ends[2];
  uint32_t before = 0;
  find_ends(values, c, ends);
  memcpy(head, ends, sizeof ends);
  for (size_t i = 0; i < values->count; i++) {
    double v = value_at(values, c, i);
    if (values->logarithmic) v = logarithm(v, ends[0]);
    const uint32_t code = sm_view_quantise(v, ends[0], ends[1], most);
    put(plane, values->count, i, code - before, bits / 8);
    before = code;
  }
}

static void put_numbers(const struct sm_view_values *values, unsigned char *plane) {
  uint32_t before = 0;
  for (size_t i = 0; i < values->count; i++) {
    const uint32_t number = (uint32_t)values->number[i];
    put(plane, values->count, i, number - before, 4);
    before = number;
  }
}

enum sm_status sm_view_encode(struct sm_context *ctx, const struct sm_view_values *values, int bits,
                              int level, void **out, size_t *size) {
  const size_t components = (size_t)values->components, plane = values->count * (size_t)bits / 8;
  const size_t head = HEAD + ENDS * components, raw = head + plane * components;
  unsigned char *bytes = NULL;
  struct sm_deflater *deflater = sm_deflater_create(level);
  const size_t room = sm_deflater_bound(raw);
  const uint32_t count = (uint32_t)values->count;
  *out = NULL;
  enum sm_status status = sm_alloc(ctx, raw, 1, "block of a page", &bytes);
  if (status == SM_OK) *out = malloc(room);
  if (status == SM_OK && (*out == NULL || deflater == NULL))
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: block of a page");
  if (status == SM_OK) {
    bytes[0] = 'S';
    bytes[1] = 'V';
    bytes[2] = (unsigned char)bits;
    bytes[3] = (unsigned char)components;
    memcpy(bytes + 4, &count, sizeof count);
    if (values->number != NULL) put_numbers(values, bytes + head);
    for (int c = 0; values->number == NULL && c < values->components; c++)
      put_component(values, c, bits, bytes + HEAD + ENDS * c, bytes + head + plane * (size_t)c);
    *size = sm_deflater_run(deflater, bytes, raw, *out, room);
    if (*size == 0) status = sm_fail(ctx, SM_ERR_FAILED, "a block could not be compressed");
  }
  if (status != SM_OK) {
    free(*out);
    *out = NULL;
  }
  sm_free(bytes);
  sm_deflater_destroy(deflater);
  return status;
}
