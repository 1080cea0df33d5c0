/* Bytes that `simoom check` expects on a device, against what a run has taken there: equal where
 * all arrays are made before the first step, else an upper bound. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "case/case.h"
#include "device/device.h"
#include "domain/domain.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"

enum { MOST_SET = 10 };

/* A case of the folder `cases`, and what is changed in it; `spare`: what a run may leave of the
 * estimate, whose lists grow with the wind or with particles. */
struct row {
  const char *path;
  double spare;
  const char *set[MOST_SET];
};

static const struct row rows[] = {
    {"cube/case.toml", 0, {"domain.cell_size=[5,5,4]"}},
    {"cube/case.toml", 0, {"domain.cell_size=[5,5,4]", "wind.solver='sor'", "wind.tolerance=0.5"}},
    {"cube/case.toml",
     0,
     {"domain.cell_size=[5,5,4]", "wind.solver='red-black-sor'", "wind.tolerance=0.5"}},
    {"cube/case.toml",
     0,
     {"domain.cell_size=[5,5,4]", "turbulence.model='local'", "output.turbulence=['tke']"}},
    {"cube/case.toml",
     0.02,
     {"domain.cell_size=[10,10,8]", "wind.model='rans'"}}, /* all sides may be inflow */
    {"blocks/case.toml", 0.05, {"domain.cell_size=[20,20,10]"}},
    {"model-weather/case.toml", 0, {"domain.cell_size=[200,200,20]"}},
    {"orchard/case.toml", 0.05, {"domain.cell_size=[4,4,2]"}},
    {"turbines/case.toml", 0.05, {"domain.cell_size=[60,60,20]"}},
    {"town/case.toml", 0.05, {"domain.cell_size=[12,12,8]"}},
    {"cavity/case.toml", 0, {"wind.duration=0.05"}},
    {"cavity/mac-sor.toml", 0, {"wind.duration=0.1"}},
    {"cylinder/case.toml", 0, {"wind.duration=0.1"}},
    {"city-les/case.toml",
     0.01,
     {"wind.duration=1", "wind.spin_up=0", "wind.interval=1", "particles.duration=1",
      "particles.concentration.interval=1"}},
    {"street-nox/case.toml", 0.01, {"wind.duration=1", "wind.spin_up=0", "wind.interval=1"}},
    {"smog/case.toml", 0, {"wind.duration=1", "wind.spin_up=0", "wind.interval=1"}},
    {"arkhipov/case.toml", 0, {"wind.duration=0.001", "domain.cell_size=5", "wind.interval=0.001"}},
    {"arkhipov/default.toml",
     0,
     {"wind.duration=0.001", "domain.cell_size=5", "wind.interval=0.001"}},
    {"fire/case.toml", 0, {"wind.duration=0.002", "wind.interval=0.002"}},
    {"flame/case.toml", 0, {"wind.duration=1e-6", "wind.interval=1e-6"}},
    {"brownout/landing.toml", 0.5, {"wind.duration=0.2", "wind.spin_up=0"}},
    {"plume/case.toml", 1.5, {"domain.cell_size=15"}},
};
static struct sm_context *ctx;

static void good(const struct row *row, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s: %s", row->path, sm_context_message(ctx));
}

static struct sm_case *load(const struct row *row) {
  char path[256];
  const char *set[MOST_SET + 1] = {"output.formats=[]"};
  struct sm_case_options options = {.size = sizeof options, .set = set, .set_count = 1};
  struct sm_case *c = NULL;
  while (options.set_count <= MOST_SET && row->set[options.set_count - 1] != NULL) {
    set[options.set_count] = row->set[options.set_count - 1];
    options.set_count++;
  }
  snprintf(path, sizeof path, "cases/%s", row->path);
  good(row, sm_case_load(ctx, path, &options, &c));
  return c;
}

/* Bytes expected for a row, and what its run has taken at most. */
static void measure(const struct row *row, size_t *expected, size_t *taken) {
  struct sm_run_summary summary = {.size = sizeof summary};
  struct sm_run_options options = sm_run_options_default();
  options.folder = scratch_folder;
  options.device = "cpu";
  options.overwrite = true;
  struct sm_case *c = load(row);
  struct sm_domain *domain = NULL;
  struct sm_run_memory need;
  good(row, sm_domain_build(ctx, c, &domain));
  good(row, sm_run_memory_find(ctx, c, domain, &options, "cpu", 1, &need));
  *expected = need.device;
  good(row, sm_run(ctx, c, &options, &summary));
  *taken = (size_t)summary.device_memory;
  sm_domain_destroy(&domain);
  sm_run_summary_free(&summary);
  sm_case_destroy(&c);
}

START_TEST(test_runs_take_what_is_expected) {
  int wrong = 0;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  for (size_t m = 0; m < sizeof rows / sizeof *rows; m++) {
    size_t expected = 0, taken = 0;
    measure(&rows[m], &expected, &taken);
    const double spare = (double)expected / (double)taken - 1;
    const double under = rows[m].spare > 0 ? 0.99 : 1; /* lists follow the wind */
    const bool holds = (double)expected >= under * (double)taken && spare <= rows[m].spare;
    printf("%-24s %-30s %12zu of %12zu  %+.4f%s\n", rows[m].path,
           rows[m].set[0] != NULL ? rows[m].set[0] : "", taken, expected, spare,
           holds ? "" : "  <-- not within the bound");
    wrong += !holds;
  }
  scratch_leave();
  sm_context_destroy(&ctx);
  ck_assert_int_eq(wrong, 0);
}
END_TEST

TEST_MAIN(test_runs_take_what_is_expected)
