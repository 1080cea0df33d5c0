/* Computing time of expensive prescribed winds: free wakes of rotors, interpolation between
   points. */
#include "run/estimate/estimate.h"

#include <math.h>

/* Nanoseconds on one core of a 2024 server, measured over the cases in `cases`: one ring and its
 * image at a cell edge; a pair of rings and an image in a motion step; a face interpolated from
 * points. */
static const double edge_ns = 32, pair_ns = 420, face_ns = 15e3;

/* Lifetime after which rings of a rotor merge or leave as fast as they are shed, s. */
static const double life = 3;

enum { RINGS_MAX = 1024, STEPS_OF_A_RING = 8 /* 4 steps of the midpoint rule */ };

/* Rings shed by a rotor per second. */
static double rate_of(const struct sm_case_rotor *rotor) {
  return rotor->blades * rotor->speed / (2 * 3.14159265358979324);
}

static double free_wake_seconds(const struct sm_case_wind_source *from, double cells, int winds) {
  const double end = from->spin_up + from->duration;
  double rate = 0, fastest = 0, seconds = 0;
  for (size_t r = 0; r < from->rotor_count; r++) {
    rate += rate_of(&from->rotor[r]);
    fastest = fmax(fastest, rate_of(&from->rotor[r]));
  }
  const double most = fmin(rate * life, RINGS_MAX);
  for (int w = 0; w < winds; w++) {
    const double rings = fmin(rate * (from->spin_up + w * from->interval), most);
    seconds += 1e-9 * 3 * cells * 2 * rings * edge_ns;
  }
  /* Time integral of the squared number of rings: growth, then a constant
   * number. */
  const double grow = fmin(most / rate, end);
  const double squares = rate * rate * grow * grow * grow / 3 + most * most * (end - grow);
  return seconds + 1e-9 * fastest * STEPS_OF_A_RING * squares * pair_ns;
}

double sm_prescribed_seconds(const struct sm_case *c, const struct sm_domain *domain) {
  const struct sm_case_wind_source *from = &c->wind_source;
  const double cells = (double)sm_grid_cells(&domain->grid);
  const int winds = domain->weather.time_count;
  if (from->model == SM_WIND_POINTS) return 1e-9 * winds * 3 * cells * face_ns;
  if (from->model != SM_WIND_ROTOR || from->wake != (int)SM_WAKE_FREE) return 0;
  return free_wake_seconds(from, cells, winds);
}
