#include "run/options.h"

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
