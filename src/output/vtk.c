#define _POSIX_C_SOURCE 200809L
#include "output/vtk.h"

#include "base/file.h"
#include "base/text.h"
#include "output/cells.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_uniform(const struct sm_domain *domain) {
  const struct sm_axis *axis = domain->grid.axis;
  return axis[0].uniform && axis[1].uniform && axis[2].uniform;
}

static const char *byte_order(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 1 ? "LittleEndian" : "BigEndian";
}

/* The XML before the numbers. Offsets count from the "_" that starts the appended data; every
 * block is a UInt64 number of bytes and the bytes. */
static void write_head(FILE *file, const struct sm_domain *domain,
                       const struct sm_face_wind *wind) {
  const struct sm_axis *axis = domain->grid.axis;
  const double *origin = domain->grid.origin;
  const bool uniform = is_uniform(domain);
  const char *type = uniform ? "ImageData" : "RectilinearGrid";
  const uint64_t cells = (uint64_t)axis[0].n * (uint64_t)axis[1].n * (uint64_t)axis[2].n;
  uint64_t offset = 0;
  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n  <%s WholeExtent=\"0 %d 0 %d 0 %d\"",
          type, byte_order(), type, axis[0].n, axis[1].n, axis[2].n);
  if (uniform)
    fprintf(file, " Origin=\"%.17g %.17g %.17g\" Spacing=\"%.17g %.17g %.17g\"", origin[0],
            origin[1], origin[2], axis[0].width[0], axis[1].width[0], axis[2].width[0]);
  fprintf(file, ">\n    <Piece Extent=\"0 %d 0 %d 0 %d\">\n", axis[0].n, axis[1].n, axis[2].n);
  fprintf(file,
          "      <CellData Vectors=\"wind\">\n        <DataArray type=\"Float32\" Name=\"wind\" "
          "NumberOfComponents=\"3\" format=\"appended\" offset=\"%llu\"/>\n",
          (unsigned long long)offset);
  offset += sizeof(uint64_t) + cells * 3 * sizeof(float);
  fprintf(file,
          "        <DataArray type=\"UInt8\" Name=\"cell_type\" format=\"appended\" "
          "offset=\"%llu\"/>\n",
          (unsigned long long)offset);
  offset += sizeof(uint64_t) + cells;
  for (int f = 0; f < wind->field_count; f++) {
    fprintf(file,
            "        <DataArray type=\"Float32\" Name=\"%s\" format=\"appended\" "
            "offset=\"%llu\"/>\n",
            wind->field[f].name, (unsigned long long)offset);
    offset += sizeof(uint64_t) + cells * sizeof(float);
  }
  fprintf(file, "      </CellData>\n");
  if (!uniform) {
    fprintf(file, "      <Coordinates>\n");
    for (int d = 0; d < 3; d++) {
      fprintf(file,
              "        <DataArray type=\"Float64\" Name=\"%c\" format=\"appended\" "
              "offset=\"%llu\"/>\n",
              "xyz"[d], (unsigned long long)offset);
      offset += sizeof(uint64_t) + ((uint64_t)axis[d].n + 1) * sizeof(double);
    }
    fprintf(file, "      </Coordinates>\n");
  }
  fprintf(file, "    </Piece>\n  </%s>\n  <AppendedData encoding=\"raw\">\n_", type);
}

static void write_block_size(FILE *file, uint64_t bytes) { fwrite(&bytes, sizeof bytes, 1, file); }

/* Three components of one layer, one after another per cell; 0 in solids. */
static void write_wind(FILE *file, const struct sm_domain *domain, const struct sm_face_wind *wind,
                       float *layer, float *rows) {
  const struct sm_axis *axis = domain->grid.axis;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n, nz = (size_t)axis[2].n;
  write_block_size(file, (uint64_t)nx * ny * nz * 3 * sizeof(float));
  for (size_t k = 0; k < nz && !ferror(file); k++) {
    for (int c = 0; c < 3; c++) {
#pragma omp parallel for schedule(static)
      for (size_t j = 0; j < ny; j++) {
        const struct sm_slab slab = {{k, j, 0}, {1, 1, nx}, nx, nx};
        float *row = rows + j * nx;
        sm_cells_velocity(domain, wind, c, &slab, 0.0F, row);
        for (size_t i = 0; i < nx; i++) layer[3 * (j * nx + i) + (size_t)c] = row[i];
      }
    }
    fwrite(layer, 3 * sizeof *layer, nx * ny, file);
  }
}

static void write_types(FILE *file, const struct sm_domain *domain, uint8_t *layer) {
  const struct sm_axis *axis = domain->grid.axis;
  const size_t plane = (size_t)axis[0].n * (size_t)axis[1].n, nz = (size_t)axis[2].n;
  write_block_size(file, (uint64_t)plane * nz);
  for (size_t k = 0; k < nz && !ferror(file); k++) {
    for (size_t i = 0; i < plane; i++)
      layer[i] = (uint8_t)SM_CELL_TYPE(domain->cell[k * plane + i]);
    fwrite(layer, 1, plane, file);
  }
}

/* A field of cells, layer by layer; 0 in solids. */
static void write_field(FILE *file, const struct sm_domain *domain, const struct sm_face_wind *wind,
                        const struct sm_cell_field *field, float *layer) {
  const struct sm_axis *axis = domain->grid.axis;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n, nz = (size_t)axis[2].n;
  write_block_size(file, (uint64_t)nx * ny * nz * sizeof(float));
  for (size_t k = 0; k < nz && !ferror(file); k++) {
    const struct sm_slab slab = {{k, 0, 0}, {1, ny, nx}, nx, nx * ny};
    sm_cells_field(domain, wind, field, &slab, 0.0F, layer);
    fwrite(layer, sizeof *layer, nx * ny, file);
  }
}

static void write_coordinates(FILE *file, const struct sm_domain *domain) {
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    write_block_size(file, ((uint64_t)axis->n + 1) * sizeof(double));
    for (int i = 0; i <= axis->n; i++) {
      const double position = domain->grid.origin[d] + axis->face[i];
      fwrite(&position, sizeof position, 1, file);
    }
  }
}

enum sm_status sm_vtk_write(struct sm_context *ctx, const char *path,
                            const struct sm_domain *domain, const struct sm_face_wind *wind,
                            char *written, size_t written_size) {
  char temporary[4096];
  const size_t plane = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  const int length =
      snprintf(written, written_size, "%s%s", path, is_uniform(domain) ? ".vti" : ".vtr");
  if (length < 0 || (size_t)length >= written_size)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", path);
  SM_TRY(sm_file_temporary(ctx, written, temporary, sizeof temporary));
  float *layer = NULL;
  SM_TRY(sm_alloc(ctx, plane, 4 * sizeof *layer, "layer of the VTK file", &layer));
  FILE *file = fopen(temporary, "wb");
  if (file == NULL) {
    sm_free(layer);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", written, strerror(errno));
  }
  errno = 0;
  write_head(file, domain, wind);
  write_wind(file, domain, wind, layer, layer + 3 * plane);
  write_types(file, domain, (uint8_t *)layer);
  for (int f = 0; f < wind->field_count; f++)
    write_field(file, domain, wind, &wind->field[f], layer);
  if (!is_uniform(domain)) write_coordinates(file, domain);
  fprintf(file, "\n  </AppendedData>\n</VTKFile>\n");
  sm_free(layer);
  const bool failed = ferror(file) != 0;
  const int reason = errno;
  if (fclose(file) != 0 || failed) {
    const int why = failed ? reason : errno;
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", written, strerror(why));
  }
  return sm_file_commit(ctx, temporary, written);
}

/* Adds text with the characters that XML reserves written as entities. */
static void add_escaped(struct sm_text *text, const char *string) {
  for (; *string != '\0'; string++) {
    switch (*string) {
    case '&': sm_text_add(text, "&amp;"); break;
    case '<': sm_text_add(text, "&lt;"); break;
    case '"': sm_text_add(text, "&quot;"); break;
    default: sm_text_add_bytes(text, string, 1);
    }
  }
}

enum sm_status sm_vtk_write_series(struct sm_context *ctx, const char *path, int count,
                                   char *const *files, const double *times) {
  struct sm_text text = {0};
  sm_text_add(&text,
              "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
              "byte_order=\"%s\">\n  <Collection>\n",
              byte_order());
  for (int n = 0; n < count; n++) {
    const char *slash = strrchr(files[n], '/'); /* readers look beside the .pvd */
    sm_text_add(&text, "    <DataSet timestep=\"%.17g\" part=\"0\" file=\"", times[n]);
    add_escaped(&text, slash != NULL ? slash + 1 : files[n]);
    sm_text_add(&text, "\"/>\n");
  }
  sm_text_add(&text, "  </Collection>\n</VTKFile>\n");
  const enum sm_status status = text.failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", path)
                                            : sm_file_write(ctx, path, text.data, text.size);
  sm_text_free(&text);
  return status;
}
