#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include "cli/http/http.h"
#include <stdlib.h>
#include <string.h>

bool cli_view_server_available(void) { return cli_http_available(); }

enum { KEPT = 512, MOST_KEPT_BYTES = 512 << 20, NAME = 192 };

/* Cached data block. */
struct kept {
  char name[NAME];
  void *bytes;
  size_t size;
};

struct cli_view_server {
  struct cli_http_server *http;
  struct cli_session *session;
  struct sm_view *view;      /* NULL: no view yet */
  struct cli_follow *follow; /* NULL: the view does not change */
  struct kept kept[KEPT];    /* used only by the server thread */
  int count, next;
  size_t bytes;
};

/* Content security policy: the page may load its own script and style and blocks of this server
 * only; framing is forbidden. */
static const char policy[] =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
    "'self'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void put(struct cli_http_answer *answer, const char *type, const void *bytes, size_t size,
                enum cli_http_memory memory) {
  *answer = (struct cli_http_answer){
      .code = 200, .type = type, .bytes = bytes, .size = size, .memory = memory};
}

static void refuse(struct cli_http_answer *answer, unsigned code, const char *text) {
  put(answer, "text/plain; charset=utf-8", text, strlen(text), CLI_HTTP_COPIED);
  answer->code = code;
}

/* Sends the error to the page and prints it in the terminal. */
static void put_failure(struct cli_view_server *server, struct cli_http_answer *answer,
                        enum sm_status status) {
  cli_session_fail(server->session, status);
  refuse(answer, 500, sm_context_message(server->session->ctx));
}

static const struct kept *find(const struct cli_view_server *server, const char *name) {
  for (int n = 0; n < server->count; n++)
    if (server->kept[n].bytes != NULL && strcmp(server->kept[n].name, name) == 0)
      return &server->kept[n];
  return NULL;
}

static void drop(struct cli_view_server *server, struct kept *old) {
  server->bytes -= old->size;
  free(old->bytes);
  *old = (struct kept){.size = 0};
}

/* Adds a block to the cache and drops the oldest ones. */
static const struct kept *cache_block(struct cli_view_server *server, const char *name, void *bytes,
                                      size_t size) {
  struct kept *place = &server->kept[server->next];
  drop(server, place);
  for (int n = 1; n < KEPT && server->bytes + size > MOST_KEPT_BYTES; n++)
    drop(server, &server->kept[(server->next + n) % KEPT]);
  snprintf(place->name, sizeof place->name, "%s", name);
  place->bytes = bytes;
  place->size = size;
  server->bytes += size;
  server->next = (server->next + 1) % KEPT;
  if (server->count < KEPT) server->count++;
  return place;
}

static void put_block(struct cli_view_server *server, const char *name,
                      struct cli_http_answer *answer) {
  const struct kept *block = find(server, name);
  if (block == NULL) {
    void *bytes;
    size_t size;
    const enum sm_status status =
        server->view != NULL && strlen(name) < NAME
            ? sm_view_block(server->session->ctx, server->view, name, &bytes, &size)
            : SM_ERR_USAGE;
    if (status == SM_ERR_USAGE) {
      refuse(answer, 404, "no such block\n");
      return;
    }
    if (status != SM_OK) {
      put_failure(server, answer, status);
      return;
    }
    block = cache_block(server, name, bytes, size);
  }
  put(answer, "application/octet-stream", block->bytes, block->size, CLI_HTTP_COPIED);
}

/* Answers a box of cells; boxes differ with every view and are not cached. */
static void put_box(struct cli_view_server *server, const char *name,
                    struct cli_http_answer *answer) {
  void *bytes;
  size_t size;
  const enum sm_status status =
      server->view != NULL ? sm_view_box(server->session->ctx, server->view, name, &bytes, &size)
                           : SM_ERR_USAGE;
  if (status == SM_OK)
    put(answer, "application/octet-stream", bytes, size, CLI_HTTP_OWNED);
  else if (status == SM_ERR_USAGE)
    refuse(answer, 400, "no such box\n");
  else
    put_failure(server, answer, status);
}

/* Sends the status of the run; null if none is followed. Blocks of an earlier wind are dropped from
   the cache. */
static void put_live(struct cli_view_server *server, struct cli_http_answer *answer) {
  struct cli_follow *follow = server->follow;
  char *text;
  if (follow == NULL) {
    put(answer, "application/json", "null", 4, CLI_HTTP_STATIC);
    return;
  }
  const int64_t before = follow->stamp;
  if (!cli_follow_poll(follow, &text)) cli_session_fail(server->session, SM_ERR_DATA);
  server->view = follow->view;
  for (int n = 0; n < server->count && follow->stamp != before; n++) drop(server, &server->kept[n]);
  if (text != NULL)
    put(answer, "application/json", text, strlen(text), CLI_HTTP_OWNED);
  else
    refuse(answer, 500, "out of memory\n");
}

static void put_manifest(struct cli_view_server *server, struct cli_http_answer *answer) {
  static const char nothing[] = "{\"sources\": []}";
  char *text;
  if (server->view == NULL) {
    put(answer, "application/json", nothing, strlen(nothing), CLI_HTTP_STATIC);
    return;
  }
  const enum sm_status status = sm_view_manifest(server->session->ctx, server->view, &text);
  if (status == SM_OK)
    put(answer, "application/json", text, strlen(text), CLI_HTTP_OWNED);
  else
    put_failure(server, answer, status);
}

static void put_page(struct cli_http_answer *answer) {
  size_t size;
  const char *page = sm_view_page(&size);
  put(answer, "text/html; charset=utf-8", page, size, CLI_HTTP_STATIC);
}

static void handle(void *user, const struct cli_http_request *request,
                   struct cli_http_answer *answer) {
  struct cli_view_server *server = user;
  const char *path = request->path;
  if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
    refuse(answer, 405, "GET only\n");
  else if (strcmp(path, "/") == 0)
    put_page(answer);
  else if (strcmp(path, "/manifest.json") == 0)
    put_manifest(server, answer);
  else if (strcmp(path, "/live.json") == 0)
    put_live(server, answer);
  else if (strncmp(path, "/block/", 7) == 0)
    put_block(server, path + 7, answer);
  else if (strncmp(path, "/box/", 5) == 0)
    put_box(server, path + 5, answer);
  else
    refuse(answer, 404, "no such page\n");
}

struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size) {
  struct cli_view_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    snprintf(message, size, "out of memory");
    return NULL;
  }
  server->session = session;
  server->view = view;
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
  for (int n = 0; n < server->count; n++) free(server->kept[n].bytes);
  free(server);
}
