/* pictures.h - what the files of a run hold, for its report: pictures and numbers. */
#ifndef CLI_REPORT_PICTURES_H
#define CLI_REPORT_PICTURES_H

#include "page.h"

enum { CLI_RUN_PLACE = 4200 }; /* bytes of a path */

/* Reads what the files of the run hold; false with errno. */
bool cli_run_page_open_files(struct cli_run_page *page);
void cli_run_page_close_files(struct cli_run_page *page);

/* Sections and figures from these files; false: the page cannot be written, with errno. */
bool cli_run_page_inputs(struct cli_run_page *page);
bool cli_run_page_results(struct cli_run_page *page);
bool cli_run_page_residuals(struct cli_run_page *page);

/* The first output of which the name ends so, where it is; false: there is none. */
bool cli_run_page_find(const struct cli_run_page *page, const char *ending,
                       char out[CLI_RUN_PLACE]);
/* Draws a picture of a file into the page, or tells why there is none. */
bool cli_run_page_draw(struct cli_run_page *page, const char *file, struct sm_plot_options *options,
                       const char *alternative, const char *caption);

/* What people call a field: by the list of fields, else by its name. */
enum { CLI_FIELD_WORDS = 100 };
const char *cli_run_page_words(const char *field, char out[CLI_FIELD_WORDS]);

/* Convergence of every time, of the files of winds. */
void cli_run_page_times(struct cli_run_page *page);
/* How much heat reactions released at each time, where they did. */
void cli_run_page_heat_release(struct cli_run_page *page);

#endif
