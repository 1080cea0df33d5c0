/* follow.h - folder of a running run ('simoom run --live'): progress and latest wind; all outputs
 * when it has ended. */
#ifndef CLI_VIEW_FOLLOW_H
#define CLI_VIEW_FOLLOW_H

#include <simoom/simoom.h>
#include <stdbool.h>

struct cli_follow {
  struct sm_context *ctx;
  const char *folder;
  struct sm_view_options options;
  struct sm_view *view; /* NULL: there is nothing to see yet */
  int64_t stamp;        /* of what the view shows: another number for another state, 0: nothing */
  bool runs;            /* a run was there when it was looked last */
};

/* Looks what is there now, and opens what is new. *text: {"live": ..., "ended": ..., "stamp": N,
 * "age": s}, freed with free(); live is what the run tells (live.h), null where none goes on; ended
 * the summary of one that has ended, else null. Returns false
 * with the context's message when something is there that cannot be shown; without memory *text is
 * NULL. */
bool cli_follow_poll(struct cli_follow *follow, char **text);

void cli_follow_end(struct cli_follow *follow);

#endif
