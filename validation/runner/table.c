#include "table.h"

#include "cli/session/file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int count_columns(const char *names) {
  int count = 1;
  for (const char *c = names; *c != '\0'; c++) count += *c == ',';
  return count;
}

/* Reads the numbers of a line that ends at `end`; false if their count is wrong. */
static bool read_row(const char *line, const char *end, int columns, double *cell) {
  for (int c = 0; c < columns; c++) {
    char *rest;
    cell[c] = strtod(line, &rest);
    if (rest == line || rest > end) return false;
    line = rest;
    if (c + 1 == columns) break;
    if (*line++ != ',') return false;
  }
  return line == end;
}

/* Reads the text; returns the number of the invalid line, 0: none. */
static int read_text(const char *text, const char *names, struct cli_table *out) {
  const int columns = count_columns(names);
  bool named = false;
  int number = 0;
  out->rows = 0;
  if (columns > CLI_COLUMNS) return 1;
  for (const char *line = text; *line != '\0';) {
    const size_t length = strcspn(line, "\r\n");
    const char *end = line + length;
    number++;
    if (*line == '#' || length == 0) {
      /* comment or blank */
    } else if (!named) {
      if (length != strlen(names) || strncmp(line, names, length) != 0) return number;
      named = true;
    } else {
      if (out->rows == CLI_PAIRS || !read_row(line, end, columns, out->cell[out->rows]))
        return number;
      out->rows++;
    }
    line = end + strspn(end, "\r");
    line += *line == '\n';
  }
  return out->rows > 0 ? 0 : number + 1;
}

enum cli_outcome cli_table_read(const char *path, const char *columns, struct cli_table *out,
                                char reason[CLI_REASON]) {
  char *text = cli_file_text(path);
  if (text == NULL) {
    snprintf(reason, CLI_REASON, "%s: cannot be read: %s", path, strerror(errno));
    return CLI_SKIPPED;
  }
  const int wrong = read_text(text, columns, out);
  free(text);
  if (wrong == 0) return CLI_MEASURED;
  snprintf(reason, CLI_REASON, "%s:%d: not a table of %s", path, wrong, columns);
  return CLI_FAILED;
}
