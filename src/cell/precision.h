/* precision.h - included before the cells of one pass; SM_BITS is 32 or 64.
 *
 * Cell headers are read several times: once with SM_BITS undefined for the structs of arguments,
 * then once per precision for the cells that follow the precision of the state. */
#undef SM_REAL
#undef SM_AT
#undef SM_P
#undef SM_ROOT
#undef SM_ABS
#undef SM_COPYSIGN
#undef SM_PER
#undef SM_PER_ROOT
#undef SM_QUICK_ROOT
#if SM_BITS == 32
#define SM_REAL float
#define SM_ROOT sqrtf
#define SM_ABS fabsf
#define SM_COPYSIGN copysignf
#define SM_PER sm_per_f32
#define SM_PER_ROOT sm_per_root_f32
#define SM_QUICK_ROOT sm_quick_root_f32
#define SM_AT(array) ((array).f32)
#define SM_P(name) name##_f32
#else
#define SM_REAL double
#define SM_ROOT sqrt
#define SM_ABS fabs
#define SM_COPYSIGN copysign
#define SM_PER sm_per_f64
#define SM_PER_ROOT sm_per_root_f64
#define SM_QUICK_ROOT sm_quick_root_f64
#define SM_AT(array) ((array).f64)
#define SM_P(name) name##_f64
#endif
