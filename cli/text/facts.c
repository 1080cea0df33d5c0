#include "cli/text/facts.h"

#include <errno.h>
#include <stdlib.h>

static bool lost; /* facts, for lack of memory */

bool cli_facts_lost(void) { return lost; }

bool cli_facts_print(FILE *stream, struct sm_facts *facts, bool json) {
  char *text = json ? sm_facts_json(facts, true) : sm_facts_print(facts);
  const bool good = text != NULL;
  if (good)
    fputs(text, stream);
  else
    fputs("simoom: error: out of memory\n", stderr);
  lost = lost || !good;
  if (!good) errno = ENOMEM;
  free(text);
  sm_facts_free(facts);
  return good;
}
