/* facts.h - output of facts as text or as JSON. */
#ifndef CLI_TEXT_FACTS_H
#define CLI_TEXT_FACTS_H

#include <lab/facts.h>
#include <stdio.h>

/* Prints facts (JSON indented) and frees them. False, with a message on stderr: out of memory. */
bool cli_facts_print(FILE *stream, struct sm_facts *facts, bool json);

/* Whether any could not be printed: the program has then failed. */
bool cli_facts_lost(void);

#endif
