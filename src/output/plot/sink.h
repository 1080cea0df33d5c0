/* sink.h - the file of a picture. Internal to the module. */
#ifndef SM_OUTPUT_PLOT_SINK_H
#define SM_OUTPUT_PLOT_SINK_H

#include <stdio.h>

/* A stream that PLplot writes and closes: it and cairo look at no error, so the stream remembers.
 */
struct sink {
  FILE *stream; /* NULL once it is closed */
  int descriptor;
  int reason; /* errno of the first failure; 0: none */
};

/* Empties the file, which must be there. A failure is in `reason`. */
void sink_open(const char *path, struct sink *sink);

/* Closes it where nobody has. */
void sink_close(struct sink *sink);

#endif
