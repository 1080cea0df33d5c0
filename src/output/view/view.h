/* view.h - viewer: sources, fields and blocks of data. */
#ifndef SM_OUTPUT_VIEW_VIEW_H
#define SM_OUTPUT_VIEW_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "base/text.h"
#include "input/netcdf/ncdata.h"
#include "lab/facts.h"
#include "output/netcdf/plume_file.h"
#include "output/netcdf/wind_file.h"
#include "simoom/view.h"

/* block.c: Quantised and compressed blocks of numbers for the page of `simoom view`. A block,
 * before compression, is little-endian: "SV", bits (8, 16 or 32), components, number of values per
 * component (4 bytes); for each component the numbers of codes 1 and 2^bits - 1 (8 bytes each,
 * doubles); for each component its codes as differences from the previous one, modulo 2^bits: all
 * low bytes, then all next bytes. Code 0: no value. With 32 bits the codes are the integers
 * themselves. */

enum { SM_VIEW_COMPONENTS = 3, SM_VIEW_DECADES = 6 };

/* Input of a block: either value or number is given. */
struct sm_view_values {
  int components;
  size_t count;                            /* values per component */
  const float *value[SM_VIEW_COMPONENTS];  /* NAN: none */
  const double *exact[SM_VIEW_COMPONENTS]; /* the same in double precision */
  const int32_t *number;                   /* integers, one component */
  bool logarithmic; /* codes of log10 over SM_VIEW_DECADES; values not above 0: lowest code */
};

/* Code of a number from 1 to `most`, 2^bits - 1; 0: NAN. */
unsigned sm_view_quantise(double value, double low, double high, unsigned most);

/* Encodes a block of 8 or 16 bits (integers: 32), compressed at `level` (zlib format). *out is
 * freed with free(). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_view_encode(struct sm_context *ctx,
                                         const struct sm_view_values *values, int bits, int level,
                                         void **out, size_t *size);

/* grid.c: Coarsening of file fields, slab by slab. */

/* Coarsening factors: number of merged cells along x, y and z. */
struct sm_view_coarsening {
  size_t by[3];
};

/* Number of coarse cells along an axis of n cells; the last one may merge fewer. */
size_t sm_view_coarse(size_t n, size_t by);

/* Coarsening factors of a level: 2^level, limited so that at least 16 cells along x and y and 24
 * along z remain where there are as many. */
struct sm_view_coarsening sm_view_level_factors(const size_t n[3], int level);

enum sm_view_pooling { SM_VIEW_MEAN, SM_VIEW_MAXIMUM };

/* Cells from[d] .. to[d] - 1 along each axis, of the file or of a level. */
struct sm_view_cell_box {
  size_t from[3], to[3];
};

/* Reads a variable [record][z][y][x], or a map [record][y][x], into coarse cells [z][y][x]: mean of
 * the cells with a value, NAN where fewer than half have one. record < 0: the variable has no
 * record dimension. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_view_read_request {
  const char *variable;
  long record;
  bool map;
  struct sm_view_coarsening factors;
  enum sm_view_pooling pooling;
  struct sm_view_cell_box box; /* cells of the file */
};
SM_CHECKED enum sm_status sm_view_read(struct sm_wind_file *file,
                                       const struct sm_view_read_request *request, float *out);

/* Coarsens cells in memory, like sm_view_read. */
SM_CHECKED enum sm_status sm_view_coarsen(struct sm_context *ctx, const size_t n[3],
                                          const struct sm_view_coarsening *factors,
                                          const float *from, float *out);

/* view.c */

/* Maximum number of cells in a level of a page, and approximate number in the coarsest level. */
enum { SM_VIEW_CELLS = 8000000, SM_VIEW_FEWEST = 30000, SM_VIEW_MAP = 1024, SM_VIEW_FIELDS = 64 };

enum sm_view_kind { SM_VIEW_GRID, SM_VIEW_TRAJECTORIES, SM_VIEW_PRISMS, SM_VIEW_PARTICLES };

/* Field of a source. */
struct sm_view_field {
  char name[96], label[160], unit[32];
  int components;
  bool map;         /* function of x and y only */
  bool logarithmic; /* quantities that span decades */
  bool whole;       /* integers */
  bool difference;  /* difference of two files: diverging colours around 0 */
  bool changed;     /* converted unit: value * change[0] + change[1] */
  double change[2];
  double range[2]; /* of the colours, for all records; equal: from the values that are shown */
  char along[32];  /* record dimension; "": a single record without a dimension */
  size_t records;
  size_t ground[2]; /* columns along x and y, for a map with its own columns; else 0 */
};

/* Cache of the last cells read, for coarser levels. */
struct sm_view_cache {
  int source, field, level;
  size_t record;
  float *value[SM_VIEW_COMPONENTS];
};

/* Particles at a list of times, one .vtp each. */
struct sm_view_snapshots {
  int count;
  char **path;
  double *time;   /* s; since 1970-01-01 UTC with a calendar */
  double *number; /* number of particles by time */
  size_t every;   /* one particle in `every` is shown */
  bool calendar;
  char species[SM_PLUME_SPECIES][SM_PLUME_NAME];
  int species_count; /* number of named species */
};

struct sm_view_source {
  enum sm_view_kind kind;
  char path[4096], title[256];
  struct sm_wind_file *file; /* grid file */
  struct sm_ncdata data;
  size_t n[2], by[2]; /* trajectories and samples; every by-th is shown */
  struct sm_view_field field[SM_VIEW_FIELDS];
  int fields;
  int finest, coarsest; /* range of levels of a grid */
  size_t map_by;        /* coarsening factor of maps */
  struct sm_view_snapshots shots;
};

/* Resolution of the data in a page. */
struct sm_view_choice {
  int bits;
  int coarser;  /* levels above the finest */
  size_t times; /* maximum number of records per field */
  bool server;  /* sent on request */
};

enum { SM_VIEW_SOURCES = 16 };
struct sm_view {
  struct sm_view_source *source[SM_VIEW_SOURCES];
  int sources;
  double origin[3]; /* origin of the page: south-west corner, lowest ground, m */
  double height;    /* m; NAN: not given */
  struct sm_view_cache kept;
  const struct sm_view_options *options; /* valid while opening */
};

/* Converts values of the file to the displayed unit. */
static inline void sm_view_convert_units(const struct sm_view_field *field, float *value,
                                         size_t count) {
  for (size_t i = 0; i < count && field->changed; i++)
    value[i] = (float)((double)value[i] * field->change[0] + field->change[1]);
}

/* Level of a choice; number of its records of a field, and the n-th record (the last is kept). */
int sm_view_level(const struct sm_view_source *source, const struct sm_view_choice *choice);
size_t sm_view_records(const struct sm_view_field *field, const struct sm_view_choice *choice);
size_t sm_view_record(const struct sm_view_field *field, const struct sm_view_choice *choice,
                      size_t n);

/* Appends the manifest of a choice to `out`. */
SM_CHECKED enum sm_status
sm_view_describe(struct sm_view *view, const struct sm_view_choice *choice, struct sm_text *out);

/* Request for the block of a field; `bits` is used where it can be chosen. */
struct sm_view_block_request {
  int source, field, level, bits, effort; /* effort: compression level, 1 to 9 */
  size_t record;
};
SM_CHECKED enum sm_status sm_view_make_block(struct sm_context *ctx, struct sm_view *view,
                                             const struct sm_view_block_request *want, void **out,
                                             size_t *size);

/* Parses "SOURCE/NAME/RECORD/LEVEL" into `want`. Returns the rest of the text, NULL without such a
 * field or record. The level is not checked. */
const char *sm_view_find(const struct sm_view *view, const char *name,
                         struct sm_view_block_request *want);

/* Coarsening factor of maps with n[0] x n[1] columns. */
size_t sm_view_map_factor(const size_t *n);

/* Adds a field to a source; NULL when there are too many. */
struct sm_view_field *sm_view_add_field(struct sm_view_source *source, const char *name,
                                        const char *label, const char *unit);

/* True when blocks of a field have levels: coarser cells or fewer particles. */
bool sm_view_has_levels(const struct sm_view_source *source, const struct sm_view_field *field);

/* For each kind of source: find the fields; add their part
 * of the manifest; make blocks. */
SM_CHECKED enum sm_status sm_view_grid_open(struct sm_context *ctx, struct sm_view_source *source,
                                            const char *minus);
void sm_view_grid_describe(const struct sm_view_source *source, const struct sm_view_choice *choice,
                           struct sm_facts *out);
SM_CHECKED enum sm_status sm_view_grid_make(struct sm_context *ctx, struct sm_view *view,
                                            const struct sm_view_block_request *want, void **out,
                                            size_t *size);
SM_CHECKED enum sm_status sm_view_trajectories_open(struct sm_context *ctx,
                                                    struct sm_view_source *source);
SM_CHECKED enum sm_status sm_view_prisms_open(struct sm_context *ctx,
                                              struct sm_view_source *source);
SM_CHECKED enum sm_status
sm_view_plane_describe(struct sm_context *ctx, struct sm_view_source *source, struct sm_facts *out);
SM_CHECKED enum sm_status sm_view_plane_make(struct sm_context *ctx, struct sm_view *view,
                                             const struct sm_view_block_request *want, void **out,
                                             size_t *size);
SM_CHECKED enum sm_status sm_view_particles_open(struct sm_context *ctx,
                                                 struct sm_view_source *source);
void sm_view_particles_close(struct sm_view_source *source);
void sm_view_particles_describe(const struct sm_view_source *source,
                                const struct sm_view_choice *choice, struct sm_facts *out);
SM_CHECKED enum sm_status sm_view_particles_make(struct sm_context *ctx,
                                                 const struct sm_view_source *source,
                                                 const struct sm_view_block_request *want,
                                                 void **out, size_t *size);

/* Lowest corner of the particles at the last time; {0, 0, 0} without particles. */
SM_CHECKED enum sm_status sm_view_particles_corner(struct sm_context *ctx,
                                                   const struct sm_view_source *source,
                                                   double corner[3]);

/* Lowest corner of all trajectories; 0 without any. */
SM_CHECKED enum sm_status sm_view_trajectories_corner(struct sm_view_source *source,
                                                      double corner[3]);

/* True for the name of a particle file or of a list of them. */
bool sm_view_is_particles(const char *path);

#endif
