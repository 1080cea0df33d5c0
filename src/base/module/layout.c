/* layout.c - in every module: which form of the structures it shares with the library it was
 * compiled with (base/module.h). */
extern __attribute__((visibility("default"))) const char simoom_module_layout[];
const char simoom_module_layout[] = SM_MODULE_LAYOUT;
