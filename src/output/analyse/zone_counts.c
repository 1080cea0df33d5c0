#include "output/analyse/analyse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Reads zone names from flag_meanings: zone 0, 1, ...; characters invalid in a name become '?'. */
static void read_names(struct sm_wind_file *file, struct sm_zone_counts *counts) {
  char text[2048];
  sm_wind_file_text(file, sm_field_name(SM_FIELD_ZONE), "flag_meanings", text, sizeof text);
  const char *word = text + strspn(text, " ");
  for (size_t z = 0; *word != '\0' && z < SM_ZONE_COUNTS; z++) {
    const size_t length = strcspn(word, " ");
    char *name = counts->name[z];
    snprintf(name, SM_ZONE_COUNT_NAME, "%.*s", (int)length, word);
    for (char *c = name; *c != '\0'; c++)
      if (!isalnum((unsigned char)*c) && *c != '_') *c = '?';
    word += length;
    word += strspn(word, " ");
  }
}

enum sm_status sm_zone_counts_read(struct sm_wind_file *file, struct sm_zone_counts *out) {
  memset(out, 0, sizeof *out);
  if (!file->has_zones) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, file->times, sizeof *out->cells, "zones", &out->cells));
  read_names(file, out);
  for (; out->times < file->times; out->times++)
    SM_TRY(sm_wind_file_count(file, sm_field_name(SM_FIELD_ZONE), true, out->times,
                              out->cells[out->times]));
  for (size_t z = 0; z < SM_ZONE_COUNTS; z++)
    for (size_t t = 0; t < out->times; t++)
      if (out->cells[t][z] > 0 && out->name[z][0] == '\0')
        snprintf(out->name[z], sizeof out->name[z], "zone_%zu", z);
  return SM_OK;
}

void sm_zone_counts_free(struct sm_zone_counts *counts) {
  sm_free(counts->cells);
  counts->cells = NULL;
}
