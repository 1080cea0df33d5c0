/* solver_step.h - solver steps: kernel calls as data. A list of steps that is constant in time is
 * built once; a back end may merge small steps. */
#ifndef SM_DEVICE_SOLVER_STEP_H
#define SM_DEVICE_SOLVER_STEP_H

#include "cell/cells.h"

enum sm_solver_step_kind {
#define STEP(NAME, ARGS) SM_STEP_##NAME,
#define FEW_STEP STEP
#include "device/kernels_only_steps.h"

#include "cell/kernels.def"
#include "device/kernels_undef.h"
};

struct sm_solver_step {
  enum sm_solver_step_kind kind;
  struct sm_box box;
  union {
    struct sm_smooth smooth;
    struct sm_defect defect;
    struct sm_restriction restriction;
    struct sm_prolongation prolongation;
    struct sm_dense dense;
    struct sm_periodic_copy periodic_copy;
  } args;
};

#endif
