#define _GNU_SOURCE /* fopencookie */
#include "output/plot/page.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void note(struct sink *sink) {
  if (sink->reason == 0) sink->reason = errno != 0 ? errno : EIO;
}

/* Writes nothing after a failure: later bytes would be at wrong offsets. */
static ssize_t write_bytes(void *cookie, const char *bytes, size_t size) {
  struct sink *sink = cookie;
  for (size_t done = 0; done < size && sink->reason == 0;) {
    const ssize_t now = write(sink->descriptor, bytes + done, size - done);
    if (now > 0) done += (size_t)now;
    if (now <= 0 && errno != EINTR) note(sink);
  }
  return sink->reason == 0 ? (ssize_t)size : 0;
}

static int close_file(void *cookie) {
  struct sink *sink = cookie;
  if (close(sink->descriptor) != 0) note(sink);
  sink->stream = NULL;
  return sink->reason == 0 ? 0 : EOF;
}

void sink_open(const char *path, struct sink *sink) {
  *sink = (struct sink){.descriptor = open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)};
  if (sink->descriptor < 0) {
    note(sink);
    return;
  }
  sink->stream =
      fopencookie(sink, "wb", (cookie_io_functions_t){.write = write_bytes, .close = close_file});
  if (sink->stream != NULL) return;
  note(sink);
  close(sink->descriptor);
}

void sink_close(struct sink *sink) {
  if (sink->stream != NULL) fclose(sink->stream);
}
