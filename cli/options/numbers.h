/* numbers.h - parsing of numbers on the command line. */
#ifndef CLI_OPTIONS_NUMBERS_H
#define CLI_OPTIONS_NUMBERS_H

#include <stdbool.h>

/* Parses exactly `count` finite numbers separated by one character. */
bool cli_read_numbers(const char *text, char separator, int count, double *out);

/* Parses a height such as "10", "10 m" or "30ft", in m. */
bool cli_read_height(const char *text, double *out);

#endif
