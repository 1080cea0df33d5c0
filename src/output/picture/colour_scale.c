/* output/picture/colour_scale.c - range and colour map of a colour scale. */
#include "output/picture/module_interface.h"
#include "output/picture/plot.h"
#include <math.h>
#include <string.h>

/* Minimum and maximum of the values; 0 and 1 without values. */
static void span(const float *value, size_t count, double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    if (isnan(value[i])) continue;
    *least = fmin(*least, (double)value[i]);
    *most = fmax(*most, (double)value[i]);
  }
  if (*least > *most) {
    *least = 0;
    *most = 1;
  }
}

/* Quantile of the values for `share`, to 1/4096 of their span. */
static double quantile(const float *value, size_t count, double least, double most, double share) {
  enum { BINS = 4096 };
  size_t bin[BINS] = {0}, total = 0, below = 0;
  const double scale = most > least ? BINS / (most - least) : 0;
  for (size_t i = 0; i < count; i++) {
    if (isnan(value[i])) continue;
    const double place = ((double)value[i] - least) * scale;
    bin[place < BINS ? (size_t)place : BINS - 1]++;
    total++;
  }
  for (int b = 0; b < BINS; b++) {
    below += bin[b];
    if ((double)below >= share * (double)total) return least + (b + 1) * (most - least) / BINS;
  }
  return most;
}

/* Number of the form 1, 2, 2.5 or 5 times a power of ten, not below x. */
static double nice_above(double x) {
  static const double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
  if (!(x > 0)) return 1;
  const double ten = pow(10, floor(log10(x)));
  size_t s = 0;
  while (s < 9 && steps[s] * ten < x * (1 - 1e-9)) s++;
  return steps[s] * ten;
}

void sm_plot_choose_scale(const struct sm_plot_options *options,
                          const struct sm_plot_quantity *field, struct sm_plot_picture *picture) {
  /* Share of values beyond the scale, so that a local maximum does not take half of the colours. */
  const double beyond = 0.001, decades = SM_PLOT_DECADES;
  const size_t count = (size_t)picture->nx * (size_t)picture->ny;
  double least, most;
  span(picture->value, count, &least, &most);
  picture->low = least;
  picture->high = most;
  if (picture->classes > 0) {
    picture->low = 0.5;
    picture->high = picture->classes + 0.5;
    return;
  }
  if (picture->logarithmic) {
    picture->high = nice_above(most);
    if (isfinite(options->low) && !isfinite(options->high) && options->low >= picture->high)
      picture->high = options->low * decades;
    const double high = isfinite(options->high) ? options->high : picture->high;
    const double low = least > 0 ? pow(10, floor(log10(fmin(least, 0.1 * high)) + 1e-9)) : 0;
    picture->low = fmax(low, high / decades);
  } else if (field->colours == SM_COLOURS_CIRCLE) {
    picture->low = 0;
    picture->high = 360;
  } else if (field->colours == SM_COLOURS_DIVERGING) {
    const double low = quantile(picture->value, count, least, most, beyond);
    const double high = quantile(picture->value, count, least, most, 1 - beyond);
    picture->high = nice_above(fmax(fabs(low), fabs(high)));
    picture->low = -picture->high;
  } else if (field->from_zero) {
    picture->low = 0;
    picture->high = nice_above(quantile(picture->value, count, least, most, 1 - beyond));
  } else if (strcmp(field->name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0) {
    picture->low = 0;
    picture->high = nice_above(most);
  }
  if (isfinite(options->low)) picture->low = options->low;
  if (isfinite(options->high)) picture->high = options->high;
  if (!(picture->high > picture->low)) picture->high = picture->low + 1;
}

void sm_plot_extend_range(const struct sm_plot_picture *picture, double range[2]) {
  double least, most;
  if (picture->classes > 0) return;
  span(picture->value, (size_t)picture->nx * (size_t)picture->ny, &least, &most);
  const bool alike = !(most > least) && picture->colours == SM_COLOURS_RISING;
  if (alike && picture->logarithmic && !(most > 0)) return;
  const double high = alike && !(most > 0 && picture->low < most) ? most : picture->high;
  range[1] = isnan(range[1]) ? high : fmax(range[1], high);
  range[0] = isnan(range[0]) ? picture->low : fmin(range[0], picture->low);
  if (picture->logarithmic) range[0] = fmax(range[0], range[1] / SM_PLOT_DECADES);
}

enum sm_status sm_plot_refuse_colour_map(struct sm_context *ctx) {
  return sm_fail(
      ctx, SM_ERR_USAGE,
      "error: a colour map can be chosen for sequential colour scales only\n"
      "help: classes, directions, differences, roses and lines have colours of their own");
}

enum sm_status sm_plot_choose_colour_map(struct sm_context *ctx,
                                         const struct sm_plot_options *options,
                                         struct sm_plot_picture *picture) {
  if (options->colour_map == NULL) return SM_OK;
  if (picture->classes > 0 || picture->colours != SM_COLOURS_RISING)
    return sm_plot_refuse_colour_map(ctx);
  if (sm_colour_map_find(options->colour_map, &picture->colour_map)) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: no colour map '%s'\n"
                 "help: there are viridis, plasma, inferno, magma and gray, and reversed viridis_r "
                 "and so on",
                 options->colour_map);
}
