/* run_pictures.h - what the files of a run hold, for its report: pictures and numbers. */
#ifndef CLI_RUN_PICTURES_H
#define CLI_RUN_PICTURES_H

#include "run_page.h"

/* Reads what the files of the run hold; false with errno. */
bool cli_run_page_open_files(struct cli_run_page *page);
void cli_run_page_close_files(struct cli_run_page *page);

/* Sections and figures from these files; false: the page cannot be written, with errno. */
bool cli_run_page_inputs(struct cli_run_page *page);
bool cli_run_page_results(struct cli_run_page *page);
bool cli_run_page_residuals(struct cli_run_page *page);
/* Convergence of every time, of the files of winds. */
void cli_run_page_times(struct cli_run_page *page);

#endif
