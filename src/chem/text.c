#include "chem/text.h"

#include "chem/generate.h"
#include <stdint.h>
#include <string.h>

/* Lines of text_*.h, each array ended by NULL; made by CMake. */
extern const char *const sm_embedded_text_prelude[];
extern const char *const sm_embedded_text_args[];
extern const char *const sm_embedded_text_state[];
extern const char *const sm_embedded_text_kernels[];
extern const char *const sm_embedded_chem_rkc[];

/* With 255 registers no more than eight warps run, so that a block of eight is all. */
struct sm_chem_shape sm_chem_shape(const struct sm_mechanism *m, size_t room) {
  struct sm_chem_shape shape = {128, 0, 0};
  if (m->species_count <= SM_CHEM_IN_REGISTERS) return shape;
  const size_t column = 2 * sizeof(double) * (size_t)m->species_count;
  int32_t warps = 8;
  while (warps > 1 && (size_t)warps * 32 * column > room) warps--;
  shape = (struct sm_chem_shape){warps * 32, 0, (size_t)warps * 32 * column};
  return shape;
}

/* Work of a part, in simple reactions, whose instructions a processor of a GPU keeps together with
 * those of the thermodynamics; the best of 40 to 200 on an H100. In registers there is one part. */
enum { SM_CHEM_PART_WORK = 140 };

/* A line SM_CHEM_RKC_TEMPLATE stands for the template of RKC2, which is no text of ours alone. */
static void add_lines(struct sm_text *out, const char *const *line) {
  for (; *line != NULL; line++)
    if (strcmp(*line, "SM_CHEM_RKC_TEMPLATE") == 0)
      add_lines(out, sm_embedded_chem_rkc);
    else
      sm_text_add(out, "%s\n", *line);
}

enum sm_status sm_chem_text(struct sm_context *ctx, const struct sm_mechanism *m,
                            const struct sm_chem_shape *shape, unsigned kernels,
                            struct sm_text *out) {
  const bool shared = shape != NULL && shape->shared_bytes > 0;
  const bool apart = shared && kernels == SM_CHEM_KERNEL_RATES;
  if (shape != NULL) {
    sm_text_add(out, "#define SM_CHEM_THREADS %d\n", (int)shape->threads);
    sm_text_add(out, "#define SM_CHEM_BOUNDS SM_CHEM_THREADS");
    if (shape->blocks > 0) sm_text_add(out, ", %d", (int)shape->blocks);
    sm_text_add(out, "\n");
    if (shared) sm_text_add(out, "#define SM_CHEM_SHARED\n");
    if (apart) sm_text_add(out, "#define SM_CHEM_APART\n");
  }
  if (kernels & SM_CHEM_KERNEL_RATES) sm_text_add(out, "#define SM_CHEM_RATES\n");
  if (kernels & SM_CHEM_KERNEL_STEPS) sm_text_add(out, "#define SM_CHEM_STEPS\n");
  if (kernels & SM_CHEM_KERNEL_RKC) sm_text_add(out, "#define SM_CHEM_RKC\n");
  add_lines(out, sm_embedded_text_prelude);
  add_lines(out, sm_embedded_text_args);
  add_lines(out, sm_embedded_text_state);
  SM_TRY(sm_generate(ctx, m, shared ? SM_CHEM_PART_WORK : INT32_MAX, apart, out));
  add_lines(out, sm_embedded_text_kernels);
  return out->failed ? sm_fail(ctx, SM_ERR_MEMORY, "error: no memory for generated code") : SM_OK;
}
