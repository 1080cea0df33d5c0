#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include <stdlib.h>
#include <string.h>

#ifndef SM_HAVE_MICROHTTPD

bool cli_view_server_available(void) { return false; }

struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size) {
  (void)session;
  (void)view;
  (void)follow;
  *port = 0;
  snprintf(message, size, "simoom was built without libmicrohttpd");
  return NULL;
}

void cli_view_server_stop(struct cli_view_server *server) { (void)server; }

#else

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

bool cli_view_server_available(void) { return true; }

enum { KEPT = 512, MOST_KEPT_BYTES = 512 << 20, NAME = 192 };

/* Cached data block. */
struct kept {
  char name[NAME];
  void *bytes;
  size_t size;
};

struct cli_view_server {
  struct MHD_Daemon *daemon;
  struct cli_session *session;
  struct sm_view *view;      /* NULL: no view yet */
  struct cli_follow *follow; /* NULL: the view does not change */
  int port;
  struct kept kept[KEPT]; /* used only by the server thread */
  int count, next;
  size_t bytes;
};

/* Headers of every response (content security policy): the page may load its own
 * script and style and blocks of this server only; framing and content sniffing are
 * forbidden. */
static const char *const headers[][2] = {
    {"Cache-Control", "no-store"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
     "'self'; "
     "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned code, const char *type,
                              const void *bytes, size_t size, enum MHD_ResponseMemoryMode mode) {
  /* The library does not modify the persistent buffer. */
  struct MHD_Response *response =
      MHD_create_response_from_buffer(size, (void *)(uintptr_t)bytes, mode);
  if (response == NULL) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", type);
  for (size_t h = 0; h < sizeof headers / sizeof *headers; h++)
    MHD_add_response_header(response, headers[h][0], headers[h][1]);
  const enum MHD_Result result = MHD_queue_response(connection, code, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned code, const char *text) {
  return answer(connection, code, "text/plain; charset=utf-8", text, strlen(text),
                MHD_RESPMEM_MUST_COPY);
}

/* Sends the error to the page and prints it in the terminal. */
static enum MHD_Result send_failure(struct cli_view_server *server,
                                    struct MHD_Connection *connection, enum sm_status status) {
  cli_session_fail(server->session, status);
  return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
                sm_context_message(server->session->ctx));
}

/* Accepts only requests for this host, as protection against DNS rebinding. */
static bool is_our_host(const struct cli_view_server *server, struct MHD_Connection *connection) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
  char ours[64];
  for (int n = 0; n < 2 && host != NULL; n++) {
    snprintf(ours, sizeof ours, "%s:%d", names[n], server->port);
    if (strcmp(host, ours) == 0) return true;
  }
  return false;
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

static enum MHD_Result answer_block(struct cli_view_server *server,
                                    struct MHD_Connection *connection, const char *name) {
  const struct kept *block = find(server, name);
  if (block == NULL) {
    void *bytes;
    size_t size;
    const enum sm_status status =
        server->view != NULL && strlen(name) < NAME
            ? sm_view_block(server->session->ctx, server->view, name, &bytes, &size)
            : SM_ERR_USAGE;
    if (status == SM_ERR_USAGE) return refuse(connection, MHD_HTTP_NOT_FOUND, "no such block\n");
    if (status != SM_OK) return send_failure(server, connection, status);
    block = cache_block(server, name, bytes, size);
  }
  return answer(connection, MHD_HTTP_OK, "application/octet-stream", block->bytes, block->size,
                MHD_RESPMEM_MUST_COPY);
}

/* Answers a box of cells; boxes differ with every view and are not cached. */
static enum MHD_Result answer_box(struct cli_view_server *server, struct MHD_Connection *connection,
                                  const char *name) {
  void *bytes;
  size_t size;
  const enum sm_status status =
      server->view != NULL ? sm_view_box(server->session->ctx, server->view, name, &bytes, &size)
                           : SM_ERR_USAGE;
  if (status == SM_ERR_USAGE) return refuse(connection, MHD_HTTP_BAD_REQUEST, "no such box\n");
  if (status != SM_OK) return send_failure(server, connection, status);
  return answer(connection, MHD_HTTP_OK, "application/octet-stream", bytes, size,
                MHD_RESPMEM_MUST_FREE);
}

/* Sends the status of the run; null if none is followed. Blocks of an earlier wind are dropped from
   the cache. */
static enum MHD_Result answer_live(struct cli_view_server *server,
                                   struct MHD_Connection *connection) {
  struct cli_follow *follow = server->follow;
  char *text;
  if (follow == NULL)
    return answer(connection, MHD_HTTP_OK, "application/json", "null", 4, MHD_RESPMEM_PERSISTENT);
  const int64_t before = follow->stamp;
  if (!cli_follow_poll(follow, &text)) cli_session_fail(server->session, SM_ERR_DATA);
  server->view = follow->view;
  for (int n = 0; n < server->count && follow->stamp != before; n++) drop(server, &server->kept[n]);
  if (text == NULL) return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory\n");
  return answer(connection, MHD_HTTP_OK, "application/json", text, strlen(text),
                MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result answer_manifest(struct cli_view_server *server,
                                       struct MHD_Connection *connection) {
  static const char nothing[] = "{\"sources\": []}";
  char *text;
  if (server->view == NULL)
    return answer(connection, MHD_HTTP_OK, "application/json", nothing, strlen(nothing),
                  MHD_RESPMEM_PERSISTENT);
  const enum sm_status status = sm_view_manifest(server->session->ctx, server->view, &text);
  if (status != SM_OK) return send_failure(server, connection, status);
  return answer(connection, MHD_HTTP_OK, "application/json", text, strlen(text),
                MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state) {
  struct cli_view_server *server = user;
  size_t size;
  (void)version;
  (void)upload;
  (void)upload_size;
  (void)state;
  if (!is_our_host(server, connection))
    return refuse(connection, MHD_HTTP_FORBIDDEN, "not the address of this server\n");
  if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
    return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET only\n");
  if (strcmp(url, "/") == 0) {
    const char *page = sm_view_page(&size);
    return answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", page, size,
                  MHD_RESPMEM_PERSISTENT);
  }
  if (strcmp(url, "/manifest.json") == 0) return answer_manifest(server, connection);
  if (strcmp(url, "/live.json") == 0) return answer_live(server, connection);
  if (strncmp(url, "/block/", 7) == 0) return answer_block(server, connection, url + 7);
  if (strncmp(url, "/box/", 5) == 0) return answer_box(server, connection, url + 5);
  return refuse(connection, MHD_HTTP_NOT_FOUND, "no such page\n");
}

struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)*port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct cli_view_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    snprintf(message, size, "out of memory");
    return NULL;
  }
  server->session = session;
  server->view = view;
  server->follow = follow;
  errno = 0;
  server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, on_request,
                                    server, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_END);
  if (server->daemon == NULL) {
    snprintf(message, size, "no server on port %d: %s", *port,
             errno != 0 ? strerror(errno) : "the port is taken");
    free(server);
    return NULL;
  }
  server->port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  *port = server->port;
  return server;
}

void cli_view_server_stop(struct cli_view_server *server) {
  if (server == NULL) return;
  MHD_stop_daemon(server->daemon);
  for (int n = 0; n < server->count; n++) free(server->kept[n].bytes);
  free(server);
}

#endif
