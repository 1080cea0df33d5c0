#define _XOPEN_SOURCE 700 /* for readlink, scandir */
#include "cli/text/examples.h"
#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "lab/facts.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

bool cli_examples_find(char *path, size_t size) {
  static const char *const places[] = {"../share/simoom/cases", "../../cases", "../cases"};
  char own[PATH_SIZE];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return false;
  own[length] = '\0';
  char *slash = strrchr(own, '/');
  if (slash != NULL) *slash = '\0';
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const int n = snprintf(path, size, "%s/%s", own, places[i]);
    if (n > 0 && (size_t)n < size && cli_examples_has(path, "town")) return true;
  }
  return false;
}

bool cli_examples_has(const char *examples, const char *name) {
  char path[2 * PATH_SIZE];
  struct stat info;
  if (*name == '\0' || strpbrk(name, "/.") != NULL) return false;
  snprintf(path, sizeof path, "%s/%s/case.toml", examples, name);
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Whether a case reads files that do not come with it. */
static bool case_needs_data(const char *text) { return strstr(text, "\"$data/") != NULL; }

static bool needs_data(const char *examples, const char *name) {
  char path[2 * PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s/case.toml", examples, name);
  char *text = cli_file_text(path);
  const bool needs = text != NULL && case_needs_data(text);
  free(text);
  return needs;
}

/* Calls `tell` with the name and the title of each example. */
static void for_each(const char *examples, void *out,
                     void (*tell)(void *out, const char *name, const char *title, bool data)) {
  struct dirent **entry = NULL;
  const int count = scandir(examples, &entry, is_visible, alphasort);
  for (int i = 0; i < count; i++) {
    const char *name = entry[i]->d_name;
    char path[2 * PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s/README.md", examples, name);
    char *text = cli_examples_has(examples, name) ? cli_file_text(path) : NULL;
    if (text != NULL) {
      char *title = text + strspn(text, "# ");
      title[strcspn(title, "\n")] = '\0';
      tell(out, name, title, needs_data(examples, name));
    }
    free(text);
    free(entry[i]);
  }
  free(entry);
}

static void print_one(void *out, const char *name, const char *title, bool data) {
  fprintf(out, "  %-16s %s%s\n", name, title, data ? " (needs data)" : "");
}

static void add_one(void *out, const char *name, const char *title, bool data) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", name);
  sm_facts_text(out, "title", title);
  sm_facts_flag(out, "needs_data", data);
  sm_facts_close(out);
}

void cli_examples_list(FILE *stream, const char *examples) {
  for_each(examples, stream, print_one);
}

void cli_examples_facts(const char *examples, struct sm_facts *out) {
  sm_facts_list(out, "examples");
  for_each(examples, out, add_one);
  sm_facts_close(out);
}

/* A copy of an example that is being made. */
struct copy {
  struct cli_session *session;
  const char *examples, *name, *to;
  bool needs_data;
  char *failed; /* file that could not be read or written */
};

static bool write_bytes(struct copy *copy, const char *name, const char *bytes, size_t size) {
  struct cli_file file;
  snprintf(copy->failed, PATH_SIZE, "%s/%s", copy->to, name);
  bool good = cli_file_open(&file, copy->failed);
  if (good) {
    fwrite(bytes, 1, size, file.stream);
    good = cli_file_close(&file);
  }
  if (good) cli_outputs_add(copy->session, copy->failed);
  return good;
}

static bool copy_file(struct copy *copy, const char *example, const char *name) {
  size_t size = 0;
  snprintf(copy->failed, PATH_SIZE, "%s/%s/%s", copy->examples, example, name);
  char *bytes = cli_file_bytes(copy->failed, &size);
  const bool good = bytes != NULL && write_bytes(copy, name, bytes, size);
  free(bytes);
  return good;
}

/* Text with every `from` replaced; freed with free(). */
static char *replaced(const char *text, const char *from, const char *to) {
  const size_t length = strlen(from);
  char *out = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&out, &size);
  if (stream == NULL) return NULL;
  for (const char *at; (at = strstr(text, from)) != NULL; text = at + length)
    fprintf(stream, "%.*s%s", (int)(at - text), text, to);
  fputs(text, stream);
  return fclose(stream) == 0 ? out : NULL;
}

/* Case file: copies the files "../EXAMPLE/FILE" that it reads too, and reads them from its own
 * folder. */
static bool write_toml(struct copy *copy, const char *name, const char *text) {
  char *own = NULL;
  bool good = true;
  for (const char *at = text; good && (at = strstr(at, "\"../")) != NULL;) {
    char example[256], file[256];
    at += strlen("\"../");
    if (sscanf(at, "%255[^/\"]/%255[^/\"]", example, file) == 2)
      good = cli_examples_has(copy->examples, example) && copy_file(copy, example, file);
    if (good) {
      char from[520];
      snprintf(from, sizeof from, "../%s/", example);
      char *next = replaced(own != NULL ? own : text, from, "");
      free(own);
      own = next;
      good = own != NULL;
    }
  }
  const char *written = own != NULL ? own : text;
  if (case_needs_data(text)) copy->needs_data = true;
  good = good && write_bytes(copy, name, written, strlen(written));
  free(own);
  return good;
}

static bool copy_text(struct copy *copy, const char *name, bool is_case) {
  snprintf(copy->failed, PATH_SIZE, "%s/%s/%s", copy->examples, copy->name, name);
  char *text = cli_file_text(copy->failed), *changed = NULL;
  bool good = text != NULL;
  if (good && is_case) {
    good = write_toml(copy, name, text);
  } else if (good) {
    char from[PATH_SIZE];
    snprintf(from, sizeof from, "cases/%s", copy->name);
    changed = replaced(text, from, copy->to);
    good = changed != NULL && write_bytes(copy, name, changed, strlen(changed));
  }
  free(changed);
  free(text);
  return good;
}

bool cli_examples_copy(struct cli_session *session, const char *examples, const char *name,
                       const char *to, bool *needs_data, char *failed) {
  struct copy copy = {
      .session = session, .examples = examples, .name = name, .to = to, .failed = failed};
  snprintf(failed, PATH_SIZE, "%s/%s", examples, name);
  struct dirent **entry = NULL;
  const int count = scandir(failed, &entry, is_visible, alphasort);
  bool good = count >= 0;
  for (int i = 0; i < count; i++) {
    const char *file = entry[i]->d_name, *ending = strrchr(file, '.');
    const bool is_case = ending != NULL && strcmp(ending, ".toml") == 0;
    if (!good) {
    } else if (is_case || strcmp(file, "README.md") == 0) {
      good = copy_text(&copy, file, is_case);
    } else {
      good = copy_file(&copy, name, file);
    }
    free(entry[i]);
  }
  free(entry);
  *needs_data = copy.needs_data;
  return good;
}

void cli_examples_print_data(FILE *stream, const char *folder) {
  char path[2 * PATH_SIZE];
  snprintf(path, sizeof path, "%s/README.md", folder);
  char *text = cli_file_text(path);
  const char *data = text != NULL ? strstr(text, "\n## Data\n") : NULL;
  if (data != NULL) {
    data += strlen("\n## Data\n\n");
    const char *end = strstr(data, "\n## ");
    fprintf(stream, "%.*s", (int)(end != NULL ? (size_t)(end - data) : strlen(data)), data);
  }
  free(text);
}
