/* Vertical layer of each column on a plume map. */
#include "output/netcdf/plume_file.h"

#include <math.h>
#include <stdbool.h>

size_t sm_plume_layers_select(const struct sm_plume_layers *of, int k, int *layer) {
  const double low = of->face[k], high = of->face[k + 1];
  size_t taken = 0;
  for (size_t c = 0; c < of->columns; c++) {
    const bool air = of->air == NULL || of->air[c] > 0;
    const double at = (double)of->terrain[c] + of->height;
    const bool here = isnan(of->height) ? of->air != NULL || high > (double)of->terrain[c]
                                        : low <= at && at < high;
    if (layer[c] >= 0 || !air || !here) continue;
    layer[c] = k;
    taken++;
  }
  return taken;
}
