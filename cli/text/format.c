#include "format.h"

#include <math.h>
#include <string.h>

void cli_format_duration(double seconds, char *out, size_t size) {
  if (!(seconds < 359999.0)) seconds = 359999.0; /* maximum: 99:59:59 */
  const int s = seconds > 0.0 ? (int)(seconds + 0.5) : 0;
  if (s < 60)
    snprintf(out, size, "%d s", s);
  else if (s < 3600)
    snprintf(out, size, "%d:%02d min", s / 60, s % 60);
  else
    snprintf(out, size, "%d:%02d:%02d h", s / 3600, s / 60 % 60, s % 60);
}

double cli_seconds_left(double elapsed, double begun, double fraction) {
  const double done = fraction - begun;
  return done > 0.01 && fraction < 1.0 && elapsed > 0.5 ? elapsed * (1.0 - fraction) / done
                                                        : (double)NAN;
}

void cli_format_count(double count, const char *unit, char *out, size_t size) {
  static const char *const prefixes[] = {"", "k ", "M ", "G ", "T ", "P "};
  size_t i = 0;
  while (count >= 999.5 && i + 1 < sizeof prefixes / sizeof *prefixes) {
    count /= 1000.0;
    i++;
  }
  snprintf(out, size, "%.3g %s%s", count, prefixes[i], unit);
}

void cli_format_seconds(double seconds, char *out, size_t size) {
  snprintf(out, size, seconds < 99.95 ? "%.3g s" : "%.0f s", seconds);
}

void cli_print_wrapped(FILE *stream, const char *text, int indent, int column) {
  enum { RIGHT = 79 };
  int at = column;
  while (*text != '\0') {
    if (*text == '\n') {
      fputc('\n', stream);
      at = 0;
      text++;
      continue;
    }
    const int spaces = (int)strspn(text, " ");
    const int word = (int)strcspn(text + spaces, " \n");
    if (at > indent && at + spaces + word > RIGHT) {
      fprintf(stream, "\n%*s%.*s", indent, "", word, text + spaces);
      at = indent + word;
    } else {
      const int lead = at == 0 ? indent : 0;
      fprintf(stream, "%*s%.*s", lead, "", spaces + word, text);
      at += lead + spaces + word;
    }
    text += spaces + word;
  }
  fputc('\n', stream);
}

/* Levenshtein distance of words of at most 31 letters; 31 for longer ones. */
static int distance(const char *a, const char *b) {
  enum { LONGEST = 31 };
  const size_t na = strlen(a), nb = strlen(b);
  if (na > LONGEST || nb > LONGEST) return LONGEST;
  int row[LONGEST + 1];
  for (size_t j = 0; j <= nb; j++) row[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[nb];
}

const char *cli_nearest(const char *word, const char *const *candidates, size_t count) {
  const char *nearest = NULL;
  int best = 3;
  for (size_t i = 0; i < count; i++) {
    const int d = distance(word, candidates[i]);
    if (d < best && (size_t)d < strlen(word)) {
      best = d;
      nearest = candidates[i];
    }
  }
  return nearest;
}
