/* server.h - HTTP server of `simoom view` for a browser on this machine. */
#ifndef CLI_VIEW_SERVER_H
#define CLI_VIEW_SERVER_H

#include "cli/session/session.h"
#include "follow.h"

struct cli_view_server;

/* Starts a thread that answers GET and HEAD of "/", "/manifest.json", "/live.json" and
 * "/block/NAME" on the loopback address only. port 0: any free port; *port returns it.
 * `view` is shown; it may be NULL with `follow`. Returns NULL with a reason in
 * `message`. */
struct cli_view_server *cli_view_server_start(struct cli_session *session, struct sm_view *view,
                                              struct cli_follow *follow, int *port, char *message,
                                              size_t size);
void cli_view_server_stop(struct cli_view_server *server);

/* False if simoom was built without the server library. */
bool cli_view_server_available(void);

#endif
