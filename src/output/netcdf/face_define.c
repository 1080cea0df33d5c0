/* Definition of the velocities on faces in wind files, and their rounding in libraries. */
#include "output/netcdf/wind_file.h"

#include <netcdf.h>

int sm_netcdf_significant_bits(const struct sm_case *c, bool is_double) {
  const int bits = c->weather.library.significant_bits, all = is_double ? 52 : 23;
  return c->weather.library.wind.present && bits < all ? bits : 0;
}

void sm_netcdf_define_faces(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, bool is_double) {
  static const char *const location[3] = {"face1", "face2", "face3"};
  const int bits = sm_netcdf_significant_bits(c, is_double);
  if (bits > 0) { /* lossy compression by quantization, CF-1.12 section 8.4 */
    const int rounding = sm_ncfile_variable(file, "bit_rounding", NC_CHAR, 0, NULL);
    sm_ncfile_text(file, rounding, "algorithm", "bitround");
    sm_ncfile_text(file, rounding, "implementation", "simoom " SM_VERSION);
  }
  for (int f = 0; f < 3; f++) {
    const struct sm_field_info *info = sm_field_get((enum sm_field)(SM_FIELD_U_FACE + f));
    const int id = sm_netcdf_field(file, c, domain, info, is_double ? NC_DOUBLE : NC_FLOAT);
    sm_ncfile_text(file, id, "grid", "sgrid");
    sm_ncfile_text(file, id, "location", location[f]);
    if (bits > 0) sm_ncfile_text(file, id, "quantization", "bit_rounding");
    if (bits > 0) sm_ncfile_integers(file, id, "quantization_nsb", &bits, 1);
  }
}
