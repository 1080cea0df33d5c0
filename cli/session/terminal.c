#define _POSIX_C_SOURCE 200809L
#include "terminal.h"

#include "cli/text/format.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double redraw_after = 0.1; /* redraw interval of the bar, s */
static const double line_after = 10.0;  /* interval of progress lines without a terminal, s */

double cli_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void cli_terminal_open(struct cli_terminal *terminal, FILE *stream) {
  const char *kind = getenv("TERM");
  *terminal = (struct cli_terminal){.stream = stream, .level = SM_LOG_INFO, .now = cli_clock};
  terminal->live = isatty(fileno(stream)) && kind != NULL && strcmp(kind, "dumb") != 0;
  terminal->shown = terminal->now();
  cli_terminal_set(terminal, CLI_COLOR_AUTO, SM_LOG_INFO);
}

void cli_terminal_set(struct cli_terminal *terminal, enum cli_color color,
                      enum sm_log_level level) {
  const char *no_color = getenv("NO_COLOR");
  const bool wanted = terminal->live && (no_color == NULL || no_color[0] == '\0');
  terminal->color = color == CLI_COLOR_ALWAYS || (color == CLI_COLOR_AUTO && wanted);
  terminal->level = level;
}

void cli_terminal_clear(struct cli_terminal *terminal) {
  if (!terminal->bar) return;
  fputs("\r\033[K", terminal->stream);
  fflush(terminal->stream);
  terminal->bar = false;
}

/* Coloured words, on lines that do not quote a case ("14 | ..."). */
static const struct mark {
  const char *word, *color;
} marks[] = {
    {"error:", "\033[1;31m"},
    {"warning:", "\033[1;33m"},
    {"help:", "\033[1;36m"},
};

/* Prints a part of a text up to the end of its line. */
static void print_part(const struct cli_terminal *terminal, const char *part, int length) {
  const char *end = part + length;
  const char *bar = memchr(part, '|', (size_t)length);
  for (size_t i = 0; terminal->color && bar == NULL && i < sizeof marks / sizeof *marks; i++) {
    const char *at = strstr(part, marks[i].word);
    const int size = (int)strlen(marks[i].word);
    if (at == NULL || at + size > end || (at > part && at[-1] != ' ')) continue;
    fprintf(terminal->stream, "%.*s%s%.*s\033[0m%.*s", (int)(at - part), part, marks[i].color, size,
            at, (int)(end - at) - size, at + size);
    return;
  }
  fprintf(terminal->stream, "%.*s", length, part);
}

/* Prints a text of one or more lines with a prefix on the first one. */
static void print_text(struct cli_terminal *terminal, const char *prefix, const char *text) {
  if (terminal->silent) return;
  cli_terminal_clear(terminal);
  print_part(terminal, prefix, (int)strlen(prefix));
  while (*text != '\0') {
    const int length = (int)strcspn(text, "\n");
    print_part(terminal, text, length);
    fputc('\n', terminal->stream);
    text += length;
    if (*text == '\n') text++;
  }
  fflush(terminal->stream);
}

/* Prints a text after its kind ("error:"), with the program name if the text has no file
   position. */
static void print_kind(struct cli_terminal *terminal, const char *kind, const char *text) {
  char prefix[32];
  const char *at = strstr(text, kind);
  snprintf(prefix, sizeof prefix, "simoom: %s ", kind);
  print_text(terminal, at == NULL ? prefix : at == text ? "simoom: " : "", text);
}

void cli_terminal_error(struct cli_terminal *terminal, const char *text) {
  print_kind(terminal, "error:", text);
}

void cli_terminal_log(void *user, enum sm_log_level level, const char *text) {
  struct cli_terminal *terminal = user;
  if (level > terminal->level) return;
  if (level == SM_LOG_ERROR)
    cli_terminal_error(terminal, text);
  else if (level == SM_LOG_WARNING)
    print_kind(terminal, "warning:", text);
  else
    print_text(terminal, "", text);
}

/* Width of the terminal in columns. */
static int columns(const struct cli_terminal *terminal) {
  struct winsize size;
  if (ioctl(fileno(terminal->stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/* Draws the bar: "solve       [=======>         ]  45 %, 12 s left" */
static void draw_bar(struct cli_terminal *terminal, const char *left) {
  enum { WIDEST = 100, SMALLEST = 10 };
  char fill[WIDEST + 1];
  const int room = columns(terminal) - 1;
  const int others = 12 + 1 + 2 + 6 + 16; /* width of phase, space, brackets, percent, time left */
  int width = (room < WIDEST ? room : WIDEST) - others;
  char line[256];
  if (width >= SMALLEST) {
    const int done = (int)(terminal->fraction * width);
    memset(fill, ' ', (size_t)width);
    memset(fill, '=', (size_t)done);
    if (done < width) fill[done] = '>';
    fill[width] = '\0';
    snprintf(line, sizeof line, "%-12.12s [%s] %3.0f %%%s", terminal->phase, fill,
             100.0 * terminal->fraction, left);
  } else {
    snprintf(line, sizeof line, "%s %.0f %%%s", terminal->phase, 100.0 * terminal->fraction, left);
  }
  fprintf(terminal->stream, "\r%.*s\033[K", room, line);
  fflush(terminal->stream);
  terminal->bar = true;
}

void cli_terminal_progress(void *user, const char *phase, double fraction) {
  struct cli_terminal *terminal = user;
  const double now = terminal->now();
  fraction = fraction > 0.0 ? fmin(fraction, 1.0) : 0.0;
  if (terminal->also != NULL) terminal->also(terminal->also_user, now, phase, fraction);
  if (terminal->silent || terminal->level < SM_LOG_INFO) return;
  if (strncmp(phase, terminal->phase, sizeof terminal->phase - 1) != 0 ||
      fraction < terminal->fraction) {
    snprintf(terminal->phase, sizeof terminal->phase, "%s", phase);
    terminal->phase_start = now;
    terminal->phase_from = fraction;
  }
  terminal->fraction = fraction;
  if (now - terminal->shown < (terminal->live ? redraw_after : line_after)) return;
  terminal->shown = now;
  const double rest = cli_seconds_left(now - terminal->phase_start, terminal->phase_from, fraction);
  char left[32] = "";
  if (!isnan(rest)) {
    char duration[16];
    cli_format_duration(rest, duration, sizeof duration);
    snprintf(left, sizeof left, ", %s left", duration);
  }
  if (terminal->live) {
    draw_bar(terminal, left);
  } else {
    fprintf(terminal->stream, "%s: %.0f %%%s\n", terminal->phase, 100.0 * fraction, left);
    fflush(terminal->stream);
  }
}

bool cli_terminal_read_progress(const char *log, char phase[40], double *fraction) {
  bool found = false;
  while (*log != '\0') {
    char name[40];
    int used = 0;
    double percent;
    const size_t length = strcspn(log, "\n");
    if (log[length] == '\n' && sscanf(log, "%39[^:\n]: %lf %%%n", name, &percent, &used) == 2 &&
        used > 0 && (size_t)used <= length) {
      snprintf(phase, 40, "%s", name);
      *fraction = 0.01 * percent;
      found = true;
    }
    log += length + (log[length] == '\n');
  }
  return found;
}
