/* templates.h - template cases of `simoom new`. */
#ifndef CLI_TEXT_TEMPLATES_H
#define CLI_TEXT_TEMPLATES_H

#include <stdio.h>

struct cli_template {
  const char *name;
  const char *about;                 /* paragraph of the README */
  const char *look;                  /* commands that display the result, one per line */
  const char *text[6];               /* parts of case.toml, NULL after the last */
  const char *extra;                 /* name of an additional input file; may be NULL */
  void (*write_extra)(FILE *stream); /* writes the additional file */
};

/* Template names in the order of cli_template. */
#define CLI_TEMPLATE_NAMES "town|street|hill|flat"
extern const struct cli_template cli_templates[];

#endif
