/* outputs.h - files that a command has written: their names on stdout, or one JSON object (--json).
 */
#ifndef CLI_SESSION_OUTPUTS_H
#define CLI_SESSION_OUTPUTS_H

#include "cli/command.h"
#include <lab/facts.h>

/* Option --json of the commands that write files. */
extern const struct cli_option cli_outputs_options[];
extern bool cli_outputs_json;

/* Tells a file that is written. */
void cli_outputs_add(struct cli_session *session, const char *path);

/* Name of the schema where it is not that of the command. */
void cli_outputs_name(const char *schema);

/* Logs a warning that is not one of the library. */
void cli_outputs_warn(struct cli_session *session, const char *text);

/* Further facts for the JSON object are added to this tree. */
struct sm_facts *cli_outputs_facts(void);

/* Tells the address of a server before its command ends; its JSON is one line. */
void cli_outputs_address(struct cli_session *session, const char *command, const char *address);

/* With --json prints the object, schema simoom.COMMAND/1, of a command that ends with an exit code;
 * frees what was kept. */
void cli_outputs_end(struct cli_session *session, const char *command, int code);

#endif
