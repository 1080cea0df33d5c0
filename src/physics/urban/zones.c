#include "physics/urban/internal.h"

#include "cell/urban/zones.h"

#include <math.h>

/* A block whose underside is above this fraction of its height stands on pillars. */
static const double lifted = 0.05;

double sm_cavity_length(double height, double width, double length) {
  const double l = fmin(3, fmax(0.3, length / height)), w = fmin(10, width / height);
  return height * 1.8 * w / (pow(l, 0.3) * (1 + 0.24 * w));
}

double sm_cavity_length_tall(double height, double width, double length) {
  const double l = length / height, w = fmax(0.2, width / height); /* positive for length / height
                                                                      of 0.15 and more */
  return height * 2.34 * w / (pow(l, -1.37) * (-0.27 + 1.86 * w));
}

static double upwind_of(const struct sm_case_zones *options, double height, double width) {
  return (options->upwind == SM_UPWIND_ROECKLE ? 2 : 1.5) * width / (1 + 0.8 * width / height);
}

static void set_wake(const struct sm_case_zones *options, double height, struct sm_urban_block *b) {
  const double width = (double)b->width, length = (double)b->length;
  b->tall = options->high_rise && height >= 2 * length;
  b->cavity = (float)(b->tall ? sm_cavity_length_tall(height, width, length)
                              : sm_cavity_length(height, width, length));
  b->wake_top = b->top - b->ground;
  b->wake_bottom = -INFINITY;
  if (b->tall) {
    const double l = length / height, w = width / height;
    const double saddle = height * fmax(0, -1.47 * l - 0.69 * w + 1.25);
    const double top = height * (1.4077 * l - 1.5705 * w + 0.9297);
    b->saddle = (float)fmin(saddle, 0.95 * height);
    b->wake_top = (float)fmax(top, fmax(height, 1.05 * (double)b->saddle));
  }
}

void sm_zones_set_lengths(const struct sm_case_zones *options, struct sm_urban_block *b) {
  const double whole = (double)(b->top - b->ground), under = (double)(b->bottom - b->ground);
  const bool on_pillars = under > lifted * whole;
  const double height = on_pillars ? whole - under : whole, width = (double)b->width;
  b->upwind = b->cavity = b->roof_length = b->roof_height = b->side_length = b->side_width = 0;
  b->saddle = b->shell = b->isolated = b->downwash.share = 0;
  b->tall = 0;
  if (!(b->speed > 0)) return;
  if (options->upwind != 0 && !on_pillars) b->upwind = (float)upwind_of(options, height, width);
  if (options->wake != 0) set_wake(options, height, b);
  if (on_pillars) { /* elevated deck: air passes below, the wake has the thickness of the deck */
    b->tall = 0;
    b->wake_bottom = (float)under;
    b->wake_top = b->top - b->ground;
    b->saddle = 0.5f * (b->wake_bottom + b->wake_top);
  }
  const double small = fmin(width, height), large = fmax(width, height);
  const double scale = pow(small, 2.0 / 3) * pow(large, 1.0 / 3);
  if (options->wake == SM_WAKE_MIXING && !on_pillars) b->shell = (float)(0.22 * scale);
  if (options->rooftop != 0) {
    b->roof_length = (float)(0.9 * scale);
    b->roof_height = (float)(0.22 * scale);
  }
  if (options->sidewall) {
    b->side_length = (float)(0.9 * scale);
    b->side_width = (float)(0.11 * scale);
  }
}

/* Mean over the lee walls of the share of layers that separate at walls across the wind. */
static float oblique_share(const struct sm_urban_block *b) {
  float sum = 0, walls = 0;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    const float cosine = b->footprint.lee.cosine[m];
    if (!(cosine > 0)) continue;
    sum += sm_oblique_share(cosine);
    walls += 1;
  }
  return walls > 0 ? sum / walls : 0;
}

struct sm_block_extent sm_zones_finish(const struct sm_case_zones *options,
                                       struct sm_urban_block *b) {
  b->isolated *= oblique_share(b);
  b->cavity *= sm_recirculation_length_ratio(b->isolated);
  const float height = b->top - b->ground, along = b->high[0] - b->low[0];
  if (options->rooftop == SM_ROOFTOP_VORTEX && !b->sheltered) {
    const float half = 0.5f * b->roof_length, off = (half - along) / half;
    if (along < b->roof_length && b->cavity > 0 && b->wake_top < height + b->roof_height) {
      const float vortex = height + b->roof_height * sqrtf(1 - off * off);
      b->wake_top += (1 - b->isolated) * fmaxf(0, vortex - b->wake_top);
    }
  }
  const bool logarithmic = options->rooftop == SM_ROOFTOP_LOG || b->sheltered;
  b->layer = b->roof_length > 0 && logarithmic
                 ? b->roof_height * sqrtf(along / (0.5f * b->roof_length))
                 : 0;
  const float wake = b->isolated > 0 ? b->shell + 0.6f * b->cavity + 0.2f * along : 0;
  const float spread = fmaxf(fmaxf(b->side_width, wake), 0.2f * b->cavity);
  const struct sm_downwash *d = &b->downwash;
  const float aside = d->share > 0 ? fmaxf(spread, fmaxf(d->aside, d->width)) : spread;
  const float behind = d->share > 0 ? fmaxf(3 * b->cavity, d->length) : 3 * b->cavity;
  float front = d->share > 0 ? fmaxf(b->upwind, d->width) : b->upwind;
  for (int m = 0; m < SM_BLOCK_STRIPS && d->share > 0; m++) front = fmaxf(front, d->ahead[m]);
  const float over = fmaxf(b->roof_height, options->canyon != 0 ? spread + 0.5f * b->layer : 0);
  return (struct sm_block_extent){.x = b->x,
                                  .y = b->y,
                                  .wind = {b->wind[0], b->wind[1]},
                                  .low = {b->low[0] - front, b->low[1] - aside},
                                  .high = {b->high[0] + behind, b->high[1] + aside},
                                  .top = b->ground + fmaxf(b->wake_top + wake, height + over)};
}
