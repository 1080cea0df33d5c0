/* mutate_toml.c - a mutator for libFuzzer that keeps to the lines, tables, keys and values of TOML.
 */
#include "mutate.h"
#include <stdlib.h>

enum { LINES = 400, PIECE = 1024 };

static const char *const values[] = {"0",
                                     "-1",
                                     "1",
                                     "1e308",
                                     "-1e-310",
                                     "nan",
                                     "inf",
                                     "true",
                                     "9223372036854775807",
                                     "0x10",
                                     "\"\"",
                                     "\"1 km\"",
                                     "\"-3 ft\"",
                                     "\"12\"",
                                     "\"auto\"",
                                     "\"none\"",
                                     "\"1e999 m\"",
                                     "\"10 min\"",
                                     "\"$data/x.tif\"",
                                     "\"2 * x + y\"",
                                     "\"neutral\"",
                                     "\"local\"",
                                     "\"\\u0000\"",
                                     "2026-05-01T12:00:00Z",
                                     "1979-05-27",
                                     "07:32:00",
                                     "[]",
                                     "[1]",
                                     "[1, 2]",
                                     "[3, 2, 1]",
                                     "[[]]",
                                     "[[0, 0], [9, 0], [9, 9]]",
                                     "[\"u\", \"v\"]",
                                     "[\"1 m\", \"2 km\"]",
                                     "{}",
                                     "{ speed = 3, from = 270 }",
                                     "[{ time = 0, speed = 4, from = 270 }]",
                                     "'''a\nb'''"};

static const char *const words[] = {"[domain]",
                                    "[wind]",
                                    "[flow]",
                                    "[flow.compressible]",
                                    "[[flow.boundary]]",
                                    "[turbulence]",
                                    "[roughness]",
                                    "[terrain]",
                                    "[buildings]",
                                    "[[buildings.box]]",
                                    "[[buildings.polygon]]",
                                    "[vegetation]",
                                    "[weather]",
                                    "[[weather.station]]",
                                    "[weather.rose]",
                                    "[particles]",
                                    "[[particles.species]]",
                                    "[[particles.source]]",
                                    "[[particles.receptor]]",
                                    "[particles.concentration]",
                                    "[output]",
                                    "[solver]",
                                    "[zones]",
                                    "[[turbine]]",
                                    "[prisms]",
                                    "[chemistry]",
                                    "[[scalar]]",
                                    "[wind.file]",
                                    "model = \"log\"",
                                    "size = [9, 9]",
                                    "cell_size = 3",
                                    "height = 9",
                                    "crs = \"local\"",
                                    "origin = [0, 0]",
                                    "file = \"a\"",
                                    "duration = 1",
                                    "step = 0.1",
                                    "position = [1, 2]",
                                    "species = \"a\"",
                                    "name = \"a\"",
                                    "rate = 1",
                                    "count = 2",
                                    "speed = 3",
                                    "from = 270"};

struct lines {
  size_t count, start[LINES + 1]; /* the last one: the end */
};

static struct lines find_lines(const uint8_t *data, size_t size) {
  struct lines out = {.count = 0};
  for (size_t at = 0; at < size && out.count < LINES; out.count++) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    out.start[out.count] = at;
    at = end != NULL ? (size_t)(end - data) + 1 : size;
    out.start[out.count + 1] = at;
  }
  return out;
}

/* Inserts a copy of a line, or one of the words above, before another line. */
static size_t insert_line(uint8_t *data, size_t size, size_t most, const struct lines *l,
                          uint64_t *state) {
  char piece[PIECE];
  size_t length = 0;
  const size_t to = l->start[mutate_below(state, l->count + 1)];
  if (l->count > 0 && mutate_below(state, 2) == 0) {
    const size_t n = mutate_below(state, l->count);
    length = l->start[n + 1] - l->start[n];
    if (length >= PIECE) return size;
    memcpy(piece, data + l->start[n], length);
  } else {
    const char *line = words[mutate_below(state, sizeof words / sizeof *words)];
    length = strlen(line);
    memcpy(piece, line, length);
    piece[length++] = '\n';
  }
  return mutate_replace(data, size, most, to, to, piece, length);
}

/* Gives the key of a line another value, or the value another key. */
static size_t change_line(uint8_t *data, size_t size, size_t most, const struct lines *l,
                          uint64_t *state) {
  const size_t n = mutate_below(state, l->count);
  const size_t from = l->start[n], to = l->start[n + 1];
  const uint8_t *equals = memchr(data + from, '=', to - from);
  const char *value = values[mutate_below(state, sizeof values / sizeof *values)];
  if (equals == NULL) return mutate_replace(data, size, most, from, to, "", 0);
  const size_t behind = (size_t)(equals - data) + 1, end = data[to - 1] == '\n' ? to - 1 : to;
  if (mutate_below(state, 4) > 0)
    return mutate_replace(data, size, most, behind, end, value, strlen(value));
  const char *line = words[mutate_below(state, sizeof words / sizeof *words)];
  const char *stop = strchr(line, '=');
  if (stop == NULL) return size;
  return mutate_replace(data, size, most, from, behind - 1, line, (size_t)(stop - line));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint64_t state = seed;
  const struct lines l = find_lines(data, size);
  switch (mutate_below(&state, l.count > 0 ? 6 : 2)) {
  case 0: return LLVMFuzzerMutate(data, size, most);
  case 1:
  case 2: return insert_line(data, size, most, &l, &state);
  case 3: {
    const size_t n = mutate_below(&state, l.count);
    return mutate_replace(data, size, most, l.start[n], l.start[n + 1], "", 0);
  }
  default: return change_line(data, size, most, &l, &state);
  }
}
