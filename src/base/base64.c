#include "base/base64.h"

size_t sm_base64_size(size_t bytes) { return (bytes + 2) / 3 * 4; }

size_t sm_base64_encode(const void *bytes, size_t size, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *in = bytes;
  size_t at = 0;
  for (size_t i = 0; i < size; i += 3) {
    const unsigned three = (unsigned)in[i] << 16 | (i + 1 < size ? in[i + 1] : 0u) << 8 |
                           (i + 2 < size ? in[i + 2] : 0u);
    for (unsigned d = 0; d < 4; d++)
      out[at++] = i + d > size ? '=' : digits[three >> (18 - 6 * d) & 63];
  }
  return at;
}
