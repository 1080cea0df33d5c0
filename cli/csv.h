/* csv.h - fields of comma-separated lines (RFC 4180, one record per line). */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include <stdio.h>

/* Takes the next field off a line, in place: without its quotes and the blanks around it. *rest is
 * what follows it, NULL behind the last one. Returns NULL when *rest is NULL. */
char *cli_csv_field(char **rest);

/* Prints ",prefixname", in quotes where it would fall apart without them. */
void cli_csv_print_name(FILE *stream, const char *prefix, const char *name);

#endif
