/* named_places.h - named points in NetCDF files: stations, receptors, probes, turbines. Each kind
 * has a dimension of its name and the variables <kind>_name, _x, _y (map coordinates) and _height
 * (m above ground). */
#ifndef SM_OUTPUT_NETCDF_NAMED_PLACES_H
#define SM_OUTPUT_NETCDF_NAMED_PLACES_H

#include "domain/domain.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_file.h"

enum { SM_PLACE_NAME = 64 }; /* length of a name, bytes */

struct sm_place {
  char name[SM_PLACE_NAME];
  double at[3]; /* m: x and y in map coordinates, height above ground */
};

/* Defines the variables of a kind, such as "receptor"; writes one point, with x and y relative to
 * the south-west corner of the grid. */
void sm_places_define(struct sm_ncfile *file, const char *kind, size_t count);
void sm_places_put(struct sm_ncfile *file, const char *kind, size_t n, const char *name,
                   const double origin[3], const double at[3]);

/* Named points of a wind file: stations (without model columns and a single station without a
 * position), flow probes, turbines. */
void sm_places_define_wind(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain);
void sm_places_put_wind(struct sm_ncfile *file, const struct sm_case *c,
                        const struct sm_domain *domain);

/* Reads at most `most` points of a kind; returns their number. Read errors are kept in
 * file->status. */
size_t sm_places_read(struct sm_wind_file *file, const char *kind, size_t most,
                      struct sm_place *out);

#endif
