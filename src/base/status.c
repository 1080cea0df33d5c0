/* Texts and exit codes of status codes (simoom/status.h). */
#include "simoom/status.h"

const char *sm_status_text(enum sm_status status) {
  switch (status) {
#define X(NAME, CODE, TEXT)                                                                        \
  case SM_##NAME: return TEXT;
    SM_STATUS_LIST(X)
#undef X
  }
  return "unknown status";
}

int sm_status_exit_code(enum sm_status status) {
  switch (status) {
#define X(NAME, CODE, TEXT)                                                                        \
  case SM_##NAME: return CODE;
    SM_STATUS_LIST(X)
#undef X
  }
  return 1;
}
