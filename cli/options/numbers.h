/* numbers.h - numbers on the command line. */
#ifndef CLI_OPTIONS_NUMBERS_H
#define CLI_OPTIONS_NUMBERS_H

#include <stdbool.h>

/* Reads `count` finite numbers separated by one character, and nothing more. */
bool cli_read_numbers(const char *text, char separator, int count, double *out);

/* Reads a height, "10", "10 m", "30ft", in m. */
bool cli_read_height(const char *text, double *out);

#endif
