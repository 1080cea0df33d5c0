/* states.c - gas states from a CSV file. */
#include "cli/session/file.h"
#include "gas.h"
#include "simoom/csv.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSED_OVER = -1, TEMPERATURE = -2, PRESSURE = -3 }; /* values >= 0: a species */

/* Quantity of each column. */
struct columns {
  const char *path;
  int32_t *what;
  int count;
  bool mass;
};

/* CSV file, split in place, and room for its fields. */
struct table {
  char *text;
  size_t size;
  char **field;
  int room;
};

static void begin(const struct table *t, char *text, struct sm_csv *csv) {
  sm_csv_begin(csv, text, t->size);
  csv->field = t->field;
  csv->room = t->room;
}

static int refuse_line(struct cli_session *session, const char *path, const struct sm_csv *csv,
                       enum sm_csv_result result) {
  const char *problem = sm_csv_problem(result);
  if (csv->line == 0) return cli_session_error(session, SM_ERR_DATA, "%s: %s", path, problem);
  return cli_session_error(session, SM_ERR_DATA, "%s:%d: %s", path, csv->line, problem);
}

/* Quantity of a column by its name; c->mass is set by the first species column. */
static int32_t what_of(const struct sm_mechanism *m, const char *name, bool *species, bool *mass) {
  *species = strncmp(name, "Y_", 2) == 0 || strncmp(name, "X_", 2) == 0;
  *mass = name[0] == 'Y';
  if (strcmp(name, "T_K") == 0) return TEMPERATURE;
  if (strcmp(name, "p_Pa") == 0) return PRESSURE;
  return *species ? sm_mechanism_find_species(m, name + 2) : PASSED_OVER;
}

static int read_columns(struct cli_session *session, const struct sm_mechanism *m,
                        const struct sm_csv *csv, struct columns *c) {
  int found = 0, temperatures = 0, pressures = 0;
  for (; c->count < csv->count; c->count++) {
    const char *name = csv->field[c->count];
    bool species, mass;
    const int32_t what = what_of(m, name, &species, &mass);
    if (species && what < 0) return cli_chem_unknown(session, m, c->path, name + 2);
    for (int i = 0; what != PASSED_OVER && i < c->count; i++)
      if (c->what[i] == what)
        return cli_session_error(session, SM_ERR_DATA, "%s:%d: a second column of %s", c->path,
                                 csv->line, species ? name + 2 : name);
    if (species && found > 0 && mass != c->mass)
      return cli_session_error(
          session, SM_ERR_DATA,
          "%s:%d: fractions are all by mass (Y_) or all by mole (X_), not both", c->path,
          csv->line);
    if (species) c->mass = mass;
    found += species;
    temperatures += what == TEMPERATURE;
    pressures += what == PRESSURE;
    c->what[c->count] = what;
  }
  if (temperatures == 0 || pressures == 0 || found == 0)
    return cli_session_error(session, SM_ERR_DATA,
                             "%s:%d: the columns T_K, p_Pa and Y_... or X_... of species are asked "
                             "for%s",
                             c->path, csv->line, sm_csv_hint(csv));
  return 0;
}

static int read_state(struct cli_session *session, const struct sm_mechanism *m,
                      const struct sm_csv *csv, const struct columns *c, struct cli_chem_states *s,
                      int64_t i) {
  double sum = 0;
  if (csv->count != c->count)
    return cli_session_error(session, SM_ERR_DATA, "%s:%d: %d fields, but the first line has %d",
                             c->path, csv->line, csv->count, c->count);
  for (int at = 0; at < c->count; at++) {
    char *word = csv->field[at], *end = word;
    const int32_t what = c->what[at];
    if (what == PASSED_OVER) continue;
    const double value = strtod(word, &end);
    if (end == word || *end != '\0' || !isfinite(value) || (what < 0 ? value <= 0 : value < 0))
      return cli_session_error(session, SM_ERR_DATA, "%s:%d: '%s' in column %d is not a %s",
                               c->path, csv->line, word, at + 1,
                               what == TEMPERATURE ? "temperature in K"
                               : what == PRESSURE  ? "pressure in Pa"
                               : word[0] != '\0' && word[strlen(word) - 1] == '%'
                                   ? "fraction: 20 % is 0.2"
                                   : "fraction");
    if (what == TEMPERATURE) s->temperature[i] = value;
    if (what == PRESSURE) s->pressure[i] = value;
    if (what >= 0) sum += s->concentrations[what * s->count + i] = value;
  }
  if (!(sum > 0))
    return cli_session_error(session, SM_ERR_DATA, "%s:%d: there is no gas in this state", c->path,
                             csv->line);
  cli_chem_concentrate(m, s, i, c->mass);
  return 0;
}

/* Counts the data lines in a copy, since parsing modifies the text. */
static int count_states(struct cli_session *session, const struct table *t, const char *path,
                        int64_t *count) {
  struct sm_csv csv;
  char *copy = malloc(t->size + 1);
  if (copy == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  memcpy(copy, t->text, t->size);
  begin(t, copy, &csv);
  enum sm_csv_result result = sm_csv_next(&csv, 1);
  for (*count = 0; result == SM_CSV_LINE && (result = sm_csv_next(&csv, 0)) == SM_CSV_LINE;)
    ++*count;
  free(copy);
  if (result != SM_CSV_END) return refuse_line(session, path, &csv, result);
  if (*count < 1)
    return cli_session_error(session, SM_ERR_DATA, "%s: there are no states in it", path);
  return 0;
}

static int read_table(struct cli_session *session, const struct sm_mechanism *m, struct table *t,
                      struct columns *c, struct cli_chem_states *out) {
  struct sm_csv csv;
  int64_t count = 0;
  int code = count_states(session, t, c->path, &count);
  if (code != 0) return code;
  if (!cli_chem_states_parse(m, count, out))
    return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  begin(t, t->text, &csv);
  if (sm_csv_next(&csv, 1) == SM_CSV_LINE) code = read_columns(session, m, &csv, c);
  for (int64_t i = 0; code == 0 && i < count && sm_csv_next(&csv, 0) == SM_CSV_LINE; i++)
    code = read_state(session, m, &csv, c, out, i);
  return code;
}

/* Upper bound of the fields in a line: separators in the longest line plus one. */
static int most_fields(const struct table *t) {
  int most = 0, here = 1;
  for (size_t i = 0; i < t->size; i++) {
    const char ch = t->text[i];
    here =
        ch == '\n' || ch == '\r' ? 1 : here + (ch == ',' || ch == ';' || ch == '\t' || ch == '|');
    most = here > most ? here : most;
  }
  return most + 1;
}

int cli_chem_read_states(struct cli_session *session, const struct sm_mechanism *m,
                         const char *path, struct cli_chem_states *out) {
  struct columns c = {.path = path};
  struct table t = {0};
  t.text = cli_file_bytes(path, &t.size);
  if (t.text == NULL) return cli_session_error(session, SM_ERR_IO, "%s: %s", path, strerror(errno));
  t.room = most_fields(&t);
  t.field = calloc((size_t)t.room, sizeof *t.field);
  c.what = calloc((size_t)t.room, sizeof *c.what);
  const int code = t.field != NULL && c.what != NULL
                       ? read_table(session, m, &t, &c, out)
                       : cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  free(t.text);
  free(t.field);
  free(c.what);
  return code;
}
