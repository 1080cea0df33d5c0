/* results.c - results of a job: raw as files, several as multipart/related, or as a document. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/session/file.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INLINE_MAX = 16 << 20 }; /* bytes of a binary output in a document; larger ones are links */
#define BOUNDARY "simoom-part-7d1f0b6e"

/* Output that is there. */
struct given {
  const struct cli_output *output;
  const char *type;
  bool reference;
  char file[512];       /* relative to the folder of the job */
  char path[128 + 512]; /* of the link */
};

/* Opens a file of a job; -1: no such file. */
static int open_file(const struct cli_service *service, const struct cli_job *job, const char *name,
                     size_t *size) {
  char path[CLI_PATH];
  struct stat about;
  cli_job_path(service, job, name, path, sizeof path);
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return -1;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(file);
    return -1;
  }
  *size = (size_t)about.st_size;
  return file;
}

static bool put_file(const struct cli_service *service, const struct cli_job *job, const char *name,
                     const char *type, struct cli_http_answer *answer) {
  size_t size = 0;
  const int file = open_file(service, job, name, &size);
  if (file < 0) return false;
  answer->part = calloc(1, sizeof *answer->part);
  if (answer->part == NULL) {
    close(file);
    return false;
  }
  answer->code = 200;
  answer->type = type;
  answer->part[0] = (struct cli_http_part){.size = size, .file = file};
  answer->parts = 1;
  return true;
}

/* Whether a name is that of a key of a Zarr store, "NAME.zarr/wind_speed/.zarray"; of the store
 * itself: of its metadata, which then is the answer. */
static bool find_zarr_key(const char *name, char *out, size_t size) {
  static const char *const hidden[] = {"/.zgroup", "/.zattrs", "/.zarray", "/.zmetadata"};
  const char *store = strstr(name, ".zarr");
  if (store == NULL || (store[5] != '\0' && store[5] != '/')) return false;
  snprintf(out, size, "%s%s", name, store[5] == '\0' ? "/.zmetadata" : "");
  char *last = strrchr(out, '/');
  for (size_t n = 0; n < sizeof hidden / sizeof *hidden; n++) {
    if (strcmp(last, hidden[n]) != 0) continue;
    *last = '\0';
    const bool good = cli_file_name_is_good(out);
    *last = '/';
    return good;
  }
  return cli_file_name_is_good(out);
}

void cli_get_file(const struct cli_service *service, const struct cli_job *job, const char *name,
                  struct cli_http_answer *answer) {
  char path[512], key[500];
  const bool done = job->status == CLI_JOB_SUCCESSFUL || job->status == CLI_JOB_FAILED;
  const bool log = strcmp(name, "log") == 0;
  const bool zarr = find_zarr_key(name, key, sizeof key);
  snprintf(path, sizeof path, "%s%.400s", log ? "" : "out/", zarr ? key : name);
  if (!done)
    cli_put_problem(answer, 404, CLI_EXCEPTIONS "result-not-ready", "the job is %s",
                    cli_job_status_name(job->status));
  else if ((!zarr && (!cli_file_name_is_good(name) || strchr(name, '/') != NULL)) ||
           !put_file(service, job, path, log ? "text/plain" : cli_media_type(name), answer))
    cli_put_problem(answer, 404, NULL, "the job has no file of this name");
}

/* Finds the outputs that were asked for, or all that are there. Returns their number; a document
 * lists those that are there, of raw ones none may be missing: -1, and the answer says so. */
static int find_given(const struct cli_service *service, const struct cli_job *job,
                      struct given given[CLI_WANTS], struct cli_http_answer *answer) {
  int count = 0;
  const int asked = job->every_output ? cli_output_count : job->wants;
  for (int n = 0; n < asked && count < CLI_WANTS; n++) {
    const int output = job->every_output ? n : job->want[n].output;
    struct given *g = &given[count];
    g->output = &cli_outputs[output];
    const enum cli_format format = job->every_output ? CLI_FORMAT_OWN : job->want[n].format;
    g->type = cli_output_type(output, format);
    g->reference = !job->every_output && job->want[n].reference;
    if (cli_output_file(service, job, output, format, g->file, sizeof g->file)) {
      const char *slash = strrchr(g->file, '/');
      snprintf(g->path, sizeof g->path, "/jobs/%s/files/%s", job->id,
               slash != NULL ? slash + 1 : g->file);
      count++;
    } else if (job->raw && !job->every_output) {
      cli_put_problem(answer, 404, NULL, "the run has left no output '%s': its case has none",
                      g->output->name);
      return -1;
    }
  }
  return count;
}

/* --- raw --- */

static void put_links(const struct given *given, int count, const char *base,
                      struct cli_http_answer *answer) {
  char link[2 * CLI_PATH];
  answer->code = 204;
  for (int n = 0; n < count; n++) {
    snprintf(link, sizeof link, "<%s%s>; rel=\"item\"; type=\"%s\"; title=\"%s\"", base,
             given[n].path, given[n].type, given[n].output->name);
    cli_http_add_header(answer, "Link", link);
  }
}

static bool add_text_part(struct cli_http_answer *answer, const char *text) {
  struct cli_http_part *part = &answer->part[answer->parts];
  part->bytes = strdup(text);
  part->size = strlen(text);
  answer->parts += part->bytes != NULL;
  return part->bytes != NULL;
}

/* Several outputs as multipart/related (RFC 2387), each a part named by its Content-ID. */
static bool put_multipart(const struct cli_service *service, const struct cli_job *job,
                          const struct given *given, int count, const char *base,
                          struct cli_http_answer *answer) {
  char head[2 * CLI_PATH + 512];
  answer->part = calloc(2 * (size_t)count + 1, sizeof *answer->part);
  bool good = answer->part != NULL;
  for (int n = 0; n < count && good; n++) {
    const struct given *g = &given[n];
    int length =
        snprintf(head, sizeof head, "%s--" BOUNDARY "\r\nContent-Type: %s\r\nContent-ID: %s\r\n",
                 n > 0 ? "\r\n" : "", g->type, g->output->name);
    if (g->reference)
      length += snprintf(head + length, sizeof head - (size_t)length, "Content-Location: %s%s\r\n",
                         base, g->path);
    snprintf(head + length, sizeof head - (size_t)length, "\r\n");
    good = add_text_part(answer, head);
    if (!good || g->reference) continue;
    size_t size = 0;
    const int file = open_file(service, job, g->file, &size);
    good = file >= 0;
    if (good) answer->part[answer->parts++] = (struct cli_http_part){.size = size, .file = file};
  }
  answer->code = 200;
  answer->type = "multipart/related; boundary=\"" BOUNDARY "\"";
  return good && add_text_part(answer, "\r\n--" BOUNDARY "--\r\n");
}

static bool put_raw(const struct cli_service *service, const struct cli_job *job,
                    const struct given *given, int count, const char *base,
                    struct cli_http_answer *answer) {
  int references = 0;
  for (int n = 0; n < count; n++) references += given[n].reference;
  if (references == count) {
    put_links(given, count, base, answer);
    return true;
  }
  if (count == 1) return put_file(service, job, given[0].file, given[0].type, answer);
  return put_multipart(service, job, given, count, base, answer);
}

/* --- document --- */

/* Adds a copy of a fact of JSON. */
static void add_copy(struct sm_facts *facts, const char *key, const struct sm_fact *fact) {
  switch (fact->kind) {
  case SM_FACT_NULL: sm_facts_null(facts, key); return;
  case SM_FACT_FLAG: sm_facts_flag(facts, key, fact->integer != 0); return;
  case SM_FACT_INTEGER: sm_facts_integer(facts, key, fact->integer); return;
  case SM_FACT_NUMBER: sm_facts_number(facts, key, fact->number); return;
  case SM_FACT_TEXT: sm_facts_text(facts, key, fact->text); return;
  case SM_FACT_LIST: sm_facts_list(facts, key); break;
  case SM_FACT_GROUP: sm_facts_group(facts, key); break;
  }
  for (const struct sm_fact *item = fact->first; item != NULL; item = item->next)
    add_copy(facts, item->key, item);
  sm_facts_close(facts);
}

/* Base64 of bytes; freed with free(). */
static char *encode(const unsigned char *bytes, size_t size) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *out = malloc((size + 2) / 3 * 4 + 1), *at = out;
  for (size_t i = 0; i < size && out != NULL; i += 3) {
    const unsigned b = (unsigned)bytes[i] << 16 | (i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0) |
                       (i + 2 < size ? (unsigned)bytes[i + 2] : 0);
    for (int n = 0; n < 4; n++)
      *at++ = i + (size_t)n > size ? '=' : letters[b >> (18 - 6 * n) & 63];
  }
  if (out != NULL) *at = '\0';
  return out;
}

/* Adds a value: JSON as it is, a text as a text, bytes in base64; false: too large for it. */
static bool add_value(struct sm_facts *facts, const struct given *g, const char *path) {
  struct sm_facts value = {0};
  const char *reason;
  struct stat about;
  size_t size = 0;
  if (stat(path, &about) != 0 || about.st_size > INLINE_MAX) return false;
  char *bytes = cli_file_bytes(path, &size), *text = NULL;
  if (bytes == NULL) return false;
  const bool binary = strncmp(g->type, "text/", 5) != 0;
  const bool json = strstr(g->type, "json") != NULL && sm_facts_read(&value, bytes, &reason);
  if (!binary) {
    sm_facts_text(facts, g->output->name, bytes);
  } else {
    sm_facts_group(facts, g->output->name);
    if (!json) text = encode((const unsigned char *)bytes, size);
    if (json)
      add_copy(facts, "value", value.root);
    else
      sm_facts_text(facts, "value", text);
    if (!json) sm_facts_text(facts, "encoding", "base64");
    sm_facts_text(facts, "mediaType", g->type);
    sm_facts_close(facts);
  }
  sm_facts_free(&value);
  free(text);
  free(bytes);
  return true;
}

static void put_document(const struct cli_service *service, const struct cli_job *job,
                         const struct given *given, int count, const char *base,
                         struct cli_http_answer *answer) {
  char path[CLI_PATH], href[2 * CLI_PATH];
  struct sm_facts facts = {0};
  for (int n = 0; n < count; n++) {
    const struct given *g = &given[n];
    cli_job_path(service, job, g->file, path, sizeof path);
    if (!g->reference && add_value(&facts, g, path)) continue;
    snprintf(href, sizeof href, "%s%s", base, g->path);
    sm_facts_group(&facts, g->output->name);
    sm_facts_text(&facts, "href", href);
    sm_facts_text(&facts, "type", g->type);
    sm_facts_text(&facts, "title", g->output->title);
    sm_facts_close(&facts);
  }
  cli_put_facts(answer, 200, &facts);
}

void cli_put_results(const struct cli_service *service, const struct cli_job *job, const char *base,
                     struct cli_http_answer *answer) {
  struct given given[CLI_WANTS];
  if (job->status == CLI_JOB_FAILED || job->status == CLI_JOB_DISMISSED) {
    const unsigned code = job->status == CLI_JOB_DISMISSED ? 404 : job->code;
    cli_put_problem(answer, code != 0 ? code : 500, NULL, "%s", job->message);
    return;
  }
  if (job->status != CLI_JOB_SUCCESSFUL) {
    cli_put_problem(answer, 404, CLI_EXCEPTIONS "result-not-ready", "the job is %s",
                    cli_job_status_name(job->status));
    return;
  }
  const int count = find_given(service, job, given, answer);
  if (count < 0) return;
  if (!job->raw) {
    put_document(service, job, given, count, base, answer);
  } else if (!put_raw(service, job, given, count, base, answer)) {
    cli_http_answer_free(answer);
    cli_put_problem(answer, 500, NULL, "the results cannot be read");
  }
}
