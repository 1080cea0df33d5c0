#include "base/encoding.h"

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

/* Value of a base64 digit; -1: not in the alphabet. */
static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t sm_base64_decode(const char *text, size_t size, void *bytes, size_t room) {
  unsigned char *out = bytes;
  unsigned held = 0, bits = 0;
  size_t made = 0;
  for (size_t i = 0; i < size && made < room; i++) {
    const int d = digit(text[i]);
    if (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') continue;
    if (text[i] == '=') held = bits = 0; /* end of a part */
    if (text[i] == '=') continue;
    if (d < 0) break;
    held = (held << 6 | (unsigned)d) & 0xFFFFu;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[made++] = (unsigned char)(held >> bits);
  }
  return made;
}
