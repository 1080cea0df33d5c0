/* describe.c - list and description of the processes. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <lab/case_schema.h>
#include <simoom/simoom.h>
#include <string.h>

static const char json[] = "application/json";

/* Members of a process summary. */
static void add_summary(struct sm_facts *facts, enum cli_process process) {
  static const char *const options[] = {"sync-execute", "async-execute", "dismiss"};
  sm_facts_text(facts, "id", cli_processes[process].name);
  sm_facts_text(facts, "title", cli_processes[process].title);
  sm_facts_text(facts, "description", cli_processes[process].description);
  sm_facts_text(facts, "version", sm_version());
  sm_facts_list(facts, "jobControlOptions");
  for (size_t n = 0; n < sizeof options / sizeof *options; n++)
    sm_facts_text(facts, NULL, options[n]);
  sm_facts_close(facts);
  sm_facts_list(facts, "outputTransmission");
  sm_facts_text(facts, NULL, "value");
  sm_facts_text(facts, NULL, "reference");
  sm_facts_close(facts);
}

void cli_get_processes(const char *base, const struct cli_http_request *request,
                       struct cli_http_answer *answer) {
  struct sm_facts facts = {0};
  long most = CLI_PROCESSES;
  if (!cli_read_limit(request, &most, answer)) return;
  sm_facts_list(&facts, "processes");
  for (int n = 0; n < CLI_PROCESSES && n < most; n++) {
    char path[64];
    snprintf(path, sizeof path, "/processes/%s", cli_processes[n].name);
    sm_facts_group(&facts, NULL);
    add_summary(&facts, (enum cli_process)n);
    sm_facts_list(&facts, "links");
    cli_add_link(&facts, base, path, "self", json, "description of the process");
    sm_facts_close(&facts);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  sm_facts_list(&facts, "links");
  cli_add_link(&facts, base, "/processes", "self", json, "this document");
  sm_facts_close(&facts);
  cli_put_facts(answer, 200, &facts);
}

static void add_property(struct sm_facts *facts, const char *key, const char *description) {
  sm_facts_group(facts, key);
  sm_facts_text(facts, "type", "string");
  sm_facts_text(facts, "description", description);
  if (strcmp(key, "encoding") == 0) {
    sm_facts_list(facts, "enum");
    sm_facts_text(facts, NULL, "base64");
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
}

static void add_case_input(struct sm_facts *facts) {
  sm_facts_group(facts, "case");
  sm_facts_text(facts, "title", "case");
  sm_facts_text(facts, "description",
                "The case: the text of a case file (TOML), or its tables and keys as an object. "
                "Files that it names are those of the input 'files'");
  sm_facts_group(facts, "schema");
  sm_facts_list(facts, "oneOf");
  sm_facts_group(facts, NULL);
  sm_facts_text(facts, "type", "string");
  sm_facts_text(facts, "contentMediaType", "application/toml");
  sm_facts_close(facts);
  sm_facts_group(facts, NULL);
  sm_case_add_schema(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

/* Input that is a file, or several of them. */
static void add_files_input(struct sm_facts *facts, const char *name, bool several,
                            const char *description) {
  sm_facts_group(facts, name);
  sm_facts_text(facts, "title", name);
  sm_facts_text(facts, "description", description);
  if (several) sm_facts_integer(facts, "minOccurs", 0);
  if (several) sm_facts_text(facts, "maxOccurs", "unbounded");
  sm_facts_group(facts, "schema");
  sm_facts_text(facts, "type", "object");
  sm_facts_list(facts, "required");
  if (several) sm_facts_text(facts, NULL, "name");
  sm_facts_text(facts, NULL, "content");
  sm_facts_close(facts);
  sm_facts_group(facts, "properties");
  if (several)
    add_property(facts, "name",
                 "Name, as in the case: letters, digits, . _ - and / between folders");
  add_property(facts, "content", "Content: a text, or bytes in base64");
  add_property(facts, "encoding", "base64 for bytes; absent for a text");
  sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

/* Schema of an output in a format. */
static void add_format(struct sm_facts *facts, const char *type) {
  const bool object = strstr(type, "json") != NULL;
  const bool binary = !object && strncmp(type, "text/", 5) != 0;
  sm_facts_text(facts, "type", object ? "object" : "string");
  sm_facts_text(facts, "contentMediaType", type);
  if (binary) sm_facts_text(facts, "contentEncoding", "binary");
}

static void add_output(struct sm_facts *facts, int output) {
  const struct cli_output *o = &cli_outputs[output];
  const bool several = o->formats[CLI_FORMAT_GEOJSON];
  sm_facts_group(facts, o->name);
  sm_facts_text(facts, "title", o->name);
  sm_facts_text(facts, "description", o->title);
  sm_facts_group(facts, "schema");
  if (several) sm_facts_list(facts, "oneOf");
  for (int f = 0; f < CLI_FORMATS; f++) {
    if (!o->formats[f]) continue;
    if (several) sm_facts_group(facts, NULL);
    add_format(facts, cli_output_type(output, (enum cli_format)f));
    if (several) sm_facts_close(facts);
  }
  if (several) sm_facts_close(facts);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

void cli_get_process(const char *base, const char *name, struct cli_http_answer *answer) {
  char path[64];
  struct sm_facts facts = {0};
  const enum cli_process process = cli_process_find(name);
  if (process == CLI_PROCESSES) {
    cli_put_problem(answer, 404, CLI_EXCEPTIONS "no-such-process", "there is no process '%.80s'",
                    name);
    return;
  }
  add_summary(&facts, process);
  sm_facts_group(&facts, "inputs");
  add_case_input(&facts);
  if (process == CLI_PROCESS_RELEASE)
    add_files_input(&facts, "library", false,
                    "Winds of a run with [weather.library], by value or as a link to the file of a "
                    "finished job of this service");
  add_files_input(
      &facts, "files", true,
      "Files that the case names: maps, buildings, weather ... By value, or as links to "
      "files of finished jobs of this service");
  sm_facts_close(&facts);
  sm_facts_group(&facts, "outputs");
  for (int n = 0; n < cli_output_count; n++) add_output(&facts, n);
  sm_facts_close(&facts);
  sm_facts_list(&facts, "links");
  snprintf(path, sizeof path, "/processes/%s", name);
  cli_add_link(&facts, base, path, "self", json, "this document");
  snprintf(path, sizeof path, "/processes/%s/execution", name);
  cli_add_link(&facts, base, path, CLI_RELATIONS "execute", json, "execution, by POST");
  sm_facts_close(&facts);
  cli_put_facts(answer, 200, &facts);
}
