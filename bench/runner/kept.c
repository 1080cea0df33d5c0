#include "kept.h"

#include "json_find.h"
#include "report_head.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The text of a file, freed by the caller; NULL: cannot be read, errno says why. */
static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = NULL;
  long size = -1;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) text = calloc((size_t)size + 1, 1);
  if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

bool cli_kept_read(struct cli_kept *kept, const char *path, const struct cli_host *host,
                   char reason[CLI_REASON]) {
  char schema[32], cpu[sizeof host->cpu];
  if (kept->count == CLI_KEPT) {
    snprintf(reason, CLI_REASON, "more than %d files of kept rows", CLI_KEPT);
    return false;
  }
  char *text = read_text(path);
  if (text == NULL) {
    snprintf(reason, CLI_REASON, "%s: error: cannot be read: %s", path, strerror(errno));
    return false;
  }
  kept->text[kept->count++] = text;
  cli_json_find_string(text, "schema", schema, sizeof schema);
  cli_json_find_string(text, "host.cpu", cpu, sizeof cpu);
  if (strcmp(schema, "simoom.bench/1") != 0) {
    snprintf(reason, CLI_REASON, "%s: error: not written by 'simoom bench --json'", path);
    return false;
  }
  if (strcmp(cpu, host->cpu) == 0 && cli_json_find_number(text, "host.cores") == host->cores)
    return true;
  snprintf(reason, CLI_REASON,
           "%s: error: measured on another machine (%s)\n"
           "  help: rows of one file are of one machine",
           path, cpu);
  return false;
}

static bool is_text(const char *row, const char *key, const char *wanted) {
  char text[CLI_REASON];
  cli_json_find_string(row, key, text, sizeof text);
  return strcmp(text, wanted) == 0;
}

static void take(const char *row, struct cli_result *result) {
  struct cli_sample *sample = &result->sample;
  *sample = (struct cli_sample){0};
  for (int f = 0; f < CLI_FIGURE_COUNT; f++)
    sample->figure[f] = cli_json_find_number(row, cli_figure_info[f].key);
  result->repeats = (int)cli_json_find_number(row, "repeats");
  sample->cells = (int64_t)cli_json_find_number(row, "cells");
  sample->iterations = (int)cli_json_find_number(row, "iterations");
  sample->residual = cli_json_find_number(row, "residual");
  sample->divergence = cli_json_find_number(row, "divergence");
  cli_json_find_string(row, "device_name", sample->device, sizeof sample->device);
  cli_json_find_string(row, "note", sample->note, sizeof sample->note);
  result->outcome = CLI_MEASURED;
}

bool cli_kept_find(const struct cli_kept *kept, struct cli_result *result) {
  const char *row;
  for (int k = 0; k < kept->count; k++)
    for (size_t i = 0; (row = cli_json_find_item(kept->text[k], "rows", i)) != NULL; i++) {
      if (!is_text(row, "row", result->row->name) || !is_text(row, "device", result->device) ||
          !is_text(row, "suite", result->suite->name) ||
          !is_text(row, "status", cli_outcome_words[CLI_MEASURED]) ||
          cli_json_find_value(row, "points") != NULL || cli_json_find_value(row, "kernels") != NULL)
        continue;
      take(row, result);
      return true;
    }
  return false;
}

void cli_kept_free(struct cli_kept *kept) {
  while (kept->count > 0) free(kept->text[--kept->count]);
}
