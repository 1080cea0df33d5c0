/* desk.c - desk for releases: its server, and what it answers. */
#define _XOPEN_SOURCE 700
#include "desk.h"

#include "blocks.h"
#include "cli/http/access.h"
#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include "desk_run.h"
#include <errno.h>
#include <lab/hazard.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BODY = 1 << 16, WHY = 512 };

struct cli_desk {
  struct cli_http_server *http;
  struct cli_session *session;
  struct cli_desk_options options;
  struct cli_desk_site site;
  struct sm_result_extent extent;
  struct cli_desk_run run;
  char library[PATH_MAX], population[PATH_MAX];
  char *levels;                 /* JSON of sm_hazard_list */
  struct cli_blocks map, scene; /* the library, and the last result */
  struct sm_view *map_view, *scene_view;
  int port;
};

/* Content security policy: the page loads its own script and style, data of this server, pictures
 * that it makes, and the 3-D view of this server in a frame. */
static const char policy[] =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
    "'self'; img-src data: blob:; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'";

static void put_owned(struct cli_http_answer *answer, const char *type, char *text) {
  if (text != NULL)
    cli_put_bytes(answer, type, text, strlen(text), CLI_HTTP_OWNED);
  else
    cli_put_refusal(answer, 500, "out of memory\n");
}

static void put_json(struct cli_http_answer *answer, struct sm_facts *facts, unsigned code) {
  put_owned(answer, "application/json", sm_facts_json(facts, false));
  if (answer->code == 200) answer->code = code;
  sm_facts_free(facts);
}

/* {"message": why}, for the page. */
static void put_problem(struct cli_http_answer *answer, unsigned code, const char *why) {
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "message", why);
  put_json(answer, &facts, code);
}

/* The site: what the page needs to know of the library. */
static void put_site(const struct cli_desk *desk, struct cli_http_answer *answer) {
  const struct sm_result_extent *e = &desk->extent;
  const struct sm_library_extent *library = &desk->site.library;
  const char *slash = strrchr(desk->library, '/');
  struct sm_facts facts = {0};
  sm_facts_schema(&facts, "desk");
  sm_facts_text(&facts, "library", slash != NULL ? slash + 1 : desk->library);
  sm_facts_text(&facts, "crs", e->located ? e->crs : NULL);
  sm_facts_numbers(&facts, "x", e->x, 2);
  sm_facts_numbers(&facts, "y", e->y, 2);
  sm_facts_list(&facts, "corner"); /* longitude and latitude of each */
  for (int c = 0; c < 4 && e->located; c++) sm_facts_numbers(&facts, NULL, e->corner[c], 2);
  sm_facts_close(&facts);
  sm_facts_number(&facts, "convergence", e->convergence);
  sm_facts_integer(&facts, "winds", library->winds);
  sm_facts_numbers(&facts, "speed", library->speed, 2);
  sm_facts_numbers(&facts, "inverse_length", library->inverse_length, 2);
  sm_facts_flag(&facts, "population", desk->options.population != NULL);
  put_json(answer, &facts, 200);
}

static void put_state(struct cli_desk *desk, struct cli_http_answer *answer, unsigned code) {
  struct sm_facts facts = {0};
  cli_desk_run_facts(&desk->run, &facts);
  put_json(answer, &facts, code);
}

/* Takes the end of a run; its plume becomes the scene. */
static void look_after(struct cli_desk *desk) {
  char path[CLI_DESK_PATH];
  const char *file = path;
  struct sm_view *view;
  if (!cli_desk_run_tick(&desk->run)) return;
  cli_desk_run_path(&desk->run, "out/desk_plume.nc", path);
  if (sm_view_open(desk->session->ctx, &file, 1, NULL, &view) != SM_OK) {
    cli_desk_run_fail(&desk->run, sm_context_message(desk->session->ctx));
    return;
  }
  cli_blocks_show(&desk->scene, view);
  sm_view_close(&desk->scene_view);
  desk->scene_view = view;
}

/* Files of the last result. */
static void put_result(struct cli_desk *desk, const char *name, struct cli_http_answer *answer) {
  static const struct {
    const char *name, *file, *type;
  } files[] = {{"hazard.json", "out/hazard.json", "application/json"},
               {"areas.geojson", "out/areas.geojson", "application/geo+json"},
               {"receptors.csv", "out/desk_receptors.csv", "text/csv; charset=utf-8"},
               {"summary.csv", "out/desk_receptors_summary.csv", "text/csv; charset=utf-8"},
               {"run.json", "out/desk_run.json", "application/json"},
               {"release.toml", "release.toml", "application/toml"}};
  char path[CLI_DESK_PATH];
  for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
    if (strcmp(files[n].name, name) != 0) continue;
    cli_desk_run_path(&desk->run, files[n].file, path);
    char *text = desk->scene_view != NULL ? cli_file_text(path) : NULL;
    if (text != NULL)
      put_owned(answer, files[n].type, text);
    else
      put_problem(answer, 404, "there is no result yet, or it has no such file");
    return;
  }
  put_problem(answer, 404, "there is no such file");
}

static bool is_json(const struct cli_http_request *request) {
  static const char type[] = "application/json";
  const char *given = cli_http_header(request, "Content-Type");
  return given != NULL && strncasecmp(given, type, strlen(type)) == 0 &&
         strchr(" ;", given[strlen(type)]) != NULL;
}

static void post_release(struct cli_desk *desk, const struct cli_http_request *request,
                         struct cli_http_answer *answer) {
  char why[WHY] = "";
  if (!is_json(request)) {
    put_problem(answer, 415, "a release has the type application/json");
    return;
  }
  char *text = request->size == strlen(request->body)
                   ? cli_desk_case(&desk->site, request->body, why, sizeof why)
                   : NULL;
  if (text == NULL) {
    put_problem(answer, 400, why[0] != '\0' ? why : "a byte 0 in the request");
    return;
  }
  if (cli_desk_run_start(&desk->run, text))
    put_state(desk, answer, 202);
  else
    put_problem(answer, 500, strerror(errno));
  free(text);
}

static void get(struct cli_desk *desk, const char *path, struct cli_http_answer *answer) {
  static const char map[] = "/map/", scene[] = "/scene/", result[] = "/result/";
  size_t size;
  const char *page = cli_desk_page(&size);
  if (strcmp(path, "/") == 0)
    cli_put_bytes(answer, "text/html; charset=utf-8", page, size, CLI_HTTP_STATIC);
  else if (strcmp(path, scene) == 0)
    cli_put_view_page(answer);
  else if (strcmp(path, "/scene/live.json") == 0)
    cli_put_bytes(answer, "application/json", "null", 4, CLI_HTTP_STATIC);
  else if (strcmp(path, "/site.json") == 0)
    put_site(desk, answer);
  else if (strcmp(path, "/levels.json") == 0)
    cli_put_bytes(answer, "application/json", desk->levels, strlen(desk->levels), CLI_HTTP_COPIED);
  else if (strcmp(path, "/state.json") == 0)
    put_state(desk, answer, 200);
  else if (strncmp(path, result, strlen(result)) == 0)
    put_result(desk, path + strlen(result), answer);
  else if (!(strncmp(path, map, strlen(map)) == 0 &&
             cli_blocks_answer(&desk->map, path + strlen(map) - 1, answer)) &&
           !(strncmp(path, scene, strlen(scene)) == 0 &&
             cli_blocks_answer(&desk->scene, path + strlen(scene) - 1, answer)))
    put_problem(answer, 404, "there is no such path");
}

static void handle(void *user, const struct cli_http_request *request,
                   struct cli_http_answer *answer) {
  struct cli_desk *desk = user;
  const bool release = strcmp(request->path, "/release") == 0;
  const bool stop = strcmp(request->path, "/stop") == 0;
  const char *allow = release || stop ? "POST" : "GET, HEAD";
  const bool reads = strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
  look_after(desk);
  if (release || stop ? strcmp(request->method, "POST") != 0 : !reads) {
    put_problem(answer, 405, "this path takes another method");
    cli_http_add_header(answer, "Allow", allow);
  } else if (release)
    post_release(desk, request, answer);
  else if (stop) {
    cli_desk_run_stop(&desk->run);
    put_state(desk, answer, 200);
  } else
    get(desk, request->path, answer);
}

/* The pages hold no data: they come without the token, which they then ask for. */
static bool admit(void *user, const struct cli_http_request *request,
                  struct cli_http_answer *answer) {
  const struct cli_desk *desk = user;
  const bool page = strcmp(request->path, "/") == 0 || strcmp(request->path, "/scene/") == 0;
  char base[512];
  cli_access_base(request, desk->port, base, sizeof base);
  if (cli_access_is_foreign(request, base)) {
    put_problem(answer, 403, "requests of pages of other sites are not answered");
    return false;
  }
  if (page || cli_access_has_token(request, desk->options.token)) return true;
  put_problem(answer, 401, "the header Authorization: Bearer TOKEN is missing or wrong");
  cli_http_add_header(answer, "WWW-Authenticate", "Bearer");
  return false;
}

static void refuse(void *user, unsigned code, const char *text, struct cli_http_answer *answer) {
  char line[WHY];
  (void)user;
  snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
  put_problem(answer, code, line);
}

/* Absolute path of a file of the command line; returns the exit code. */
static int find_path(struct cli_session *session, const char *given, char out[PATH_MAX]) {
  if (given == NULL || realpath(given, out) != NULL) return 0;
  return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read: %s", given,
                           strerror(errno));
}

/* Reads the library and the table of levels. */
static enum sm_status open_site(struct cli_desk *desk) {
  struct sm_context *ctx = desk->session->ctx;
  const struct sm_hazard_options all = sm_hazard_options_default();
  const char *file = desk->library, *reason;
  enum sm_status status = sm_library_extent(ctx, file, &desk->site.library);
  if (status == SM_OK) status = sm_result_extent(ctx, file, &desk->extent);
  if (status == SM_OK) status = sm_hazard_list(ctx, &all, 1, &desk->levels);
  if (status == SM_OK) status = sm_view_open(ctx, &file, 1, NULL, &desk->map_view);
  if (status != SM_OK) return status;
  for (int d = 0; d < 2; d++) {
    const double *ends = d == 0 ? desk->extent.x : desk->extent.y;
    desk->site.size[d] = ends[1] - ends[0];
  }
  desk->map.view = desk->map_view;
  return sm_facts_read(&desk->site.levels, desk->levels, &reason) ? SM_OK : SM_ERR_MEMORY;
}

/* Starts what needs the site; returns the exit code. */
static int open_server(struct cli_desk *desk, int *port) {
  char message[512];
  const struct cli_http_options http = {.address = desk->options.address,
                                        .port = desk->options.port,
                                        .body_max = BODY,
                                        .timeout = 60,
                                        .policy = policy,
                                        .framed = true,
                                        .admit = admit,
                                        .handle = handle,
                                        .refuse = refuse,
                                        .user = desk};
  const char *population = desk->options.population != NULL ? desk->population : NULL;
  if (!cli_desk_run_open(&desk->run, desk->library, population))
    return cli_session_error(desk->session, SM_ERR_IO, "no folder for the runs: %s",
                             strerror(errno));
  desk->http = cli_http_start(&http, port, message, sizeof message);
  if (desk->http == NULL)
    return cli_session_error(desk->session, SM_ERR_FAILED,
                             "%s\n  help: without --port any that is free is taken", message);
  desk->port = *port;
  return 0;
}

struct cli_desk *cli_desk_start(struct cli_session *session, const struct cli_desk_options *options,
                                int *port, int *code) {
  struct cli_desk *desk = calloc(1, sizeof *desk);
  if (desk == NULL) {
    *code = cli_session_error(session, SM_ERR_MEMORY, "out of memory");
    return NULL;
  }
  desk->session = session;
  desk->options = *options;
  desk->map.session = desk->scene.session = session;
  *code = find_path(session, options->library, desk->library);
  if (*code == 0) *code = find_path(session, options->population, desk->population);
  if (*code == 0) {
    const enum sm_status status = open_site(desk);
    if (status != SM_OK) *code = cli_session_fail(session, status);
  }
  if (*code == 0) *code = open_server(desk, port);
  if (*code == 0) return desk;
  cli_desk_stop(desk);
  return NULL;
}

void cli_desk_stop(struct cli_desk *desk) {
  if (desk == NULL) return;
  cli_http_stop(desk->http);
  cli_desk_run_close(&desk->run);
  cli_blocks_show(&desk->map, NULL);
  cli_blocks_show(&desk->scene, NULL);
  sm_view_close(&desk->map_view);
  sm_view_close(&desk->scene_view);
  sm_facts_free(&desk->site.levels);
  free(desk->levels);
  free(desk);
}
