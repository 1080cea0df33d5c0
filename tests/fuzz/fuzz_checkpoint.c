/* Fuzz target of the reader of checkpoints (NetCDF). replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "output/checkpoint.h"
#include "simoom/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The case that the checkpoints of the corpus are of. */
static char text[] = "[case]\nname = \"plume\"\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  char *said = NULL;
  const struct sm_case c = {.path = "plume/case.toml", .text = text, .name = "plume", .title = ""};
  struct sm_checkpoint_mark mark = {0};
  struct sm_checkpoint *checkpoint = NULL;
  struct sm_context *ctx = NULL;
  size_t count = 0;
  const char *path = input_file(&file, data, size, ".checkpoint");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  enum sm_status status = sm_checkpoint_open(ctx, path, &c, &mark, &checkpoint);
  if ((status == SM_OK) != (checkpoint != NULL)) abort();
  if (status == SM_OK) status = sm_checkpoint_count(ctx, checkpoint, "particles", 4, &count);
  if (status == SM_OK && count < 1000000) {
    uint32_t *particles = malloc(count * sizeof *particles);
    const struct sm_checkpoint_part part = {"particles", particles, count, sizeof *particles};
    status = sm_checkpoint_read(ctx, checkpoint, &part, 1);
    free(particles);
  }
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  sm_checkpoint_close(&checkpoint);
  if (sm_describe_file(ctx, path, 0, &said) == SM_OK) free(said);
  sm_context_destroy(&ctx);
  return 0;
}
