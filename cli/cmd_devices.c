/* cmd_devices.c - lists what simoom can compute on. */
#include "options.h"
#include <stdlib.h>

static int run(struct cli_session *session, const struct cli_operands *operands) {
  (void)operands;
  char *text = NULL;
  const enum sm_status status = sm_devices(session->ctx, &text);
  if (status != SM_OK) return cli_session_fail(session, status);
  fputs(text, stdout);
  free(text);
  return 0;
}

const struct cli_command cli_command_devices = {
    .name = "devices",
    .operands = "",
    .summary = "list the devices that can compute",
    .details = "Lists the CPU and the GPUs of this machine, one line each, by the names that "
               "--device takes.",
    .options = {cli_common_options},
    .run = run,
};
