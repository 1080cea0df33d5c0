/* physics/flow/view.h - fields and state of a flow solver beside the wind: cell fields for files,
 * means and probes, and the parts of a checkpoint. */
#ifndef SM_PHYSICS_FLOW_VIEW_H
#define SM_PHYSICS_FLOW_VIEW_H

#include "physics/flow/fields.h"

/* A field on cells; its pointer is to cell (0, 0, 0) in the layout of the flow. */
struct sm_flow_output {
  struct sm_field_info info;
  union sm_reals field;
};

/* An array, of the device unless `on_host`. Saved and read back as it is. */
struct sm_flow_part {
  char name[40]; /* physics/flow/state_list.h makes it */
  void *memory;
  size_t count, size;
  bool on_host;
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
  struct sm_flow_means *means;   /* NULL: the case wants none */
  struct sm_flow_probes *probes; /* NULL: it has none */
  struct sm_flow_series *series; /* NULL: it writes none */
  struct sm_flow_bodies *bodies; /* likewise */
  double time;                   /* s after the first wind that is written */
  double step;                   /* s, the last one; 0: none yet */
  int64_t steps;
  int wind;                 /* which of the flow's is that of `time` */
  bool steady;              /* it is, as the case means it */
  double coarse_cell_steps; /* of this run, on the grids before that of the case */
  double chemistry_seconds; /* of the clock, of this run: reactions of the gas; 0: none */
  struct sm_flow_output output[SM_FLOW_OUTPUTS];
  int output_count;
  /* What is carried and not among the outputs: for the file of a run that fails. */
  struct sm_flow_output prognostic[SM_FLOW_PROGNOSTIC];
  int prognostic_count;
  struct sm_flow_part part[SM_FLOW_PARTS];
  int part_count;
  const struct sm_chem_cell *failed_cell; /* whose chemistry failed, the first; NULL: none */
};

/* Adds to the lists of a view, which have room for all that a case can have. */
void sm_flow_view_output(struct sm_flow_view *view, struct sm_flow_output output);
/* A field of simoom/fields.def. */
void sm_flow_view_listed(struct sm_flow_view *view, enum sm_field field, union sm_reals value);
void sm_flow_view_prognostic(struct sm_flow_view *view, struct sm_flow_output output);

/* Adds the parts of a flow whose present wind is `wind`. */
void sm_flow_parts(struct sm_flow *flow, int wind, struct sm_flow_view *view);

#endif
