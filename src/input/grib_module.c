/* Calls into the module simoom_grib, which is loaded at the first use (input/grib.h). */
#include "input/grib.h"

#include "base/module.h"
#include <stdio.h>
#include <string.h>

bool sm_grib_is(const char *path) {
  enum { HEAD = 1024 }; /* bulletin headings may stand before the first message */
  char head[HEAD];
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  const size_t bytes = fread(head, 1, sizeof head, file);
  fclose(file);
  if (bytes < 8 || memcmp(head, "CDF", 3) == 0 || memcmp(head, "\211HDF", 4) == 0) return false;
  for (size_t i = 0; i + 8 <= bytes; i++)
    if (memcmp(head + i, "GRIB", 4) == 0 && (head[i + 7] == 1 || head[i + 7] == 2)) return true;
  return false;
}

enum sm_status sm_grib_open(struct sm_context *ctx, const struct sm_grib_module **out) {
  void *address = NULL;
  SM_TRY(sm_module_open(ctx, "simoom_grib", "simoom_grib_module",
                        "ecCodes for GRIB files (Debian: libeccodes-dev)", &address));
  *out = address;
  return SM_OK;
}

enum sm_status sm_grib_finish(struct sm_context *ctx, enum sm_status status, const char *path,
                              const char *message) {
  if (status == SM_OK) return SM_OK;
  return sm_fail(ctx, status, "%s: error: %s", path, message);
}
