/* device/cpu/flow.c - rows of the kernels of the flow solvers (device/cpu/row.h). */
#include "device/cpu/row.h"

#include "device/cpu/mac_sor.h"
#include "device/kernels_make_rows.h"

#include "cell/momentum/kernels_flow.def"
