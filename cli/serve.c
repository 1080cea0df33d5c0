/* serve.c - `simoom serve`: service of OGC API - Processes that runs cases as jobs. */
#define _POSIX_C_SOURCE 200809L
#include "cli/http/access.h"
#include "cli/options/options.h"
#include "cli/serve/service.h"
#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "cli/session/signals.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static struct {
  const char *address, *token_file;
  struct cli_service_options service;
} values = {.service = {.port = 8080,
                        .jobs = 1,
                        .queue = 1000,
                        .request_megabytes = 64,
                        .job_seconds = 3600,
                        .sync_seconds = 60}};

static const struct cli_option own_options[] = {
    {.name = "port",
     .argument = "N",
     .integer = &values.service.port,
     .min = 0,
     .max = 65535,
     .help = "Port of the service. Default: 8080; 0: any that is free."},
    {.name = "listen",
     .argument = "ADDRESS",
     .text = &values.address,
     .help = "Answer other machines too, at this address of this one, as 0.0.0.0 or ::; only with "
             "--token-file. Default: this machine only, 127.0.0.1."},
    {.name = "token-file",
     .argument = "FILE",
     .text = &values.token_file,
     .help = "File with a secret of at least 16 characters, which requests must give in the header "
             "'Authorization: Bearer'."},
    {.name = "url",
     .argument = "URL",
     .text = &values.service.url,
     .help = "Address of the service for its clients, which links begin with, as that of a proxy "
             "with TLS: https://wind.example. Default: that of the request."},
    {.name = "jobs",
     .argument = "N",
     .integer = &values.service.jobs,
     .min = 1,
     .max = 1024,
     .help = "Runs at a time. Default: 1."},
    {.name = "queue",
     .argument = "N",
     .integer = &values.service.queue,
     .min = 1,
     .max = 1000000,
     .help = "Jobs that may wait; further ones are refused with a time to try again. Default: "
             "1000."},
    {.name = "request-size",
     .argument = "MB",
     .integer = &values.service.request_megabytes,
     .min = 1,
     .max = 2000,
     .help = "Largest body of a request. Default: 64."},
    {.name = "job-time",
     .argument = "S",
     .integer = &values.service.job_seconds,
     .min = 1,
     .max = 31536000,
     .help =
         "Seconds that a run may take, else it is ended and its job has failed. Default: 3600."},
    {.name = "sync-time",
     .argument = "S",
     .integer = &values.service.sync_seconds,
     .min = 1,
     .max = 31536000,
     .help = "The same for a run whose client waits for the results. Default: 60."},
    {.name = "job-memory",
     .argument = "MB",
     .integer = &values.service.memory_megabytes,
     .min = 64,
     .max = 16777216,
     .help = "Memory that a run may take on the host. Default: no limit."},
    {.letter = 't',
     .name = "threads",
     .argument = "N",
     .integer = &values.service.threads,
     .min = 1,
     .max = 4096,
     .help = "Threads of the CPU for each run. Default: all divided by --jobs."},
    {.name = "device",
     .argument = "NAME",
     .text = &values.service.device,
     .words = "auto|cpu|cuda",
     .help = "Device of the runs, as of simoom run."},
    {0},
};

static int work(struct cli_session *session, const struct cli_service_options *options) {
  char message[512];
  int port;
  const struct timespec moment = {.tv_nsec = 20000000};
  cli_signals_catch_end(session);
  struct cli_service *service = cli_service_start(session, options, &port, message, sizeof message);
  if (service == NULL) return cli_session_error(session, SM_ERR_FAILED, "%s", message);
  cli_access_print(options->address, port, message, sizeof message);
  cli_outputs_address(session, "serve", message);
  while (!cli_signals_stopping()) {
    cli_service_tick(service);
    nanosleep(&moment, NULL);
  }
  const int left = cli_service_stop(service);
  if (left == 0) return 0;
  snprintf(message, sizeof message, "stopped; %d job%s when the service is started again", left,
           left == 1 ? " goes on" : "s go on");
  cli_terminal_log(&session->terminal, SM_LOG_INFO, message);
  return sm_status_exit_code(SM_ERR_STOPPED);
}

/* Refuses a case or a file in place of the folder of the jobs; returns the exit code, 0 without an
 * error. */
static int refuse_case(struct cli_session *session, const char *path) {
  char inside[4096];
  struct stat info;
  const bool is_there = stat(path, &info) == 0, is_folder = is_there && S_ISDIR(info.st_mode);
  const size_t length = strlen(path);
  snprintf(inside, sizeof inside, "%s/case.toml", path);
  const bool is_case =
      is_folder ? stat(inside, &info) == 0 : length > 5 && strcmp(path + length - 5, ".toml") == 0;
  if (is_case)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: is a case; 'simoom serve' takes the folder of its jobs, "
                             "which it makes, and cases by HTTP (docs/serve.md)\n"
                             "help: 'simoom serve jobs'; without a service: 'simoom run %s'",
                             path, path);
  if (is_there && !is_folder)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: is a file; 'simoom serve' takes the folder of its jobs, "
                             "which it makes\n"
                             "help: 'simoom serve jobs'; to look at results: 'simoom view'",
                             path);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct cli_service_options options = values.service;
  int code = 0;
  if (!cli_http_available())
    return cli_session_error(session, SM_ERR_FAILED,
                             "simoom was built without libmicrohttpd\n  help: install it (Debian: "
                             "libmicrohttpd-dev) and build simoom again");
  code = refuse_case(session, operands->item[0]);
  if (code != 0) return code;
  if (options.url != NULL && strncmp(options.url, "http://", 7) != 0 &&
      strncmp(options.url, "https://", 8) != 0)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--url: '%s' does not begin with https:// or http://\n"
                             "  help: it is the address that clients ask, for the links",
                             options.url);
  char *token = cli_access_read_token(session, "serve", values.address, values.token_file, &code);
  if (code != 0) return code;
  options.folder = operands->item[0];
  options.address = values.address;
  options.token = token;
  if (!cli_folder_create(options.folder))
    code = cli_session_error(session, SM_ERR_IO, "%s: error: cannot be made: %s", options.folder,
                             strerror(errno));
  else
    code = work(session, &options);
  free(token);
  return code;
}

const struct cli_command cli_command_serve = {
    .name = "serve",
    .operands = "FOLDER",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "service that runs cases as jobs: OGC API - Processes",
    .details =
        "Takes cases by HTTP, runs them one after the other, or several at a time with --jobs, and "
        "gives out their results, as the standard OGC API - Processes says (docs/serve.md). Jobs, "
        "their files and results are in FOLDER, where no other program should write: whatever has "
        "been accepted there goes on after a stop, a crash or a kill of the service. The address, "
        "on this machine only unless --listen is given, is printed; the service runs until Ctrl-C "
        "or SIGTERM. It then stops its runs and ends with exit code 0, or 75 if jobs are left.",
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};
