/* Reads a triangle mesh from a file, Gmsh or UGRID. */
#define _POSIX_C_SOURCE 200809L
#include "input/mesh/mesh.h"

#include "base/list.h"
#include "base/text.h"
#include "input/mesh/internal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sm_mesh_free(struct sm_mesh *mesh) {
  SM_FREE_ALL(mesh->x, mesh->y, mesh->z, mesh->triangle, mesh->number, mesh->surface, mesh->line,
              mesh->group);
  for (int g = 0; g < mesh->groups; g++) free(mesh->name[g]);
  sm_free(mesh->name);
  *mesh = (struct sm_mesh){0};
}

enum sm_status sm_mesh_add_group(struct sm_context *ctx, struct sm_mesh *mesh, const char *name,
                                 long long number, int *out) {
  char digits[32], **longer = NULL;
  snprintf(digits, sizeof digits, "%lld", number);
  char *copy = sm_text_copy(name != NULL ? name : digits);
  if (copy == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  const size_t count = (size_t)mesh->groups;
  const enum sm_status status =
      sm_alloc(ctx, count + 1, sizeof *longer, "names of the mesh", &longer);
  if (status != SM_OK) {
    free(copy);
    return status;
  }
  if (count > 0) memcpy(longer, mesh->name, count * sizeof *longer);
  sm_free(mesh->name);
  mesh->name = longer;
  mesh->name[count] = copy;
  *out = mesh->groups++;
  return SM_OK;
}

enum sm_status sm_mesh_make_nodes(struct sm_context *ctx, struct sm_mesh *mesh, size_t count) {
  SM_TRY(sm_alloc(ctx, count, sizeof *mesh->x, "nodes of the mesh", &mesh->x));
  SM_TRY(sm_alloc(ctx, count, sizeof *mesh->y, "nodes of the mesh", &mesh->y));
  return sm_alloc(ctx, count, sizeof *mesh->z, "nodes of the mesh", &mesh->z);
}

enum sm_status sm_mesh_make_triangles(struct sm_context *ctx, struct sm_mesh *mesh, size_t count) {
  const char *what = "triangles of the mesh";
  SM_TRY(sm_alloc(ctx, 3 * count, sizeof *mesh->triangle, what, &mesh->triangle));
  SM_TRY(sm_alloc(ctx, count, sizeof *mesh->surface, what, &mesh->surface));
  return sm_alloc(ctx, count, sizeof *mesh->number, what, &mesh->number);
}

enum sm_status sm_mesh_make_lines(struct sm_context *ctx, struct sm_mesh *mesh, size_t count) {
  SM_TRY(sm_alloc(ctx, 2 * count, sizeof *mesh->line, "lines of the mesh", &mesh->line));
  return sm_alloc(ctx, count, sizeof *mesh->group, "lines of the mesh", &mesh->group);
}

enum sm_status sm_mesh_read(struct sm_context *ctx, const char *path, struct sm_mesh *out) {
  char magic[4] = "";
  *out = (struct sm_mesh){0};
  FILE *file = fopen(path, "rb");
  if (file == NULL) return sm_fail(ctx, SM_ERR_DATA, "%s: error: %s", path, strerror(errno));
  const size_t bytes = fread(magic, 1, sizeof magic, file);
  fclose(file);
  if (bytes == sizeof magic &&
      (memcmp(magic, "CDF", 3) == 0 || memcmp(magic, "\211HDF", sizeof magic) == 0))
    return sm_mesh_ugrid_read(ctx, path, out);
  return sm_mesh_gmsh_read(ctx, path, out);
}
