/* convert.c - `simoom chem convert`: writes a mechanism as Cantera YAML or as
 * CHEMKIN. */
#include "chem.h"
#include "cli/session/outputs.h"
#include <stdio.h>
#include <string.h>

/* File names for "gas.inp": "gas_therm.dat" and "gas_tran.dat" in the same folder. */
struct names {
  char thermo[4200], transport[4200];
};

static bool has_ending(const char *name, const char *ending) {
  const size_t size = strlen(name), end = strlen(ending);
  return size > end && strcmp(name + size - end, ending) == 0;
}

static int write_chemkin(struct cli_session *session, const struct sm_mechanism *m,
                         const char *file) {
  struct names n;
  const int stem = (int)(strlen(cli_chem.out) - strlen(".inp"));
  if (stem > 4096)
    return cli_session_error(session, SM_ERR_USAGE, "--output: the name is too long");
  snprintf(n.thermo, sizeof n.thermo, "%.*s_therm.dat", stem, cli_chem.out);
  snprintf(n.transport, sizeof n.transport, "%.*s_tran.dat", stem, cli_chem.out);
  int code = cli_chem_check_overwrite(session, "output", n.thermo, file);
  if (code == 0) code = cli_chem_check_overwrite(session, "output", n.transport, file);
  if (code != 0) return code;
  const struct sm_mechanism_files to = {
      .mechanism = cli_chem.out, .thermo = n.thermo, .transport = n.transport};
  const enum sm_status status = sm_mechanism_write_chemkin(session->ctx, m, &to);
  if (status != SM_OK) return cli_session_fail(session, status);
  bool thermo = false, transport = false;
  for (int32_t i = 0; i < m->species_count; i++) {
    thermo = thermo || m->species[i].thermo.form != SM_THERMO_NONE;
    transport = transport || m->species[i].transport != NULL;
  }
  cli_outputs_add(session, cli_chem.out);
  if (thermo) cli_outputs_add(session, n.thermo);
  if (transport) cli_outputs_add(session, n.transport);
  return 0;
}

int cli_chem_convert(struct cli_session *session, const char *file) {
  int code;
  cli_outputs_json = cli_chem.json;
  cli_outputs_name("chem-convert");
  if (cli_chem.out == NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "where to?\n  help: name the file with --output: *.yaml, or *.inp");
  code = cli_chem_check_overwrite(session, "output", cli_chem.out, file);
  if (code != 0) return code;
  struct sm_mechanism *m = cli_chem_read(session, file, &code);
  if (m == NULL) return code;
  if (has_ending(cli_chem.out, ".inp")) {
    code = write_chemkin(session, m, file);
  } else {
    const enum sm_status status = sm_mechanism_write_yaml(session->ctx, m, cli_chem.out);
    if (status != SM_OK)
      code = cli_session_fail(session, status);
    else
      cli_outputs_add(session, cli_chem.out);
  }
  sm_mechanism_destroy(&m);
  return code;
}
