/* json_find.h - looking up values in JSON that the program itself wrote. */
#ifndef BENCH_RUNNER_JSON_FIND_H
#define BENCH_RUNNER_JSON_FIND_H

#include <stdbool.h>
#include <stddef.h>

/* The number at a path of members, "wall_s.solve"; NAN where there is none. */
double cli_json_find_number(const char *text, const char *path);

/* Where the value at a path begins; NULL where there is none. It can be searched as a text. */
const char *cli_json_find_value(const char *text, const char *path);

/* Where item `index` of the array at a path begins; NULL after the last, and where no array is. */
const char *cli_json_find_item(const char *text, const char *path, size_t index);

/* The string at a path, without its escapes; "" where there is none. Longer ones are cut. */
void cli_json_find_string(const char *text, const char *path, char *out, size_t size);

#endif
