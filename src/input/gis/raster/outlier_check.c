/* Outlier check of elevations read from a raster: reports and removes outliers. */
#include "input/gis/raster/internal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Pixels per piece, and maximum number of pixels read a second time. */
#define PIECE ((size_t)1 << 24)
#define MOST_PIXELS 2e8

/* Checks a part as it was read. */
static enum sm_status look(struct sm_gis_session *s, const struct sm_height_check *h,
                           const struct sm_raster_part *part, float *value, unsigned char *odd,
                           struct sm_outliers *out) {
  const double across[2] = {(double)part->width / part->columns,
                            (double)part->height / part->lines};
  const int first[2] = {part->x0, part->y0};
  struct sm_outlier_map map = {.height = value,
                               .nx = part->columns,
                               .ny = part->lines,
                               .cell = h->cell * fmax(across[0], across[1]),
                               .scale = h->raster->scale,
                               .offset = h->raster->offset,
                               .remove = h->remove && odd == NULL,
                               .odd = odd};
  for (int d = 0; d < 2; d++) {
    map.low[d] = (int)floor((h->low[d] - first[d]) / across[d]);
    map.high[d] = (int)floor((h->high[d] - first[d]) / across[d]);
  }
  const size_t largest = out->largest;
  const enum sm_status status = sm_outliers_find(s, &map, out);
  if (out->largest == largest) return status;
  for (int d = 0; d < 2; d++) out->at[d] = (int)floor(first[d] + (out->at[d] + 0.5) * across[d]);
  return status;
}

/* Removes the means that include an outlier among the pixels of a piece. */
static void take_out(const struct sm_height_check *h, const struct sm_raster_part *piece,
                     const unsigned char *odd) {
  const struct sm_raster_part *part = h->part;
  for (int j = 0; j < piece->lines; j++)
    for (int i = 0; i < piece->columns; i++) {
      if (odd[(size_t)j * (size_t)piece->columns + (size_t)i] == 0) continue;
      const int64_t x = i, y = piece->y0 - part->y0 + j;
      const int64_t right = ((x + 1) * part->columns - 1) / part->width;
      const int64_t bottom = ((y + 1) * part->lines - 1) / part->height;
      for (int64_t b = y * part->lines / part->height; b <= bottom; b++)
        for (int64_t a = x * part->columns / part->width; a <= right; a++)
          h->value[b * part->columns + a] = NAN;
    }
}

/* Checks the pixels behind the means, piece by piece. */
static enum sm_status look_closely(struct sm_gis_session *s, const struct sm_height_check *h,
                                   struct sm_outliers *out) {
  const struct sm_raster_part *part = h->part;
  const size_t width = (size_t)part->width, most = PIECE / width + 64;
  const int lines = most < (size_t)part->height ? (int)most : part->height;
  float *pixel = malloc(width * (size_t)lines * sizeof *pixel);
  unsigned char *odd = malloc(width * (size_t)lines);
  enum sm_status status = pixel != NULL && odd != NULL ? SM_OK : sm_gis_session_no_memory(s);
  for (int done = 0; status == SM_OK && done < part->height; done += lines) {
    const int from = done + lines <= part->height ? done : part->height - lines;
    const struct sm_raster_part piece = {part->x0,    part->y0 + from, part->width, lines,
                                         part->width, lines,           true};
    const size_t before = out->pixels;
    memset(odd, 0, width * (size_t)lines);
    status = sm_raster_read(s, h->raster, &piece, pixel);
    if (status == SM_OK) status = look(s, h, &piece, pixel, odd, out);
    if (status == SM_OK && h->remove && out->pixels > before) take_out(h, &piece, odd);
  }
  free(pixel);
  free(odd);
  return status;
}

/* Centre of a pixel, in the coordinates of the domain if the transformation succeeds. */
static void place_of(const struct sm_height_check *h, const int at[2], double place[2]) {
  const double *t = h->raster->transform, i = at[0] + 0.5, j = at[1] + 0.5;
  place[0] = t[0] + t[1] * i + t[2] * j;
  place[1] = t[3] + t[4] * i + t[5] * j;
  if (h->raster->srs == NULL || h->srs == NULL || OSRIsSame(h->raster->srs, h->srs)) return;
  OGRCoordinateTransformationH change = OCTNewCoordinateTransformation(h->raster->srs, h->srs);
  double to[2] = {place[0], place[1]};
  if (change != NULL && OCTTransform(change, 1, &to[0], &to[1], NULL) && isfinite(to[0])) {
    place[0] = to[0];
    place[1] = to[1];
  }
  OCTDestroyCoordinateTransformation(change);
}

enum sm_status sm_outliers_check(struct sm_gis_session *s, const struct sm_height_check *heights) {
  const struct sm_raster_part *part = heights->part;
  const bool means = part->columns < part->width || part->lines < part->height;
  const bool closely = means && (double)part->width * part->height <= MOST_PIXELS;
  struct sm_outliers found = {0};
  enum sm_status status = SM_OK;
  if (closely) status = look_closely(s, heights, &found);
  if (status == SM_OK && found.pixels == 0)
    status = look(s, heights, part, heights->value, NULL, &found);
  if (status != SM_OK || found.pixels == 0) return status;
  double place[2];
  place_of(heights, found.at, place);
  sm_gis_session_warn(
      s,
      "%s: warning: %zu pixels at %zu places look like voids or spikes that the file "
      "does not declare as no data: the largest, of %zu pixels, has %.6g m at %.10g E, "
      "%.10g N, where the ground around it has %.6g m; they %s",
      heights->raster->path, found.pixels, found.places, found.largest, found.height, place[0],
      place[1], found.around,
      heights->remove ? "are filled from their neighbours"
                      : "stay as they are\nhelp: fill them from their neighbours with "
                        "terrain.fill = \"interpolate\"");
  return SM_OK;
}
