/* http.h - HTTP/1.1 server of `simoom view` and `simoom serve` (libmicrohttpd): one thread takes
 * requests, a handler fills the answers. */
#ifndef CLI_HTTP_HTTP_H
#define CLI_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cli_http_server;

struct cli_http_request {
  const char *method, *path; /* the path is decoded, without the query */
  const char *body;          /* NUL-terminated; "" without one, and before it has arrived */
  size_t size;               /* bytes of the body */
  void *kept;                /* of a request that was left to wait: what the handler kept; else
                                NULL */
  void *connection;          /* for cli_http_header, cli_http_query, cli_http_resume */
};

/* Header of a request, and parameter of its query (decoded); NULL if absent. */
const char *cli_http_header(const struct cli_http_request *request, const char *name);
const char *cli_http_query(const struct cli_http_request *request, const char *name);

enum cli_http_memory {
  CLI_HTTP_STATIC, /* stays valid */
  CLI_HTTP_COPIED, /* valid until the handler returns */
  CLI_HTTP_OWNED   /* freed with free() by the server */
};

/* Part of a body: bytes, or a file that is closed after it was sent. */
struct cli_http_part {
  char *bytes; /* freed with free(); NULL: the file */
  size_t size; /* of the bytes, or of the file */
  int file;
};

enum { CLI_HTTP_HEADERS = 24 };

/* Answer of a handler; starts as {.code = 0}. */
struct cli_http_answer {
  unsigned code;
  const char *type; /* media type; NULL: no body */
  const void *bytes;
  size_t size;
  enum cli_http_memory memory;
  struct cli_http_part *part; /* body of parts, in place of bytes; freed by the server */
  size_t parts;
  struct {
    const char *name;
    char *value; /* freed by the server */
  } header[CLI_HTTP_HEADERS];
  int headers;
  bool wait;  /* the client waits until cli_http_resume, then the handler is called again */
  void *kept; /* given to that call */
};

/* Adds a header "name: value" to an answer; false: out of memory, or too many. */
bool cli_http_add_header(struct cli_http_answer *answer, const char *name, const char *value);

/* Releases what an answer owns. */
void cli_http_answer_free(struct cli_http_answer *answer);

struct cli_http_options {
  const char *address; /* numeric, IPv4 or IPv6; NULL: loopback, where only requests for this host
                          are answered (protection against DNS rebinding) */
  int port;            /* 0: any free port */
  size_t body_max;     /* bytes of a request body; 0: bodies are ignored */
  unsigned timeout;    /* s without traffic after which a connection is closed; 0: never */
  const char *policy;  /* header Content-Security-Policy of all answers */
  bool framed;         /* pages of this server may show others of it in frames */
  /* Called when the headers have arrived, before the body; false: the answer is sent at once. May
   * be NULL. */
  bool (*admit)(void *user, const struct cli_http_request *request, struct cli_http_answer *answer);
  /* Fills the answer. */
  void (*handle)(void *user, const struct cli_http_request *request,
                 struct cli_http_answer *answer);
  /* Answers of the server itself, with a text for a person: no such host, too large. May be NULL:
   * plain text. */
  void (*refuse)(void *user, unsigned code, const char *text, struct cli_http_answer *answer);
  void *user;
};

/* Starts the server thread. Returns NULL with a reason in `message`; *port is the port taken. */
struct cli_http_server *cli_http_start(const struct cli_http_options *options, int *port,
                                       char *message, size_t size);

/* Ends the thread; waiting requests must have been resumed. */
void cli_http_stop(struct cli_http_server *server);

/* Lets a waiting request go on; from any thread. */
void cli_http_resume(void *connection);

/* False if simoom was built without the server library. */
bool cli_http_available(void);

#endif
