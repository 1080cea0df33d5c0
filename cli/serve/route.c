/* route.c - admission of requests, and their way to the resources. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/http/access.h"
#include <string.h>

/* Whether a browser sent the request from a page of another site. */
static bool is_foreign(const struct cli_service *service, const struct cli_http_request *request) {
  char base[CLI_PATH];
  if (service->options.token != NULL) return false;
  cli_base_url(service, request, base, sizeof base);
  return cli_access_is_foreign(request, base);
}

bool cli_admit(void *user, const struct cli_http_request *request, struct cli_http_answer *answer) {
  const struct cli_service *service = user;
  if (!cli_access_has_token(request, service->options.token)) {
    cli_put_problem(answer, 401, NULL,
                    "the header Authorization: Bearer TOKEN is missing or wrong");
    cli_http_add_header(answer, "WWW-Authenticate", "Bearer");
    return false;
  }
  if (is_foreign(service, request)) {
    cli_put_problem(answer, 403, NULL, "requests of pages of other sites are not answered");
    return false;
  }
  return true;
}

void cli_refuse(void *user, unsigned code, const char *text, struct cli_http_answer *answer) {
  (void)user;
  cli_put_problem(answer, code, NULL, "%.*s", (int)strcspn(text, "\n"), text);
}

/* Method that a path takes: the request has it, or the answer says what it would be. */
static bool is_method(const struct cli_http_request *request, const char *methods,
                      struct cli_http_answer *answer) {
  const char *at = strstr(methods, request->method);
  const size_t length = strlen(request->method);
  if (at != NULL && length > 0 && (at == methods || at[-1] == ' ') &&
      strchr(", ", at[length]) != NULL)
    return true;
  cli_put_problem(answer, 405, NULL, "this path takes %s", methods);
  cli_http_add_header(answer, "Allow", methods);
  return false;
}

static void route_process(struct cli_service *service, const struct cli_http_request *request,
                          const char *base, const char *rest, struct cli_http_answer *answer) {
  char name[64];
  const size_t length = strcspn(rest, "/");
  snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), rest);
  if (rest[length] == '\0') {
    if (is_method(request, "GET, HEAD", answer)) cli_get_process(base, name, answer);
  } else if (strcmp(rest + length, "/execution") == 0) {
    if (is_method(request, "POST", answer))
      cli_post_execution(service, request, base, name, answer);
  } else {
    cli_put_problem(answer, 404, NULL, "there is no such path");
  }
}

static void dismiss(struct cli_service *service, struct cli_job *job, const char *base,
                    struct cli_http_answer *answer) {
  cli_queue_dismiss(service, job);
  cli_put_status(service, job, base, 200, answer);
}

static void route_job(struct cli_service *service, const struct cli_http_request *request,
                      const char *base, const char *rest, struct cli_http_answer *answer) {
  const size_t length = strcspn(rest, "/");
  struct cli_job *job = cli_job_find(service, rest, length);
  const char *more = rest + length;
  if (job == NULL)
    cli_put_problem(answer, 404, CLI_EXCEPTIONS "no-such-job", "there is no job '%.*s'",
                    (int)(length < 80 ? length : 80), rest);
  else if (more[0] == '\0' && !is_method(request, "GET, HEAD, DELETE", answer))
    return;
  else if (more[0] == '\0' && strcmp(request->method, "DELETE") == 0)
    dismiss(service, job, base, answer);
  else if (more[0] == '\0')
    cli_put_status(service, job, base, 200, answer);
  else if (!is_method(request, "GET, HEAD", answer))
    return;
  else if (strcmp(more, "/results") == 0)
    cli_put_results(service, job, base, answer);
  else if (strncmp(more, "/files/", 7) == 0)
    cli_get_file(service, job, more + 7, answer);
  else
    cli_put_problem(answer, 404, NULL, "there is no such path");
}

static void route_collection(struct cli_service *service, const struct cli_http_request *request,
                             const char *base, const char *rest, struct cli_http_answer *answer) {
  const size_t length = strcspn(rest, "/");
  struct cli_job *job = cli_job_find(service, rest, length);
  if (job == NULL || (rest[length] != '\0' && strcmp(rest + length, "/position") != 0))
    cli_put_problem(answer, 404, NULL, "there is no such collection or query");
  else if (!is_method(request, "GET, HEAD", answer))
    return;
  else if (rest[length] == '\0')
    cli_get_collection(service, job, base, answer);
  else
    cli_get_position(service, request, job, answer);
}

/* Resources without a part that varies; false: another path. */
static bool route_fixed(struct cli_service *service, const struct cli_http_request *request,
                        const char *base, struct cli_http_answer *answer) {
  static const char *const paths[] = {"/",          "/conformance", "/api",
                                      "/processes", "/jobs",        "/collections"};
  int n = 0;
  while (n < 6 && strcmp(request->path, paths[n]) != 0) n++;
  if (n == 6) return false;
  if (!is_method(request, "GET, HEAD", answer)) return true;
  switch (n) {
  case 0: cli_get_landing(base, answer); break;
  case 1: cli_get_conformance(answer); break;
  case 2: cli_get_api(base, answer); break;
  case 3: cli_get_processes(base, request, answer); break;
  case 4: cli_get_jobs(service, request, base, answer); break;
  default: cli_get_collections(service, request, base, answer); break;
  }
  return true;
}

void cli_handle(void *user, const struct cli_http_request *request,
                struct cli_http_answer *answer) {
  static const char processes[] = "/processes/", jobs[] = "/jobs/";
  static const char collections[] = "/collections/";
  struct cli_service *service = user;
  char base[CLI_PATH];
  cli_base_url(service, request, base, sizeof base);
  pthread_mutex_lock(&service->lock);
  if (strncmp(request->path, processes, strlen(processes)) == 0)
    route_process(service, request, base, request->path + strlen(processes), answer);
  else if (strncmp(request->path, jobs, strlen(jobs)) == 0)
    route_job(service, request, base, request->path + strlen(jobs), answer);
  else if (strncmp(request->path, collections, strlen(collections)) == 0)
    route_collection(service, request, base, request->path + strlen(collections), answer);
  else if (!route_fixed(service, request, base, answer))
    cli_put_problem(answer, 404, NULL, "there is no such path");
  pthread_mutex_unlock(&service->lock);
  cli_put_html(request, answer);
}
