/* access.h - who may use a server: the token of --token-file, and pages of this server only. */
#ifndef CLI_HTTP_ACCESS_H
#define CLI_HTTP_ACCESS_H

#include "cli/session/session.h"
#include "http.h"

/* Reads the token for --listen ADDRESS and --token-file FILE (both may be NULL) of a command, freed
 * with free(); NULL without one, or with an error: *code is then the exit code. */
char *cli_access_read_token(struct cli_session *session, const char *command, const char *address,
                            const char *token_file, int *code);

/* Whether the request has the header 'Authorization: Bearer TOKEN'; token NULL: none is needed. */
bool cli_access_has_token(const struct cli_http_request *request, const char *token);

/* Address of the server as the client asked for it, "http://HOST:PORT". */
void cli_access_base(const struct cli_http_request *request, int port, char *out, size_t size);

/* Whether a browser sent the request from a page of another site than `base`. */
bool cli_access_is_foreign(const struct cli_http_request *request, const char *base);

/* Prints the address of a server, "http://ADDRESS:PORT/", in which an IPv6 address has brackets. */
void cli_access_print(const char *address, int port, char *out, size_t size);

#endif
