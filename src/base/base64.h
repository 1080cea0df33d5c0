/* base64.h - bytes as letters (RFC 4648). */
#ifndef SM_BASE_BASE64_H
#define SM_BASE_BASE64_H

#include <stddef.h>

/* Letters that so many bytes become. */
size_t sm_base64_size(size_t bytes);

/* Writes them, without a NUL. Pieces may follow one another where all but the last are multiples of
 * three bytes. Returns how many. */
size_t sm_base64_encode(const void *bytes, size_t size, char *out);

/* Reads letters until one is none of the alphabet or `room` bytes are made; blanks are passed over,
 * and pieces that end with '=' may follow one another. Returns the bytes made. */
size_t sm_base64_decode(const char *text, size_t size, void *bytes, size_t room);

#endif
