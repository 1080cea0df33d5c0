/* Rain in time: tables are linear between rows and 0 before and after. */
#include "case/weather.h"

#include <math.h>

double sm_rain_rate(const struct sm_case_rain *rain, double time) {
  const double(*row)[2] = (const double(*)[2])rain->rates;
  if (!rain->present) return 0;
  if (!isnan(rain->rate)) return rain->rate;
  for (size_t i = 1; i < rain->rate_count; i++) {
    if (time < row[i - 1][0] || time > row[i][0]) continue;
    const double part = (time - row[i - 1][0]) / (row[i][0] - row[i - 1][0]);
    return row[i - 1][1] + part * (row[i][1] - row[i - 1][1]);
  }
  return 0;
}
