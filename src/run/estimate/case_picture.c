/* run/estimate/case_picture.c - map of a case before its run: ground, buildings, and the places of
 * stations, sources, receptors, turbines and other things of the case. */
#include "base/context.h"
#include "domain/positions.h"
#include "output/netcdf/wind_file.h"
#include "output/picture/plot.h"
#include "run/estimate/estimate.h"
#include <stdio.h>
#include <string.h>

struct marks {
  double place[SM_PLOT_MARKS][2];
  const char *name[SM_PLOT_MARKS];
  bool ring[SM_PLOT_MARKS];
  int count;
  size_t more; /* places beyond these */
};

static void choose_marks(const struct sm_domain *domain, const struct sm_location *item,
                         size_t count, struct marks *marks) {
  for (size_t n = 0; n < count; n++) {
    if (item[n].role == SM_LOCATION_AREA) continue;
    if (marks->count == SM_PLOT_MARKS) {
      marks->more++;
      continue;
    }
    const int m = marks->count++;
    marks->place[m][0] = domain->grid.origin[0] + item[n].x;
    marks->place[m][1] = domain->grid.origin[1] + item[n].y;
    marks->name[m] =
        item[n].name[0] != '\0' ? item[n].name + strspn(item[n].name, " ") : item[n].kind;
    marks->ring[m] = item[n].role == SM_LOCATION_MEASURES;
  }
}

/* Writes a file of the ground without times. */
static enum sm_status write_ground(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain, const char *path) {
  struct sm_netcdf_writer *writer = NULL;
  enum sm_status status = sm_netcdf_create(ctx, path, c, domain, "", &writer);
  if (status == SM_OK) status = sm_netcdf_close_at_once(ctx, &writer);
  sm_netcdf_abandon(&writer);
  return status;
}

enum sm_status sm_case_picture(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_domain *domain, const char *picture) {
  struct sm_plot_options options = sm_plot_options_default();
  SM_SCOPED struct sm_location *item = NULL;
  struct marks marks = {.count = 0};
  char ground[4096];
  size_t count = 0;
  SM_TRY(sm_plot_ready(ctx));
  if (snprintf(ground, sizeof ground, "%s.nc", picture) >= (int)sizeof ground - 16)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the name of the picture is too long");
  enum sm_status status = sm_locations_list(ctx, c, domain, &item, &count);
  if (status == SM_OK) choose_marks(domain, item, count, &marks);
  if (status == SM_OK && marks.more > 0)
    sm_warn(ctx, "%s: warning: the first %d of %zu places are marked", picture, SM_PLOT_MARKS,
            marks.more + SM_PLOT_MARKS);
  sm_context_add_unfinished(ctx, ground);
  if (status == SM_OK) status = write_ground(ctx, c, domain, ground);
  const bool flat = domain->highest_ground < 1; /* m: a map of the ground would show nothing */
  options.field = sm_field_name(flat && domain->building_count > 0 ? SM_FIELD_BUILDING_HEIGHT
                                                                   : SM_FIELD_TERRAIN);
  if (flat) options.colour_map = "gray_r";
  options.mark = (const double(*)[2])marks.place;
  options.mark_name = marks.name;
  options.mark_ring = marks.ring;
  options.marks = marks.count;
  if (status == SM_OK) status = sm_plot_file(ctx, ground, &options, picture);
  remove(ground);
  sm_context_remove_unfinished(ctx, ground);
  return status;
}
