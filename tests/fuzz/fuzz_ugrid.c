/* Fuzz target of the reader of UGRID files. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "domain/mesh/triangles.h"
#include "input/mesh/internal.h"
#include "input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  struct sm_mesh mesh = {0};
  struct sm_triangles *triangles = NULL;
  const char *path = input_file(&file, data, size, ".nc");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) == SM_OK) {
    enum sm_status status = sm_mesh_ugrid_read(ctx, path, &mesh);
    if (status != SM_OK && mesh.x != NULL) abort();
    for (int c = 0; c < 3 * mesh.triangles; c++)
      if (mesh.triangle[c] < 0 || mesh.triangle[c] >= mesh.nodes) abort();
    if (status == SM_OK) status = sm_triangles_from_mesh(ctx, path, &mesh, true, &triangles, NULL);
    if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  }
  sm_triangles_destroy(&triangles);
  sm_mesh_free(&mesh);
  sm_context_destroy(&ctx);
  return 0;
}
