#define _DEFAULT_SOURCE /* getloadavg */
#include "bench_host.h"

#include "bench_child.h"
#include <ctype.h>
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

/* `simoom devices` has a line "cuda:0   NAME, 85.0 GB, ..." for every GPU. */
static void ask_gpus(const char *folder, struct cli_host *host) {
  char out[4200], line[512];
  if ((size_t)snprintf(out, sizeof out, "%s/devices", folder) >= sizeof out) return;
  const char *const arguments[] = {"simoom", "devices", NULL};
  struct cli_child child;
  FILE *file = NULL;
  if (cli_child_run(arguments, out, "/dev/null", &child)) file = fopen(out, "r");
  while (file != NULL && host->gpu_count < CLI_GPUS && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "cuda:", 5) != 0 || !isdigit((unsigned char)line[5])) continue;
    const char *name = line + strcspn(line, " ");
    name += strspn(name, " ");
    snprintf(host->gpu[host->gpu_count++], sizeof *host->gpu, "%.*s", (int)strcspn(name, ",\n"),
             name);
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
