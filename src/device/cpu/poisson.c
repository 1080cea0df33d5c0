/* device/cpu/poisson.c - rows of the kernels of the Poisson equation (device/cpu/row.h). */
#include "device/cpu/row.h"

#include "device/cpu/rows.h"
#include "device/kernels_make_rows.h"

#include "cell/poisson/kernels_poisson.def"
