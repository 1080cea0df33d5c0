#include "device/gpu_program.h"

#include "base/clock.h"
#include "base/encoding.h"
#include "base/file.h"
#include "base/text.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Functions of NVRTC, as declared in its manual; 0 is success. */
typedef struct nvrtc_program *program;
struct nvrtc {
  void *library;
  int (*version)(int *major, int *minor);
  int (*create)(program *, const char *text, const char *name, int headers, const char *const *,
                const char *const *);
  int (*compile)(program, int options, const char *const *);
  int (*log_size)(program, size_t *);
  int (*log)(program, char *);
  int (*image_size)(program, size_t *);
  int (*image)(program, char *);
  int (*destroy)(program *);
  const char *(*error)(int);
  int major, minor;
};

static bool find(void *library, const char *name, void *function) {
  void *const address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static bool find_all(struct nvrtc *n) {
  return find(n->library, "nvrtcVersion", &n->version) &&
         find(n->library, "nvrtcCreateProgram", &n->create) &&
         find(n->library, "nvrtcCompileProgram", &n->compile) &&
         find(n->library, "nvrtcGetProgramLogSize", &n->log_size) &&
         find(n->library, "nvrtcGetProgramLog", &n->log) &&
         find(n->library, "nvrtcGetCUBINSize", &n->image_size) &&
         find(n->library, "nvrtcGetCUBIN", &n->image) &&
         find(n->library, "nvrtcDestroyProgram", &n->destroy) &&
         find(n->library, "nvrtcGetErrorString", &n->error) &&
         n->version(&n->major, &n->minor) == 0;
}

/* Loads NVRTC; false: not installed. It is never closed: NVRTC keeps memory that would be leaked
 * once per mechanism. */
static bool open_nvrtc(struct nvrtc *n) {
  const char *const chosen = getenv("SIMOOM_NVRTC");
  const char *const names[] = {chosen != NULL ? chosen : "libnvrtc.so.13",
                               "libnvrtc.so.12",
                               "libnvrtc.so",
                               "/usr/local/cuda/lib64/libnvrtc.so",
                               "/usr/local/cuda/lib64/libnvrtc.so.13",
                               "/usr/local/cuda/lib64/libnvrtc.so.12"};
  const size_t count = chosen != NULL ? 1 : sizeof names / sizeof *names;
  for (size_t i = 0; i < count; i++) {
    *n = (struct nvrtc){.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)};
    if (n->library == NULL) continue;
    if (find_all(n)) return true;
    dlclose(n->library);
  }
  return false;
}

static const char *const missing =
    "no NVRTC here, the run-time compiler of the CUDA toolkit (libnvrtc.so)";

bool sm_nvrtc_describe(char *out, size_t size) {
  struct nvrtc n;
  const bool there = open_nvrtc(&n);
  if (there) {
    snprintf(out, size, "NVRTC %d.%d", n.major, n.minor);
    dlclose(n.library);
  } else {
    snprintf(out, size, "%s", missing);
  }
  return there;
}

enum { OPTIONS = 3 };
static void make_options(int capability, char arch[32], const char *out[OPTIONS]) {
  snprintf(arch, 32, "--gpu-architecture=sm_%d", capability);
  out[0] = arch;
  out[1] = "--std=c++17";
  out[2] = "--fmad=true";
}

/* Cache key of a program. */
static void make_key(const struct nvrtc *n, const struct sm_nvrtc_source *source, char key[65]) {
  struct sm_sha256 s;
  char arch[32], version[64];
  const char *option[OPTIONS];
  make_options(source->capability, arch, option);
  snprintf(version, sizeof version, "NVRTC %d.%d", n->major, n->minor);
  sm_sha256_begin(&s);
  sm_sha256_add(&s, version, strlen(version) + 1);
  for (int i = 0; i < OPTIONS; i++) sm_sha256_add(&s, option[i], strlen(option[i]) + 1);
  sm_sha256_add(&s, source->text, strlen(source->text));
  sm_sha256_end(&s, key);
}

/* Cache folder; "" if unknown. */
static void make_folder(char *out, size_t size) {
  const char *own = getenv("SIMOOM_CACHE"), *all = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (own != NULL && *own != '\0')
    snprintf(out, size, "%s", own);
  else if (all != NULL && *all == '/')
    snprintf(out, size, "%s/simoom", all);
  else if (home != NULL && *home != '\0')
    snprintf(out, size, "%s/.cache/simoom", home);
  else
    *out = '\0';
  for (char *at = out; *at != '\0'; at++) {
    if (*at != '/' || at == out) continue;
    *at = '\0';
    mkdir(out, 0700);
    *at = '/';
  }
  if (*out != '\0') mkdir(out, 0700);
}

/* Cache file: this line with the hash of the image, then the image. */
static const char *const mark = "simoom program 1 ";

static void fingerprint(const void *image, size_t size, char out[65]) {
  struct sm_sha256 s;
  sm_sha256_begin(&s);
  sm_sha256_add(&s, image, size);
  sm_sha256_end(&s, out);
}

/* Whether the cached file exists and is intact. Never reports an error. */
static bool read_cached(struct sm_context *ctx, const char *path, struct sm_nvrtc_image *out) {
  struct stat status;
  SM_SCOPED char *bytes = NULL;
  char sum[65];
  size_t size = 0;
  if (stat(path, &status) != 0 || sm_file_read(ctx, path, &bytes, &size) != SM_OK) return false;
  const size_t head = strlen(mark) + 65;
  bool whole = size > head && memcmp(bytes, mark, strlen(mark)) == 0;
  if (whole) {
    fingerprint(bytes + head, size - head, sum);
    whole = memcmp(bytes + strlen(mark), sum, 64) == 0;
  }
  if (whole && sm_alloc(ctx, size - head, 1, "a program", &out->image) == SM_OK) {
    out->size = size - head;
    memcpy(out->image, bytes + head, out->size);
  }
  return out->image != NULL;
}

static void store_image(struct sm_context *ctx, const char *path,
                        const struct sm_nvrtc_image *made) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  char sum[65];
  fingerprint(made->image, made->size, sum);
  sm_text_add(&text, "%s%s\n", mark, sum);
  sm_text_add_bytes(&text, made->image, made->size);
  if (text.failed || sm_file_write(ctx, path, text.data, text.size) != SM_OK)
    sm_debug(ctx, "%s: cannot keep the compiled program", path);
}

/* Reports the first lines of the compiler log. */
static enum sm_status report_log(struct sm_context *ctx, const struct nvrtc *n, program p,
                                 int error, const char *name) {
  size_t size = 0;
  SM_SCOPED char *log = NULL;
  if (p != NULL && n->log_size(p, &size) == 0 && size > 1 &&
      sm_alloc(ctx, size + 1, 1, "a log", &log) == SM_OK)
    n->log(p, log);
  return sm_fail(ctx, SM_ERR_DEVICE, "error: NVRTC %d.%d cannot compile %s: %s\n%.2000s", n->major,
                 n->minor, name, n->error(error), log != NULL ? log : "");
}

static enum sm_status make_image(struct sm_context *ctx, const struct nvrtc *n,
                                 const struct sm_nvrtc_source *source, struct sm_nvrtc_image *out) {
  program p = NULL;
  char arch[32];
  const char *option[OPTIONS];
  enum sm_status status = SM_OK;
  make_options(source->capability, arch, option);
  int error = n->create(&p, source->text, source->name, 0, NULL, NULL);
  if (error == 0) error = n->compile(p, OPTIONS, option);
  if (error == 0) error = n->image_size(p, &out->size);
  if (error == 0) SM_TRY_DONE(sm_alloc(ctx, out->size, 1, "a program", &out->image));
  if (error == 0) error = n->image(p, out->image);
  if (error != 0) status = report_log(ctx, n, p, error, source->name);
done:
  if (p != NULL) n->destroy(&p);
  return status;
}

enum sm_status sm_nvrtc_compile(struct sm_context *ctx, const struct sm_nvrtc_source *source,
                                struct sm_nvrtc_image *out) {
  struct nvrtc n;
  char folder[3072], key[65], path[4096];
  *out = (struct sm_nvrtc_image){0};
  if (!open_nvrtc(&n)) return sm_fail(ctx, SM_ERR_DEVICE, "error: %s", missing);
  make_key(&n, source, key);
  make_folder(folder, sizeof folder);
  snprintf(path, sizeof path, "%s/%s.cubin", folder, key);
  enum sm_status status = SM_OK;
  out->cached = *folder != '\0' && read_cached(ctx, path, out);
  if (!out->cached) {
    const double begin = sm_clock_wall();
    status = make_image(ctx, &n, source, out);
    out->seconds = sm_clock_wall() - begin;
    if (status == SM_OK && *folder != '\0') store_image(ctx, path, out);
  }
  if (status != SM_OK) {
    sm_free(out->image);
    *out = (struct sm_nvrtc_image){0};
  }
  dlclose(n.library);
  return status;
}

/* Compiles in a separate context, whose message is passed on. */
static enum sm_status compile_apart(const struct sm_nvrtc_source *source,
                                    struct sm_nvrtc_image *out, struct sm_context **own) {
  SM_TRY(sm_context_create(NULL, own));
  return sm_nvrtc_compile(*own, source, out);
}

enum sm_status sm_nvrtc_compile_all(struct sm_context *ctx, const struct sm_nvrtc_source *source,
                                    int count, struct sm_nvrtc_image *out) {
  enum sm_status status = SM_OK;
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < count; i++) {
    struct sm_context *own = NULL;
    out[i] = (struct sm_nvrtc_image){0};
    const enum sm_status one = compile_apart(&source[i], &out[i], &own);
#pragma omp critical(sm_nvrtc_compile_all)
    if (one != SM_OK)
      status = sm_fail(ctx, one, "%s", own != NULL ? sm_context_message(own) : "no memory");
    sm_context_destroy(&own);
  }
  return status;
}
