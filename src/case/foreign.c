#include "case/foreign.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LOOK_BYTES = 1 << 16 };

static bool starts(const char *text, size_t size, const char *with) {
  const size_t length = strlen(with);
  return size >= length && memcmp(text, with, length) == 0;
}

static bool has(const char *text, size_t size, const char *what) {
  for (size_t i = 0; i < size; i++)
    if (starts(text + i, size - i, what)) return true;
  return false;
}

/* Whether a line begins with a key and '='. */
static bool has_key(const char *text, size_t size, const char *key) {
  const size_t length = strlen(key);
  bool at_start = true;
  for (size_t i = 0; i < size; i++) {
    if (at_start && starts(text + i, size - i, key)) {
      size_t end = i + length;
      while (end < size && (text[end] == ' ' || text[end] == '\t')) end++;
      if (end < size && text[end] == '=') return true;
    }
    at_start = text[i] == '\n' || (at_start && isspace((unsigned char)text[i]));
  }
  return false;
}

static enum sm_foreign find_xml(const char *text, size_t size) {
  if (has(text, size, "<QESWindsParameters") || has(text, size, "<simulationParameters"))
    return SM_FOREIGN_QES_WINDS;
  if (has(text, size, "<QESPlumeParameters") || has(text, size, "<plumeParameters"))
    return SM_FOREIGN_QES_PLUME;
  return has(text, size, "<sensor") ? SM_FOREIGN_QES_SENSOR : SM_FOREIGN_NONE;
}

enum sm_foreign sm_foreign_find(const char *text, size_t size) {
  if (size > LOOK_BYTES) size = LOOK_BYTES;
  while (size > 0 && (isspace((unsigned char)*text) || starts(text, size, "\xef\xbb\xbf"))) {
    const size_t step = isspace((unsigned char)*text) ? 1 : 3;
    text += step;
    size -= step;
  }
  if (starts(text, size, "<")) return find_xml(text, size);
  if (starts(text, size, "!QUIC")) return SM_FOREIGN_QUIC;
  static const char *const headers[] = {"Station_Name", "Station_File_List",
                                        "Recent_Station_File_List"};
  const size_t quote = starts(text, size, "\"") ? 1 : 0;
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (starts(text + quote, size - quote, headers[i])) return SM_FOREIGN_STATIONS;
  if (has_key(text, size, "initialization_method")) return SM_FOREIGN_WINDNINJA;
  return SM_FOREIGN_NONE;
}

const char *sm_foreign_name(enum sm_foreign foreign) {
  static const char *const names[] = {"",
                                      "a configuration of WindNinja",
                                      "a station list of WindNinja",
                                      "a case of QES-Winds",
                                      "an input of QES-Plume",
                                      "a sensor of QES-Winds",
                                      "a QUIC project"};
  return names[foreign];
}
