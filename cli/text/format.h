/* format.h - formatting of numbers and wrapped text. */
#ifndef CLI_TEXT_FORMAT_H
#define CLI_TEXT_FORMAT_H

#include <stddef.h>
#include <stdio.h>

/* Formats "12 s", "3:05 min" or "1:02:05 h"; size at least 16 bytes. */
void cli_format_duration(double seconds, char *out, size_t size);

/* Estimated remaining time, s, of work that was at fraction `begun` `elapsed` s ago and is now at
 * `fraction`; NaN: not yet known. */
double cli_seconds_left(double elapsed, double begun, double fraction);

/* Formats "512 cells", "38.4 k cells", "145 M cells/s": three digits and an SI prefix; at least 32
   bytes. */
void cli_format_count(double count, const char *unit, char *out, size_t size);

/* Formats "0.0412 s", "2.13 s", "341 s"; at least 16 bytes. */
void cli_format_seconds(double seconds, char *out, size_t size);

/* Prints a text wrapped at 79 columns; the first line starts in `column`, others after `indent`
 * spaces. Line breaks in the text are kept; the last line is ended. */
void cli_print_wrapped(FILE *stream, const char *text, int indent, int column);

/* Candidate most similar to a mistyped word: at most 2 edits, fewer than its length; else
 * NULL. */
const char *cli_nearest(const char *word, const char *const *candidates, size_t count);

#endif
