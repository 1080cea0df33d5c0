/* device/cpu/wind.c - rows of the kernels of the diagnostic wind (device/cpu/row.h). */
#include "device/cpu/row.h"

#include "device/kernels_make_rows.h"

#include "cell/diagnostic/kernels_wind.def"
