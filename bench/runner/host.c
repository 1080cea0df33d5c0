#define _DEFAULT_SOURCE /* for getloadavg */
#include "host.h"

#include "child.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static void ask_cpu(struct cli_host *host) {
  char line[512];
  snprintf(host->cpu, sizeof host->cpu, "unknown");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (file == NULL) return;
  while (fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *value = line + strcspn(line, ":");
    value += strspn(value, ": \t");
    snprintf(host->cpu, sizeof host->cpu, "%.*s", (int)strcspn(value, "\n"), value);
    break;
  }
  fclose(file);
}

/* Runs `simoom devices` with options (NULL after the last); *file receives its output, or NULL
 * after a failure. */
static void list_devices(const char *folder, const char *const *options, char out[4200],
                         FILE **file) {
  const char *arguments[8] = {"simoom", "devices"};
  struct cli_child child;
  *file = NULL;
  for (int i = 0; i < 5 && options[i] != NULL; i++) arguments[2 + i] = options[i];
  if ((size_t)snprintf(out, 4200, "%s/devices", folder) >= 4200) return;
  if (cli_child_run(arguments, out, "/dev/null", NULL, &child)) *file = fopen(out, "r");
}

static bool is_gpu(const char *line) {
  return strncmp(line, "cuda:", 5) == 0 && isdigit((unsigned char)line[5]);
}

/* Parses one line "cuda:0   NAME, 85.0 GB, ..." per GPU. */
static void ask_gpus(const char *folder, struct cli_host *host) {
  char out[4200], line[512];
  const char *const options[] = {NULL};
  FILE *file;
  list_devices(folder, options, out, &file);
  while (file != NULL && host->gpu_count < CLI_GPUS && fgets(line, sizeof line, file) != NULL) {
    if (!is_gpu(line)) continue;
    const char *name = line + strcspn(line, " ");
    name += strspn(name, " ");
    snprintf(host->gpu[host->gpu_count++], sizeof *host->gpu, "%.*s", (int)strcspn(name, ",\n"),
             name);
  }
  if (file != NULL) fclose(file);
  unlink(out);
}

/* Parses lines "cpu      ..., memory moves 54.5 GB/s". */
void cli_host_bandwidth(const char *folder, int threads, double *cpu, double *cuda) {
  char out[4200], line[512], number[16];
  const char *const options[] = {"--bandwidth", threads > 0 ? "--threads" : NULL, number, NULL};
  FILE *file;
  *cpu = *cuda = NAN;
  snprintf(number, sizeof number, "%d", threads);
  list_devices(folder, options, out, &file);
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    double *figure = strncmp(line, "cpu ", 4) == 0  ? cpu
                     : is_gpu(line) && isnan(*cuda) ? cuda
                                                    : NULL;
    const char *words = strstr(line, "memory moves ");
    if (figure != NULL && words != NULL) *figure = 1e9 * strtod(words + 13, NULL);
  }
  if (file != NULL) fclose(file);
  unlink(out);
}

static void ask_compiler(struct cli_host *host) {
#if defined(__clang__)
  snprintf(host->compiler, sizeof host->compiler, "%s", __VERSION__);
#elif defined(__GNUC__)
  snprintf(host->compiler, sizeof host->compiler, "gcc %s", __VERSION__);
#else
  snprintf(host->compiler, sizeof host->compiler, "unknown");
#endif
  host->build = SM_BUILD;
}

void cli_host_describe(const char *folder, struct cli_host *host) {
  *host = (struct cli_host){.load = -1};
  ask_cpu(host);
  host->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  host->memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  struct utsname name;
  if (uname(&name) == 0)
    snprintf(host->system, sizeof host->system, "%s %s", name.sysname, name.machine);
  if (getloadavg(&host->load, 1) != 1) host->load = -1;
  const time_t now = time(NULL);
  struct tm utc;
  if (gmtime_r(&now, &utc) != NULL)
    strftime(host->date, sizeof host->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  ask_compiler(host);
  ask_gpus(folder, host);
}
