/* landscape_files.h - landscape files (.lcp) of FARSITE and FlamMap, written by a test: a header of
 * 7316 bytes, then 16-bit integers, interleaved by pixel, from the north. */
#ifndef SM_TESTS_LANDSCAPE_FILES_H
#define SM_TESTS_LANDSCAPE_FILES_H

#include "gis_files.h"
#include <stdint.h>

enum { LCP_BANDS = 8, LCP_HEADER = 7316 };

struct landscape {
  int nx, ny;
  double x0, y0, cell;      /* south-west corner, m */
  int16_t elevation_unit;   /* 0 m, 1 ft */
  int16_t cover_unit;       /* 0 classes, 1 percent */
  int16_t height, base;     /* units: 1 m, 2 ft, 3 m x 10, 4 ft x 10 */
  int16_t density;          /* unit: 1 kg/m3, 2 lb/ft3, 3 kg/m3 x 100, 4 lb/ft3 x 1000 */
  int16_t value[LCP_BANDS]; /* of all pixels: elevation, slope, aspect, fuel, cover, height, base,
                             * bulk density */
  int16_t first[LCP_BANDS]; /* of the pixel in the north-west, where not 0 */
};

static inline void lcp_put(unsigned char *header, size_t at, const void *value, size_t size) {
  memcpy(header + at, value, size);
}

static inline const char *put_landscape(const char *name, const struct landscape *l) {
  static unsigned char header[LCP_HEADER];
  const int32_t fuels = 21, none = 20, latitude = 43, linear = 0;
  const double west = l->x0, south = l->y0, east = west + l->nx * l->cell,
               north = south + l->ny * l->cell;
  const int16_t unit[] = {l->elevation_unit, 0,       2,          0, l->cover_unit,
                          l->height,         l->base, l->density, 0, 0};
  memset(header, 0, sizeof header);
  lcp_put(header, 0, &fuels, 4);
  lcp_put(header, 4, &none, 4);
  lcp_put(header, 8, &latitude, 4);
  for (int b = 0; b < 10; b++) { /* least and largest value, number of classes: one */
    const int32_t class[] = {b < LCP_BANDS ? l->value[b] : 0, b < LCP_BANDS ? l->value[b] : 0, 1};
    lcp_put(header, 44 + 412 * (size_t)b, class, 12);
  }
  lcp_put(header, 4164, &l->nx, 4);
  lcp_put(header, 4168, &l->ny, 4);
  const double bounds[] = {east, west, north, south};
  lcp_put(header, 4172, bounds, sizeof bounds);
  lcp_put(header, 4204, &linear, 4);
  lcp_put(header, 4208, &l->cell, 8);
  lcp_put(header, 4216, &l->cell, 8);
  lcp_put(header, 4224, unit, sizeof unit);
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fwrite(header, 1, sizeof header, file);
  for (int p = 0; p < l->nx * l->ny; p++)
    for (int b = 0; b < LCP_BANDS; b++) {
      const int16_t value = p == 0 && l->first[b] != 0 ? l->first[b] : l->value[b];
      fwrite(&value, sizeof value, 1, file);
    }
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

#endif
