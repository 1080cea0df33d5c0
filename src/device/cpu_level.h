/* cpu_level.h - x86-64 level (instruction set) of the processor. */
#ifndef SM_DEVICE_CPU_LEVEL_H
#define SM_DEVICE_CPU_LEVEL_H

/* Highest x86-64 level supported by this processor and by a build of the CPU loops: 1, 3 or 4; 0 on
 * other processors. */
int sm_cpu_level(void);

#endif
