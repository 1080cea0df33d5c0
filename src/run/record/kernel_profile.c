#include "run/record/record.h"

#include "device/device_profile.h"
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  const struct sm_kernel_time *p = a, *q = b;
  if (p->seconds != q->seconds) return p->seconds > q->seconds ? -1 : 1;
  return strcmp(p->name, q->name);
}

enum sm_status sm_run_profile_report(struct sm_context *ctx, struct sm_device *device,
                                     struct sm_run_summary *summary) {
  const struct sm_device_profile *profile = device->profile;
  if (profile == NULL) return SM_OK;
  SM_TRY(sm_device_sync(ctx, device));
  SM_TRY(sm_alloc(ctx, (size_t)profile->count, sizeof *summary->kernel, "the profile",
                  &summary->kernel));
  summary->to_device.name = SM_COPY_TO_DEVICE;
  summary->to_host.name = SM_COPY_TO_HOST;
  for (int m = 0; m < profile->count; m++) {
    const struct sm_device_profile_row *row = &profile->row[m];
    const struct sm_kernel_time time = {row->name, row->calls, row->seconds, row->bytes};
    if (strcmp(row->name, SM_COPY_TO_DEVICE) == 0) {
      summary->to_device = time;
    } else if (strcmp(row->name, SM_COPY_TO_HOST) == 0) {
      summary->to_host = time;
    } else {
      summary->kernel[summary->kernel_count++] = time;
    }
  }
  qsort(summary->kernel, (size_t)summary->kernel_count, sizeof *summary->kernel, compare);
  return SM_OK;
}
