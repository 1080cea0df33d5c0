/* fields.h - fields of a flow solver on a device: three velocity fields, solids, and ghost values
 * beyond the boundaries (cell/momentum/fields.h). */
#ifndef SM_PHYSICS_FLOW_FIELDS_H
#define SM_PHYSICS_FLOW_FIELDS_H

#include "case/case.h"
#include "device/array_store.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/flow/state_list.h"
#include "physics/prescribed/host_wind.h"

enum { SM_FLOW_WINDS = 3 };

struct sm_flow_weather; /* physics/flow/boundary/boundaries.h */

/* Boundary conditions of the domain, with kind `weather` resolved. */
struct sm_flow_boundaries {
  enum sm_boundary_kind kind[SM_SIDES];
  bool periodic[3];
  double out_area; /* m2, open area of the outflow sides; 0: none */
};

/* Tiles of the faces across an axis: those next to walls, and those on walls; NULL: none. */
struct sm_flow_tiles {
  struct sm_wall_tile *wall;
  struct sm_zero_tile *zero_tile;
  int64_t walls, zero_tiles;
};

/* Prognostic members besides the current wind. A flow with borrowed wind has no pressure. */
#define SM_FLOW_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                            \
  FIELD(pressure, )                /* m2/s2: pressure over density */                              \
  REALS(drags, , self->drag_count) /* drag coefficients; on the ground by stability */             \
  ARRAY(struct sm_flow_clock, clock, , 1)                                                          \
  ARRAY(struct sm_bulk_force, bulk_force, , 3) /* per component */                                 \
  ARRAY(double, outflow, , SM_SIDES)           /* outward flow rate of each side, m3/s */

struct sm_flow {
  SM_STATE_MEMBERS(SM_FLOW_STATE)
  struct sm_device *device;       /* borrowed */
  const struct sm_domain *domain; /* borrowed */
  const struct sm_case_flow *c;   /* borrowed */
  struct sm_store *store;         /* all memory of the model; freed with the flow */
  double roughness;               /* roughness length of buildings, m */
  struct sm_flow_layout layout;
  struct sm_flow_boundaries sides;
  struct sm_flow_metric metric;
  union sm_reals eddy;                /* m2/s */
  int winds;                          /* number of own winds, at most SM_FLOW_WINDS */
  union sm_reals u[SM_FLOW_WINDS][3]; /* m/s */
  int32_t *faces; /* cell/momentum/fields.h; includes one layer (compressible: two) beyond every
                     side */
  struct sm_flow_tiles tiles[3];
  struct sm_flow_drag drag;
  size_t drag_count;
  struct sm_ghosts ghosts[SM_FLOW_WINDS][3]; /* per axis of the sides */
  union sm_reals plane[SM_SIDES][3];         /* m/s, of the ghosts or the wall; NULL: none */
  struct sm_flow_weather *weather;           /* that changes; NULL: boundary winds are steady */
  double geostrophic[2];                     /* geostrophic wind at the start, m/s */
  /* Several processes (share.h), else NULL: rows of this one, the same with ghosts, and `rows`
   * while only those are computed. */
  struct sm_rows *rows, *whole;
  const struct sm_rows *own;
  int *part_cut; /* rows of a box, while it is gathered */
};

/* Allocates fields, metric and sides with `winds` velocity fields, not yet set, and without the
 * tiles of walls (sm_flow_walls_make). With 0 winds, velocity and eddy viscosity are borrowed,
 * their owner fills `faces` (physics/compressible/fields.h), and there is no pressure. `weather`:
 * diagnostic wind for sides of kind `weather`; else NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE
 * (sides and axes that do not fit). */
SM_CHECKED enum sm_status sm_flow_create(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_domain *domain, struct sm_device *device,
                                         const struct sm_host_wind *weather, int winds,
                                         struct sm_flow **out);
void sm_flow_destroy(struct sm_flow **flow);

/* Array at offset `by` from a device array. */
union sm_reals sm_flow_offset(const struct sm_flow *flow, union sm_reals from, ptrdiff_t by);

/* Allocations that live as long as the flow. On the device: a zeroed field, *out points at cell (0,
 * 0, 0); zeroed numbers in the precision of the run; a copy of `host`, or zeros if it is NULL. On
 * the host: zeros. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_field(struct sm_context *ctx, const struct sm_flow *flow,
                                        const char *what, union sm_reals *out);
SM_CHECKED enum sm_status sm_flow_reals(struct sm_context *ctx, const struct sm_flow *flow,
                                        size_t count, const char *what, union sm_reals *out);
SM_CHECKED enum sm_status sm_flow_put(struct sm_context *ctx, const struct sm_flow *flow,
                                      const void *host, size_t count, size_t size, const char *what,
                                      void *out_pointer);
SM_CHECKED enum sm_status sm_flow_host(struct sm_context *ctx, const struct sm_flow *flow,
                                       size_t count, size_t size, const char *what,
                                       void *out_pointer);

/* Copies `count` numbers from the host to a device array in the precision of the run, and back.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_upload_array(struct sm_context *ctx, const struct sm_flow *flow,
                                               const double *from, size_t count, union sm_reals to);
SM_CHECKED enum sm_status sm_flow_download_array(struct sm_context *ctx, const struct sm_flow *flow,
                                                 union sm_reals from, size_t count, double *to);

/* Copies a whole field from host numbers in the field's layout, and back. */
SM_CHECKED enum sm_status sm_flow_upload(struct sm_context *ctx, const struct sm_flow *flow,
                                         const double *from, union sm_reals to);
SM_CHECKED enum sm_status sm_flow_download(struct sm_context *ctx, const struct sm_flow *flow,
                                           union sm_reals from, double *to);
/* Copies a whole field on the device. */
SM_CHECKED enum sm_status sm_flow_copy(struct sm_context *ctx, const struct sm_flow *flow,
                                       union sm_reals from, union sm_reals to);

/* Drag coefficients (stress over speed squared): of the logarithmic law at a distance from a wall;
 * and of the wall on a face of a cell, at its centre, 0 if it is not rough. */
double sm_flow_rough_drag(double distance, double roughness);
double sm_flow_wall_drag(const struct sm_flow *flow, int axis, int high, const int at[3]);

/* Lends the wind to a run state without own memory (sm_state_create_borrowed); copies it to one
 * with memory. */
void sm_flow_lend_to_state(const struct sm_flow *flow, int wind, struct sm_state *state);
void sm_flow_copy_to_state(const struct sm_flow *flow, int wind, struct sm_state *state);

/* Boxes of all cells, of several processes in a step those of this one; and of the low faces of a
 * component that a step changes, without those on sides. */
struct sm_box sm_flow_cells(const struct sm_flow *flow);
/* Cell at an element offset from cell (0, 0, 0), and its centre: m from the corner of the case's
 * domain, and above the lowest ground. */
void sm_flow_cell_at(const struct sm_flow *flow, int64_t element, double margin, int64_t at[3],
                     double position[3]);
struct sm_box sm_flow_faces(const struct sm_flow *flow, int axis);

#endif
