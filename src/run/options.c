#include "run/options.h"

#include "base/context.h"

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
