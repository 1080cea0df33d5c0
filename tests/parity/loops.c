#include "judge.h"

#include "device/device_profile.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 47, MOST = 60 };

struct loop_result {
  float *lambda, changes[MOST];
  int done;
};

/* Iterations of sor-global, launched by the host; shared: through shared memory. */
static void loop_by_host(struct sm_device *device, struct sm_sor_loop *loop, bool shared) {
  const struct sm_backend *be = device->backend;
  struct sm_sor_arrays *l = &loop->lambda;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}}, cells = {{0, 0, 0}, {l->nx, l->ny, l->nz}};
  const struct sm_box half = {{0, 0, 0}, {(l->nx + 1) / 2, l->ny, l->nz}};
  const struct sm_box ground = {{0, 0, 0}, {l->nx, l->ny, 1}};
  const struct sm_box lines = {{0, 0, 0}, {l->nx, l->nz, 1}};
  float *change = l->change;
  int done = 0;
  while (done < loop->limit) {
    be->save_lambda(device, &cells, l);
    for (l->colour = 1; l->colour >= 0; l->colour--) {
      if (shared) {
        be->sor_shared(device, l);
      } else {
        be->sor(device, &half, l);
      }
    }
    be->neumann(device, &ground, l);
    if (++done % loop->every != 0) continue;
    l->change = loop->changes + done / loop->every - 1;
    be->error_lines(device, &lines, l);
    be->error(device, &one, l);
    float value;
    be->download(device, &value, l->change, sizeof value);
    if (value <= loop->stop) break;
  }
  l->change = change;
  be->upload(device, loop->done, &done, sizeof done);
}

/* A box of cells whose coefficients are 1, but 0 at its lower sides, and a source in its middle. */
static void fill_loop(const struct sm_sor_arrays *at, ptrdiff_t origin, size_t size, float *array) {
  for (int k = 0; k < at->nz; k++)
    for (int j = 0; j < at->ny; j++)
      for (int i = 0; i < at->nx; i++) {
        const ptrdiff_t c = origin + i + j * at->sy + k * at->sz;
        const bool open[6] = {true, i > 0, true, j > 0, true, k > 0};
        for (size_t m = 0; m < 6; m++) array[m * size + (size_t)c] = open[m] ? 1.0f : 0.0f;
        array[6 * size + (size_t)c] = i == at->nx / 2 && j == at->ny / 2 ? 1.0f : 0.0f;
      }
}

/* how: 0 by the host, 1 through shared memory, 2 by kernels that launch kernels, 3 by a graph. */
static const char *run_loop(struct sm_device *device, const int n[3], int every, float stop,
                            int how, struct loop_result *result) {
  const struct sm_backend *be = device->backend;
  struct sm_sor_loop loop = {
      .graph = how == 3, .limit = ITERATIONS / every * every, .every = every, .stop = stop};
  struct sm_sor_arrays *l = &loop.lambda;
  size_t size;
  ptrdiff_t o;
  sm_sor_arrays_layout(l, n, &size, &o);
  const size_t lines = (size_t)n[0] * (size_t)n[2], count = 9 * size + lines + 1 + MOST;
  float *host = calloc(count, sizeof *host), *all = be->allocate(device, count * sizeof *host);
  loop.done = be->allocate(device, sizeof(int));
  fill_loop(l, o, size, host);
  be->upload(device, all, host, count * sizeof *host);
  float **const array[9] = {&l->e, &l->f, &l->g, &l->h, &l->m, &l->n, &l->r, &l->lambda, &l->old};
  for (size_t m = 0; m < 9; m++) *array[m] = all + m * size + o;
  l->line = all + 9 * size;
  l->change = l->line + lines;
  loop.changes = l->change + 1;
  l->omega = 1.5f;
  const char *error = NULL;
  if (how < 2) {
    loop_by_host(device, &loop, how == 1);
  } else {
    error = be->sor_loop(device, &loop);
  }
  if (error == NULL) error = be->sync(device);
  result->lambda = calloc(size, sizeof *host);
  be->download(device, result->lambda, all + 7 * size, size * sizeof *host);
  be->download(device, result->changes, loop.changes, sizeof result->changes);
  be->download(device, &result->done, loop.done, sizeof result->done);
  be->release(device, all);
  be->release(device, loop.done);
  free(host);
  return error;
}

static void compare_loop(struct sm_device *device, const int n[3], int every, float stop, int how) {
  static const char *const names[] = {"sor-global", "sor-shared", "sor-dynamic", "sor-graph"};
  struct loop_result a, b;
  const char *error = run_loop(device, n, every, stop, 0, &a);
  judge(error == NULL, names[0], device->name, 32, NAN);
  judge(stop == 0 ? a.done == ITERATIONS / every * every : a.done < ITERATIONS / every * every,
        names[0], "iterations", 32, a.done);
  error = run_loop(device, n, every, stop, how, &b);
  if (error == NULL || strstr(error, "need CUDA") == NULL) {
    judge(error == NULL, names[how], device->name, 32, NAN);
    judge(a.done == b.done, names[how], "iterations", 32, b.done);
    double worst = 0;
    const size_t size = (size_t)(n[0] + 2) * (size_t)(n[1] + 2) * (size_t)(n[2] + 2);
    for (size_t c = 0; c < size; c++) widen(&worst, (double)a.lambda[c], (double)b.lambda[c]);
    for (int m = 0; m < a.done / every; m++)
      widen(&worst, (double)a.changes[m], (double)b.changes[m]);
    judge(worst <= 1e-6, names[how], "lambda and changes", 32, worst);
  }
  free(a.lambda);
  free(b.lambda);
}

/* Calls and seconds of a kernel in a profile. */
static struct sm_device_profile_row row_of(const struct sm_device_profile *profile,
                                           const char *name) {
  for (int r = 0; r < profile->count; r++)
    if (strcmp(profile->row[r].name, name) == 0) return profile->row[r];
  return (struct sm_device_profile_row){.calls = 0};
}

/* A profile sees the kernels inside a loop that the device runs, 2 or 3. */
static void check_profile(struct sm_device *device, int how) {
  static const char *const names[] = {"save_lambda", "sor", "neumann", "error_lines", "error"};
  static const int n[3] = {37, 6, 5};
  struct loop_result result;
  struct sm_device_profile *profile = device->profile;
  device->backend->sync(device); /* brings what is still to be read */
  *profile = (struct sm_device_profile){.events = profile->events};
  const char *error = run_loop(device, n, 1, 0, how, &result);
  for (int k = 0; k < 5 && error == NULL; k++) {
    const struct sm_device_profile_row row = row_of(profile, names[k]);
    const int64_t calls = strcmp(names[k], "sor") == 0 ? 2 * ITERATIONS : ITERATIONS;
    judge(row.calls == calls, names[k], "calls in a loop of the device", 32, (double)row.calls);
    judge(row.seconds > 0, names[k], "seconds in a loop of the device", 32, row.seconds);
  }
  const struct sm_device_profile_row rest =
      row_of(profile, how == 2 ? "dynamic_parallel" : "while_node");
  if (error == NULL) judge(rest.seconds > 0, "loop", "launches", 32, rest.seconds);
  free(result.lambda);
}

/* The profile is taken until the device is destroyed. */
static void check_profiles(struct sm_device *device) {
  struct sm_context *ctx = NULL;
  bool good = sm_context_create(NULL, &ctx) == SM_OK;
  if (good && device->profile == NULL) good = sm_device_begin_profile(ctx, device) == SM_OK;
  judge(good, "profile", device->name, 32, NAN);
  if (good) check_profile(device, 2);
  if (good) check_profile(device, 3);
  sm_context_destroy(&ctx);
}

void compare_loops(struct sm_device *device) {
  if (device->backend->sor_loop == NULL) return;
  static const int sizes[][3] = {{37, 6, 5}, {5, 9, 3}, {1, 3, 2}};
  struct loop_result result;
  const char *error = run_loop(device, sizes[2], 1, 0, 3, &result);
  if (error != NULL) printf("skipped sor-graph on %s: %s\n", device->name, error);
  free(result.lambda);
  for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++)
    for (int how = 1; how <= 3; how++) {
      compare_loop(device, sizes[z], 1, 0, how);
      compare_loop(device, sizes[z], 3, 0, how);
      compare_loop(device, sizes[z], 1, 0.05f, how);
    }
  check_profiles(device);
}
