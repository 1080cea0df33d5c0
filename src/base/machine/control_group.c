#include "base/machine/machine.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool sm_control_group_number(const char *folder, const char *file, const char *key,
                             unsigned long long *out) {
  char path[4400], line[256];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *stream = fopen(path, "r");
  if (stream == NULL) return false;
  bool found = false;
  const size_t length = strlen(key);
  while (!found && fgets(line, sizeof line, stream) != NULL)
    found = strncmp(line, key, length) == 0 && line[length + strspn(line + length, " ")] != '-' &&
            sscanf(line + length, "%llu", out) == 1;
  fclose(stream);
  return found;
}

/* Whether a word is one of a list with commas. */
static bool lists(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list;; at++) {
    if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0')) return true;
    at = strchr(at, ',');
    if (at == NULL) return false;
  }
}

/* Folder of the group from lines "NUMBER:CONTROLLERS:PATH" of /proc/self/cgroup: that of the
 * controller, of version 1, or that without controllers, of version 2. Returns the length of the
 * part that is not the path; 0: none. */
static size_t find_group(const char *controller, char *folder, size_t size) {
  char line[4096];
  size_t root = 0;
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *path = controllers != NULL ? strchr(++controllers, ':') : NULL;
    if (path == NULL) continue;
    *path++ = '\0';
    const bool own = lists(controllers, controller);
    if (!own && (controllers[0] != '\0' || root > 0)) continue;
    snprintf(folder, size, "/sys/fs/cgroup%s%s", own ? "/" : "", own ? controller : "");
    root = strlen(folder);
    snprintf(folder + root, size - root, "%s", strcmp(path, "/") == 0 ? "" : path);
    if (own) break;
  }
  fclose(file);
  return root;
}

size_t sm_control_group_least(const char *controller, size_t (*value)(const char *folder)) {
  char folder[4200];
  size_t least = SIZE_MAX;
  const size_t root = find_group(controller, folder, sizeof folder);
  while (root > 0 && strlen(folder) >= root) {
    const size_t here = value(folder);
    if (here < least) least = here;
    *strrchr(folder, '/') = '\0';
  }
  return least;
}
