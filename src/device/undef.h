/* undef.h - ends one expansion of cell/kernels.def. */
#undef EACH
#undef FEW
#undef STEP
#undef FEW_STEP
#undef SUM
#undef SUM_THEN
#undef MAX
#undef EACH_REAL
#undef FEW_REAL
#undef SUM_REAL
#undef MAX_REAL
#undef ROW_STEP
#undef ROW_EACH
#undef ROW_SUM
#undef ROW_SUM_THEN
#undef ROW_SUM_REAL
