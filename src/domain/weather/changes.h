/* domain/weather/changes.h - weather that changes in time, which the flow solvers cannot follow:
 * they take the wind of their start for their initial condition and boundary conditions. */
#ifndef SM_DOMAIN_WEATHER_CHANGES_H
#define SM_DOMAIN_WEATHER_CHANGES_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/weather/times.h"
#include "input/weather/profiles.h"

/* True when a flow starts from the weather, or has it at its sides. */
bool sm_flow_needs_weather(const struct sm_case *c);

/* The first change that was found while a flow runs; starts from {0}. */
struct sm_weather_change {
  bool is;
  int line;       /* of the case */
  char what[400]; /* who says it, and the two winds */
};

/* Notes a change of the readings of a station, or of a model's columns, between the first and the
 * last of the times of the flow. */
void sm_weather_change_of_station(const struct sm_case *c, const struct sm_weather *weather,
                                  const struct sm_case_station *from,
                                  const struct sm_station_series *series,
                                  struct sm_station_reading *scratch,
                                  struct sm_weather_change *change);
void sm_weather_change_of_model(const struct sm_case *c, const struct sm_weather *weather,
                                const struct sm_model_weather *model,
                                struct sm_weather_change *change);

/* Refuses a flow whose weather changes. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_weather_change_refuse(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_weather *weather,
                                                   const struct sm_weather_change *change);

#endif
