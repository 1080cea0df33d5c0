/* cpu_poisson.c - rows of the kernels of the pressure equation (cpu_row.h). */
#include "device/cpu_row.h"

#include "device/cpu_rows.h"
#include "device/make_rows.h"

#include "cell/kernels_poisson.def"
