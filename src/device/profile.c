#include "device/profile.h"

#include <string.h>

void sm_profile_add(struct sm_profile *profile, const char *name, double seconds, double bytes) {
  int m = 0;
  while (m < profile->count && strcmp(profile->row[m].name, name) != 0) m++;
  if (m == SM_PROFILE_ROWS) return;
  struct sm_profile_row *row = &profile->row[m];
  if (m == profile->count) {
    row->name = name;
    profile->count++;
  }
  row->calls++;
  row->seconds += seconds;
  row->bytes += bytes;
}
