/* named_places.h - points with names in files of NetCDF: stations, receptors, probes, turbines.
 * Each kind has a dimension of its name and the variables <kind>_name, _x, _y (as on the map) and
 * _height (m above the ground). */
#ifndef SM_OUTPUT_NETCDF_NAMED_PLACES_H
#define SM_OUTPUT_NETCDF_NAMED_PLACES_H

#include "domain/domain.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_read.h"

enum { SM_PLACE_NAME = 64 }; /* bytes of a name */

struct sm_place {
  char name[SM_PLACE_NAME];
  double at[3]; /* m: x and y as on the map, height above the ground */
};

/* Defines the variables of a kind; puts one place, its x and y from the south-west corner of the
 * grid. `kind` as in "receptor". */
void sm_places_define(struct sm_ncfile *file, const char *kind, size_t count);
void sm_places_put(struct sm_ncfile *file, const char *kind, size_t n, const char *name,
                   const double origin[3], const double at[3]);

/* Those of a file of winds: stations, but those of a weather model and one that holds everywhere;
 * probes of a flow; turbines. */
void sm_places_define_wind(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain);
void sm_places_put_wind(struct sm_ncfile *file, const struct sm_case *c,
                        const struct sm_domain *domain);

/* Reads the places of a kind: at most `most`; returns how many. What cannot be read is kept in
 * file->status. */
size_t sm_places_read(struct sm_wind_file *file, const char *kind, size_t most,
                      struct sm_place *out);

#endif
