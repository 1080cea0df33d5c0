/* landing.c - landing page, conformance classes and API definition. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <simoom/simoom.h>
#include <string.h>

static const char json[] = "application/json";

void cli_get_landing(const char *base, struct cli_http_answer *answer) {
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "title", "simoom");
  sm_facts_text(&facts, "description",
                "Wind, flow and dispersion over terrain and through cities: runs of simoom as jobs "
                "of OGC API - Processes");
  sm_facts_list(&facts, "links");
  cli_add_link(&facts, base, "/", "self", json, "this document");
  cli_add_link(&facts, base, "/?f=html", "alternate", "text/html", "this document as HTML");
  cli_add_link(&facts, base, "/api", "service-desc", "application/vnd.oai.openapi+json;version=3.0",
               "definition of the API");
  cli_add_link(&facts, base, "/conformance", CLI_RELATIONS "conformance", json,
               "conformance classes");
  cli_add_link(&facts, base, "/conformance", "conformance", json, "conformance classes");
  cli_add_link(&facts, base, "/processes", CLI_RELATIONS "processes", json, "processes");
  cli_add_link(&facts, base, "/jobs", CLI_RELATIONS "job-list", json, "jobs");
  cli_add_link(&facts, base, "/collections", "data", json, "winds of finished jobs");
  sm_facts_close(&facts);
  cli_put_facts(answer, 200, &facts);
}

void cli_get_conformance(struct cli_http_answer *answer) {
  static const char *const classes[] = {
      "processes-1/1.0/conf/core",     "processes-1/1.0/conf/ogc-process-description",
      "processes-1/1.0/conf/json",     "processes-1/1.0/conf/oas30",
      "processes-1/1.0/conf/job-list", "processes-1/1.0/conf/dismiss",
      "processes-1/1.0/conf/html",     "edr-1/1.1/conf/core",
      "edr-1/1.1/conf/collections",    "edr-1/1.1/conf/json",
      "edr-1/1.1/conf/covjson",        "edr-1/1.1/conf/queries"};
  char uri[128];
  struct sm_facts facts = {0};
  sm_facts_list(&facts, "conformsTo");
  for (size_t n = 0; n < sizeof classes / sizeof *classes; n++) {
    snprintf(uri, sizeof uri, "http://www.opengis.net/spec/ogcapi-%s", classes[n]);
    sm_facts_text(&facts, NULL, uri);
  }
  sm_facts_close(&facts);
  cli_put_facts(answer, 200, &facts);
}

/* --- API definition --- */

struct operation {
  const char *path, *method, *id, *summary;
  const char *parameters; /* "a b": in {path}, or of the query */
  const char *codes;      /* "200 404": success first */
};

static const struct operation operations[] = {
    {"/", "get", "getLandingPage", "Landing page", "", "200"},
    {"/conformance", "get", "getConformance", "Conformance classes", "", "200"},
    {"/api", "get", "getApi", "This document", "", "200"},
    {"/processes", "get", "getProcesses", "Processes", "limit", "200 400"},
    {"/processes/{processID}", "get", "getProcess", "Description of a process", "processID",
     "200 404"},
    {"/processes/{processID}/execution", "post", "execute",
     "Execution of a process; asynchronous with the header Prefer: respond-async", "processID",
     "200 201 204 400 404 411 413 415 500 503"},
    {"/jobs", "get", "getJobs", "Jobs",
     "limit offset type processID status datetime minDuration maxDuration", "200 400"},
    {"/jobs/{jobID}", "get", "getStatus", "Status of a job", "jobID", "200 404"},
    {"/jobs/{jobID}", "delete", "dismiss",
     "Dismissal of a job: its run is ended, its files are removed", "jobID", "200 404"},
    {"/jobs/{jobID}/results", "get", "getResult", "Results of a job", "jobID",
     "200 204 400 404 500"},
    {"/jobs/{jobID}/files/{name}", "get", "getFile", "File of a job", "jobID name", "200 404"},
    {"/collections", "get", "getCollections", "Winds of finished jobs", "bbox datetime", "200 400"},
    {"/collections/{collectionID}", "get", "getCollection", "Wind of a job", "collectionID",
     "200 404"},
    {"/collections/{collectionID}/position", "get", "getPosition", "Wind at a position",
     "collectionID coords z datetime parameter-name crs f", "200 400 404"},
};

/* Schema of a parameter: a number, a list of texts or numbers, a text. */
static void add_parameter(struct sm_facts *facts, const struct operation *o, const char *name) {
  char braced[80];
  snprintf(braced, sizeof braced, "{%s}", name);
  const bool in_path = strstr(o->path, braced) != NULL;
  const bool duration = strstr(name, "Duration") != NULL;
  const bool list = !in_path && (duration || strcmp(name, "type") == 0 ||
                                 strcmp(name, "processID") == 0 || strcmp(name, "status") == 0);
  const bool limit = strcmp(name, "limit") == 0;
  const char *type = limit || duration || strcmp(name, "offset") == 0 ? "integer" : "string";
  sm_facts_group(facts, NULL);
  sm_facts_text(facts, "name", name);
  sm_facts_text(facts, "in", in_path ? "path" : "query");
  sm_facts_flag(facts, "required", in_path || strcmp(name, "coords") == 0);
  sm_facts_text(facts, "style", in_path ? "simple" : "form");
  sm_facts_flag(facts, "explode", false);
  sm_facts_group(facts, "schema");
  if (list) sm_facts_text(facts, "type", "array");
  if (list) sm_facts_group(facts, "items");
  sm_facts_text(facts, "type", type);
  if (list) sm_facts_close(facts);
  if (limit) {
    sm_facts_integer(facts, "minimum", 1);
    sm_facts_integer(facts, "maximum", CLI_LIST_MOST);
    sm_facts_integer(facts, "default", 10);
  }
  sm_facts_close(facts);
  sm_facts_close(facts);
}

/* Calls `add` for each word of "a b c". */
static void for_words(struct sm_facts *facts, const struct operation *o, const char *words,
                      void (*add)(struct sm_facts *, const struct operation *, const char *)) {
  char word[64];
  while (*words != '\0') {
    const size_t length = strcspn(words, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, words);
    add(facts, o, word);
    words += length + strspn(words + length, " ");
  }
}

static void add_response(struct sm_facts *facts, const struct operation *o, const char *code) {
  const bool good = code[0] == '2', empty = strcmp(code, "204") == 0;
  const bool file =
      good && (strstr(o->path, "files") != NULL || strstr(o->path, "results") != NULL ||
               strstr(o->path, "execution") != NULL || strstr(o->path, "position") != NULL);
  const char *type = good ? json : "application/problem+json";
  sm_facts_group(facts, code);
  sm_facts_text(facts, "description", good ? o->summary : "An exception of RFC 7807");
  if (!empty) {
    sm_facts_group(facts, "content");
    sm_facts_group(facts, file && strcmp(code, "201") != 0 ? "*/*" : type);
    sm_facts_group(facts, "schema");
    if (!file) sm_facts_text(facts, "type", "object");
    sm_facts_close(facts);
    sm_facts_close(facts);
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
}

static void add_operation(struct sm_facts *facts, const struct operation *o) {
  sm_facts_group(facts, o->method);
  sm_facts_text(facts, "operationId", o->id);
  sm_facts_text(facts, "summary", o->summary);
  sm_facts_list(facts, "parameters");
  for_words(facts, o, o->parameters, add_parameter);
  sm_facts_close(facts);
  if (strcmp(o->method, "post") == 0) {
    sm_facts_group(facts, "requestBody");
    sm_facts_flag(facts, "required", true);
    sm_facts_group(facts, "content");
    sm_facts_group(facts, json);
    sm_facts_group(facts, "schema");
    sm_facts_text(facts, "$ref",
                  "https://schemas.opengis.net/ogcapi/processes/part1/1.0/openapi/schemas/"
                  "execute.yaml");
    for (int n = 0; n < 4; n++) sm_facts_close(facts);
  }
  sm_facts_group(facts, "responses");
  for_words(facts, o, o->codes, add_response);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

void cli_get_api(const char *base, struct cli_http_answer *answer) {
  const size_t count = sizeof operations / sizeof *operations;
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "openapi", "3.0.3");
  sm_facts_group(&facts, "info");
  sm_facts_text(&facts, "title", "simoom: OGC API - Processes");
  sm_facts_text(&facts, "version", sm_version());
  sm_facts_close(&facts);
  sm_facts_list(&facts, "servers");
  sm_facts_group(&facts, NULL);
  sm_facts_text(&facts, "url", base);
  sm_facts_close(&facts);
  sm_facts_close(&facts);
  sm_facts_group(&facts, "paths");
  for (size_t n = 0; n < count; n++) {
    sm_facts_group(&facts, operations[n].path);
    add_operation(&facts, &operations[n]);
    while (n + 1 < count && strcmp(operations[n + 1].path, operations[n].path) == 0)
      add_operation(&facts, &operations[++n]);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  cli_put_text(answer, 200, "application/vnd.oai.openapi+json;version=3.0",
               sm_facts_json(&facts, true));
  sm_facts_free(&facts);
}
