/* sha256.h - a fingerprint of bytes (FIPS 180-4): content is found and checked by it. */
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
/* 64 digits of base 16, and a NUL. */
void sm_sha256_end(struct sm_sha256 *s, char out[65]);

#endif
