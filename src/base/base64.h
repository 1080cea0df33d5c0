/* base64.h - bytes as letters (RFC 4648). */
#ifndef SM_BASE_BASE64_H
#define SM_BASE_BASE64_H

#include <stddef.h>

/* Letters that so many bytes become. */
size_t sm_base64_size(size_t bytes);

/* Writes them, without a NUL. Pieces may follow one another where all but the last are multiples of
 * three bytes. Returns how many. */
size_t sm_base64_encode(const void *bytes, size_t size, char *out);

#endif
