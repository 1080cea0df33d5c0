#define _POSIX_C_SOURCE 200809L
#include "output/vtk/particles.h"

#include "base/file.h"
#include "output/vtk/vtk.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 4096 }; /* values converted at once */

/* Array of the file as stored in memory. */
struct array {
  const char *name, *type;
  int components;
  size_t item; /* bytes per particle, all components */
  const void *data;
};

enum { POINT_ARRAYS = 6 };

/* Lists the available arrays; returns their number. */
static int list_arrays(const struct sm_particle_cloud *cloud, struct array out[POINT_ARRAYS]) {
  const struct array all[POINT_ARRAYS] = {
      {"id", "Int64", 1, sizeof *cloud->id, cloud->id},
      {"species", "Int32", 1, sizeof *cloud->species, cloud->species},
      {"diameter", "Float32", 1, sizeof *cloud->diameter, cloud->diameter},
      {"mass", "Float32", 1, sizeof *cloud->mass, cloud->mass},
      {"velocity", "Float32", 3, sizeof *cloud->velocity, cloud->velocity},
      {"age", "Float32", 1, sizeof *cloud->age, cloud->age}};
  int count = 0;
  for (int a = 0; a < POINT_ARRAYS; a++)
    if (all[a].data != NULL) out[count++] = all[a];
  return count;
}

/* Declares an array of `bytes` bytes in the appended data, and advances its offset. */
static void declare(FILE *file, const char *name, const char *type, int components, uint64_t bytes,
                    uint64_t *offset) {
  char parts[40] = "";
  if (components > 1) snprintf(parts, sizeof parts, " NumberOfComponents=\"%d\"", components);
  fprintf(file,
          "        <DataArray type=\"%s\" Name=\"%s\"%s format=\"appended\" offset=\"%llu\"/>\n",
          type, name, parts, (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + bytes;
}

/* Writes the XML header; every point is a vertex cell. Offsets count from the "_" that starts the
 * appended data; every block is a UInt64 number of bytes followed by the bytes. */
static void write_head(FILE *file, size_t points, const struct array *arrays, int count) {
  const uint64_t n = points;
  uint64_t offset = 0;
  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n  <PolyData>\n    <Piece NumberOfPoints=\"%llu\" "
          "NumberOfVerts=\"%llu\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
          sm_vtk_byte_order(), (unsigned long long)n, (unsigned long long)n);
  fprintf(file, "      <PointData>\n");
  for (int a = 0; a < count; a++)
    declare(file, arrays[a].name, arrays[a].type, arrays[a].components, n * arrays[a].item,
            &offset);
  fprintf(file, "      </PointData>\n      <Points>\n");
  declare(file, "Points", "Float64", 3, n * 3 * sizeof(double), &offset);
  fprintf(file, "      </Points>\n      <Verts>\n");
  declare(file, "connectivity", "Int64", 1, n * sizeof(int64_t), &offset);
  declare(file, "offsets", "Int64", 1, n * sizeof(int64_t), &offset);
  fprintf(file, "      </Verts>\n    </Piece>\n  </PolyData>\n");
  sm_vtk_begin_data(file);
}

static void write_size(FILE *file, uint64_t bytes) { fwrite(&bytes, sizeof bytes, 1, file); }

static void write_places(FILE *file, const struct sm_domain *domain,
                         const struct sm_particle_cloud *cloud) {
  double block[BLOCK][3];
  write_size(file, (uint64_t)cloud->count * sizeof *block);
  for (size_t start = 0; start < cloud->count && !ferror(file); start += BLOCK) {
    const size_t n = cloud->count - start < BLOCK ? cloud->count - start : BLOCK;
    for (size_t i = 0; i < n; i++)
      for (int d = 0; d < 3; d++) block[i][d] = domain->grid.origin[d] + cloud->place[start + i][d];
    fwrite(block, sizeof *block, n, file);
  }
}

/* first, first + 1 ... */
static void write_counting(FILE *file, size_t count, int64_t first) {
  int64_t block[BLOCK];
  write_size(file, (uint64_t)count * sizeof *block);
  for (size_t start = 0; start < count && !ferror(file); start += BLOCK) {
    const size_t n = count - start < BLOCK ? count - start : BLOCK;
    for (size_t i = 0; i < n; i++) block[i] = first + (int64_t)(start + i);
    fwrite(block, sizeof *block, n, file);
  }
}

static enum sm_status check_places(struct sm_context *ctx, const char *path,
                                   const struct sm_particle_cloud *cloud) {
  for (size_t n = 0; n < cloud->count; n++)
    for (int d = 0; d < 3; d++)
      if (!isfinite(cloud->place[n][d]))
        return sm_fail(ctx, SM_ERR_FAILED, "%s: error: %c of particle %lld is not a finite number",
                       path, "xyz"[d],
                       cloud -> id != NULL ? (long long)cloud -> id[n] : (long long)n);
  return SM_OK;
}

enum sm_status sm_particle_vtk_write(struct sm_context *ctx, const char *path,
                                     const struct sm_domain *domain,
                                     const struct sm_particle_cloud *cloud) {
  char temporary[4096];
  struct array arrays[POINT_ARRAYS];
  const int count = list_arrays(cloud, arrays);
  SM_TRY(check_places(ctx, path, cloud));
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  FILE *file;
  SM_TRY(sm_file_create(ctx, temporary, path, &file));
  write_head(file, cloud->count, arrays, count);
  for (int a = 0; a < count && !ferror(file); a++) {
    write_size(file, (uint64_t)cloud->count * arrays[a].item);
    if (cloud->count > 0) fwrite(arrays[a].data, arrays[a].item, cloud->count, file);
  }
  write_places(file, domain, cloud);
  write_counting(file, cloud->count, 0);
  write_counting(file, cloud->count, 1);
  fprintf(file, "\n  </AppendedData>\n</VTKFile>\n");
  SM_TRY(sm_file_close(ctx, temporary, path, file));
  return sm_file_commit(ctx, temporary, path);
}
