/* deflate.h - zlib streams, by libdeflate where it is (half the time), else by zlib. */
#ifndef SM_BASE_DEFLATE_H
#define SM_BASE_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>

struct sm_deflater; /* used by one thread at a time */

/* level 1..9. NULL: out of memory. */
struct sm_deflater *sm_deflater_create(int level);
void sm_deflater_destroy(struct sm_deflater *deflater); /* NULL is allowed */

/* Most bytes that `bytes` can become. */
size_t sm_deflater_bound(size_t bytes);

/* Compresses; returns the size, 0 when `room` is too small. */
size_t sm_deflater_run(struct sm_deflater *deflater, const void *from, size_t bytes, void *to,
                       size_t room);

struct sm_inflater; /* used by one thread at a time */

struct sm_inflater *sm_inflater_create(void);           /* NULL: out of memory */
void sm_inflater_destroy(struct sm_inflater *inflater); /* NULL is allowed */

/* Decompresses what becomes just so many bytes; false: it does not, or is damaged. */
bool sm_inflater_run(struct sm_inflater *inflater, const void *from, size_t bytes, void *to,
                     size_t size);

#endif
