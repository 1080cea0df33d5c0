/* device/cpu/flow.c - rows of the kernels of the flow solvers (device/cpu/row.h). */
#include "device/cpu/row.h"
#include <stdbool.h>

#define SM_BITS 32
#include "cell/precision.h"

#include "device/cpu/mac_sor.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cpu/mac_sor.h"
#undef SM_BITS
#undef SM_REAL

#include "device/kernels_make_rows.h"

#include "cell/momentum/kernels_flow.def"
