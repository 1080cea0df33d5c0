/* cpu_flow.c - rows of the kernels of the flow solvers (cpu_row.h). */
#include "device/cpu_row.h"

#include "device/cpu_griebel.h"
#include "device/make_rows.h"

#include "cell/kernels_flow.def"
