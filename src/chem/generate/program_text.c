/* The whole program of a mechanism's kernels, as text for NVRTC or a compiler of C. */
#include "chem/generate/internal.h"

#include "chem/generate/generate.h"
#include "chem/integrate/sparse_lu.h"
#include <stdint.h>
#include <string.h>

/* Lines of text_*.h, each array ended by NULL; made by CMake. */
extern const char *const sm_embedded_prelude[];
extern const char *const sm_embedded_kernel_args[];
extern const char *const sm_embedded_cell_state[];
extern const char *const sm_embedded_kernels[];
extern const char *const sm_embedded_rosenbrock_kernels[];
extern const char *const sm_embedded_rkc[];
extern const char *const sm_embedded_step_control[];

/* Doubles of a cell in shared memory. */
static size_t column_of(const struct sm_mechanism *m, unsigned kernels) {
  if (kernels & (SM_CHEM_KERNEL_BEGIN | SM_CHEM_KERNEL_POTENTIALS | SM_CHEM_KERNEL_FACTOR |
                 SM_CHEM_KERNEL_STAGE))
    return 0;
  return m->species_count > SM_CHEM_IN_REGISTERS ? 2 * (size_t)m->species_count : 0;
}

/* With 255 registers no more than eight warps run, so that a block of eight is all. */
struct sm_chem_launch_config sm_chem_choose_launch(const struct sm_mechanism *m, unsigned kernels,
                                                   size_t room) {
  const size_t column = column_of(m, kernels) * sizeof(double);
  int32_t warps = 8;
  const bool twice = (kernels & (SM_CHEM_KERNEL_FACTOR | SM_CHEM_KERNEL_STAGE)) != 0;
  if (column == 0) return (struct sm_chem_launch_config){128, twice ? 2 : 0, 0};
  while (warps > 1 && (size_t)warps * 32 * column > room) warps--;
  return (struct sm_chem_launch_config){warps * 32, 0, (size_t)warps * 32 * column};
}

/* Work of a part, in simple reactions, whose instructions a processor of a GPU keeps together with
 * those of the thermodynamics; the best of 40 to 200 on an H100. Where constants are kept too there
 * is more to do for each: the best of 60, 90 and 140. In registers there is one part. */
enum { SM_CHEM_PART_WORK = 140, SM_CHEM_CONSTANTS_WORK = 90 };

/* Lines SM_CHEM_RKC_TEMPLATE and SM_CHEM_STEP_TEMPLATE stand for headers that the CPU has too, less
 * what they include. */
static void add_lines(struct sm_text *out, const char *const *line) {
  for (; *line != NULL; line++)
    if (strcmp(*line, "SM_CHEM_RKC_TEMPLATE") == 0)
      add_lines(out, sm_embedded_rkc);
    else if (strcmp(*line, "SM_CHEM_STEP_TEMPLATE") == 0)
      add_lines(out, sm_embedded_step_control);
    else if (strncmp(*line, "#include \"", 10) != 0)
      sm_text_add(out, "%s\n", *line);
}

static const struct {
  unsigned kernel;
  const char *name;
} guards[] = {{SM_CHEM_KERNEL_RATES, "RATES"},
              {SM_CHEM_KERNEL_STEPS, "STEPS"},
              {SM_CHEM_KERNEL_RKC, "RKC"},
              {SM_CHEM_KERNEL_BEGIN, "BEGIN"},
              {SM_CHEM_KERNEL_POTENTIALS, "POTENTIALS"},
              {SM_CHEM_KERNEL_CONSTANTS, "SLOPES"},
              {SM_CHEM_KERNEL_AGAIN, "AGAIN"},
              {SM_CHEM_KERNEL_MATRIX, "MATRIX"},
              {SM_CHEM_KERNEL_FACTOR, "FACTOR"},
              {SM_CHEM_KERNEL_STAGE, "STAGE"}};

static void add_head(struct sm_text *out, const struct sm_chem_launch_config *shape,
                     unsigned kernels, bool apart) {
  if (shape != NULL) {
    sm_text_add(out, "#define SM_CHEM_THREADS %d\n", (int)shape->threads);
    sm_text_add(out, "#define SM_CHEM_BOUNDS SM_CHEM_THREADS");
    if (shape->blocks > 0) sm_text_add(out, ", %d", (int)shape->blocks);
    sm_text_add(out, "\n");
    if (shape->shared_bytes > 0) sm_text_add(out, "#define SM_CHEM_SHARED\n");
  }
  if (apart) sm_text_add(out, "#define SM_CHEM_APART\n");
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
    if (kernels & guards[i].kernel) sm_text_add(out, "#define SM_CHEM_%s\n", guards[i].name);
  add_lines(out, sm_embedded_prelude);
  add_lines(out, sm_embedded_kernel_args);
  add_lines(out, sm_embedded_cell_state);
}

/* What is generated for a part of a step of Rosenbrock. */
static enum sm_status add_slopes(struct sm_context *ctx, const struct sm_mechanism *m,
                                 unsigned kernels, int32_t reactions, struct sm_text *out) {
  const enum sm_generate_part what = kernels == SM_CHEM_KERNEL_CONSTANTS    ? SM_GENERATE_CONSTANTS
                                     : kernels == SM_CHEM_KERNEL_AGAIN      ? SM_GENERATE_RATES
                                     : kernels == SM_CHEM_KERNEL_MATRIX     ? SM_GENERATE_COLUMNS
                                     : kernels == SM_CHEM_KERNEL_FACTOR     ? SM_GENERATE_FACTOR
                                     : kernels == SM_CHEM_KERNEL_STAGE      ? SM_GENERATE_SOLVE
                                     : kernels == SM_CHEM_KERNEL_POTENTIALS ? SM_GENERATE_POTENTIALS
                                                                            : SM_GENERATE_NOTHING;
  struct sm_kinetics *kinetics = NULL;
  struct sm_sparse_lu *sparse = NULL;
  enum sm_status status;
  SM_TRY_DONE(sm_kinetics_create(ctx, m, &kinetics));
  SM_TRY_DONE(sm_reactor_jacobian_pattern(ctx, kinetics, &sparse));
  status = sm_generate_derivatives(ctx, m, sparse, what, reactions, out);
done:
  sm_sparse_lu_destroy(&sparse);
  sm_kinetics_destroy(&kinetics);
  return status;
}

enum sm_status sm_chem_program_text(struct sm_context *ctx, const struct sm_mechanism *m,
                                    const struct sm_chem_launch_config *shape, unsigned kernels,
                                    struct sm_text *out) {
  const bool shared = shape != NULL && shape->shared_bytes > 0;
  const bool apart = (shared && kernels == SM_CHEM_KERNEL_RATES) ||
                     (kernels & (SM_CHEM_KERNEL_CONSTANTS | SM_CHEM_KERNEL_AGAIN)) != 0;
  const int32_t work = !shared                               ? INT32_MAX
                       : kernels == SM_CHEM_KERNEL_CONSTANTS ? SM_CHEM_CONSTANTS_WORK
                                                             : SM_CHEM_PART_WORK;
  add_head(out, shape, kernels, apart);
  if (kernels < SM_CHEM_KERNEL_BEGIN)
    SM_TRY(sm_generate_kinetics(ctx, m, work, apart, out));
  else
    SM_TRY(add_slopes(ctx, m, kernels, work, out));
  add_lines(out, sm_embedded_kernels);
  if (kernels >= SM_CHEM_KERNEL_BEGIN) add_lines(out, sm_embedded_rosenbrock_kernels);
  return out->failed ? sm_fail(ctx, SM_ERR_MEMORY, "error: no memory for generated code") : SM_OK;
}
