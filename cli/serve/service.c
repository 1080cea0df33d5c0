#define _XOPEN_SOURCE 700
#include "internal.h"

#include "cli/child/child.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Paths of the folder and of this program; false with a message. */
static bool find_paths(struct cli_service *service, char *message, size_t size) {
  char path[PATH_MAX];
  if (!cli_child_program(service->program, sizeof service->program)) {
    snprintf(message, size, "the path of this program is not known: %s", strerror(errno));
    return false;
  }
  const bool found = realpath(service->options.folder, path) != NULL;
  const size_t used = found ? strlen(path) : 0;
  if (!found || used >= sizeof service->folder) {
    snprintf(message, size, "%s: error: %s", service->options.folder,
             found ? "the name is too long" : strerror(errno));
    return false;
  }
  memcpy(service->folder, path, used + 1);
  return true;
}

static bool serve(struct cli_service *service, int *port, char *message, size_t size) {
  const struct cli_service_options *o = &service->options;
  const struct cli_http_options options = {.address = o->address,
                                           .port = o->port,
                                           .body_max = (size_t)o->request_megabytes << 20,
                                           .timeout = 60,
                                           .policy =
                                               "default-src 'none'; style-src 'unsafe-inline'; "
                                               "frame-ancestors 'none'",
                                           .admit = cli_admit,
                                           .handle = cli_handle,
                                           .refuse = cli_refuse,
                                           .user = service};
  service->http = cli_http_start(&options, port, message, size);
  service->port = *port;
  return service->http != NULL;
}

static void destroy(struct cli_service *service) {
  cli_store_close(service);
  sm_context_destroy(&service->ctx);
  pthread_mutex_destroy(&service->lock);
  free(service);
}

struct cli_service *cli_service_start(struct cli_session *session,
                                      const struct cli_service_options *options, int *port,
                                      char *message, size_t size) {
  struct cli_service *service = calloc(1, sizeof *service);
  const struct sm_context_options quiet = {.size = sizeof quiet};
  if (service == NULL) {
    snprintf(message, size, "out of memory");
    return NULL;
  }
  service->session = session;
  service->options = *options;
  service->folder_lock = -1;
  pthread_mutex_init(&service->lock, NULL);
  bool good = sm_context_create(&quiet, &service->ctx) == SM_OK;
  if (!good) snprintf(message, size, "out of memory");
  good = good && find_paths(service, message, size) && cli_store_open(service, message, size) &&
         serve(service, port, message, size);
  if (good && !cli_confine_available())
    cli_terminal_log(
        &session->terminal, SM_LOG_WARNING,
        "this system has no Landlock (Linux 5.13): files that files of a request name, "
        "as #INCLUDE of a mechanism does, are read with the rights of the service");
  if (good) return service;
  destroy(service);
  return NULL;
}

void cli_service_tick(struct cli_service *service) {
  pthread_mutex_lock(&service->lock);
  cli_queue_tick(service);
  pthread_mutex_unlock(&service->lock);
}

/* Gives clients that waited the time to be answered, two seconds at most. */
static void let_answer(struct cli_service *service) {
  const struct timespec moment = {.tv_nsec = 20000000};
  bool answering = true;
  for (int n = 0; n < 100 && answering; n++) {
    answering = false;
    pthread_mutex_lock(&service->lock);
    for (size_t j = 0; j < service->jobs; j++) answering = answering || service->job[j]->answering;
    pthread_mutex_unlock(&service->lock);
    nanosleep(&moment, NULL); /* also after the last one, whose answer is being sent */
  }
}

int cli_service_stop(struct cli_service *service) {
  int left = 0;
  pthread_mutex_lock(&service->lock);
  cli_queue_stop(service);
  for (size_t n = 0; n < service->jobs; n++)
    left += service->job[n]->status == CLI_JOB_ACCEPTED && !service->job[n]->removed;
  pthread_mutex_unlock(&service->lock);
  let_answer(service);
  cli_http_stop(service->http);
  destroy(service);
  return left;
}
