/* Building outlines: intermediate form of footprints. */
#include "input/gis/vector/internal.h"

#include <math.h>
#include <stdlib.h>

enum sm_status sm_outlines_add(struct sm_gis_session *s, struct sm_outlines *outlines,
                               const struct sm_building_outline *one) {
  if (outlines->count == outlines->capacity) {
    const size_t capacity = outlines->capacity == 0 ? 64 : outlines->capacity * 2;
    struct sm_building_outline *grown = realloc(outlines->item, capacity * sizeof *grown);
    if (grown == NULL) {
      OGR_G_DestroyGeometry(one->shape);
      return sm_gis_session_no_memory(s);
    }
    outlines->item = grown;
    outlines->capacity = capacity;
  }
  outlines->item[outlines->count++] = *one;
  return SM_OK;
}

void sm_outlines_free(struct sm_outlines *outlines) {
  for (size_t i = 0; i < outlines->count; i++) OGR_G_DestroyGeometry(outlines->item[i].shape);
  free(outlines->item);
  *outlines = (struct sm_outlines){0};
}

/* ---- parts of buildings ---- */

/* Parts sorted by their western edges, to find those near an outline. */
struct parts {
  const struct sm_building_outline **item;
  size_t count;
  double widest; /* m */
};

static int by_west(const void *a, const void *b) {
  const struct sm_building_outline *x = *(const struct sm_building_outline *const *)a;
  const struct sm_building_outline *y = *(const struct sm_building_outline *const *)b;
  return (x->box.MinX > y->box.MinX) - (x->box.MinX < y->box.MinX);
}

/* Index of the first part whose western edge is at or east of x. */
static size_t first_from(const struct parts *parts, double x) {
  size_t low = 0, high = parts->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (parts->item[middle]->box.MinX < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void take_parts_from(const struct parts *parts, struct sm_building_outline *outline) {
  const OGREnvelope *box = &outline->box;
  const double whole = OGR_G_Area(outline->shape);
  for (size_t i = first_from(parts, box->MinX - parts->widest);
       i < parts->count && parts->item[i]->box.MinX <= box->MaxX; i++) {
    const OGREnvelope *other = &parts->item[i]->box;
    if (other->MaxX < box->MinX || other->MinY > box->MaxY || other->MaxY < box->MinY) continue;
    OGRGeometryH rest = OGR_G_Difference(outline->shape, parts->item[i]->shape);
    if (rest == NULL) continue;
    OGR_G_DestroyGeometry(outline->shape);
    outline->shape = OGR_G_ForceToMultiPolygon(rest);
  }
  if (OGR_G_Area(outline->shape) >= 0.1 * whole) return;
  OGR_G_DestroyGeometry(outline->shape);
  outline->shape = NULL;
}

enum sm_status sm_outlines_apply_parts(struct sm_gis_session *s, struct sm_outlines *outlines) {
  struct parts parts = {0};
  for (size_t i = 0; i < outlines->count; i++) parts.count += outlines->item[i].part;
  if (parts.count == 0) return SM_OK;
  parts.item = malloc(parts.count * sizeof *parts.item);
  if (parts.item == NULL) return sm_gis_session_no_memory(s);
  size_t n = 0;
  for (size_t i = 0; i < outlines->count; i++) {
    const struct sm_building_outline *one = &outlines->item[i];
    if (!one->part) continue;
    parts.item[n++] = one;
    parts.widest = fmax(parts.widest, one->box.MaxX - one->box.MinX);
  }
  qsort(parts.item, n, sizeof *parts.item, by_west);
  for (size_t i = 0; i < outlines->count; i++)
    if (!outlines->item[i].part) take_parts_from(&parts, &outlines->item[i]);
  free(parts.item);
  return SM_OK;
}

/* ---- footprints ---- */

int sm_outline_ring_copy(OGRGeometryH ring, bool is_ring, double (*out)[2]) {
  const int count = OGR_G_GetPointCount(ring);
  int n = 0;
  for (int i = 0; i < count; i++) {
    const double x = OGR_G_GetX(ring, i), y = OGR_G_GetY(ring, i);
    if (n > 0 && out[n - 1][0] == x && out[n - 1][1] == y) continue;
    out[n][0] = x;
    out[n][1] = y;
    n++;
  }
  while (is_ring && n > 1 && out[n - 1][0] == out[0][0] && out[n - 1][1] == out[0][1]) n--;
  return n;
}

static enum sm_status fill_footprint(struct sm_gis_session *s, OGRGeometryH polygon,
                                     const struct sm_building_outline *outline,
                                     struct sm_footprint *out) {
  const int rings = OGR_G_GetGeometryCount(polygon);
  size_t vertices = 0;
  for (int r = 0; r < rings; r++)
    vertices += (size_t)OGR_G_GetPointCount(OGR_G_GetGeometryRef(polygon, r));
  *out = (struct sm_footprint){.height = outline->top,
                               .base = outline->base,
                               .porosity = outline->porosity,
                               .storey = outline->storey,
                               .feature = outline->feature};
  out->vertex = malloc(vertices * sizeof *out->vertex);
  out->ring_start = malloc(((size_t)rings + 1) * sizeof *out->ring_start);
  if (out->vertex == NULL || out->ring_start == NULL) return sm_gis_session_no_memory(s);
  int n = 0;
  for (int r = 0; r < rings; r++) {
    const int more = sm_outline_ring_copy(OGR_G_GetGeometryRef(polygon, r), true, out->vertex + n);
    if (more < 3) continue;
    out->ring_start[out->ring_count++] = n;
    n += more;
  }
  out->ring_start[out->ring_count] = n;
  return SM_OK;
}

enum sm_status sm_outlines_to_footprints(struct sm_gis_session *s,
                                         const struct sm_outlines *outlines,
                                         struct sm_footprints *out) {
  size_t count = 0;
  for (size_t i = 0; i < outlines->count; i++)
    if (outlines->item[i].shape != NULL)
      count += (size_t)OGR_G_GetGeometryCount(outlines->item[i].shape);
  if (count == 0) return SM_OK;
  out->item = calloc(count, sizeof *out->item);
  if (out->item == NULL) return sm_gis_session_no_memory(s);
  for (size_t i = 0; i < outlines->count; i++) {
    const struct sm_building_outline *outline = &outlines->item[i];
    const int parts = outline->shape != NULL ? OGR_G_GetGeometryCount(outline->shape) : 0;
    for (int p = 0; p < parts; p++) {
      const enum sm_status status = fill_footprint(s, OGR_G_GetGeometryRef(outline->shape, p),
                                                   outline, &out->item[out->count++]);
      if (status != SM_OK) return status;
    }
  }
  return SM_OK;
}
