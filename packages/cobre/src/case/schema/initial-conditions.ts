import { z } from 'zod';
import { entityId, fileRoot, finite, isoDate, nonNegative } from './primitives.js';

const storage = z.array(z.object({ hydro_id: entityId, value_hm3: nonNegative }));

export const initialConditionsFile = fileRoot({
  storage: storage.describe('Storage at the start of the study; 0 for a hydro that is not listed'),
  filling_storage: storage.describe('Storage of hydros that are still filling'),
  past_inflows: z
    .array(
      z.object({
        hydro_id: entityId,
        values_m3s: z.array(finite).describe('Most recent first'),
        season_ids: z.array(z.int().min(0)).nullish(),
      }),
    )
    .nullish(),
  recent_observations: z
    .array(z.object({ hydro_id: entityId, start_date: isoDate, end_date: isoDate, value_m3s: nonNegative }))
    .nullish(),
}).describe('Starting storage and past inflows');
