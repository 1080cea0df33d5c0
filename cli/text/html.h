/* html.h - self-contained HTML page: headings, tables, embedded pictures. */
#ifndef CLI_TEXT_HTML_H
#define CLI_TEXT_HTML_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the start of a page, with styles for light, dark and print; and its end. */
void cli_html_open(FILE *page, const char *title);
void cli_html_close(FILE *page);

/* Writes text with &, < etc. escaped; invalid UTF-8 bytes become U+FFFD. */
void cli_html_text(FILE *page, const char *text);

/* Opens and closes a section with a heading, <h2 id="id">. */
void cli_html_section(FILE *page, const char *id, const char *heading);
void cli_html_section_end(FILE *page);

/* Opens a table with a caption. heads: column headings, NULL after the last; or NULL if the names
 * in the first column are row headings. */
void cli_html_table(FILE *page, const char *caption, const char *const *heads);
void cli_html_table_end(FILE *page);

/* Writes a row "name, value"; no row for a NULL or empty value. */
void cli_html_fact(FILE *page, const char *name, const char *value);

/* Writes a table cell; numbers with the given digits, "-" for NAN. */
void cli_html_cell(FILE *page, const char *text);
void cli_html_number(FILE *page, const char *format, double value);

/* Embeds a PNG file as a picture. Returns false with errno. */
bool cli_html_picture(FILE *page, const char *path, const char *alternative, const char *caption);

#endif
