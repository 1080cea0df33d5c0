/* desk_page.c - HTML page of `simoom view --release`, web/dist/desk.html, embedded as an array:
 * string literals of this length exceed the limit of the C standard. */
#include "desk.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        "cli_desk_page_start:\n"
        ".incbin \"" SM_DESK_PAGE "\"\n"
        "cli_desk_page_end:\n"
        ".byte 0\n"
        ".popsection\n");

extern const char cli_desk_page_start[] __attribute__((visibility("hidden")));
extern const char cli_desk_page_end[] __attribute__((visibility("hidden")));

const char *cli_desk_page(size_t *size) {
  // cppcheck-suppress comparePointers ; both are labels of one block of bytes
  *size = (size_t)(cli_desk_page_end - cli_desk_page_start);
  return cli_desk_page_start;
}
