/* Fuzz target of the tables in time that simoom plot draws and simoom validate compares, and of
 * measurements beside them. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/text/series.h"
#include "input_file.h"
#include "output/chart/chart.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_plot(struct sm_context *ctx, const char *path) {
  struct sm_plot_table table;
  double value;
  if (sm_plot_table_open(ctx, path, &table) != SM_OK) {
    if (sm_context_message(ctx)[0] == '\0' || table.text != NULL) abort();
    return;
  }
  if (table.rows == 0 || table.columns < 1) abort();
  for (size_t r = 0; r < table.rows; r++)
    for (int c = 0; c < table.columns; c++)
      if (sm_plot_table_number(&table, r, c, &value) != SM_OK && sm_context_message(ctx)[0] == '\0')
        abort();
  (void)sm_plot_table_find(&table, "time");
  (void)sm_plot_table_absent(&table, "no such column");
  sm_plot_table_close(&table);
}

static void read_series(const char *path) {
  struct cli_series series;
  char reason[256] = "";
  if (!cli_series_read(path, &series, reason, sizeof reason)) {
    if (reason[0] == '\0' || series.value != NULL) abort();
    return;
  }
  if (series.rows == 0 || series.columns == 0) abort();
  (void)cli_series_at(&series, series.head, series.rows - 1);
  cli_series_free(&series);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  const char *path = input_file(&file, data, size, ".csv");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  read_plot(ctx, path);
  read_series(path);
  sm_context_destroy(&ctx);
  return 0;
}
