/* Internal boundary layers: the map of roughness lengths on levels, on the host and on a device.
 * Cells: cell/diagnostic/internal_boundary_layer.h. */
#include "physics/diagnostic/internal.h"

#include "physics/diagnostic/ground.h"
#include <limits.h>
#include <math.h>

/* True when the roughness length of the ground changes. */
static bool varies(const struct sm_domain *domain) {
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  for (size_t c = 1; c < columns; c++)
    if (domain->z0[c] != domain->z0[0]) return true;
  return false;
}

/* Sizes and places of the levels; returns the elements of all. */
static size_t lay_out(const struct sm_domain *domain, struct sm_roughness_map *map) {
  size_t from = 0;
  for (int l = 0; l < SM_FETCH_LEVELS; l++) {
    for (int a = 0; a < 2; a++)
      map->n[l][a] = l == 0 ? domain->grid.axis[a].n : (map->n[l - 1][a] + 1) / 2;
    map->from[l] = (ptrdiff_t)from;
    from += (size_t)map->n[l][0] * (size_t)map->n[l][1];
  }
  return from;
}

/* Level l from the one below it: means of up to four columns. */
static void coarsen(const struct sm_roughness_map *map, int l, float *ln_z0) {
  const int *n = map->n[l], *fine = map->n[l - 1];
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++) {
      float sum = 0;
      int count = 0;
      for (int b = 2 * j; b < 2 * j + 2 && b < fine[1]; b++)
        for (int a = 2 * i; a < 2 * i + 2 && a < fine[0]; a++, count++)
          sum += ln_z0[map->from[l - 1] + a + (ptrdiff_t)b * fine[0]];
      ln_z0[map->from[l] + i + (ptrdiff_t)j * n[0]] = sum / (float)count;
    }
}

/* The wind at a height z comes from fetches of 15 to 40 z and wavers: it is read from columns of up
 * to 4 z. */
static void choose_levels(struct sm_roughness_map *map) {
  const float widest = fmaxf(map->cell[0], map->cell[1]);
  for (int q = 0; q <= SM_FETCH_NODES; q++) {
    const float part = (float)q / SM_FETCH_NODES, z = 60 * part * part;
    int l = 0;
    while (l + 1 < SM_FETCH_LEVELS && widest * (float)(2 << l) <= 4 * z) l++;
    map->level[q] = l;
  }
}

enum sm_status sm_roughness_map_create(struct sm_context *ctx, const struct sm_domain *domain,
                                       struct sm_roughness_map *map, size_t *size, float **ln_z0) {
  *ln_z0 = NULL;
  *map = (struct sm_roughness_map){0};
  *size = 0;
  if (!varies(domain)) return SM_OK;
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  *size = lay_out(domain, map);
  for (int a = 0; a < 2; a++)
    map->cell[a] = (float)(sm_axis_length(&domain->grid.axis[a]) / domain->grid.axis[a].n);
  SM_TRY(sm_alloc(ctx, *size, sizeof **ln_z0, "the map of roughness lengths", ln_z0));
  for (size_t c = 0; c < columns; c++) (*ln_z0)[c] = logf(domain->z0[c]);
  for (int l = 1; l < SM_FETCH_LEVELS; l++) coarsen(map, l, *ln_z0);
  choose_levels(map);
  map->ln_z0 = *ln_z0;
  return SM_OK;
}

enum sm_status sm_roughness_fetch_create(struct sm_context *ctx, const struct sm_domain *domain,
                                         const struct sm_state *state, struct sm_store *store,
                                         struct sm_roughness_fetch *out) {
  const struct sm_axis *axis = domain->grid.axis;
  struct sm_roughness_map map;
  size_t size;
  SM_SCOPED float *ln_z0 = NULL;
  *out = (struct sm_roughness_fetch){0};
  SM_TRY(sm_roughness_map_create(ctx, domain, &map, &size, &ln_z0));
  if (ln_z0 == NULL) return SM_OK;
  *out = (struct sm_roughness_fetch){.sy = state->sy,
                                     .sz = state->sz,
                                     .u = state->field[SM_FIELD_U],
                                     .v = state->field[SM_FIELD_V],
                                     .n = {axis[0].n, axis[1].n, axis[2].n},
                                     .column_sy = axis[0].n + 3,
                                     .columns = (ptrdiff_t)sm_ground_padded(domain),
                                     .roof = (float)domain->highest_roof,
                                     .map = map};
  const size_t factors = (SM_FETCH_NODES + 1) * (size_t)out->columns;
  if (factors > INT_MAX)
    return sm_fail(ctx, SM_ERR_CASE,
                   "internal boundary layers over %lld columns: they are found for at most "
                   "%d; wind.internal_boundary_layers = false leaves them out",
                   (long long)out->columns, INT_MAX / (SM_FETCH_NODES + 1));
  SM_TRY(sm_store_put(ctx, store, ln_z0, size, sizeof *ln_z0, &out->map.ln_z0));
  return sm_store_put(ctx, store, NULL, factors, sizeof *ln_z0, &out->factor);
}
