/* device/kernels_only_steps.h - begins an expansion of cell/kernels.def for the kernels of steps
 * only: after STEP and FEW_STEP have been defined. */
#define EACH(NAME, ARGS)
#define FEW(NAME, ARGS)
#define SUM(NAME, ARGS)
#define MAX(NAME, ARGS)
#define EACH_REAL(NAME, ARGS)
#define SUM_REAL(NAME, ARGS)
#define MAX_REAL(NAME, ARGS)
