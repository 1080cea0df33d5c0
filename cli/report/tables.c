#include "tables.h"

#include "cli/session/file.h"
#include "cli/text/html.h"
#include "pictures.h"
#include "simoom/csv.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 200 };

/* A column in a table of the page. */
struct column {
  char head[96];
  struct sm_display shown;
};

/* Heading of a column, with its display unit. */
static void set_column(const struct cli_run_page *page, const char *name, struct column *out) {
  static const char *const names[][3] = {{"name", "Receptor", ""},
                                         {"species", "Species", ""},
                                         {"dose", "Dose", "kg s/m3"},
                                         {"concentration_maximum", "Maximum of means", "kg/m3"},
                                         {"time_of_maximum", "at the end of", "s"},
                                         {"arrival_time", "Arrival time", "s"}};
  const char *head = name, *unit = "";
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(name, names[n][0]) == 0) {
      head = names[n][1];
      unit = names[n][2];
    }
  out->shown = sm_display_find(page->session->ctx, page->units, unit);
  snprintf(out->head, sizeof out->head, "%.40s%s%.40s", head, unit[0] != '\0' ? ", " : "",
           out->shown.unit);
}

/* Writes a row; fields beyond the last of `columns` stay as they are. */
static void put_row(struct cli_run_page *page, const struct column *column, int columns,
                    char **field, int count) {
  fputs("<tr><th scope=\"row\">", page->out);
  cli_html_text(page->out, field[0]);
  fputs("</th>", page->out);
  for (int f = 1; f < count; f++) {
    char *end;
    const double number = strtod(field[f], &end);
    if (f < columns && end != field[f] && *end == '\0')
      cli_html_number(page->out, "%.5g", sm_display_value(&column[f].shown, number));
    else
      cli_html_cell(page->out, field[f][0] != '\0' ? field[f] : "-");
  }
  fputs("</tr>\n", page->out);
}

/* Writes a short table completely. */
static void put_table(struct cli_run_page *page, const char *path, const char *caption) {
  const char *heads[SM_CSV_FIELDS + 1] = {NULL};
  struct column column[SM_CSV_FIELDS];
  struct sm_csv csv;
  size_t size;
  char *text = cli_file_bytes(path, &size);
  if (text == NULL) return;
  sm_csv_begin(&csv, text, size);
  if (sm_csv_next(&csv, 1) == SM_CSV_LINE) {
    const int columns = csv.count;
    for (int f = 0; f < columns; f++) {
      set_column(page, csv.field[f], &column[f]);
      heads[f] = column[f].head;
    }
    cli_html_table(page->out, caption, heads);
    int rows = 0;
    enum sm_csv_result result = SM_CSV_LINE;
    while (rows < ROWS && (result = sm_csv_next(&csv, 0)) == SM_CSV_LINE) {
      put_row(page, column, columns, csv.field, csv.count);
      rows++;
    }
    cli_html_table_end(page->out);
    if (result == SM_CSV_LINE && sm_csv_next(&csv, 0) == SM_CSV_LINE)
      fputs("<p class=\"soft\">The file has more of them.</p>\n", page->out);
  }
  free(text);
}

bool cli_run_page_tables(struct cli_run_page *page) {
  static const char *const series[][2] = {
      {"_receptors.csv", "Concentration at the receptors, means of the intervals"},
      {"_lines_of_sight.csv", "Optical depth along the lines of sight"},
      {"_probes.csv", "Probes"},
      {"_series.csv", "Means over all air"},
      {"_forces.csv", "Forces on bodies"}};
  char path[CLI_RUN_PLACE], alternative[160];
  bool good = true;
  if (cli_run_page_find(page, "_receptors_summary.csv", path))
    put_table(page, path, "Receptors, over the whole run");
  for (size_t s = 0; s < sizeof series / sizeof *series && good; s++) {
    struct sm_plot_options options = sm_plot_options_default();
    if (!cli_run_page_find(page, series[s][0], path)) continue;
    snprintf(alternative, sizeof alternative, "Lines over time: %s. The file *%s has the numbers.",
             series[s][1], series[s][0]);
    good = cli_run_page_draw(page, path, &options, alternative, series[s][1]);
  }
  return good;
}

void cli_run_page_ranges(struct cli_run_page *page, const struct sm_fact *info, const char *name) {
  static const char *const heads[] = {"Variable", "Unit", "Least", "Mean", "Most", NULL};
  const struct sm_fact *variables = sm_fact_at(info, "variables");
  char caption[CLI_RUN_PLACE];
  if (sm_fact_count(variables) == 0) return;
  snprintf(caption, sizeof caption, "Variables of %.2000s, over all its times", name);
  cli_html_table(page->out, caption, heads);
  for (size_t v = 0; v < sm_fact_count(variables); v++) {
    const struct sm_fact *own = sm_fact_item(variables, v);
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, sm_fact_text(own, "name"));
    fputs("</th>", page->out);
    cli_html_cell(page->out, sm_fact_text(own, "units"));
    cli_html_number(page->out, "%.4g", sm_fact_number(own, "least"));
    cli_html_number(page->out, "%.4g", sm_fact_number(own, "mean"));
    cli_html_number(page->out, "%.4g", sm_fact_number(own, "most"));
    fputs("</tr>\n", page->out);
  }
  cli_html_table_end(page->out);
}
