/* fields.h - fields of a flow solver on a device: three copies of the velocity, solids, and ghost
 * values beyond the boundaries (cell/momentum/fields.h). */
#ifndef SM_PHYSICS_FLOW_FIELDS_H
#define SM_PHYSICS_FLOW_FIELDS_H

#include "case/case.h"
#include "device/array_store.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/flow/state_list.h"
#include "physics/prescribed/host_wind.h"

enum { SM_FLOW_WINDS = 3 };

/* What is at the sides of the domain, with `weather` resolved. */
struct sm_flow_boundaries {
  enum sm_boundary_kind kind[SM_SIDES];
  bool periodic[3];
  double out_area; /* m2, of the faces through which air flows out; 0: nowhere */
};

/* Tiles of the faces across an axis that have walls beside them, and that are walls; NULL: none. */
struct sm_flow_tiles {
  struct sm_wall_tile *wall;
  struct sm_zero_tile *zero_tile;
  int64_t walls, zero_tiles;
};

/* Beside the wind of now. Where the wind is lent there is no pressure. */
#define SM_FLOW_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                            \
  FIELD(pressure, )                /* m2/s2: over density */                                       \
  REALS(drags, , self->drag_count) /* what drag lies in: of the ground, as warm as it is */        \
  ARRAY(struct sm_flow_clock, clock, , 1)                                                          \
  ARRAY(struct sm_bulk_force, bulk_force, , 3) /* of each component */                             \
  ARRAY(double, outflow, , SM_SIDES)           /* m3/s through each side, outwards */

struct sm_flow {
  SM_STATE_MEMBERS(SM_FLOW_STATE)
  struct sm_device *device;       /* borrowed */
  const struct sm_domain *domain; /* borrowed */
  const struct sm_case_flow *c;   /* borrowed */
  struct sm_store *store;         /* all memory of the model, which ends with the flow */
  double roughness;               /* m, of buildings */
  struct sm_flow_layout layout;
  struct sm_flow_boundaries sides;
  struct sm_flow_metric metric;
  union sm_reals eddy;                /* m2/s */
  int winds;                          /* at most SM_FLOW_WINDS of its own */
  union sm_reals u[SM_FLOW_WINDS][3]; /* m/s */
  union sm_reals zero;                /* in place of a pressure */
  int32_t *faces; /* cell/momentum/faces.h; of the cells and of one (of a gas: two) beyond
                     every side */
  struct sm_flow_tiles tiles[3];
  struct sm_flow_drag drag;
  size_t drag_count;
  struct sm_ghosts ghosts[SM_FLOW_WINDS][3]; /* by the axis of the sides */
  union sm_reals plane[SM_SIDES][3];         /* m/s, of the air or the wall beyond; NULL: none */
};

/* Fields, metric, walls and sides; so many winds, but nothing in them yet; with none the wind
 * and the viscosity of eddies are lent, the faces are filled by who lends them
 * (physics/compressible/fields.h), and there is no pressure. `weather`: the diagnostic wind, for
 * sides that follow it; NULL where none does. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (sides and
 * axes that do not fit). */
SM_CHECKED enum sm_status sm_flow_create(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_domain *domain, struct sm_device *device,
                                         const struct sm_host_wind *weather, int winds,
                                         struct sm_flow **out);
void sm_flow_destroy(struct sm_flow **flow);

/* Element `by` of an array of the device. */
union sm_reals sm_flow_offset(const struct sm_flow *flow, union sm_reals from, ptrdiff_t by);

/* Memory that lives as long as the flow does. On the device: a zeroed field, *out points at cell
 * (0, 0, 0); zeroed numbers in the precision of the run; a copy of `host`, zeros where that is
 * NULL. On the host: zeros. Errors: ERR_MEMORY, ERR_DEVICE. */
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

/* `count` numbers of the host to an array of the device, in the precision of the run; and from one.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_upload_array(struct sm_context *ctx, const struct sm_flow *flow,
                                               const double *from, size_t count, union sm_reals to);
SM_CHECKED enum sm_status sm_flow_download_array(struct sm_context *ctx, const struct sm_flow *flow,
                                                 union sm_reals from, size_t count, double *to);

/* All elements of a field from numbers of the host, in the field's layout; and to them. */
SM_CHECKED enum sm_status sm_flow_upload(struct sm_context *ctx, const struct sm_flow *flow,
                                         const double *from, union sm_reals to);
SM_CHECKED enum sm_status sm_flow_download(struct sm_context *ctx, const struct sm_flow *flow,
                                           union sm_reals from, double *to);

/* Stress over the speed squared, by the logarithmic law at a distance from a wall; and of the wall
 * on a face of a cell, at its centre, 0 where it is not rough. */
double sm_flow_rough_drag(double distance, double roughness);
double sm_flow_wall_drag(const struct sm_flow *flow, int axis, int high, const int at[3]);

/* The wind to a state of the run that has none of its own (sm_state_create_borrowed); a copy of it
 * to one that has. */
void sm_flow_lend_to_state(const struct sm_flow *flow, int wind, struct sm_state *state);
void sm_flow_copy_to_state(const struct sm_flow *flow, int wind, struct sm_state *state);

/* All cells; the low faces that a component changes, those of sides not among them. */
struct sm_box sm_flow_cells(const struct sm_flow *flow);
/* The cell that is so many elements after cell (0, 0, 0), and its middle: m from the corner of the
 * case, and above the lowest ground. */
void sm_flow_cell_at(const struct sm_flow *flow, int64_t element, double margin, int64_t at[3],
                     double position[3]);
struct sm_box sm_flow_faces(const struct sm_flow *flow, int axis);

#endif
