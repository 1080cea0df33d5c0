/* begun.h - names of the files that a run begins while it is set up: those who write them and those
 * who take them away when it is stopped then (sm_run_begun) have them from here. */
#ifndef SM_RUN_BEGUN_H
#define SM_RUN_BEGUN_H

#include "base/file.h"

/* Behind the prefix of the run; the last three are tables, in the order of enum sm_flow_table. */
#define SM_BEGUN_WIND ".nc"
#define SM_BEGUN_PROBES "_probes.csv"
#define SM_BEGUN_SERIES "_series.csv"
#define SM_BEGUN_FORCES "_forces.csv"

#endif
