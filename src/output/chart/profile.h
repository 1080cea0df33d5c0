/* output/chart/profile.h - profiles above a place, of several files and times, beside what was
 * measured. */
#ifndef SM_OUTPUT_CHART_PROFILE_H
#define SM_OUTPUT_CHART_PROFILE_H

#include "output/chart/lines.h"

struct sm_plot_profile {
  struct sm_plot_lines lines;
  char title[256], label[128], words[128];
};

/* Adds a file's profile, of every time if the options want that. named: the key names the file.
 * Errors: as sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_profile_add(struct sm_context *ctx, const char *path,
                                              const struct sm_plot_options *options, bool named,
                                              struct sm_plot_profile *profile);

/* Adds the dots of options->measured. Errors: ERR_DATA, ERR_USAGE (a column is missing). */
SM_CHECKED enum sm_status sm_plot_profile_measured(struct sm_context *ctx,
                                                   const struct sm_plot_options *options,
                                                   struct sm_plot_profile *profile);

SM_CHECKED enum sm_status sm_plot_profile_draw(struct sm_context *ctx,
                                               const struct sm_plot_options *options,
                                               const struct sm_plot_profile *profile,
                                               const char *picture);

#endif
