/* json.h - printing facts as JSON. */
#ifndef CLI_TEXT_JSON_H
#define CLI_TEXT_JSON_H

#include <lab/facts.h>
#include <stdio.h>

/* Prints facts, indented, and frees them. False, with a message on stderr: out of memory. */
bool cli_json_print(FILE *stream, struct sm_facts *facts);

#endif
