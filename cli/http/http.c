#define _POSIX_C_SOURCE 200809L
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_http_add_header(struct cli_http_answer *answer, const char *name, const char *value) {
  char *copy = answer->headers < CLI_HTTP_HEADERS ? strdup(value) : NULL;
  if (copy == NULL) return false;
  answer->header[answer->headers].name = name;
  answer->header[answer->headers++].value = copy;
  return true;
}

static void free_parts(struct cli_http_part *part, size_t parts) {
  for (size_t n = 0; n < parts; n++) {
    if (part[n].bytes == NULL && part[n].file >= 0) close(part[n].file);
    free(part[n].bytes);
  }
  free(part);
}

void cli_http_answer_free(struct cli_http_answer *answer) {
  for (int n = 0; n < answer->headers; n++) free(answer->header[n].value);
  if (answer->memory == CLI_HTTP_OWNED) free((void *)(uintptr_t)answer->bytes);
  free_parts(answer->part, answer->parts);
  *answer = (struct cli_http_answer){.code = 0};
}

#ifndef SM_HAVE_MICROHTTPD

bool cli_http_available(void) { return false; }

const char *cli_http_header(const struct cli_http_request *request, const char *name) {
  (void)request;
  (void)name;
  return NULL;
}

const char *cli_http_query(const struct cli_http_request *request, const char *name) {
  return cli_http_header(request, name);
}

struct cli_http_server *cli_http_start(const struct cli_http_options *options, int *port,
                                       char *message, size_t size) {
  (void)options;
  *port = 0;
  snprintf(message, size, "simoom was built without libmicrohttpd");
  return NULL;
}

void cli_http_stop(struct cli_http_server *server) { (void)server; }

void cli_http_resume(void *connection) { (void)connection; }

#else

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

bool cli_http_available(void) { return true; }

enum { BODIES = 4, BLOCK = 1 << 17 }; /* bodies of the largest size held at a time */

/* Request between the calls of the library. */
struct exchange {
  char *body;
  size_t size, room;
  void *kept;
};

struct cli_http_server {
  struct MHD_Daemon *daemon;
  struct cli_http_options options;
  size_t held; /* bytes of all bodies; used only by the server thread */
};

/* Headers of every answer besides the content security policy: no caching, framing or content
 * sniffing. */
static const char *const headers[][2] = {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

const char *cli_http_header(const struct cli_http_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *cli_http_query(const struct cli_http_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

void cli_http_resume(void *connection) { MHD_resume_connection(connection); }

/* Body of parts, as the library reads it. */
struct parts {
  struct cli_http_part *part;
  size_t count;
};

static ssize_t read_parts(void *user, uint64_t at, char *out, size_t room) {
  const struct parts *body = user;
  for (size_t n = 0; n < body->count; n++) {
    const struct cli_http_part *part = &body->part[n];
    if (at >= part->size) {
      at -= part->size;
      continue;
    }
    const size_t left = part->size - (size_t)at, some = left < room ? left : room;
    if (part->bytes != NULL) {
      memcpy(out, part->bytes + at, some);
      return (ssize_t)some;
    }
    const ssize_t got = pread(part->file, out, some, (off_t)at);
    return got > 0 ? got : MHD_CONTENT_READER_END_WITH_ERROR; /* shorter than it was */
  }
  return MHD_CONTENT_READER_END_OF_STREAM;
}

static void end_parts(void *user) {
  struct parts *body = user;
  free_parts(body->part, body->count);
  free(body);
}

static struct MHD_Response *respond_parts(struct cli_http_answer *answer) {
  struct parts *body = malloc(sizeof *body);
  uint64_t size = 0;
  if (body == NULL) return NULL;
  for (size_t n = 0; n < answer->parts; n++) size += answer->part[n].size;
  *body = (struct parts){answer->part, answer->parts};
  answer->part = NULL;
  answer->parts = 0;
  struct MHD_Response *response =
      MHD_create_response_from_callback(size, BLOCK, read_parts, body, end_parts);
  if (response == NULL) end_parts(body);
  return response;
}

static struct MHD_Response *respond_bytes(struct cli_http_answer *answer) {
  static const enum MHD_ResponseMemoryMode modes[] = {
      [CLI_HTTP_STATIC] = MHD_RESPMEM_PERSISTENT,
      [CLI_HTTP_COPIED] = MHD_RESPMEM_MUST_COPY,
      [CLI_HTTP_OWNED] = MHD_RESPMEM_MUST_FREE,
  };
  if (answer->type == NULL) return MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  /* The library does not modify the persistent buffer. */
  struct MHD_Response *response = MHD_create_response_from_buffer(
      answer->size, (void *)(uintptr_t)answer->bytes, modes[answer->memory]);
  if (response != NULL) answer->memory = CLI_HTTP_STATIC; /* now the library's */
  return response;
}

static enum MHD_Result send_answer(const struct cli_http_server *server,
                                   struct MHD_Connection *connection,
                                   struct cli_http_answer *answer) {
  struct MHD_Response *response = answer->parts > 0 ? respond_parts(answer) : respond_bytes(answer);
  enum MHD_Result result = MHD_NO;
  if (response != NULL) {
    if (answer->type != NULL) MHD_add_response_header(response, "Content-Type", answer->type);
    for (size_t h = 0; h < sizeof headers / sizeof *headers; h++)
      MHD_add_response_header(response, headers[h][0], headers[h][1]);
    MHD_add_response_header(response, "X-Frame-Options",
                            server->options.framed ? "SAMEORIGIN" : "DENY");
    MHD_add_response_header(response, "Content-Security-Policy", server->options.policy);
    for (int h = 0; h < answer->headers; h++)
      MHD_add_response_header(response, answer->header[h].name, answer->header[h].value);
    result = MHD_queue_response(connection, answer->code, response);
    MHD_destroy_response(response);
  }
  cli_http_answer_free(answer);
  return result;
}

static enum MHD_Result refuse(const struct cli_http_server *server,
                              struct MHD_Connection *connection, unsigned code, const char *text) {
  struct cli_http_answer answer = {
      .code = code, .type = "text/plain; charset=utf-8", .bytes = text, .size = strlen(text)};
  if (server->options.refuse != NULL)
    server->options.refuse(server->options.user, code, text, &answer);
  if (code == 503) cli_http_add_header(&answer, "Retry-After", "10");
  return send_answer(server, connection, &answer);
}

/* Accepts only requests for this host, as protection against DNS rebinding. */
static bool is_our_host(struct MHD_Connection *connection) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
  struct MHD_Daemon *daemon =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON)->daemon;
  const int port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  char ours[64];
  for (int n = 0; n < 2 && host != NULL; n++) {
    snprintf(ours, sizeof ours, "%s:%d", names[n], port);
    if (strcmp(host, ours) == 0) return true;
  }
  return false;
}

/* Makes room for the body that the headers announce. Returns the code of a refusal, else 0. */
static unsigned take_body(struct cli_http_server *server, struct MHD_Connection *connection,
                          struct exchange *x, const char **why) {
  const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
  if (length == NULL) {
    *why = "a body without Content-Length\n";
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding") != NULL
               ? 411
               : 0;
  }
  const unsigned long long size = strtoull(length, NULL, 10);
  *why = "the body is larger than this server takes\n";
  if (size > server->options.body_max) return 413;
  *why = "too many requests at a time\n";
  if (server->held + size > BODIES * server->options.body_max) return 503;
  x->body = size > 0 ? malloc((size_t)size + 1) : NULL;
  if (size > 0 && x->body == NULL) return 503;
  x->room = (size_t)size;
  server->held += x->room;
  return 0;
}

/* First call of a request: its headers. */
static enum MHD_Result begin(struct cli_http_server *server, struct MHD_Connection *connection,
                             const struct cli_http_request *request, void **state) {
  struct cli_http_answer answer = {.code = 0};
  const char *why = "";
  if (server->options.address == NULL && !is_our_host(connection))
    return refuse(server, connection, 403, "not the address of this server\n");
  if (server->options.admit != NULL &&
      !server->options.admit(server->options.user, request, &answer))
    return send_answer(server, connection, &answer);
  struct exchange *x = calloc(1, sizeof *x);
  if (x == NULL) return MHD_NO;
  *state = x;
  const unsigned code = server->options.body_max > 0 ? take_body(server, connection, x, &why) : 0;
  return code != 0 ? refuse(server, connection, code, why) : MHD_YES;
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state) {
  struct cli_http_server *server = user;
  struct exchange *x = *state;
  struct cli_http_request request = {
      .method = method, .path = url, .body = "", .connection = connection};
  struct cli_http_answer answer = {.code = 0};
  (void)version;
  if (x == NULL) return begin(server, connection, &request, state);
  if (*upload_size > 0) {
    const size_t some = *upload_size < x->room - x->size ? *upload_size : x->room - x->size;
    if (some > 0) memcpy(x->body + x->size, upload, some);
    x->size += some;
    *upload_size = 0;
    return MHD_YES;
  }
  if (x->body != NULL) {
    x->body[x->size] = '\0';
    request.body = x->body;
  }
  request.size = x->size;
  request.kept = x->kept;
  server->options.handle(server->options.user, &request, &answer);
  if (!answer.wait) return send_answer(server, connection, &answer);
  x->kept = answer.kept;
  MHD_suspend_connection(connection);
  return MHD_YES;
}

static void on_end(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode code) {
  struct cli_http_server *server = user;
  struct exchange *x = *state;
  (void)connection;
  (void)code;
  if (x == NULL) return;
  server->held -= x->room;
  free(x->body);
  free(x);
  *state = NULL;
}

/* Address to listen on; false: not numeric. */
static bool read_address(const struct cli_http_options *options, struct sockaddr_in *four,
                         struct sockaddr_in6 *six, bool *is_six) {
  *four = (struct sockaddr_in){.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)options->port),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  *six =
      (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)options->port)};
  *is_six = options->address != NULL && strchr(options->address, ':') != NULL;
  if (options->address == NULL) return true;
  return *is_six ? inet_pton(AF_INET6, options->address, &six->sin6_addr) == 1
                 : inet_pton(AF_INET, options->address, &four->sin_addr) == 1;
}

struct cli_http_server *cli_http_start(const struct cli_http_options *options, int *port,
                                       char *message, size_t size) {
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  bool is_six;
  if (!read_address(options, &four, &six, &is_six)) {
    snprintf(message, size, "not an address of IPv4 or IPv6: %s", options->address);
    return NULL;
  }
  struct cli_http_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    snprintf(message, size, "out of memory");
    return NULL;
  }
  server->options = *options;
  errno = 0;
  server->daemon = MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_six ? MHD_USE_IPv6 : 0), 0,
      NULL, NULL, on_request, server, MHD_OPTION_SOCK_ADDR, is_six ? (void *)&six : (void *)&four,
      MHD_OPTION_NOTIFY_COMPLETED, on_end, server, MHD_OPTION_CONNECTION_TIMEOUT, options->timeout,
      MHD_OPTION_END);
  if (server->daemon == NULL) {
    snprintf(message, size, "no server on port %d: %s", options->port,
             errno != 0 ? strerror(errno) : "the port is taken");
    free(server);
    return NULL;
  }
  *port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  return server;
}

void cli_http_stop(struct cli_http_server *server) {
  if (server == NULL) return;
  MHD_stop_daemon(server->daemon);
  free(server);
}

#endif
