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
#include "output/netcdf/wind_read.h"
#include "simoom/view.h"

/* block.c: Numbers for the page of `simoom view`: quantised, and compressed. A block, before it is
 * compressed, is little-endian:   "SV", bits (8, 16 or 32), components, number of values of a
 * component (4 bytes);   of each component the numbers of codes 1 and 2^bits - 1 (8 bytes each,
 * doubles);   of each component its codes as differences from the one before, modulo 2^bits: all
 * their low   bytes, then all the next ones. Code 0: no value. Of 32 bits the codes are whole
 * numbers themselves. */

enum { SM_VIEW_COMPONENTS = 3, SM_VIEW_DECADES = 6 };

/* What a block is made of. One of value and number is given. */
struct sm_view_values {
  int components;
  size_t count;                            /* values of a component */
  const float *value[SM_VIEW_COMPONENTS];  /* NAN: none */
  const double *exact[SM_VIEW_COMPONENTS]; /* the same in double precision */
  const int32_t *number;                   /* whole numbers, of one component */
  bool logarithmic; /* codes are of log10, over SM_VIEW_DECADES decades; 0 and less: the lowest */
};

/* The code of a number, and back. most: the largest code, 2^bits - 1. */
unsigned sm_view_quantise(double value, double low, double high, unsigned most);
double sm_view_restore(unsigned code, double low, double high, unsigned most);

/* Makes a block of 8 or 16 bits (32 of whole numbers), compressed at `level` (zlib's format).
 * *out is freed with free(). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_view_encode(struct sm_context *ctx,
                                         const struct sm_view_values *values, int bits, int level,
                                         void **out, size_t *size);

/* grid.c: Fields of a file on coarser cells, read slab by slab. */

/* How cells are joined: so many along x, y and z. */
struct sm_view_coarsening {
  size_t by[3];
};

/* Number of coarse cells along an axis of n cells: the last may be of fewer. */
size_t sm_view_coarse(size_t n, size_t by);

/* Factors of a level: 2^level, but 16 cells along x and y and 24 along z are left where there are
 * as many. */
struct sm_view_coarsening sm_view_level_factors(const size_t n[3], int level);

enum sm_view_pooling { SM_VIEW_MEAN, SM_VIEW_MAXIMUM };

/* Cells from[d] .. to[d] - 1 along each axis, of the file or of a level. */
struct sm_view_cell_box {
  size_t from[3], to[3];
};

/* Reads a variable [record][z][y][x], or a map [record][y][x], into coarse cells [z][y][x]: the
 * mean of the cells that have a value, NAN where less than half have. record < 0: the variable has
 * no such dimension. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_view_read_request {
  const char *variable;
  long record;
  bool map;
  struct sm_view_coarsening factors;
  enum sm_view_pooling pooling;
  struct sm_view_cell_box box; /* of cells of the file */
};
SM_CHECKED enum sm_status sm_view_read(struct sm_wind_file *file,
                                       const struct sm_view_read_request *request, float *out);

/* Joins cells that are in memory, as sm_view_read does. */
SM_CHECKED enum sm_status sm_view_coarsen(struct sm_context *ctx, const size_t n[3],
                                          const struct sm_view_coarsening *factors,
                                          const float *from, float *out);

/* view.c */

/* Cells of a level that a page is given at most; the coarsest level has about the fewest. */
enum { SM_VIEW_CELLS = 8000000, SM_VIEW_FEWEST = 30000, SM_VIEW_MAP = 1024, SM_VIEW_FIELDS = 64 };

enum sm_view_kind { SM_VIEW_GRID, SM_VIEW_TRAJECTORIES, SM_VIEW_PRISMS, SM_VIEW_PARTICLES };

/* A field of a source. */
struct sm_view_field {
  char name[96], label[160], unit[32];
  int components;
  bool map;         /* over x and y only */
  bool logarithmic; /* of what spans decades */
  bool whole;       /* of whole numbers */
  bool difference;  /* of two files: its colours have 0 in the middle */
  bool changed;     /* shown in another unit: the file's numbers times change[0], plus change[1] */
  double change[2];
  char along[32]; /* the dimension of records; "": there is one, without a dimension */
  size_t records;
  size_t
      ground[2]; /* columns along x and y of a map that has its own; 0: it has those of the cells */
};

/* Cells that were read last, for coarser levels of them. */
struct sm_view_cache {
  int source, field, level;
  size_t record;
  float *value[SM_VIEW_COMPONENTS];
};

/* All particles at some times, of a .vtp each. */
struct sm_view_snapshots {
  int count;
  char **path;
  double *time;   /* s; since 1970-01-01 UTC with a calendar */
  double *number; /* of the particles */
  size_t every;   /* one in so many is shown */
  bool calendar;
  char species[SM_PLUME_SPECIES][SM_PLUME_NAME];
  int species_count; /* that have names */
};

struct sm_view_source {
  enum sm_view_kind kind;
  char path[4096], title[256];
  struct sm_wind_file *file; /* of a grid */
  struct sm_ncdata data;
  size_t n[2], by[2]; /* trajectories and samples of each; every by-th of them is shown */
  struct sm_view_field field[SM_VIEW_FIELDS];
  int fields;
  int finest, coarsest; /* levels, of a grid */
  size_t map_by;        /* columns that are joined in maps */
  struct sm_view_snapshots shots;
};

/* What of it a page is given. */
struct sm_view_choice {
  int bits;
  int coarser;  /* levels beyond the finest */
  size_t times; /* records of a field at most */
  bool server;  /* as they are asked for */
};

enum { SM_VIEW_SOURCES = 16 };
struct sm_view {
  struct sm_view_source *source[SM_VIEW_SOURCES];
  int sources;
  double origin[3]; /* m, south-west corner and lowest ground of the first source */
  double height;    /* m; NAN: not given */
  struct sm_view_cache kept;
  const struct sm_view_options *options; /* while it is opened */
};

/* Numbers of the file in the unit that they are shown in. */
static inline void sm_view_convert_units(const struct sm_view_field *field, float *value,
                                         size_t count) {
  for (size_t i = 0; i < count && field->changed; i++)
    value[i] = (float)((double)value[i] * field->change[0] + field->change[1]);
}

/* The level of a choice; which records of a field it has: the last one is always among them. */
int sm_view_level(const struct sm_view_source *source, const struct sm_view_choice *choice);
size_t sm_view_records(const struct sm_view_field *field, const struct sm_view_choice *choice);
size_t sm_view_record(const struct sm_view_field *field, const struct sm_view_choice *choice,
                      size_t n);

/* The manifest of a choice, appended to `out`. */
SM_CHECKED enum sm_status
sm_view_describe(struct sm_view *view, const struct sm_view_choice *choice, struct sm_text *out);

/* The block of a field, of `bits` bits where they may be chosen. */
struct sm_view_block_request {
  int source, field, level, bits, effort; /* effort: of the compression, 1 to 9 */
  size_t record;
};
SM_CHECKED enum sm_status sm_view_make_block(struct sm_context *ctx, struct sm_view *view,
                                             const struct sm_view_block_request *want, void **out,
                                             size_t *size);

/* Reads "SOURCE/NAME/RECORD/LEVEL" into `want`: what follows it, NULL where there is no such field
 * or record. The level may be any number. */
const char *sm_view_find(const struct sm_view *view, const char *name,
                         struct sm_view_block_request *want);

/* How many columns of n[0] x n[1] are joined along each axis in a map. */
size_t sm_view_map_factor(const size_t *n);

/* A new field of a source; NULL when there are too many. */
struct sm_view_field *sm_view_add_field(struct sm_view_source *source, const char *name,
                                        const char *label, const char *unit);

/* Whether blocks of a field are of levels: of cells, or of more and fewer particles. */
bool sm_view_has_levels(const struct sm_view_source *source, const struct sm_view_field *field);

/* Of each kind of sources: finds their fields; adds what the manifest says of them; makes blocks.
 */
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

/* The lowest corner of the particles at the last time; {0, 0, 0}: no particles. */
SM_CHECKED enum sm_status sm_view_particles_corner(struct sm_context *ctx,
                                                   const struct sm_view_source *source,
                                                   double corner[3]);

/* Lowest corner of all trajectories; 0 without any. */
SM_CHECKED enum sm_status sm_view_trajectories_corner(struct sm_view_source *source,
                                                      double corner[3]);

/* Whether a name is that of particles at one time, or of a list of times. */
bool sm_view_is_particles(const char *path);

#endif
