/* Domain with the grid and solids of wind files. */
#include "domain/weather/weather.h"

#include "domain/surface/buildings/buildings.h"
#include "domain/surface/terrain/terrain.h"
#include <math.h>
#include <string.h>

/* Cell types, open faces and maps of a file. */
struct solids {
  uint8_t *type, *open; /* one allocation */
  bool known, with_faces;
  double *map; /* [y][x] */
};

static enum sm_status read_solids(struct sm_context *ctx, struct sm_winds_file *file,
                                  struct solids *out) {
  const size_t columns = (size_t)file->n[0] * (size_t)file->n[1],
               cells = columns * (size_t)file->n[2];
  *out = (struct solids){0};
  SM_TRY(sm_alloc(ctx, 2 * cells, 1, "the cells of a file", &out->type));
  out->open = out->type + cells;
  SM_TRY(sm_alloc(ctx, columns, sizeof *out->map, "a map of a file", &out->map));
  SM_TRY(sm_winds_file_solids(file, &out->known, out->type, &out->with_faces, out->open));
  size_t cut = 0;
#pragma omp parallel for schedule(static) reduction(+ : cut)
  for (size_t q = 0; q < cells; q++) {
    if (out->type[q] != 3) continue;
    out->type[q] = 0;
    cut++;
  }
  if (cut > 0)
    sm_warn(ctx, "%s: warning: %zu cells are cut by solids; they are taken for wholly open",
            file->data.path, cut);
  return SM_OK;
}

static void free_solids(struct solids *solids) {
  sm_free(solids->type);
  sm_free(solids->map);
}

/* --- ground and buildings --- */

/* Terrain in m above the bottom of the grid, and building heights; 0 where the file has none. */
static enum sm_status take_maps(struct sm_context *ctx, struct sm_winds_file *file,
                                struct solids *solids, struct sm_domain *domain) {
  const size_t columns = (size_t)file->n[0] * (size_t)file->n[1];
  bool known;
  (void)ctx;
  SM_TRY(sm_winds_file_map(file, sm_field_name(SM_FIELD_TERRAIN), &known, solids->map));
  double lowest = INFINITY;
  for (size_t q = 0; q < columns && known; q++) lowest = fmin(lowest, solids->map[q]);
  /* Ground within 1 cm of the grid bottom is at the bottom (rounding). */
  const double bottom = fabs(lowest - file->face[2][0]) < 0.01 ? lowest : file->face[2][0];
  domain->highest_ground = domain->highest_roof = domain->tallest_building = 0;
  for (size_t q = 0; q < columns; q++) {
    domain->terrain[q] = known ? (float)fmax(solids->map[q] - bottom, 0) : 0;
    domain->highest_ground = fmax(domain->highest_ground, (double)domain->terrain[q]);
  }
  SM_TRY(sm_winds_file_map(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), &known, solids->map));
  for (size_t q = 0; q < columns; q++) {
    domain->building[q] = known ? (float)fmax(solids->map[q], 0) : 0;
    const double height = (double)domain->building[q];
    if (!(height > 0)) continue;
    domain->tallest_building = fmax(domain->tallest_building, height);
    domain->highest_roof = fmax(domain->highest_roof, height + (double)domain->terrain[q]);
  }
  return SM_OK;
}

static enum sm_status take_cuts(struct sm_context *ctx, struct sm_winds_file *file,
                                struct sm_domain *domain) {
  SM_SCOPED struct sm_winds_cut *cut = NULL;
  size_t count = 0;
  const double cells = (double)sm_grid_cells(&domain->grid);
  enum sm_status status = SM_OK;
  SM_TRY(sm_winds_file_cuts(file, &cut, &count));
  if (count == 0) return status;
  SM_TRY(sm_alloc(ctx, count, sizeof *domain->cut, "cut cells", &domain->cut));
  domain->cut_count = (int64_t)count;
  for (size_t q = 0; q < count; q++) {
    bool good = cut[q].cell >= 0 && cut[q].cell < cells && cut[q].cell == floor(cut[q].cell) &&
                (q == 0 || cut[q].cell > cut[q - 1].cell);
    for (int side = 0; side < 6; side++) {
      good = good && cut[q].part[side] >= 0 && cut[q].part[side] <= 1;
      domain->cut[q].fraction[side] = good ? (float)cut[q].part[side] : 0;
    }
    const bool known = cut[q].volume >= 0 && cut[q].volume <= 1; /* false for NAN */
    domain->cut[q].volume = known ? (float)cut[q].volume : 1;
    domain->cut[q].cell = good ? (int64_t)cut[q].cell : 0;
    if (!good)
      status = sm_fail(ctx, SM_ERR_DATA, "%s: error: 'cut_cell' has a wrong cell at index %zu",
                       file->data.path, q);
    if (!good) return status;
  }
  return status;
}

/* Whether the faces of a cell fit its type and its neighbours. */
static bool faces_fit(const int n[3], const struct solids *solids, const int at[3], int64_t q) {
  static const unsigned low[3] = {SM_OPEN_WEST, SM_OPEN_SOUTH, SM_OPEN_DOWN};
  const int64_t step[3] = {1, n[0], (int64_t)n[0] * n[1]};
  const unsigned open = solids->open[q];
  bool good = (solids->type[q] == 0) == (open != 0) && (at[2] > 0 || !(open & SM_OPEN_DOWN));
  for (int d = 0; d < 3 && good; d++)
    good = at[d] == 0 || ((open & low[d]) != 0) == ((solids->open[q - step[d]] & low[d] << 1) != 0);
  return good;
}

/* Open faces from the file. Both cells of a face must agree. */
static enum sm_status take_faces(struct sm_context *ctx, const struct sm_winds_file *file,
                                 const struct solids *solids, struct sm_domain *domain) {
  const int *n = file->n;
  int64_t fluid = 0, wrong = INT64_MAX;
#pragma omp parallel for schedule(static) reduction(+ : fluid) reduction(min : wrong)
  for (int64_t row = 0; row < (int64_t)n[1] * n[2]; row++)
    for (int i = 0; i < n[0]; i++) {
      const int at[3] = {i, (int)(row % n[1]), (int)(row / n[1])};
      const int64_t q = i + n[0] * row;
      if (!faces_fit(n, solids, at, q) && q < wrong) wrong = q;
      domain->cell[q] = (uint8_t)(SM_SOLID(solids->type[q]) | solids->open[q]);
      fluid += solids->open[q] != 0;
    }
  domain->fluid_count = fluid;
  if (wrong == INT64_MAX) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: 'open_faces' and 'cell_type' do not fit together at z %lld, y %lld, x "
                 "%lld",
                 file->data.path, (long long)(wrong / n[0] / n[1]),
                 (long long)(wrong / n[0] % n[1]), (long long)(wrong % n[0]));
}

/* Sets cells and maps from the file; domain->cell and the maps must exist. */
static enum sm_status take_solids(struct sm_context *ctx, struct sm_winds_file *file,
                                  struct solids *solids, struct sm_domain *domain) {
  const int64_t cells = sm_grid_cells(&domain->grid);
  SM_TRY(take_maps(ctx, file, solids, domain));
  if (solids->with_faces) {
    SM_TRY(take_faces(ctx, file, solids, domain));
    return take_cuts(ctx, file, domain);
  }
  for (int64_t q = 0; q < cells; q++) domain->cell[q] = SM_SOLID(solids->type[q]);
  SM_TRY(sm_solids_open_faces(ctx, domain));
  SM_TRY(sm_fill_enclosed_cavities(ctx, domain));
  if (domain->fluid_count > 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: all cells of the file are solid", file->data.path);
}

/* --- a domain of the file --- */

static enum sm_status take_place(struct sm_context *ctx, const struct sm_winds_file *file,
                                 struct sm_domain *domain, struct sm_horizontal_grid *plan) {
  const double origin[3] = {file->face[0][0], file->face[1][0],
                            isnan(file->elevation) ? 0 : file->face[2][0]};
  *plan = (struct sm_horizontal_grid){.crs = {.local = true}};
  SM_TRY(sm_grid_create(ctx, file->n, (const double *const *)file->face, origin, &domain->grid));
  for (int d = 0; d < 2; d++) {
    plan->origin[d] = origin[d];
    plan->cell[d] = domain->grid.axis[d].width[0];
    plan->n[d] = file->n[d];
  }
  domain->latitude = domain->longitude = (double)NAN;
  if (file->epsg == 0) return SM_OK;
  const double centre[2] = {origin[0] + 0.5 * sm_axis_length(&domain->grid.axis[0]),
                            origin[1] + 0.5 * sm_axis_length(&domain->grid.axis[1])};
  SM_TRY(sm_gis_crs_from_epsg(ctx, file->epsg, &plan->crs));
  return sm_gis_convergence(ctx, &plan->crs, centre, &domain->convergence);
}

/* Roughness from the file, unless the case gives it. */
static enum sm_status take_roughness(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_winds_file *file, struct solids *solids,
                                     const struct sm_horizontal_grid *plan,
                                     struct sm_domain *domain) {
  const size_t columns = (size_t)file->n[0] * (size_t)file->n[1];
  bool known = false;
  if (c->roughness.line == 0)
    SM_TRY(sm_winds_file_map(file, sm_field_name(SM_FIELD_Z0), &known, solids->map));
  for (size_t q = 0; q < columns; q++) known = known && solids->map[q] > 0;
  if (!known) return sm_roughness_read(ctx, c, plan, domain);
  for (size_t q = 0; q < columns; q++) domain->z0[q] = (float)solids->map[q];
  return SM_OK;
}

enum sm_status sm_wind_grid_take(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_domain *domain, struct sm_horizontal_grid *plan) {
  struct sm_winds_file *file = &domain->levels->file;
  const size_t columns = (size_t)file->n[0] * (size_t)file->n[1];
  SM_SCOPED_BY(free_solids) struct solids solids = {0};
  SM_TRY(take_place(ctx, file, domain, plan));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the terrain", &domain->terrain));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the building heights", &domain->building));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the roughness", &domain->z0));
  SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&domain->grid), 1, "the cells", &domain->cell));
  SM_TRY(read_solids(ctx, file, &solids));
  SM_TRY(take_solids(ctx, file, &solids, domain));
  return take_roughness(ctx, c, file, &solids, plan, domain);
}

/* --- a domain of its own --- */

static enum sm_status compare_axes(struct sm_context *ctx, const struct sm_winds_file *file,
                                   const struct sm_domain *domain) {
  static const char names[] = "xyz";
  const bool placed = file->epsg > 0 && !domain->crs.local;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double *face = file->face[d], base = face[0];
    const double shift = placed && d < 2 ? base - domain->grid.origin[d] : 0;
    double worst = file->n[d] == axis->n ? 0 : (double)INFINITY;
    for (int i = 0; i <= axis->n && file->n[d] == axis->n; i++)
      worst = fmax(worst, fabs(face[i] - base + shift - axis->face[i]) / axis->width[0]);
    if (worst <= 1e-3) continue;
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: its grid is not that of the case: along %c it has %d cells, the "
                   "first of %.6g m, from %.9g m over %.6g m; the domain has %d, the first of %.6g "
                   "m, from %.9g m over %.6g m\n"
                   "help: leave [domain] out to take the grid of the file",
                   file->data.path, names[d], file->n[d], face[1] - base, base,
                   face[file->n[d]] - base, axis->n, axis->width[0], domain->grid.origin[d],
                   sm_axis_length(axis));
  }
  return SM_OK;
}

static enum sm_status compare_solids(struct sm_context *ctx, const struct sm_winds_file *file,
                                     const struct solids *solids, const struct sm_domain *domain) {
  const int *n = file->n;
  const int64_t plane = (int64_t)n[0] * n[1], cells = plane * n[2];
  int64_t count = 0, first = -1;
  for (int64_t q = 0; q < cells; q++) {
    const bool solid = solids->type[q] != 0, here = sm_cell_is_solid(domain->cell[q]);
    const bool alike =
        solids->with_faces ? solids->open[q] == (domain->cell[q] & SM_OPEN_ALL) : solid == here;
    if (alike) continue;
    if (first < 0) first = q;
    count++;
  }
  if (count == 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: its solids are not those of the case in %lld cells, the first at x "
                 "%lld, y %lld, z %lld, from 0\n"
                 "help: leave [terrain] and [buildings] out to take those of the file",
                 file->data.path, (long long)count, (long long)(first % n[0]),
                 (long long)(first / n[0] % n[1]), (long long)(first / plane));
}

enum sm_status sm_wind_grid_match(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_domain *domain) {
  struct sm_winds_file *file = &domain->levels->file;
  const bool own = c->terrain.files.count > 0 || c->buildings.present;
  SM_SCOPED_BY(free_solids) struct solids solids = {0};
  enum sm_status status = SM_OK;
  SM_TRY(compare_axes(ctx, file, domain));
  SM_TRY(read_solids(ctx, file, &solids));
  if (!solids.known) return status;
  if (own) {
    status = compare_solids(ctx, file, &solids, domain);
  } else {
    if (!isnan(file->elevation) && !c->terrain.present) domain->grid.origin[2] = file->face[2][0];
    sm_free(domain->cut);
    domain->cut = NULL;
    domain->cut_count = 0;
    status = take_solids(ctx, file, &solids, domain);
  }
  return status;
}
