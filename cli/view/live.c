#include "live.h"

#include "cli/session/file.h"
#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <stdio.h>
#include <string.h>

static const double rest = 0.5; /* minimum interval between file updates, s */

void cli_live_begin(struct cli_live *live, const struct sm_case *c, const char *folder) {
  *live = (struct cli_live){.title = sm_case_name(c), .seconds = -1};
  const int length = snprintf(live->path, sizeof live->path, "%s/%s_live.json",
                              folder != NULL ? folder : ".", sm_case_prefix(c));
  if (length < 0 || (size_t)length >= sizeof live->path) live->path[0] = '\0';
}

static void write_live(struct cli_live *live) {
  struct cli_file file;
  if (live->path[0] == '\0' || !cli_file_open(&file, live->path)) return;
  struct sm_facts json = {0};
  sm_facts_schema(&json, "live");
  sm_facts_text(&json, "case", live->title);
  sm_facts_text(&json, "phase", live->phase);
  sm_facts_number(&json, "fraction", live->fraction);
  sm_facts_number(
      &json, "seconds_left",
      cli_seconds_left(live->now - live->phase_start, live->phase_from, live->fraction));
  sm_facts_integer(&json, "winds", live->times);
  sm_facts_list(&json, "times");
  const int first = live->times > CLI_LIVE_TIMES ? live->times - CLI_LIVE_TIMES : 0;
  for (int n = first; n < live->times; n++) {
    const struct cli_live_time *t = &live->time[n % CLI_LIVE_TIMES];
    sm_facts_group(&json, NULL);
    sm_facts_integer(&json, "index", t->index);
    sm_facts_number(&json, "time", t->time);
    sm_facts_integer(&json, "iterations", t->iterations);
    sm_facts_number(&json, "residual", t->residual);
    sm_facts_number(&json, "divergence", t->divergence);
    sm_facts_close(&json);
  }
  sm_facts_close(&json);
  if (!cli_facts_print(file.stream, &json, true)) {
    cli_file_abandon(&file);
    return;
  }
  if (cli_file_close(&file)) live->seconds = live->now;
}

void cli_live_progress(void *user, double now, const char *phase, double fraction) {
  struct cli_live *live = user;
  live->now = now;
  if (strncmp(phase, live->phase, sizeof live->phase - 1) != 0 || fraction < live->fraction) {
    snprintf(live->phase, sizeof live->phase, "%s", phase);
    live->phase_start = now;
    live->phase_from = fraction;
  }
  live->fraction = fraction;
  if (live->seconds < 0 || now - live->seconds >= rest) write_live(live);
}

void cli_live_wind(void *user, const struct sm_result *result) {
  struct cli_live *live = user;
  const struct sm_result_facts facts = sm_result_get_facts(result);
  live->time[live->times++ % CLI_LIVE_TIMES] =
      (struct cli_live_time){.time = facts.time,
                             .residual = facts.residual,
                             .divergence = facts.divergence,
                             .index = facts.index,
                             .iterations = facts.iterations};
  write_live(live);
}

void cli_live_end(struct cli_live *live) {
  if (live->path[0] != '\0') remove(live->path);
}
