/* layout.c - layout check of a module: version of the structs shared with the library
 * (base/module.h). */
extern __attribute__((visibility("default"))) const char simoom_module_layout[];
const char simoom_module_layout[] = SM_MODULE_LAYOUT;
