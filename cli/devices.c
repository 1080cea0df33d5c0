/* devices.c - `simoom devices`: list of CPU and GPU devices. */
#include "cli/options/options.h"
#include "cli/text/facts.h"
#include <stdlib.h>
#include <string.h>

static struct {
  bool bandwidth, json;
  int threads;
} values;

static const struct cli_option own_options[] = {
    {.name = "bandwidth",
     .flag = &values.bandwidth,
     .help = "Measure what the memory of each device can move: bytes read and written per second, "
             "together. Takes 2 GB of memory and some seconds."},
    CLI_OPTION_THREADS(&values.threads, "Threads of the CPU for that."),
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

/* Prints the list with the bandwidth after each device; a line begins with the device name. */
static int print_bandwidths(struct cli_session *session, char *text) {
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    double bandwidth;
    if (strcmp(name, "cuda") == 0) { /* skip "cuda     none: ..." */
      printf("%s\n", line);
      continue;
    }
    const enum sm_status status =
        sm_memory_bandwidth(session->ctx, name, values.threads, &bandwidth);
    if (status != SM_OK) return cli_session_fail(session, status);
    printf("%s, memory moves %.4g GB/s\n", line, bandwidth * 1e-9);
    fflush(stdout);
  }
  return 0;
}

/* Adds the devices as a list: name, description and, if it was measured, bandwidth in bytes/s. */
static enum sm_status add_devices(struct sm_context *ctx, char *text, struct sm_facts *out) {
  sm_facts_schema(out, "devices");
  sm_facts_list(out, "devices");
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char name[32];
    double bandwidth;
    const size_t length = strcspn(line, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, line);
    if (strcmp(name, "cuda") == 0) continue; /* "cuda     none: ..." */
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", name);
    sm_facts_text(out, "description", line + length + strspn(line + length, " "));
    if (values.bandwidth) {
      const enum sm_status status = sm_memory_bandwidth(ctx, name, values.threads, &bandwidth);
      if (status != SM_OK) return status;
      sm_facts_number(out, "bandwidth", bandwidth);
    }
    sm_facts_close(out);
  }
  sm_facts_close(out);
  return SM_OK;
}

static int print_json(struct cli_session *session, char *text) {
  struct sm_facts facts = {0};
  const enum sm_status status = add_devices(session->ctx, text, &facts);
  if (status == SM_OK) {
    cli_facts_print(stdout, &facts, true);
    return 0;
  }
  sm_facts_free(&facts);
  return cli_session_fail(session, status);
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  (void)operands;
  char *text = NULL;
  int code = 0;
  const enum sm_status status = sm_list_devices(session->ctx, &text);
  if (status != SM_OK) return cli_session_fail(session, status);
  if (values.json) {
    code = print_json(session, text);
  } else if (values.bandwidth) {
    code = print_bandwidths(session, text);
  } else {
    fputs(text, stdout);
  }
  free(text);
  return code;
}

const struct cli_command cli_command_devices = {
    .name = "devices",
    .operands = "",
    .summary = "list the devices that can compute",
    .details = "Lists the CPU and the GPUs of this machine, one line each, by the names that "
               "--device takes.",
    .options = {own_options, cli_common_options},
    .run = run,
};
