/* request.c - execution request of OGC API - Processes (execute.yaml): inputs, outputs, response.
 */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  enum cli_process process;
  struct cli_request *out;
  char *why;
  size_t room;
};

static bool wrong(const struct reader *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->why, r->room, format, arguments);
  va_end(arguments);
  return false;
}

/* Value of a letter of base64; -1: none. */
static int digit(char c) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c != '\0' ? strchr(letters, c) : NULL;
  return at != NULL ? (int)(at - letters) : -1;
}

/* Decodes base64 (RFC 4648) in place of `file`; false: other letters, or a wrong length. */
static bool decode(const char *text, unsigned char *out, size_t *size) {
  const size_t length = strlen(text);
  size_t count = 0;
  if (length % 4 != 0) return false;
  for (size_t i = 0; i < length; i += 4) {
    const int pads = i + 4 < length ? 0 : (text[i + 3] == '=') + (text[i + 2] == '=');
    int bits = 0;
    for (int n = 0; n < 4; n++) {
      const int value = n >= 4 - pads ? 0 : digit(text[i + (size_t)n]);
      if (value < 0) return false;
      bits = bits << 6 | value;
    }
    for (int n = 0; n < 3 - pads; n++) out[count++] = (unsigned char)(bits >> (16 - 8 * n) & 0xFF);
  }
  *size = count;
  return true;
}

/* The value of a qualified input, {"value": ...}; other facts as they are. */
static const struct sm_fact *value_of(const struct sm_fact *input) {
  const struct sm_fact *value = input->kind == SM_FACT_GROUP ? sm_fact_at(input, "value") : NULL;
  return value != NULL ? value : input;
}

static bool read_case(const struct reader *r, const struct sm_fact *input) {
  const struct sm_fact *value = value_of(input);
  if (value->kind == SM_FACT_TEXT) {
    r->out->text = strdup(value->text);
    return r->out->text != NULL || wrong(r, "out of memory");
  }
  if (value->kind != SM_FACT_GROUP)
    return wrong(r, "the input 'case' is neither a text (TOML) nor an object");
  if (sm_fact_at(value, "href") != NULL)
    return wrong(r, "the input 'case' is a link; send its text");
  r->out->text = cli_case_text(value, r->why, r->room);
  return r->out->text != NULL;
}

/* Content of a file: a text, or base64. */
static bool read_content(const struct reader *r, const struct sm_fact *value,
                         struct cli_request_file *file) {
  const struct sm_fact *content = sm_fact_at(value, "content");
  const char *encoding = sm_fact_text(value, "encoding");
  if (content == NULL || content->kind != SM_FACT_TEXT)
    return wrong(r, "'files': \"%s\" has no text 'content'", file->name);
  if (encoding[0] != '\0' && strcmp(encoding, "base64") != 0)
    return wrong(r, "'files': \"%s\": the only encoding is base64", file->name);
  file->size = strlen(content->text);
  file->bytes = malloc(file->size + 1);
  if (file->bytes == NULL) return wrong(r, "out of memory");
  if (encoding[0] == '\0')
    memcpy(file->bytes, content->text, file->size);
  else if (!decode(content->text, file->bytes, &file->size))
    return wrong(r, "'files': \"%s\": the content is not base64", file->name);
  return true;
}

/* Room for more files. */
static bool make_room(const struct reader *r, size_t count) {
  struct cli_request_file *larger = realloc(r->out->file, (r->out->files + count) * sizeof *larger);
  if (larger == NULL) return wrong(r, "out of memory");
  memset(larger + r->out->files, 0, count * sizeof *larger);
  r->out->file = larger;
  return true;
}

/* A file by value, {"name", "content", "encoding"}, or by reference, {"href", "name"}; own_name:
 * its name, if that is not for the client to choose. */
static bool read_file(const struct reader *r, const struct sm_fact *input, const char *own_name) {
  const struct sm_fact *value = value_of(input);
  const char *name = own_name != NULL ? own_name : sm_fact_text(value, "name");
  const char *href = sm_fact_text(value, "href");
  struct cli_request_file *file = &r->out->file[r->out->files];
  if (name[0] == '\0' && strrchr(href, '/') != NULL) name = strrchr(href, '/') + 1;
  if (!cli_file_name_is_good(name))
    return wrong(r,
                 "'files': \"%.200s\" is not a name of a file: letters, digits, . _ - and, between "
                 "parts, /",
                 name);
  if (strcmp(name, "case.toml") == 0)
    return wrong(r, "'files': case.toml is the name of the case itself");
  for (size_t n = 0; n < r->out->files; n++)
    if (strcmp(r->out->file[n].name, name) == 0)
      return wrong(r, "'files': \"%s\" is there twice", name);
  r->out->files++;
  file->name = strdup(name);
  if (file->name == NULL) return wrong(r, "out of memory");
  if (href[0] == '\0') return read_content(r, value, file);
  file->href = strdup(href);
  return file->href != NULL || wrong(r, "out of memory");
}

/* One file, or a list of them. */
static bool read_files(const struct reader *r, const struct sm_fact *input) {
  const bool list = input->kind == SM_FACT_LIST;
  const size_t count = list ? sm_fact_count(input) : 1;
  if (count == 0) return true;
  if (!make_room(r, count)) return false;
  for (const struct sm_fact *item = list ? input->first : input; item != NULL;
       item = list ? item->next : NULL) {
    if (item->kind != SM_FACT_GROUP)
      return wrong(r, "'files' is a list of objects {\"name\", \"content\"}");
    if (!read_file(r, item, NULL)) return false;
  }
  return true;
}

/* The library of winds of a release. */
static bool read_library(const struct reader *r, const struct sm_fact *input) {
  if (input->kind != SM_FACT_GROUP)
    return wrong(r, "'library' is an object: {\"href\"}, or {\"content\", \"encoding\"}");
  return make_room(r, 1) && read_file(r, input, CLI_LIBRARY);
}

static bool read_inputs(const struct reader *r, const struct sm_fact *inputs) {
  const bool release = r->process == CLI_PROCESS_RELEASE;
  bool files = false, library = false;
  if (inputs == NULL || inputs->kind != SM_FACT_GROUP) return wrong(r, "there are no 'inputs'");
  for (const struct sm_fact *input = inputs->first; input != NULL; input = input->next) {
    if (strcmp(input->key, "case") == 0 && r->out->text == NULL) {
      if (!read_case(r, input)) return false;
    } else if (strcmp(input->key, "files") == 0 && !files) {
      files = true;
      if (!read_files(r, input)) return false;
    } else if (strcmp(input->key, "library") == 0 && release && !library) {
      library = true;
      if (!read_library(r, input)) return false;
    } else {
      return wrong(r, "the input '%.80s' is unknown, or there twice", input->key);
    }
  }
  if (r->out->text == NULL) return wrong(r, "the input 'case' is missing");
  return library || !release || wrong(r, "the input 'library' is missing");
}

static bool read_output(const struct reader *r, const struct sm_fact *output) {
  const int found = cli_output_find(output->key);
  const char *mode = sm_fact_text(output, "transmissionMode");
  const char *type = sm_fact_text(output, "format.mediaType");
  if (found < 0) return wrong(r, "there is no output '%.80s'", output->key);
  if (r->out->wants == CLI_WANTS) return wrong(r, "too many outputs");
  if (mode[0] != '\0' && strcmp(mode, "value") != 0 && strcmp(mode, "reference") != 0)
    return wrong(r, "the output '%s': transmissionMode is value or reference", output->key);
  const int format = type[0] != '\0' ? cli_output_format(found, type) : CLI_FORMAT_OWN;
  if (format < 0)
    return wrong(r,
                 "the output '%s' is not given as %.80s; the description of the process lists its "
                 "media types",
                 output->key, type);
  if (format == CLI_FORMAT_ZARR && strcmp(mode, "reference") != 0)
    return wrong(r,
                 "the output '%s': a Zarr store is a folder, which is given by "
                 "\"transmissionMode\": \"reference\" alone",
                 output->key);
  r->out->want[r->out->wants++] = (struct cli_want){.output = found,
                                                    .format = (enum cli_format)format,
                                                    .reference = strcmp(mode, "reference") == 0};
  return true;
}

static bool read_outputs(const struct reader *r, const struct sm_fact *outputs) {
  r->out->every_output = outputs == NULL;
  if (outputs == NULL) return true;
  if (outputs->kind != SM_FACT_GROUP) return wrong(r, "'outputs' is not an object");
  for (const struct sm_fact *output = outputs->first; output != NULL; output = output->next)
    if (!read_output(r, output)) return false;
  return r->out->wants > 0 || wrong(r, "'outputs' asks for none");
}

static bool read_request(const struct reader *r, const struct sm_fact *root) {
  const char *response = sm_fact_text(root, "response");
  r->out->raw = strcmp(response, "document") != 0;
  if (response[0] != '\0' && r->out->raw && strcmp(response, "raw") != 0)
    return wrong(r, "'response' is raw or document");
  if (sm_fact_at(root, "subscriber") != NULL)
    return wrong(r, "'subscriber': this service does not call back");
  return read_inputs(r, sm_fact_at(root, "inputs")) && read_outputs(r, sm_fact_at(root, "outputs"));
}

bool cli_request_read(const char *body, size_t size, enum cli_process process,
                      struct cli_request *out, char *why, size_t room) {
  struct reader r = {.process = process, .out = out, .why = why, .room = room};
  struct sm_facts facts = {0};
  const char *reason = NULL;
  *out = (struct cli_request){.raw = true};
  if (memchr(body, '\0', size) != NULL) return wrong(&r, "the body has a NUL byte");
  bool good = sm_facts_read(&facts, body, &reason);
  if (!good) wrong(&r, "the body is not JSON: %s", reason);
  static const struct sm_fact empty = {.kind = SM_FACT_GROUP};
  if (good) good = read_request(&r, facts.root != NULL ? facts.root : &empty);
  sm_facts_free(&facts);
  return good;
}

void cli_request_free(struct cli_request *request) {
  for (size_t n = 0; n < request->files; n++) {
    free(request->file[n].name);
    free(request->file[n].bytes);
    free(request->file[n].href);
  }
  free(request->file);
  free(request->text);
  *request = (struct cli_request){.raw = true};
}
