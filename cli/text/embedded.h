/* embedded.h - TOML texts embedded in the program; cmake/embed.cmake makes their tables. */
#ifndef CLI_TEXT_EMBEDDED_H
#define CLI_TEXT_EMBEDDED_H

#include "lab/toml.h"

struct cli_embedded {
  const char *name;        /* NULL after the last text */
  const char *file;        /* path in the source tree, for messages */
  const char *const *line; /* lines; NULL after the last */
};

/* Parses an embedded text. Errors: as sm_toml_open. */
SM_CHECKED enum sm_status cli_embedded_open(struct sm_context *ctx,
                                            const struct cli_embedded *embedded,
                                            struct sm_toml_document **out);

#endif
