/* simoom.h - the whole public interface. */
#ifndef SIMOOM_SIMOOM_H
#define SIMOOM_SIMOOM_H

#include "simoom/case.h"
#include "simoom/chem.h"
#include "simoom/chem_cell.h"
#include "simoom/context.h"
#include "simoom/cross_validation.h"
#include "simoom/csv.h"
#include "simoom/fields.h"
#include "simoom/mechanism.h"
#include "simoom/output.h"
#include "simoom/result.h"
#include "simoom/run.h"
#include "simoom/simulation.h"
#include "simoom/status.h"
#include "simoom/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "0.2.0" */
SM_PUBLIC const char *sm_version(void);

#ifdef __cplusplus
}
#endif
#endif
