/* queue.c - queue of jobs: starts runs, at most so many at a time, limits them, and takes their
 * ends. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/child/child.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static const double patience = 10; /* s from SIGTERM to SIGKILL */

size_t cli_queue_length(const struct cli_service *service) {
  size_t count = 0;
  for (size_t n = 0; n < service->jobs; n++)
    count += service->job[n]->status == CLI_JOB_ACCEPTED && !service->job[n]->removed;
  return count;
}

/* Tells a run to end; after some patience it is killed. */
static void tell_to_end(struct cli_job *job) {
  if (job->process == 0 || job->told_to_end) return;
  job->told_to_end = true;
  job->deadline = cli_clock() + patience;
  cli_child_signal(job->process, SIGTERM);
}

/* Lets the client that waits for a job go on. */
static void let_go(struct cli_job *job) {
  if (job->waiting != NULL) cli_http_resume(job->waiting);
  job->waiting = NULL;
}

void cli_queue_dismiss(struct cli_service *service, struct cli_job *job) {
  job->status = CLI_JOB_DISMISSED;
  job->finished = job->updated = cli_now();
  snprintf(job->message, sizeof job->message, "dismissed");
  cli_store_save(service, job); /* a service that is killed now removes it at its next start */
  if (job->process != 0) {
    tell_to_end(job);
    return;
  }
  cli_store_remove(service, job);
  job->removed = true;
  let_go(job);
}

static void finish(struct cli_service *service, struct cli_job *job, enum cli_job_status status,
                   unsigned code) {
  job->status = status;
  job->code = code;
  job->finished = job->updated = cli_now();
  cli_store_save(service, job);
  let_go(job);
}

/* Fails a job; a message of the run says why, if it left one. */
static void fail(struct cli_service *service, struct cli_job *job, unsigned code,
                 const char *reason) {
  char said[sizeof job->message - 200], folder[CLI_PATH];
  cli_job_path(service, job, "", folder, sizeof folder);
  cli_child_complaint(folder, said, sizeof said);
  snprintf(job->message, sizeof job->message, "%.190s%s%s", reason, said[0] != '\0' ? ": " : "",
           said);
  finish(service, job, CLI_JOB_FAILED, code);
}

/* Puts the job of a run that was stopped with the service back into the queue. */
static void put_back(struct cli_service *service, struct cli_job *job) {
  job->status = CLI_JOB_ACCEPTED;
  job->started = 0;
  job->updated = cli_now();
  snprintf(job->message, sizeof job->message,
           "the service was stopped; the job starts anew with it");
  cli_store_save(service, job);
}

/* Path of the file that a wanted output is converted from; false: the run has left it, or has left
 * nothing to convert. */
static bool find_source(struct cli_service *service, const struct cli_job *job,
                        const struct cli_want *want, char *out, size_t size) {
  const bool areas = strcmp(cli_outputs[want->output].name, "areas") == 0;
  if (!areas && want->format == CLI_FORMAT_OWN) return false;
  const int source = areas ? cli_output_find("plume") : want->output;
  return cli_output_file(service, job, source, CLI_FORMAT_OWN, out, size);
}

/* Starts the conversion of the next output that is wanted in another format; false: none is left. A
 * file that the run has not left is not converted. */
static bool convert_next(struct cli_service *service, struct cli_job *job) {
  char from[512], to[512];
  while (job->converted < job->wants) {
    const struct cli_want *want = &job->want[job->converted++];
    if (!find_source(service, job, want, from, sizeof from) ||
        cli_output_file(service, job, want->output, want->format, to, sizeof to))
      continue;
    if (cli_job_convert(service, job, from, to)) return true;
    fail(service, job, 500, "the results could not be converted");
    return true;
  }
  return false;
}

static void succeed(struct cli_service *service, struct cli_job *job) {
  cli_stac_write(service, job);
  snprintf(job->message, sizeof job->message, "done");
  finish(service, job, CLI_JOB_SUCCESSFUL, 0);
}

static void take_end(struct cli_service *service, struct cli_job *job, int status) {
  const int exited = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const bool told = job->told_to_end;
  char reason[128];
  job->process = 0;
  job->told_to_end = false;
  if (job->status == CLI_JOB_DISMISSED) {
    cli_store_remove(service, job);
    job->removed = true;
    let_go(job);
  } else if (job->limit != NULL) {
    snprintf(reason, sizeof reason, "%s of %g s", job->limit, job->most);
    fail(service, job, 500, reason);
  } else if (exited == 0) {
    if (!convert_next(service, job)) succeed(service, job);
  } else if (service->stopping && told) {
    put_back(service, job);
  } else if (exited < 0) {
    snprintf(reason, sizeof reason, "the run was ended by signal %d", WTERMSIG(status));
    fail(service, job, 500, reason);
  } else {
    snprintf(reason, sizeof reason, "the run ended with exit code %d", exited);
    fail(service, job, exited >= 2 && exited <= 4 ? 400 : 500, reason);
  }
}

/* Takes the end of a run, or ends it at its limit. */
static void look_after(struct cli_service *service, struct cli_job *job) {
  int status;
  const pid_t ended = waitpid(job->process, &status, WNOHANG);
  if (ended == job->process) {
    take_end(service, job, status);
  } else if (cli_clock() > job->deadline && job->told_to_end) {
    job->deadline = cli_clock() + patience;
    cli_child_signal(job->process, SIGKILL);
  } else if (cli_clock() > job->deadline) {
    job->limit = "longer than the limit";
    tell_to_end(job);
  }
}

static void start(struct cli_service *service, struct cli_job *job) {
  job->status = CLI_JOB_RUNNING;
  job->started = job->updated = cli_now();
  job->message[0] = '\0';
  job->limit = NULL;
  job->deadline = cli_clock() + job->most;
  if (!cli_store_save(service, job) || !cli_job_start(service, job))
    fail(service, job, 500, "the run could not be started");
}

void cli_queue_tick(struct cli_service *service) {
  int running = 0;
  for (size_t n = 0; n < service->jobs; n++) {
    struct cli_job *job = service->job[n];
    if (job->process != 0) look_after(service, job);
    running += job->process != 0;
  }
  for (size_t n = 0; n < service->jobs && running < service->options.jobs && !service->stopping;
       n++) {
    struct cli_job *job = service->job[n];
    if (job->status != CLI_JOB_ACCEPTED || job->removed) continue;
    start(service, job);
    running += job->process != 0;
  }
  cli_jobs_sweep(service);
}

void cli_queue_stop(struct cli_service *service) {
  const struct timespec moment = {.tv_nsec = 20000000};
  bool running = true;
  service->stopping = true;
  for (size_t n = 0; n < service->jobs; n++) tell_to_end(service->job[n]);
  while (running) {
    cli_queue_tick(service);
    running = false;
    for (size_t n = 0; n < service->jobs; n++) running = running || service->job[n]->process != 0;
    if (running) nanosleep(&moment, NULL);
  }
  for (size_t n = 0; n < service->jobs; n++)
    if (service->job[n]->status == CLI_JOB_ACCEPTED) let_go(service->job[n]);
}
