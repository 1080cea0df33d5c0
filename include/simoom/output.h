/* output.h - looking at files that simoom wrote. */
#ifndef SIMOOM_OUTPUT_H
#define SIMOOM_OUTPUT_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes a NetCDF file of simoom: what it is, grid, times, range of every variable; of what the
 * wind carries also species, mass budgets and the largest concentrations; and, where
 * it holds face velocities, the largest |div u| h / U over the fluid cells and the largest flux
 * through a closed face, both computed anew from the file. *out is text, or JSON with `json` not
 * 0; freed with free(). Errors: ERR_DATA (not a file of simoom, truncated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_describe_file(struct sm_context *ctx, const char *path,
                                                     int json, char **out);

/* Differences of two winds, of u, v and w. */
struct sm_wind_difference {
  double largest[3];  /* |a - b|, m/s */
  double relative[3]; /* the same over |b|, in the cell of the largest; not finite where b is 0 */
};

/* Compares the winds of two NetCDF files of simoom on the same grid, at the first time of each, at
 * the centres of the cells; or on the slice at `height`, m above the ground (docs/files.md), unless
 * that is NAN. NAN where cells are solid in one file only. Errors: ERR_DATA (no files of simoom,
 * other grids), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_compare_files(struct sm_context *ctx, const char *path,
                                                     const char *other, double height,
                                                     struct sm_wind_difference *out);

/* Winds at points, from a NetCDF file of simoom: linearly between the columns of cells round the
 * point that have air there, and in each between the centres of its cells and down to the ground or
 * the roof below as on slices (docs/files.md). point: x and y in the file's coordinates, and the
 * height above the ground, m. wind: u, v, w, m/s; NAN in solids and outside of the domain. time:
 * index, from 0. Errors: ERR_DATA (no file of simoom, no such time), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_probe_wind(struct sm_context *ctx, const char *path,
                                                  int time, size_t count, const double point[][3],
                                                  double wind[][3]);

/* Another variable (time, z, y, x) of the file at points likewise; below the lowest cell it is as
 * in that: "tke" and the others of output.turbulence. Errors: as sm_probe_wind, and ERR_DATA (no
 * such variable). */
SM_PUBLIC SM_CHECKED enum sm_status sm_probe_variable(struct sm_context *ctx, const char *path,
                                                      const char *variable, int time, size_t count,
                                                      const double point[][3], double *value);

/* A NetCDF file of simoom at a height above the ground, m, at the middles of its columns of cells
 * (docs/files.md, slices). variable: NULL: the wind, out[3][ny][nx] for u, v and w, m/s; else
 * another one (time, z, y, x), out[ny][nx]. NAN in solids and above the domain top. time: index,
 * from 0; -1: the last. count: numbers that there is room for. Errors: ERR_USAGE (no such time or
 * variable, another count than that), ERR_DATA (no file of simoom), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_height_slice(struct sm_context *ctx, const char *path,
                                                    const char *variable, int time, double height,
                                                    size_t count, float *out);

/* Means over the air of each layer of cells of a variable (time, z, y, x) of the file: "u", or "uu"
 * of means over time. count: in, how many numbers there is room for; out, how many layers there
 * are. z: altitude of their middles, m; variance: over the layer, of the values of its cells; NAN
 * where a layer has no air. Errors: ERR_DATA (no file of simoom, no such variable or time, more
 * layers than room), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_layer_means(struct sm_context *ctx, const char *path,
                                                   const char *variable, int time, size_t *count,
                                                   double z[], double mean[], double variance[]);

/* The power spectrum of a series of numbers, after Welch (1967): the mean over parts that overlap
 * by half, each less its mean, through Hann's window. Times (s) rise; between them the series is
 * linear, and it is taken at as many even ones. A part is the longest power of two of them with
 * which there are `parts` at least. *bins: in, how many numbers there is room for; out, how many
 * there are. frequency: Hz, from one over the length of a part on, rising evenly; density: the
 * square of the series' unit over Hz, so that its sum times the first frequency is about the
 * variance. Errors: ERR_USAGE (times that do not rise, parts of less than 16 numbers, too little
 * room), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_power_spectrum(struct sm_context *ctx, size_t count,
                                                      const double time[], const double value[],
                                                      size_t parts, size_t *bins,
                                                      double frequency[], double density[]);

enum sm_plot_kind { SM_PLOT_MAP, SM_PLOT_SECTION, SM_PLOT_ROSE, SM_PLOT_PROFILE };
enum sm_plot_scale {
  SM_PLOT_SCALE_DEFAULT, /* of the field: logarithmic of masses, else linear */
  SM_PLOT_SCALE_LINEAR,
  SM_PLOT_SCALE_LOGARITHMIC /* over four decades; what is below is not painted */
};

enum { SM_PLOT_ALL_TIMES = -2 };

struct sm_plot_options {
  enum sm_plot_kind kind;
  const char *field;   /* of winds "wind_speed", "u", "terrain" and others of simoom/fields.def;
                          of statistics "wind_speed_percentile:95", "wind_speed_exceedance:5",
                          "comfort_nen8100", ...; of a plume "concentration", "dose",
                          "concentration_maximum", "arrival_time" or "arrival_time:1e-6" (kg/m3),
                          "deposition"; of particle trajectories "time", "age", "speed",
                          "altitude"; of a table columns, "u_1,w_1", or "u" for all of "u_1",
                          "u_2" ... NULL (default): as sm_plot_field says */
  const char *species; /* of a plume; NULL (default): the first, of trajectories all */
  const char *unit;    /* of a variable on cells: "ppb", "ug m-3", "degC"; NULL (default): that of
                          the file */
  const char *minus; /* of a NetCDF file: another one on the same grid, whose field is subtracted at
                        the same time; NULL (default): none. Of speeds it is the difference of
                        the speeds, of directions the one the shorter way round */
  double height;     /* map: m above ground; NAN (default): 10, or lower when the domain top is; of
                        statistics one of theirs, by default the first; of a plume that
                        of the lowest boxes with air */
  const char *receptor;  /* rose: name of a receptor of statistics */
  double from[2], to[2]; /* section: x, y in the file's coordinates; NAN: the middle of the
                            axis, -INFINITY and INFINITY: its edges; default: west to east
                            through the middle */
  double place[2];       /* profile: x, y in the file's coordinates */
  const char *measured;  /* of a profile or a table: a table (CSV) whose numbers are dots; NULL:
                            none.  Of a profile it has the columns z (m above ground) and the field's
                            name,  of a table in time those of the table */
  int time;              /* index; -1: last; SM_PLOT_ALL_TIMES: of profiles a line for each */
  double low, high;      /* colour scale; NAN: from the data, of which 0.1 % may lie beyond */
  enum sm_plot_scale scale;
  int width, image_height; /* pixels; height 0, the default: three quarters of the width (1200), or
                              less where the plane that is drawn is less high */
  int vectors;             /* arrows about every that many pixels; 0: none */
  bool streamlines;        /* in place of arrows, about so far apart */
  bool no_relief;          /* maps without shading and contours of the ground */
  const double (*mark)[2]; /* marked on a map, x and y in the file's coordinates; of what the wind
                              carries its sources are */
  const char *const *mark_name; /* of the marks */
  int marks;                    /* at most 64 are drawn */
};
SM_PUBLIC struct sm_plot_options sm_plot_options_default(void);

/* Whether pictures can be drawn here, to be asked before a long computation. Errors: ERR_DATA (no
 * PLplot; the message says what to install). */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_ready(struct sm_context *ctx);

/* Default field of a picture of a file: "wind_speed"; of a plume "concentration", or "dose" when
 * nothing is left in the air and no time is asked for
 * (`timed`), and "deposition" when there are no boxes; of trajectories "time"; of a table "series",
 * which is the wind or else the first columns; of the summary of a run "residuals". Errors:
 * ERR_DATA. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_default_field(struct sm_context *ctx, const char *path,
                                                          bool timed, const char **out);

/* Draws a picture of a file of simoom: NetCDF, a table in time (.csv), or the summary of a run
 * (JSON), of which it is the residuals; the ending of `picture` (.png, .svg, .pdf) chooses
 * the format. Errors: ERR_DATA, ERR_USAGE (no such field, a height outside the domain), ERR_IO. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_file(struct sm_context *ctx, const char *path,
                                                 const struct sm_plot_options *options,
                                                 const char *picture);

/* How many times of a file can be drawn with these options, whose time does not matter; and makes
 * the colour scale `range` wide enough for all of them: its ends, NAN at first, become low and high
 * of options, so that colours of all times mean the same. Where an end has no use it is left alone.
 * Errors: as sm_plot_file. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_times(struct sm_context *ctx, const char *path,
                                                  const struct sm_plot_options *options, int *count,
                                                  double range[2]);

/* Draws the profiles above options->place in up to 24 files and times, and what was measured,
 * in one picture. options->height is then the height that is drawn; NAN: all, or where something
 * was measured. Errors: as sm_plot_file. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_profiles(struct sm_context *ctx,
                                                     const char *const *path, size_t count,
                                                     const struct sm_plot_options *options,
                                                     const char *picture);

/* Options of an export. */
struct sm_export_options {
  const char *field;   /* as of sm_plot_options; NULL: of winds the wind itself, else what
                          sm_plot_file   draws */
  const char *species; /* likewise */
  const char *unit;    /* likewise; of `level` too */
  const char *minus;   /* likewise */
  double height;       /* likewise; NAN: in .atm 20 ft */
  int time;            /* index; -1: all */
  const double *level; /* of .geojson and .gpkg: areas above these; none: points with the field */
  size_t levels;
  int every;                /* points: every so many columns; 0: so that there are 100 a side */
  const double (*place)[3]; /* of .csv: x, y in the file's coordinates, m above ground */
  const char *const *name;  /* of the places */
  size_t places;
  double utc_offset; /* h, of the local time that .atm is in */
  const char
      *stations; /* a CSV with more places: name, x and y or lon and lat, height; NULL: none */
};
SM_PUBLIC struct sm_export_options sm_export_options_default(void);

/* Writes maps of a NetCDF file of simoom for other programs; the ending of `out` chooses: .tif
 * (GeoTIFF, a band for each time), .geojson and .gpkg (areas or points), .kmz (Google Earth, with
 * times), .atm (FARSITE: winds at 20 ft in mph, with ASCII grids beside it), .csv (places in time),
 * .pvd (ParaView: cells, a .vti or .vtr of each time beside it), or of one time .vtr, .vti,
 * .vtkhdf. Errors: ERR_USAGE (an ending that cannot be, no such field, time or height), ERR_DATA
 * (not simoom's, no map of the earth where one is needed, built without GDAL), ERR_IO, ERR_MEMORY.
 */
SM_PUBLIC SM_CHECKED enum sm_status sm_export_file(struct sm_context *ctx, const char *path,
                                                   const struct sm_export_options *options,
                                                   const char *out);

enum sm_chart_series_kind {
  SM_SERIES_DOTS,
  SM_SERIES_LINE, /* broken where a number is NAN */
  SM_SERIES_BOXES /* grey; points 2 m and 2 m + 1 are opposite corners */
};

/* Points of a chart. */
struct sm_chart_series {
  enum sm_chart_series_kind kind;
  const char *name; /* in the key; NULL: not there */
  const double *x, *y;
  size_t count;
};

struct sm_chart {
  const char *title, *subtitle, *x_label, *y_label;
  double x[2], y[2]; /* ends of the axes, rising */
  bool square;       /* one unit of x is as long as one of y; else the page is filled */
  bool twofold;      /* the lines y = x, y = 2 x and y = x / 2 */
  const struct sm_chart_series *series;
  int series_count;
  int width, height; /* pixels; height 0: three quarters of the width */
  bool log_x, log_y; /* logarithmic axes, whose ends are above 0; what is not is left out */
  bool whole_x;      /* x counts: whole numbers are at its axis */
};

/* Draws a chart; the ending of `picture` as for sm_plot_file. Errors: ERR_USAGE (axes that do not
 * rise, a size or an ending that cannot be), ERR_DATA (no PLplot), ERR_IO. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_plot_chart(struct sm_context *ctx, const struct sm_chart *chart, const char *picture);

#ifdef __cplusplus
}
#endif
#endif
