#include "page.h"

#include "cli/text/format.h"
#include "cli/text/html.h"
#include "limits.h"
#include "pictures.h"
#include "summary.h"
#include <lab/facts.h>
#include <math.h>
#include <string.h>

static const char *text_of(const struct cli_run_page *page, const char *path) {
  return sm_fact_text(page->run, path);
}

static double number_of(const struct cli_run_page *page, const char *path) {
  return sm_fact_number(page->run, path);
}

/* Row with a number; no row if the number is unknown. */
static void put_number(struct cli_run_page *page, const char *name, const char *format,
                       double value) {
  char text[96];
  if (!isfinite(value)) return;
  snprintf(text, sizeof text, format, value);
  cli_html_fact(page->out, name, text);
}

/* Meaning of a status word in the record. */
static const char *status_text(const char *word) {
  static const enum sm_status all[] = {
#define X(NAME, CODE, TEXT) SM_##NAME,
      SM_STATUS_LIST(X)
#undef X
  };
  for (size_t s = 0; s < sizeof all / sizeof *all; s++) {
    char own[32];
    sm_status_word(all[s], own, sizeof own);
    if (strcmp(own, word) == 0) return all[s] == SM_OK ? "done" : sm_status_text(all[s]);
  }
  return "it is not known how";
}

static void put_head(struct cli_run_page *page) {
  static const char *const parts[][2] = {
      {"run", "The run"},           {"inputs", "Inputs"},     {"results", "Results"},
      {"convergence", "Residuals"}, {"balance", "Balances"},  {"validity", "Warnings and limits"},
      {"timings", "Timings"},       {"case", "The case file"}};
  const char *status = text_of(page, "status");
  const bool good = strcmp(status, "ok") == 0;
  char title[512];
  snprintf(title, sizeof title, "%.400s: report of a run of simoom",
           text_of(page, text_of(page, "case")[0] != '\0' ? "case" : "file"));
  cli_html_open(page->out, title);
  fputs("<header>\n<h1>", page->out);
  cli_html_text(page->out, title);
  fprintf(page->out, "</h1>\n<p>Ended %s: <span class=\"status %s\">", text_of(page, "ended"),
          good ? "good" : "bad");
  cli_html_text(page->out, status_text(status));
  fputs("</span></p>\n", page->out);
  if (text_of(page, "message")[0] != '\0') {
    fputs("<pre class=\"bad\" role=\"alert\">", page->out);
    cli_html_text(page->out, text_of(page, "message"));
    fputs("</pre>\n", page->out);
  }
  fputs("<nav aria-label=\"Contents\"><ul>\n", page->out);
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
    fprintf(page->out, "<li><a href=\"#%s\">%s</a></li>\n", parts[p][0], parts[p][1]);
  fputs("</ul></nav>\n</header>\n<main>\n", page->out);
}

static void put_outputs(struct cli_run_page *page) {
  const struct sm_fact *outputs = sm_fact_at(page->run, "outputs");
  const size_t count = sm_fact_count(outputs);
  if (count == 0) return;
  fprintf(page->out, "<details%s><summary>%zu file%s written</summary>\n<ul>\n",
          count <= 8 ? " open" : "", count, count == 1 ? "" : "s");
  for (size_t i = 0; i < count; i++) {
    fputs("<li>", page->out);
    cli_html_text(page->out, sm_fact_text(sm_fact_item(outputs, i), ""));
    fputs("</li>\n", page->out);
  }
  fputs("</ul></details>\n", page->out);
}

static void put_memory(struct cli_run_page *page, const char *name, const char *path) {
  const double bytes = number_of(page, path);
  if (bytes > 0) put_number(page, name, "%.3g GB", bytes * 1e-9);
}

static void put_run(struct cli_run_page *page) {
  FILE *out = page->out;
  char text[160], solver[96] = "";
  const double total = number_of(page, "cells.total");
  cli_html_section(out, "run", "The run");
  cli_html_table(out, "Case, model and device", NULL);
  cli_html_fact(out, "Case", text_of(page, "case"));
  cli_html_fact(out, "Case file", text_of(page, "file"));
  cli_html_fact(out, "Changed by --set", text_of(page, "overrides"));
  if (strcmp(text_of(page, "solver.name"), text_of(page, "model")) != 0)
    snprintf(solver, sizeof solver, ", solver %.60s", text_of(page, "solver.name"));
  snprintf(text, sizeof text, "%.60s%s", text_of(page, "model"), solver);
  cli_html_fact(out, "Model", text);
  cli_html_fact(out, "Device", text_of(page, "device"));
  cli_html_fact(out, "simoom", text_of(page, "version"));
  if (isfinite(number_of(page, "cells.nx"))) {
    snprintf(text, sizeof text, "%.0f x %.0f x %.0f = %.0f cells, %.0f of them air",
             number_of(page, "cells.nx"), number_of(page, "cells.ny"), number_of(page, "cells.nz"),
             total, number_of(page, "cells.fluid"));
    cli_html_fact(out, "Grid", text);
  } else if (isfinite(number_of(page, "prisms.triangles"))) {
    snprintf(text, sizeof text, "%.0f triangles x %.0f layers = %.0f prisms",
             number_of(page, "prisms.triangles"), number_of(page, "prisms.layers"), total);
    cli_html_fact(out, "Mesh", text);
  }
  if (page->units->count > 0) {
    char units[160] = "";
    for (size_t n = 0; n < page->units->count; n++)
      snprintf(units + strlen(units), sizeof units - strlen(units), "%s%s", n > 0 ? ", " : "",
               page->units->unit[n]);
    snprintf(text, sizeof text, "%.100s; SI where these do not fit", units);
    cli_html_fact(out, "Units", text);
  }
  put_number(page, "Domain top", "%.4g m above the lowest ground", number_of(page, "domain_top"));
  if (text_of(page, "model")[0] != '\0')
    put_number(page, "Times", "%.0f", number_of(page, "times"));
  put_number(page, "Steps of the flow", "%.0f", number_of(page, "flow.steps"));
  put_number(page, "Time of the flow", "%.6g s", number_of(page, "flow.time"));
  put_memory(page, "Memory of the host", "peak_memory_bytes");
  if (strncmp(text_of(page, "device"), "CPU", 3) != 0)
    put_memory(page, "Memory of the device", "device_memory_bytes");
  cli_html_table_end(out);
  put_outputs(page);
  cli_html_section_end(out);
}

/* Begins a section of computed results; if there are none, closes it and returns false. */
static bool begin_computed(struct cli_run_page *page, const char *id, const char *heading) {
  cli_html_section(page->out, id, heading);
  if (isfinite(number_of(page, "residual"))) return true;
  fputs("<p class=\"soft\">Nothing was computed.</p>\n", page->out);
  cli_html_section_end(page->out);
  return false;
}

static bool put_convergence(struct cli_run_page *page) {
  if (!begin_computed(page, "convergence", "Residuals")) return true;
  if (!(number_of(page, "residual") > 0 || number_of(page, "iterations") > 0)) {
    fputs("<p class=\"soft\">No system of equations was solved.</p>\n", page->out);
    cli_html_section_end(page->out);
    return true;
  }
  cli_html_table(page->out, "The solver", NULL);
  put_number(page, "Relative residual, worst of all times", "%.3g", number_of(page, "residual"));
  put_number(page, "Iterations of the last time", "%.0f", number_of(page, "iterations"));
  put_number(page, "Largest error against the known solution", "%.3g",
             number_of(page, "prisms.error_maximum"));
  put_number(page, "Mean error against the known solution", "%.3g",
             number_of(page, "prisms.error_mean"));
  cli_html_table_end(page->out);
  cli_run_page_times(page);
  const bool good = cli_run_page_residuals(page);
  cli_html_section_end(page->out);
  return good;
}

/* Mass budget of every species of particles, with the unaccounted part. */
static void put_budget(struct cli_run_page *page) {
  static const char *const heads[] = {
      "Species", "Particles", "Emitted, kg", "In the air",        "Deposited", "Washed out by rain",
      "Outflow", "Decayed",   "Lost",        "Not accounted for", NULL};
  static const char *const parts[] = {"airborne", "deposited", "wet_deposited",
                                      "outflow",  "decayed",   "lost"};
  const struct sm_fact *budget = sm_fact_at(page->run, "particles.mass_budget");
  if (sm_fact_count(budget) == 0) return;
  cli_html_table(page->out, "Mass budget of each species, in parts of the emitted mass", heads);
  for (size_t s = 0; s < sm_fact_count(budget); s++) {
    const struct sm_fact *own = sm_fact_item(budget, s);
    const double emitted = sm_fact_number(own, "emitted");
    double rest = emitted;
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, sm_fact_text(own, "species"));
    fputs("</th>", page->out);
    cli_html_number(page->out, "%.0f", sm_fact_number(own, "particles"));
    cli_html_number(page->out, "%.6g", emitted);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
      const double part = sm_fact_at(own, parts[p]) != NULL ? sm_fact_number(own, parts[p]) : 0;
      rest -= part;
      cli_html_number(page->out, "%.3g %%", 100 * part / emitted);
    }
    cli_html_number(page->out, "%.2g", rest / emitted);
    fputs("</tr>\n", page->out);
  }
  cli_html_table_end(page->out);
}

/* Mass budget rows of scalars or elements; terms may be absent. */
static void put_flow_rows(struct cli_run_page *page, const struct sm_fact *budget,
                          const char *name) {
  static const char *const terms[] = {"initial",  "emitted",   "produced",
                                      "airborne", "deposited", "wet_deposited",
                                      "outflow",  "decayed",   "imbalance"};
  for (size_t s = 0; s < sm_fact_count(budget); s++) {
    const struct sm_fact *own = sm_fact_item(budget, s);
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, sm_fact_text(own, name));
    fputs("</th>", page->out);
    for (size_t t = 0; t < sizeof terms / sizeof *terms; t++)
      cli_html_number(page->out, "%.6g", sm_fact_number(own, terms[t]));
    fputs("</tr>\n", page->out);
  }
}

static void put_flow_budgets(struct cli_run_page *page) {
  static const char *const heads[] = {
      "Scalar or element",  "Initial", "Emitted", "Produced",  "Airborne", "Deposited",
      "Washed out by rain", "Outflow", "Decayed", "Imbalance", NULL};
  const struct sm_fact *scalars = sm_fact_at(page->run, "flow.mass_budget");
  const struct sm_fact *elements = sm_fact_at(page->run, "flow.element_budget");
  if (sm_fact_count(scalars) + sm_fact_count(elements) == 0) return;
  cli_html_table(page->out, "Mass budgets of the flow, kg", heads);
  put_flow_rows(page, scalars, "species");
  put_flow_rows(page, elements, "element");
  cli_html_table_end(page->out);
}

/* Mass conservation error of the wind, where it is known. */
static void put_mass(struct cli_run_page *page) {
  const bool divergence = isfinite(number_of(page, "divergence"));
  if (!divergence && !isfinite(number_of(page, "prisms.imbalance"))) return;
  cli_html_table(page->out, divergence ? "Divergence" : "Mass balance", NULL);
  put_number(page, "Largest |div u| h / U of a cell, worst of all times", "%.3g",
             number_of(page, "divergence"));
  put_number(page, "Net inflow over the total inflow", "%.3g", number_of(page, "prisms.imbalance"));
  cli_html_table_end(page->out);
  if (divergence)
    fputs("<p class=\"soft\">h is the smallest edge of the cell, U the largest speed.</p>\n",
          page->out);
}

static void put_balance(struct cli_run_page *page) {
  if (!begin_computed(page, "balance", "Balances")) return;
  put_mass(page);
  put_budget(page);
  put_flow_budgets(page);
  cli_run_page_heat_release(page);
  cli_html_section_end(page->out);
}

static void put_validity(struct cli_run_page *page) {
  static const char *const heads[] = {"Of", "Limits of the results", NULL};
  const struct sm_fact *warnings = sm_fact_at(page->run, "warnings");
  const size_t count = sm_fact_count(warnings);
  char text[512];
  cli_html_section(page->out, "validity", "Warnings and limits");
  fprintf(page->out, "<p>The run warned of %s</p>\n", count == 0 ? "nothing." : "this:");
  if (count > 0) fputs("<ul>\n", page->out);
  for (size_t i = 0; i < count; i++) {
    fputs("<li>", page->out);
    cli_html_text(page->out, sm_fact_text(sm_fact_item(warnings, i), ""));
    fputs("</li>\n", page->out);
  }
  if (count > 0) fputs("</ul>\n", page->out);
  cli_html_table(page->out, "Limits of the models that were used", heads);
  for (size_t l = 0; l < cli_run_limit_count; l++) {
    const struct cli_run_limit *limit = &cli_run_limits[l];
    if (limit->model[0] != '\0' && strcmp(limit->model, text_of(page, "model")) != 0) continue;
    if (limit->part != NULL && sm_fact_at(page->run, limit->part) == NULL) continue;
    snprintf(text, sizeof text, "%s (docs/%s)", limit->text, limit->page);
    cli_html_fact(page->out,
                  limit->part != NULL       ? limit->part
                  : limit->model[0] != '\0' ? limit->model
                                            : "all",
                  text);
  }
  cli_html_table_end(page->out);
  cli_html_section_end(page->out);
}

static void put_times(struct cli_run_page *page) {
  const bool prisms = sm_fact_at(page->run, "prisms") != NULL;
  const struct {
    const char *path, *name;
  } rows[] = {{"wall_s.input", "Reading inputs, making the domain"},
              {"wall_s.setup", "Setting up"},
              {"wall_s.solve", prisms ? "Solving" : "Computing the wind"},
              {"solver.seconds", "of that, the solver"},
              {"zones.seconds", "of set-up and computing, zones of buildings"},
              {"particles.seconds", "Particles"},
              {"wall_s.output", "Writing outputs"},
              {"wall_s.total", "The whole program"}};
  static const char *const heads[] = {"Part", "Seconds", "Share", NULL};
  const double total = number_of(page, "wall_s.total");
  char rate[48];
  cli_html_section(page->out, "timings", "Timings");
  cli_html_table(page->out, "Where the time went", heads);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const double seconds = number_of(page, rows[r].path);
    if (!isfinite(seconds)) continue;
    fputs("<tr><th scope=\"row\">", page->out);
    cli_html_text(page->out, rows[r].name);
    fputs("</th>", page->out);
    cli_html_number(page->out, "%.3g", seconds);
    cli_html_number(page->out, "%.1f %%", 100 * seconds / total);
    fputs("</tr>\n", page->out);
  }
  cli_html_table_end(page->out);
  if (number_of(page, "cells_per_second") > 0) {
    cli_format_count(number_of(page, "cells_per_second"),
                     sm_fact_at(page->run, "flow") != NULL ? "cell steps/s" : "cells/s", rate,
                     sizeof rate);
    fprintf(page->out, "<p>%s while %s.</p>\n", rate, prisms ? "solving" : "computing the wind");
  }
  cli_html_section_end(page->out);
}

static void put_case(struct cli_run_page *page) {
  cli_html_section(page->out, "case", "The case file");
  if (text_of(page, "overrides")[0] != '\0') {
    fputs("<p>These keys were set on the command line instead:</p>\n<pre>", page->out);
    cli_html_text(page->out, text_of(page, "overrides"));
    fputs("</pre>\n", page->out);
  }
  fputs("<pre>", page->out);
  cli_html_text(page->out, text_of(page, "case_text"));
  fputs("</pre>\n", page->out);
  cli_html_section_end(page->out);
}

bool cli_run_page_write(struct cli_run_page *page) {
  if (!cli_run_page_open_files(page)) return false;
  put_head(page);
  put_run(page);
  bool good = cli_run_page_inputs(page) && cli_run_page_results(page) && put_convergence(page);
  put_balance(page);
  put_validity(page);
  put_times(page);
  put_case(page);
  fputs("</main>\n", page->out);
  cli_html_close(page->out);
  cli_run_page_close_files(page);
  return good && ferror(page->out) == 0;
}
