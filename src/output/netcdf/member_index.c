/* Index of the winds of a rose or library in a wind file: directions, speeds, stabilities, and what
 * interpolation between them needs (docs/wind-library.md). */
#include "output/netcdf/wind_file.h"

#include "domain/weather/climate.h"
#include <netcdf.h>

void sm_netcdf_define_members(struct sm_ncfile *file, const struct sm_case *c,
                              const struct sm_domain *domain, int time) {
  const struct sm_weather *weather = &domain->weather;
  if (weather->climate != NULL || weather->library != NULL)
    sm_netcdf_variable(
        file, "member_from", NC_DOUBLE, 1, &time,
        (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_FROM_DIRECTION)->standard_name,
                                  "where the wind at the reference comes from, clockwise from true "
                                  "north",
                                  "degree"});
  if (weather->library == NULL) return;
  sm_netcdf_variable(file, "member_speed", NC_DOUBLE, 1, &time,
                     (struct sm_cf_attributes){"", "speed of the wind at the reference", "m s-1"});
  sm_netcdf_variable(
      file, "member_inverse_obukhov_length", NC_DOUBLE, 1, &time,
      (struct sm_cf_attributes){"", "inverse Obukhov length, 0 in neutral air", "m-1"});
  const struct sm_station *reference = weather->station;
  const double wakes = c->zones.on && domain->footprints.count > 0 ? c->turbulence.wakes : 0;
  const double number[6] = {
      reference->reading[0].height, (double)reference->profile,      reference->z0,
      reference->exponent,          sm_domain_mean_building(domain), wakes};
  sm_ncfile_numbers(file, NC_GLOBAL, "simoom_library", number, 6);
}

void sm_netcdf_put_member(struct sm_ncfile *file, const struct sm_domain *domain, size_t record) {
  const struct sm_weather *weather = &domain->weather;
  const size_t count = 1;
  if (weather->climate != NULL)
    sm_ncfile_put_part(file, "member_from", &record, &count, &weather->climate->from[record]);
  if (weather->library == NULL) return;
  const struct sm_library_wind *wind = &weather->library[record];
  sm_ncfile_put_part(file, "member_from", &record, &count, &wind->from);
  sm_ncfile_put_part(file, "member_speed", &record, &count, &wind->speed);
  sm_ncfile_put_part(file, "member_inverse_obukhov_length", &record, &count, &wind->per_obukhov);
}
