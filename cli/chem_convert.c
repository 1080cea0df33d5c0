/* chem_convert.c - `simoom chem convert`: a mechanism in Cantera's YAML form. */
#include "chem.h"

int cli_chem_convert(struct cli_session *session, const char *file) {
  int code;
  if (cli_chem.out == NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "where to?\n  help: name the file with --output");
  code = cli_chem_spare(session, "output", cli_chem.out, file);
  if (code != 0) return code;
  struct sm_mechanism *m = cli_chem_read(session, file, &code);
  if (m == NULL) return code;
  const enum sm_status status = sm_mechanism_write_yaml(session->ctx, m, cli_chem.out);
  sm_mechanism_destroy(&m);
  if (status != SM_OK) return cli_session_fail(session, status);
  printf("%s\n", cli_chem.out);
  return 0;
}
