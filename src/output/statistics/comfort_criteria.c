#include "output/statistics/statistics.h"

#include <stdio.h>
#include <string.h>

/* Two hours per year, as rounded by practitioners. */
#define TWICE_A_YEAR 0.00022

#define LAWSON "Lawson (1990), report TVL 9025, University of Bristol"
#define LONDON                                                                                     \
  "City of London (2019), Wind Microclimate Guidelines for Developments in the City of London"
#define NEN "NEN 8100:2006, Wind comfort and wind danger in the built environment"

static const struct sm_comfort_scale scales[] = {
    {SM_COMFORT_LAWSON,
     "comfort_lawson",
     "wind comfort after Lawson",
     LAWSON,
     {"sitting", "standing", "walking", "business walking", "uncomfortable"},
     4,
     {{4, 0.05}, {6, 0.05}, {8, 0.05}, {10, 0.05}}},
    {SM_COMFORT_LAWSON,
     "danger_lawson",
     "wind danger after Lawson",
     LAWSON,
     {"none", "for the frail", "for all"},
     2,
     {{15, TWICE_A_YEAR}, {20, TWICE_A_YEAR}}},
    {SM_COMFORT_LONDON,
     "comfort_london",
     "wind comfort, City of London",
     LONDON,
     {"frequent sitting", "occasional sitting", "standing", "walking", "uncomfortable"},
     4,
     {{2.5, 0.05}, {4, 0.05}, {6, 0.05}, {8, 0.05}}},
    {SM_COMFORT_LONDON,
     "danger_london",
     "wind danger, City of London",
     LONDON,
     {"none", "unsafe"},
     1,
     {{15, TWICE_A_YEAR}}},
    {SM_COMFORT_NEN8100,
     "comfort_nen8100",
     "wind comfort after NEN 8100",
     NEN,
     {"A", "B", "C", "D", "E"},
     4,
     {{5, 0.025}, {5, 0.05}, {5, 0.1}, {5, 0.2}}},
    {SM_COMFORT_NEN8100,
     "danger_nen8100",
     "wind danger after NEN 8100",
     NEN,
     {"none", "limited", "dangerous"},
     2,
     {{15, 0.0005}, {15, 0.003}}},
};

const struct sm_comfort_scale *sm_comfort_scales(int *count) {
  *count = sizeof scales / sizeof *scales;
  return scales;
}

const struct sm_comfort_scale *sm_comfort_find(const char *variable) {
  for (size_t s = 0; s < sizeof scales / sizeof *scales; s++)
    if (strcmp(scales[s].variable, variable) == 0) return &scales[s];
  return NULL;
}

void sm_comfort_describe(const struct sm_comfort_scale *scale, char *out, size_t size) {
  size_t length = 0;
  out[0] = '\0';
  for (int n = 0; n < scale->limits && length < size; n++)
    length += (size_t)snprintf(
        out + length, size - length, "%s%s: more than %g m/s in less than %g %% of the time",
        n > 0 ? "; " : "", scale->names[n], scale->limit[n].speed, 100 * scale->limit[n].share);
}
