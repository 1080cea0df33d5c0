/* carried.h - texts of TOML that the program carries: cmake/embed.cmake makes their tables. */
#ifndef CLI_TEXT_CARRIED_H
#define CLI_TEXT_CARRIED_H

#include "lab/toml.h"

struct cli_carried {
  const char *name;        /* NULL after the last */
  const char *const *line; /* NULL after the last */
};

/* Reads one of them. Errors: as sm_toml_open. */
SM_CHECKED enum sm_status cli_carried_open(struct sm_context *ctx,
                                           const struct cli_carried *carried,
                                           struct sm_toml_document **out);

#endif
