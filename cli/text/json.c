#include "json.h"

#include <errno.h>
#include <stdlib.h>

bool cli_json_print(FILE *stream, struct sm_facts *facts) {
  char *text = sm_facts_json(facts, true);
  const bool good = text != NULL;
  if (good)
    fputs(text, stream);
  else
    fputs("simoom: error: out of memory\n", stderr);
  if (!good) errno = ENOMEM;
  free(text);
  sm_facts_free(facts);
  return good;
}
