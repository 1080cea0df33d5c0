/* pictures.h - pictures and statistics of output files, for the report. */
#ifndef CLI_REPORT_PICTURES_H
#define CLI_REPORT_PICTURES_H

#include "page.h"

enum { CLI_RUN_PLACE = 4200 }; /* maximum length of a path */

/* Opens the output files of the run; false with errno. */
bool cli_run_page_open_files(struct cli_run_page *page);
void cli_run_page_close_files(struct cli_run_page *page);

/* Writes sections and figures of these files; false: the page cannot be written, with errno. */
bool cli_run_page_inputs(struct cli_run_page *page);
bool cli_run_page_results(struct cli_run_page *page);
bool cli_run_page_residuals(struct cli_run_page *page);

/* Number of outputs, and the path of output i if it is a NetCDF file that is there. */
size_t cli_run_page_outputs(const struct cli_run_page *page);
bool cli_run_page_output(const struct cli_run_page *page, size_t i, char out[CLI_RUN_PLACE]);

/* Writes what is missing, and why. */
void cli_run_page_note(const struct cli_run_page *page, const char *what, const char *why);

/* Whether a case is two-dimensional (a vertical slice): one picture per field, and no map. */
bool cli_run_page_is_slice(const struct sm_fact *info);

/* Path of the first output with this name ending; false: no such output. */
bool cli_run_page_find(const struct cli_run_page *page, const char *ending,
                       char out[CLI_RUN_PLACE]);
/* Draws a picture of a file into the page, or writes the reason why it cannot be drawn. */
bool cli_run_page_draw(struct cli_run_page *page, const char *file, struct sm_plot_options *options,
                       const char *alternative, const char *caption);

/* Places that a map marks: as many as a picture takes. */
enum { CLI_RUN_MARKS = 64 };
struct cli_run_marks {
  double place[CLI_RUN_MARKS][2];
  const char *name[CLI_RUN_MARKS];
  char left_out[100]; /* for the caption: how many of how many are marked; "": all */
};
/* Marks places (x, y, name), called `what`, in a picture. */
void cli_run_page_mark(const struct sm_fact *places, const char *what, struct cli_run_marks *marks,
                       struct sm_plot_options *options);

/* Display name of a field: from the list of fields, else the name itself. */
enum { CLI_FIELD_WORDS = 100 };
const char *cli_run_page_words(const char *field, char out[CLI_FIELD_WORDS]);

/* Table of the convergence at every time, from the wind files. */
void cli_run_page_times(struct cli_run_page *page);
/* Table of the heat release of reactions at each time, if any. */
void cli_run_page_heat_release(struct cli_run_page *page);

#endif
