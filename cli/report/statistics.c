#include "statistics.h"

#include "cli/text/html.h"
#include "pictures.h"
#include <lab/facts.h>
#include <math.h>

enum { ROSES = 4 };

/* A map of a field, with the receptors; `limits`: of its classes, "" where it has none. */
static bool put_map(struct cli_run_page *page, const char *file, const char *name,
                    const struct sm_fact *receptors, const char *field, const char *limits) {
  struct cli_run_marks marks;
  char alternative[200], caption[CLI_RUN_PLACE], words[CLI_FIELD_WORDS];
  struct sm_plot_options options = sm_plot_options_default();
  options.field = field;
  cli_run_page_mark(receptors, "receptors", &marks, &options);
  snprintf(caption, sizeof caption, "%.2000s: map of %s, at the lowest height%s%s%.600s", name,
           cli_run_page_words(field, words), marks.left_out, limits[0] != '\0' ? "; " : "", limits);
  snprintf(alternative, sizeof alternative,
           "Map of %s as colours over the domain, receptors as crosses with their names.", words);
  return cli_run_page_draw(page, file, &options, alternative, caption);
}

static bool put_rose(struct cli_run_page *page, const char *file, const char *name,
                     const char *receptor) {
  char alternative[200], caption[CLI_RUN_PLACE];
  struct sm_plot_options options = sm_plot_options_default();
  options.kind = SM_PLOT_ROSE;
  options.receptor = receptor;
  snprintf(caption, sizeof caption, "%.2000s: wind rose at %.100s", name, receptor);
  snprintf(alternative, sizeof alternative,
           "Wind rose at %.100s: how often the wind comes from where, in classes of speed.",
           receptor);
  return cli_run_page_draw(page, file, &options, alternative, caption);
}

static void put_receptors(struct cli_run_page *page, const struct sm_fact *receptors) {
  char head[64];
  if (sm_fact_count(receptors) == 0) return;
  const struct sm_display speed = sm_display_find(page->session->ctx, page->units, "m/s");
  snprintf(head, sizeof head, "Mean speed, %.40s", speed.unit);
  const char *const heads[] = {"Receptor", "x, m", "y, m", "Height, m", head, NULL};
  cli_html_table(page->out, "Wind at the receptors", heads);
  for (size_t r = 0; r < sm_fact_count(receptors); r++) {
    const struct sm_fact *own = sm_fact_item(receptors, r);
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, sm_fact_text(own, "name"));
    fputs("</th>", page->out);
    cli_html_number(page->out, "%.1f", sm_fact_number(own, "x"));
    cli_html_number(page->out, "%.1f", sm_fact_number(own, "y"));
    cli_html_number(page->out, "%.4g", sm_fact_number(own, "height"));
    cli_html_number(page->out, "%.3g", sm_display_value(&speed, sm_fact_number(own, "mean")));
    fputs("</tr>\n", page->out);
  }
  cli_html_table_end(page->out);
}

bool cli_run_page_statistics(struct cli_run_page *page, const char *file, const char *name,
                             const struct sm_fact *info) {
  const struct sm_fact *receptors = sm_fact_at(info, "statistics.receptors");
  const struct sm_fact *classes = sm_fact_at(info, "statistics.classes");
  const struct sm_fact *limits = sm_fact_at(info, "statistics.class_limits");
  const struct sm_fact *percentiles = sm_fact_at(info, "statistics.percentiles");
  double highest = -INFINITY;
  bool good = put_map(page, file, name, receptors, sm_field_name(SM_FIELD_WIND_SPEED_MEAN), "");
  for (size_t n = 0; n < sm_fact_count(percentiles); n++)
    highest = fmax(highest, sm_fact_number(sm_fact_item(percentiles, n), ""));
  if (good && isfinite(highest)) {
    char field[48];
    snprintf(field, sizeof field, "%s:%.10g", sm_field_name(SM_FIELD_WIND_SPEED_PERCENTILE),
             highest);
    good = put_map(page, file, name, receptors, field, "");
  }
  for (size_t n = 0; n < sm_fact_count(classes) && good; n++)
    good = put_map(page, file, name, receptors, sm_fact_text(sm_fact_item(classes, n), ""),
                   sm_fact_text(sm_fact_item(limits, n), ""));
  for (size_t r = 0; r < sm_fact_count(receptors) && r < ROSES && good; r++) {
    const struct sm_fact *own = sm_fact_item(receptors, r);
    if (isfinite(sm_fact_number(own, "mean"))) /* receptor in air */
      good = put_rose(page, file, name, sm_fact_text(own, "name"));
  }
  put_receptors(page, receptors);
  return good;
}
