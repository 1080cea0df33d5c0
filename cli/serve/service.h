/* service.h - service of `simoom serve`: OGC API - Processes with jobs that are child processes of
 * this program (docs/serve.md). */
#ifndef CLI_SERVE_SERVICE_H
#define CLI_SERVE_SERVICE_H

#include "cli/session/session.h"

struct cli_service;

struct cli_service_options {
  const char *folder;  /* of the jobs */
  const char *address; /* NULL: loopback */
  const char *token;   /* of "Authorization: Bearer"; NULL: none */
  const char *url;     /* address that clients use, for links; NULL: that of the request */
  const char *device;  /* of the runs; NULL: auto */
  int port;            /* 0: any free port */
  int jobs, queue;     /* runs at a time; accepted jobs that wait */
  int request_megabytes, memory_megabytes; /* memory of a job; 0: no limit */
  int job_seconds, sync_seconds;           /* of a job; of one whose client waits */
  int threads;                             /* of a job; 0: an equal share of all */
};

/* Takes the folder, reads its jobs and starts to answer. Returns NULL with a reason in `message`.
 */
struct cli_service *cli_service_start(struct cli_session *session,
                                      const struct cli_service_options *options, int *port,
                                      char *message, size_t size);

/* Looks after the jobs: ends, limits, starts; called every few hundredths of a second, always by
 * the thread that started the service. */
void cli_service_tick(struct cli_service *service);

/* Stops the runs, whose jobs go back to the queue on disk, and ends the service. Returns the number
 * of jobs that are not done. */
int cli_service_stop(struct cli_service *service);

#endif
