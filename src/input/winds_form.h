/* winds_form.h - what a file of winds is, and where its grid lies. */
#ifndef SM_INPUT_WINDS_FORM_H
#define SM_INPUT_WINDS_FORM_H

#include "input/winds_file.h"

/* Finds the components of the wind, the form and the faces of the cells. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_form_find(struct sm_winds_file *file);

#endif
