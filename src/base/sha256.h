/* sha256.h - SHA-256 hash (FIPS 180-4), for cache keys and checksums. */
#ifndef SM_BASE_SHA256_H
#define SM_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

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
