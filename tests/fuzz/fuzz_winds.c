/* Fuzz target of the reader of winds that others computed (NetCDF). replay.c runs it without
 * libFuzzer. */
#define _DEFAULT_SOURCE
#include "input/netcdf/winds_file.h"
#include "input_file.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 100000 }; /* cells that are read */

/* Faces that were taken rise. */
static void check_axes(const struct sm_winds_file *file) {
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < file->n[a]; i++)
      if (!(file->face[a][i + 1] > file->face[a][i])) abort();
  for (size_t t = 1; t < file->time_count; t++)
    if (!(file->time[t] > file->time[t - 1])) abort();
}

static enum sm_status read_all(struct sm_winds_file *file) {
  const size_t cells = (size_t)file->n[0] * (size_t)file->n[1] * (size_t)file->n[2];
  const size_t faces = cells > MOST ? 0 : 8 * (cells + 1);
  double *value = malloc(faces * sizeof *value);
  uint8_t *type = malloc(faces), *open = malloc(faces);
  enum sm_status status = SM_OK;
  bool known, with_faces;
  for (int c = 0; c < 3 && faces > 0 && status == SM_OK; c++)
    status = sm_winds_file_read(file, file->time_count - 1, c, 0, sm_winds_file_count(file, c, 2),
                                value);
  if (faces > 0 && status == SM_OK)
    status = sm_winds_file_solids(file, &known, type, &with_faces, open);
  if (faces > 0 && status == SM_OK) status = sm_winds_file_map(file, "terrain", &known, value);
  free(value);
  free(type);
  free(open);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file input;
  struct sm_context *ctx = NULL;
  struct sm_winds_file file;
  struct sm_winds_cut *cut = NULL;
  size_t cuts = 0;
  const char *path = input_file(&input, data, size, ".nc");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  enum sm_status status = sm_winds_file_open(ctx, path, &file);
  if (status == SM_OK) {
    check_axes(&file);
    status = read_all(&file);
    if (status == SM_OK) status = sm_winds_file_cuts(&file, &cut, &cuts);
    sm_free(cut);
    sm_winds_file_close(&file);
  }
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  sm_context_destroy(&ctx);
  return 0;
}
