/* cpu_gas.c - rows of the kernels of the compressible solver (cpu_row.h). */
#include "device/cpu_row.h"

#include "device/make_rows.h"

#include "cell/kernels_gas.def"
