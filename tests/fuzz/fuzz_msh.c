/* Fuzz target of gmsh's mesh files, and of what makes a mesh of their triangles. replay.c runs it
 * without libFuzzer. */
#include "domain/mesh/triangles.h"
#include "input/mesh/internal.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A mesh that is taken has areas, and neighbours that know one another. */
static void check(const struct sm_triangles *m) {
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int other = m->neighbour[e];
    int back = 0;
    if (!(sm_triangles_area(m, e / 3) > 0) || (m->side[e] < 0) != (other >= 0)) abort();
    for (int f = 0; other >= 0 && f < 3; f++) back += m->neighbour[3 * other + f] == e / 3;
    if (other >= 0 && back == 0) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_context *ctx = NULL;
  struct sm_mesh mesh;
  struct sm_triangles *triangles = NULL;
  double *height = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 0;
  enum sm_status status = sm_mesh_gmsh_parse(ctx, "fuzz.msh", (const char *)data, size, &mesh);
  if (status == SM_OK)
    status = sm_triangles_from_mesh(ctx, "fuzz.msh", &mesh, true, &triangles, &height);
  else if (mesh.x != NULL || mesh.groups != 0)
    abort();
  if ((status == SM_OK) != (triangles != NULL)) abort();
  if (status != SM_OK && (status != SM_ERR_DATA || sm_context_message(ctx)[0] == '\0')) abort();
  if (status == SM_OK) check(triangles);
  sm_free(height);
  sm_triangles_destroy(&triangles);
  sm_mesh_free(&mesh);
  sm_context_destroy(&ctx);
  return 0;
}
