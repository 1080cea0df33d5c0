/* base/encoding.h - encodings of bytes: Base64, zlib compression, SHA-256. */
#ifndef SM_BASE_ENCODING_H
#define SM_BASE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* base64.c: Base64 encoding and decoding (RFC 4648). */

/* Encoded size of a number of bytes. */
size_t sm_base64_size(size_t bytes);

/* Encodes bytes, without a final NUL. Parts can be concatenated if all but the last are multiples
 * of three bytes. Returns the number of characters. */
size_t sm_base64_encode(const void *bytes, size_t size, char *out);

/* Decodes up to the first character outside the alphabet or until `room` bytes are written;
 * white space is skipped, and concatenated parts may end with '='. Returns the number of
 * bytes. */
size_t sm_base64_decode(const char *text, size_t size, void *bytes, size_t room);

/* deflate.c: Zlib compression, by libdeflate if available (half the time), else by zlib. */

struct sm_deflater; /* for one thread at a time */

/* level 1..9. NULL: out of memory. */
struct sm_deflater *sm_deflater_create(int level);
void sm_deflater_destroy(struct sm_deflater *deflater); /* accepts NULL */

/* Maximum compressed size of `bytes`. */
size_t sm_deflater_bound(size_t bytes);

/* Compresses; returns the size, or 0 if `room` is too small. */
size_t sm_deflater_run(struct sm_deflater *deflater, const void *from, size_t bytes, void *to,
                       size_t room);

struct sm_inflater; /* for one thread at a time */

struct sm_inflater *sm_inflater_create(void);           /* NULL: out of memory */
void sm_inflater_destroy(struct sm_inflater *inflater); /* accepts NULL */

/* Decompresses to exactly the given number of bytes; false: other size, or damaged data. */
bool sm_inflater_run(struct sm_inflater *inflater, const void *from, size_t bytes, void *to,
                     size_t size);

/* sha256.c: SHA-256 hash (FIPS 180-4), for cache keys and checksums. */

struct sm_sha256 {
  uint32_t state[8];
  uint64_t bytes;
  unsigned char block[64];
};

void sm_sha256_begin(struct sm_sha256 *s);
void sm_sha256_add(struct sm_sha256 *s, const void *bytes, size_t count);
/* 64 hexadecimal digits and a NUL */
void sm_sha256_end(struct sm_sha256 *s, char out[65]);

#endif
