/* cpu_particles.c - rows of the kernels of particles (cpu_row.h). */
#include "device/cpu_row.h"

#include "device/cpu_flock.h"
#include "device/make_rows.h"

#include "cell/kernels_particles.def"
