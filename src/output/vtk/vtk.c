#define _POSIX_C_SOURCE 200809L
#include "output/vtk/vtk.h"

#include "base/file.h"
#include "base/text.h"
#include "output/face_wind.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *sm_vtk_byte_order(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 1 ? "LittleEndian" : "BigEndian";
}

void sm_vtk_begin_data(FILE *file) {
  enum { READ = 4096, WITHIN = 18 };
  const long place = ftell(file);
  const int blanks = READ - 1 - (int)((place + WITHIN - 1) % READ);
  fprintf(file, "%*s<AppendedData encoding=\"raw\">\n_", blanks, "");
}

static size_t bytes_of_value(const struct sm_vtk_array *array) {
  return (size_t)array->components * (array->bytes ? 1 : sizeof(float));
}

/* Writes the offset of the next array of `bytes` bytes. Offsets count from the "_" that starts the
 * appended data; every block is a UInt64 number of bytes followed by the bytes. */
static void write_place(FILE *file, uint64_t *offset, uint64_t bytes) {
  fprintf(file, " format=\"appended\" offset=\"%llu\"/>\n", (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + bytes;
}

/* Writes the XML header. */
static void write_head(FILE *file, const struct sm_vtk_cells *c) {
  const char *type = c->uniform ? "ImageData" : "RectilinearGrid";
  char extent[80];
  uint64_t offset = 0;
  snprintf(extent, sizeof extent, "0 %zu 0 %zu 0 %zu", c->n[0], c->n[1], c->n[2]);
  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"%s\" "
          "header_type=\"UInt64\">\n  <%s WholeExtent=\"%s\"",
          type, sm_vtk_byte_order(), type, extent);
  if (c->uniform)
    fprintf(file, " Origin=\"%.17g %.17g %.17g\" Spacing=\"%.17g %.17g %.17g\"", c->origin[0],
            c->origin[1], c->origin[2], c->size[0], c->size[1], c->size[2]);
  fprintf(file, ">\n    <Piece Extent=\"%s\">\n      <CellData", extent);
  if (c->vectors != NULL) fprintf(file, " Vectors=\"%s\"", c->vectors);
  fprintf(file, ">\n");
  for (int a = 0; a < c->arrays; a++) {
    const struct sm_vtk_array *array = &c->array[a];
    fprintf(file, "        <DataArray type=\"%s\" Name=\"%s\"", array->bytes ? "UInt8" : "Float32",
            array->name);
    if (array->components > 1) fprintf(file, " NumberOfComponents=\"%d\"", array->components);
    write_place(file, &offset, (uint64_t)c->n[0] * c->n[1] * c->n[2] * bytes_of_value(array));
  }
  fprintf(file, "      </CellData>\n");
  if (!c->uniform) fprintf(file, "      <Coordinates>\n");
  for (int d = 0; d < 3 && !c->uniform; d++) {
    fprintf(file, "        <DataArray type=\"Float64\" Name=\"%c\"", "xyz"[d]);
    write_place(file, &offset, ((uint64_t)c->n[d] + 1) * sizeof(double));
  }
  if (!c->uniform) fprintf(file, "      </Coordinates>\n");
  fprintf(file, "    </Piece>\n  </%s>\n", type);
  sm_vtk_begin_data(file);
}

static void write_block_size(FILE *file, uint64_t bytes) { fwrite(&bytes, sizeof bytes, 1, file); }

static enum sm_status write_array(struct sm_context *ctx, FILE *file, const struct sm_vtk_cells *c,
                                  int a, void *layer) {
  const size_t plane = c->n[0] * c->n[1] * bytes_of_value(&c->array[a]);
  write_block_size(file, (uint64_t)plane * c->n[2]);
  for (size_t k = 0; k < c->n[2] && !ferror(file); k++) {
    if (c->may_stop && sm_stop_requested(ctx))
      return sm_fail(ctx, SM_ERR_STOPPED, "stopped while cells were written");
    SM_TRY(c->layer(c->self, a, k, layer));
    fwrite(layer, 1, plane, file);
  }
  return SM_OK;
}

static void write_coordinates(FILE *file, const struct sm_vtk_cells *c) {
  for (int d = 0; d < 3; d++) {
    write_block_size(file, ((uint64_t)c->n[d] + 1) * sizeof(double));
    for (size_t i = 0; i <= c->n[d]; i++) {
      const double position = c->origin[d] + c->face[d][i];
      fwrite(&position, sizeof position, 1, file);
    }
  }
}

enum sm_status sm_vtk_write_cells(struct sm_context *ctx, const char *path,
                                  const struct sm_vtk_cells *c) {
  char temporary[4096];
  float *layer = NULL;
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  SM_TRY(sm_alloc(ctx, c->n[0] * c->n[1], 3 * sizeof *layer, "layer of the VTK file", &layer));
  FILE *file;
  enum sm_status status = sm_file_create(ctx, temporary, path, &file);
  if (status != SM_OK) {
    sm_free(layer);
    return status;
  }
  write_head(file, c);
  for (int a = 0; a < c->arrays && status == SM_OK; a++)
    status = write_array(ctx, file, c, a, layer);
  if (!c->uniform) write_coordinates(file, c);
  fprintf(file, "\n  </AppendedData>\n</VTKFile>\n");
  sm_free(layer);
  if (status != SM_OK) {
    fclose(file);
    unlink(temporary);
    return status;
  }
  SM_TRY(sm_file_close(ctx, temporary, path, file));
  return sm_file_commit(ctx, temporary, path);
}

/* --- the wind of a run --- */

struct frame {
  const struct sm_domain *domain;
  const struct sm_face_wind *wind;
  float *row; /* [ny][nx] */
};
enum { WIND, CELL_TYPE, FIELDS };

/* Wind vectors of a layer, three components per cell; 0 in solids. */
static void fill_wind(const struct frame *f, size_t k, float *out) {
  const struct sm_axis *axis = f->domain->grid.axis;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n;
  for (int c = 0; c < 3; c++) {
#pragma omp parallel for schedule(static)
    for (size_t j = 0; j < ny; j++) {
      const struct sm_cell_slab slab = {{k, j, 0}, {1, 1, nx}, nx, nx};
      float *row = f->row + j * nx;
      sm_cells_velocity(f->domain, f->wind, c, &slab, 0.0F, row);
      for (size_t i = 0; i < nx; i++) out[3 * (j * nx + i) + (size_t)c] = row[i];
    }
  }
}

static enum sm_status fill_layer(void *self, int array, size_t k, void *out) {
  const struct frame *f = self;
  const struct sm_axis *axis = f->domain->grid.axis;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n, plane = nx * ny;
  if (array == WIND) {
    fill_wind(f, k, out);
  } else if (array == CELL_TYPE) {
    for (size_t i = 0; i < plane; i++)
      ((uint8_t *)out)[i] = (uint8_t)SM_CELL_TYPE(f->domain->cell[k * plane + i]);
  } else {
    const struct sm_cell_slab slab = {{k, 0, 0}, {1, ny, nx}, nx, plane};
    sm_cells_field(f->domain, f->wind, &f->wind->field[array - FIELDS], &slab, 0.0F, out);
  }
  return SM_OK;
}

enum sm_status sm_vtk_write(struct sm_context *ctx, const char *path,
                            const struct sm_domain *domain, const struct sm_face_wind *wind,
                            bool may_stop, char *written, size_t written_size) {
  const struct sm_axis *axis = domain->grid.axis;
  struct sm_vtk_array array[FIELDS + SM_CELL_FIELDS] = {
      [WIND] = {"wind", 3, false}, [CELL_TYPE] = {sm_field_name(SM_FIELD_CELL_TYPE), 1, true}};
  struct frame frame = {domain, wind, NULL};
  struct sm_vtk_cells cells = {.uniform = axis[0].uniform && axis[1].uniform && axis[2].uniform,
                               .array = array,
                               .arrays = FIELDS + wind->field_count,
                               .vectors = "wind",
                               .layer = fill_layer,
                               .self = &frame,
                               .may_stop = may_stop};
  for (int d = 0; d < 3; d++) {
    cells.n[d] = (size_t)axis[d].n;
    cells.origin[d] = domain->grid.origin[d];
    cells.size[d] = axis[d].width[0];
    cells.face[d] = axis[d].face;
  }
  for (int f = 0; f < wind->field_count; f++)
    array[FIELDS + f] = (struct sm_vtk_array){wind->field[f].info.name, 1, false};
  const int length = snprintf(written, written_size, "%s%s", path, cells.uniform ? ".vti" : ".vtr");
  if (length < 0 || (size_t)length >= written_size)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", path);
  SM_TRY(sm_alloc(ctx, cells.n[0] * cells.n[1], sizeof *frame.row, "layer of the VTK file",
                  &frame.row));
  const enum sm_status status = sm_vtk_write_cells(ctx, written, &cells);
  sm_free(frame.row);
  return status;
}

/* Appends a text with XML special characters as entities. */
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
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  sm_text_add(&text,
              "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
              "byte_order=\"%s\">\n  <Collection>\n",
              sm_vtk_byte_order());
  for (int n = 0; n < count; n++) {
    const char *slash = strrchr(files[n], '/'); /* paths relative to the .pvd */
    sm_text_add(&text, "    <DataSet timestep=\"%.17g\" part=\"0\" file=\"", times[n]);
    add_escaped(&text, slash != NULL ? slash + 1 : files[n]);
    sm_text_add(&text, "\"/>\n");
  }
  sm_text_add(&text, "  </Collection>\n</VTKFile>\n");
  return text.failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", path)
                     : sm_file_write(ctx, path, text.data, text.size);
}
