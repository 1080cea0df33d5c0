#define _POSIX_C_SOURCE 200809L
#include "follow.h"

#include "cli/session/file.h"
#include <dirent.h>
#include <lab/facts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* First file in a folder with this name ending; "" if none. */
static void find_file(const char *folder, const char *ending, char *out, size_t size) {
  DIR *all = opendir(folder);
  out[0] = '\0';
  if (all == NULL) return;
  for (const struct dirent *one = readdir(all); one != NULL; one = readdir(all)) {
    const size_t length = strlen(one->d_name), end = strlen(ending);
    if (length <= end || strcmp(one->d_name + length - end, ending) != 0) continue;
    snprintf(out, size, "%s/%s", folder, one->d_name);
  }
  closedir(all);
}

/* Modification time of a file, ns; 0 if absent. */
static int64_t written_at(const char *path) {
  struct stat about;
  if (path[0] == '\0' || stat(path, &about) != 0) return 0;
  return (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
}

/* Opens a file or folder as the new view. */
static bool open_view(struct cli_follow *follow, const char *path, int64_t stamp) {
  struct sm_view *view;
  if (sm_view_open(follow->ctx, &path, 1, &follow->options, &view) != SM_OK) return false;
  sm_view_close(&follow->view);
  follow->view = view;
  follow->stamp = stamp;
  return true;
}

/* Whether a text is JSON: another would break the stream of the page. */
static bool is_json(const char *text) {
  const char *reason;
  struct sm_facts value = {0};
  const bool good = sm_facts_read(&value, text, &reason);
  sm_facts_free(&value);
  return good;
}

char *cli_follow_text(const char *live, const char *ended, int64_t stamp, double age) {
  const char *parts[2] = {live != NULL && is_json(live) ? live : "null",
                          ended != NULL && is_json(ended) ? ended : "null"};
  const size_t size = strlen(parts[0]) + strlen(parts[1]) + 128;
  char *text = malloc(size);
  if (text != NULL)
    snprintf(text, size, "{\"live\": %s, \"ended\": %s, \"stamp\": \"%lld\", \"age\": %.1f}",
             parts[0], parts[1], (long long)stamp, age);
  return text;
}

/* Text of a JSON file; NULL if absent or invalid. Freed with free(). */
static char *json_text(const char *path) {
  char *text = cli_file_text(path);
  if (text == NULL || is_json(text)) return text;
  free(text);
  return NULL;
}

/* live: status of the run; NULL if no run is active, when the folder may contain the summary of an
   ended one. */
static char *make_text(const struct cli_follow *follow, const char *live, double age) {
  char path[4400] = "";
  if (live == NULL) find_file(follow->folder, "_run.json", path, sizeof path);
  char *ended = path[0] != '\0' ? cli_file_text(path) : NULL;
  char *text = cli_follow_text(live, ended, follow->stamp, age);
  free(ended);
  return text;
}

bool cli_follow_poll(struct cli_follow *follow, char **text) {
  char told[4400], wind[4400];
  find_file(follow->folder, "_live.json", told, sizeof told);
  find_file(follow->folder, "_live.nc", wind, sizeof wind);
  char *live = told[0] != '\0' ? json_text(told) : NULL;
  const int64_t heard = written_at(told), stamp = written_at(wind);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const double age = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - 1e-9 * (double)heard;
  bool good = true;
  if (live != NULL) {
    /* A file replaced while it is opened is checked again a second later. */
    if (stamp != 0 && stamp != follow->stamp && !open_view(follow, wind, stamp))
      good = written_at(wind) != stamp;
  } else if (follow->runs || follow->stamp == 0) {
    good = open_view(follow, follow->folder, 1) || !follow->runs;
  }
  follow->runs = live != NULL;
  *text = make_text(follow, live, live != NULL ? age : 0);
  free(live);
  return good;
}

void cli_follow_end(struct cli_follow *follow) { sm_view_close(&follow->view); }
