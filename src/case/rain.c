/* Rain in time: tables are linear between rows and 0 before and after. */
#include "case/weather.h"

double sm_rain_interpolate(const double (*rates)[2], size_t count, double time) {
  for (size_t i = 1; i < count; i++) {
    if (time < rates[i - 1][0] || time > rates[i][0]) continue;
    const double part = (time - rates[i - 1][0]) / (rates[i][0] - rates[i - 1][0]);
    return rates[i - 1][1] + part * (rates[i][1] - rates[i - 1][1]);
  }
  return 0;
}
