#include "session.h"

#include <stdarg.h>
#include <stdio.h>

int cli_session_fail(struct cli_session *session, enum sm_status status) {
  const char *message = sm_context_message(session->ctx);
  cli_terminal_error(&session->terminal, message[0] != '\0' ? message : sm_status_text(status));
  return sm_status_exit_code(status);
}

int cli_session_error(struct cli_session *session, enum sm_status status, const char *format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  cli_terminal_error(&session->terminal, text);
  return sm_status_exit_code(status);
}
