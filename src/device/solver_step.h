/* solver_step.h - kernel calls as data. A list of steps that does not change from one time to the
 * next is made once; a back end runs it as it likes best, merging small steps for example. */
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
