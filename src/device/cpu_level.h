/* cpu_level.h - level of x86-64 of the processor. */
#ifndef SM_DEVICE_CPU_LEVEL_H
#define SM_DEVICE_CPU_LEVEL_H

/* Highest level of x86-64 that this processor has and that there is a build of the CPU's loops
 * for: 1, 3 or 4; 0 on other processors. */
int sm_cpu_level(void);

#endif
