/* chem/generate/rosenbrock_kernels.h - Rosenbrock steps of all active cells
 * together, one thread per cell; each kernel is a part of a step. Included
 * as text after chem/generate/kernels.h. */
#define SM_FN SM_CHEM_FN
SM_CHEM_STEP_TEMPLATE

#define SM_CHEM_UNKNOWNS (SM_SPECIES + 2)
/* First of `count` numbers of slot i. */
#define SM_CHEM_OF(array, count, i)                                                                \
  ((array) + (i) / SM_CHEM_TILE * ((count)*SM_CHEM_TILE) + (i) % SM_CHEM_TILE)

#ifdef __CUDACC__
#define SM_CHEM_SLOTS(NAME)                                                                        \
  extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS)                                     \
      NAME(const struct sm_chem_rodas_args s) {                                                    \
    const int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x;                         \
    if (i < s.slots.count) NAME##_slot(&s, i);                                                     \
  }
#else
#define SM_CHEM_SLOTS(NAME)                                                                        \
  void NAME(const struct sm_chem_rodas_args *s) {                                                  \
    for (int64_t i = 0; i < s->slots.count; i++) NAME##_slot(s, i);                                \
  }
#endif

/* Concentration of the state of a slot, kmol/m3. */
SM_CHEM_FN double sm_chem_density_at(const struct sm_chem_rodas_args *s,
                                     const struct sm_chem_slot *slot, double moles, double t) {
  return s->mode == SM_CHEM_KERNEL_PRESSURE
             ? slot->pressure * sm_chem_inverse(SM_CHEM_R * t * moles)
             : slot->density;
}

/* Lower limit for temperatures in a failing step, which its error estimate rejects. */
SM_CHEM_FN double sm_chem_clamp_temperature(double t) { return t > 10.0 ? t : 10.0; }

#ifdef SM_CHEM_BEGIN
/* Concentrations and temperature of a continuing cell, or of the next cell. */
SM_CHEM_FN void chem_begin_slot(const struct sm_chem_rodas_args *s, int64_t i) {
  struct sm_chem_slot *const slot = &s->slot[i];
  double *const y = SM_CHEM_OF(s->y, SM_CHEM_UNKNOWNS, i);
  if (i >= s->kept) {
    const int64_t number = s->taken + (i - s->kept), cell = s->order ? s->order[number] : number;
    const double t = s->cells.temperature[cell];
    double density = 0.0;
    for (int k = 0; k < SM_SPECIES; k++)
      density += s->cells.concentrations[k * s->cells.stride + cell];
    for (int k = 0; k < SM_SPECIES; k++)
      y[k * SM_CHEM_TILE] = s->cells.concentrations[k * s->cells.stride + cell] / density;
    y[SM_SPECIES * SM_CHEM_TILE] = 1.0;
    y[(SM_SPECIES + 1) * SM_CHEM_TILE] = t;
    slot->t = 0.0;
    slot->next = s->first ? s->first[cell] : 0.0;
    slot->density = density;
    slot->pressure = s->cells.pressure ? s->cells.pressure[cell] : SM_CHEM_R * t * density;
    slot->cell = (int32_t)cell;
    slot->steps = slot->rejected = 0;
  }
  const double t = y[(SM_SPECIES + 1) * SM_CHEM_TILE], moles = y[SM_SPECIES * SM_CHEM_TILE];
  const double density = sm_chem_density_at(s, slot, moles, t);
  slot->volume = 1.0 / density;
  slot->moles = moles;
  slot->kelvin = t;
  s->slots.temperature[i] = t;
  for (int k = 0; k < SM_SPECIES; k++)
    s->slots.concentrations[k * s->slots.stride + i] = y[k * SM_CHEM_TILE] * density;
}
SM_CHEM_SLOTS(chem_begin)
#endif

#ifdef SM_CHEM_POTENTIALS
/* Potentials at the temperatures of the slots. */
SM_CHEM_FN void chem_potentials_slot(const struct sm_chem_rodas_args *s, int64_t i) {
  sm_chem_potentials(s->slots.temperature[i], s->slots.stride, s->potentials + i);
}
SM_CHEM_SLOTS(chem_potentials)
#endif

#if defined SM_CHEM_SLOPES || defined SM_CHEM_AGAIN
/* Rates of one part of the reactions of a slot, and its derivative terms. */
SM_CHEM_FN void sm_chem_part_slot(const struct sm_chem_rodas_args *s, int part, int64_t i) {
  SM_CHEM_COLUMNS;
  const double t = s->slots.temperature[i];
  const double all =
      sm_chem_begin(part, s->slots.concentrations + i, s->slots.stride, s->potentials + i, c, g, a);
  const struct sm_chem_air air = {0.0, 0.0, 0.0, 0.0};
  const struct sm_chem_temperature_state h = {t, sm_chem_log(t), sm_chem_inverse(t), 0.0, all};
  sm_chem_part(part, &h, &air, c, g, a, s->rates + i, s->slots.stride,
               SM_CHEM_OF(s->constants, SM_CHEM_CONSTANTS, i));
}

/* Processes all slots of a block part by part, like chem_rates. chem_constants: initial state of a
 * step; chem_again: its later stages. */
#ifdef __CUDACC__
#define SM_CHEM_BY_PARTS(NAME)                                                                     \
  extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS)                                     \
      NAME(const struct sm_chem_rodas_args s) {                                                    \
    const int64_t step = (int64_t)gridDim.x * SM_CHEM_THREADS;                                     \
    for (int part = 0; part < SM_CHEM_PARTS; part++)                                               \
      for (int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x; i < s.slots.count;     \
           i += step)                                                                              \
        sm_chem_part_slot(&s, part, i);                                                            \
  }
#else
#define SM_CHEM_BY_PARTS(NAME)                                                                     \
  void NAME(const struct sm_chem_rodas_args *s) {                                                  \
    for (int part = 0; part < SM_CHEM_PARTS; part++)                                               \
      for (int64_t i = 0; i < s->slots.count; i++) sm_chem_part_slot(s, part, i);                  \
  }
#endif
#ifdef SM_CHEM_SLOPES
SM_CHEM_BY_PARTS(chem_constants)
#else
SM_CHEM_BY_PARTS(chem_again)
#endif
#endif

#ifdef SM_CHEM_MATRIX
/* Initial step size from the norms of the state and of its rate of change over the tolerances. */
SM_CHEM_FN double sm_chem_initial_step(const struct sm_chem_rodas_args *s, const double *y,
                                       const double *rates, double volume, double heating) {
  double size = 0.0, speed = 0.0, more = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) {
    const double own = y[k * SM_CHEM_TILE], f = volume * rates[k * s->slots.stride];
    const double per = sm_chem_inverse(SM_CHEM_FMA(s->rtol, fabs(own), s->atol));
    size = SM_CHEM_FMA(own * per, own * per, size);
    speed = SM_CHEM_FMA(f * per, f * per, speed);
    more += f;
  }
  const double moles = y[SM_SPECIES * SM_CHEM_TILE], t = y[(SM_SPECIES + 1) * SM_CHEM_TILE];
  const double per = sm_chem_inverse(SM_CHEM_FMA(s->rtol, moles, s->atol)),
               per_t = sm_chem_inverse(s->rtol * t);
  size += moles * per * moles * per + t * per_t * t * per_t;
  speed += more * per * more * per + heating * per_t * heating * per_t;
  return sm_chem_first_step(s->dt, sqrt(size * (1.0 / SM_CHEM_UNKNOWNS)),
                            sqrt(speed * (1.0 / SM_CHEM_UNKNOWNS)));
}

/* Step size to try, and its matrix. */
SM_CHEM_FN void chem_matrix_slot(const struct sm_chem_rodas_args *s, int64_t i) {
  SM_CHEM_COLUMNS;
  struct sm_chem_slot *const slot = &s->slot[i];
  const double *const y = SM_CHEM_OF(s->y, SM_CHEM_UNKNOWNS, i), *const rates = s->rates + i;
  const double moles = y[SM_SPECIES * SM_CHEM_TILE], t = y[(SM_SPECIES + 1) * SM_CHEM_TILE];
  const double volume = slot->volume;
  const int moving = s->mode == SM_CHEM_KERNEL_PRESSURE,
            still = s->mode == SM_CHEM_KERNEL_ISOTHERMAL;
  struct sm_chem_matrix x;
  struct sm_chem_capacities sum;
  (void)c;
  x.t = t;
  x.per_t = sm_chem_inverse(t);
  x.less = s->mode == SM_CHEM_KERNEL_VOLUME ? 1.0 : 0.0;
  x.excess = t - x.less * t;
  x.volume = volume;
  x.by_n = moving ? volume * sm_chem_inverse(moles) : 0.0;
  x.by_t = moving ? volume * x.per_t : 0.0;
  sm_chem_energies(t, x.less, s->slots.concentrations + i, rates, s->slots.stride, a, g, &sum);
  x.per_capacity =
      still ? 0.0 : sm_chem_inverse(sum.capacity - x.less * sum.moles) * sm_chem_inverse(volume);
  x.heating = -sum.heat * volume * x.per_capacity;
  x.own = (sum.made - x.less * sum.more) * volume + x.heating * sum.slope * volume;
  if (!(slot->next > 0.0)) slot->next = sm_chem_initial_step(s, y, rates, volume, x.heating);
  const struct sm_chem_step_state progress = {slot->t, s->dt, slot->next};
  slot->h = sm_chem_step_length(&progress);
  x.shift = sm_chem_inverse(slot->h * s->gamma);
  sm_chem_columns(&x, SM_CHEM_OF(s->constants, SM_CHEM_CONSTANTS, i), sum.moles, a, g,
                  SM_CHEM_OF(s->values, SM_CHEM_VALUES, i));
}
SM_CHEM_SLOTS(chem_matrix)
#endif

#ifdef SM_CHEM_FACTOR
SM_CHEM_FN void chem_factor_slot(const struct sm_chem_rodas_args *s, int64_t i) {
  const double least = sm_chem_factor(SM_CHEM_OF(s->values, SM_CHEM_VALUES, i));
  s->slot[i].pivot_error = sm_chem_pivot_error(least, sm_chem_inverse(s->slot[i].h * s->gamma));
}
SM_CHEM_SLOTS(chem_factor)
#endif

#ifdef SM_CHEM_STAGE
/* Atomic addition over all threads; returns the count before. */
#ifdef __CUDACC__
#define SM_CHEM_ATOMIC_COUNT(at) atomicAdd(at, 1ull)
#define SM_CHEM_ATOMIC_MAX(at, x) atomicMax(at, x)
#else
#define SM_CHEM_ATOMIC_COUNT(at) ((*(at))++)
#define SM_CHEM_ATOMIC_MAX(at, x) ((void)(*(at) = *(at) > (x) ? *(at) : (x)))
#endif

/* to += factor k for all unknowns. */
SM_CHEM_FN void sm_chem_add_k(double *to, const double *k, double factor) {
  if (factor == 0.0) return;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++) to[n] =
      SM_CHEM_FMA(factor, k[n * SM_CHEM_TILE], to[n]);
}

/* Right-hand side f at the state whose rates are stored. */
SM_CHEM_FN void sm_chem_rhs_at(const struct sm_chem_rodas_args *s, double volume, int64_t i,
                               double *f) {
  const double *const rates = s->rates + i, t = s->slots.temperature[i];
  const int fixed = s->mode == SM_CHEM_KERNEL_VOLUME;
  struct sm_chem_sums sum;
  sm_chem_heat(t, s->slots.concentrations + i, rates, s->slots.stride, &sum);
  const double made = fixed ? sum.made - t * sum.more : sum.made;
  const double capacity = fixed ? sum.capacity - sum.moles : sum.capacity;
  double more = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) {
    f[k] = rates[k * s->slots.stride] * volume;
    more += f[k];
  }
  f[SM_SPECIES] = more;
  f[SM_SPECIES + 1] =
      s->mode == SM_CHEM_KERNEL_ISOTHERMAL ? 0.0 : -made * sm_chem_inverse(capacity);
}

/* Error norm: root mean square over the tolerances. */
SM_CHEM_FN double sm_chem_error(const struct sm_chem_rodas_args *s, const double *y,
                                const double *error) {
  double sum = 0.0;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++) {
    const double atol = n <= SM_SPECIES ? s->atol : 0.0;
    const double over =
        error[n] * sm_chem_inverse(SM_CHEM_FMA(s->rtol, fabs(y[n * SM_CHEM_TILE]), atol));
    sum = SM_CHEM_FMA(over, over, sum);
  }
  return sqrt(sum * (1.0 / SM_CHEM_UNKNOWNS));
}

SM_CHEM_FN double sm_chem_step_negativity(const struct sm_chem_rodas_args *s, const double *y,
                                          const double *at) {
  const int nonnegative[SM_SPECIES] = SM_CHEM_NONNEGATIVE;
  double most = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) if (nonnegative[k]) most =
      sm_chem_max(most, sm_chem_negativity(y[k * SM_CHEM_TILE], at[k], 0.0, 0.0, s->atol));
  return most;
}

/* Stores the result of a completed or failed cell. */
SM_CHEM_FN void sm_chem_store_result(const struct sm_chem_rodas_args *s,
                                     const struct sm_chem_slot *slot, const double *y) {
  const int64_t cell = slot->cell;
  const int failed = slot->t < s->dt;
  if (s->first) s->first[cell] = failed ? 0.0 : slot->next;
  s->steps[cell] = failed ? -1 : slot->steps;
  s->rejected[cell] = slot->rejected;
  if (failed) {
    SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RODAS_FAILED]);
    SM_CHEM_ATOMIC_MAX(&s->counts[SM_CHEM_RODAS_FIRST],
                       (unsigned long long)(s->cells.count - cell));
    return;
  }
  double moles = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) moles += y[k];
  const double density = sm_chem_density_at(s, slot, moles, y[SM_SPECIES + 1]);
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++)
      s->cells.concentrations[k * s->cells.stride + cell] = y[k] * density;
  s->cells.temperature[cell] = y[SM_SPECIES + 1];
}

/* Adds the state at which the rates were evaluated to b. */
SM_CHEM_FN void sm_chem_add_state(const struct sm_chem_rodas_args *s, int64_t i, double *b) {
  const struct sm_chem_slot *const slot = &s->slot[i];
  const double *const from = s->slots.concentrations + i;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_SPECIES; n++) b[n] =
      SM_CHEM_FMA(slot->volume, from[n * s->slots.stride], b[n]);
  b[SM_SPECIES] += slot->moles;
  b[SM_SPECIES + 1] += slot->kelvin;
}

/* Accepts or rejects a step with error b; then b is the state. */
SM_CHEM_FN void sm_chem_accept_step(const struct sm_chem_rodas_args *s, int64_t i, double *b) {
  struct sm_chem_slot slot = s->slot[i];
  const double *const y = SM_CHEM_OF(s->y, SM_CHEM_UNKNOWNS, i);
  struct sm_chem_step_state progress = {slot.t, s->dt, slot.next};
  double error = slot.pivot_error;
  if (!(error > 0.0)) {
    error = sm_chem_error(s, y, b);
    sm_chem_add_state(s, i, b);
    error = sm_chem_max(sm_chem_step_negativity(s, y, b), error);
  }
  const int sane = slot.pivot_error > 0.0 || b[SM_SPECIES + 1] > 0.0;
  const int judged = sm_chem_step_accept(&progress, slot.h, error, sane, s->order_of_error);
  if (judged <= 0)
    SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++) b[n] = y[n * SM_CHEM_TILE];
  slot.t = progress.t;
  slot.next = progress.h;
  slot.steps += judged > 0;
  slot.rejected += judged <= 0;
  if (!(slot.t < s->dt) || judged < 0 || slot.steps + slot.rejected >= s->limit) {
    sm_chem_store_result(s, &slot, b);
    return;
  }
  const int64_t to = (int64_t)SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RODAS_KEPT]);
  double *const after = SM_CHEM_OF(s->y_after, SM_CHEM_UNKNOWNS, to);
  s->slot_after[to] = slot;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++) after[n * SM_CHEM_TILE] = b[n];
}

/* K of a stage from the stored rates; then the state of the
 * next stage, or the end of the step. */
SM_CHEM_FN void chem_stage_slot(const struct sm_chem_rodas_args *s, int64_t i) {
  struct sm_chem_slot *const slot = &s->slot[i];
  double b[SM_CHEM_UNKNOWNS];
  double *const k = SM_CHEM_OF(s->k, s->stages * SM_CHEM_UNKNOWNS, i);
  const int last = s->stage + 1 == s->stages;
  if (!(slot->pivot_error > 0.0)) {
    const double per_h = 1.0 / slot->h;
    sm_chem_rhs_at(s, slot->volume, i, b);
    for (int j = 0; j < s->stage; j++)
      sm_chem_add_k(b, k + j * SM_CHEM_UNKNOWNS * SM_CHEM_TILE, s->c[j] * per_h);
    sm_chem_solve(SM_CHEM_OF(s->values, SM_CHEM_VALUES, i), b);
  }
  if (last) {
    sm_chem_accept_step(s, i, b);
    return;
  }
  if (slot->pivot_error > 0.0) return;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++)
      k[(s->stage * SM_CHEM_UNKNOWNS + n) * SM_CHEM_TILE] = b[n];
  if (s->stage + 1 == s->stale) return;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_CHEM_UNKNOWNS; n++) b[n] *= s->a[s->stage];
  if (s->goes_on) {
    sm_chem_add_state(s, i, b);
  } else {
    sm_chem_add_k(b, SM_CHEM_OF(s->y, SM_CHEM_UNKNOWNS, i), 1.0);
    for (int j = 0; j < s->stage; j++)
      sm_chem_add_k(b, k + j * SM_CHEM_UNKNOWNS * SM_CHEM_TILE, s->a[j]);
  }
  const double t = sm_chem_clamp_temperature(b[SM_SPECIES + 1]);
  const double density = sm_chem_density_at(s, slot, b[SM_SPECIES], t);
  slot->volume = sm_chem_inverse(density);
  slot->moles = b[SM_SPECIES];
  slot->kelvin = b[SM_SPECIES + 1];
  s->slots.temperature[i] = t;
  SM_CHEM_UNROLL_ALL for (int n = 0; n < SM_SPECIES; n++)
      s->slots.concentrations[n * s->slots.stride + i] = b[n] * density;
}
SM_CHEM_SLOTS(chem_stage)
#endif
