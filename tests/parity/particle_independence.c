#include "arguments.h"
#include "judge.h"
#include <string.h>

enum { STEPS = 6 };

#define KERNELS(KERNEL)                                                                            \
  KERNEL(advance_faces)                                                                            \
  KERNEL(advance_trilinear)                                                                        \
  KERNEL(advance_bspline)                                                                          \
  KERNEL(advance_vortex)                                                                           \
  KERNEL(advance_bspline_etd4)                                                                     \
  KERNEL(advance_vortex_etd4)                                                                      \
  KERNEL(disperse_faces)                                                                           \
  KERNEL(disperse_trilinear)

static const char *const kernels_of[] = {
#define NAMES(NAME) #NAME "_f32", #NAME "_f64",
    KERNELS(NAMES)
#undef NAMES
};

static void call(struct sm_device *device, const char *kernel,
                 const struct sm_particle_advance *a) {
  const struct sm_backend *be = device->backend;
  const struct sm_box box = {{0, 0, 0},
                             {SM_PARTICLE_ROW, (PARTICLES - 1) / SM_PARTICLE_ROW + 1, 1}};
#define CALL(NAME)                                                                                 \
  if (strcmp(kernel, #NAME "_f32") == 0) be->NAME##_f32(device, &box, a);                          \
  if (strcmp(kernel, #NAME "_f64") == 0) be->NAME##_f64(device, &box, a);
  KERNELS(CALL)
#undef CALL
}

/* Batches of so many steps. No particle waits for its release, as long as a batch here, or begins
 * anew, as another kind here. */
static void advance(struct sm_device *device, const char *kernel, struct pool *p,
                    const struct shape *s, int steps) {
  struct sm_particle_advance a = make_particle_advance(p, s);
  a.released = 0;
  a.sides = a.sides == SM_ACTION_RESET ? SM_ACTION_DELETE : a.sides;
  a.steps = steps;
  for (int done = 0; done < STEPS; done += steps) {
    call(device, kernel, &a);
    a.first_step += (uint32_t)steps;
    a.time += (float)steps * a.h_f32;
  }
}

/* The particles, and what is known of them, `by` places farther on. */
static void move_places(struct pool *to, const struct pool *from, int by) {
  for (int m = 0; m < PARTICLES; m++) {
    const int there = (m + by) % PARTICLES;
    to->particles.particle[there] = from->particles.particle[m];
    to->particles.particle_f64[there] = from->particles.particle_f64[m];
    to->particles.tag[there] = from->particles.tag[m];
    to->particles.turbulence[there] = from->particles.turbulence[m];
    to->particles.daughters[there] = from->particles.daughters[m];
  }
}

static void compare_one(struct sm_device *device, const char *kernel, const int n[3]) {
  const struct shape s = shape_of(n, true, device->bits);
  struct pool start = {0}, one = {0}, other = {0}, back = {0};
  struct pool *const pools[] = {&start, &one, &other, &back};
  for (int m = 0; m < 4; m++) create_pool(pools[m], &s);
  fill_pool(&start, &s);
  fill_particles(&start, &s, kernel);
  copy_pool(&one, &start, &s);
  advance(device, kernel, &one, &s, STEPS);
  for (int steps = 1; steps < STEPS; steps++) {
    if (STEPS % steps != 0) continue;
    copy_pool(&other, &start, &s);
    advance(device, kernel, &other, &s, steps);
    judge(particle_difference(&other, &one, &s) == 0, kernel, "batches matter", device->bits,
          steps);
  }
  for (int by = 1; by < 150; by += 37) {
    copy_pool(&other, &start, &s);
    move_places(&other, &start, by);
    advance(device, kernel, &other, &s, STEPS);
    copy_pool(&back, &other, &s);
    move_places(&back, &other, PARTICLES - by);
    judge(particle_difference(&back, &one, &s) == 0, kernel, "places matter", device->bits, by);
  }
  for (int m = 0; m < 4; m++) free_pool(pools[m], &s);
}

void compare_independence(struct sm_device *device) {
  static const int sizes[][3] = {{37, 6, 5}, {70, 5, 4}, {1, 3, 2}, {2, 1, 1}};
  if (!sm_device_is_host(device)) return;
  for (size_t k = 0; k < sizeof kernels_of / sizeof *kernels_of; k++)
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++)
      compare_one(device, kernels_of[k], sizes[z]);
}
