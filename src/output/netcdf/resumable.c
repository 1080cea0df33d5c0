#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "output/netcdf/wind_file.h"
#include <errno.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int sm_run_time_define(struct sm_ncfile *file, const struct sm_domain *domain, int rank,
                       const int *dimensions) {
  int id;
  if (sm_netcdf_has_calendar(domain)) {
    id = sm_netcdf_variable(
        file, "time", NC_DOUBLE, rank, dimensions,
        (struct sm_cf_attributes){"time", "time", "seconds since 1970-01-01 00:00:00"});
    sm_ncfile_text(file, id, "calendar", "standard");
    sm_ncfile_text(file, id, "units_metadata", "leap_seconds: none");
  } else {
    id = sm_netcdf_variable(file, "time", NC_DOUBLE, rank, dimensions,
                            (struct sm_cf_attributes){"", "time after the start of the run", "s"});
  }
  if (rank == 1) sm_ncfile_text(file, id, "axis", "T");
  return id;
}

double sm_run_time_value(const struct sm_domain *domain, double time) {
  return sm_netcdf_has_calendar(domain) ? domain->weather.time[0] + time : time;
}

/* Compares a text attribute of the file with `text`; an absent attribute counts as "". */
static enum sm_status is_text(struct sm_ncfile *file, const char *name, const char *text,
                              bool *alike) {
  size_t length = 0;
  *alike = text[0] == '\0';
  const int code = nc_inq_attlen(file->id, NC_GLOBAL, name, &length);
  if (code == NC_ENOTATT) return SM_OK;
  sm_ncfile_check(file, code);
  if (code != NC_NOERR) return file->status;
  SM_SCOPED char *is = NULL;
  *alike = false;
  if (length != strlen(text)) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, length + 1, 1, name, &is));
  sm_ncfile_check(file, nc_get_att_text(file->id, NC_GLOBAL, name, is));
  *alike = file->status == SM_OK && memcmp(is, text, length) == 0;
  return file->status;
}

static enum sm_status check(struct sm_ncfile *file, const char *kind, const struct sm_case *c) {
  const char *overrides = c->overrides != NULL ? c->overrides : "";
  bool alike, of_case;
  SM_TRY(is_text(file, "simoom_kind", kind, &alike));
  if (!alike)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: cannot be resumed: not a file of simoom of the kind '%s'",
                   file->name, kind);
  SM_TRY(is_text(file, "simoom_case", c->text, &of_case));
  SM_TRY(is_text(file, "simoom_overrides", overrides, &alike));
  if (!of_case || !alike)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: cannot be resumed: it is of another case, or the case has changed",
                   file->name);
  return SM_OK;
}

void sm_resumable_open(struct sm_context *ctx, const char *path, const char *kind,
                       const struct sm_case *c, struct sm_resumable *sampled) {
  struct sm_ncfile *file = &sampled->file;
  sm_file_find_saved(path, sampled->from);
  *file = (struct sm_ncfile){.ctx = ctx, .path = sampled->from, .name = sampled->from};
  if (access(sampled->from, F_OK) != 0) /* a system error */
    file->status =
        sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be resumed: %s", path, strerror(errno));
  else
    sm_ncfile_open(ctx, sampled->from, sampled->from, false, file);
  if (file->status == SM_OK) file->status = check(file, kind, c);
}

void sm_resumable_expect(struct sm_resumable *sampled, const char *dimension, size_t count,
                         bool least) {
  struct sm_ncfile *file = &sampled->file;
  int id;
  size_t is = 0;
  if (file->status != SM_OK) return;
  if (nc_inq_dimid(file->id, dimension, &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, &is) != NC_NOERR)
    is = 0;
  if (is != count && !(least && is > count))
    file->status =
        sm_fail(file->ctx, SM_ERR_DATA,
                "%s: error: cannot be resumed: %s has %zu items where %s%zu are expected",
                file->name, dimension, is, least ? "at least " : "", count);
}

enum sm_status sm_resumable_resume(struct sm_resumable *sampled, const char *temporary,
                                   const char *name) {
  struct sm_ncfile out;
  SM_TRY(sm_ncfile_close(&sampled->file));
  SM_TRY(sm_file_resume(sampled->file.ctx, sampled->from, temporary, name, false));
  sm_ncfile_open(sampled->file.ctx, temporary, name, true, &out);
  if (out.status == SM_OK) {
    const int code = nc_del_att(out.id, NC_GLOBAL, "simoom_stopped");
    if (code != NC_ENOTATT) sm_ncfile_check(&out, code);
  }
  const enum sm_status status = sm_ncfile_close(&out);
  if (status != SM_OK) unlink(temporary); /* the original is kept */
  return status;
}

void sm_resumable_stopped(struct sm_ncfile *file, double stopped) {
  char text[80];
  if (isnan(stopped)) return;
  snprintf(text, sizeof text, "early, %.12g s after the start of the run", stopped);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_stopped", text);
}
