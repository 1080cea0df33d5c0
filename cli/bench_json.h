/* bench_json.h - looking up values in JSON that the program itself wrote. */
#ifndef CLI_BENCH_JSON_H
#define CLI_BENCH_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* The number at a path of members, "wall_s.solve"; NAN where there is none. */
double cli_json_find_number(const char *text, const char *path);

/* The string at a path, without its escapes; "" where there is none. Longer ones are cut. */
void cli_json_find_string(const char *text, const char *path, char *out, size_t size);

#endif
