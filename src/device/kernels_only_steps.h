/* device/kernels_only_steps.h - starts an expansion of cell/kernels.def for kernels of solver steps
 * only; STEP and FEW_STEP must be defined before. */
#define EACH(NAME, ARGS)
#define FEW(NAME, ARGS)
#define SUM(NAME, ARGS)
#define MAX(NAME, ARGS)
#define EACH_REAL(NAME, ARGS)
#define SUM_REAL(NAME, ARGS)
#define MAX_REAL(NAME, ARGS)
