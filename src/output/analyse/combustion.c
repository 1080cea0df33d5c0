#include "output/analyse/analyse.h"

#include <math.h>
#include <netcdf.h>

static bool is_there(float value) { return !isnan(value) && value < 0.99F * NC_FILL_FLOAT; }

/* Adds the heat release and the burnt volume of a layer. */
static void add_layer(const struct sm_wind_file *file, size_t k, const float *heat,
                      const float *temperature, struct sm_combustion *out) {
  for (size_t j = 0; j < file->n[1]; j++)
    for (size_t i = 0; i < file->n[0]; i++) {
      const size_t c = i + file->n[0] * j;
      const double volume = file->width[0][i] * file->width[1][j] * file->width[2][k];
      if (is_there(heat[c])) out->heat_release += (double)heat[c] * volume;
      if (is_there(temperature[c]))
        out->temperature_maximum = fmax(out->temperature_maximum, (double)temperature[c]);
    }
}

enum sm_status sm_wind_file_combustion(struct sm_wind_file *file, size_t time,
                                       struct sm_combustion *out) {
  const size_t columns = file->n[0] * file->n[1];
  SM_SCOPED float *heat = NULL, *temperature = NULL;
  *out = (struct sm_combustion){.temperature_maximum = -INFINITY};
  SM_TRY(sm_alloc(file->ctx, columns, sizeof *heat, "layer", &heat));
  SM_TRY(sm_alloc(file->ctx, columns, sizeof *temperature, "layer", &temperature));
  for (size_t k = 0; k < file->n[2]; k++) {
    const size_t start[4] = {time, k, 0, 0}, count[4] = {1, 1, file->n[1], file->n[0]};
    SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_HEAT_RELEASE), start, count, heat));
    SM_TRY(
        sm_wind_file_floats(file, sm_field_name(SM_FIELD_TEMPERATURE), start, count, temperature));
    add_layer(file, k, heat, temperature, out);
  }
  if (isinf(out->temperature_maximum)) out->temperature_maximum = NAN;
  return SM_OK;
}
