/* plot.h - from a wind file to what the plot module draws. */
#ifndef SM_OUTPUT_PLOT_H
#define SM_OUTPUT_PLOT_H

#include "output/plot_module.h"
#include "output/wind_slice.h"
#include "simoom/output.h"

struct sm_plot_field {
  const char *name, *longer, *units;
  const char *map; /* variable [y][x] of the file; NULL: from the wind */
  enum sm_colours colours;
  bool cells; /* a variable of this name on cells, beside the wind */
};

enum { SM_PLOT_ARRAYS = 16 };

/* A picture in the making. */
struct sm_plot_job {
  const struct sm_plot_options *options;
  const struct sm_plot_field *field;
  struct sm_wind_file *file;
  size_t time;
  double height; /* m above ground, of a map */
  struct sm_picture picture;
  char subtitle[512], x_label[128], y_label[128], bar_label[128];
  void *array[SM_PLOT_ARRAYS]; /* what the picture points to, freed at the end */
  int arrays;
};

/* Field of a name; its name is NULL when there is none. */
const struct sm_plot_field *sm_plot_field_find(const char *name);

/* Fill the picture; plot_map.c and plot_section.c. */
SM_CHECKED enum sm_status sm_plot_map(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_section(struct sm_plot_job *job);

/* Memory that lives as long as the job. */
SM_CHECKED enum sm_status sm_plot_alloc(struct sm_plot_job *job, size_t count, size_t size,
                                        void *out_pointer);

/* Ends of the colour scale, from the options or the data. */
void sm_plot_choose_scale(const struct sm_plot_options *options, const struct sm_plot_field *field,
                          struct sm_picture *picture);

/* "2018-06-25 12:37 UTC"; "" without a calendar. */
void sm_plot_time_text(const struct sm_wind_file *file, size_t time, char *out, size_t size);

#endif
