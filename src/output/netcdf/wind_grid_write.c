/* Grid, ground and cells of a wind file. */
#include "output/netcdf/wind_file.h"

#include "output/netcdf/ncfile.h"
#include <stdio.h>
#include <string.h>

enum sm_status sm_netcdf_put_axes(struct sm_ncfile *file, const struct sm_domain *domain,
                                  const char *prefix, int axes, bool with_faces) {
  static const char *const faces[3] = {"xf", "yf", "zf"};
  int longest = 0;
  for (int d = 0; d < 3; d++)
    if (domain->grid.axis[d].n > longest) longest = domain->grid.axis[d].n;
  SM_SCOPED double *values = NULL;
  SM_TRY(sm_alloc(file->ctx, 2 * (size_t)longest + 2, sizeof *values, "axis", &values));
  for (int d = 0; d < axes; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double origin = domain->grid.origin[d];
    for (int i = 0; i < axis->n; i++) values[i] = origin + axis->centre[i];
    char name[32], width[40];
    snprintf(name, sizeof name, "%s%c", prefix, "xyz"[d]);
    snprintf(width, sizeof width, "%s_width", name);
    sm_ncfile_put(file, name, values);
    sm_ncfile_put(file, width, axis->width);
    for (int i = 0; i <= axis->n; i++) values[i] = origin + axis->face[i];
    if (with_faces) sm_ncfile_put(file, faces[d], values);
    for (int i = 0; i < axis->n; i++) {
      values[2 * i] = origin + axis->face[i];
      values[2 * i + 1] = origin + axis->face[i + 1];
    }
    if (d == 2) sm_ncfile_put(file, "z_bnds", values);
  }
  return SM_OK;
}

static enum sm_status put_maps(struct sm_ncfile *file, const struct sm_domain *domain) {
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  SM_SCOPED float *altitude = NULL;
  SM_TRY(sm_alloc(file->ctx, columns, sizeof *altitude, "altitude of the ground", &altitude));
  for (size_t c = 0; c < columns; c++)
    altitude[c] = (float)(domain->grid.origin[2] + (double)domain->terrain[c]);
  sm_ncfile_put(file, sm_field_name(SM_FIELD_TERRAIN), altitude);
  sm_ncfile_put(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), domain->building);
  sm_ncfile_put(file, sm_field_name(SM_FIELD_Z0), domain->z0);
  return SM_OK;
}

enum sm_status sm_netcdf_put_plane(struct sm_ncfile *file, const struct sm_domain *domain,
                                   int axes) {
  SM_TRY(sm_netcdf_put_axes(file, domain, "", axes, false));
  return put_maps(file, domain);
}

static enum sm_status put_cut_cells(struct sm_ncfile *file, const struct sm_domain *domain) {
  const size_t count = (size_t)domain->cut_count;
  if (count == 0) return SM_OK;
  SM_SCOPED int64_t *cell = NULL;
  SM_SCOPED float *fraction = NULL, *volume = NULL;
  SM_TRY(sm_alloc(file->ctx, count, sizeof *cell, "cut cells", &cell));
  SM_TRY(sm_alloc(file->ctx, count, 6 * sizeof *fraction, "cut cells", &fraction));
  SM_TRY(sm_alloc(file->ctx, count, sizeof *volume, "cut cells", &volume));
  for (size_t n = 0; n < count; n++) {
    volume[n] = domain->cut[n].volume;
    cell[n] = domain->cut[n].cell;
    memcpy(fraction + 6 * n, domain->cut[n].fraction, 6 * sizeof *fraction);
  }
  sm_ncfile_put(file, sm_field_name(SM_FIELD_CUT_CELL), cell);
  sm_ncfile_put(file, sm_field_name(SM_FIELD_CUT_FRACTION), fraction);
  sm_ncfile_put(file, "cut_volume", volume);
  return SM_OK;
}

/* Shape of an array of cells or, with an axis of 0..2, of the faces across that axis. */
void sm_netcdf_shape(const struct sm_domain *domain, int across, struct sm_chunk_array *array) {
  for (int n = 0; n < 3; n++)
    array->shape[n] = (size_t)domain->grid.axis[2 - n].n + (across == 2 - n ? 1 : 0);
  sm_chunks_sides(array->shape, array->chunk);
}

/* Extracts the cell type (component 0) or the open faces (component 1) from cell bytes. */
static void fill_bytes(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                       void *out) {
  const struct sm_domain *domain = self->source;
  const size_t nx = self->shape[2], ny = self->shape[1];
  for (size_t z = 0; z < slab->count[0]; z++) {
    for (size_t y = 0; y < slab->count[1]; y++) {
      const uint8_t *from =
          domain->cell + slab->start[2] + nx * (slab->start[1] + y + ny * (slab->start[0] + z));
      uint8_t *to = (uint8_t *)out + y * slab->row + z * slab->plane;
      for (size_t x = 0; x < slab->count[2]; x++)
        to[x] = self->component == 0 ? (uint8_t)(from[x] >> 6) : (uint8_t)(from[x] & SM_OPEN_ALL);
    }
  }
}

enum sm_status sm_netcdf_put_grid(struct sm_ncfile *file, const struct sm_case *c,
                                  const struct sm_domain *domain) {
  SM_TRY(sm_netcdf_put_axes(file, domain, "", 3, c->output.faces));
  SM_TRY(put_maps(file, domain));
  return c->output.faces ? put_cut_cells(file, domain) : SM_OK;
}

int sm_netcdf_cell_arrays(const struct sm_case *c, const struct sm_domain *domain,
                          const char *const name[2], struct sm_chunk_array arrays[2]) {
  const int count = c->output.faces ? 2 : 1;
  for (int a = 0; a < count; a++) {
    arrays[a] = (struct sm_chunk_array){
        .variable = name[a], .item = 1, .fill = fill_bytes, .component = a, .source = domain};
    sm_netcdf_shape(domain, -1, &arrays[a]);
  }
  return count;
}
