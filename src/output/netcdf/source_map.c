#include "output/netcdf/plume_file.h"

#include "base/file.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>

static const struct sm_field_info fields[3] = {
    {.name = "source_probability",
     .standard_name = "",
     .long_name = "probability that a source is in the column",
     .unit = "1",
     .dimensions = "y x"},
    {.name = "credible_region",
     .standard_name = "",
     .long_name = "probability of all columns of a higher density",
     .unit = "1",
     .dimensions = "y x"},
    {.name = "information_gain",
     .standard_name = "",
     .long_name = "expected information gain of a further sensor, in bits",
     .unit = "1",
     .dimensions = "y x"}};

enum sm_status sm_source_map_write(struct sm_context *ctx, const char *path,
                                   const struct sm_case *c, const struct sm_domain *plane,
                                   const char *device, float *probability, float *region,
                                   float *gain) {
  float *const map[3] = {probability, region, gain};
  const int maps = gain != NULL ? 3 : 2;
  const size_t columns = (size_t)plane->grid.axis[0].n * (size_t)plane->grid.axis[1].n;
  char temporary[4200];
  struct sm_ncfile file;
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  sm_ncfile_create(ctx, temporary, path, ((size_t)1 << 18) + columns * 24, &file);
  sm_netcdf_define_plane(&file, c, plane, device, "source estimation");
  sm_ncfile_text(&file, NC_GLOBAL, "simoom_kind", "source_estimation");
  for (int m = 0; m < maps; m++)
    sm_netcdf_fill(&file, sm_netcdf_field(&file, c, plane, &fields[m], NC_FLOAT));
  if (file.status == SM_OK) file.status = sm_netcdf_put_plane(&file, plane, 2);
  for (int m = 0; m < maps; m++) {
    for (size_t n = 0; n < columns; n++)
      if (isnan(map[m][n])) map[m][n] = NC_FILL_FLOAT;
    sm_ncfile_put(&file, fields[m].name, map[m]);
  }
  const enum sm_status status = sm_ncfile_close(&file);
  if (status == SM_OK) return sm_file_commit(ctx, temporary, path);
  remove(temporary);
  return status;
}
