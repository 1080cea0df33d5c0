/* output/view/page.c - HTML page of `simoom view`, web/dist/view.html, embedded as an array: string
 * literals of this length exceed the limit of the C standard. */
#include "simoom/view.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        "sm_view_page_start:\n"
        ".incbin \"" SM_VIEW_PAGE "\"\n"
        "sm_view_page_end:\n"
        ".byte 0\n"
        ".popsection\n");

extern const char sm_view_page_start[] __attribute__((visibility("hidden")));
extern const char sm_view_page_end[] __attribute__((visibility("hidden")));

const char *sm_view_page(size_t *size) {
  // cppcheck-suppress comparePointers ; both are labels of one block of bytes
  *size = (size_t)(sm_view_page_end - sm_view_page_start);
  return sm_view_page_start;
}
