/* cpu_wind.c - rows of the kernels of the diagnostic wind (cpu_row.h). */
#include "device/cpu_row.h"

#include "device/make_rows.h"

#include "cell/kernels_wind.def"
