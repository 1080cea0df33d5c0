#include "run/outputs.h"

#include "simoom/run.h"
#include <stddef.h>

const char *sm_run_begun(int n) {
  static const char *const endings[SM_RUN_BEGUN] = {
      SM_FILE_LOCK, SM_BEGUN_WIND SM_FILE_PART, SM_BEGUN_PROBES SM_FILE_PART,
      SM_BEGUN_SERIES SM_FILE_PART, SM_BEGUN_FORCES SM_FILE_PART};
  return n >= 0 && n < SM_RUN_BEGUN ? endings[n] : NULL;
}
