/* deflate.h - zlib compression, by libdeflate if available (half the time), else by zlib. */
#ifndef SM_BASE_DEFLATE_H
#define SM_BASE_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
