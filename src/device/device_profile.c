#include "device/device_profile.h"

#include <string.h>

void sm_device_profile_add(struct sm_device_profile *profile, const char *name, double seconds,
                           double bytes) {
  int m = 0;
  while (m < profile->count && strcmp(profile->row[m].name, name) != 0) m++;
  if (m == SM_DEVICE_PROFILE_ROWS) return;
  struct sm_device_profile_row *row = &profile->row[m];
  if (m == profile->count) {
    row->name = name;
    profile->count++;
  }
  row->calls++;
  row->seconds += seconds;
  row->bytes += bytes;
}
