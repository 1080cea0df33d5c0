/* mutate_map.c - a mutator of maps for libFuzzer: of GeoJSON by its values, of others by their
 * bytes. GDAL prepares hundreds of queries for a file of OpenStreetMap, which takes a hundred times
 * as long as most maps: of those that are mutated only one in 32 remains one. */
#define LLVMFuzzerCustomMutator mutate_json
#include "mutate_json.c"
#undef LLVMFuzzerCustomMutator

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  static const char osm[] = "<osm", gpx[] = "<gpx";
  uint64_t state = ~(uint64_t)seed;
  const size_t length = sizeof osm - 1;
  size = size > 0 && data[0] == '{' ? mutate_json(data, size, most, seed)
                                    : LLVMFuzzerMutate(data, size, most);
  if (mutate_below(&state, 32) == 0) return size;
  for (size_t at = 0; at + length <= size; at++)
    if (memcmp(data + at, osm, length) == 0) memcpy(data + at, gpx, length);
  return size;
}
