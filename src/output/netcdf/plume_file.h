/* plume_file.h - plume file (NetCDF): mean concentration in boxes in time, dose, and deposition on
 * the ground. A CF-1.11 NetCDF-4 file (docs/files.md).
 *
 * Volumes are [nz][ny][nx] of the boxes; maps of the ground are [ny][nx] of the domain's columns.
 * Times are s after the start of the run; backward in time they fall. Every number must be finite
 * but where it says else: one that is not is an error (ERR_FAILED) that tells where. */
#ifndef SM_OUTPUT_NETCDF_PLUME_FILE_H
#define SM_OUTPUT_NETCDF_PLUME_FILE_H

#include "domain/sources/releases.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_read.h"
#include <stddef.h>

/* The boxes in which mass is counted; they need not be cells of the domain. All is copied. */
struct sm_plume_grid {
  int n[3];
  const double *face[3]; /* m, n + 1 each, rising; x and y from the south-west corner of the grid of
                            the domain, z above its origin[2] */
  const float *air; /* part of each box that is air; NULL: all of them wholly. A box without any
                       has no concentration: what the engine gives for it is not looked at */
};

/* Mass of a species, kg, and particles. */
struct sm_plume_budget {
  double emitted, airborne, deposited, outflow, decayed;
  double lost;       /* kg, of particles that went wrong */
  int64_t particles; /* released */
  int64_t lost_particles;
};

/* What a species added up to. NULL: not known, and not in the file's values. */
struct sm_plume_total {
  const double *deposition;  /* kg/m2, maps of the ground */
  const double *dose;        /* kg s/m3, volumes: concentration times time */
  const float *maximum;      /* kg/m3, volumes: of the means over the intervals */
  const float *arrival_time; /* s, [threshold] volumes: first above it, where a mean is above
                           the threshold; NAN: it never was */
  struct sm_plume_budget budget;
};

struct sm_plume_options {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_plume_grid
      *grid;                  /* NULL: no concentration, only the ground and the mass budgets */
  const char *const *species; /* their names */
  int species_count;          /* 1 .. SM_PLUME_SPECIES */
  const double *threshold;    /* kg/m3 */
  int threshold_count;
  const struct sm_releases *releases; /* whose places are told; NULL: none */
  const char *device;                 /* for the record */
};

enum { SM_PLUME_SPECIES = 16 };

struct sm_plume_file;

/* Creates `path` through a temporary name. Case and domain must outlive the writer. Errors: ERR_IO,
 * ERR_MEMORY, ERR_FAILED (too many species), ERR_CASE (faces that do not rise). */
SM_CHECKED enum sm_status sm_plume_file_create(struct sm_context *ctx, const char *path,
                                               const struct sm_plume_options *options,
                                               struct sm_plume_file **out);

/* Goes on with a file that a stopped run has left, after its first `records` intervals; the old
 * file stays until sm_plume_file_finish. Errors: ERR_DATA (no such file, of another case, boxes or
 * species, or with fewer intervals), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_file_resume(struct sm_context *ctx, const char *path,
                                               const struct sm_plume_options *options,
                                               size_t records, struct sm_plume_file **out);

/* Appends the means over time[0] .. time[1]: concentration[species] are volumes, kg/m3. */
SM_CHECKED enum sm_status sm_plume_file_write(struct sm_context *ctx, struct sm_plume_file *file,
                                              const double time[2],
                                              const float *const *concentration);

/* Intervals written so far. */
size_t sm_plume_file_records(const struct sm_plume_file *file);

/* Saves the file as it is, as sm_file_save does; before a checkpoint. */
SM_CHECKED enum sm_status sm_plume_file_save(struct sm_context *ctx,
                                             const struct sm_plume_file *file);

/* Writes the totals [species], and gives the file its name. `stopped`: when the run was stopped, s;
 * NAN: it ran to its end. The writer is gone, also after an error. */
SM_CHECKED enum sm_status sm_plume_file_finish(struct sm_context *ctx, struct sm_plume_file **file,
                                               const struct sm_plume_total *total, double stopped);

/* Removes the temporary file; for failed runs. Accepts NULL. */
void sm_plume_file_abandon(struct sm_plume_file **file);

/* plume_plane.c */

/* A copy of the domain whose grid is that of the boxes, with the means of ground, buildings and
 * roughness over their columns; cells, cut cells and buildings are still the domain's. To be freed
 * also after an error. other_columns: they are not the domain's. Errors: ERR_CASE (faces that do
 * not rise), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_plane_create(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                const struct sm_plume_grid *grid,
                                                struct sm_domain *plane, bool *other_columns);
void sm_plume_plane_free(struct sm_domain *plane);

/* plume_layers.c */

/* Boxes of some layers, all columns: [layers][columns]. */
struct sm_plume_layers {
  size_t columns;
  const double *face;   /* [layers + 1] m, as the ground */
  const float *terrain; /* [columns] m, the ground */
  const float *air;     /* part of each box that is air; NULL: all of it */
  double height;        /* m above the ground; NAN: the lowest box with air */
};

/* Looks at the boxes of layer k, of which `air` begins there, from the lowest layer up: columns
 * without a layer yet (-1) get it where it is theirs. Returns how many got it. */
size_t sm_plume_layers_select(const struct sm_plume_layers *of, int k, int *layer);

/* plume_define.c: Dimensions, variables and attributes of the file of plumes (docs/files.md). */

enum {
  SM_PLUME_NAME = 64,       /* bytes of the name of a species */
  SM_PLUME_VALUES = 4,      /* volumes of a species */
  SM_PLUME_BUDGET_TERMS = 6 /* masses of a budget */
};

enum sm_plume_volume { SM_PLUME_MEAN, SM_PLUME_DOSE, SM_PLUME_MAXIMUM, SM_PLUME_ARRIVAL_TIME };

/* What a file holds. */
struct sm_plume_layout {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_domain *plane; /* the domain as seen in columns of boxes: its axes are theirs */
  bool boxes;                    /* there are some */
  bool other_columns;            /* than the domain's: the ground has axes of its own */
  bool air;                      /* parts of boxes that are air are known */
  const struct sm_releases *releases; /* NULL: places of sources are not told */
  int species_count, threshold_count;
  char species[SM_PLUME_SPECIES][SM_PLUME_NAME];
};

/* Name of a variable of a species: "dose", or "dose_smoke" where there are several. */
struct sm_plume_variable {
  char name[2 * SM_PLUME_NAME];
};
struct sm_plume_variable sm_plume_volume_name(const struct sm_plume_layout *layout,
                                              enum sm_plume_volume volume, int species);
struct sm_plume_variable sm_plume_deposition_name(const struct sm_plume_layout *layout,
                                                  int species);

/* Where a source is, m from the south-west corner of the domain's grid and above the ground: the
 * beginning of a path, the middle of a line. False: it has no place, being everywhere. */
bool sm_plume_source_place(const struct sm_release *source, double place[3]);

/* Names of the masses of a budget, as in struct sm_plume_budget. */
extern const char *const sm_plume_budget_names[SM_PLUME_BUDGET_TERMS];

/* Whether grains feel each other, so that a file of boxes tells how dense they are. */
bool sm_plume_has_grain_fraction(const struct sm_plume_layout *layout);

void sm_plume_define(struct sm_ncfile *file, const struct sm_plume_layout *layout,
                     const char *device);

/* plume_read.c: Reading a plume file back (docs/files.md). */

/* What a file has beside boxes. */
struct sm_plume_content {
  struct sm_plume_layout layout; /* species, thresholds, boxes, air and other columns only */
  double threshold[64];          /* kg/m3, the first of them */
  struct sm_plume_budget budget[SM_PLUME_SPECIES];
  char stopped[128]; /* "" of a run that went to its end */
};

/* Reads it. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read(struct sm_wind_file *file, struct sm_plume_content *out);

/* Ends of an interval, as in the file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_plume_read_interval(struct sm_wind_file *file, size_t time,
                                                 double ends[2]);

/* A map of one box of each column: the lowest with air (height NAN), or the one so many m above the
 * ground; NAN: no such box, or no value. leading: index along a first dimension; -1: the
 * variable has only boxes. out, layer: [ny][nx]; layer -1: none. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_read_map(struct sm_wind_file *file, const char *variable,
                                            long leading, double height, float *out, int *layer);

/* The columns of boxes at `count` points of a line: value, and the part that is air, [nz][count];
 * ground and height of buildings [count]. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_plume_section {
  size_t count;
  const size_t *column; /* i + nx j */
  float *value, *air, *ground, *building;
};
SM_CHECKED enum sm_status sm_plume_read_section(struct sm_wind_file *file, const char *variable,
                                                long leading, const struct sm_plume_section *out);

/* Places of sources: at most `most`; x, y as in the file. Returns how many. */
struct sm_plume_source {
  char name[SM_PLUME_NAME];
  int species;
  double x, y, height;
};
int sm_plume_read_sources(struct sm_wind_file *file, int most, struct sm_plume_source *out);

#endif
