/* Fuzz target of the names of blocks and boxes that a page asks simoom view for. replay.c runs it
 * without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "output/view/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_view_source source = {
      .kind = SM_VIEW_GRID,
      .field = {{.name = "wind", .along = "time", .records = 3}, {.name = "terrain", .map = true}},
      .fields = 2,
      .finest = 0,
      .coarsest = 4};
  const struct sm_view view = {.source = {&source}, .sources = 1};
  struct sm_view_block_request want = {.bits = 16};
  char *name = malloc(size + 1);
  if (name == NULL) return 0;
  memcpy(name, data, size);
  name[size] = '\0';
  const char *rest = sm_view_find(&view, name, &want);
  if (rest != NULL) {
    if (rest < name || rest > name + strlen(name)) abort();
    if (want.source != 0 || want.field < 0 || want.field >= source.fields) abort();
    if (want.record >= 3) abort();
  }
  free(name);
  return 0;
}
