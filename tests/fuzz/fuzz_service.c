/* Fuzz target of simoom serve: an input is the body of an execution request, with the case in it as
 * TOML or JSON and the names of its files, the stored state of a job, and the release of a desk
 * (simoom view --release). replay.c runs it without libFuzzer. */
#include "cli/serve/internal.h"
#include "cli/view/desk.h"
#include <lab/toml.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A release that is accepted is a case: TOML, in which no text of the request has opened a table.
 */
static void read_release(struct sm_context *ctx, const char *body) {
  static const char levels[] =
      "{\"levels\": [{\"substance\": \"ammonia\", \"cas\": \"7664-41-7\"}]}";
  struct cli_desk_site site = {.size = {600, 400},
                               .library = {.speed = {5, 5}, .inverse_length = {-0.01, 0.01}}};
  const char *reason;
  char why[CLI_WHY] = "";
  struct sm_toml_document *toml = NULL;
  if (!sm_facts_read(&site.levels, levels, &reason)) abort();
  char *text = cli_desk_case(&site, body, why, sizeof why);
  if (text == NULL && why[0] == '\0') abort();
  const char *source = text != NULL ? strstr(text, "[[particles.source]]") : NULL;
  if (text != NULL && (source == NULL || strstr(source + 1, "[[particles.source]]") != NULL))
    abort();
  /* bytes that are no UTF-8 are refused by the reader of TOML, as the run tells */
  if (text != NULL && sm_toml_open(ctx, "release.toml", text, &toml) != SM_OK &&
      strstr(sm_context_message(ctx), "UTF-8") == NULL)
    abort();
  sm_toml_close(&toml);
  free(text);
  sm_facts_free(&site.levels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct sm_context *ctx;
  static const struct sm_context_options options = {.size = sizeof options};
  char why[CLI_WHY];
  struct cli_request request;
  if (ctx == NULL && sm_context_create(&options, &ctx) != SM_OK) abort();
  char *body = malloc(size + 1);
  if (body == NULL) abort();
  memcpy(body, data, size);
  body[size] = '\0';
  why[0] = '\0';
  if (cli_request_read(body, size, size % 2 != 0 ? CLI_PROCESS_RELEASE : CLI_PROCESS_RUN, &request,
                       why, sizeof why)) {
    /* what is accepted has a case, and names that stay in their folder */
    if (request.text == NULL) abort();
    for (size_t n = 0; n < request.files; n++)
      if (!cli_file_name_is_good(request.file[n].name)) abort();
    if (!cli_case_names_are_sent(ctx, &request, why, sizeof why) && why[0] == '\0') abort();
  } else if (why[0] == '\0') {
    abort();
  }
  cli_request_free(&request);
  struct cli_job job = {.wants = 0};
  if (cli_job_read(body, &job) && (job.wants > CLI_WANTS || job.status > CLI_JOB_DISMISSED))
    abort();
  free(job.extent);
  read_release(ctx, body);
  free(body);
  return 0;
}
