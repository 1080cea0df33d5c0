/* Rotors in time: tables are linear between rows and constant before and after. */
#include "case/wind_source.h"

#include <math.h>

/* Interpolates the values of a table (`columns` without the time) to a time. */
static void interpolate(const double *row, size_t count, size_t columns, double time, double *out) {
  size_t i = 0;
  while (i + 1 < count && row[(i + 1) * columns] <= time) i++;
  const double *low = row + i * columns, *high = i + 1 < count ? low + columns : low;
  const double part = high > low && time > low[0] ? (time - low[0]) / (high[0] - low[0]) : 0;
  for (size_t c = 1; c < columns; c++) out[c - 1] = low[c] + part * (high[c] - low[c]);
}

struct sm_rotor_pose sm_case_rotor_at(const struct sm_case_rotor *rotor, double time) {
  struct sm_rotor_pose pose = {.place = {rotor->place[0], rotor->place[1], rotor->height},
                               .thrust = rotor->thrust};
  if (rotor->path_count > 0) interpolate(rotor->path[0], rotor->path_count, 4, time, pose.place);
  if (rotor->tilt_count > 0) interpolate(rotor->tilts[0], rotor->tilt_count, 3, time, pose.tilt);
  if (rotor->thrust_count > 0)
    interpolate(rotor->thrusts[0], rotor->thrust_count, 2, time, &pose.thrust);
  return pose;
}

double sm_rotor_lowest_edge(const struct sm_rotor_pose *pose, double radius) {
  const double degree = 3.14159265358979323846 / 180;
  const double slope = hypot(tan(pose->tilt[0] * degree), tan(pose->tilt[1] * degree));
  return pose->place[2] - radius * slope / sqrt(1 + slope * slope);
}
