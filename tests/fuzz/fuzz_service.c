/* Fuzz target of simoom serve: an input is the body of an execution request, with the case in it as
 * TOML or JSON and the names of its files, and the stored state of a job. replay.c runs it without
 * libFuzzer. */
#include "cli/serve/internal.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
  free(body);
  return 0;
}
