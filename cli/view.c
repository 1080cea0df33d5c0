/* view.c - `simoom view`: shows results in a browser, or writes them as one HTML page. */
#define _POSIX_C_SOURCE 200809L
#include "cli/http/access.h"
#include "cli/options/options.h"
#include "cli/session/outputs.h"
#include "cli/session/signals.h"
#include "cli/view/desk.h"
#include "cli/view/server.h"
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static struct {
  const char *page, *height, *unit, *minus, *population, *address, *token_file;
  struct cli_list field;
  int port, megabytes;
  bool no_browser, follow, release;
} values = {.megabytes = 25};

static const struct cli_option own_options[] = {
    {.name = "export",
     .argument = "PAGE",
     .text = &values.page,
     .named = true,
     .help = "Write one page with all its data, which opens without a network or a server, "
             "instead of serving."},
    {.name = "size",
     .argument = "MB",
     .integer = &values.megabytes,
     .min = 1,
     .max = 2000,
     .help = "Most that the page of --export may take: cells are joined, bits and times left out "
             "until it does. Default: 25."},
    {.name = "field",
     .argument = "NAME",
     .list = &values.field,
     .help = "Show this field beside the wind, the ground and the buildings, and no other; may be "
             "given several times. 'simoom info' lists them. Default: all."},
    {.name = "height",
     .argument = "HEIGHT",
     .text = &values.height,
     .help = "Where the slice is at first, m above the ground. Default: that of output.heights "
             "which is nearest to 10 m, else 10, or the domain top if that is lower."},
    {.name = "unit",
     .argument = "UNIT",
     .text = &values.unit,
     .help =
         "Show all that can be so in this unit, as kt, \"ug/m3\", ppb or degC, as of simoom plot."},
    {.name = "minus",
     .argument = "FILE",
     .text = &values.minus,
     .help = "Show the difference of two results: the fields of the one file less those of this, "
             "which is on the same grid, at the same times, as of simoom plot."},
    {.name = "follow",
     .flag = &values.follow,
     .help =
         "FILE is the folder of a run that goes on, or is about to begin, with 'simoom run "
         "--live': show how far it is, its residuals and its latest wind, and when it has ended "
         "all that it has left."},
    {.name = "release",
     .flag = &values.release,
     .help =
         "FILE is a library of winds: a desk for releases in it, with a map on which source and "
         "sensors are placed, plume, hazard areas and report (docs/release-desk.md)."},
    {.name = "population",
     .argument = "RASTER",
     .text = &values.population,
     .help = "Raster with the number of people in each of its cells, to count those inside the "
             "hazard areas of --release."},
    {.name = "listen",
     .argument = "ADDRESS",
     .text = &values.address,
     .help = "Answer other machines too, at this address of this one, as 0.0.0.0 or ::; only with "
             "--release and --token-file. Default: this machine only, 127.0.0.1."},
    {.name = "token-file",
     .argument = "FILE",
     .text = &values.token_file,
     .help = "File with a secret of at least 16 characters, for which the page of --release asks."},
    {.name = "port",
     .argument = "N",
     .integer = &values.port,
     .min = 0,
     .max = 65535,
     .help = "Port of the server on this machine. Default: 0, any that is free."},
    {.name = "no-browser",
     .flag = &values.no_browser,
     .help = "Print the address, but open no browser."},
    {0},
};

/* Opens the address in the browser of the user; false if no opener is found. */
static bool open_browser(const char *address) {
  const char *own = getenv("BROWSER");
  const char *const names[] = {own != NULL && strchr(own, ':') == NULL ? own : NULL, "xdg-open",
                               "open"};
  const bool screen = own != NULL || getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    if (names[n] == NULL || names[n][0] == '\0' || !screen) continue;
    char *arguments[] = {(char *)(uintptr_t)names[n], (char *)(uintptr_t)address, NULL};
    pid_t process;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1 /* O_WRONLY */, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1 /* O_WRONLY */, 0);
    const int code = posix_spawnp(&process, names[n], &quiet, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (code == 0) return true;
  }
  return false;
}

/* Tells the address and waits until the user ends the program. */
static void wait_for_end(struct cli_session *session, const char *address) {
  const struct timespec moment = {.tv_nsec = 100000000};
  cli_outputs_address(session, "view", address);
  if (!values.no_browser && !open_browser(address))
    cli_terminal_log(&session->terminal, SM_LOG_WARNING,
                     "no browser was found; open the address in one");
  cli_terminal_log(&session->terminal, SM_LOG_INFO, "Ctrl-C ends");
  while (!cli_signals_stopping()) nanosleep(&moment, NULL);
}

/* Exit code where the program has no server; 0: it has. */
static int need_server(struct cli_session *session) {
  if (cli_view_server_available()) return 0;
  return cli_session_error(session, SM_ERR_FAILED,
                           "simoom was built without libmicrohttpd, which serves the page\n"
                           "  help: --export PAGE writes one that needs no server; or install it "
                           "(Debian: libmicrohttpd-dev) and build simoom again");
}

static int serve(struct cli_session *session, struct sm_view *view, struct cli_follow *follow) {
  char message[256], address[64];
  int port = values.port;
  const int missing = need_server(session);
  if (missing != 0) return missing;
  cli_signals_catch_end(session);
  struct cli_view_server *server =
      cli_view_server_start(session, view, follow, &port, message, sizeof message);
  if (server == NULL)
    return cli_session_error(session, SM_ERR_FAILED,
                             "%s\n  help: without --port any that is free is taken", message);
  cli_access_print(NULL, port, address, sizeof address);
  wait_for_end(session, address);
  cli_view_server_stop(server);
  return 0;
}

static int show(struct cli_session *session, struct sm_view *view) {
  if (values.page == NULL) return serve(session, view, NULL);
  cli_signals_catch_stop(session);
  const enum sm_status status =
      sm_view_export(session->ctx, view, values.page, (size_t)values.megabytes * 1000000);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_outputs_add(session, values.page);
  return 0;
}

/* Follows a folder, which need not exist yet. */
static int follow(struct cli_session *session, const struct cli_operands *operands,
                  const struct sm_view_options *options) {
  struct cli_follow run = {.ctx = session->ctx, .folder = operands->item[0], .options = *options};
  if (operands->count != 1 || values.page != NULL || values.minus != NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--follow takes the folder of one run, and no --export or --minus\n"
                             "  help: 'simoom help view'");
  const int code = serve(session, NULL, &run);
  cli_follow_end(&run);
  return code;
}

/* Refuses options that --release has no use for, and those that only it has; returns the exit
 * code. */
static int check_release(struct cli_session *session, const struct cli_operands *operands) {
  const bool own = values.population != NULL || values.address != NULL || values.token_file != NULL;
  const bool other = values.page != NULL || values.height != NULL || values.minus != NULL ||
                     values.unit != NULL || values.follow || values.field.count > 0;
  if (values.release && (other || operands->count != 1))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--release takes one library of winds, and no --export, --field, "
                             "--height, --unit, --minus or --follow\n  help: 'simoom help view'");
  if (!values.release && own)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--population, --listen and --token-file are of --release\n"
                             "  help: 'simoom help view'");
  return 0;
}

/* Serves the desk for releases. */
static int release(struct cli_session *session, const struct cli_operands *operands) {
  struct cli_desk_options options = {.library = operands->item[0],
                                     .population = values.population,
                                     .address = values.address,
                                     .port = values.port};
  char address[128];
  int port, code = need_server(session);
  if (code != 0) return code;
  char *token = cli_access_read_token(session, "view", values.address, values.token_file, &code);
  options.token = token;
  cli_signals_catch_end(session);
  struct cli_desk *desk = code == 0 ? cli_desk_start(session, &options, &port, &code) : NULL;
  if (desk != NULL) {
    cli_access_print(values.address, port, address, sizeof address);
    wait_for_end(session, address);
  }
  cli_desk_stop(desk);
  free(token);
  return code;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_view_options options = {.field = values.field.item,
                                    .field_count = values.field.count,
                                    .height = NAN,
                                    .minus = values.minus,
                                    .unit = values.unit};
  struct sm_view *view;
  if (values.height != NULL) {
    char *end;
    options.height = strtod(values.height, &end);
    if (end == values.height || !isfinite(options.height) ||
        (*end != '\0' && strcmp(end, "m") != 0 && strcmp(end, " m") != 0))
      return cli_session_error(session, SM_ERR_USAGE,
                               "--height: expected metres above the ground such as 10\n"
                               "  help: 'simoom help view'");
  }
  if (values.page != NULL && (values.port != 0 || values.no_browser))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--export cannot be combined with --port or --no-browser\n"
                             "  help: 'simoom help view'");
  const int wrong = check_release(session, operands);
  if (wrong != 0) return wrong;
  if (values.release) return release(session, operands);
  const int spared = cli_session_check_overwrite(session, values.page, ".html");
  if (spared != 0) return spared;
  if (values.follow) return follow(session, operands, &options);
  const enum sm_status status = sm_view_open(session->ctx, (const char *const *)operands->item,
                                             (size_t)operands->count, &options, &view);
  if (status != SM_OK) return cli_session_fail(session, status);
  const int code = show(session, view);
  sm_view_close(&view);
  return code;
}

const struct cli_command cli_command_view = {
    .name = "view",
    .operands = "FILE...",
    .operand_min = 1,
    .operand_max = CLI_OPERANDS,
    .summary = "show results in three dimensions in a browser",
    .details =
        "Shows NetCDF files of simoom, particles (.pvd, .vtp), or all in a folder, as a page in "
        "the "
        "browser: ground and buildings, the wind at any height, its streamlines, clouds and "
        "isosurfaces of scalars, particles and their trajectories, prisms. The address, on this "
        "machine only, is printed; the "
        "server runs until Ctrl-C. With --export all is written into one page instead, whose name "
        "is printed.",
    .named = true,
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};
