/* base64.h - base64 encoding and decoding (RFC 4648). */
#ifndef SM_BASE_BASE64_H
#define SM_BASE_BASE64_H

#include <stddef.h>

/* Encoded size of a number of bytes. */
size_t sm_base64_size(size_t bytes);

/* Encodes bytes, without a final NUL. Parts can be concatenated if all but the last are multiples
 * of three bytes. Returns the number of characters. */
size_t sm_base64_encode(const void *bytes, size_t size, char *out);

/* Decodes up to the first character outside the alphabet or until `room` bytes are written;
 * white space is skipped, and concatenated parts may end with '='. Returns the number of
 * bytes. */
size_t sm_base64_decode(const char *text, size_t size, void *bytes, size_t room);

#endif
