#define _GNU_SOURCE /* for dladdr */
#include "base/module.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Folder of the file that contains this code: the library, or a statically linked program. */
static void own_folder(char *out, size_t size) {
  Dl_info info;
  _Static_assert(sizeof(void *) == sizeof(void (*)(void)), "POSIX: both are addresses");
  void *address = NULL;
  void (*function)(void) = (void (*)(void))sm_module_open;
  memcpy(&address, &function, sizeof address);
  char path[4096] = "";
  if (dladdr(address, &info) != 0 && strchr(info.dli_fname, '/') != NULL) {
    snprintf(path, sizeof path, "%s", info.dli_fname);
  } else {
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
  }
  char *slash = strrchr(path, '/');
  if (slash != NULL) *slash = '\0';
  snprintf(out, size, "%s", path);
}

enum sm_status sm_module_open(struct sm_context *ctx, const char *name, const char *symbol,
                              const char *need, void **out) {
  char own[4096];
  own_folder(own, sizeof own);
  const char *chosen = getenv("SIMOOM_MODULES");
  const struct {
    const char *folder, *below;
  } places[] = {{chosen, ""},
                {own, ""},
                {own, "/simoom/" SM_MODULE_VERSION},
                {own, "/../lib/simoom/" SM_MODULE_VERSION},
                {SM_MODULE_FOLDER, "/" SM_MODULE_VERSION}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (places[i].folder == NULL) continue;
    char path[8192];
    snprintf(path, sizeof path, "%s%s/%s.so", places[i].folder, places[i].below, name);
    if (access(path, R_OK) != 0) continue;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) {
      const char *layout = dlsym(handle, "simoom_module_layout");
      if (layout == NULL || strcmp(layout, SM_MODULE_LAYOUT) != 0)
        return sm_fail(ctx, SM_ERR_DATA,
                       "error: the module %s belongs to another simoom than this program\n"
                       "help: build or install both together",
                       path);
      *out = dlsym(handle, symbol);
      if (*out != NULL) return SM_OK;
    }
    const char *error = dlerror();
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: the module of %s cannot be loaded: %s\n"
                   "help: install the library that is named, or give the process more memory",
                   need, error != NULL ? error : path);
  }
  return sm_fail(ctx, SM_ERR_DATA,
                 "error: this needs %s, which is not there: no module %s.so\n"
                 "help: install it and build simoom again",
                 need, name);
}
