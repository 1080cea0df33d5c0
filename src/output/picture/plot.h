/* plot.h - preparation of a picture: from a result file to the input of the plot module. */
#ifndef SM_OUTPUT_PICTURE_PLOT_H
#define SM_OUTPUT_PICTURE_PLOT_H

#include "input/netcdf/ncdata.h"
#include "output/analyse/analyse.h"
#include "output/face_wind.h"
#include "output/netcdf/plume_file.h"
#include "output/picture/module_interface.h"
#include "output/statistics/statistics.h"
#include "simoom/fields.h"
#include "simoom/output.h"

struct sm_plot_quantity {
  const char *name, *longer;
  char units[32], cf_units[32]; /* units for display, "m2/s2", and as in files, "m2 s-2" */
  enum sm_plot_colours colours;
  bool map;       /* variable [y][x] of the file */
  bool cells;     /* variable on cells other than the wind */
  bool from_zero; /* the colour scale starts at 0 */
};

/* Error message for streamlines of a file without wind. */
#define SM_PLOT_NO_WIND                                                                            \
  "%s: error: the file has no wind of which streamlines could be drawn\n"                          \
  "help: of the same run, the .nc file of the winds has it"

/* Maximum range of a logarithmic scale: four decades. */
#define SM_PLOT_DECADES 1e4

enum { SM_PLOT_ARRAYS = 24, SM_PLOT_MARKS = 64 };

/* Selected map of a statistics file. */
struct sm_plot_statistic {
  const char *variable;
  char words[128];
  long index;                           /* index along its first dimension; -1: only height */
  const struct sm_comfort_scale *scale; /* for classes; NULL: numbers */
  size_t height;
};

/* Selected map of a plume file. */
struct sm_plot_plume {
  struct sm_plume_variable variable;
  char name[SM_PLUME_NAME], words[192], stopped[128]; /* name: species name */
  int species;
  long index;                  /* index along its first dimension; -1: only boxes */
  bool columns, other_columns; /* ground map; with other columns than the boxes */
  size_t box_n[2];             /* with other columns: columns and axes of the boxes */
  double *box_centre[2], *box_width[2];
  bool logarithmic, of_interval;
  double depth; /* of the lowest boxes, m; 0: not the same everywhere */
  bool of_peak; /* the interval with most mass in the boxes */
  double level[64];
  char level_name[64][32]; /* "1e-6 kg/m3" */
};

/* Cell variable of a flow outside the list of fields; its texts are from the file. */
struct sm_plot_other {
  char name[64], longer[128];
  bool logarithmic; /* true for concentrations */
};

/* Selects the colour map of the options for a picture whose colours are known
 * (output/picture/colour_scale.c). Errors: ERR_USAGE (unknown name; colours of their own). */
SM_CHECKED enum sm_status sm_plot_choose_colour_map(struct sm_context *ctx,
                                                    const struct sm_plot_options *options,
                                                    struct sm_plot_picture *picture);
SM_CHECKED enum sm_status sm_plot_refuse_colour_map(struct sm_context *ctx);

/* Error for a unit option where no variable can be converted. */
SM_CHECKED enum sm_status sm_plot_refuse_unit(struct sm_context *ctx, const char *path);

/* Difference of two files in a picture. */
struct sm_plot_difference {
  struct sm_plot_job *minus; /* picture of the file to subtract; may be NULL */
  char words[256], title[768];
  bool circle; /* field of directions, deg */
};

/* Working data of a picture. */
struct sm_plot_job {
  const struct sm_plot_options *options;
  struct sm_plot_options own; /* copy of the options for changes */
  struct sm_plot_quantity field;
  struct sm_wind_file *file;
  size_t time;
  double height;    /* height of a map above ground, m */
  double offset[2]; /* offset of the axis labels of a map, m */
  bool whole;       /* map of all cells without thinning, with category numbers as in the file */
  struct sm_plot_picture picture;
  char subtitle[512], x_label[128], y_label[128], bar_label[128];
  struct sm_plot_other other;
  struct sm_plot_statistic statistic; /* statistics file */
  struct sm_plot_plume plume;         /* plume file */
  struct sm_plot_difference difference;
  struct sm_plot_mark mark[SM_PLOT_MARKS];
  struct sm_plot_wind_rose rose;
  int kind[SM_ZONE_COUNT - 1]; /* zones in the picture */
  const char *kind_name[SM_ZONE_COUNT - 1];
  bool changed;                /* the unit is another than that of the file: */
  double change[2];            /* value * change[0] + change[1] */
  void *array[SM_PLOT_ARRAYS]; /* arrays of the picture, freed with the job */
  int arrays;
};

/* Drawing properties of a field from the list of fields. */
struct sm_plot_quantity sm_plot_quantity_of(enum sm_field field);

/* Finds a field by name: wind, maps or classes. False for other fields. */
bool sm_plot_quantity_find(const char *name, struct sm_plot_quantity *out);

/* Finds a variable [time][z][y][x] outside the list of fields; name and unit from the file. False
 * if absent. */
bool sm_plot_find_other(struct sm_plot_job *job, const char *name);

/* Converts units for display, "m2/s2" for "m2 s-2". Units with several divisors stay as they are,
 * "1" becomes "". */
void sm_plot_write_units(const char *from, char *out, size_t size);

/* Units of shares of molecules: how many ppm, ppb or ppt are 1; 0: another unit. */
double sm_unit_parts(const char *unit);
/* End of a message: what shares of molecules need. */
extern const char sm_unit_molar_mass[];

/* Selects the unit of the options for the selected field, and converts thresholds; then values as
 * they were read (output/picture/units.c). Errors: those of sm_unit_conversion; ERR_USAGE (classes,
 * directions). */
SM_CHECKED enum sm_status sm_plot_choose_unit(struct sm_plot_job *job);
void sm_plot_convert(const struct sm_plot_job *job, float *value, size_t count);

/* Finds the variable of a flow scalar by its concentration; species NULL: the first one. False if
 * absent. */
bool sm_plot_find_tracer(struct sm_wind_file *file, const char *species, char *out, size_t size);

/* Fill the picture; output/picture/map.c, output/picture/section.c and output/chart/wind_rose.c.
 */
SM_CHECKED enum sm_status sm_plot_map(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_section(struct sm_plot_job *job);

/* Extent of a map (output/picture/extent.c). crop: columns of cells along an axis that lie in it,
 * all or in part; ERR_USAGE: none do. tell_clipped: warns when it reaches beyond the file.
 * refuse_extent: error for pictures that are not maps. drop_marks: drops the marks outside. */
SM_CHECKED enum sm_status sm_plot_crop(const struct sm_plot_job *job, int d, size_t *first,
                                       size_t *count);
void sm_plot_tell_clipped(const struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_refuse_extent(struct sm_context *ctx, const char *path);
void sm_plot_drop_marks(struct sm_plot_job *job);

/* True when a filled map is a single row of cells, which is drawn as a line by sm_plot_row
 * (output/chart/row.c). */
bool sm_plot_is_row(const struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_row(struct sm_plot_job *job, const char *picture);
SM_CHECKED enum sm_status sm_plot_rose(struct sm_plot_job *job);

/* Values in the column around a position: heights of the fluid cell centres above ground, and
 * values; both arrays have one element per layer (output/picture/section.c). Errors: ERR_USAGE
 * (outside the domain, a field without layers), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_column(struct sm_plot_job *job, const double place[2],
                                         size_t *count, double *height, double *value);

/* Selects field and time, and fills the picture of a map, section or wind rose. */
SM_CHECKED enum sm_status sm_plot_fill(struct sm_plot_job *job);

/* Selects field and height in a statistics file (output/picture/statistics.c). Errors: ERR_USAGE
 * (unknown field or height, a section, a time), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_statistics_choose(struct sm_plot_job *job);

/* Reads the selected field and the mean wind, [y][x]; NAN where there is no fluid. */
SM_CHECKED enum sm_status sm_plot_statistics_read(struct sm_plot_job *job, float *value, float *u,
                                                  float *v);

/* output/picture/ensemble.c: Map of the ensemble of a release. */
SM_CHECKED enum sm_status sm_plot_ensemble_choose(struct sm_plot_job *job);
void sm_plot_ensemble_marks(struct sm_plot_job *job, const double offset[2]);
/* Background where there is no value, or no probability. */
void sm_plot_ensemble_values(const struct sm_plot_job *job, float *value, size_t count);

/* Selects a field of a plume file by name (output/picture/plume.c). Errors: ERR_USAGE (unknown
 * field, species, threshold or time), ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_plume_choose(struct sm_plot_job *job, const char *name);

/* Reads the selected field, [y][x]. air: NAN where a building may be drawn. */
SM_CHECKED enum sm_status sm_plot_plume_read(struct sm_plot_job *job, float *value, float *air);

/* Reads a ground map for the columns of the picture, [y][x]. */
SM_CHECKED enum sm_status sm_plot_plume_ground(struct sm_plot_job *job, const char *variable,
                                               float *out);

/* Marks the sources of the species; offset: of the axis labels, m. */
void sm_plot_plume_marks(struct sm_plot_job *job, const double offset[2]);

/* True when a contour line at the level encloses connected regions. False for SM_PLOT_FEW or more
 * boxes that are so scattered (boxes of single particles) that they have more sides towards lower
 * values than there are boxes. */
enum { SM_PLOT_FEW = 100 };
bool sm_plot_is_connected(const struct sm_plot_picture *picture, double level);

/* Sets the subtitle from the selection. where: " on the section ..."; NULL for maps. */
SM_CHECKED enum sm_status sm_plot_plume_subtitle(struct sm_plot_job *job, const char *where);

/* Reads a section: value and type (0 air, 1 building, 2 ground) [nz][points], ground [points]. */
SM_CHECKED enum sm_status sm_plot_plume_section(struct sm_plot_job *job, size_t points,
                                                const size_t *column, float *value, uint8_t *type,
                                                float *ground);

/* Difference of two files (output/picture/difference.c). choose: texts and colours for the selected
 * field. fill: selects the same field in the other file and, for maps and sections, reads it.
 * subtract: subtracts it from the filled picture. Errors: ERR_USAGE (classes, streamlines, times
 * missing in the other file, another field or unit there), those of sm_plot_fill. */
SM_CHECKED enum sm_status sm_plot_difference_choose(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_difference_fill(struct sm_plot_job *job);
SM_CHECKED enum sm_status sm_plot_difference_subtract(struct sm_plot_job *job);

/* Kind of an input file. */
enum sm_plot_source {
  SM_PLOT_GRID, /* wind, statistics and plume files */
  SM_PLOT_TRAJECTORIES,
  SM_PLOT_PARTICLES, /* particles at one time, or a list of times */
  SM_PLOT_PRISMS,
  SM_PLOT_TABLE,  /* text table in time */
  SM_PLOT_SUMMARY /* summary of a run, JSON */
};

/* Determines the kind of a file from its first bytes, for text from its ending, and its default
 * field (output/picture/file_kind.c). Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plot_find_source(struct sm_context *ctx, const char *path,
                                              enum sm_plot_source *out, const char **field);

/* sm_plot_file for each kind of file, with a given field (plot.c, output/chart/time_series.c,
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
/* Particle trajectories (output/picture/trajectories.c). */
SM_CHECKED enum sm_status sm_plot_trajectories(struct sm_context *ctx, const char *path,
                                               const struct sm_plot_options *options,
                                               const char *picture);

/* Selects and reads a map like sm_plot_file, for other uses: job->picture.value and, with arrows in
 * the options, arrow_x and arrow_y, [ny][nx] of the file. The options must outlive the job, which
 * sm_plot_job_free frees, also after an error. Errors: those of sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_read_map(struct sm_wind_file *file,
                                           const struct sm_plot_options *options,
                                           struct sm_plot_job *job);
void sm_plot_job_free(struct sm_plot_job *job);

/* Allocates memory that is freed with the job. */
SM_CHECKED enum sm_status sm_plot_alloc(struct sm_plot_job *job, size_t count, size_t size,
                                        void *out_pointer);

/* Adds arrows or streamlines of a wind according to the options; u NULL: no wind. */
void sm_plot_arrows(struct sm_plot_job *job, const float *u, const float *v);

/* Hillshade of a slope, 1 on flat ground: light from the north-west at 45 deg elevation, with a
 * large diffuse part. */
float sm_plot_hillshade(double slope_x, double slope_y);

/* Minimum and maximum of an array; 0 and 1 when it is empty. */
void sm_plot_range(const double *value, size_t count, double out[2]);

/* Chooses the range of the colour scale from the options or the data. */
void sm_plot_choose_scale(const struct sm_plot_options *options,
                          const struct sm_plot_quantity *field, struct sm_plot_picture *picture);

/* Extends the scale to one more picture; skips pictures of a constant value, for example before the
 * first release, whose scale is meaningless. */
void sm_plot_extend_range(const struct sm_plot_picture *picture, double range[2]);

/* Removes class 0 (no class) from pictures of classes, and zones that are not drawn. */
void sm_plot_filter_classes(struct sm_plot_job *job, float *value, size_t count);

/* Time for a title: "2018-06-25 12:37 UTC", "60 s", "mean of 10 to 60 s", "wind from 270 degrees";
 * "" for a single undated time. */
void sm_plot_time_text(struct sm_wind_file *file, size_t time, char *out, size_t size);

/* True for a domain one or two cells thick along x or y, and higher than that. */
bool sm_plot_is_slice(const struct sm_wind_file *file);

/* Unit for axes of a given length (m): its name, and its size in m. */
const char *sm_plot_axis_unit(double longest, double *unit);

/* Interval for a title: "mean of 2026-05-01 00:04 to 00:05 UTC". */
void sm_plot_interval_text(const struct sm_wind_file *file, const double ends[2], char *out,
                           size_t size);

/* draw.c: Drawing of a picture to a file by the plot module. */

/* Picture format by the ending of a file name. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                                enum sm_plot_format *out);

/* Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height);

/* Axis label: "easting - 420 km (m)" where an offset (m) is subtracted from the numbers. */
void sm_plot_axis_label(const char *name, double offset, const char *units, char *out, size_t size);

/* Rounds a height (m) or time (s) for display: to four digits, but at least to integers. */
double sm_plot_round(double value);

/* Draws to a temporary name, so that no partial picture appears. Errors: ERR_DATA (no PLplot),
 * ERR_FAILED, ERR_IO. */
SM_CHECKED enum sm_status sm_plot_draw(struct sm_context *ctx,
                                       const struct sm_plot_picture *picture, const char *path);

/* prisms.c: Prism mesh of a file, for its pictures. */

struct sm_plot_prisms {
  struct sm_context *ctx;
  const struct sm_plot_options *options;
  struct sm_ncdata file;
  const char *field;
  size_t nodes, faces, layers;
  double *x, *y, *bottom, *surface; /* [nodes] */
  double *corner;                   /* [faces][3] indices of nodes */
  double *sigma_face;               /* [layers + 1] */
  double *value;                    /* [layers][faces]; node fields: [1][faces], averaged */
  bool on_nodes;
  size_t layer; /* layer of a map without a height */
  struct sm_plot_shapes shapes;
  double *shape_x, *shape_y;
  float *shape_value, *light;
  double offset[2], edge[2][2];
  char title[256], subtitle[512], label[300], x_label[64], y_label[64];
};

/* Node at a corner of a triangle. */
static inline size_t sm_plot_prism_node(const struct sm_plot_prisms *p, size_t face, int corner) {
  return (size_t)p->corner[3 * face + (size_t)corner];
}

/* prism_file.c */

/* Read mesh and field of the open file. Errors: ERR_DATA, ERR_USAGE (no such field), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plot_prisms_read_mesh(struct sm_plot_prisms *p);
SM_CHECKED enum sm_status sm_plot_prisms_read_field(struct sm_plot_prisms *p);

/* Subtracts the field of another file on the same mesh. Errors: the same. */
SM_CHECKED enum sm_status sm_plot_prisms_subtract(struct sm_plot_prisms *p);

/* Closes the file and frees all. */
void sm_plot_prisms_free(struct sm_plot_prisms *p);

#endif
