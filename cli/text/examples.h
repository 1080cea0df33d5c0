/* examples.h - example cases that are installed with the program: the folders of cases/. */
#ifndef CLI_TEXT_EXAMPLES_H
#define CLI_TEXT_EXAMPLES_H

#include <stdbool.h>
#include <stdio.h>

/* Folder of the examples, share/simoom/cases of the installation or cases/ of the source tree.
 * False: none. */
bool cli_examples_find(char *path, size_t size);

struct sm_facts;

/* Prints the name and the title of each example, one per line, indented. */
void cli_examples_list(FILE *stream, const char *examples);

/* Adds the list "examples": name, title and whether it reads files that do not come with simoom. */
void cli_examples_facts(const char *examples, struct sm_facts *out);

/* Whether there is an example of this name. */
bool cli_examples_has(const char *examples, const char *name);

/* Copies an example to the existing folder `to` and prints the names of the files. Files that it
 * takes from other examples are copied too, and commands of its README name the new folder.
 * `needs_data`: whether one of its cases reads files that do not come with simoom. Returns false
 * with errno, and the file in `failed` (4096 bytes). */
struct cli_session;
bool cli_examples_copy(struct cli_session *session, const char *examples, const char *name,
                       const char *to, bool *needs_data, char *failed);

/* Prints the section "Data" of the README in a folder: where data that do not come with simoom are
 * to be had. */
void cli_examples_print_data(FILE *stream, const char *folder);

#endif
