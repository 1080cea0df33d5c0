/* base64.h - bytes as letters (RFC 4648). */
#ifndef SM_BASE_BASE64_H
#define SM_BASE_BASE64_H

#include <stddef.h>

/* Letters that so many bytes become. */
size_t sm_base64_size(size_t bytes);

/* Writes them, without a NUL. Pieces may follow one another where all but the last are multiples of
 * three bytes. Returns how many. */
size_t sm_base64_encode(const void *bytes, size_t size, char *out);

/* Decodes until the first letter outside of the alphabet or until `room` bytes are written; white
 * space is skipped, and parts that end with '=' may follow one another. Returns the number of
 * bytes. */
size_t sm_base64_decode(const char *text, size_t size, void *bytes, size_t room);

#endif
