/* pool.h - the arrays that the kernels of the parity test work on, and what they are filled with.
 */
#ifndef SM_PARITY_POOL_H
#define SM_PARITY_POOL_H

#include "device/device.h"
#include <stdlib.h>

enum { FLOATS = 14, DOUBLES = 13, HALVES = 8, NUMBERS = SM_CG_COUNT };

enum { CENTRES = 256 };         /* where centres of cells lie behind faces */
enum { BLOCKS = 10 };           /* of buildings, all in one tile */
enum { PRISMS = SM_PRISM_ROW }; /* columns over triangles, and vertices */
enum { DEGREE = 3 };            /* of the rows of a graph */
enum { CUTS = 40 };             /* cells at most */
enum { LONGEST = 80 };          /* axis, cells */
enum {
  PARTICLES = 1500,
  SOURCES = 3,
  KINDS = 4,
  SPECIES = 2,
  TRAJECTORIES = 60,
  RECEPTORS = 5,
  BATCH = 700
};
enum { ZONES = 6, MOST_TILES = 64, POSITIONS = 256 }; /* of plants, and turbines */

/* Of particles: records, before and after they are sorted, and what they are added to. */
struct particles {
  struct sm_particle *particle, *particle_to;
  struct sm_particle_tag *tag, *tag_to;
  struct sm_turbulence_state *turbulence, *turbulence_to;
  struct sm_particle_kind *kind;
  struct sm_plume_rise *rise;
  struct sm_trajectory_point *trajectory;
  struct sm_receptor_box *receptor;
  struct sm_wind_node *node; /* some more than cells */
  struct sm_turbulence_node *eddy;
  struct sm_spline_power *spline;
  uint32_t *bin, *rank, *bucket, *order;
  struct sm_collision_grain *grain;
  struct sm_coupled_grain *coupled;
  int64_t *budget, *deposit, *sum, *cross_section, *received, *first, *impulse;
};

/* Of the flow solvers: fields with ghosts. */
enum {
  FIELDS = 17,
  POSITIVE = 3, /* so many are above 0 */
  LARGE = 13,   /* those from here on are large */
  POINTS = 5
};
struct fields {
  float *f[FIELDS];
  double *d[FIELDS];
  int32_t *faces;
  struct sm_flow_clock *clock;
  struct sm_flow_point *point; /* POINTS of them */
  struct sm_wall_tile *wall;   /* tiles of all rows, the last of the list are empty */
  struct sm_zero_tile *still;
};

/* All arrays that any kernel reads or writes; the same set lies on every back end. */
struct pool {
  float *f[FLOATS];
  double *d[DOUBLES];
  sm_half *h[HALVES];
  uint8_t *open, *surface;
  int *start, *parent, *place;
  uint32_t *row; /* of a graph: entries into link, and into part */
  struct sm_csr_link *link;
  uint32_t *part;
  int32_t *order;
  struct sm_distance_parabola *site; /* scratch */
  struct sm_urban_block *block;
  struct sm_block_extent *reach;
  struct sm_drag_wake *drag;
  int *block_tile; /* start, end, blocks */
  float *line;     /* places along an axis, m */
  struct sm_plant_zone *zone;
  struct sm_turbine_zone *turbine;
  uint32_t *tile; /* of plants: starts, then the zones of one tile after another */
  int64_t *cell;
  int64_t *row_first, *listed; /* of a list of cells: where those of a row begin; the list */
  int32_t *listed_layer;
  struct sm_cut_face_cell *cut;
  struct particles particles;
  struct fields fields;
  double *scalars, *out;
};

struct shape {
  int n[3], coarse[3];                      /* cells of the fine and the coarse level */
  struct sm_red_black fine, half, periodic; /* joined: of the fine level, with room for ghosts */
  ptrdiff_t sy, sz;                         /* natural order */
  size_t size;                              /* elements of each array: enough for all layouts */
  bool pair;                                /* x is coarsened */
  bool part, rough; /* form of the open fractions: float, 16 bits; by the kernel's name */
  int bits;
};

/* 0 to 2^31 - 1, the same from run to run. */
int random_count(void);

/* -0.5 to 0.5. */
static inline double random_number(void) { return random_count() / 2147483648.0 - 0.5; }

/* bits: of the state. */
struct shape shape_of(const int n[3], bool pair, int bits);

/* Faces of a component that take momentum from particles. */
size_t impulses_of(const struct shape *s);

static inline size_t cells_of(const struct shape *s) {
  return (size_t)s->n[0] * (size_t)s->n[1] * (size_t)s->n[2];
}

/* Elements of each of the fields; tiles of their rows. */
size_t field_size(const struct shape *s);
int64_t wall_tiles_of(const struct shape *s);

/* The arrays of a pool as a list of (address of the pointer, bytes). */
struct array {
  void *slot; /* where the pool keeps the pointer to it */
  size_t bytes;
};
/* The pointer in a slot, whatever it points to. */
void *get_array(const struct array *array);
void set_array(const struct array *array, void *memory);
enum { ARRAYS = FLOATS + DOUBLES + HALVES + 56 + 2 * FIELDS };
void list_arrays(struct pool *p, const struct shape *s, struct array out[ARRAYS]);

/* Pools in host memory; fill_pool: with noise, where it matters in the range that kernels see. */
void create_pool(struct pool *p, const struct shape *s);
void fill_pool(struct pool *p, const struct shape *s);
void copy_pool(struct pool *to, struct pool *from, const struct shape *s);
void free_pool(struct pool *p, const struct shape *s);

#endif
