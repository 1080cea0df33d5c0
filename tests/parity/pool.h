/* pool.h - arrays for the kernels of the parity test, and their
 * contents. */
#ifndef SM_PARITY_POOL_H
#define SM_PARITY_POOL_H

#include "device/device.h"
#include <stdlib.h>

enum { FLOATS = 14, DOUBLES = 14, HALVES = 8, NUMBERS = SM_CG_COUNT };

enum { CENTRES = 256 };         /* offset of cell centres from faces */
enum { BLOCKS = 10 };           /* number of buildings, all in one tile */
enum { PRISMS = SM_PRISM_ROW }; /* number of triangular columns, and of vertices */
enum { DEGREE = 3 };            /* entries per row of a graph */
enum { CUTS = 40 };             /* maximum number of cut cells */
enum { LONGEST = 80 };          /* maximum cells along an axis */
enum {
  PARTICLES = 1500,
  SOURCES = 3,
  KINDS = 4,
  SPECIES = 2,
  TRAJECTORIES = 60,
  RECEPTORS = 5,
  BATCH = 700
};
enum { ZONES = 6, MOST_TILES = 64, POSITIONS = 256 }; /* numbers of plants and turbines */

/* Particles: records before and after sorting, and the sums they are added to. */
struct particles {
  struct sm_particle *particle, *particle_to;
  struct sm_particle_f64 *particle_f64, *particle_f64_to;
  struct sm_particle_tag *tag, *tag_to;
  struct sm_turbulence_state *turbulence, *turbulence_to;
  struct sm_particle_daughters *daughters, *daughters_to;
  struct sm_particle_chain *chain;
  struct sm_particle_kind *kind;
  struct sm_particle_kind_f64 *kind_f64;
  struct sm_plume_rise *rise;
  struct sm_trajectory_point *trajectory;
  struct sm_receptor_box *receptor;
  struct sm_wind_node *node; /* some more elements than cells */
  struct sm_turbulence_node *eddy;
  struct sm_spline_power_f32 *spline;
  struct sm_spline_power_f64 *spline_f64;
  uint32_t *bin, *rank, *bucket, *order;
  struct sm_collision_grain *grain;
  struct sm_coupled_grain *coupled;
  struct sm_layer_column *layer, *layer_to;
  struct sm_layer_state *layer_state;
  int *layer_bottom;
  int64_t *budget, *deposit, *sum, *cross_section, *received, *first, *impulse;
};

/* Flow solvers: fields with ghost cells. */
enum {
  FIELDS = 17,
  POSITIVE = 3, /* number of positive fields */
  LARGE = 13,   /* first of the fields with large values */
  POINTS = 5
};
struct fields {
  float *f[FIELDS];
  double *d[FIELDS];
  int32_t *faces;
  struct sm_flow_clock *clock;
  struct sm_flow_point *point; /* [POINTS] */
  struct sm_wall_tile *wall;   /* tiles of all rows; the last ones of the list are empty */
  struct sm_zero_tile *still;
};

/* All arrays that any kernel reads or writes; each back end has the same set. */
struct pool {
  float *f[FLOATS];
  double *d[DOUBLES];
  sm_half *h[HALVES];
  uint8_t *open, *surface;
  int *start, *parent, *place;
  uint32_t *row; /* graph: offsets of rows in link, and in part */
  struct sm_csr_link *link;
  uint32_t *part;
  int32_t *order;
  struct sm_distance_parabola *site; /* scratch memory */
  struct sm_urban_block *block;
  struct sm_block_extent *reach;
  struct sm_drag_wake *drag;
  int *block_tile;  /* start, end, blocks */
  float *block_top; /* of the zones of all blocks, m */
  float *line;      /* coordinates along an axis, m */
  struct sm_plant_zone *zone;
  struct sm_turbine_zone *turbine;
  uint32_t *tile; /* plants: start of each tile, then the zones of the tiles */
  int64_t *cell;
  int64_t *row_first, *listed; /* list of cells: start of each row, then the cells */
  int32_t *listed_layer;
  struct sm_cut_face_cell *cut;
  struct particles particles;
  struct fields fields;
  double *scalars, *out;
};

struct shape {
  int n[3], coarse[3];                      /* cells of the fine and coarse levels */
  struct sm_red_black fine, half, periodic; /* periodic: fine level with room for ghost cells */
  ptrdiff_t sy, sz;                         /* strides in natural order */
  size_t size;                              /* elements of each array, sufficient for all layouts */
  bool pair;                                /* x is coarsened */
  bool part, rough; /* type of the open fractions, float or 16 bits; by the kernel's name */
  int bits;
};

/* Random number from 0 to 2^31 - 1, reproducible. */
int random_count(void);

/* Random number from -0.5 to 0.5. */
static inline double random_number(void) { return random_count() / 2147483648.0 - 0.5; }

/* bits: precision of the state. */
struct shape shape_of(const int n[3], bool pair, int bits);

/* Number of faces of a component that receive momentum from particles. */
size_t impulses_of(const struct shape *s);

static inline ptrdiff_t columns_of(const struct shape *s) { return s->n[0] * (ptrdiff_t)s->n[1]; }
static inline size_t cells_of(const struct shape *s) {
  return (size_t)s->n[0] * (size_t)s->n[1] * (size_t)s->n[2];
}

/* Number of elements of a field, and of tiles of its rows. */
size_t field_size(const struct shape *s);
int64_t wall_tiles_of(const struct shape *s);

/* Arrays of a pool as a list of (address of the pointer, bytes). */
struct array {
  void *slot; /* address of the pointer in the pool */
  size_t bytes;
};
/* Pointer stored in a slot, of any type. */
void *get_array(const struct array *array);
void set_array(const struct array *array, void *memory);
enum { ARRAYS = FLOATS + DOUBLES + HALVES + 68 + 2 * FIELDS };
void list_arrays(struct pool *p, const struct shape *s, struct array out[ARRAYS]);

/* Pools in host memory; fill_pool fills them with noise, within the range required by the
   kernels. */
void create_pool(struct pool *p, const struct shape *s);
void fill_pool(struct pool *p, const struct shape *s);
void copy_pool(struct pool *to, struct pool *from, const struct shape *s);
void free_pool(struct pool *p, const struct shape *s);

#endif
