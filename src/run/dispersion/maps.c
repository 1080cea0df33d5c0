#include "run/dispersion/dispersion.h"

#include "output/gis/maps.h"
#include <stdio.h>

enum { PLUME, DEPOSITION, THRESHOLDS, MAPS };

static const struct {
  const char *ending;
  enum sm_status (*write)(struct sm_context *ctx, const char *path,
                          const struct sm_plume_options *o, const struct sm_plume_total *total,
                          bool *written);
} maps[MAPS] = {{"_plume.tif", sm_plume_maps_geotiff},
                {"_deposition.tif", sm_plume_maps_deposition},
                {"_thresholds.geojson", sm_plume_maps_thresholds}};

static bool is_wanted(const struct sm_case *c, int map) {
  const struct sm_case_concentration *boxes = &c->particles.concentration;
  if (map == DEPOSITION) return c->output.geotiff;
  if (map == PLUME) return c->output.geotiff && boxes->present;
  return (c->output.geotiff || c->output.geojson) && boxes->present && boxes->threshold_count > 0;
}

enum sm_status sm_dispersion_maps_check(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                        bool overwrite) {
  for (int m = 0; m < MAPS; m++) {
    char path[4200];
    if (!is_wanted(outputs->c, m)) continue;
    snprintf(path, sizeof path, "%s%s", outputs->base, maps[m].ending);
    SM_TRY(sm_run_outputs_claim(ctx, outputs, overwrite, path));
  }
  return SM_OK;
}

enum sm_status sm_dispersion_maps_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                        const struct sm_plume_options *options,
                                        const struct sm_plume_total *total) {
  for (int m = 0; m < MAPS; m++) {
    char path[4200];
    bool written = false;
    if (!is_wanted(outputs->c, m)) continue;
    snprintf(path, sizeof path, "%s%s", outputs->base, maps[m].ending);
    SM_TRY(maps[m].write(ctx, path, options, total, &written));
    if (written) SM_TRY(sm_run_outputs_add_name(ctx, outputs->summary, path));
  }
  return SM_OK;
}
