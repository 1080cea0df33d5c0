#define _XOPEN_SOURCE 700 /* for posix_spawnp */
#include "animation.h"

#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "cli/session/scratch.h"
#include "cli/session/signals.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

extern char **environ;

enum { USUAL_FPS = 5, PATH = 4096 };

static const char *ending_of(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot != NULL ? dot + 1 : "";
}

bool cli_plot_is_animation(const char *picture) {
  const char *ending = ending_of(picture);
  return strcasecmp(ending, "gif") == 0 || strcasecmp(ending, "mp4") == 0;
}

/* Runs ffmpeg; its messages go to the file log_path. Returns its exit code; -1, with errno, if it
 * could not be started. */
static int run_ffmpeg(char *const *arguments, const char *log_path) {
  enum { OUT = 1, ERR = 2, MODE = 0600 };
  posix_spawn_file_actions_t actions;
  pid_t process;
  int status = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, OUT, log_path, O_WRONLY | O_CREAT | O_TRUNC, MODE);
  posix_spawn_file_actions_adddup2(&actions, OUT, ERR);
  const int code = posix_spawnp(&process, "ffmpeg", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) {
    errno = code;
    return -1;
  }
  cli_signals_child(process);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  cli_signals_child(0);
  errno = ENOENT; /* where the shell of the system has found no program */
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* First message of ffmpeg in its log; "" without any. */
static void read_message(const char *path, char *out, int size) {
  FILE *file = fopen(path, "re");
  if (file == NULL || fgets(out, size, file) == NULL) out[0] = '\0';
  out[strcspn(out, "\n")] = '\0';
  if (file != NULL) fclose(file);
}

static int tell_unwritten(struct cli_session *session, const char *animation, int reason) {
  return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s", animation,
                           strerror(reason));
}

static int tell_missing(struct cli_session *session, const char *animation, int reason) {
  return cli_session_error(session, SM_ERR_FAILED,
                           "%s: no ffmpeg, which joins the pictures: %s\n"
                           "  help: install it (Debian: ffmpeg), or draw a picture of each time: "
                           "--time all -o NAME.png",
                           animation, strerror(reason));
}

/* Checks, before anything is drawn, that ffmpeg runs and that the animation can be written. */
static int check_output(struct cli_session *session, const char *folder, const char *animation) {
  char log_path[PATH + 16];
  char *const arguments[] = {"ffmpeg", "-version", NULL};
  struct cli_file file;
  snprintf(log_path, sizeof log_path, "%s/ffmpeg.log", folder);
  if (run_ffmpeg(arguments, log_path) != 0) return tell_missing(session, animation, errno);
  if (!cli_file_open(&file, animation)) return tell_unwritten(session, animation, errno);
  cli_file_abandon(&file);
  return 0;
}

static bool copy(FILE *from, FILE *to) {
  char bytes[1 << 16];
  size_t count;
  while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
    if (fwrite(bytes, 1, count, to) != count) return false;
  return !ferror(from);
}

/* Copies the output of ffmpeg to the name of the animation. */
static int copy_result(struct cli_session *session, const char *made, const char *animation) {
  struct cli_file file;
  FILE *from = fopen(made, "rbe");
  if (from == NULL || !cli_file_open(&file, animation)) {
    const int code = errno;
    if (from != NULL) fclose(from);
    return tell_unwritten(session, animation, code);
  }
  bool good = copy(from, file.stream);
  const int code = errno;
  fclose(from);
  if (!good) {
    cli_file_abandon(&file);
    return tell_unwritten(session, animation, code);
  }
  return cli_file_close(&file) ? 0 : tell_unwritten(session, animation, errno);
}

/* Joins the pictures of a folder. */
static int join(struct cli_session *session, const char *folder, const char *animation, int fps) {
  /* of a GIF the 256 colours are those of all pictures; a film needs even numbers of pixels */
  static char colours[] = "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none",
              even[] = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white,format=yuv420p";
  char made[PATH + 16], pictures[PATH + 16], log_path[PATH + 16], rate[16], reason[256];
  const bool gif = strcasecmp(ending_of(animation), "gif") == 0;
  snprintf(made, sizeof made, "%s/animation", folder);
  snprintf(pictures, sizeof pictures, "%s/%%06d.png", folder);
  snprintf(log_path, sizeof log_path, "%s/ffmpeg.log", folder);
  snprintf(rate, sizeof rate, "%d", fps);
  char *const arguments[] = {"ffmpeg",
                             "-nostdin",
                             "-y",
                             "-loglevel",
                             "error",
                             "-framerate",
                             rate,
                             "-i",
                             pictures,
                             "-vf",
                             gif ? colours : even,
                             "-fflags",
                             "+bitexact",
                             "-flags",
                             "+bitexact",
                             gif ? "-loop" : "-movflags",
                             gif ? "0" : "+faststart",
                             "-f",
                             gif ? "gif" : "mp4",
                             made,
                             NULL};
  const int code = run_ffmpeg(arguments, log_path);
  read_message(log_path, reason, sizeof reason);
  if (cli_signals_stopping()) return 0; /* told by the caller */
  if (code == 0) return copy_result(session, made, animation);
  return cli_session_error(session, SM_ERR_FAILED, "%s: ffmpeg ended with code %d: %s", animation,
                           code, reason);
}

/* Draws all times into a folder. */
static int draw_all(struct cli_session *session, const char *file, int times,
                    const struct sm_plot_options *options, const char *folder) {
  char picture[PATH + 16];
  for (int t = 0; t < times && !cli_signals_stopping(); t++) {
    struct sm_plot_options own = *options;
    own.time = t;
    snprintf(picture, sizeof picture, "%s/%06d.png", folder, t);
    const enum sm_status status = sm_plot_file(session->ctx, file, &own, picture);
    if (status != SM_OK) return cli_session_fail(session, status);
  }
  return 0;
}

int cli_plot_draw_animation(struct cli_session *session, const char *file, int times,
                            const struct sm_plot_options *options, const char *animation, int fps) {
  char folder[PATH];
  if (times < 2)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: an animation needs several times, and %s has %d\n"
                             "  help: .png, .svg or .pdf for a picture of one time",
                             animation, file, times);
  if (strlen(animation) >= PATH)
    return cli_session_error(session, SM_ERR_USAGE, "the name of the file is too long");
  if (!cli_scratch_create("simoom-plot", folder, sizeof folder))
    return cli_session_error(session, SM_ERR_IO, "%s: %s", folder, strerror(errno));
  cli_signals_catch_stop(session); /* the folder is removed at the end */
  int code = check_output(session, folder, animation);
  if (code == 0) code = draw_all(session, file, times, options, folder);
  if (code == 0) code = join(session, folder, animation, fps > 0 ? fps : USUAL_FPS);
  cli_scratch_remove(folder);
  if (cli_signals_stopping())
    code = cli_session_error(session, SM_ERR_STOPPED, "stopped: %s is not written", animation);
  if (code != 0) return code;
  cli_outputs_add(session, animation);
  return 0;
}
