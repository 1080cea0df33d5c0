/* check.c - `simoom chem check`: summary and checks of a reaction mechanism. */
#include "chem.h"
#include "cli/text/format.h"
#include "cli/text/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTS = 16 };

/* Kinds of rates by their names. */
static const char *kind_name(const struct sm_reaction *r) {
  static const char *const plain[] = {
      "elementary", "three-body", "falloff",   "chemically activated",
      "PLOG",       "Chebyshev",  "expression"};
  static const char *const falloff[] = {"falloff (Lindemann)", "falloff (Troe)", "falloff (SRI)"};
  if (r->photolysis) return "photolysis";
  return r->kind == SM_RATE_FALLOFF ? falloff[r->falloff.form] : plain[r->kind];
}

struct count {
  const char *name;
  int number;
};

static int count_kinds(const struct sm_mechanism *m, struct count *counts) {
  int kinds = 0;
  for (int32_t r = 0; r < m->reaction_count; r++) {
    const char *name = kind_name(&m->reactions[r]);
    int k = 0;
    while (k < kinds && strcmp(counts[k].name, name) != 0) k++;
    if (k == kinds) counts[kinds++] = (struct count){name, 0};
    counts[k].number++;
  }
  return kinds;
}

struct features {
  int reversible, given, irreversible, duplicates, orders;
};

static struct features count_features(const struct sm_mechanism *m) {
  struct features f = {0};
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    f.reversible += r->reverse == SM_REVERSE_EQUILIBRIUM;
    f.given += r->reverse == SM_REVERSE_GIVEN;
    f.irreversible += r->reverse == SM_REVERSE_NONE;
    f.duplicates += r->duplicate;
    f.orders += r->orders.count > 0 || r->reverse_orders.count > 0;
  }
  return f;
}

/* Temperatures for which all species have data; false: there are none. */
static bool temperature_range(const struct sm_mechanism *m, double range[2]) {
  bool any = false;
  range[0] = 0;
  range[1] = HUGE_VAL;
  for (int32_t s = 0; s < m->species_count; s++) {
    const struct sm_thermo *t = &m->species[s].thermo;
    if (t->range_count == 0) continue;
    any = true;
    range[0] = fmax(range[0], t->ranges[0].low);
    range[1] = fmin(range[1], t->ranges[t->range_count - 1].high);
  }
  return any;
}

/* Pressures between which rates that depend on them are given; false: there are none. */
static bool pressure_range(const struct sm_mechanism *m, double range[2]) {
  range[0] = HUGE_VAL;
  range[1] = 0;
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    const bool chebyshev = r->kind == SM_RATE_CHEBYSHEV;
    if (!chebyshev && r->kind != SM_RATE_PLOG) continue;
    range[0] = fmin(range[0], chebyshev ? r->chebyshev.pressure[0] : r->plog[0].pressure);
    range[1] =
        fmax(range[1], chebyshev ? r->chebyshev.pressure[1] : r->plog[r->plog_count - 1].pressure);
  }
  return range[1] > 0;
}

static int with_transport(const struct sm_mechanism *m) {
  int count = 0;
  for (int32_t s = 0; s < m->species_count; s++) count += m->species[s].transport != NULL;
  return count;
}

/* --- rates in the units that files use: cm, s, mol and cal; of KPP molecules and K --- */

struct units {
  double concentration; /* kmol/m3 */
  double energy;        /* K */
  const char *names;
};

static struct units units_of(const struct sm_mechanism *m) {
  if (strcmp(m->format, "KPP") == 0)
    return (struct units){1e6 / 6.02214076e26, 1, "cm3, molecules, s, K"};
  return (struct units){1e3, 4184 / SM_GAS_CONSTANT, "cm3, mol, s, cal/mol"};
}

static double order_of(const struct sm_reaction *r) {
  const struct sm_amounts *orders = r->orders.count > 0 ? &r->orders : &r->reactants;
  double sum = r->kind == SM_RATE_THREE_BODY ? 1 : r->kind == SM_RATE_ACTIVATED ? -1 : 0;
  for (int32_t i = 0; i < orders->count; i++) sum += orders->list[i].amount;
  return sum;
}

/* A, b and E of the rate that a table shows; false: it has none. */
static bool shown_rate(const struct sm_mechanism *m, const struct sm_reaction *r, double out[3]) {
  const struct units u = units_of(m);
  if (r->kind > SM_RATE_ACTIVATED) return false;
  out[0] = r->rate.a * pow(u.concentration, order_of(r) - 1);
  out[1] = r->rate.b;
  out[2] = r->rate.e / u.energy;
  return true;
}

/* --- text --- */

static void print_names(const struct sm_mechanism *m) {
  size_t size = 1;
  for (int32_t s = 0; s < m->species_count; s++) size += strlen(m->species[s].name) + 1;
  char *list = calloc(size, 1), *end = list;
  if (list == NULL) return;
  for (int32_t s = 0; s < m->species_count; s++)
    end += sprintf(end, s == 0 ? "%s" : " %s", m->species[s].name);
  printf("species:     ");
  cli_print_wrapped(stdout, list, 13, 13);
  free(list);
}

static void print_counts(const struct sm_mechanism *m) {
  struct count counts[COUNTS];
  const int kinds = count_kinds(m, counts);
  const struct features f = count_features(m);
  printf("reactions:   %d\n", (int)m->reaction_count);
  for (int k = 0; k < kinds; k++) printf("%12d %s\n", counts[k].number, counts[k].name);
  printf("reverse:     %d by equilibrium, %d given, %d irreversible\n", f.reversible, f.given,
         f.irreversible);
  if (f.duplicates > 0) printf("duplicates:  %d\n", f.duplicates);
  if (f.orders > 0) printf("orders:      %d with orders of their own\n", f.orders);
}

static void print_summary(const struct sm_mechanism *m) {
  double range[2];
  printf("%s: %s, %d elements, %d species, %d reactions\n", m->name, m->format,
         (int)m->element_count, (int)m->species_count, (int)m->reaction_count);
  if (m->element_count > 0) printf("elements:   ");
  for (int32_t e = 0; e < m->element_count; e++) printf(" %s", m->elements[e].name);
  if (m->element_count > 0) printf("\n");
  print_names(m);
  print_counts(m);
  if (temperature_range(m, range)) {
    printf("temperature: data of all species hold from %g to %g K\n", range[0], range[1]);
  } else {
    printf("temperature: no thermodynamic data\n");
  }
  if (pressure_range(m, range))
    printf("pressure:    PLOG and Chebyshev rates from %g to %g Pa\n", range[0], range[1]);
  printf("transport:   data of %d of %d species\n", with_transport(m), (int)m->species_count);
}

/* What implicit methods take of a cell. */
static void print_work(const struct sm_chem_work *w) {
  const double all = (double)w->unknowns * w->unknowns;
  printf(
      "matrix:      %d unknowns, %d numbers with fill-in (%.3g %%), %d products a factorisation\n",
      (int)w->unknowns, (int)w->matrix, 100 * w->matrix / all, (int)w->products);
  printf("on a GPU:    %d threads and %.3g kB of work memory for each cell under way\n",
         (int)w->gpu_threads, 1e-3 * (double)w->gpu_bytes);
}

static void list_species(const struct sm_mechanism *m) {
  static const char *const forms[] = {"none", "NASA7", "NASA9", "Shomate", "constant"};
  printf("\n%5s %-20s %12s %7s %-9s %s\n", "", "species", "kg/kmol", "charge", "thermo", "K");
  for (int32_t i = 0; i < m->species_count; i++) {
    const struct sm_species *s = &m->species[i];
    const struct sm_thermo *t = &s->thermo;
    printf("%5d %-20s %12.6g %7g %-9s", (int)i + 1, s->name, s->weight, s->charge, forms[t->form]);
    for (int32_t r = 0; r < t->range_count; r++) printf(" %g", t->ranges[r].low);
    if (t->range_count > 0) printf(" %g", t->ranges[t->range_count - 1].high);
    printf("%s\n", s->fixed ? " fixed" : "");
  }
}

static void list_reactions(const struct sm_mechanism *m) {
  printf("\n%5s %-44s %-21s %11s %8s %11s\n", "", "reaction", "kind", "A", "b", "E");
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    double rate[3];
    printf("%5d %-44s ", (int)i + 1, r->equation);
    if (shown_rate(m, r, rate)) {
      printf("%-21s %11.4g %8.4g %11.6g\n", kind_name(r), rate[0], rate[1], rate[2]);
    } else {
      printf("%s\n", kind_name(r));
    }
  }
  printf("A, b, E: %s; of falloff the limit of high pressure\n", units_of(m).names);
}

/* --- JSON --- */

static void json_species(struct sm_facts *json, const struct sm_mechanism *m) {
  sm_facts_list(json, "species");
  for (int32_t s = 0; s < m->species_count; s++) {
    sm_facts_group(json, NULL);
    sm_facts_text(json, "name", m->species[s].name);
    sm_facts_number(json, "weight", m->species[s].weight);
    sm_facts_number(json, "charge", m->species[s].charge);
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void json_reactions(struct sm_facts *json, const struct sm_mechanism *m) {
  sm_facts_list(json, "reactions");
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    sm_facts_group(json, NULL);
    sm_facts_text(json, "equation", r->equation);
    sm_facts_text(json, "label", r->label);
    sm_facts_text(json, "kind", kind_name(r));
    sm_facts_integer(json, "line", r->place.line);
    sm_facts_text(json, "reverse",
                  r->reverse == SM_REVERSE_NONE          ? NULL
                  : r->reverse == SM_REVERSE_EQUILIBRIUM ? "equilibrium"
                                                         : "given");
    if (r->kind <= SM_RATE_ACTIVATED) { /* kmol, m, s, K */
      sm_facts_number(json, "A", r->rate.a);
      sm_facts_number(json, "b", r->rate.b);
      sm_facts_number(json, "E", r->rate.e);
    }
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void print_json(const struct sm_mechanism *m, const struct sm_chem_work *work,
                       const struct sm_context *ctx) {
  struct sm_facts json = {0};
  struct count counts[COUNTS];
  const int kinds = count_kinds(m, counts);
  double range[2] = {NAN, NAN};
  if (!temperature_range(m, range)) range[0] = range[1] = NAN;
  sm_facts_text(&json, "schema", "simoom.mechanism/1");
  sm_facts_text(&json, "name", m->name);
  sm_facts_text(&json, "format", m->format);
  sm_facts_list(&json, "elements");
  for (int32_t e = 0; e < m->element_count; e++) sm_facts_text(&json, NULL, m->elements[e].name);
  sm_facts_close(&json);
  sm_facts_group(&json, "kinds");
  for (int k = 0; k < kinds; k++) sm_facts_integer(&json, counts[k].name, counts[k].number);
  sm_facts_close(&json);
  sm_facts_number(&json, "temperature_min", range[0]);
  sm_facts_number(&json, "temperature_max", range[1]);
  sm_facts_integer(&json, "transport", with_transport(m));
  sm_facts_integer(&json, "matrix", work->matrix);
  sm_facts_integer(&json, "products", work->products);
  sm_facts_integer(&json, "gpu_bytes", (long)work->gpu_bytes);
  sm_facts_integer(&json, "gpu_threads", work->gpu_threads);
  json_species(&json, m);
  json_reactions(&json, m);
  sm_facts_list(&json, "warnings");
  for (int w = 0; w < sm_context_warning_count(ctx); w++)
    sm_facts_text(&json, NULL, sm_context_warning(ctx, w));
  sm_facts_close(&json);
  cli_json_print(stdout, &json);
}

/* All 0 where rates ask for thermodynamics that is not there. */
static struct sm_chem_work work_of(struct sm_context *ctx, const struct sm_mechanism *m) {
  struct sm_chem_work work = {0};
  struct sm_chem *chem = NULL;
  if (sm_chem_create(ctx, m, 1, &chem) == SM_OK) sm_chem_get_work(chem, &work);
  sm_chem_destroy(&chem);
  return work;
}

int cli_chem_check(struct cli_session *session, const char *file) {
  int code;
  struct sm_mechanism *m = cli_chem_read(session, file, &code);
  if (m == NULL) return code;
  const struct sm_chem_work work = work_of(session->ctx, m);
  if (cli_chem.json) {
    print_json(m, &work, session->ctx);
  } else {
    print_summary(m);
    if (work.unknowns > 0) print_work(&work);
    if (cli_chem.list == CLI_CHEM_LIST_SPECIES) list_species(m);
    if (cli_chem.list == CLI_CHEM_LIST_REACTIONS) list_reactions(m);
  }
  sm_mechanism_destroy(&m);
  return 0;
}
