/* follow.h - folder of an active run ('simoom run --live'): progress and latest wind; all outputs
 * after its end. */
#ifndef CLI_VIEW_FOLLOW_H
#define CLI_VIEW_FOLLOW_H

#include <simoom/simoom.h>
#include <stdbool.h>

struct cli_follow {
  struct sm_context *ctx;
  const char *folder;
  struct sm_view_options options;
  struct sm_view *view; /* NULL: nothing to show yet */
  int64_t stamp;        /* version number of the view content; 0: empty */
  bool runs;            /* a run was active at the last check */
};

/* Checks the folder and opens new results. *text: {"live": ..., "ended": ..., "stamp":
 * N, "age": s}, freed with free(). live: status of the run (live.h), null without an
 * active run; ended: summary of an ended run, else null. Returns false with the
 * message of the context if existing results cannot be shown; *text is NULL if out of
 * memory. */
bool cli_follow_poll(struct cli_follow *follow, char **text);

/* That text from the status of a run and the summary of an ended one; NULL, or not JSON: null.
 * Freed with free(); NULL if out of memory. */
char *cli_follow_text(const char *live, const char *ended, int64_t stamp, double age);

void cli_follow_end(struct cli_follow *follow);

#endif
