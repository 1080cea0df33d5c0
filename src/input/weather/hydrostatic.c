/* Heights of hybrid levels by the hydrostatic equation from the ground (ECMWF, IFS Documentation
 * Part III, eqs. 2.20 to 2.22): virtual temperature between the edges of layers, whose pressure is
 * a + b ps. */
#include "input/weather/internal.h"

#include "base/list.h"
#include <math.h>

static const double gas_constant = 287.0597; /* J kg-1 K-1, dry air */
static const double gravity = 9.80665;       /* m s-2 */
static const double vapour = 0.609133; /* gas constant of vapour over that of dry air, less 1 */

/* Heights of the levels of one place, m; t and q: [level] with stride `places`. Levels from one
 * without a temperature on have none. Returns the number of marks of missing values. */
static size_t heights_of(const struct sm_weather_layer *layer, double pressure, const double *t,
                         const double *q, size_t places, double *out) {
  const size_t levels = layer->u.levels;
  const double *a = layer->edge, *b = layer->edge + levels + 1;
  double below = pressure, base = 0;
  size_t marks = 0;
  for (size_t z = 0; z < levels; z++) {
    const double above = a[z + 1] + b[z + 1] * pressure;
    const double wanted = q != NULL ? q[z * places] : 0;
    const double humidity = wanted >= 0 && wanted <= 1 ? wanted : 0;
    const double virtual_temperature =
        t[z * places] > 0 ? t[z * places] * (1 + vapour * humidity) : (double)NAN;
    marks += t[z * places] <= 0 || fabs(wanted) > 1;
    const double scale = gas_constant * virtual_temperature / gravity;
    const double thickness = above > 0 ? log(below / above) : (double)INFINITY;
    const double alpha =
        above > 0 ? 1 - above / (below - above) * thickness : 0.69314718055994531; /* ln 2 */
    out[z * places] = base + scale * alpha;
    base += scale * thickness;
    below = above;
  }
  return marks;
}

static void warn_of_marks(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                          size_t marks) {
  if (marks == 0 || file->level_marks_told) return;
  file->level_marks_told = true;
  sm_warn(file->ctx,
          "%s: warning: %zu values of '%s' are no temperatures in K, or of the specific humidity "
          "beyond 1: levels from a missing temperature on are left out, missing humidity is 0",
          file->data.path, marks, layer->at[0].variable.name);
}

enum sm_status sm_weather_hydrostatic(struct sm_weather_file *file,
                                      const struct sm_weather_layer *layer, size_t time,
                                      double **out) {
  const size_t places = file->grid.ni * file->grid.nj;
  SM_SCOPED double *pressure = NULL, *t = NULL, *q = NULL;
  *out = NULL;
  SM_TRY(sm_weather_read_field(file, &file->surface_pressure, time, &pressure));
  SM_TRY(sm_weather_read_field(file, &layer->at[0], time, &t));
  if (layer->at_count > 1) SM_TRY(sm_weather_read_field(file, &layer->at[1], time, &q));
  SM_TRY(sm_alloc(file->ctx, layer->u.levels * places, sizeof **out, "the heights of levels", out));
  size_t marks = 0;
  for (size_t p = 0; p < places; p++)
    marks += heights_of(layer, file->of_logarithm ? exp(pressure[p]) : pressure[p], t + p,
                        q != NULL ? q + p : NULL, places, *out + p);
  warn_of_marks(file, layer, marks);
  return SM_OK;
}
