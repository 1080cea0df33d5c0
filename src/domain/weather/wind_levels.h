/* wind_levels.h - the winds of a case's files: when they are, on which grid, and their faces. */
#ifndef SM_DOMAIN_WEATHER_WIND_LEVELS_H
#define SM_DOMAIN_WEATHER_WIND_LEVELS_H

#include "domain/domain.h"
#include "input/netcdf/winds_file.h"

/* Where a level is. */
struct sm_wind_level_place {
  int file; /* of the case */
  size_t time;
};

struct sm_wind_levels {
  const struct sm_case *c;
  struct sm_wind_level_place *place; /* of each level, in the order of their times */
  double *time;                      /* s, as of domain->weather, the case's offset included */
  int count;
  bool has_calendar;
  struct sm_winds_file file; /* the one that is open, on whose grid all are */
  int is_open;               /* which it is */
};

/* Opens the files of a case, one after the other, and chooses the times that it asks for; the first
 * file stays open. Errors: ERR_DATA (also: unlike grids, times that do not rise from file to file,
 * no time that is asked for), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_open(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_wind_levels **out);
void sm_wind_levels_close(struct sm_wind_levels **levels);

/* Reads a level onto the faces of a domain: component d of the low face of cell i, j, k is u[d][i +
 * j sy + k sz], m/s; 0 on closed faces. From a file without faces they are means of two cells.
 * Errors: ERR_DATA (also: an open face without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_read(struct sm_context *ctx,
                                              const struct sm_domain *domain, int level,
                                              double *const u[3], ptrdiff_t sy, ptrdiff_t sz);

#endif
