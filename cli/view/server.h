/* server.h - the pages of `simoom view` for a browser on this machine. */
#ifndef CLI_VIEW_SERVER_H
#define CLI_VIEW_SERVER_H

#include "cli/session/session.h"
#include "follow.h"

struct cli_view_server;

/* Starts answering GET and HEAD of "/", "/manifest.json", "/live.json" and "/block/NAME" on the
 * loopback address only, by a thread of its own; port 0: any that is free. *port: which it is.
 * `view` is what is shown, or NULL where it is what `follow` finds. Returns NULL with a reason in
 * `message`. */
struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size);
void cli_view_server_stop(struct cli_view_server *server);

/* False when simoom was built without the library of the server. */
bool cli_view_server_available(void);

#endif
