/* Option checks, device, memory and output files common to prism runs. */
#include "base/machine/machine.h"
#include "output/vtk/vtk.h"
#include "run/estimate/estimate.h"
#include "run/outputs.h"
#include "run/prism/run.h"
#include <stdio.h>

enum { FORMATS = 2 };
static const struct {
  const char *ending;
  enum sm_status (*write)(struct sm_context *, const char *, const struct sm_prism_file *);
} formats[FORMATS] = {{".nc", sm_ugrid_write}, {".hdf", sm_vtkhdf_write}};

static bool is_wanted(const struct sm_case *c, int format) {
  return format == 0 ? c->output.netcdf : c->output.vtk;
}

static enum sm_status name_file(struct sm_context *ctx, const struct sm_case *c, const char *folder,
                                int format, char *out, size_t size) {
  const int length =
      snprintf(out, size, "%s/%s%s", folder, c->output.prefix, formats[format].ending);
  if (length >= 0 && (size_t)length < size) return SM_OK;
  return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", folder);
}

enum sm_status sm_prism_options_check(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_run_options *options) {
  if (!options->resume) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: a run on prisms leaves no checkpoint from which it could go on",
                 c->path);
}

enum sm_status sm_prism_device_open(struct sm_context *ctx, const struct sm_run_options *options,
                                    const char *name, const struct sm_prisms *prisms, size_t bytes,
                                    struct sm_run_summary *summary, struct sm_device **out) {
  sm_progress(ctx, "set-up", 0);
  summary->triangles = prisms->plane->triangles;
  summary->layers = prisms->layers;
  summary->cells = summary->fluid_cells = (int64_t)sm_prisms_count(prisms);
  SM_TRY(sm_device_open(ctx, name, options->threads, options->precision == SM_F32 ? 32 : 64, bytes,
                        out));
  snprintf(summary->device, sizeof summary->device, "%s", (*out)->name);
  return options->profile ? sm_device_begin_profile(ctx, *out) : SM_OK;
}

void sm_prism_summary_add(const struct sm_prism_result *r, const struct sm_device *device,
                          struct sm_run_summary *summary) {
  summary->times = 1;
  summary->iterations = r->iterations;
  summary->iteration_bytes = r->iteration_bytes;
  summary->residual = r->residual;
  summary->residual_every = 1;
  summary->wall_solver = r->seconds;
  if (r->seconds > 0) summary->cell_rate = (double)r->cells / r->seconds;
  summary->device_memory = device->peak;
}

void sm_prism_memory_describe(struct sm_context *ctx, const struct sm_case *c, double device,
                              double host, struct sm_facts *out) {
  const double program = 50e6; /* with libraries; measured */
  const double all = device + host + program, available = (double)sm_memory_available();
  sm_memory_describe(all, device, host + program, out);
  if (all > available)
    sm_warn(ctx,
            "%s: warning: on the CPU, %.3g GB of memory are left, less than the %.3g GB that a run "
            "may need",
            c->path, available * 1e-9, all * 1e-9);
}

enum sm_status sm_prism_files_check(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_run_options *options) {
  char path[4096];
  SM_TRY(sm_run_outputs_make_folder(ctx, options->folder));
  for (int f = 0; f < FORMATS; f++) {
    if (!is_wanted(c, f)) continue;
    SM_TRY(name_file(ctx, c, options->folder, f, path, sizeof path));
    SM_TRY(sm_run_outputs_check(ctx, c, options->overwrite, path));
  }
  return SM_OK;
}

enum sm_status sm_prism_files_write(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_run_options *options,
                                    const struct sm_prism_file *contents,
                                    struct sm_run_summary *summary) {
  char path[4096];
  sm_progress(ctx, "output", 0);
  for (int f = 0; f < FORMATS; f++) {
    if (!is_wanted(c, f)) continue;
    SM_TRY(name_file(ctx, c, options->folder, f, path, sizeof path));
    SM_TRY(formats[f].write(ctx, path, contents));
    SM_TRY(sm_run_outputs_add_name(ctx, summary, path));
  }
  return SM_OK;
}
