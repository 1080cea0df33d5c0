/* execute.c - execution of a process: a new job, whose client waits for the results unless it
 * prefers not to. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether a header "a; q=1, b" has a word, by RFC 7240 without regard to case. */
static bool prefers(const char *header, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = header; at != NULL && *at != '\0';) {
    at += strspn(at, " \t,;");
    const size_t size = strcspn(at, " \t,;=");
    if (size == length && strncasecmp(at, word, length) == 0) return true;
    at += strcspn(at, ",");
  }
  return false;
}

static bool is_json(const struct cli_http_request *request) {
  static const char type[] = "application/json";
  const char *given = cli_http_header(request, "Content-Type");
  return given != NULL && strncasecmp(given, type, strlen(type)) == 0 &&
         strchr(" ;", given[strlen(type)]) != NULL;
}

static void add_job_link(const char *base, const struct cli_job *job, const char *header,
                         const char *format, struct cli_http_answer *answer) {
  char url[CLI_PATH], value[CLI_PATH + 64];
  snprintf(url, sizeof url, "%.2000s/jobs/%s", base, job->id);
  snprintf(value, sizeof value, format, url);
  cli_http_add_header(answer, header, value);
}

/* Whether files by reference are files of finished jobs of this service, the only ones that it
 * takes. */
static bool has_good_links(const struct cli_service *service, const struct cli_request *execute,
                           const char *base, char *why, size_t room) {
  char path[CLI_PATH];
  for (size_t n = 0; n < execute->files; n++) {
    const char *href = execute->file[n].href;
    const size_t length = strlen(base);
    if (href == NULL) continue;
    if (strncmp(href, base, length) == 0) href += length;
    if (href[0] == '/' && strncmp(href, "/jobs/", 6) == 0 &&
        cli_store_find_link(service, href, path, sizeof path))
      continue;
    snprintf(why, room,
             "'files': the link of \"%s\" is not that of a file of a finished job of this service, "
             "%s/jobs/ID/files/NAME; send other files by value",
             execute->file[n].name, base);
    return false;
  }
  return true;
}

/* Reads the request and stores its job; NULL: the answer says why not. */
static struct cli_job *accept_request(struct cli_service *service,
                                      const struct cli_http_request *request, const char *base,
                                      enum cli_process process, bool async,
                                      struct cli_http_answer *answer) {
  char why[CLI_WHY] = "";
  struct cli_request execute;
  unsigned code = 400;
  struct cli_job *job = calloc(1, sizeof *job);
  if (job == NULL) {
    cli_put_problem(answer, 500, NULL, "out of memory");
    return NULL;
  }
  bool good = cli_request_read(request->body, request->size, process, &execute, why, sizeof why) &&
              has_good_links(service, &execute, base, why, sizeof why) &&
              cli_case_names_are_sent(service->ctx, &execute, why, sizeof why);
  if (good) {
    const struct cli_service_options *o = &service->options;
    job->kind = process;
    job->raw = execute.raw;
    job->every_output = execute.every_output;
    memcpy(job->want, execute.want, sizeof job->want);
    job->wants = execute.wants;
    job->most = async || o->sync_seconds > o->job_seconds ? o->job_seconds : o->sync_seconds;
    good = cli_store_add(service, &execute, job, &code, why, sizeof why);
  }
  cli_request_free(&execute);
  if (good) return job;
  cli_put_problem(answer, code, NULL, "%s", why);
  free(job);
  return NULL;
}

/* Lets the client of a job wait until its end. */
static void let_wait(const struct cli_http_request *request, struct cli_job *job,
                     struct cli_http_answer *answer) {
  job->waiting = request->connection;
  job->answering = true;
  answer->wait = true;
  answer->kept = job;
}

/* Answer to a client that has waited. */
static void put_waited(const struct cli_service *service, const struct cli_http_request *request,
                       const char *base, struct cli_http_answer *answer) {
  struct cli_job *job = request->kept;
  const bool ended = job->status != CLI_JOB_ACCEPTED && job->status != CLI_JOB_RUNNING;
  if (!ended && !service->stopping) {
    let_wait(request, job, answer);
    return;
  }
  job->waiting = NULL;
  job->answering = false;
  if (ended)
    cli_put_results(service, job, base, answer);
  else
    cli_put_problem(answer, 503, NULL,
                    "the service is stopping; the job %s goes on when it is started again",
                    job->id);
  add_job_link(base, job, "Link", "<%s>; rel=\"monitor\"", answer);
}

void cli_post_execution(struct cli_service *service, const struct cli_http_request *request,
                        const char *base, const char *name, struct cli_http_answer *answer) {
  const enum cli_process process = cli_process_find(name);
  const bool async = prefers(cli_http_header(request, "Prefer"), "respond-async");
  if (request->kept != NULL) {
    put_waited(service, request, base, answer);
    return;
  }
  if (process == CLI_PROCESSES) {
    cli_put_problem(answer, 404, CLI_EXCEPTIONS "no-such-process", "there is no process '%.80s'",
                    name);
    return;
  }
  if (!is_json(request)) {
    cli_put_problem(answer, 415, NULL, "the body of an execution has the type application/json");
    return;
  }
  if (service->stopping || cli_queue_length(service) >= (size_t)service->options.queue) {
    cli_put_problem(answer, 503, NULL, "%zu jobs wait, as many as this service takes: try later",
                    cli_queue_length(service));
    cli_http_add_header(answer, "Retry-After", "10");
    return;
  }
  struct cli_job *job = accept_request(service, request, base, process, async, answer);
  if (job == NULL) return;
  if (!async) {
    let_wait(request, job, answer);
    return;
  }
  cli_put_status(service, job, base, 201, answer);
  add_job_link(base, job, "Location", "%s", answer);
  cli_http_add_header(answer, "Preference-Applied", "respond-async");
}
