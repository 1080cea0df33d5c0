/* plume_file.h - plume file (NetCDF): mean concentration in boxes by time, dose, and deposition. A
 * CF-1.11 NetCDF-4 file (docs/files.md).
 *
 * Volumes are [nz][ny][nx] of the boxes; ground maps are [ny][nx] of the domain columns. Times are
 * s after the start of the run; they fall in backward runs. All numbers must be finite unless
 * stated otherwise; others are errors (ERR_FAILED) with their position. */
#ifndef SM_OUTPUT_NETCDF_PLUME_FILE_H
#define SM_OUTPUT_NETCDF_PLUME_FILE_H

#include "domain/domain.h"
#include "domain/sources/releases.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_file.h"
#include <stddef.h>

/* Concentration grid; its boxes may differ from the cells of the domain. All data are copied. */
struct sm_plume_grid {
  int n[3];
  const double *face[3]; /* m, n + 1 each, rising; x and y from the south-west corner of the grid of
                          * the domain, z above its origin[2] */
  const float *air;      /* fluid fraction of each box; NULL: 1 in all boxes. A box with 0 has no
                          * concentration; its value is ignored */
};

/* Mass budget of a species, kg, and particle numbers. */
struct sm_plume_budget {
  double emitted, airborne;
  double deposited, wet_deposited; /* dry, on ground and walls; by rain */
  double outflow, decayed;
  double lost;       /* mass of particles with invalid state, kg */
  int64_t particles; /* released */
  int64_t lost_particles;
};

/* Time-integrated results of a species. NULL: not available, and not written. */
struct sm_plume_total {
  const double *deposition;     /* dry deposition, kg/m2, ground maps */
  const double *wet_deposition; /* kg/m2, ground maps; a case without rain has none */
  const double *dose;           /* kg s/m3, volumes: concentration integrated over time */
  const float *maximum;         /* kg/m3, volumes: maximum of the interval means */
  const float *arrival_time; /* s, [threshold] volumes: first time with a mean above the threshold;
                              * NAN: never */
  struct sm_plume_budget budget;
};

struct sm_plume_options {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_plume_grid *grid; /* NULL: no concentration, only deposition and mass budgets */
  const char *const *species;       /* their names */
  int species_count;                /* 1 .. SM_PLUME_SPECIES */
  const double *threshold;          /* kg/m3 */
  int threshold_count;
  const struct sm_releases *releases; /* sources written to the file; may be NULL */
  const char *device;                 /* device name, a file attribute */
};

enum { SM_PLUME_SPECIES = 16 };

struct sm_plume_file;

/* Creates `path` under a temporary name. Case and domain must outlive the writer. Errors: ERR_IO,
 * ERR_MEMORY, ERR_FAILED (too many species), ERR_CASE (faces that do not increase). */
SM_CHECKED enum sm_status sm_plume_file_create(struct sm_context *ctx, const char *path,
                                               const struct sm_plume_options *options,
                                               struct sm_plume_file **out);

/* Continues a file of a stopped run after its first `records` intervals; the old file is kept until
 * sm_plume_file_finish. Errors: ERR_DATA (no such file, another case, other boxes or species, fewer
 * intervals), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_file_resume(struct sm_context *ctx, const char *path,
                                               const struct sm_plume_options *options,
                                               size_t records, struct sm_plume_file **out);

/* Appends the means over time[0] .. time[1]: concentration[species] is a volume, kg/m3. occupied:
 * boxes outside of it have none; NULL: not known. */
SM_CHECKED enum sm_status sm_plume_file_write(struct sm_context *ctx, struct sm_plume_file *file,
                                              const double time[2],
                                              const float *const *concentration,
                                              const struct sm_cell_range *occupied);

/* Number of intervals written. */
size_t sm_plume_file_records(const struct sm_plume_file *file);

/* Saves the file in its present state, like sm_file_save, before a checkpoint. */
SM_CHECKED enum sm_status sm_plume_file_save(struct sm_context *ctx,
                                             const struct sm_plume_file *file);

/* Writes the totals [species] and renames the file to its final name. `stopped`: time of a stop, s;
 * NAN: complete run. Destroys the writer, also after an error. */
SM_CHECKED enum sm_status sm_plume_file_finish(struct sm_context *ctx, struct sm_plume_file **file,
                                               const struct sm_plume_total *total, double stopped);

/* Removes the temporary file; for failed runs. Accepts NULL. */
void sm_plume_file_abandon(struct sm_plume_file **file);

/* plume_plane.c */

/* Creates a copy of the domain with the grid of the boxes, and with terrain, buildings and
 * roughness averaged over their columns; cells, cut cells and buildings stay those of the domain.
 * Freed by the caller, also after an error. other_columns: the columns differ from those of the
 * domain. Errors: ERR_CASE (faces that do not increase), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_plane_create(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                const struct sm_plume_grid *grid,
                                                struct sm_domain *plane, bool *other_columns);
void sm_plume_plane_free(struct sm_domain *plane);

/* Values of the boxes in single or double precision; NAN becomes the fill value where it is
 * allowed. */
struct sm_plume_values {
  const float *single;
  const double *wide;
  const float *air;                     /* fluid fraction; NULL: 1 */
  const struct sm_cell_range *occupied; /* outside of it all values are 0; NULL: not known */
};

/* First box with air whose value is not finite, their number if there is none; `missing` allows
 * NAN. */
size_t sm_plume_find_wrong(const struct sm_domain *plane, const struct sm_plume_values *volume,
                           bool missing);

/* Largest value of the boxes with air, 0 at least. */
float sm_plume_largest(const float *value, const float *air, size_t boxes);

/* Mass in the boxes, kg: sum of concentration times fluid volume; and area of the columns in which
 * any box is above a threshold, m2. air: fluid fraction of each box; NULL: 1. */
double sm_plume_box_mass(const struct sm_domain *plane, const float *air,
                         const float *concentration, const struct sm_cell_range *occupied);
double sm_plume_area_above(const struct sm_domain *plane, const float *air, const float *maximum,
                           double threshold);

/* Boxes of one or more layers, all columns: [layers][columns]. */
struct sm_plume_layers {
  size_t columns;
  const double *face;   /* [layers + 1] m, same reference as terrain */
  const float *terrain; /* [columns] ground height, m */
  const float *air;     /* fluid fraction of each box; NULL: 1 */
  double height;        /* m above the ground; NAN: the lowest box with air */
};

/* Selects boxes in layer k, whose fluid fractions start at `air`; called from the lowest layer up.
 * Columns without a layer (-1) get k where its box matches. Returns the number of such columns. */
size_t sm_plume_layers_select(const struct sm_plume_layers *of, int k, int *layer);

/* plume_define.c: Dimensions, variables and attributes of plume files (docs/files.md). */

enum {
  SM_PLUME_NAME = 64,       /* length of a species name, bytes */
  SM_PLUME_VALUES = 4,      /* volumes per species */
  SM_PLUME_BUDGET_TERMS = 7 /* terms of a mass budget */
};

enum sm_plume_volume { SM_PLUME_MEAN, SM_PLUME_DOSE, SM_PLUME_MAXIMUM, SM_PLUME_ARRIVAL_TIME };

/* Contents of a plume file. */
struct sm_plume_layout {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_domain *plane;      /* domain with the columns of the boxes */
  bool boxes;                         /* the file has boxes */
  bool other_columns;                 /* the ground has columns of its own */
  bool air;                           /* fluid fractions of boxes are known */
  const struct sm_releases *releases; /* may be NULL: no positions of sources */
  int species_count, threshold_count;
  char species[SM_PLUME_SPECIES][SM_PLUME_NAME];
};

/* Variable name for a species: "dose", or "dose_smoke" with several species. */
struct sm_plume_variable {
  char name[2 * SM_PLUME_NAME];
};
struct sm_plume_variable sm_plume_volume_name(const struct sm_plume_layout *layout,
                                              enum sm_plume_volume volume, int species);
struct sm_plume_variable sm_plume_deposition_name(const struct sm_plume_layout *layout, bool wet,
                                                  int species);

/* Position of a source in m from the south-west corner of the grid, and height above ground: start
 * of a path, middle of a line. False for a source that covers the whole domain. */
bool sm_plume_source_place(const struct sm_release *source, double place[3]);

/* Names of the budget terms, in the order of struct sm_plume_budget. */
extern const char *const sm_plume_budget_names[SM_PLUME_BUDGET_TERMS];

/* True when particles interact, so that the file holds the grain volume fraction of boxes. */
bool sm_plume_has_grain_fraction(const struct sm_plume_layout *layout);

void sm_plume_define(struct sm_ncfile *file, const struct sm_plume_layout *layout,
                     const char *device);

/* Writes names and positions of sources and receptors. */
void sm_plume_put_places(struct sm_ncfile *file, const struct sm_plume_layout *layout);

/* plume_read.c: Reading a plume file back (docs/files.md). */

/* Contents of a plume file except the boxes. */
struct sm_plume_content {
  struct sm_plume_layout layout; /* species, thresholds, boxes, air and other columns only */
  double threshold[64];          /* thresholds, kg/m3 */
  struct sm_plume_budget budget[SM_PLUME_SPECIES];
  char stopped[128]; /* reason of a stop; "" for a complete run */
  bool backward;     /* backward dispersion: values are sensitivities */
};

/* Reads the contents. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read(struct sm_wind_file *file, struct sm_plume_content *out);

/* Start and end of an interval, as in the file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read_interval(struct sm_wind_file *file, size_t time,
                                                 double ends[2]);

/* Peak: the interval with the largest mass of a species in the boxes, the first of equal ones; the
 * file has intervals. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read_peak(struct sm_wind_file *file, int species, size_t *out);

/* Map of one box of each column: the lowest with air (height NAN), or the box at a height above
 * ground; NAN without such a box or value. leading: index along a first dimension; -1: the variable
 * has only boxes. out, layer: [ny][nx]; layer -1: none. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_read_map(struct sm_wind_file *file, const char *variable,
                                            long leading, double height, float *out, int *layer);

/* Columns first .. first + count - 1 along x and y. */
struct sm_plume_window {
  size_t first[2], count[2];
};

/* Its two parts, for maps of several times: the layer of each column, and the boxes in them, of a
 * window; NULL: of all columns. The rest of `out` stays. */
SM_CHECKED enum sm_status sm_plume_read_layers(struct sm_wind_file *file, double height,
                                               int *layer);
SM_CHECKED enum sm_status sm_plume_read_boxes(struct sm_wind_file *file, const char *variable,
                                              long leading, const struct sm_plume_window *window,
                                              const int *layer, float *out);

/* Columns of boxes at `count` points of a line: value and fluid fraction, [nz][count]; ground and
 * building height [count]. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_plume_section {
  size_t count;
  const size_t *column; /* i + nx j */
  float *value, *air, *ground, *building;
};
SM_CHECKED enum sm_status sm_plume_read_section(struct sm_wind_file *file, const char *variable,
                                                long leading, const struct sm_plume_section *out);

/* Reads at most `most` source positions; x, y as in the file. Returns their number. */
struct sm_plume_source {
  char name[SM_PLUME_NAME];
  int species;
  double x, y, height;
};
int sm_plume_read_sources(struct sm_wind_file *file, int most, struct sm_plume_source *out);

/* source_map.c: NetCDF file of a source estimation: probability of each column (docs/source-
 * estimation.md). */

/* Writes the probability of each column of `plane`, [ny][nx], and that of the smallest credible
 * region that holds it, and the information gain of a further sensor (NULL: none); NAN: no air.
 * Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_map_write(struct sm_context *ctx, const char *path,
                                              const struct sm_case *c,
                                              const struct sm_domain *plane, const char *device,
                                              float *probability, float *region, float *gain);

#endif
