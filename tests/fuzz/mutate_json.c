/* mutate_json.c - a mutator for libFuzzer that keeps to the values of JSON, with words of GeoJSON.
 */
#include "mutate.h"
#include <stdbool.h>

enum { SPANS = 500, DEEP = 64, PIECE = 1024 };

static const char *const values[] = {
    "null",
    "true",
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e400",
    "0.1",
    "NaN",
    "9007199254740993",
    "\"\"",
    "\"12 m\"",
    "\"41 ft\"",
    "\"1e9\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"yes\"",
    "[]",
    "{}",
    "[0,0]",
    "[500000,4000000]",
    "[1e308,-1e308]",
    "[[0,0],[0,0]]",
    "[[0,0],[9,0],[9,9],[0,0]]",
    "[[[0,0],[9,0],[9,9],[0,0]]]",
    "[[[0,0],[9,9],[9,0],[0,9],[0,0]]]",
    "[[[0,0],[9,0]]]",
    "\"Point\"",
    "\"MultiPoint\"",
    "\"LineString\"",
    "\"Polygon\"",
    "\"MultiPolygon\"",
    "\"GeometryCollection\"",
    "\"Feature\"",
    "\"FeatureCollection\"",
    "\"EPSG:4326\"",
    "\"EPSG:32612\"",
    "\"urn:ogc:def:crs:OGC:1.3:CRS84\"",
    "{\"height\":3}",
    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}",
    "{\"type\":\"GeometryCollection\",\"geometries\":[]}"};

/* Values of a text: what is in brackets, in quotes, or neither. */
struct spans {
  size_t count, from[SPANS], to[SPANS];
};

static void add(struct spans *s, size_t from, size_t to) {
  if (s->count == SPANS || to <= from) return;
  s->from[s->count] = from;
  s->to[s->count++] = to;
}

static struct spans find_values(const uint8_t *data, size_t size) {
  struct spans out = {.count = 0};
  size_t open[DEEP], depth = 0;
  for (size_t at = 0; at < size; at++) {
    const size_t from = at;
    switch (data[at]) {
    case '[':
    case '{':
      if (depth < DEEP) open[depth] = at;
      depth++;
      break;
    case ']':
    case '}':
      if (depth > 0 && --depth < DEEP) add(&out, open[depth], at + 1);
      break;
    case '"':
      for (at++; at < size && data[at] != '"'; at++) at += data[at] == '\\';
      if (at < size) add(&out, from, at + 1);
      break;
    default:
      while (at < size && memchr(",:[]{}\" \n\t\r", data[at], 11) == NULL) at++;
      add(&out, from, at);
      if (at > from) at--;
    }
  }
  return out;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint64_t state = seed;
  char piece[2 * PIECE];
  const struct spans s = find_values(data, size);
  const size_t way = mutate_below(&state, 6);
  if (s.count == 0 || way == 0) return LLVMFuzzerMutate(data, size, most);
  const size_t n = mutate_below(&state, s.count), other = mutate_below(&state, s.count);
  const size_t from = s.from[n], to = s.to[n], length = s.to[other] - s.from[other];
  const char *value = values[mutate_below(&state, sizeof values / sizeof *values)];
  if (way <= 2) return mutate_replace(data, size, most, from, to, value, strlen(value));
  if (length >= PIECE || to - from >= PIECE) return size;
  switch (way) {
  case 3: /* one value in place of another */
    memcpy(piece, data + s.from[other], length);
    return mutate_replace(data, size, most, from, to, piece, length);
  case 4: /* twice */
    piece[0] = ',';
    memcpy(piece + 1, data + from, to - from);
    return mutate_replace(data, size, most, to, to, piece, to - from + 1);
  default: /* deeper */
    piece[0] = '[';
    memcpy(piece + 1, data + from, to - from);
    piece[to - from + 1] = ']';
    return mutate_replace(data, size, most, from, to, piece, to - from + 2);
  }
}
