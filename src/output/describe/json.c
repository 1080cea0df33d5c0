#include "output/describe/describe.h"

#include <math.h>

void sm_describe_string(struct sm_text *out, const char *key, const char *value) {
  sm_text_add(out, "\"%s\":\"", key);
  for (const unsigned char *c = (const unsigned char *)value; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') {
      sm_text_add(out, "\\%c", *c);
    } else if (*c < 0x20) {
      sm_text_add(out, "\\u%04x", *c);
    } else {
      sm_text_add_bytes(out, (const char *)c, 1);
    }
  }
  sm_text_add(out, "\"");
}

void sm_describe_number(struct sm_text *out, const char *key, double value) {
  if (isfinite(value)) {
    sm_text_add(out, "\"%s\":%.17g", key, value);
  } else {
    sm_text_add(out, "\"%s\":null", key);
  }
}
