/* device/cuda/smoothers.h - selects the Poisson solver steps that run vectorised by four
 * (device/cuda/vector4.h), alone or as two or three fused steps, and their launch shapes. For
 * device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_SMOOTHERS_H
#define SM_DEVICE_CUDA_SMOOTHERS_H

/* Launch shape: the row of a block has few threads, so that few are idle, times as many rows as
 * give `threads`; a block takes `planes` layers in sequence. */
struct vec4_shape {
  dim3 grid, block;
  int planes;
};
static struct vec4_shape vec4_shape_of(int half, int rows, int layers, unsigned threads,
                                       int planes) {
  struct vec4_shape shape;
  unsigned x = WARP;
  while (x > 4 && (int)x / 2 * QUAD >= half) x /= 2;
  shape.block = dim3(x, threads / x);
  shape.planes = planes;
  shape.grid = dim3(blocks(0, half, QUAD * (int)x), blocks(0, rows, (int)shape.block.y),
                    blocks(0, layers, planes));
  return shape;
}

/* Successive layers share rows in the cache, but small boxes are spread over more blocks. */
enum { MANY_PLANES = 4, MANY_BLOCKS = 4000 };

template <form FORM, start START>
static void launch_smooth(struct sm_device *device, const struct sm_box *box,
                          const struct sm_poisson_operator *op, float *x, const float *b,
                          int colour, float omega) {
  if (empty(box)) return;
  const int half = box->hi[0], rows = box->hi[1] - box->lo[1], layers = box->hi[2] - box->lo[2];
  struct vec4_shape shape = vec4_shape_of(half, rows, layers, 128, MANY_PLANES);
  if (shape.grid.x * shape.grid.y * shape.grid.z < MANY_BLOCKS)
    shape = vec4_shape_of(half, rows, layers, 128, 1);
  SM_LAUNCH((smooth_vec4<FORM, START>), shape.grid, shape.block, stream_of(device), *box, *op, x, b,
            colour, omega, shape.planes);
}

#define SMOOTH_QUADS(NAME, FORM)                                                                   \
  static bool run_vec4(tag_smooth_##NAME, struct sm_device *device, const struct sm_box *box,      \
                       const struct sm_smooth *s) {                                                \
    (s->keep == 0.0f                                                                               \
         ? launch_smooth<FORM, SECOND>                                                             \
         : launch_smooth<FORM, LATER>)(device, box, &s->op, s->x, s->b, s->colour, s->omega);      \
    return true;                                                                                   \
  }                                                                                                \
  static bool run_vec4(tag_smooth_first_##NAME, struct sm_device *device,                          \
                       const struct sm_box *box, const struct sm_smooth *s) {                      \
    launch_smooth<FORM, FIRST>(device, box, &s->op, s->x, s->b, s->colour, s->omega);              \
    return true;                                                                                   \
  }
SMOOTH_QUADS(open, OPEN)
SMOOTH_QUADS(part, PART)
SMOOTH_QUADS(coarse, COARSE)

#define LEVEL_0_QUADS(NAME, FORM)                                                                  \
  static bool run_vec4(tag_relax_##NAME, struct sm_device *device, const struct sm_box *box,       \
                       const struct sm_sor_relax *s) {                                             \
    launch_smooth<FORM, LATER>(device, box, &s->op, s->x, s->b, s->colour, s->omega);              \
    return true;                                                                                   \
  }                                                                                                \
  static bool run_vec4(tag_apply_##NAME, struct sm_device *device, const struct sm_box *box,       \
                       const struct sm_poisson_apply *s, double *out) {                            \
    reduce(device, apply_all_vec4<FORM>, combine_kernel_apply_##NAME, box, s, out);                \
    return true;                                                                                   \
  }
LEVEL_0_QUADS(open, OPEN)
LEVEL_0_QUADS(part, PART)

template <form FORM, bool PAIR>
static void launch_restrict(struct sm_device *device, const struct sm_defect *defect,
                            const struct sm_solver_step *step, int fine_half) {
  const struct sm_box *box = &step->box;
  const struct vec4_shape shape =
      vec4_shape_of(fine_half, box->hi[1] - box->lo[1], box->hi[2], 128, 1);
  SM_LAUNCH((restrict_vec4<FORM, PAIR>), shape.grid, shape.block, stream_of(device), *box, *defect,
            step->args.restriction.t, step->args.restriction.to, fine_half);
}

/* Fused defect and restriction; false if the two steps are of other types. */
static bool run_restriction(struct sm_device *device, const struct sm_solver_step *step) {
  const bool pair = step[1].kind == SM_STEP_restrict_pair;
  if (!pair && step[1].kind != SM_STEP_restrict_single) return false;
  const struct sm_defect *defect = &step->args.defect;
  const int half = step->box.hi[0];
  const struct timed timed(device, "restrict");
  switch (step->kind) {
  case SM_STEP_defect_open:
    (pair ? launch_restrict<OPEN, true> : launch_restrict<OPEN, false>)(device, defect, step + 1,
                                                                        half);
    return true;
  case SM_STEP_defect_part:
    (pair ? launch_restrict<PART, true> : launch_restrict<PART, false>)(device, defect, step + 1,
                                                                        half);
    return true;
  case SM_STEP_defect_coarse:
    (pair ? launch_restrict<COARSE, true> : launch_restrict<COARSE, false>)(device, defect,
                                                                            step + 1, half);
    return true;
  default: return false;
  }
}

template <form FORM, bool PAIR>
static void launch_prolong_smooth(struct sm_device *device, const struct sm_solver_step *step) {
  const struct sm_box *box = &step[1].box;
  const struct vec4_shape shape =
      vec4_shape_of(box->hi[0], box->hi[1] - box->lo[1], box->hi[2], 128, 1);
  const struct sm_prolongation *p = &step[0].args.prolongation;
  SM_LAUNCH((prolong_smooth_vec4<FORM, PAIR, true>), shape.grid, shape.block, stream_of(device),
            *box, step[1].args.smooth, *p);
  SM_LAUNCH((prolong_smooth_vec4<FORM, PAIR, false>), shape.grid, shape.block, stream_of(device),
            *box, step[2].args.smooth, *p);
}

/* Fused prolongation and sweep in two passes instead of three; false if the three steps are of
 * other types. */
static bool run_prolong_smooth(struct sm_device *device, const struct sm_solver_step *step) {
  const bool pair = step[0].kind == SM_STEP_prolong_pair;
  if (!pair && step[0].kind != SM_STEP_prolong_single) return false;
  const struct sm_smooth *first = &step[1].args.smooth, *second = &step[2].args.smooth;
  if (step[1].kind != step[2].kind || first->colour == second->colour || first->keep == 0.0f)
    return false;
  const struct timed timed(device, "raise");
  switch (step[1].kind) {
  case SM_STEP_smooth_open:
    (pair ? launch_prolong_smooth<OPEN, true> : launch_prolong_smooth<OPEN, false>)(device, step);
    return true;
  case SM_STEP_smooth_part:
    (pair ? launch_prolong_smooth<PART, true> : launch_prolong_smooth<PART, false>)(device, step);
    return true;
  case SM_STEP_smooth_coarse:
    (pair ? launch_prolong_smooth<COARSE, true> : launch_prolong_smooth<COARSE, false>)(device,
                                                                                        step);
    return true;
  default: return false;
  }
}

#endif
