/* device/kernels_make_rows.h - begins an expansion of a list of kernels (kernels.def) that makes
 * their rows, but for those that have rows of their own. */
#define ROW_EACH(NAME, ARGS)
#define ROW_STEP ROW_EACH
#define ROW_MANY(NAME, ARGS, BLOCKS)
#define ROW_SUM ROW_EACH
#define ROW_SUM_THEN(NAME, ARGS, THEN)
#define ROW_SUM_REAL ROW_EACH
#define LINES_REAL ROW_EACH
#define BOTH(KIND, NAME, ARGS) KIND(NAME##_f32, ARGS) KIND(NAME##_f64, ARGS)
#define EACH(NAME, ARGS) MAKE_ROW(NAME, ARGS, SIMD)
#define STEP EACH
#define FEW(NAME, ARGS) MAKE_ROW(NAME, ARGS, NO_SIMD)
#define FEW_STEP FEW
#define UNEVEN FEW
#define MANY(NAME, ARGS, BLOCKS) FEW(NAME, ARGS)
#define SUM(NAME, ARGS) MAKE_TERMS(NAME, ARGS, ADD)
#define SUM_THEN(NAME, ARGS, THEN) SUM(NAME, ARGS)
#define MAX(NAME, ARGS) MAKE_TERMS(NAME, ARGS, LARGER)
#define EACH_REAL(NAME, ARGS) BOTH(EACH, NAME, ARGS)
#define FEW_REAL(NAME, ARGS) BOTH(FEW, NAME, ARGS)
#define MANY_REAL(NAME, ARGS, BLOCKS_32, BLOCKS_64) EACH_REAL(NAME, ARGS)
#define UNEVEN_REAL FEW_REAL
#define SUM_REAL(NAME, ARGS) BOTH(SUM, NAME, ARGS)
#define MAX_REAL(NAME, ARGS) BOTH(MAX, NAME, ARGS)
