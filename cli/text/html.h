/* html.h - a page of HTML in one file: headings, tables, pictures, without a network. */
#ifndef CLI_TEXT_HTML_H
#define CLI_TEXT_HTML_H

#include <stdbool.h>
#include <stdio.h>

/* The begin of a page, with its style for light, dark and paper, and its end. */
void cli_html_open(FILE *page, const char *title);
void cli_html_close(FILE *page);

/* Text with &, < and the like made harmless; bytes that are no UTF-8 become U+FFFD. */
void cli_html_text(FILE *page, const char *text);

/* A section with a heading of its own, <h2 id="id">, and its end. */
void cli_html_section(FILE *page, const char *id, const char *heading);
void cli_html_section_end(FILE *page);

/* A table with a caption; heads: of its columns, NULL after the last, or NULL: names in the first
 * column head their rows. */
void cli_html_table(FILE *page, const char *caption, const char *const *heads);
void cli_html_table_end(FILE *page);

/* A row "name, value"; nothing for a NULL or empty value. */
void cli_html_fact(FILE *page, const char *name, const char *value);

/* A cell of a row; numbers: with so many digits, "-" for NAN. */
void cli_html_cell(FILE *page, const char *text);
void cli_html_number(FILE *page, const char *format, double value);

/* A PNG file as a picture inside of the page. Returns false with errno. */
bool cli_html_picture(FILE *page, const char *path, const char *alternative, const char *caption);

#endif
