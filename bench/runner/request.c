#include "request.h"

#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include "cli/session/signals.h"
#include "cli/text/format.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int cli_request_name(struct cli_session *session, const char *command, const char *what,
                     const char *name, const char *const *known, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(known[i], name) == 0) return 0;
  const char *nearest = cli_nearest(name, known, count);
  if (nearest != NULL)
    return cli_session_error(session, SM_ERR_USAGE, "unknown %s '%s'\n  help: did you mean '%s'?",
                             what, name, nearest);
  return cli_session_error(session, SM_ERR_USAGE,
                           "unknown %s '%s'\n  help: 'simoom %s --list' lists them", what, name,
                           command);
}

int cli_request_device(struct cli_session *session, const char *device, bool automatic) {
  int index;
  char rest;
  if (device == NULL || strcmp(device, "cpu") == 0 || strcmp(device, "cuda") == 0 ||
      (automatic && strcmp(device, "auto") == 0) ||
      (sscanf(device, "cuda:%9d%c", &index, &rest) == 1 && index >= 0))
    return 0;
  return cli_session_error(session, SM_ERR_USAGE,
                           "--device: '%s' is not one of %scpu, cuda, cuda:N", device,
                           automatic ? "auto, " : "");
}

const char *cli_request_data(const char *option) {
  const char *data = getenv("SIMOOM_DATA");
  return option != NULL || data == NULL || data[0] == '\0' ? option : data;
}

int cli_request_folder(struct cli_session *session, const char *prefix, char *out, size_t size) {
  if (!cli_scratch_create(prefix, out, size))
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot make the folder: %s", out,
                             strerror(errno));
  cli_signals_catch_stop(session);
  return 0;
}

int cli_request_judge(struct cli_session *session, const size_t outcome[CLI_STOPPED + 1],
                      size_t count, const struct cli_request_words *words) {
  if (outcome[CLI_STOPPED] > 0)
    return cli_session_error(session, SM_ERR_STOPPED, "stopped before all %s were %s", words->all,
                             words->done);
  if (outcome[CLI_FAILED] > 0)
    return cli_session_error(session, SM_ERR_FAILED, "%zu of %zu %s failed", outcome[CLI_FAILED],
                             count, words->all);
  if (outcome[CLI_NOT_CONVERGED] > 0)
    return cli_session_error(session, SM_ERR_DIVERGED, "%zu of %zu %s did not converge",
                             outcome[CLI_NOT_CONVERGED], count, words->all);
  if (outcome[CLI_MEASURED] == 0)
    return cli_session_error(session, SM_ERR_DATA,
                             "no %s could be %s\n  help: --cases and --data say where the cases "
                             "and %s are",
                             words->one, words->done, words->needs);
  return 0;
}

int cli_request_finish(struct cli_session *session, int code, const char *path,
                       void (*write)(FILE *stream, const void *what), const void *what) {
  struct cli_file file;
  if (path == NULL) return code;
  const int spared = cli_session_check_overwrite(session, path, ".json");
  if (spared != 0) return code != 0 ? code : spared;
  bool good = cli_file_open(&file, path);
  if (good) {
    write(file.stream, what);
    good = cli_file_close(&file);
  }
  if (good) return code;
  const int failure = cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s",
                                        path, strerror(errno));
  return code != 0 ? code : failure;
}
