#include "cli/text/facts.h"

#include <errno.h>
#include <stdlib.h>

bool cli_facts_print(FILE *stream, struct sm_facts *facts, bool json) {
  char *text = json ? sm_facts_json(facts, true) : sm_facts_print(facts);
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
