/* device/cpu/particles.c - rows of the particle kernels (device/cpu/row.h). */
#include "device/cpu/row.h"

#include "device/cpu/particle_pack.h"
#include "device/kernels_make_rows.h"

#include "cell/particles/kernels_particles.def"
