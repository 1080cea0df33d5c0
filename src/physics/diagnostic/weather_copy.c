/* Copy of the weather with readings that a model may change. */
#include "physics/diagnostic/internal.h"

#include <string.h>

enum sm_status sm_weather_copy(struct sm_context *ctx, struct sm_store *store,
                               const struct sm_weather *from, int stations,
                               struct sm_weather *out) {
  const size_t times = (size_t)from->time_count, all = (size_t)from->station_count;
  struct sm_station *station = NULL;
  struct sm_station_reading *reading = NULL;
  size_t levels = 0;
  for (int s = 0; s < stations; s++) levels += (size_t)from->station[s].level_count;
  SM_TRY(sm_store_host(ctx, store, all, sizeof *station, &station));
  SM_TRY(sm_store_host(ctx, store, levels * times, sizeof *reading, &reading));
  memcpy(station, from->station, all * sizeof *station);
  for (int s = 0; s < stations; s++) {
    const size_t count = times * (size_t)station[s].level_count;
    memcpy(reading, station[s].reading, count * sizeof *reading);
    station[s].reading = reading;
    reading += count;
  }
  *out = *from;
  out->station = station;
  return SM_OK;
}
