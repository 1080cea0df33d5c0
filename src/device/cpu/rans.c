/* device/cpu/rans.c - rows of the kernels of the steady Reynolds-averaged flow
 * (device/cpu/row.h). */
#include "device/cpu/row.h"

#include "device/kernels_make_rows.h"

#include "cell/rans/kernels_rans.def"
