/* store.c - jobs of `simoom serve` on disk: each state is flushed and renamed into place before
 * anybody is told of it, so that no accepted job is lost. */
#define _DEFAULT_SOURCE /* for getrandom, flock */
#include "internal.h"

#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const statuses[] = {"accepted", "running", "successful", "failed", "dismissed"};
static const char begun[] = ".new-"; /* folder of a job that is not accepted yet */

const char *cli_job_status_name(enum cli_job_status status) { return statuses[status]; }

double cli_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)now.tv_sec + 1e-3 * (double)(now.tv_nsec / 1000000); /* as texts have it */
}

void cli_job_path(const struct cli_service *service, const struct cli_job *job, const char *name,
                  char *out, size_t size) {
  snprintf(out, size, "%s/jobs/%s%s%s", service->folder, job->id, name[0] != '\0' ? "/" : "", name);
}

/* Flushes the entries of a folder. */
static bool flush_folder(const char *path) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  const bool good = fsync(folder) == 0;
  close(folder);
  return good;
}

static bool write_text(const char *path, const void *bytes, size_t size) {
  struct cli_file file;
  if (!cli_file_open(&file, path)) return false;
  if (fwrite(bytes, 1, size, file.stream) != size) {
    const int reason = errno;
    cli_file_abandon(&file);
    errno = reason;
    return false;
  }
  return cli_file_close(&file);
}

static void add_state(struct sm_facts *facts, const struct cli_job *job) {
  sm_facts_schema(facts, "job");
  sm_facts_text(facts, "id", job->id);
  sm_facts_text(facts, "process", cli_processes[job->kind].name);
  sm_facts_text(facts, "status", statuses[job->status]);
  sm_facts_integer(facts, "number", job->number);
  sm_facts_number(facts, "created", job->created);
  sm_facts_number(facts, "started", job->started);
  sm_facts_number(facts, "finished", job->finished);
  sm_facts_number(facts, "updated", job->updated);
  sm_facts_text(facts, "message", job->message);
  sm_facts_integer(facts, "code", (int64_t)job->code);
  sm_facts_number(facts, "most", job->most);
  sm_facts_flag(facts, "raw", job->raw);
  sm_facts_flag(facts, "every_output", job->every_output);
  cli_extent_add(facts, job->extent);
  sm_facts_list(facts, "outputs");
  for (int n = 0; n < job->wants; n++) {
    sm_facts_group(facts, NULL);
    sm_facts_text(facts, "name", cli_outputs[job->want[n].output].name);
    sm_facts_text(facts, "type", cli_output_type(job->want[n].output, job->want[n].format));
    sm_facts_flag(facts, "reference", job->want[n].reference);
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
}

/* Writes job.json into a folder of the job. */
static bool write_state(const char *folder, const struct cli_job *job) {
  char path[CLI_PATH];
  struct sm_facts facts = {0};
  add_state(&facts, job);
  char *text = sm_facts_json(&facts, true);
  sm_facts_free(&facts);
  snprintf(path, sizeof path, "%s/job.json", folder);
  errno = ENOMEM;
  const bool good = text != NULL && write_text(path, text, strlen(text)) && flush_folder(folder);
  free(text);
  return good;
}

bool cli_store_save(struct cli_service *service, const struct cli_job *job) {
  char folder[CLI_PATH];
  cli_job_path(service, job, "", folder, sizeof folder);
  if (write_state(folder, job)) return true;
  cli_session_error(service->session, SM_ERR_IO, "%s/job.json: error: cannot be written: %s",
                    folder, strerror(errno));
  return false;
}

/* --- reading --- */

static bool read_outputs(const struct sm_fact *list, struct cli_job *job) {
  for (size_t i = 0; i < sm_fact_count(list); i++) {
    const struct sm_fact *item = sm_fact_item(list, i);
    const int output = cli_output_find(sm_fact_text(item, "name"));
    const int format = output >= 0 ? cli_output_format(output, sm_fact_text(item, "type")) : -1;
    if (format < 0 || job->wants == CLI_WANTS) return false;
    job->want[job->wants++] = (struct cli_want){.output = output,
                                                .format = (enum cli_format)format,
                                                .reference = sm_fact_number(item, "reference") > 0};
  }
  return true;
}

static double number_or_zero(const struct sm_fact *root, const char *key) {
  const double value = sm_fact_number(root, key);
  return value >= 0 && value < 1e15 ? value : 0;
}

static bool read_state(const struct sm_fact *root, struct cli_job *job) {
  int status = 0;
  while (status < 5 && strcmp(statuses[status], sm_fact_text(root, "status")) != 0) status++;
  if (status == 5) return false;
  job->status = (enum cli_job_status)status;
  job->kind = cli_process_find(sm_fact_text(root, "process"));
  if (job->kind == CLI_PROCESSES) return false;
  job->number = (int64_t)number_or_zero(root, "number");
  job->created = number_or_zero(root, "created");
  job->started = number_or_zero(root, "started");
  job->finished = number_or_zero(root, "finished");
  job->updated = number_or_zero(root, "updated");
  job->most = number_or_zero(root, "most");
  job->code = (unsigned)number_or_zero(root, "code");
  job->raw = sm_fact_number(root, "raw") > 0;
  job->every_output = sm_fact_number(root, "every_output") > 0;
  snprintf(job->message, sizeof job->message, "%s", sm_fact_text(root, "message"));
  job->extent = cli_extent_read(sm_fact_at(root, "extent"));
  return read_outputs(sm_fact_at(root, "outputs"), job);
}

bool cli_job_read(const char *text, struct cli_job *job) {
  struct sm_facts facts = {0};
  const char *reason;
  const bool good =
      sm_facts_read(&facts, text, &reason) && facts.root != NULL && read_state(facts.root, job);
  sm_facts_free(&facts);
  return good;
}

/* Reads the state of a job; NULL: it is not one. */
static struct cli_job *read_job(const struct cli_service *service, const char *id) {
  char path[CLI_PATH];
  struct cli_job *job = calloc(1, sizeof *job);
  if (job == NULL) return NULL;
  snprintf(job->id, sizeof job->id, "%.36s", id);
  cli_job_path(service, job, "job.json", path, sizeof path);
  char *text = cli_file_text(path);
  const bool good = text != NULL && cli_job_read(text, job);
  free(text);
  if (good) return job;
  cli_job_free(job);
  return NULL;
}

/* Adds a job to the list, in the order of acceptance. */
static bool add_job(struct cli_service *service, struct cli_job *job) {
  if (service->jobs == service->room) {
    const size_t room = service->room > 0 ? 2 * service->room : 64;
    struct cli_job **larger = realloc(service->job, room * sizeof(struct cli_job *));
    if (larger == NULL) return false;
    service->job = larger;
    service->room = room;
  }
  size_t at = service->jobs++;
  for (; at > 0 && service->job[at - 1]->number > job->number; at--)
    service->job[at] = service->job[at - 1];
  service->job[at] = job;
  if (job->number > service->number) service->number = job->number;
  return true;
}

/* Takes a folder of `jobs`: what was running starts anew, what was begun or dismissed is removed.
 */
static bool take_folder(struct cli_service *service, const char *name) {
  char path[CLI_PATH];
  snprintf(path, sizeof path, "%s/jobs/%.255s", service->folder, name);
  if (strncmp(name, begun, strlen(begun)) == 0) {
    cli_scratch_remove(path);
    return true;
  }
  struct cli_job *job = strlen(name) == CLI_ID - 1 ? read_job(service, name) : NULL;
  if (job == NULL) {
    cli_session_error(service->session, SM_ERR_DATA,
                      "%s: warning: no job of this service: left alone", path);
    return true;
  }
  if (job->status == CLI_JOB_DISMISSED) {
    cli_store_remove(service, job);
    cli_job_free(job);
    return true;
  }
  if (job->status == CLI_JOB_RUNNING) {
    job->status = CLI_JOB_ACCEPTED;
    job->started = 0;
  }
  if (add_job(service, job)) return true;
  cli_job_free(job);
  return false;
}

/* Lock of the folder: held by the service and, inherited, by its runs. Those of a killed service
 * are killed with it, which takes a moment. */
static bool lock_folder(struct cli_service *service) {
  char path[CLI_PATH];
  const struct timespec moment = {.tv_nsec = 50000000};
  snprintf(path, sizeof path, "%s/lock", service->folder);
  service->folder_lock = open(path, O_RDWR | O_CREAT, 0600);
  for (int tries = 0; service->folder_lock >= 0 && tries < 100; tries++) {
    if (flock(service->folder_lock, LOCK_EX | LOCK_NB) == 0) return true;
    nanosleep(&moment, NULL);
  }
  return false;
}

bool cli_store_open(struct cli_service *service, char *message, size_t size) {
  char path[CLI_PATH];
  snprintf(path, sizeof path, "%s/jobs", service->folder);
  if (!cli_folder_create(path)) {
    snprintf(message, size, "%s: error: cannot be made: %s", path, strerror(errno));
    return false;
  }
  if (!lock_folder(service)) {
    snprintf(message, size,
             "%s: error: another service uses this folder, or a run of it that has "
             "not ended",
             service->folder);
    return false;
  }
  DIR *all = opendir(path);
  bool good = all != NULL;
  for (const struct dirent *one = good ? readdir(all) : NULL; one != NULL && good;
       one = readdir(all))
    if (strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0)
      good = take_folder(service, one->d_name);
  if (all != NULL) closedir(all);
  if (!good) snprintf(message, size, "%s: error: cannot be read: %s", path, strerror(errno));
  return good;
}

void cli_store_close(struct cli_service *service) {
  for (size_t n = 0; n < service->jobs; n++) cli_job_free(service->job[n]);
  free(service->job);
  if (service->folder_lock >= 0) close(service->folder_lock);
}

void cli_store_remove(const struct cli_service *service, const struct cli_job *job) {
  char path[CLI_PATH];
  cli_job_path(service, job, "", path, sizeof path);
  cli_scratch_remove(path);
}

/* --- new jobs --- */

/* Random identifier (UUID, version 4). */
static bool make_id(char id[CLI_ID]) {
  unsigned char b[16];
  if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b) return false;
  b[6] = (unsigned char)((b[6] & 0x0F) | 0x40);
  b[8] = (unsigned char)((b[8] & 0x3F) | 0x80);
  char *out = id;
  for (int n = 0; n < 16; n++)
    out += snprintf(out, 4, "%s%02x", n == 4 || n == 6 || n == 8 || n == 10 ? "-" : "", b[n]);
  return true;
}

bool cli_store_find_link(const struct cli_service *service, const char *href, char *out,
                         size_t size) {
  static const char jobs[] = "/jobs/", files[] = "/files/";
  const char *id = strstr(href, jobs);
  if (id == NULL || strlen(id) < strlen(jobs) + CLI_ID - 1) return false;
  id += strlen(jobs);
  const char *name = id + CLI_ID - 1;
  const struct cli_job *job = cli_job_find(service, id, CLI_ID - 1);
  if (job == NULL || job->status != CLI_JOB_SUCCESSFUL || strncmp(name, files, strlen(files)) != 0)
    return false;
  name += strlen(files);
  if (!cli_file_name_is_good(name) || strchr(name, '/') != NULL) return false;
  char path[512];
  snprintf(path, sizeof path, "out/%.400s", name);
  cli_job_path(service, job, path, out, size);
  return access(out, R_OK) == 0;
}

/* A file by reference shares the bytes of that of the other job, which no run changes. */
static bool link_file(const struct cli_service *service, const char *href, const char *path) {
  char source[CLI_PATH], above[CLI_PATH];
  errno = ENOENT;
  snprintf(above, sizeof above, "%s", path);
  *strrchr(above, '/') = '\0';
  return cli_store_find_link(service, href, source, sizeof source) && cli_folder_create(above) &&
         link(source, path) == 0;
}

static bool write_files(const struct cli_service *service, const char *folder,
                        const struct cli_request *request) {
  char path[CLI_PATH];
  snprintf(path, sizeof path, "%s/case/case.toml", folder);
  bool good = write_text(path, request->text, strlen(request->text));
  for (size_t n = 0; n < request->files && good; n++) {
    snprintf(path, sizeof path, "%s/case/%s", folder, request->file[n].name);
    good = request->file[n].bytes != NULL
               ? write_text(path, request->file[n].bytes, request->file[n].size)
               : link_file(service, request->file[n].href, path);
    *strrchr(path, '/') = '\0';
    good = good && flush_folder(path);
  }
  snprintf(path, sizeof path, "%s/case", folder);
  return good && flush_folder(path);
}

/* Removes all occurrences of `part` from a text. */
static void cut(char *text, const char *part) {
  const size_t length = strlen(part);
  for (char *at = strstr(text, part); at != NULL; at = strstr(at, part))
    memmove(at, at + length, strlen(at + length) + 1);
}

/* Reads the case as a run will; the messages name no folder of the server. */
static bool check_case(struct cli_service *service, const char *folder, enum cli_process process,
                       char *why, size_t room) {
  char path[CLI_PATH];
  struct sm_case *c = NULL;
  const struct sm_case_options options = {
      .size = sizeof options,
      .set = cli_release_set,
      .set_count = process == CLI_PROCESS_RELEASE ? (size_t)cli_release_sets : 0};
  snprintf(path, sizeof path, "%s/case/case.toml", folder);
  const enum sm_status status = sm_case_load(service->ctx, path, &options, &c);
  sm_case_destroy(&c);
  if (status == SM_OK) return true;
  snprintf(why, room, "%s", sm_context_message(service->ctx));
  *(strrchr(path, '/') + 1) = '\0';
  cut(why, path);
  return false;
}

/* Moves a complete job to its place, and adds it to the list. */
static bool accept_job(struct cli_service *service, const char *folder, struct cli_job *job) {
  char path[CLI_PATH], above[CLI_PATH];
  job->number = service->number + 1;
  job->created = job->updated = cli_now();
  if (!write_state(folder, job)) return false;
  cli_job_path(service, job, "", path, sizeof path);
  snprintf(above, sizeof above, "%s/jobs", service->folder);
  if (rename(folder, path) != 0) return false;
  if (flush_folder(above) && add_job(service, job)) return true;
  cli_store_remove(service, job);
  return false;
}

bool cli_store_add(struct cli_service *service, const struct cli_request *request,
                   struct cli_job *job, unsigned *code, char *why, size_t room) {
  char folder[CLI_FOLDER + 128], part[CLI_PATH];
  *code = 500;
  snprintf(why, room, "the service cannot store the job");
  if (!make_id(job->id)) return false;
  snprintf(folder, sizeof folder, "%s/jobs/%s%s", service->folder, begun, job->id);
  snprintf(part, sizeof part, "%s/out", folder);
  bool good = cli_folder_create(part) && write_files(service, folder, request);
  if (good && !check_case(service, folder, job->kind, why, room)) {
    *code = 400;
    good = false;
  } else {
    good = good && accept_job(service, folder, job);
    if (!good)
      cli_session_error(service->session, SM_ERR_IO, "%s: error: cannot be written: %s", folder,
                        strerror(errno));
  }
  if (!good) cli_scratch_remove(folder);
  return good;
}
