/* Prescribed wind models "vortex", "rotor" and "file": shared functions. */
#include "physics/prescribed/internal.h"

#include "physics/turbulence/closure.h"
#include <math.h>

unsigned sm_prescribed_wind_fields(const struct sm_case *c) {
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W | sm_closure_fields(c);
}

struct sm_step_report sm_prescribed_wind_report(double divergence) {
  return (struct sm_step_report){.reached = true,
                                 .converged = true,
                                 .iteration_bytes = (double)NAN,
                                 .divergence = divergence,
                                 .change = (double)NAN};
}
