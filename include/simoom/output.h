/* output.h - inspection of result files: description, comparison, interpolation, plots, export. */
#ifndef SIMOOM_OUTPUT_H
#define SIMOOM_OUTPUT_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes a NetCDF file of simoom: type, grid, times, range of every variable; for files of
 * particles and tracers also species, mass budgets and maximum concentrations; for files with face
 * velocities also the maximum |div u| h / U over the fluid cells and the maximum flux through a
 * closed face, both recomputed from the file. *out is text, or JSON if `json` is not 0; it is freed
 * with free(). Errors: ERR_DATA (not a file of simoom, truncated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_describe_file(struct sm_context *ctx, const char *path,
                                                     int json, char **out);

/* Difference of two wind fields, for u, v and w. */
struct sm_wind_difference {
  double largest[3];  /* maximum of |a - b|, m/s */
  double relative[3]; /* the maximum over |b| of its cell; not finite where b is 0 */
};

/* Compares the winds of two NetCDF files of simoom on the same grid, at the first time of each: at
 * cell centres, or at `height` in m above the ground (docs/files.md, slices) unless it is NAN.
 * Results are NAN if cells are solid in one file only. Errors: ERR_DATA (not files of simoom,
 * different grids), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_compare_files(struct sm_context *ctx, const char *path,
                                                     const char *other, double height,
                                                     struct sm_wind_difference *out);

/* Share of the reference speed that a hit may deviate by (VDI 3783 part 9), unless it is given. */
#define SM_COMPARE_HIT_SHARE 0.06

struct sm_compare_options {
  const char *measured; /* CSV table of measurements (docs/commands.md) */
  double reference;     /* reference speed of ratios, m/s; NAN (default): a column has it */
  double hit_relative;  /* D: relative deviation of a hit; default 0.25 */
  double hit_absolute;  /* W: absolute deviation of a hit, in the unit of the table; NAN (default):
                           SM_COMPARE_HIT_SHARE of the reference speed, 0 without one */
  const double *direction; /* direction of the wind of each result, deg from true north; NULL
                              (default): that of the mean wind in the highest layer of cells */
  size_t directions;
  const char *picture; /* scatter plot to draw; NULL (default): none */
};
SM_PUBLIC struct sm_compare_options sm_compare_options_default(void);

/* Compares the winds of NetCDF files of simoom, all their times, with measurements: correlation,
 * FAC2, hit rate, FB, NMSE, RMSE and bias by result, by file and over all, and the ten largest
 * differences. A line of the table with a direction belongs to results whose wind is from there.
 * *out as sm_describe_file. Errors: ERR_DATA (a file, the table, nothing to compare), ERR_USAGE (an
 * unknown reference speed, another number of directions, those of sm_plot_chart), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_compare_measured(struct sm_context *ctx,
                                                        const char *const *path, size_t count,
                                                        const struct sm_compare_options *options,
                                                        int json, char **out);

/* Interpolates the wind of a NetCDF file of simoom to points: bilinear between the surrounding
 * columns that have air there; in each column linear between cell centres, and down to the ground
 * or roof as for slices (docs/files.md). point: x and y in the coordinates of the file, and height
 * above the ground, m. wind: u, v, w, m/s; NAN in solids and outside the domain. time: index, from
 * 0. Errors: ERR_DATA (not a file of simoom, no such time), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_probe_wind(struct sm_context *ctx, const char *path,
                                                  int time, size_t count, const double point[][3],
                                                  double wind[][3]);

/* Interpolates another variable (time, z, y, x) of the file, such as "tke", to points; below the
 * centre of the lowest cell it is constant. Errors: as sm_probe_wind, and ERR_DATA (no such
 * variable). */
SM_PUBLIC SM_CHECKED enum sm_status sm_probe_variable(struct sm_context *ctx, const char *path,
                                                      const char *variable, int time, size_t count,
                                                      const double point[][3], double *value);

/* Horizontal slice of a NetCDF file of simoom at a height above the ground, m, at the centres of
 * its columns (docs/files.md, slices). variable: NULL for the wind, out[3][ny][nx] of u, v and w,
 * m/s; else a variable (time, z, y, x), out[ny][nx]. NAN in solids and above the domain top. time:
 * index, from 0; -1: the last. count: capacity of out. Errors: ERR_USAGE (no such time or variable,
 * a different count), ERR_DATA (not a file of simoom), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_height_slice(struct sm_context *ctx, const char *path,
                                                    const char *variable, int time, double height,
                                                    size_t count, float *out);

/* Horizontal means of a variable (time, z, y, x), such as "u" or the time mean "uu", over the air
 * in each layer of cells. count: in, the capacity of the arrays; out, the number of layers. z:
 * altitude of the layer centres, m; variance: of the cell values within a layer; NAN in layers
 * without air. Errors: ERR_DATA (not a file of simoom, no such variable or time, more layers than
 * the capacity), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_layer_means(struct sm_context *ctx, const char *path,
                                                   const char *variable, int time, size_t *count,
                                                   double z[], double mean[], double variance[]);

/* Power spectral density of a time series by Welch's method (1967): mean over segments that
 * overlap by half, each with its mean removed and a Hann window applied. Times (s) must increase;
 * the series is interpolated linearly to as many evenly spaced times. A segment has the largest
 * power-of-two length that gives at least `parts` segments. *bins: in, the capacity; out, the
 * number of bins. frequency: Hz, evenly spaced from 1 / segment duration; density: (unit of the
 * series)^2 / Hz, so that its sum times the first frequency is about the variance. Errors:
 * ERR_USAGE (times that do not increase, segments of fewer than 16 values, a capacity too small),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_power_spectrum(struct sm_context *ctx, size_t count,
                                                      const double time[], const double value[],
                                                      size_t parts, size_t *bins,
                                                      double frequency[], double density[]);

/* Statistics of a time series, weighted by the steps before its times. Standard error of the mean:
 * deviation over the root of the number of effective samples, duration / (2 integral time), where
 * the integral time is that of the autocorrelation up to its first zero (Lenschow et al. 1994). */
struct sm_series_statistics {
  double duration; /* s */
  double mean, deviation, skewness;
  double half[2];           /* means of the first and the second half of the duration */
  double integral_time;     /* s */
  double effective_samples; /* 1 at least */
  double standard_error;
  double gust; /* largest mean over gust_time; NAN: the series is shorter */
};

/* Times (s) must increase; gust_time: s. Errors: ERR_USAGE (fewer than 2 times, times that do not
 * increase), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_series_statistics(struct sm_context *ctx, size_t count,
                                                         const double time[], const double value[],
                                                         double gust_time,
                                                         struct sm_series_statistics *out);

/* Finds a time of a result file: an index from 0, "3", returned without a look at the file; in
 * files with a calendar a date, "2026-05-01T12:00Z" (ISO 8601; UTC unless it has an offset); in
 * others seconds, "600 s". It is the averaging interval that contains it, or the instant nearest to
 * it, within half an interval; a warning says where they differ. A day, "2026-05-01", or an hour,
 * "2026-05-01T12", is the first time in it; a warning names it where there are several. Errors:
 * ERR_USAGE (not a time, none of the file, a file without times), ERR_DATA, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_find_time(struct sm_context *ctx, const char *path,
                                                 const char *text, int *out);

enum sm_plot_kind { SM_PLOT_MAP, SM_PLOT_SECTION, SM_PLOT_ROSE, SM_PLOT_PROFILE };
enum sm_plot_scale {
  SM_PLOT_SCALE_DEFAULT, /* depends on the field: logarithmic for masses, else linear */
  SM_PLOT_SCALE_LINEAR,
  SM_PLOT_SCALE_LOGARITHMIC /* four decades; lower values are left blank */
};

enum { SM_PLOT_ALL_TIMES = -2 };

struct sm_plot_options {
  enum sm_plot_kind kind;
  const char *field;    /* wind: "wind_speed", "u", "terrain" and others of simoom/fields.def;
                           statistics: "wind_speed_percentile:95", "wind_speed_exceedance:5",
                           "comfort_nen8100", ...; particles: "concentration", "dose",
                           "concentration_maximum", "arrival_time" or "arrival_time:1e-6" (kg/m3),
                           "deposition", "wet_deposition"; trajectories: "time", "age", "speed",
                           "altitude"; table:    columns, "u_1,w_1", or "u" for all of "u_1", "u_2" ...
                           NULL (default): see    sm_plot_default_field */
  const char *species;  /* particles; NULL (default): the first species; for trajectories all */
  const char *unit;     /* unit of a cell variable: "ppb", "ug m-3", "degC"; NULL (default): that of
                           the file */
  const char *minus;    /* NetCDF file on the same grid whose field is subtracted at the same time;
                           NULL (default): no subtraction. Speeds give the difference of speeds,
                           directions the smaller angle */
  double height;        /* map: m above ground; NAN (default): 10, or lower if the domain top is;
                           statistics: one of the stored heights, default the first; particles: default
                           the lowest boxes with air */
  const char *title;    /* title of the picture; NULL (default): that of the case, "" none */
  const double *extent; /* map: x0, y0, x1, y1 in the coordinates of the file: only the cells in it;
                           NULL (default): all */
  const char *receptor; /* rose: name of a statistics receptor */
  double from[2], to[2]; /* section: end points x, y in the coordinates of the file; NAN: middle of
                            the axis, -INFINITY and INFINITY: its ends; default: west to east
                            through the middle */
  double heights[2];     /* section: lowest and highest height that is drawn, m above the lowest
                            ground along it; NAN (default): all */
  double place[2];       /* profile: x, y in the coordinates of the file */
  const char *measured;  /* profile or table: CSV table of measurements, drawn as dots; may be NULL.
                            Columns for a profile: z (m above ground) and the name of the field; for
                            a table: the same columns as the table */
  int time;              /* index; -1: last; SM_PLOT_ALL_TIMES: one line per time of profiles */
  double low, high;      /* range of the colour scale; NAN: from the data, up to 0.1 % of which may
                            exceed it */
  enum sm_plot_scale scale;
  const char *colour_map;  /* "viridis" (NULL, default), "plasma", "inferno", "magma", "gray", each
                              also reversed, "viridis_r"; not of classes, directions, differences */
  int width, image_height; /* pixels; height 0 (default): three quarters of the width (1200), or
                              less for a flat section */
  int vectors;             /* spacing of arrows, pixels, approximate; 0: no arrows */
  bool streamlines;        /* draw streamlines at this spacing instead of arrows */
  bool no_relief;          /* maps without hill shading and terrain contours */
  const double (*mark)[2]; /* markers on a map, x and y in the coordinates of the file; the sources
                              of particles are always marked */
  const char *const *mark_name; /* names of the markers */
  const bool *mark_ring;        /* markers that are rings; NULL (default): all are crosses */
  int marks;                    /* number of markers; at most 64 are drawn */
};
SM_PUBLIC struct sm_plot_options sm_plot_options_default(void);

/* Tests whether plots can be drawn, before a long computation. Errors: ERR_DATA (PLplot is missing;
 * the message says what to install). */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_ready(struct sm_context *ctx);

/* Default field of a plot of a file: wind "wind_speed"; particles "concentration",
 * "dose" without complete intervals, or "deposition" without concentration boxes; trajectories
 * "time"; table "series" (the wind, else the first columns); summary of a run "residuals". Errors:
 * ERR_DATA. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_default_field(struct sm_context *ctx, const char *path,
                                                          const char **out);

/* Plots a file of simoom: NetCDF, a time-series table (.csv), or the summary of a run (JSON; its
 * residuals). The extension of `picture` (.png, .svg, .pdf) selects the format. Errors: ERR_DATA,
 * ERR_USAGE (no such field, a height outside the domain), ERR_IO. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_file(struct sm_context *ctx, const char *path,
                                                 const struct sm_plot_options *options,
                                                 const char *picture);

/* Number of times of a file that can be drawn with these options (their time is ignored). Extends
 * the colour range `range`, NAN at first, to cover all these times; used as low and high of the
 * options it gives all times the same colours. An end that is not needed stays unchanged. Errors:
 * as sm_plot_file. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_times(struct sm_context *ctx, const char *path,
                                                  const struct sm_plot_options *options, int *count,
                                                  double range[2]);

/* Plots vertical profiles at options->place of up to 24 files and times, with measurements, in one
 * picture. options->height limits the height; NAN: full height, or that of the measurements.
 * Errors: as sm_plot_file. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot_profiles(struct sm_context *ctx,
                                                     const char *const *path, size_t count,
                                                     const struct sm_plot_options *options,
                                                     const char *picture);

/* Options of an export. */
struct sm_export_options {
  const char *field;   /* as in sm_plot_options; NULL: the wind vector for wind files, else the
                          default of sm_plot_file */
  const char *species; /* as in sm_plot_options */
  const char *unit;    /* as in sm_plot_options; also the unit of `level` */
  const char *minus;   /* as in sm_plot_options */
  double height;       /* as in sm_plot_options; NAN: 20 ft for .atm */
  int time;            /* index; -1: all times */
  const double *level; /* .geojson and .gpkg: areas above these levels; NULL: points with the
                          field */
  size_t levels;
  int every;                /* spacing of points in columns; 0: about 100 points per side */
  const double (*place)[3]; /* .csv: x, y in the coordinates of the file, m above ground */
  const char *const *name;  /* names of the places */
  size_t places;
  double utc_offset; /* offset of the local time used in .atm, hours */
  const char
      *stations; /* CSV with additional places: name, x and y or lon and lat, height; may be NULL */
  const char *program; /* fire spread model to write winds for: "elmfire", "flammap" or "forefire";
                          NULL: none */
};
SM_PUBLIC struct sm_export_options sm_export_options_default(void);

/* Exports fields of a NetCDF file of simoom; the extension of `out` selects the format: .tif
 * (GeoTIFF, one band per time), .geojson and .gpkg (areas or points), .kmz (Google Earth, with
 * times), .atm (FARSITE: winds at 20 ft in mph, with ASCII grids), .csv (time series at
 * places), .pvd (ParaView: cells, with one .vti or .vtr per time), or for one time .vtr, .vti,
 * .vtkhdf. With options->program the winds go to a set of files for a fire spread model, beside
 * `out` (.tif, or .nc for ForeFire). Errors: ERR_USAGE (an invalid extension, no such field, time
 * or height), ERR_DATA (not a file of simoom, no georeference where one is needed, built without
 * GDAL), ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_export_file(struct sm_context *ctx, const char *path,
                                                   const struct sm_export_options *options,
                                                   const char *out);

enum sm_chart_series_kind {
  SM_SERIES_DOTS,
  SM_SERIES_LINE, /* polyline, interrupted where a number is NAN */
  SM_SERIES_BOXES /* grey boxes; points 2 m and 2 m + 1 are opposite corners */
};

/* Data series of a chart. */
struct sm_chart_series {
  enum sm_chart_series_kind kind;
  const char *name; /* name in the legend; NULL: not in the legend */
  const double *x, *y;
  size_t count;
};

struct sm_chart {
  const char *title, *subtitle, *x_label, *y_label;
  double x[2], y[2]; /* axis limits, rising */
  bool square;       /* equal scales of x and y; else the page is filled */
  bool twofold;      /* draw the lines y = x, y = 2 x and y = x / 2 */
  const struct sm_chart_series *series;
  int series_count;
  int width, height; /* pixels; height 0: three quarters of the width */
  bool log_x, log_y; /* logarithmic axes with limits above 0; values that are not positive are left
                        out */
  bool whole_x;      /* x is a count: ticks at whole numbers */
};

/* Draws a chart; the extension of `picture` as in sm_plot_file. Errors: ERR_USAGE (axes that do not
 * rise, an invalid size or extension), ERR_DATA (PLplot is missing), ERR_IO. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_plot_chart(struct sm_context *ctx, const struct sm_chart *chart, const char *picture);

#ifdef __cplusplus
}
#endif
#endif
