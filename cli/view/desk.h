/* desk.h - desk for releases in the browser (`simoom view --release`): a server that writes the
 * release of a page as a case, runs `simoom release` on it and gives its results back. */
#ifndef CLI_VIEW_DESK_H
#define CLI_VIEW_DESK_H

#include "cli/session/session.h"
#include <lab/extent.h>
#include <lab/facts.h>

struct cli_desk_options {
  const char *library;    /* file of winds with [weather.library] */
  const char *population; /* raster with people; NULL: none */
  const char *address;    /* to listen on; NULL: this machine only */
  const char *token;      /* NULL: none is needed */
  int port;               /* 0: any free port */
};

struct cli_desk;

/* Starts the server thread and makes the folder of its runs; *port is the port taken. NULL: *code
 * is the exit code, the error has been printed. */
struct cli_desk *cli_desk_start(struct cli_session *session, const struct cli_desk_options *options,
                                int *port, int *code);

/* Ends the thread and a run that goes on, and removes the folder. */
void cli_desk_stop(struct cli_desk *desk);

/* desk_page.c: the page. */
const char *cli_desk_page(size_t *size);

/* desk_case.c */

/* What the releases of a desk have in common. */
struct cli_desk_site {
  double size[2]; /* of the domain, m */
  struct sm_library_extent library;
  struct sm_facts levels; /* of sm_hazard_list */
};

/* Text of a case, TOML, for the release that a page asks for in JSON (docs/release-desk.md); freed
 * with free(). NULL: `why` says what is wrong. */
char *cli_desk_case(const struct cli_desk_site *site, const char *json, char *why, size_t room);

#endif
