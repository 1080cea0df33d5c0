/* Random bytes for the Expat of the wheel - arc4random_buf by getrandom, which glibc has
 * since 2.25; its own arc4random_buf is of 2.36. Nothing else in the wheel needs more than 2.35,
 * that of Ubuntu 22.04. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *bytes, size_t count);

void arc4random_buf(void *bytes, size_t count) {
  unsigned char *next = bytes;
  while (count > 0) {
    const ssize_t got = getrandom(next, count, 0);
    if (got < 0 && errno != EINTR) abort(); /* no entropy, no keys of hash tables */
    if (got < 0) continue;
    next += got;
    count -= (size_t)got;
  }
}
