/* jobs.c - status of a job, and list of jobs with its filters. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/child/child.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char json[] = "application/json";

static void add_time(struct sm_facts *facts, const char *key, double seconds) {
  char text[64];
  if (seconds <= 0) return;
  cli_format_time(seconds, text, sizeof text);
  sm_facts_text(facts, key, text);
}

/* Adds the members of statusInfo. */
static void add_status(const struct cli_service *service, const struct cli_job *job,
                       const char *base, struct sm_facts *facts) {
  char path[128], line[256], folder[CLI_PATH];
  const bool failed = job->status == CLI_JOB_FAILED;
  snprintf(path, sizeof path, "/jobs/%s", job->id);
  sm_facts_text(facts, "processID", cli_processes[job->kind].name);
  sm_facts_text(facts, "type", "process");
  sm_facts_text(facts, "jobID", job->id);
  sm_facts_text(facts, "status", cli_job_status_name(job->status));
  line[0] = '\0';
  cli_job_path(service, job, "", folder, sizeof folder);
  if (job->status == CLI_JOB_RUNNING) cli_child_progress(folder, line, sizeof line);
  if (line[0] != '\0' || job->message[0] != '\0')
    sm_facts_text(facts, "message", line[0] != '\0' ? line : job->message);
  add_time(facts, "created", job->created);
  add_time(facts, "started", job->started);
  add_time(facts, "finished", job->finished);
  add_time(facts, "updated", job->updated);
  if (job->status == CLI_JOB_ACCEPTED) sm_facts_integer(facts, "progress", 0);
  if (job->status == CLI_JOB_SUCCESSFUL) sm_facts_integer(facts, "progress", 100);
  sm_facts_list(facts, "links");
  cli_add_link(facts, base, path, "self", json, "status of the job");
  snprintf(path, sizeof path, "/jobs/%s/results", job->id);
  if (job->status == CLI_JOB_SUCCESSFUL)
    cli_add_link(facts, base, path, CLI_RELATIONS "results", json, "results");
  if (failed)
    cli_add_link(facts, base, path, CLI_RELATIONS "exceptions", "application/problem+json",
                 "what went wrong");
  snprintf(path, sizeof path, "/jobs/%s/files/log", job->id);
  if (failed || job->status == CLI_JOB_SUCCESSFUL)
    cli_add_link(facts, base, path, "related", "text/plain", "messages of the run");
  sm_facts_close(facts);
}

void cli_put_status(const struct cli_service *service, const struct cli_job *job, const char *base,
                    unsigned code, struct cli_http_answer *answer) {
  struct sm_facts facts = {0};
  add_status(service, job, base, &facts);
  cli_put_facts(answer, code, &facts);
}

/* --- list --- */

struct filter {
  const char *type, *process, *status, *datetime; /* lists "a,b"; NULL: any */
  double from, to;                                /* of the time of creation */
  double least, most;                             /* duration, s */
  bool timed;                                     /* only jobs with a duration */
  long limit, offset;
};

/* Whether a word is in the list "a,b"; any is in NULL. */
static bool lists(const char *list, const char *word) {
  const size_t length = strlen(word);
  if (list == NULL) return true;
  for (const char *at = list;; at++) {
    const size_t size = strcspn(at, ",");
    if (size == length && strncmp(at, word, size) == 0) return true;
    at += size;
    if (*at == '\0') return false;
  }
}

/* Reads a parameter; false: answered that it is wrong. */
static bool read_number(const struct cli_http_request *request, const char *name, long least,
                        long most, long *out, struct cli_http_answer *answer) {
  const char *text = cli_http_query(request, name);
  char *end;
  if (text == NULL) return true;
  *out = strtol(text, &end, 10);
  if (end != text && *end == '\0' && *out >= least && *out <= most) return true;
  cli_put_problem(answer, 400, NULL, "%s is a whole number from %ld to %ld", name, least, most);
  return false;
}

bool cli_read_limit(const struct cli_http_request *request, long *out,
                    struct cli_http_answer *answer) {
  return read_number(request, "limit", 1, CLI_LIST_MOST, out, answer);
}

/* false: answered that a parameter is wrong. */
static bool read_filter(const struct cli_http_request *request, struct filter *f,
                        struct cli_http_answer *answer) {
  const long any = 1000000000;
  long least = -1, most = -1;
  *f = (struct filter){.type = cli_http_query(request, "type"),
                       .process = cli_http_query(request, "processID"),
                       .status = cli_http_query(request, "status"),
                       .datetime = cli_http_query(request, "datetime"),
                       .from = -HUGE_VAL,
                       .to = HUGE_VAL,
                       .limit = 10};
  if (!cli_read_limit(request, &f->limit, answer) ||
      !read_number(request, "offset", 0, any, &f->offset, answer) ||
      !read_number(request, "minDuration", 0, any, &least, answer) ||
      !read_number(request, "maxDuration", 0, any, &most, answer))
    return false;
  if (f->datetime != NULL && !cli_read_interval(f->datetime, &f->from, &f->to)) {
    cli_put_problem(answer, 400, NULL,
                    "datetime is a date and time such as 2026-05-01T12:00:00Z, or two with / "
                    "between them, one of which may be ..");
    return false;
  }
  f->timed = least >= 0 || most >= 0;
  f->least = least >= 0 ? (double)least : 0;
  f->most = most >= 0 ? (double)most : HUGE_VAL;
  return true;
}

static bool fits(const struct cli_job *job, const struct filter *f) {
  const double end = job->finished > 0 ? job->finished : cli_now();
  const double duration = end - job->started;
  if (job->removed || !lists(f->type, "process") ||
      !lists(f->process, cli_processes[job->kind].name) ||
      !lists(f->status, cli_job_status_name(job->status)))
    return false;
  const double rounding = 5e-4; /* s; times have whole milliseconds */
  /* a single time as filter covers its whole second: times of jobs have fractions of one */
  const double moment = f->from == f->to ? 1 : 0;
  if (job->created < f->from - rounding || job->created > f->to + moment + rounding) return false;
  return !f->timed || (job->started > 0 && duration >= f->least && duration <= f->most);
}

/* Adds "name=value" to a query, with the value encoded. */
static void add_query(char *out, size_t size, const char *name, const char *value) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~";
  size_t at = strlen(out);
  if (value == NULL) return;
  at += (size_t)snprintf(out + at, size - at, "&%s=", name);
  for (; *value != '\0' && at + 4 < size; value++)
    at += (size_t)snprintf(out + at, size - at, strchr(plain, *value) != NULL ? "%c" : "%%%02X",
                           (unsigned char)*value);
}

static void add_next(const struct cli_http_request *request, const char *base,
                     const struct filter *f, struct sm_facts *facts) {
  static const char *const names[] = {"type",     "processID",   "status",
                                      "datetime", "minDuration", "maxDuration"};
  char path[2048];
  snprintf(path, sizeof path, "/jobs?limit=%ld&offset=%ld", f->limit, f->offset + f->limit);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    add_query(path, sizeof path - 64, names[n], cli_http_query(request, names[n]));
  cli_add_link(facts, base, path, "next", json, "more jobs");
}

void cli_get_jobs(struct cli_service *service, const struct cli_http_request *request,
                  const char *base, struct cli_http_answer *answer) {
  struct filter f;
  struct sm_facts facts = {0};
  long found = 0;
  if (!read_filter(request, &f, answer)) return;
  sm_facts_list(&facts, "jobs");
  for (size_t n = service->jobs; n-- > 0;) { /* the latest first */
    const struct cli_job *job = service->job[n];
    if (!fits(job, &f)) continue;
    if (found++ < f.offset || found > f.offset + f.limit) continue;
    sm_facts_group(&facts, NULL);
    add_status(service, job, base, &facts);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  sm_facts_list(&facts, "links");
  cli_add_link(&facts, base, "/jobs", "self", json, "this document");
  if (found > f.offset + f.limit) add_next(request, base, &f, &facts);
  sm_facts_close(&facts);
  sm_facts_integer(&facts, "numberMatched", found);
  cli_put_facts(answer, 200, &facts);
}
