/* plot.h - from a wind file to what the plot module draws. */
#ifndef SM_OUTPUT_PLOT_H
#define SM_OUTPUT_PLOT_H

#include "output/comfort.h"
#include "output/plot_module.h"
#include "output/wind_slice.h"
#include "output/winds.h"
#include "simoom/output.h"

struct sm_plot_field {
  const char *name, *longer, *units;
  const char *map; /* variable [y][x] of the file; NULL: from the wind */
  enum sm_colours colours;
  bool cells;     /* a variable of this name on cells, beside the wind */
  bool from_zero; /* the colours begin at 0 */
};

enum { SM_PLOT_ARRAYS = 16 };

/* What is drawn of a file of statistics. */
struct sm_plot_statistic {
  struct sm_plot_field field;
  const char *variable;
  char words[128];
  long index;                           /* along its first dimension, -1: it has none but height */
  const struct sm_comfort_scale *scale; /* of classes; NULL: of numbers */
  size_t height;
};

/* A picture in the making. */
struct sm_plot_job {
  const struct sm_plot_options *options;
  const struct sm_plot_field *field;
  struct sm_wind_file *file;
  size_t time;
  double height; /* m above ground, of a map */
  struct sm_picture picture;
  char subtitle[512], x_label[128], y_label[128], bar_label[128];
  struct sm_plot_statistic statistic; /* of a file of statistics */
  struct sm_rose_picture rose;
  int kind[SM_ZONES - 1]; /* of a picture of zones: those that are seen */
  const char *kind_name[SM_ZONES - 1];
  void *array[SM_PLOT_ARRAYS]; /* what the picture points to, freed at the end */
  int arrays;
};

/* Field of a name; its name is NULL when there is none. */
const struct sm_plot_field *sm_plot_field_find(const char *name);

/* Fill the picture; plot_map.c, plot_section.c and plot_rose.c. */
SM_CHECKED enum sm_status sm_plot_map(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_section(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_rose(struct sm_plot_job *job);

/* Chooses field and height in a file of statistics (plot_statistics.c). Errors: ERR_USAGE (there is
 * none of that name or height, a section, a time), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_statistics_choose(struct sm_plot_job *job);

/* Reads what was chosen and the mean wind, [y][x]; NAN where there is no air. */
SM_CHECKED enum sm_status sm_plot_statistics_read(struct sm_plot_job *job, float *value, float *u,
                                                  float *v);

/* Memory that lives as long as the job. */
SM_CHECKED enum sm_status sm_plot_alloc(struct sm_plot_job *job, size_t count, size_t size,
                                        void *out_pointer);

/* Ends of the colour scale, from the options or the data. */
void sm_plot_choose_scale(const struct sm_plot_options *options, const struct sm_plot_field *field,
                          struct sm_picture *picture);

/* Of a picture of classes: takes 0, which is none, away and, of zones, those that are not seen. */
void sm_plot_keep_classes(struct sm_plot_job *job, float *value, size_t count);

/* "2018-06-25 12:37 UTC"; "" without a calendar. */
void sm_plot_time_text(const struct sm_wind_file *file, size_t time, char *out, size_t size);

#endif
