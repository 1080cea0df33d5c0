/* plot.h - preparation of a picture: from a wind file to the input of the plot module. */
#ifndef SM_OUTPUT_PICTURE_PLOT_H
#define SM_OUTPUT_PICTURE_PLOT_H

#include "output/analyse/analyse.h"
#include "output/face_wind.h"
#include "output/netcdf/plume_file.h"
#include "output/picture/module_interface.h"
#include "output/statistics/statistics.h"
#include "simoom/fields.h"
#include "simoom/output.h"

struct sm_plot_quantity {
  const char *name, *longer;
  char units[32], cf_units[32]; /* as people write them, "m2/s2", and as files: "m2 s-2" */
  enum sm_plot_colours colours;
  bool map;       /* a variable [y][x] of the file */
  bool cells;     /* a variable on cells, beside the wind */
  bool from_zero; /* the colours begin at 0 */
};

/* Of files without a wind: what is wrong with streamlines there. */
#define SM_PLOT_NO_WIND                                                                            \
  "%s: error: the file has no wind of which streamlines could be drawn\n"                          \
  "help: of the same run, the .nc file of the winds has it"

/* Over so much a logarithmic scale reaches at the most: four decades. */
#define SM_PLOT_DECADES 1e4

enum { SM_PLOT_ARRAYS = 24, SM_PLOT_MARKS = 64 };

/* What is drawn of a file of statistics. */
struct sm_plot_statistic {
  const char *variable;
  char words[128];
  long index;                           /* along its first dimension, -1: it has none but height */
  const struct sm_comfort_scale *scale; /* of classes; NULL: of numbers */
  size_t height;
};

/* What is drawn of a plume file. */
struct sm_plot_plume {
  struct sm_plume_variable variable;
  char name[SM_PLUME_NAME], words[192], stopped[128]; /* name: of the species */
  int species;
  long index;                  /* along its first dimension, -1: it has only boxes */
  bool columns, other_columns; /* on the ground; in columns that are not those of boxes */
  size_t box_n[2];             /* with other columns: those of boxes, and their axes */
  double *box_centre[2], *box_width[2];
  bool logarithmic, of_interval;
  double level[64];
};

/* Another variable on cells, of a flow: its words are those of the file. */
struct sm_plot_other {
  char name[64], longer[128];
  bool logarithmic; /* a concentration */
};

/* From now on this variable of the file, whose unit is `from`, is read in another one. Errors: as
 * sm_unit_conversion. */
SM_CHECKED enum sm_status sm_plot_convert_units(struct sm_wind_file *file, const char *variable,
                                                const char *from, const char *unit);

/* The refusal of a unit where there is no such variable. */
SM_CHECKED enum sm_status sm_plot_refuse_unit(struct sm_context *ctx, const char *path);

/* A picture of the difference of two files. */
struct sm_plot_difference {
  struct sm_plot_job *minus; /* what is subtracted; NULL: nothing */
  char words[256], title[768];
  bool circle; /* of directions */
};

/* A picture in the making. */
struct sm_plot_job {
  const struct sm_plot_options *options;
  struct sm_plot_options own; /* which `options` may become */
  struct sm_plot_quantity field;
  struct sm_wind_file *file;
  size_t time;
  double height;    /* m above ground, of a map */
  double offset[2]; /* m, of the numbers at the axes of a map */
  bool whole;       /* a map of which every cell is wanted, and kinds as the file has them */
  struct sm_plot_picture picture;
  char subtitle[512], x_label[128], y_label[128], bar_label[128];
  struct sm_plot_other other;
  struct sm_plot_statistic statistic; /* of a file of statistics */
  struct sm_plot_plume plume;         /* of a plume file */
  struct sm_plot_difference difference;
  struct sm_plot_mark mark[SM_PLOT_MARKS];
  struct sm_plot_wind_rose rose;
  int kind[SM_ZONE_COUNT - 1]; /* of a picture of zones: those that are seen */
  const char *kind_name[SM_ZONE_COUNT - 1];
  void *array[SM_PLOT_ARRAYS]; /* what the picture points to, freed at the end */
  int arrays;
};

/* A field of the list as it is drawn. */
struct sm_plot_quantity sm_plot_quantity_of(enum sm_field field);

/* Field by name: wind, maps or classes. False: another field. */
bool sm_plot_quantity_find(const char *name, struct sm_plot_quantity *out);

/* A variable [time][z][y][x] outside of the list of fields: name and unit from the file. False if
 * absent. */
bool sm_plot_find_other(struct sm_plot_job *job, const char *name);

/* Units as people write them, "m2/s2" for "m2 s-2"; those with several divisors stay, and "1" is
 * nothing. */
void sm_plot_write_units(const char *from, char *out, size_t size);

/* The variable of scalars of a flow, by its concentration: of a name, or NULL, the first. False
 * if absent. */
bool sm_plot_find_tracer(struct sm_wind_file *file, const char *species, char *out, size_t size);

/* Fill the picture; output/picture/map.c, output/picture/section.c and output/chart/wind_rose.c.
 */
SM_CHECKED enum sm_status sm_plot_map(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_section(struct sm_plot_job *job);

/* Whether a map that is filled is of a row of cells, of which there is a line to draw; draws it
 * (output/chart/row.c). */
bool sm_plot_is_row(const struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_row(struct sm_plot_job *job, const char *picture);
SM_CHECKED enum sm_status sm_plot_rose(struct sm_plot_job *job);

/* The field in the column round a place: heights above the ground of the centres of cells of air,
 * and the values there; both have room for all layers (output/picture/section.c). Errors: ERR_USAGE
 * (outside the domain, a field without layers), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_column(struct sm_plot_job *job, const double place[2],
                                         size_t *count, double *height, double *value);

/* Chooses field and time, and for a map or a section or a rose fills the picture. */
SM_CHECKED enum sm_status sm_plot_fill(struct sm_plot_job *job);

/* Chooses field and height in a file of statistics (output/picture/statistics.c). Errors: ERR_USAGE
 * (unknown field or height, a section, a time), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_statistics_choose(struct sm_plot_job *job);

/* Reads what was chosen and the mean wind, [y][x]; NAN where there is no air. */
SM_CHECKED enum sm_status sm_plot_statistics_read(struct sm_plot_job *job, float *value, float *u,
                                                  float *v);

/* Of a plume file (output/picture/plume.c): chooses the field of a name. Errors:
 * ERR_USAGE (none of that name, no such species, threshold or time), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_plume_choose(struct sm_plot_job *job, const char *name);

/* Reads what was chosen, [y][x]. air: NAN where there may be a building. */
SM_CHECKED enum sm_status sm_plot_plume_read(struct sm_plot_job *job, float *value, float *air);

/* Reads a map of the columns of boxes, [y][x] of what is drawn. */
SM_CHECKED enum sm_status sm_plot_plume_ground(struct sm_plot_job *job, const char *variable,
                                               float *out);

/* Marks the sources of the species; offset: of the numbers at the axes, m. */
void sm_plot_plume_marks(struct sm_plot_job *job, const double offset[2]);

/* True if a line of the level goes round what lies together; false where its boxes, SM_PLOT_FEW of
 * them or more, lie about so singly that they have more sides to air below it than they are, as
 * boxes of single particles do. */
enum { SM_PLOT_FEW = 100 };
bool sm_plot_is_connected(const struct sm_plot_picture *picture, double level);

/* The subtitle, when all else is chosen. where: " on the section ..."; NULL: of a map. */
SM_CHECKED enum sm_status sm_plot_plume_subtitle(struct sm_plot_job *job, const char *where);

/* Reads a section: value and type (0 air, 1 building, 2 ground) [nz][points], ground [points]. */
SM_CHECKED enum sm_status sm_plot_plume_section(struct sm_plot_job *job, size_t points,
                                                const size_t *column, float *value, uint8_t *type,
                                                float *ground);

/* Of a file with another one to subtract (output/picture/difference.c): the words and the colours
 * of the difference of the field that was chosen; chooses, and for a map or a section reads, the
 * same of the other file; subtracts it from the picture that is filled. Errors: ERR_USAGE (classes,
 * streamlines, times that the other file lacks, another field or unit there), as sm_plot_fill. */
SM_CHECKED enum sm_status sm_plot_difference_choose(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_difference_fill(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_difference_subtract(struct sm_plot_job *job);

/* What a file that is drawn holds. */
enum sm_plot_source {
  SM_PLOT_GRID, /* winds, statistics, plume concentrations */
  SM_PLOT_TRAJECTORIES,
  SM_PLOT_PARTICLES, /* particles at a time, or a list of times */
  SM_PLOT_PRISMS,
  SM_PLOT_TABLE,  /* of text, in time */
  SM_PLOT_SUMMARY /* of a run, JSON */
};

/* All of sm_plot_file for each of these; the field is given (plot.c, output/chart/time_series.c,
 * output/chart/residuals.c). */
SM_CHECKED enum sm_status sm_plot_grid(struct sm_context *ctx, const char *path,
                                       const struct sm_plot_options *options, const char *picture);
SM_CHECKED enum sm_status sm_plot_grid_times(struct sm_context *ctx, const char *path,
                                             const struct sm_plot_options *options, int *count,
                                             double range[2]);
SM_CHECKED enum sm_status sm_plot_series(struct sm_context *ctx, const char *path,
                                         const struct sm_plot_options *options,
                                         const char *picture);
SM_CHECKED enum sm_status sm_plot_history(struct sm_context *ctx, const char *path,
                                          const struct sm_plot_options *options,
                                          const char *picture);
SM_CHECKED enum sm_status sm_plot_particles(struct sm_context *ctx, const char *path,
                                            const struct sm_plot_options *options,
                                            const char *picture);
SM_CHECKED enum sm_status sm_plot_particles_times(struct sm_context *ctx, const char *path,
                                                  const struct sm_plot_options *options, int *count,
                                                  double range[2]);
SM_CHECKED enum sm_status sm_plot_prisms(struct sm_context *ctx, const char *path,
                                         const struct sm_plot_options *options,
                                         const char *picture);
/* Likewise of particle trajectories (output/picture/trajectories.c). */
SM_CHECKED enum sm_status sm_plot_trajectories(struct sm_context *ctx, const char *path,
                                               const struct sm_plot_options *options,
                                               const char *picture);

/* Chooses and reads a map as sm_plot_file does, to be used otherwise: job->picture.value and, if
 * the options ask for arrows, arrow_x and arrow_y, [ny][nx] of the file. The options must outlive
 * the job, which sm_plot_job_free frees, also after an error. Errors: as sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_read_map(struct sm_wind_file *file,
                                           const struct sm_plot_options *options,
                                           struct sm_plot_job *job);
void sm_plot_job_free(struct sm_plot_job *job);

/* Memory that lives as long as the job. */
SM_CHECKED enum sm_status sm_plot_alloc(struct sm_plot_job *job, size_t count, size_t size,
                                        void *out_pointer);

/* Arrows or streamlines of a wind, where the options ask for them; u NULL: no wind. */
void sm_plot_arrows(struct sm_plot_job *job, const float *u, const float *v);

/* How much light falls on a slope, 1 on what is flat: it comes from the north-west, half way up the
 * sky, and most of it from everywhere. */
float sm_plot_hillshade(double slope_x, double slope_y);

/* Smallest and largest of some numbers; 0 and 1 when there are none. */
void sm_plot_range(const double *value, size_t count, double out[2]);

/* Ends of the colour scale, from the options or the data. */
void sm_plot_choose_scale(const struct sm_plot_options *options,
                          const struct sm_plot_quantity *field, struct sm_plot_picture *picture);

/* Makes the scale hold for one more picture; one that is all alike, as before something is
 * released, has a scale that means nothing. */
void sm_plot_extend_range(const struct sm_plot_picture *picture, double range[2]);

/* Removes class 0 (no class) from a picture of classes and, of zones, those that are not drawn. */
void sm_plot_filter_classes(struct sm_plot_job *job, float *value, size_t count);

/* "2018-06-25 12:37 UTC", "60 s", "mean of 10 to 60 s", "wind from 270 degrees"; "" where there is
 * one time without a date. */
void sm_plot_time_text(struct sm_wind_file *file, size_t time, char *out, size_t size);

/* "mean of 2026-05-01 00:04 to 00:05 UTC". */
/* Of air that is one or two cells thick, but higher. */
bool sm_plot_is_slice(const struct sm_wind_file *file);

/* In what axes so long, m, count: its name, and how many m it is. */
const char *sm_plot_axis_unit(double longest, double *unit);

void sm_plot_interval_text(const struct sm_wind_file *file, const double ends[2], char *out,
                           size_t size);

/* draw.c: From a picture to its file, by the plot module. */

/* The format that the ending of a name chooses. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                                enum sm_plot_format *out);

/* Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height);

/* The label of an axis: "easting - 420 km (m)" where the numbers at it are less by an offset, m. */
void sm_plot_axis_label(const char *name, double offset, const char *units, char *out, size_t size);

/* A height in m or a time in s as it is told: to four digits, but never to less than whole ones. */
double sm_plot_round(double value);

/* Draws to a temporary name, so that nothing half-drawn appears. Errors: ERR_DATA (no PLplot),
 * ERR_FAILED, ERR_IO. */
SM_CHECKED enum sm_status sm_plot_draw(struct sm_context *ctx,
                                       const struct sm_plot_picture *picture, const char *path);

#endif
