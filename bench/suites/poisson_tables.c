/* poisson_tables.c - tables and figures of the paper, side by side with ours. */
#include "bench/runner/report.h"
#include "poisson.h"
#include <math.h>
#include <string.h>

/* Results of a table. */
struct results {
  const struct cli_suite *suite;
  const struct cli_result *result;
  size_t count;
};

/* Next measured result of a kind from *at on, or NULL; *at moves past it. */
static const struct cli_result *next(const struct results *from, enum cli_poisson_kind kind,
                                     size_t *at) {
  while (*at < from->count) {
    const struct cli_result *r = &from->result[(*at)++];
    if (r->suite != from->suite || r->outcome != CLI_MEASURED) continue;
    if (((const struct cli_poisson_row *)r->row->own)->kind == kind) return r;
  }
  return NULL;
}

/* Prints eight characters with an exponent; "-" if unknown. */
static void print_small(FILE *stream, double value) {
  if (isnan(value)) {
    fprintf(stream, " %8s", "-");
  } else {
    fprintf(stream, " %8.2e", value);
  }
}

static void print_point(FILE *stream, const struct cli_result *r, const struct cli_point *p) {
  fprintf(stream, "%-*s %-6s %5d", CLI_NAME, r->row->name, r->device, p->iterations);
  print_small(stream, p->change);
  print_small(stream, p->there_change);
  for (int c = 0; c < 3; c++) {
    print_small(stream, p->difference[c]);
    print_small(stream, p->there_difference[c]);
  }
  for (int c = 0; c < 3; c++) {
    print_small(stream, p->relative[c]);
    print_small(stream, p->there_relative[c]);
  }
  fputc('\n', stream);
}

static void print_points(FILE *stream, const struct results *from, enum cli_poisson_kind kind,
                         const char *title) {
  size_t at = 0;
  bool begun = false;
  for (const struct cli_result *r; (r = next(from, kind, &at)) != NULL;) {
    if (!begun) {
      fprintf(stream, "\n%s\n%-*s %-6s %5s %8s %8s", title, CLI_NAME, "row", "device", "iter.",
              "error", "paper");
      for (int c = 0; c < 6; c++)
        fprintf(stream, " %6s%c%s %8s", c < 3 ? "" : "rel.", "uvw"[c % 3], c < 3 ? " " : "",
                "paper");
      fputc('\n', stream);
    }
    begun = true;
    for (int p = 0; p < r->sample.point_count; p++) print_point(stream, r, &r->sample.point[p]);
  }
}

double cli_poisson_speedup(const struct cli_suite *suite, const struct cli_result *result,
                           size_t count, const struct cli_result *r) {
  const struct results from = {suite, result, count};
  const struct cli_poisson_row *own = r->row->own;
  const double *figure = r->sample.figure;
  size_t at = 0;
  for (const struct cli_result *s; (s = next(&from, CLI_POISSON_TIMES, &at)) != NULL;) {
    const struct cli_poisson_row *serial = s->row->own;
    if (serial->size != own->size || strcmp(serial->solver->name, "sor") != 0) continue;
    const double iteration = s->sample.figure[CLI_FIGURE_ITERATION];
    return own->solver->sor ? iteration / figure[CLI_FIGURE_ITERATION]
                            : CLI_PAPER_ITERATIONS * iteration / figure[CLI_FIGURE_CONVERGED];
  }
  return NAN;
}

/* First reference of a row for a figure on its device; NULL if there is none. */
static const struct cli_reference *reference(const struct cli_result *r, enum cli_figure figure) {
  for (const struct cli_reference *p = r->row->reference;
       p < r->row->reference + CLI_REFERENCES && p->with != NULL; p++)
    if (p->figure == figure && (p->devices & cli_device_kind(r->device)) != 0) return p;
  return NULL;
}

/* Prints a figure of ours and that of the paper, in the unit of the figure. */
static void print_pair(FILE *stream, const struct cli_result *r, enum cli_figure figure) {
  const struct cli_reference *there = reference(r, figure);
  const double size = cli_figure_info[figure].size;
  cli_report_number(stream, 8, r->sample.figure[figure] / size);
  cli_report_number(stream, 8, there != NULL ? there->value / size : (double)NAN);
}

/* Speed-up of the solver of the paper on its machine; NAN for rows without a counterpart or on the
   CPU. */
static double paper_speedup(const struct cli_result *r) {
  const struct cli_poisson_row *own = r->row->own;
  if (!own->solver->sor || cli_device_kind(r->device) != CLI_ON_CUDA) return NAN;
  const struct cli_paper_times *there = own->size->paper;
  return there[CLI_PAPER_CPU].iteration / there[own->solver->paper].iteration;
}

static void print_times(FILE *stream, const struct results *from) {
  size_t at = 0;
  bool begun = false;
  for (const struct cli_result *r; (r = next(from, CLI_POISSON_TIMES, &at)) != NULL;) {
    const bool sor = ((const struct cli_poisson_row *)r->row->own)->solver->sor;
    const double *figure = r->sample.figure;
    if (!begun)
      fprintf(stream,
              "\nTables 2 and 3, figure 3: an iteration; the way to the error of 500 serial ones, "
              "and to a residual of 1e-6.\n'times' over the paper's solver, 'serial' over serial "
              "SOR here: an iteration, or for multigrid\nall of it against 500 iterations\n"
              "%-*s %-6s %8s %8s %7s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n",
              CLI_NAME, "row", "device", "ms/iter.", "paper", "floor %", "iter.", "paper", "s",
              "paper", "to 1e-6", "s", "times", "serial", "paper");
    begun = true;
    fprintf(stream, "%-*s %-6s", CLI_NAME, r->row->name, r->device);
    print_pair(stream, r, CLI_FIGURE_ITERATION);
    cli_report_number(stream, 7, 100 * figure[CLI_FIGURE_FLOOR]);
    print_pair(stream, r, CLI_FIGURE_SAME_ITERATIONS);
    print_pair(stream, r, CLI_FIGURE_SAME);
    cli_report_number(stream, 8, figure[CLI_FIGURE_CONVERGED_ITERATIONS]);
    cli_report_number(stream, 8, figure[CLI_FIGURE_CONVERGED]);
    const struct cli_reference *there =
        reference(r, sor ? CLI_FIGURE_ITERATION : CLI_FIGURE_CONVERGED);
    cli_report_number(stream, 8, there != NULL ? cli_reference_ratio(r, there) : (double)NAN);
    cli_report_number(stream, 8, cli_poisson_speedup(from->suite, from->result, from->count, r));
    cli_report_number(stream, 8, paper_speedup(r));
    fputc('\n', stream);
  }
}

static void print_profiles(FILE *stream, const struct results *from) {
  size_t at = 0;
  bool begun = false;
  for (const struct cli_result *r; (r = next(from, CLI_POISSON_PROFILE, &at)) != NULL;) {
    if (!begun)
      fprintf(stream,
              "\nTable 4: time and share of kernels, but for those below 0.5 %%; the paper's on a "
              "GTX TITAN X\n"
              "%-*s %-6s %-22s %8s %9s %7s %9s %7s  %s\n",
              CLI_NAME, "row", "device", "activity", "calls", "s", "%", "paper, s", "%", "kernels");
    begun = true;
    const struct cli_kernel *end = r->sample.kernel + r->sample.kernel_count;
    for (const struct cli_kernel *k = r->sample.kernel; k < end; k++) {
      if (k->share < 0.005 && isnan(k->there_share)) continue;
      fprintf(stream, "%-*s %-6s %-22s %8.0f", CLI_NAME, r->row->name, r->device, k->name,
              k->calls);
      cli_report_number(stream, 9, k->seconds);
      cli_report_number(stream, 7, 100 * k->share);
      cli_report_number(stream, 9, k->there_seconds);
      cli_report_number(stream, 7, 100 * k->there_share);
      fprintf(stream, "  %s\n", k->of);
    }
  }
}

void cli_poisson_print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                       size_t count) {
  const struct results from = {suite, result, count};
  print_points(stream, &from, CLI_POISSON_ERRORS,
               "Table 1, figure 2: error (eq. 7, m2/s), largest difference from the converged wind "
               "(m/s) and its share of that wind there, 1 M cells");
  print_times(stream, &from);
  print_profiles(stream, &from);
  print_points(stream, &from, CLI_POISSON_ORDER,
               "Figure 4: largest difference of red-black from serial SOR at 10 m, 1 M cells");
}
