#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include "blocks.h"
#include <stdlib.h>
#include <string.h>

bool cli_view_server_available(void) { return cli_http_available(); }

struct cli_view_server {
  struct cli_http_server *http;
  struct cli_blocks blocks;
  struct cli_follow *follow; /* NULL: the view does not change */
};

/* Content security policy: the page may load its own script and style and blocks of this server
 * only; framing is forbidden. */
static const char policy[] =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
    "'self'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Sends the status of the run; null if none is followed. Blocks of an earlier wind are dropped from
   the cache. */
static void put_live(struct cli_view_server *server, struct cli_http_answer *answer) {
  struct cli_follow *follow = server->follow;
  char *text;
  if (follow == NULL) {
    cli_put_bytes(answer, "application/json", "null", 4, CLI_HTTP_STATIC);
    return;
  }
  const int64_t before = follow->stamp;
  if (!cli_follow_poll(follow, &text)) cli_session_fail(server->blocks.session, SM_ERR_DATA);
  if (follow->stamp != before) cli_blocks_show(&server->blocks, follow->view);
  if (text != NULL)
    cli_put_bytes(answer, "application/json", text, strlen(text), CLI_HTTP_OWNED);
  else
    cli_put_refusal(answer, 500, "out of memory\n");
}

static void handle(void *user, const struct cli_http_request *request,
                   struct cli_http_answer *answer) {
  struct cli_view_server *server = user;
  const char *path = request->path;
  if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
    cli_put_refusal(answer, 405, "GET only\n");
  else if (strcmp(path, "/") == 0)
    cli_put_view_page(answer);
  else if (strcmp(path, "/live.json") == 0)
    put_live(server, answer);
  else if (!cli_blocks_answer(&server->blocks, path, answer))
    cli_put_refusal(answer, 404, "no such page\n");
}

struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size) {
  struct cli_view_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    snprintf(message, size, "out of memory");
    return NULL;
  }
  server->blocks = (struct cli_blocks){.session = session, .view = view};
  server->follow = follow;
  const struct cli_http_options options = {
      .port = *port, .policy = policy, .handle = handle, .user = server};
  server->http = cli_http_start(&options, port, message, size);
  if (server->http == NULL) {
    free(server);
    return NULL;
  }
  return server;
}

void cli_view_server_stop(struct cli_view_server *server) {
  if (server == NULL) return;
  cli_http_stop(server->http);
  cli_blocks_show(&server->blocks, NULL);
  free(server);
}
