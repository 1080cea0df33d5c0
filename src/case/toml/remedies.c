/* remedies.c - what newcomers write in a case, and the remedy (case/toml/value.h). */
#include "case/schema/schema.h"
#include "case/toml/value.h"
#include <string.h>
#include <strings.h>

static const char from[] = "it is 'from': degrees clockwise from north, 270 from the west";
static const char folder[] = "the folder is an option: simoom run CASE -o FOLDER";
static const char size_of_cells[] = "it is 'cell_size'";
static const char projection[] = "it is 'crs', such as \"EPSG:32632\" for zone 32 north of UTM";
static const char series[] =
    "readings in time are tables [[weather.station.readings]], or a CSV file by 'file'";

static const struct {
  const char *table, *key, *help;
} keys[] = {
    {"weather.station", "direction", from},
    {"weather.station", "wind_direction", from},
    {"weather.station", "time", series},
    {"weather.station", "date", series},
    {"domain", "dx", size_of_cells},
    {"domain", "resolution", size_of_cells},
    {"domain", "epsg", projection},
    {"domain", "projection", projection},
    {"output", "folder", folder},
    {"output", "directory", folder},
    {"output", "dir", folder},
};

const char *sm_remedy_of_key(const char *table, const char *key) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp(keys[i].table, table) == 0 && strcmp(keys[i].key, key) == 0) return keys[i].help;
  return NULL;
}

static const struct {
  const char *label, *word, *right;
} words[] = {
    {"wind.model", "les", "incompressible"}, {"wind.model", "dns", "incompressible"},
    {"wind.model", "cfd", "incompressible"}, {"wind.model", "mass-consistent", "diagnostic"},
    {"wind.model", "k-epsilon", "rans"},
};

const char *sm_remedy_of_word(const char *label, const char *word, const char *const *right) {
  for (; *right != NULL; right++)
    if (strcasecmp(*right, word) == 0) return *right;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].label, label) == 0 && strcasecmp(words[i].word, word) == 0)
      return words[i].right;
  return NULL;
}

const char *sm_remedy_of_range(const struct sm_schema_key *key, double number) {
  const char *unit = key->unit != NULL ? key->unit : "";
  if (strcmp(unit, "K") == 0 && number > -100 && number < 100)
    return "degrees Celsius have their unit: \"20 degC\"";
  if (strcmp(unit, "deg") == 0 && key->low >= 0 && key->high >= 360 && number > -360 &&
      number < 720)
    return "add or subtract 360";
  return NULL;
}

const char *sm_remedy_of_text(const char *table) {
  return strcmp(table, "weather.station.readings") == 0
             ? "a CSV file of stations is 'file' of [[weather.station]]"
             : NULL;
}
