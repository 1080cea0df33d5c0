/* Overview of a library of winds: the same winds on cells of several of the grid. Fluxes through
 * the merged faces are summed, so that the coarse wind is as free of divergence as the fine one. */
#include "output/netcdf/wind_file.h"

#include "base/list.h"
#include "domain/surface/buildings/buildings.h"

#include <math.h>
#include <netcdf.h>
#include <stdio.h>

/* Cells of an overview, for an answer within a second. */
static const double most_cells = 2.5e6;

static int smaller(int a, int b) { return a < b ? a : b; }

/* First fine index of a coarse one along an axis; of the last + 1: the end. */
static int fine_index(const struct sm_overview *o, int axis, int coarse) {
  return smaller(coarse * o->by[axis], o->fine->grid.axis[axis].n);
}

/* Open part of the low face of a fine cell; an index one past the last: the high boundary. */
static double open_part(const struct sm_domain *fine, int axis, const int face[3]) {
  const bool past = face[axis] == fine->grid.axis[axis].n;
  const int at[3] = {face[0] - (past && axis == 0), face[1] - (past && axis == 1),
                     face[2] - (past && axis == 2)};
  const int side = 2 * axis + past;
  const unsigned open = sm_domain_cell_bits(fine, at[0], at[1], at[2]) >> side & 1;
  if (open == 0 || fine->cut_count == 0) return open;
  const int64_t nx = fine->grid.axis[0].n, ny = fine->grid.axis[1].n;
  const int64_t cut = sm_domain_cut(fine, at[0] + nx * (at[1] + ny * at[2]));
  return cut < 0 ? open : (double)fine->cut[cut].fraction[side];
}

/* Open area and flux of a coarse face; wind NULL: without flux. */
struct merged_face {
  double area, open, flux; /* m2, m2, m3/s */
};

static struct merged_face merge_face(const struct sm_overview *o, const struct sm_face_wind *wind,
                                     int axis, const int coarse[3]) {
  const int e = (axis + 1) % 3, f = (axis + 2) % 3;
  const struct sm_axis *along = o->fine->grid.axis;
  struct merged_face out = {0, 0, 0};
  int at[3];
  at[axis] = fine_index(o, axis, coarse[axis]);
  for (at[e] = fine_index(o, e, coarse[e]); at[e] < fine_index(o, e, coarse[e] + 1); at[e]++)
    for (at[f] = fine_index(o, f, coarse[f]); at[f] < fine_index(o, f, coarse[f] + 1); at[f]++) {
      const double area = along[e].width[at[e]] * along[f].width[at[f]];
      const double open = area * open_part(o->fine, axis, at);
      out.area += area;
      out.open += open;
      if (wind != NULL && open > 0)
        out.flux += open * sm_face_velocity(wind, axis, at[0], at[1], at[2]);
    }
  return out;
}

/* Air of a coarse cell: its share, and the type of its solids. */
static double merge_volume(const struct sm_overview *o, const int coarse[3],
                           enum sm_cell_type *type) {
  const struct sm_axis *along = o->fine->grid.axis;
  double all = 0, air = 0;
  *type = SM_CELL_AIR;
  for (int k = fine_index(o, 2, coarse[2]); k < fine_index(o, 2, coarse[2] + 1); k++)
    for (int j = fine_index(o, 1, coarse[1]); j < fine_index(o, 1, coarse[1] + 1); j++)
      for (int i = fine_index(o, 0, coarse[0]); i < fine_index(o, 0, coarse[0] + 1); i++) {
        const double volume = along[0].width[i] * along[1].width[j] * along[2].width[k];
        const enum sm_cell_type is = sm_domain_cell_type(o->fine, i, j, k);
        all += volume;
        air += volume * sm_domain_fluid_fraction(o->fine, i, j, k);
        if (is != SM_CELL_AIR && is != SM_CELL_CANOPY && *type != SM_CELL_BUILDING) *type = is;
      }
  return air / all;
}

/* Sets the byte of a coarse cell, and its parts where it is cut; else cut->cell is -1. */
static uint8_t merge_cell(const struct sm_overview *o, const int at[3], int64_t cell,
                          struct sm_cut_cell *cut) {
  enum sm_cell_type type;
  unsigned bits = 0;
  bool partly;
  cut->volume = (float)merge_volume(o, at, &type);
  partly = cut->volume < 1;
  for (int side = 0; side < 6; side++) {
    int face[3] = {at[0], at[1], at[2]};
    face[side / 2] += side % 2;
    const struct merged_face f = merge_face(o, NULL, side / 2, face);
    if (f.open > 0) bits |= 1u << side;
    cut->fraction[side] = (float)fmin(f.open / f.area, 1);
    partly = partly || (f.open > 0 && cut->fraction[side] < 1);
  }
  cut->cell = bits != 0 && partly ? cell : -1;
  return bits != 0 ? (uint8_t)bits : (uint8_t)SM_SOLID(type);
}

static enum sm_status merge_cells(struct sm_context *ctx, struct sm_overview *o) {
  const struct sm_axis *axis = o->domain.grid.axis;
  const int64_t cells = sm_grid_cells(&o->domain.grid), nx = axis[0].n, ny = axis[1].n;
  SM_TRY(sm_alloc(ctx, (size_t)cells, 1, "cells of the overview", &o->domain.cell));
  SM_TRY(
      sm_alloc(ctx, (size_t)cells, sizeof *o->domain.cut, "cells of the overview", &o->domain.cut));
#pragma omp parallel for schedule(dynamic, 4096)
  for (int64_t q = 0; q < cells; q++) {
    const int at[3] = {(int)(q % nx), (int)(q / nx % ny), (int)(q / nx / ny)};
    o->domain.cell[q] = merge_cell(o, at, q, &o->domain.cut[q]);
  }
  for (int64_t q = 0; q < cells; q++)
    if (o->domain.cut[q].cell >= 0) o->domain.cut[o->domain.cut_count++] = o->domain.cut[q];
  return SM_OK;
}

/* Means of ground and roughness, and the highest building. */
static enum sm_status merge_maps(struct sm_context *ctx, struct sm_overview *o) {
  const struct sm_domain *fine = o->fine;
  const int nx = o->domain.grid.axis[0].n, ny = o->domain.grid.axis[1].n;
  const size_t columns = (size_t)nx * (size_t)ny;
  SM_TRY(sm_alloc(ctx, 3 * columns, sizeof(float), "maps of the overview", &o->domain.terrain));
  o->domain.building = o->domain.terrain + columns;
  o->domain.z0 = o->domain.building + columns;
  const int by = o->by[0] * o->by[1];
  for (int j = 0; j < ny * o->by[1]; j++)
    for (int i = 0; i < nx * o->by[0]; i++) {
      const size_t from = (size_t)i + (size_t)fine->grid.axis[0].n * (size_t)j;
      const size_t to = (size_t)(i / o->by[0]) + (size_t)nx * (size_t)(j / o->by[1]);
      o->domain.terrain[to] += fine->terrain[from] / (float)by;
      o->domain.z0[to] += fine->z0[from] / (float)by;
      o->domain.building[to] = fmaxf(o->domain.building[to], fine->building[from]);
    }
  return SM_OK;
}

static enum sm_status merge_grid(struct sm_context *ctx, struct sm_overview *o) {
  double *face[3] = {NULL};
  int n[3];
  enum sm_status status = SM_OK;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &o->fine->grid.axis[d];
    n[d] = (axis->n + (d == 2 ? o->by[d] - 1 : 0)) / o->by[d]; /* columns of one size */
    SM_TRY_DONE(sm_alloc(ctx, (size_t)n[d] + 1, sizeof(double), "overview", &face[d]));
    for (int i = 0; i <= n[d]; i++) face[d][i] = axis->face[fine_index(o, d, i)];
  }
  o->domain.grid = (struct sm_grid){0};
  SM_TRY_DONE(
      sm_grid_create(ctx, n, (const double *const *)face, o->fine->grid.origin, &o->domain.grid));
done:
  for (int d = 0; d < 3; d++) sm_free(face[d]);
  return status;
}

enum sm_status sm_overview_create(struct sm_context *ctx, const struct sm_domain *fine,
                                  struct sm_overview **out) {
  const double cells = (double)sm_grid_cells(&fine->grid);
  int by = 2;
  while (cells / by / by / by > most_cells) by++;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "overview", out));
  struct sm_overview *o = *out;
  *o = (struct sm_overview){.domain = *fine, .fine = fine};
  o->domain.terrain = o->domain.building = o->domain.z0 = NULL;
  o->domain.cell = NULL;
  o->domain.cut = NULL;
  o->domain.cut_count = 0;
  for (int d = 0; d < 3; d++) o->by[d] = smaller(by, fine->grid.axis[d].n);
  SM_TRY(merge_grid(ctx, o));
  SM_TRY(merge_maps(ctx, o));
  return merge_cells(ctx, o);
}

void sm_overview_destroy(struct sm_overview **overview) {
  struct sm_overview *o = *overview;
  if (o == NULL) return;
  sm_grid_free(&o->domain.grid);
  SM_FREE_ALL(o->domain.terrain, o->domain.cell, o->domain.cut, o);
  *overview = NULL;
}

void sm_overview_faces(const struct sm_overview *o, const struct sm_face_wind *wind, int component,
                       const struct sm_cell_slab *slab, void *out) {
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++)
      for (size_t x = 0; x < slab->count[2]; x++) {
        const int at[3] = {(int)(slab->start[2] + x), (int)(slab->start[1] + y),
                           (int)(slab->start[0] + z)};
        const struct merged_face f = merge_face(o, wind, component, at);
        const double u = f.open > 0 ? f.flux / f.open : 0;
        const size_t to = x + y * slab->row + z * slab->plane;
        if (wind->is_double)
          ((double *)out)[to] = u;
        else
          ((float *)out)[to] = (float)u;
      }
}

struct sm_ncfile sm_overview_group(const struct sm_ncfile *file) {
  struct sm_ncfile group = *file;
  if (group.status == SM_OK)
    sm_ncfile_check(&group, nc_inq_grp_ncid(file->id, SM_OVERVIEW, &group.id));
  return group;
}

void sm_overview_define(struct sm_ncfile *file, const struct sm_overview *o,
                        const struct sm_case *c, const char *device) {
  char text[160];
  int id;
  if (file->status == SM_OK) sm_ncfile_check(file, nc_def_grp(file->id, SM_OVERVIEW, &id));
  struct sm_ncfile group = sm_overview_group(file);
  sm_netcdf_define(&group, c, &o->domain, device, false, true);
  snprintf(text, sizeof text,
           "%d x %d x %d cells of the grid in each; velocities are the fluxes through its faces "
           "over their open areas",
           o->by[0], o->by[1], o->by[2]);
  sm_ncfile_text(&group, NC_GLOBAL, "comment", text);
  if (group.status == SM_OK) group.status = sm_netcdf_put_grid(&group, c, &o->domain);
  file->status = group.status;
}
