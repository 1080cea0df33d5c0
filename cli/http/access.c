#define _POSIX_C_SOURCE 200809L
#include "access.h"

#include "cli/session/file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *cli_access_read_token(struct cli_session *session, const char *command, const char *address,
                            const char *token_file, int *code) {
  *code = 0;
  if (address != NULL && token_file == NULL)
    *code = cli_session_error(session, SM_ERR_USAGE,
                              "--listen needs --token-file: whoever reaches the service can run "
                              "cases on it\n  help: 'simoom help %s'",
                              command);
  if (token_file == NULL) return NULL;
  char *text = cli_file_text(token_file);
  if (text == NULL) {
    *code = cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read: %s", token_file,
                              strerror(errno));
    return NULL;
  }
  text[strcspn(text, " \t\r\n")] = '\0';
  if (strlen(text) >= 16) return text;
  *code = cli_session_error(session, SM_ERR_USAGE,
                            "%s: error: the first word has fewer than 16 characters\n"
                            "help: make one with: openssl rand -hex 32",
                            token_file);
  free(text);
  return NULL;
}

/* Compares secrets in a time that does not depend on where they differ. */
static bool same_secret(const char *given, const char *token) {
  const size_t length = strlen(given), own = strlen(token);
  unsigned differ = length != own;
  for (size_t n = 0; n < own; n++)
    differ |= (unsigned char)token[n] ^ (unsigned char)given[n < length ? n : 0];
  return differ == 0;
}

bool cli_access_has_token(const struct cli_http_request *request, const char *token) {
  static const char scheme[] = "Bearer ";
  const char *given = cli_http_header(request, "Authorization");
  if (token == NULL) return true;
  return given != NULL && strncasecmp(given, scheme, strlen(scheme)) == 0 &&
         same_secret(given + strlen(scheme), token);
}

void cli_access_base(const struct cli_http_request *request, int port, char *out, size_t size) {
  static const char allowed[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
  const char *host = cli_http_header(request, "Host");
  if (host != NULL && strspn(host, allowed) == strlen(host) && strlen(host) < 256)
    snprintf(out, size, "http://%s", host);
  else
    snprintf(out, size, "http://127.0.0.1:%d", port);
}

bool cli_access_is_foreign(const struct cli_http_request *request, const char *base) {
  const char *origin = cli_http_header(request, "Origin");
  return origin != NULL && strcmp(origin, base) != 0;
}

void cli_access_print(const char *address, int port, char *out, size_t size) {
  const char *name = address != NULL ? address : "127.0.0.1";
  const bool six = strchr(name, ':') != NULL;
  snprintf(out, size, "http://%s%s%s:%d/", six ? "[" : "", name, six ? "]" : "", port);
}
