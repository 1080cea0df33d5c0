#include "physics/particles/sources/sources.h"

#include "base/list.h"
#include <math.h>
#include <string.h>

static const double most_quanta = 1152921504606846976.0; /* 2^60 */
static const double most_particles = 1099511627776.0;    /* 2^40: particle numbers fit into an id */
static const double dust_room = 1e7; /* upper limit of the emission of a GROUND source, kg */

/* --- when --- */

static enum sm_status fail_at(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_case_source *source, const char *text) {
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: source '%s': %s", c->path, source->line,
                 source->name, text);
}

static enum sm_status allocate_moments(struct sm_context *ctx, struct sm_particle_source *out,
                                       int moments) {
  double *block;
  SM_TRY(sm_alloc(ctx, 3 * (size_t)moments, sizeof *block, "times of a source", &block));
  out->moments = moments;
  out->at = block;
  out->emitted = block + moments;
  out->rate = block + 2 * (size_t)moments;
  return SM_OK;
}

/* Release times: evenly spaced from start to stop, or all at the start. */
static enum sm_status even_moments(struct sm_context *ctx, double start, double stop,
                                   struct sm_particle_source *out) {
  SM_TRY(allocate_moments(ctx, out, 2));
  out->at[0] = start;
  out->at[1] = stop;
  out->emitted[1] = 1;
  if (stop > start) out->rate[0] = out->rate[1] = 1 / (stop - start);
  return SM_OK;
}

/* Release times from a table of rates, up to the end of the run; *mass: total mass, kg. */
static enum sm_status table_moments(struct sm_context *ctx, const struct sm_release *release,
                                    double duration, struct sm_particle_source *out, double *mass) {
  double(*const table)[2] = release->rates;
  SM_TRY(allocate_moments(ctx, out, (int)release->rate_count));
  int n = 0;
  *mass = 0;
  for (size_t m = 0; m < release->rate_count; m++, n++) {
    double t = table[m][0], rate = table[m][1];
    if (m > 0 && t > duration) { /* last interval, truncated */
      const double part = (duration - table[m - 1][0]) / (t - table[m - 1][0]);
      rate = table[m - 1][1] + part * (rate - table[m - 1][1]);
      t = duration;
    }
    out->at[n] = t;
    out->rate[n] = rate;
    if (n > 0) *mass += 0.5 * (t - out->at[n - 1]) * (rate + out->rate[n - 1]);
    out->emitted[n] = *mass;
    if (t >= duration && m > 0) {
      n++;
      break;
    }
  }
  out->moments = n;
  for (int m = 0; m<n && * mass> 0; m++) {
    out->emitted[m] /= *mass;
    out->rate[m] /= *mass;
  }
  return SM_OK;
}

static enum sm_status fill_moments(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_release *release, double duration,
                                   struct sm_particle_source *out) {
  const struct sm_case_source *s = release->source;
  const double last = release->stop, stop = last < duration ? last : duration;
  double start = release->start;
  if (release->rate_count > 0) start = release->rates[0][0];
  if (start > duration || (start == duration && stop == start && duration > 0))
    return fail_at(ctx, c, s, "its release begins when the run has ended");
  if (release->rate_count > 0) {
    SM_TRY(table_moments(ctx, release, duration, out, &out->kilogram));
  } else {
    SM_TRY(even_moments(ctx, start, stop, out));
    /* A release that ends after the run emits only part of its mass. */
    const double part =
        last > stop && stop > start && isfinite(last) ? (stop - start) / (last - start) : 1;
    out->kilogram = s->shape == SM_SOURCE_GROUND ? (double)NAN
                    : isnan(s->mass)             ? s->rate * (stop - start)
                                                 : s->mass * part;
  }
  if (s->shape != SM_SOURCE_GROUND && !(out->kilogram > 0))
    return fail_at(ctx, c, s, "it emits nothing while the run lasts");
  return SM_OK;
}

int64_t sm_particle_source_count(const struct sm_particle_source *source, double time) {
  const int n = source->moments;
  if (time > source->at[n - 1]) return source->total;
  if (!(time > source->at[0])) return 0;
  const int m = sm_bisect(source->at, 1, n, time);
  const double t = time - source->at[m], h = source->at[m + 1] - source->at[m];
  const double a = source->rate[m], b = source->rate[m + 1];
  const double bent = h > 0 ? 0.5 * (b - a) / h * t * t : 0;
  const double share = source->emitted[m] + a * t + bent;
  const double count = floor(share * (double)source->total + 0.5);
  return count < (double)source->total ? (int64_t)count : source->total;
}

/* --- where --- */

/* Lattice of about `total` release points, as cubic as possible: in a box along its edges; on a
 * line along the first of three random numbers, for any direction of the line. */
static void fill_uniform_grid(const struct sm_case_source *s, const struct sm_source_geometry *g,
                              int64_t total, int grid[3]) {
  const bool line = g->shape == SM_SOURCE_LINE;
  const double size[3] = {line ? 1 : g->size[0], line ? 0 : g->size[1], line ? 0 : g->size[2]};
  double volume = 1, left = (double)total;
  int edges = 0;
  for (int d = 0; d < 3; d++) {
    grid[d] = 1;
    if (!(size[d] > 0)) continue;
    volume *= size[d];
    edges++;
  }
  if (s->placement == SM_PLACEMENT_RANDOM || edges == 0) return;
  const double spacing = pow(volume / left, 1.0 / edges);
  for (int d = 2, more = edges; d >= 0; d--) {
    if (!(size[d] > 0)) continue;
    const double fit = --more > 0 ? floor(size[d] / spacing + 0.5) : ceil(left - 1e-9);
    grid[d] = fit > 1 ? (int)fit : 1;
    left /= grid[d];
  }
}

/* --- all of them --- */

static enum sm_status fill_source(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_release *release, double duration,
                                  const struct sm_domain *domain, struct sm_particle_source *out) {
  const struct sm_case_source *s = release->source;
  const struct sm_source_geometry geometry = sm_release_geometry(domain, release);
  out->release = release;
  SM_TRY(fill_moments(ctx, c, release, duration, out));
  if (!(s->count >= 1 && s->count <= most_particles))
    return fail_at(ctx, c, s, "it must have 1 to 2^40 particles");
  out->total = (int64_t)s->count;
  fill_uniform_grid(s, &geometry, out->total, out->grid);
  return SM_OK;
}

/* Members of a decay chain share a quantum, that of all their emissions and of what can form of
 * them, so that masses pass from one to the next as they are. */
static void share_quanta(const struct sm_case_particles *p, double *quantum) {
  for (size_t end = 0; end < p->species_count; end++) {
    double sum = 0;
    if (p->species[end].daughter >= 0) continue;
    for (size_t s = 0; s < p->species_count; s++)
      if (sm_case_last_daughter(p, (int)s) == (int)end)
        sum += quantum[s] * sm_case_largest_yield(p, (int)s);
    for (size_t s = 0; s < p->species_count; s++)
      if (sm_case_last_daughter(p, (int)s) == (int)end) quantum[s] = sum;
  }
}

enum sm_status sm_particle_sources_create(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_releases *releases,
                                          const struct sm_domain *domain, double duration,
                                          struct sm_particle_sources *out) {
  const struct sm_case_particles *p = &c->particles;
  *out = (struct sm_particle_sources){.count = (int)p->source_count};
  SM_TRY(sm_alloc(ctx, p->source_count, sizeof *out->item, "sources", &out->item));
  SM_TRY(sm_alloc(ctx, p->species_count, sizeof *out->quantum, "species", &out->quantum));
  for (int s = 0; s < out->count; s++) {
    struct sm_particle_source *own = &out->item[s];
    SM_TRY(fill_source(ctx, c, &releases->source[s], duration, domain, own));
    const bool ground = own->release->source->shape == SM_SOURCE_GROUND;
    out->quantum[own->release->source->species] +=
        (ground ? dust_room : own->kilogram) / most_quanta;
  }
  share_quanta(p, out->quantum);
  for (int s = 0; s < out->count; s++) {
    struct sm_particle_source *own = &out->item[s];
    const double quantum = out->quantum[own->release->source->species];
    if (!isnan(own->kilogram))
      own->mass = (int64_t)(own->kilogram / (double)own->total / quantum + 0.5);
  }
  return SM_OK;
}

enum sm_status sm_particle_sources_add(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_release *release,
                                       const struct sm_domain *domain, double duration,
                                       struct sm_particle_sources *sources) {
  static const double room = 4; /* fraction of the int64 range */
  double *quantum = &sources->quantum[release->source->species];
  struct sm_particle_source *grown = NULL, source = {.release = NULL};
  const size_t count = (size_t)sources->count;
  SM_TRY(fill_source(ctx, c, release, duration, domain, &source));
  if (!(*quantum > 0)) {
    *quantum = source.kilogram / most_quanta;
    share_quanta(&c->particles, sources->quantum);
  }
  if (source.kilogram > room * most_quanta * *quantum) {
    sm_free(source.at);
    return fail_at(ctx, c, release->source, "its mass is many times that of the case's sources");
  }
  source.mass = (int64_t)(source.kilogram / (double)source.total / *quantum + 0.5);
  const enum sm_status status = sm_alloc(ctx, count + 1, sizeof *grown, "sources", &grown);
  if (status != SM_OK) {
    sm_free(source.at);
    return status;
  }
  memcpy(grown, sources->item, count * sizeof *grown);
  grown[count] = source;
  sm_free(sources->item);
  sources->item = grown;
  sources->count++;
  return SM_OK;
}

void sm_particle_sources_free(struct sm_particle_sources *sources) {
  for (int s = 0; s < sources->count && sources->item != NULL; s++) sm_free(sources->item[s].at);
  SM_FREE_ALL(sources->item, sources->quantum);
  *sources = (struct sm_particle_sources){0};
}

/* --- on a device --- */

static size_t columns_of(const struct sm_domain *domain) {
  return (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
}

static bool is_ground(const struct sm_particle_source *s) {
  return s->release->source->shape == SM_SOURCE_GROUND;
}

enum sm_status sm_particle_source_upload(struct sm_context *ctx, struct sm_device *device,
                                         const struct sm_particle_sources *sources,
                                         const struct sm_particle_kinds *kinds,
                                         const struct sm_domain *domain,
                                         struct sm_particle_source_arrays *out) {
  const size_t count = (size_t)sources->count;
  const struct sm_grid *grid = &domain->grid;
  *out = (struct sm_particle_source_arrays){.store = {.device = device, .what = "sources"}};
  struct sm_store *store = &out->store;
  SM_TRY(sm_alloc(ctx, count, sizeof *out->moments, "sources", &out->moments));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->path, "sources", &out->path));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->column, "sources", &out->column));
  for (size_t s = 0; s < count; s++) {
    const struct sm_particle_source *own = &sources->item[s];
    const struct sm_release *release = own->release;
    const size_t moments = 3 * (size_t)own->moments;
    /* The three lists are contiguous as allocated, although `moments` may be smaller than the
     * allocation. */
    SM_TRY(sm_store_put(ctx, store, NULL, moments, sizeof(double), &out->moments[s]));
    for (int m = 0; m < 3; m++) {
      const double *from = m == 0 ? own->at : m == 1 ? own->emitted : own->rate;
      SM_TRY(sm_device_upload(ctx, device, out->moments[s] + m * own->moments, from,
                              (size_t)own->moments * sizeof(double)));
    }
    if (release->source->shape == SM_SOURCE_PATH)
      SM_TRY(sm_store_put(ctx, store, release->path, 4 * release->path_count, sizeof(double),
                          &out->path[s]));
    if (is_ground(own))
      SM_TRY(
          sm_store_put(ctx, store, NULL, columns_of(domain) + 1, sizeof(double), &out->column[s]));
  }
  SM_TRY(sm_store_put(ctx, store, kinds->share, (size_t)kinds->count, sizeof(float), &out->share));
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_store_put(ctx, store, grid->axis[d].face, (size_t)grid->axis[d].n + 1, sizeof(double),
                        &out->face[d]));
  SM_TRY(
      sm_store_put(ctx, store, domain->terrain, columns_of(domain), sizeof(float), &out->ground));
  return sm_store_put(ctx, store, domain->cell, (size_t)sm_grid_cells(grid), 1, &out->open);
}

void sm_particle_source_release(struct sm_particle_source_arrays *arrays) {
  sm_store_clear(&arrays->store);
  SM_FREE_ALL(arrays->moments, arrays->path, arrays->column);
  *arrays = (struct sm_particle_source_arrays){0};
}

struct sm_emission sm_particle_emission(const struct sm_particle_sources *sources,
                                        const struct sm_particle_kinds *kinds,
                                        const struct sm_particle_source_arrays *arrays,
                                        const struct sm_domain *domain, uint64_t seed, int s) {
  const struct sm_particle_source *own = &sources->item[s];
  const struct sm_case_source *source = own->release->source;
  const int species = source->species, n = own->moments;
  struct sm_emission e = {
      .source = (uint32_t)s,
      .total = own->total,
      .mass = own->mass,
      .species = species,
      .first_kind = kinds->first[species],
      .kinds = kinds->first[species + 1] - kinds->first[species],
      .share = arrays->share + kinds->first[species],
      .seed = seed,
      .at = arrays->moments[s],
      .emitted = arrays->moments[s] + n,
      .rate = arrays->moments[s] + 2 * (ptrdiff_t)n,
      .moments = n,
      .geometry = sm_release_geometry(domain, own->release),
      .places = (int)source->placement,
      .column = arrays->column[s],
      .ground = arrays->ground,
      .above_ground = sm_release_follows_ground(own->release),
      .open = arrays->open,
  };
  e.geometry.path = arrays->path[s];
  for (int d = 0; d < 3; d++) {
    e.grid[d] = own->grid[d];
    e.face[d] = arrays->face[d];
    e.n[d] = domain->grid.axis[d].n;
    e.velocity[d] = isnan(source->velocity[0]) ? SM_UNSET_VELOCITY : (float)source->velocity[d];
  }
  return e;
}
