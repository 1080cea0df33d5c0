/* format.h - formatting of numbers, and of text in columns. */
#ifndef CLI_TEXT_FORMAT_H
#define CLI_TEXT_FORMAT_H

#include <stddef.h>
#include <stdio.h>

/* "12 s", "3:05 min", "1:02:05 h"; at least 16 bytes. */
void cli_format_duration(double seconds, char *out, size_t size);

/* How long the rest of a piece of work will take that was `begun` (a part of the whole) `elapsed` s
 * ago, and of which `fraction` is done; NaN: that cannot be told yet. */
double cli_seconds_left(double elapsed, double begun, double fraction);

/* "512 cells", "38.4 k cells", "145 M cells/s": three digits and a prefix; at least 32 bytes. */
void cli_format_count(double count, const char *unit, char *out, size_t size);

/* "0.0412 s", "2.13 s", "341 s"; at least 16 bytes. */
void cli_format_seconds(double seconds, char *out, size_t size);

/* Prints a text in lines of at most 79 columns, each but the first after `indent` spaces; the
 * first one starts in `column`. A line break in the text is kept; the last line is ended. */
void cli_print_wrapped(FILE *stream, const char *text, int indent, int column);

/* The candidate nearest to a mistyped word: at most 2 letters off and fewer than it has; else
 * NULL. */
const char *cli_nearest(const char *word, const char *const *candidates, size_t count);

#endif
