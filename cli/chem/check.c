/* check.c - `simoom chem check`: summary and checks of a reaction mechanism. */
#include "chem.h"
#include "cli/text/facts.h"
#include <math.h>
#include <string.h>

enum { COUNTS = 16 };

/* Name of the rate type of a reaction. */
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

/* Temperature range in which all species have data; false: no common range. */
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

/* Pressure range of the pressure-dependent rates; false: no such rates. */
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

/* --- rates in the units of the files: cm, s, mol and cal; for KPP molecules and K --- */

struct units {
  double concentration; /* concentration in kmol/m3 */
  double energy;        /* activation temperature in K */
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

/* A, b and E of a rate for the table; false: the rate has no such form. */
static bool shown_rate(const struct sm_mechanism *m, const struct sm_reaction *r, double out[3]) {
  const struct units u = units_of(m);
  if (r->kind > SM_RATE_ACTIVATED) return false;
  out[0] = r->rate.a * pow(u.concentration, order_of(r) - 1);
  out[1] = r->rate.b;
  out[2] = r->rate.e / u.energy;
  return true;
}

/* --- facts --- */

static void write_head(struct sm_facts *out, const struct sm_mechanism *m) {
  sm_facts_schema(out, "mechanism");
  sm_facts_text(out, "name", m->name);
  sm_facts_text(out, "format", m->format);
  sm_facts_note(out, "%s: %s, %d elements, %d species, %d reactions", m->name, m->format,
                (int)m->element_count, (int)m->species_count, (int)m->reaction_count);
  struct sm_fact *elements = sm_facts_list(out, "elements");
  for (int32_t e = 0; e < m->element_count; e++) sm_facts_text(out, NULL, m->elements[e].name);
  sm_facts_close(out);
  sm_fact_show(elements, "elements", NULL, NULL)->joint = " ";
  struct sm_fact *names = sm_facts_list(out, NULL);
  for (int32_t s = 0; s < m->species_count; s++) sm_facts_text(out, NULL, m->species[s].name);
  sm_facts_close(out);
  sm_fact_show(names, "species", NULL, NULL)->joint = " ";
}

static void write_counts(struct sm_facts *out, const struct sm_mechanism *m) {
  struct count counts[COUNTS];
  const int kinds = count_kinds(m, counts);
  const struct features f = count_features(m);
  sm_facts_group(out, "kinds");
  for (int k = 0; k < kinds; k++) sm_facts_integer(out, counts[k].name, counts[k].number);
  sm_facts_close(out);
  struct sm_fact *words = sm_facts_list(out, NULL);
  for (int k = 0; k < kinds; k++) {
    char text[64];
    snprintf(text, sizeof text, "%d %s", counts[k].number, counts[k].name);
    sm_facts_text(out, NULL, text);
  }
  sm_facts_close(out);
  sm_fact_show(words, "reactions", NULL, NULL);
  sm_facts_group(out, "reverse");
  sm_facts_integer(out, "equilibrium", f.reversible);
  sm_facts_integer(out, "given", f.given);
  sm_facts_integer(out, "irreversible", f.irreversible);
  sm_facts_close(out);
  sm_facts_line(out, "reverse", "%d by equilibrium, %d given, %d irreversible", f.reversible,
                f.given, f.irreversible);
  sm_facts_integer(out, "duplicates", f.duplicates);
  if (f.duplicates > 0) sm_facts_line(out, "duplicates", "%d", f.duplicates);
  sm_facts_integer(out, "own_orders", f.orders);
  if (f.orders > 0) sm_facts_line(out, "orders", "%d with orders of their own", f.orders);
}

static void write_ranges(struct sm_facts *out, const struct sm_mechanism *m) {
  double range[2];
  const bool thermal = temperature_range(m, range);
  sm_facts_number(out, "temperature_min", thermal ? range[0] : (double)NAN);
  sm_facts_number(out, "temperature_max", thermal ? range[1] : (double)NAN);
  if (thermal)
    sm_facts_line(out, "temperature", "data of all species hold from %g to %g K", range[0],
                  range[1]);
  else
    sm_facts_line(out, "temperature", "no thermodynamic data");
  const bool pressure = pressure_range(m, range);
  sm_facts_number(out, "pressure_min", pressure ? range[0] : (double)NAN);
  sm_facts_number(out, "pressure_max", pressure ? range[1] : (double)NAN);
  if (pressure)
    sm_facts_line(out, "pressure", "PLOG and Chebyshev rates from %g to %g Pa", range[0], range[1]);
  sm_facts_integer(out, "transport", with_transport(m));
  sm_facts_line(out, "transport", "data of %d of %d species", with_transport(m),
                (int)m->species_count);
}

static const struct sm_fact *write_species(struct sm_facts *out, const struct sm_mechanism *m) {
  static const char *const forms[] = {"none", "NASA7", "NASA9", "Shomate", "constant"};
  const struct sm_fact *list = sm_facts_list(out, "species");
  for (int32_t i = 0; i < m->species_count; i++) {
    const struct sm_species *s = &m->species[i];
    const struct sm_thermo *t = &s->thermo;
    sm_facts_group(out, NULL);
    sm_facts_integer(out, "number", i + 1);
    sm_facts_text(out, "name", s->name);
    sm_facts_number(out, "weight", s->weight);
    sm_facts_number(out, "charge", s->charge);
    sm_facts_text(out, "thermo", forms[t->form]);
    sm_facts_list(out, "temperatures")->joint = " ";
    for (int32_t r = 0; r < t->range_count; r++) sm_facts_number(out, NULL, t->ranges[r].low);
    if (t->range_count > 0) sm_facts_number(out, NULL, t->ranges[t->range_count - 1].high);
    sm_facts_close(out);
    sm_facts_flag(out, "fixed", s->fixed);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  return list;
}

/* Arrhenius coefficients A, b and E in kmol, m, s and K; in text in the units of the files. */
static void write_rate(struct sm_facts *out, const struct sm_mechanism *m,
                       const struct sm_reaction *r) {
  static const char *const labels[3] = {"A of files", "b of files", "E of files"};
  double rate[3];
  if (!shown_rate(m, r, rate)) return;
  sm_facts_number(out, "A", r->rate.a);
  sm_facts_number(out, "b", r->rate.b);
  sm_facts_number(out, "E", r->rate.e);
  for (int n = 0; n < 3; n++)
    sm_fact_show(sm_facts_number(out, NULL, rate[n]), labels[n], NULL, NULL);
}

static const struct sm_fact *write_reactions(struct sm_facts *out, const struct sm_mechanism *m) {
  static const char *const reverse[] = {[SM_REVERSE_NONE] = NULL,
                                        [SM_REVERSE_EQUILIBRIUM] = "equilibrium",
                                        [SM_REVERSE_GIVEN] = "given"};
  const struct sm_fact *list = sm_facts_list(out, "reactions");
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    sm_facts_group(out, NULL);
    sm_facts_integer(out, "number", i + 1);
    sm_facts_text(out, "equation", r->equation);
    sm_facts_text(out, "label", r->label);
    sm_facts_text(out, "kind", kind_name(r));
    sm_facts_integer(out, "line", r->place.line);
    sm_facts_text(out, "reverse", reverse[r->reverse]);
    write_rate(out, m, r);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  return list;
}

/* Tables selected by --list. */
static void show_list(struct sm_facts *out, const struct sm_mechanism *m,
                      const struct sm_fact *species, const struct sm_fact *reactions) {
  static const struct sm_fact_column of_species[] = {
      {"number", "", NULL, 5},         {"name", "species", NULL, -20},
      {"weight", "kg/kmol", NULL, 12}, {"charge", "charge", "%g", 7},
      {"thermo", "thermo", NULL, -9},  {"temperatures", "K", "%g", -10},
      {"fixed", "fixed", NULL, -5},    {0}};
  static const struct sm_fact_column of_reactions[] = {{"number", "", NULL, 5},
                                                       {"equation", "reaction", NULL, -44},
                                                       {"kind", "kind", NULL, -21},
                                                       {"A of files", "A", "%.4g", 11},
                                                       {"b of files", "b", "%.4g", 8},
                                                       {"E of files", "E", "%.6g", 11},
                                                       {0}};
  if (cli_chem.list == CLI_CHEM_LIST_SPECIES) sm_facts_table(out, species, "species", of_species);
  if (cli_chem.list != CLI_CHEM_LIST_REACTIONS) return;
  sm_facts_table(out, reactions, "reactions", of_reactions);
  sm_facts_note(out, "A, b, E: %s; of falloff the high-pressure limit", units_of(m).names);
}

/* Work arrays of implicit methods per cell; all 0 if the rates require thermodynamic data that are
 * missing. */
static struct sm_chem_work work_of(struct sm_context *ctx, const struct sm_mechanism *m) {
  struct sm_chem_work work = {0};
  struct sm_chem *chem = NULL;
  if (sm_chem_create(ctx, m, 1, &chem) == SM_OK) sm_chem_get_work(chem, &work);
  sm_chem_destroy(&chem);
  return work;
}

static void write_work(struct sm_facts *out, const struct sm_chem_work *w) {
  const double fill = 100 * (double)w->matrix / ((double)w->unknowns * w->unknowns);
  sm_facts_integer(out, "unknowns", w->unknowns);
  sm_facts_integer(out, "matrix", w->matrix);
  sm_facts_number(out, "fill", fill);
  sm_facts_integer(out, "products", w->products);
  sm_facts_integer(out, "gpu_bytes", (int64_t)w->gpu_bytes);
  sm_facts_integer(out, "gpu_threads", w->gpu_threads);
  if (w->unknowns == 0) return;
  sm_facts_line(out, "matrix",
                "%d unknowns, %d numbers with fill-in (%.3g %%), %d products a factorisation",
                (int)w->unknowns, (int)w->matrix, fill, (int)w->products);
  sm_facts_line(out, "on a GPU", "%d threads and %.3g kB of work memory for each active cell",
                (int)w->gpu_threads, 1e-3 * (double)w->gpu_bytes);
}

int cli_chem_check(struct cli_session *session, const char *file) {
  struct sm_facts facts = {0};
  int code;
  struct sm_mechanism *m = cli_chem_read(session, file, &code);
  if (m == NULL) return code;
  write_head(&facts, m);
  write_counts(&facts, m);
  write_ranges(&facts, m);
  const struct sm_chem_work work = work_of(session->ctx, m);
  write_work(&facts, &work);
  const struct sm_fact *species = write_species(&facts, m);
  const struct sm_fact *reactions = write_reactions(&facts, m);
  show_list(&facts, m, species, reactions);
  sm_facts_warnings(&facts, session->ctx);
  const bool good = cli_facts_print(stdout, &facts, cli_chem.json);
  sm_mechanism_destroy(&m);
  return good ? 0 : sm_status_exit_code(SM_ERR_MEMORY);
}
