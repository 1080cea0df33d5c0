/* templates.h - the cases that `simoom new` writes. */
#ifndef CLI_TEXT_TEMPLATES_H
#define CLI_TEXT_TEMPLATES_H

#include <stdio.h>

struct cli_template {
  const char *name;
  const char *about;                 /* a paragraph for the README */
  const char *look;                  /* commands that show the result, one per line */
  const char *text[6];               /* pieces of case.toml, NULL after the last */
  const char *extra;                 /* name of another file that the case needs, or NULL */
  void (*write_extra)(FILE *stream); /* writes it */
};

/* The names, in the order of cli_template: "town|street|hill|flat". */
#define CLI_TEMPLATE_NAMES "town|street|hill|flat"
extern const struct cli_template cli_templates[];

#endif
