/* Fuzz target of the server of simoom view: an input is what a client sends, "{port}" in it the
 * port of the server. The server answers on the loopback address, by a thread of its own. replay.c
 * runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/view/server.h"
#include "input_file.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 4096 }; /* bytes of a request */

/* Set-up common to all inputs; made once. */
static struct {
  struct cli_session session;
  struct cli_follow follow;
  struct cli_view_server *server;
  int port;
} common;

static void prepare(void) {
  char message[256];
  signal(SIGPIPE, SIG_IGN);
  if (sm_context_create(NULL, &common.session.ctx) != SM_OK) abort();
  cli_terminal_open(&common.session.terminal, fopen("/dev/null", "w"));
  common.follow = (struct cli_follow){.ctx = common.session.ctx, .folder = "/nonexistent"};
  common.server = cli_view_server_start(&common.session, NULL, &common.follow, &common.port,
                                        message, sizeof message);
  if (common.server == NULL && cli_view_server_available()) abort();
}

/* Sends the input and reads what comes back, to the end. */
static void ask(const char *data, size_t size, char *answer, size_t room) {
  const struct timeval patience = {.tv_sec = 5};
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)common.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int end = socket(AF_INET, SOCK_STREAM, 0);
  if (end < 0) return;
  setsockopt(end, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(end, (struct sockaddr *)&address, sizeof address) == 0 &&
      send(end, data, size, 0) >= 0 && shutdown(end, SHUT_WR) == 0) {
    char rest[4096];
    ssize_t got = recv(end, answer, room - 1, MSG_WAITALL);
    answer[got > 0 ? got : 0] = '\0';
    while (got > 0) got = recv(end, rest, sizeof rest, 0);
    /* It does not answer, and does not close either; a reset is how what is left unread ends. */
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) abort();
  }
  close(end);
}

/* Puts the port in; returns the size of the request. */
static size_t put_port(char *request, size_t size) {
  static const char mark[] = "{port}";
  const size_t length = sizeof mark - 1;
  char port[8];
  const size_t digits = (size_t)snprintf(port, sizeof port, "%d", common.port);
  for (size_t at = 0; at + length <= size; at++) {
    if (memcmp(request + at, mark, length) != 0) continue;
    memcpy(request + at, port, digits);
    memmove(request + at + digits, request + at + length, size - at - length);
    return size - length + digits;
  }
  return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char answer[2048] = "", request[MOST];
  if (common.session.ctx == NULL) prepare();
  if (common.server == NULL || size > MOST) return 0;
  memcpy(request, data, size);
  ask(request, put_port(request, size), answer, sizeof answer);
  /* Whatever is given out has the headers that keep it to this page. */
  if (strncmp(answer, "HTTP/1.1 200", 12) == 0 &&
      (strstr(answer, "Content-Security-Policy") == NULL || strstr(answer, "nosniff") == NULL))
    abort();
  return 0;
}
