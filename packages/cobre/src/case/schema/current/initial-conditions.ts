/** `initial_conditions.json` of current cases: the past is given as dated windows. */
import * as z from 'zod';
import { type InitialConditionsFile, storageList } from '../initial-conditions.js';
import { entityId, fileRoot, finite, isoDate, nonNegative } from '../primitives.js';

const window = { start_date: isoDate, end_date: isoDate.describe('Exclusive') };

export const currentInitialConditionsFile = fileRoot({
  storage: storageList.describe('Storage at the start of the study; 0 for a hydro that is not listed'),
  filling_storage: storageList.describe('Storage of hydros that are still filling'),
  recent_observations: z
    .array(z.object({ hydro_id: entityId, ...window, value_m3s: finite }))
    .nullish()
    .describe('Mean inflow over windows before the study; seeds the memory of inflows, before inflow_history'),
  past_anticipated_commitments: z
    .array(z.object({ thermal_id: entityId, ...window, value_mw: nonNegative }))
    .nullish()
    .describe('Generation of anticipated thermals that was decided before the study'),
  past_defluences: z
    .array(z.object({ hydro_id: entityId, ...window, value_m3s: nonNegative }))
    .nullish()
    .describe('Outflow of plants with a travel time before the study'),
}).describe('Starting storage and the past that still has effects');

export function readInitialConditions(file: z.output<typeof currentInitialConditionsFile>): InitialConditionsFile {
  return file;
}
