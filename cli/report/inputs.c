/* inputs.c - inputs of a run, for the report: map of the domain, stations. */
#include "cli/text/html.h"
#include "pictures.h"
#include <lab/facts.h>
#include <string.h>

/* Field of the input map: the terrain, else the buildings on flat ground; NULL:
 * neither. */
static const char *choose_place(const struct sm_fact *info) {
  const struct sm_fact *variables = sm_fact_at(info, "variables");
  const char *field = NULL;
  for (size_t v = 0; v < sm_fact_count(variables); v++) {
    const struct sm_fact *own = sm_fact_item(variables, v);
    const char *name = sm_fact_text(own, "name");
    const double most = sm_fact_number(own, "most");
    if (strcmp(name, sm_field_name(SM_FIELD_TERRAIN)) == 0 &&
        most - sm_fact_number(own, "least") > 1)
      return sm_field_name(SM_FIELD_TERRAIN);
    if (strcmp(name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0 && most > 0)
      field = sm_field_name(SM_FIELD_BUILDING_HEIGHT);
  }
  return field;
}

void cli_run_page_mark(const struct sm_fact *places, const char *what, struct cli_run_marks *marks,
                       struct sm_plot_options *options) {
  const size_t all = sm_fact_count(places);
  for (size_t n = 0; n < all && options->marks < CLI_RUN_MARKS; n++) {
    const struct sm_fact *own = sm_fact_item(places, n);
    marks->place[options->marks][0] = sm_fact_number(own, "x");
    marks->place[options->marks][1] = sm_fact_number(own, "y");
    marks->name[options->marks++] = sm_fact_text(own, "name");
  }
  options->mark = (const double(*)[2])marks->place;
  options->mark_name = marks->name;
  marks->left_out[0] = '\0';
  if (all > CLI_RUN_MARKS)
    snprintf(marks->left_out, sizeof marks->left_out, "; the first %d of %zu %s are marked",
             CLI_RUN_MARKS, all, what);
}

/* Draws the input map with the stations. */
static bool draw_place(struct cli_run_page *page, const char *file, const struct sm_fact *info) {
  struct cli_run_marks marks;
  char caption[160];
  struct sm_plot_options options = sm_plot_options_default();
  options.field = choose_place(info);
  if (options.field == NULL) {
    fputs("<p class=\"soft\">The ground is flat and nothing stands on it: there is no map.</p>\n",
          page->out);
    return true;
  }
  cli_run_page_mark(sm_fact_at(page->run, "stations"), "stations", &marks, &options);
  options.vectors = 0;
  snprintf(caption, sizeof caption, "Ground, buildings and stations%s", marks.left_out);
  return cli_run_page_draw(
      page, file, &options,
      "Map of the domain: heights in colours, buildings in grey, stations as crosses with "
      "their names. The table has their coordinates.",
      caption);
}

/* Draws the prism mesh. */
static bool draw_bottom(struct cli_run_page *page, const char *file) {
  struct sm_plot_options options = sm_plot_options_default();
  options.field = "bottom";
  return cli_run_page_draw(page, file, &options,
                           "Map of the mesh: the height of its bottom as colours, its triangles.",
                           "The mesh and its bottom");
}

static void put_stations(struct cli_run_page *page) {
  static const char *const heads[] = {"Station",      "x, m",      "y, m",        "Height, m",
                                      "Reading, m/s", "Wind, m/s", "Misfit, m/s", NULL};
  const struct sm_fact *stations = sm_fact_at(page->run, "stations");
  if (sm_fact_count(stations) == 0) return;
  cli_html_table(page->out,
                 "Stations, in the coordinates of the files, and of each the reading that the wind "
                 "misses most",
                 heads);
  for (size_t s = 0; s < sm_fact_count(stations); s++) {
    const struct sm_fact *own = sm_fact_item(stations, s);
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, sm_fact_text(own, "name"));
    fputs("</th>", page->out);
    cli_html_number(page->out, "%.1f", sm_fact_number(own, "x"));
    cli_html_number(page->out, "%.1f", sm_fact_number(own, "y"));
    cli_html_number(page->out, "%.4g", sm_fact_number(own, "height"));
    cli_html_number(page->out, "%.2f", sm_fact_number(own, "reading"));
    cli_html_number(page->out, "%.2f", sm_fact_number(own, "wind"));
    cli_html_number(page->out, "%.2f", sm_fact_number(own, "misfit"));
    fputs("</tr>\n", page->out);
  }
  cli_html_table_end(page->out);
}

bool cli_run_page_inputs(struct cli_run_page *page) {
  char file[CLI_RUN_PLACE];
  bool good = true, found = false;
  cli_html_section(page->out, "inputs", "Inputs");
  for (size_t i = 0; i < cli_run_page_outputs(page) && !found; i++) {
    if (!cli_run_page_output(page, i, file)) continue;
    const struct sm_fact *info = page->info[i].root;
    found = info != NULL && sm_fact_number(info, "nx") > 0;
    if (found) {
      cli_html_table(page->out, "Where and when", NULL);
      cli_html_fact(page->out, "Title", sm_fact_text(info, "title"));
      cli_html_fact(page->out, "Coordinates", sm_fact_text(info, "crs"));
      cli_html_fact(page->out, "Weather", sm_fact_text(info, "weather"));
      cli_html_table_end(page->out);
      if (!cli_run_page_is_slice(info)) good = draw_place(page, file, info);
    }
  }
  if (!found && sm_fact_at(page->run, "prisms") != NULL && cli_run_page_find(page, ".nc", file)) {
    found = true;
    good = draw_bottom(page, file);
  }
  if (!found) cli_run_page_note(page, "No map", "the run left no NetCDF file with one");
  put_stations(page);
  cli_html_section_end(page->out);
  return good;
}
