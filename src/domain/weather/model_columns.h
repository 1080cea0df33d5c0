/* domain/weather/model_columns.h - the columns of a weather model as stations of the domain. */
#ifndef SM_DOMAIN_WEATHER_MODEL_COLUMNS_H
#define SM_DOMAIN_WEATHER_MODEL_COLUMNS_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/weather/profiles.h"

/* Reads the columns on and round the domain from the files that the case names, with the times of
 * the case's window and those next to it; nothing when it names none. Freed with
 * sm_model_weather_free. Errors: ERR_CASE (a domain without a map), ERR_DATA, ERR_MEMORY,
 * ERR_STOPPED. */
SM_CHECKED enum sm_status sm_weather_model_read(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_horizontal_grid *plan,
                                                struct sm_model_weather *out);

/* Adds every column as a tower to domain->weather, which has its times and room for them: wind in
 * grid directions; levels from the roughness length up to the first one above the lid; at times
 * between the model's linear in time, outside of them not valid. A column without wind at a time
 * has that of the nearest one that has. Errors: ERR_DATA (no fluxes or no roughness, but the case
 * asks for them), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_model_add(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_horizontal_grid *plan,
                                               const struct sm_model_weather *model,
                                               struct sm_domain *domain);

#endif
