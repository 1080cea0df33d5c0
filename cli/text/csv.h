/* csv.h - writing fields of comma-separated lines (RFC 4180); simoom/csv.h reads them. */
#ifndef CLI_TEXT_CSV_H
#define CLI_TEXT_CSV_H

#include <stdio.h>

/* Prints ",prefixname", in quotes where it would fall apart without them. */
void cli_csv_print_name(FILE *stream, const char *prefix, const char *name);

#endif
