#include "session.h"
#undef cli_session_fail
#undef cli_session_error

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int report(struct cli_session *session, enum sm_status status, const char *text) {
  session->status = status;
  snprintf(session->message, sizeof session->message, "%s", text);
  cli_terminal_error(&session->terminal, text);
  return sm_status_exit_code(status);
}

int cli_session_fail(struct cli_session *session, enum sm_status status) {
  const char *message = sm_context_message(session->ctx);
  return report(session, status, message[0] != '\0' ? message : sm_status_text(status));
}

int cli_session_error(struct cli_session *session, enum sm_status status, const char *format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return report(session, status, text);
}

int cli_session_check_overwrite(struct cli_session *session, const char *path, const char *ending) {
  struct stat info;
  if (path == NULL || stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
    return 0;
  const size_t length = strlen(path), own = strlen(ending);
  if (length > own && strcmp(path + length - own, ending) == 0) return 0;
  return cli_session_error(
      session, SM_ERR_USAGE,
      "%s: error: exists, and its name is not that of a %s file, so it is not replaced\n"
      "help: give another name",
      path, ending);
}
