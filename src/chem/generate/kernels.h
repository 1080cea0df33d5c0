/* chem/generate/kernels.h - kernels around generated kinetics, one thread per cell. Included as
 * text after the generated functions. On the host each kernel is a loop. */
#define SM_CHEM_R 8314.46261815324 /* J/(kmol K) */

#ifdef SM_CHEM_SHARED
#define SM_CHEM_COLUMNS                                                                            \
  double *const c = sm_chem_column + threadIdx.x;                                                  \
  double *const a = c, *const g = c + SM_CHEM_AT(SM_CHEM_PLACES)
#else
#define SM_CHEM_COLUMNS double c[SM_SPECIES], g[SM_SPECIES], a[SM_SPECIES]
#endif

#ifdef __CUDACC__
#define SM_CHEM_KERNEL(NAME, ARGS)                                                                 \
  extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS) NAME(const struct ARGS s) {         \
    const int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x;                         \
    if (i < s.cells.count) NAME##_cell(&s, i);                                                     \
  }
#else
#define SM_CHEM_KERNEL(NAME, ARGS)                                                                 \
  void NAME(const struct ARGS *s) {                                                                \
    for (int64_t i = 0; i < s->cells.count; i++) NAME##_cell(s, i);                                \
  }
#endif

/* Conditions of cell i; ideal-gas pressure where none is given. */
SM_CHEM_FN struct sm_chem_air sm_chem_air_of(const struct sm_chem_kernel_cells *s, int64_t i,
                                             double pressure) {
  const struct sm_chem_air air = {s->pressure ? s->pressure[i] : pressure, s->sun ? s->sun[i] : 0.0,
                                  s->zenith ? s->zenith[i] : 0.0, s->water ? s->water[i] : 0.0};
  return air;
}

/* Temperature state of a cell with the total concentration `all`. */
SM_CHEM_FN struct sm_chem_temperature_state sm_chem_temperature_state_of(double t, double pressure,
                                                                         double all) {
  const struct sm_chem_temperature_state h = {t, sm_chem_log(t), sm_chem_inverse(t),
                                              sm_chem_log(pressure), all};
  return h;
}
#if defined SM_CHEM_PARTS && !defined SM_CHEM_APART
SM_CHEM_FN void sm_chem_rates(double t, const struct sm_chem_air *air, double all, const double *c,
                              double *g, double *a, double *w, int64_t stride, double *s) {
  const struct sm_chem_temperature_state h = sm_chem_temperature_state_of(t, air->pressure, all);
  sm_chem_begin(h.t, h.log_t, h.per_t, c, g, a);
  for (int part = 0; part < SM_CHEM_PARTS; part++)
    sm_chem_part(part, &h, air, c, g, a, w, stride, s);
}
#endif

#ifdef SM_CHEM_RATES
#ifdef SM_CHEM_APART
/* Processes all cells of a block part by part, so that instructions are fetched once. */
extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS)
    chem_rates(const struct sm_chem_rates_args s) {
  SM_CHEM_COLUMNS;
  const struct sm_chem_kernel_cells *const cells = &s.cells;
  const int64_t step = (int64_t)gridDim.x * SM_CHEM_THREADS;
  for (int part = 0; part < SM_CHEM_PARTS; part++)
    for (int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x; i < cells->count;
         i += step) {
      const double t = cells->temperature[i], log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);
      const double all =
          sm_chem_begin(part, cells->concentrations + i, cells->stride, t, log_t, per_t, c, g, a);
      const struct sm_chem_air air = sm_chem_air_of(cells, i, SM_CHEM_R * t * all);
      const struct sm_chem_temperature_state h = {t, log_t, per_t, sm_chem_log(air.pressure), all};
      sm_chem_part(part, &h, &air, c, g, a, s.rates + i, cells->stride, 0);
    }
}
#else
SM_CHEM_FN void chem_rates_cell(const struct sm_chem_rates_args *s, int64_t i) {
  SM_CHEM_COLUMNS;
  const double *const from = s->cells.concentrations + i;
  const double t = s->cells.temperature[i];
  double all = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) {
    c[SM_CHEM_AT(k)] = from[k * s->cells.stride];
    all += c[SM_CHEM_AT(k)];
  }
  const struct sm_chem_air air = sm_chem_air_of(&s->cells, i, SM_CHEM_R * t * all);
  sm_chem_rates(t, &air, all, c, g, a, s->rates + i, s->cells.stride, 0);
}
SM_CHEM_KERNEL(chem_rates, sm_chem_rates_args)
#endif
#endif

#if defined SM_CHEM_STEPS || defined SM_CHEM_RKC
/* Properties of a cell used by a step. */
struct sm_chem_cell {
  int32_t mode;
  double density; /* initial concentration, kmol/m3: y is relative to it */
  struct sm_chem_air air;
  double rtol, atol;
};

/* Loads y of cell i: moles of each species per initial mole of gas, and the temperature. */
SM_CHEM_FN struct sm_chem_cell sm_chem_load(const struct sm_chem_kernel_cells *s, int32_t mode,
                                            int64_t i, double *y) {
  struct sm_chem_cell cell;
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) {
    y[k] = s->concentrations[k * s->stride + i];
    moles += y[k];
  }
  const double per = sm_chem_inverse(moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) y[k] *= per;
  y[SM_SPECIES] = s->temperature[i];
  cell.mode = mode;
  cell.density = moles;
  cell.air = sm_chem_air_of(s, i, SM_CHEM_R * y[SM_SPECIES] * moles);
  cell.rtol = cell.atol = 0.0;
  return cell;
}

/* Concentration of the initial mole of gas, kmol/m3. */
SM_CHEM_FN double sm_chem_density(const struct sm_chem_cell *cell, const double *y, double moles) {
  return cell->mode == SM_CHEM_KERNEL_PRESSURE
             ? cell->air.pressure * sm_chem_inverse(SM_CHEM_R * y[SM_SPECIES] * moles)
             : cell->density;
}

SM_CHEM_FN void sm_chem_store(const struct sm_chem_kernel_cells *s, const struct sm_chem_cell *cell,
                              int64_t i, const double *y) {
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) moles += y[k];
  const double density = sm_chem_density(cell, y, moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) s->concentrations[k * s->stride + i] =
      y[k] * density;
  s->temperature[i] = y[SM_SPECIES];
}

/* dy/dt. */
SM_CHEM_FN void sm_chem_rhs(const struct sm_chem_cell *cell, const double *y, double *slope) {
  SM_CHEM_COLUMNS;
  const double t = y[SM_SPECIES];
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) moles += y[k];
  const double density = sm_chem_density(cell, y, moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) c[SM_CHEM_AT(k)] = y[k] * density;
  struct sm_chem_air air = cell->air;
  if (cell->mode == SM_CHEM_KERNEL_VOLUME) air.pressure = density * SM_CHEM_R * t * moles;
  struct sm_chem_sums sum;
  sm_chem_rates(t, &air, moles * density, c, g, a, slope, 1, 0);
  const double volume = sm_chem_inverse(density);
  const int fixed = cell->mode == SM_CHEM_KERNEL_VOLUME;
  sm_chem_heat(t, y, slope, 1, &sum);
  const double made = fixed ? sum.made - t * sum.more : sum.made;
  const double capacity = fixed ? sum.capacity - sum.moles : sum.capacity;
  const double warming = -made * volume * sm_chem_inverse(capacity);
  slope[SM_SPECIES] = cell->mode == SM_CHEM_KERNEL_ISOTHERMAL ? 0.0 : warming;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) slope[k] *= volume;
}
#endif

#ifdef SM_CHEM_STEPS
SM_CHEM_FN void chem_steps_cell(const struct sm_chem_rk4_args *s, int64_t i) {
  double y[SM_SPECIES + 1], sum[SM_SPECIES + 1], at[SM_SPECIES + 1], slope[SM_SPECIES + 1];
  const struct sm_chem_cell cell = sm_chem_load(&s->cells, s->mode, i, y);
  for (int32_t step = 0; step < s->steps; step++) {
    SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) {
      sum[k] = y[k];
      at[k] = y[k];
    }
#ifdef __CUDACC__
#pragma unroll 1
#endif
    for (int stage = 0; stage < 4; stage++) {
      const double weight = s->dt * (stage == 0 || stage == 3 ? 1.0 / 6.0 : 1.0 / 3.0);
      const double ahead = s->dt * (stage < 2 ? 0.5 : 1.0);
      sm_chem_rhs(&cell, at, slope);
      SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) {
        sum[k] = SM_CHEM_FMA(weight, slope[k], sum[k]);
        at[k] = SM_CHEM_FMA(ahead, slope[k], y[k]);
      }
    }
    SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) y[k] = sum[k];
  }
  sm_chem_store(&s->cells, &cell, i, y);
}
SM_CHEM_KERNEL(chem_steps, sm_chem_rk4_args)
#endif

#ifdef SM_CHEM_RKC
SM_CHEM_FN double sm_chem_state_norm(const double *x) {
  double sum = 1e-6 * x[SM_SPECIES] * x[SM_SPECIES];
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) sum = SM_CHEM_FMA(x[k], x[k], sum);
  return sqrt(sum * (1.0 / (SM_SPECIES + 1)));
}

/* Error norm: root mean square of x over the tolerances at y, for species, their sum, and
 * temperature. */
SM_CHEM_FN double sm_chem_error_norm(const struct sm_chem_cell *cell, const double *x,
                                     const double *y) {
  double sum = 0.0, off = 0.0, moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) {
    const double over = x[k] * sm_chem_inverse(SM_CHEM_FMA(cell->rtol, fabs(y[k]), cell->atol));
    sum = SM_CHEM_FMA(over, over, sum);
    off += x[k];
    moles += y[k];
  }
  const double all = off * sm_chem_inverse(SM_CHEM_FMA(cell->rtol, fabs(moles), cell->atol));
  const double warm = x[SM_SPECIES] * sm_chem_inverse(cell->rtol * fabs(y[SM_SPECIES]));
  return sqrt((sum + all * all + warm * warm) * (1.0 / (SM_SPECIES + 2)));
}

/* Largest amount of a species below 0 between y and at, over its tolerance. */
SM_CHEM_FN double sm_chem_negativity(const struct sm_chem_cell *cell, const double *y,
                                     const double *at) {
  double most = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) most =
      sm_chem_max(most, sm_chem_min(y[k], 0.0) - at[k]);
  return most * sm_chem_inverse(cell->atol);
}

#define SM_RKC_FN SM_CHEM_FN
#define SM_RKC_PARAMETERS const struct sm_chem_cell *cell
#define SM_RKC_ARGUMENTS cell
#define SM_RKC_EACH(i) SM_CHEM_UNROLL for (int i = 0; i <= SM_SPECIES; i++)
#define SM_RKC_SYNC
#define SM_RKC_RHS(y, f) sm_chem_rhs(cell, y, f)
#define SM_RKC_NORM(x) sm_chem_state_norm(x)
#define SM_RKC_ERROR_NORM(x, y) sm_chem_error_norm(cell, x, y)
#define SM_RKC_NEGATIVITY(y, at, h) sm_chem_negativity(cell, y, at)
SM_CHEM_RKC_TEMPLATE

/* Atomic addition over all threads; returns the count before. */
#ifdef __CUDACC__
#define SM_CHEM_ATOMIC_COUNT(at) atomicAdd(at, 1ull)
#define SM_CHEM_ATOMIC_MAX(at, x) atomicMax(at, x)
#else
#define SM_CHEM_ATOMIC_COUNT(at) ((*(at))++)
#define SM_CHEM_ATOMIC_MAX(at, x) ((void)(*(at) = *(at) > (x) ? *(at) : (x)))
#endif

SM_CHEM_FN void chem_rkc_cell(const struct sm_chem_rkc_args *s, int64_t number) {
  const int64_t i = s->order ? s->order[number] : number;
  double y[SM_SPECIES + 1], f0[SM_SPECIES + 1], a[SM_SPECIES + 1], b[SM_SPECIES + 1];
  double f[SM_SPECIES + 1], v[SM_SPECIES + 1];
  struct sm_chem_cell cell = sm_chem_load(&s->cells, s->mode, i, y);
  cell.rtol = s->rtol;
  cell.atol = s->atol;
  const struct sm_rkc_control control = {s->dt, s->first ? s->first[i] : 0.0, s->limit,
                                         s->defer_above};
  const struct sm_rkc_result r = sm_rkc_advance(&cell, &control, y, f0, a, b, f, v);
  if (r.deferred) {
    s->deferred[SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RKC_DEFERRED])] = (int32_t)i;
  } else if (r.failed && s->counts) {
    SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RKC_FAILED]);
    SM_CHEM_ATOMIC_MAX(&s->counts[SM_CHEM_RKC_FIRST], (unsigned long long)(s->cells.count - i));
  }
  s->steps[i] = r.failed ? -1 : r.steps;
  s->rejected[i] = r.rejected;
  if (s->first && !r.deferred) s->first[i] = r.failed ? 0.0 : r.next;
  if (!r.failed) sm_chem_store(&s->cells, &cell, i, y);
}
SM_CHEM_KERNEL(chem_rkc, sm_chem_rkc_args)
#endif
