#define _XOPEN_SOURCE 700
#include "case_options.h"

#include <errno.h>
#include <lab/extent.h>
#include <stdlib.h>
#include <string.h>

static struct {
  struct cli_list set;
  const char *data, *device;
  int model, threads, precision; /* precision: -1 if not given */
} values = {.model = -1, .precision = -1};

/* Words of --model, and what they set. */
static const char *const models[] = {"wind.model=diagnostic", "wind.model=rans",
                                     "wind.model=incompressible"};

const struct cli_option cli_case_options[] = {
    {.name = "set",
     .argument = "KEY=VALUE",
     .list = &values.set,
     .help = "Replace or add a key of the case, as in domain.cell_size=\"2 m\"; may be given "
             "several times. VALUE is TOML; a value that is not TOML is taken as text."},
    {.name = "model",
     .argument = "diagnostic|rans|les",
     .choice = &values.model,
     .help = "Wind model in place of that of the case: mass-consistent, Reynolds-averaged or "
             "large-eddy simulation; keys of the other models are ignored, each with a warning."},
    {.name = "data",
     .argument = "DIR",
     .text = &values.data,
     .help = "The folder that $data stands for in the paths of the case. Default: the "
             "environment variable SIMOOM_DATA, else the key case.data."},
    {.name = "device",
     .argument = "NAME",
     .text = &values.device,
     .words = "auto|cpu|cuda",
     .help = "auto, cpu, cuda or cuda:N ('simoom devices' lists them); of a case with particles "
             "several, as in cuda:0,cuda:1. Default: the environment variable SIMOOM_DEVICE, "
             "else auto, a GPU where one is usable and "
             "the wind takes longer than its start."},
    CLI_OPTION_THREADS(&values.threads, "Threads of the CPU."),
    {.name = "precision",
     .argument = "f32|f64",
     .choice = &values.precision,
     .help = "Floating-point precision of the wind: 32 bits (default) or 64. Of the iterations on "
             "prisms: 64 (default) or 32."},
    {0},
};

enum sm_status cli_case_load(struct cli_session *session, const char *operand,
                             const char *const *more, size_t count, struct sm_case **out) {
  struct cli_list set = values.set;
  for (size_t i = 0; i < count && set.count < CLI_LIST_LENGTH; i++) set.item[set.count++] = more[i];
  if (values.model >= 0 && set.count < CLI_LIST_LENGTH)
    set.item[set.count++] = models[values.model];
  const struct sm_case_options options = {
      .size = sizeof options, .set = set.item, .set_count = set.count, .data = values.data};
  return sm_case_load(session->ctx, operand, &options, out);
}

int cli_library_find(struct cli_session *session, const char *path, struct cli_library *out) {
  *out = (struct cli_library){.count = 0};
  if (path == NULL) return 0;
  char *full = realpath(path, NULL);
  if (full == NULL)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read: %s", path,
                             strerror(errno));
  struct sm_library_extent extent;
  const enum sm_status status = sm_library_extent(session->ctx, full, &extent);
  out->in_time = status == SM_ERR_USAGE;
  snprintf(out->file, sizeof out->file, "wind.%s=%s", out->in_time ? "file.files" : "library.file",
           full);
  free(full);
  if (status != SM_OK && !out->in_time) return cli_session_fail(session, status);
  out->set[out->count++] = out->in_time ? "wind.model=file" : "wind.model=library";
  out->set[out->count++] = out->file;
  return 0;
}

void cli_library_coarse(struct cli_library *library) {
  library->set[library->count++] = "wind.library.overview=true";
  library->set[library->count++] = "output.members=false";
}

struct sm_run_options cli_case_run_options(void) {
  struct sm_run_options options = sm_run_options_default();
  const char *device = getenv("SIMOOM_DEVICE");
  if (device != NULL && device[0] != '\0') options.device = device;
  if (values.device != NULL) options.device = values.device;
  options.threads = values.threads;
  if (values.precision >= 0) options.precision = values.precision == 0 ? SM_F32 : SM_F64;
  return options;
}
