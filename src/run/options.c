#include "run/options.h"

#include "base/context.h"
#include "run/outputs.h"

#include <string.h>

struct sm_run_options sm_run_options_complete(const struct sm_run_options *given) {
  struct sm_run_options options = {.size = sizeof options};
  memcpy(&options, given, given->size < sizeof options ? given->size : sizeof options);
  options.size = sizeof options;
  if (options.folder == NULL) options.folder = ".";
  if (options.device == NULL) options.device = "auto";
  return options;
}

int sm_run_bits(const struct sm_run_options *options) {
  return options->precision == SM_F64 ? 64 : 32;
}

enum sm_status sm_run_check_names(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_run_options *options) {
  const char *const endings[] = {c->output.netcdf ? SM_BEGUN_WIND : NULL,
                                 c->output.vtk ? ".pvd" : NULL};
  char path[4200];
  for (size_t e = 0; e < sizeof endings / sizeof *endings && c->output.members; e++) {
    if (endings[e] == NULL) continue;
    snprintf(path, sizeof path, "%s/%s%s", options->folder, c->output.prefix, endings[e]);
    SM_TRY(sm_run_outputs_check(ctx, c, options->overwrite, path));
  }
  return SM_OK;
}

enum sm_status sm_struct_check(struct sm_context *ctx, const void *given, const char *type) {
  size_t size;
  memcpy(&size, given, sizeof size);
  if (size >= sizeof size) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE, "error: a %s has no size\nhelp: %s x = {.size = sizeof x}",
                 type, type);
}

void sm_struct_give(const void *own, void *out) {
  size_t size, room;
  memcpy(&size, own, sizeof size);
  memcpy(&room, out, sizeof room);
  if (room <= sizeof room) return;
  memcpy(out, own, room < size ? room : size);
  memcpy(out, &room, sizeof room);
}
