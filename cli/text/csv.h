/* csv.h - writing of CSV fields (RFC 4180); simoom/csv.h reads them. */
#ifndef CLI_TEXT_CSV_H
#define CLI_TEXT_CSV_H

#include <stdio.h>

/* Prints ",prefixname", quoted if necessary. */
void cli_csv_print_name(FILE *stream, const char *prefix, const char *name);

#endif
