/* internal.h - jobs, requests and answers of `simoom serve`. */
#ifndef CLI_SERVE_INTERNAL_H
#define CLI_SERVE_INTERNAL_H

#include "cli/http/http.h"
#include "cli/serve/service.h"
#include <lab/extent.h>
#include <lab/facts.h>
#include <pthread.h>
#include <sys/types.h>

enum { CLI_ID = 37, CLI_WANTS = 16, CLI_FOLDER = 2048, CLI_PATH = 4096, CLI_WHY = 4096 };

enum cli_job_status {
  CLI_JOB_ACCEPTED,
  CLI_JOB_RUNNING,
  CLI_JOB_SUCCESSFUL,
  CLI_JOB_FAILED,
  CLI_JOB_DISMISSED
};

enum cli_process { CLI_PROCESS_RUN, CLI_PROCESS_RELEASE, CLI_PROCESSES };

/* Formats of outputs: that of the run, or one into which `simoom export` converts it. */
enum cli_format {
  CLI_FORMAT_OWN,
  CLI_FORMAT_GEOTIFF,
  CLI_FORMAT_GEOJSON,
  CLI_FORMAT_ZARR, /* a folder, by reference alone */
  CLI_FORMATS
};

/* Output that a request asks for. */
struct cli_want {
  int output; /* index in cli_outputs */
  enum cli_format format;
  bool reference;
};

struct cli_job {
  char id[CLI_ID];
  enum cli_process kind;
  enum cli_job_status status;
  int64_t number;                             /* order of acceptance */
  double created, started, finished, updated; /* s since 1970 UTC; 0: not yet */
  char message[1024];
  unsigned code;     /* HTTP code of a failure */
  bool raw;          /* `response` of the request: raw, not document */
  bool every_output; /* `outputs` was not given */
  struct cli_want want[CLI_WANTS];
  int wants;
  struct sm_result_extent *extent; /* of its wind; NULL: not read yet */
  /* not stored: */
  int converted;   /* wanted outputs that have been converted, or that need not be */
  pid_t process;   /* 0: none */
  double deadline; /* monotonic, s: when the process is told to end, then when it is killed */
  bool told_to_end;
  const char *limit; /* limit that ended it; NULL: none */
  double most;       /* s that it may run */
  void *waiting;     /* connection of a client that waits for the results; may be NULL */
  bool answering;    /* that client has not been answered yet */
  bool removed;      /* to be forgotten once nothing uses it */
};

struct cli_service {
  struct cli_session *session;
  struct cli_service_options options;
  struct cli_http_server *http;
  struct sm_context *ctx; /* of the server thread */
  pthread_mutex_t lock;   /* of all below */
  struct cli_job **job;
  size_t jobs, room;
  int64_t number;  /* last one given */
  int folder_lock; /* descriptor; inherited by the runs, so that no second service starts before
                      they have ended */
  int port;
  bool stopping;
  char folder[CLI_FOLDER]; /* absolute */
  char program[CLI_PATH];
};

/* outputs.c */

struct cli_process_text {
  const char *name, *title, *description;
};
extern const struct cli_process_text cli_processes[CLI_PROCESSES];

/* CLI_PROCESSES if no process has this name. */
enum cli_process cli_process_find(const char *name);

/* Keys that make a case a release in the library of the request. */
extern const char *const cli_release_set[];
extern const int cli_release_sets;

/* Finds a file of a folder by the ending of its name, "_run.json"; prefix: what is before it.
 * False: no such file, or a prefix beyond `size`. */
bool cli_find_ending(const char *folder, const char *ending, char *prefix, size_t size);

struct cli_output {
  const char *name, *ending; /* of the file, behind the prefix; NULL: the log of the run */
  const char *type, *title;
  bool formats[CLI_FORMATS]; /* that it can be given in */
};
extern const struct cli_output cli_outputs[];
extern const int cli_output_count;

/* Index of an output by its name; -1: none. */
int cli_output_find(const char *name);

/* Media type of an output in a format. */
const char *cli_output_type(int output, enum cli_format format);

/* Format of an output for a media type, with or without its parameters; -1: none. */
int cli_output_format(int output, const char *type);

/* Path of an output of a job, relative to its folder; false: the run has left none. */
bool cli_output_file(const struct cli_service *service, const struct cli_job *job, int output,
                     enum cli_format format, char *out, size_t size);

/* Media type of a file by its name. */
const char *cli_media_type(const char *name);

/* request.c: body of an execution request. */

#define CLI_LIBRARY "library.nc" /* name of the input `library` among the files of a release */

struct cli_request_file {
  char *name;
  void *bytes; /* NULL: by reference */
  size_t size;
  char *href; /* file of a job of this service, "http://.../jobs/ID/files/NAME" */
};

struct cli_request {
  char *text; /* of the case */
  struct cli_request_file *file;
  size_t files;
  bool raw, every_output;
  struct cli_want want[CLI_WANTS];
  int wants;
};

/* Reads a request (execute.yaml of the standard); false: `why` says what is wrong. */
bool cli_request_read(const char *body, size_t size, enum cli_process process,
                      struct cli_request *out, char *why, size_t room);
void cli_request_free(struct cli_request *request);

/* case_text.c */

/* TOML text of a case that is given as a JSON object; NULL: `why` says what is wrong. */
char *cli_case_text(const struct sm_fact *object, char *why, size_t room);

/* Whether a name can be that of a file that is sent: letters, digits and . _ - in parts between
 * slashes, none of which begins with a point. */
bool cli_file_name_is_good(const char *name);

/* Whether the case names no files but those of the request. */
bool cli_case_names_are_sent(struct sm_context *ctx, const struct cli_request *request, char *why,
                             size_t room);

/* store.c: jobs on disk: FOLDER/jobs/ID with job.json, case/, out/, log. */

bool cli_store_open(struct cli_service *service, char *message, size_t size);
void cli_store_close(struct cli_service *service);

/* Reads the text of a job.json; false: the text is something else. */
bool cli_job_read(const char *text, struct cli_job *job);

/* Writes the state of a job to the disk. False with errno. */
bool cli_store_save(struct cli_service *service, const struct cli_job *job);

/* Puts a new job with its files on the disk, checks its case, and adds it to the queue. False:
 * `why` says why; *code is the HTTP code. */
bool cli_store_add(struct cli_service *service, const struct cli_request *request,
                   struct cli_job *job, unsigned *code, char *why, size_t room);

/* Removes the files of a job. */
void cli_store_remove(const struct cli_service *service, const struct cli_job *job);

void cli_job_path(const struct cli_service *service, const struct cli_job *job, const char *name,
                  char *out, size_t size);

/* Path of the file that a link to a file of a finished job names; false: any other link. */
bool cli_store_find_link(const struct cli_service *service, const char *href, char *out,
                         size_t size);
const char *cli_job_status_name(enum cli_job_status status);
double cli_now(void); /* s since 1970 UTC */

/* list.c: jobs in memory. */

struct cli_job *cli_job_find(const struct cli_service *service, const char *id, size_t length);

void cli_job_free(struct cli_job *job);

/* Forgets removed jobs that nothing uses. */
void cli_jobs_sweep(struct cli_service *service);

/* start.c: runs. */

/* Starts the run of a job; false with errno. */
bool cli_job_start(const struct cli_service *service, struct cli_job *job);

/* Starts the conversion of one of its files into another, both relative to its folder: an export,
 * or the hazard areas of a plume. */
bool cli_job_convert(const struct cli_service *service, struct cli_job *job, const char *from,
                     const char *to);

/* extent.c: kept with the state of a job. */

void cli_extent_add(struct sm_facts *facts, const struct sm_result_extent *e);

/* Freed with free(); NULL: none. */
struct sm_result_extent *cli_extent_read(const struct sm_fact *fact);

/* stac.c */

/* Writes the STAC item of a job that is done beside its results: their place and times, which the
 * job keeps, and its files as assets. */
void cli_stac_write(struct cli_service *service, struct cli_job *job);

/* queue.c */

/* Ends a job: dismissed, its process told to end. */
void cli_queue_dismiss(struct cli_service *service, struct cli_job *job);
size_t cli_queue_length(const struct cli_service *service);
void cli_queue_tick(struct cli_service *service);

/* Tells all runs to end, waits, and puts their jobs back. */
void cli_queue_stop(struct cli_service *service);

/* answers.c */

/* Exception of RFC 7807. type NULL: about:blank. */
void cli_put_problem(struct cli_http_answer *answer, unsigned code, const char *type,
                     const char *format, ...) SM_FORMAT(4, 5);
void cli_put_text(struct cli_http_answer *answer, unsigned code, const char *type, char *text);

/* html.c: an answer of JSON becomes a page of HTML, where the client asks for one. */
void cli_put_html(const struct cli_http_request *request, struct cli_http_answer *answer);

/* Prints and frees the facts. */
void cli_put_facts(struct cli_http_answer *answer, unsigned code, struct sm_facts *facts);

/* Adds a link whose address is `base` + path. */
void cli_add_link(struct sm_facts *facts, const char *base, const char *path, const char *rel,
                  const char *type, const char *title);

/* Address of the service for links. */
void cli_base_url(const struct cli_service *service, const struct cli_http_request *request,
                  char *out, size_t size);

/* Text of a time, RFC 3339; and its inverse. */
void cli_format_time(double seconds, char *out, size_t size);
bool cli_read_time(const char *text, double *out);

/* Reads a time, or an interval with .. or nothing at an open end. */
bool cli_read_interval(const char *text, double *from, double *to);

/* Reads the parameter `limit` of a list, if it is given; false: answered that it is wrong. */
enum { CLI_LIST_MOST = 10000 };
bool cli_read_limit(const struct cli_http_request *request, long *out,
                    struct cli_http_answer *answer);

#define CLI_EXCEPTIONS "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/"
#define CLI_RELATIONS "http://www.opengis.net/def/rel/ogc/1.0/"

/* landing.c, describe.c, execute.c, jobs.c, results.c: resources. */

void cli_get_landing(const char *base, struct cli_http_answer *answer);
void cli_get_conformance(struct cli_http_answer *answer);
void cli_get_api(const char *base, struct cli_http_answer *answer);
void cli_get_processes(const char *base, const struct cli_http_request *request,
                       struct cli_http_answer *answer);
void cli_get_process(const char *base, const char *name, struct cli_http_answer *answer);
void cli_post_execution(struct cli_service *service, const struct cli_http_request *request,
                        const char *base, const char *name, struct cli_http_answer *answer);
void cli_get_jobs(struct cli_service *service, const struct cli_http_request *request,
                  const char *base, struct cli_http_answer *answer);
void cli_put_status(const struct cli_service *service, const struct cli_job *job, const char *base,
                    unsigned code, struct cli_http_answer *answer);
void cli_put_results(const struct cli_service *service, const struct cli_job *job, const char *base,
                     struct cli_http_answer *answer);
void cli_get_file(const struct cli_service *service, const struct cli_job *job, const char *name,
                  struct cli_http_answer *answer);

/* collections.c, position.c: OGC API - EDR. */

#define CLI_CRS84 "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
#define CLI_COVERAGE "application/prs.coverage+json"

enum { CLI_PARAMETERS = 5 };
struct cli_parameter {
  const char *name, *label, *unit;
};
extern const struct cli_parameter cli_parameters[CLI_PARAMETERS];

/* Place and times of the wind of a job, and its path; NULL: the path is not a collection. */
const struct sm_result_extent *cli_collection(struct cli_service *service, struct cli_job *job,
                                              char *path, size_t size);
void cli_add_parameters(struct sm_facts *facts, const char *key, const bool chosen[CLI_PARAMETERS]);
void cli_get_collections(struct cli_service *service, const struct cli_http_request *request,
                         const char *base, struct cli_http_answer *answer);
void cli_get_collection(struct cli_service *service, struct cli_job *job, const char *base,
                        struct cli_http_answer *answer);
void cli_get_position(struct cli_service *service, const struct cli_http_request *request,
                      struct cli_job *job, struct cli_http_answer *answer);

/* route.c */

bool cli_admit(void *user, const struct cli_http_request *request, struct cli_http_answer *answer);
void cli_handle(void *user, const struct cli_http_request *request, struct cli_http_answer *answer);
void cli_refuse(void *user, unsigned code, const char *text, struct cli_http_answer *answer);

#endif
