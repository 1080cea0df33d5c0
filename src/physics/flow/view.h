/* physics/flow/view.h - fields and state of a flow solver besides the wind: cell fields for files,
 * means and probes, and the parts of a checkpoint. */
#ifndef SM_PHYSICS_FLOW_VIEW_H
#define SM_PHYSICS_FLOW_VIEW_H

#include "physics/flow/fields.h"

/* A cell field; its pointer is at cell (0, 0, 0) in the layout of the flow. */
struct sm_flow_output {
  struct sm_field_info info;
  union sm_reals field;
};

/* A checkpoint part: an array on the device or, with `on_host`, on the host. Saved and restored
 * unchanged. */
struct sm_flow_part {
  char name[40]; /* made by physics/flow/state_list.h */
  void *memory;
  size_t count, size;
  bool on_host;
  union sm_reals field; /* of a field of the flow: its cell (0, 0, 0); else NULL */
};

/* Every listed field, species and all scalars of a case; of each what goes on, and its means. */
enum {
  SM_FLOW_OUTPUTS = 2 * SM_FLOW_SCALARS + SM_FIELD_COUNT,
  SM_FLOW_PROGNOSTIC = 5,
  SM_FLOW_PARTS = 60 + 6 * (SM_FLOW_SCALARS + 2) + 3 * SM_FLOW_OUTPUTS
};

struct sm_chem_cell;

struct sm_flow_view {
  const struct sm_flow *flow;
  struct sm_flow_means *means;   /* may be NULL */
  struct sm_flow_probes *probes; /* may be NULL */
  struct sm_flow_series *series; /* may be NULL */
  struct sm_flow_bodies *bodies; /* may be NULL */
  double time;                   /* s since the first output */
  double step;                   /* last time step, s; 0: none yet */
  int64_t steps;
  int wind;                 /* index of the current wind */
  bool steady;              /* the flow is steady by the criterion of the case */
  double coarse_cell_steps; /* cell steps of this run on coarser grids */
  double chemistry_seconds; /* wall-clock time of chemistry in this run; 0: none */
  struct sm_flow_output output[SM_FLOW_OUTPUTS];
  int output_count;
  /* Prognostic fields that are not outputs, for the failure dump. */
  struct sm_flow_output prognostic[SM_FLOW_PROGNOSTIC];
  int prognostic_count;
  struct sm_flow_part part[SM_FLOW_PARTS];
  int part_count;
  const struct sm_chem_cell *failed_cell; /* first cell with failed chemistry; NULL: none */
};

/* Adds to the lists of a view, which have room for every case. */
void sm_flow_view_output(struct sm_flow_view *view, struct sm_flow_output output);
/* Adds a field of simoom/fields.def. */
void sm_flow_view_listed(struct sm_flow_view *view, enum sm_field field, union sm_reals value);
void sm_flow_view_prognostic(struct sm_flow_view *view, struct sm_flow_output output);

/* Of several processes: gets all fields that are parts (share.h), between steps. */
void sm_flow_view_gather(const struct sm_flow_view *view);

/* Of several processes: gets all parts from process 0, which has read them. */
void sm_flow_view_get(const struct sm_flow_view *view);

/* Adds the parts of a flow with current wind `wind`. */
void sm_flow_parts(struct sm_flow *flow, int wind, struct sm_flow_view *view);

#endif
