/* json_read.h - reading JSON, through json-c. */
#ifndef CLI_TEXT_JSON_READ_H
#define CLI_TEXT_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

struct json_object; /* a value; those inside another one are borrowed from it */

/* False: simoom was built without json-c, and nothing can be read. */
bool cli_json_available(void);

/* Parses a text of JSON; NULL: invalid, with `reason`. Freed with cli_json_free. */
struct json_object *cli_json_parse(const char *text, const char **reason);
void cli_json_free(struct json_object *value);

/* A member of an object, "wall_s" or "wall_s.total"; NULL: it is not there, or null. */
struct json_object *cli_json_member(struct json_object *value, const char *path);

/* Text of a member, "": not a text; its number, 1 for true and 0 for false, NAN: not a number. */
const char *cli_json_text(struct json_object *value, const char *path);
double cli_json_number(struct json_object *value, const char *path);

/* Length and items of an array; 0 and NULL: not an array. */
size_t cli_json_length(struct json_object *array);
struct json_object *cli_json_item(struct json_object *array, size_t i);

#endif
