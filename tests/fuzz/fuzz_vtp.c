/* Fuzz target of the readers of particles at one time, .vtp, and of their list, .pvd. replay.c runs
 * it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "output/vtk/particles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_particles(struct sm_context *ctx, const char *path) {
  struct sm_particle_snapshot shot;
  if (sm_particle_vtk_open(ctx, path, &shot) != SM_OK) {
    if (sm_context_message(ctx)[0] == '\0') abort();
    return;
  }
  double *value = malloc((3 * shot.count + 1) * sizeof *value);
  for (int a = 0; a < SM_PARTICLE_ARRAYS && value != NULL; a++)
    for (size_t every = 1; every < 3; every++) {
      size_t count = 0;
      const enum sm_status status =
          sm_particle_vtk_some(&shot, a, every, shot.count, value, &count);
      if (count > shot.count || (status != SM_OK && sm_context_message(ctx)[0] == '\0')) abort();
    }
  free(value);
  sm_particle_vtk_close(&shot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file input;
  char file[128];
  struct sm_context *ctx = NULL;
  int count = 0;
  double time;
  const char *path = input_file(&input, data, size, ".vtp");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  read_particles(ctx, path);
  const enum sm_status status =
      sm_particle_vtk_list(ctx, path, -1, &count, file, sizeof file, &time);
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  if (status == SM_OK && count < 1) abort();
  sm_context_destroy(&ctx);
  return 0;
}
