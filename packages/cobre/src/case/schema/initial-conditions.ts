import * as z from 'zod';
import type { EntityId } from '../identity.js';
import { entityId, fileRoot, finite, isoDate, nonNegative } from './primitives.js';

export const storageList = z.array(z.object({ hydro_id: entityId, value_hm3: nonNegative }));

export const initialConditionsFile = fileRoot({
  storage: storageList.describe('Storage at the start of the study; 0 for a hydro that is not listed'),
  filling_storage: storageList.describe('Storage of hydros that are still filling'),
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

interface Dated {
  readonly start_date: string;
  /** Exclusive. */
  readonly end_date: string;
}

/** The start of a case of either generation. What only current cases can say is absent in others. */
export type InitialConditionsFile = z.output<typeof initialConditionsFile> & {
  readonly past_anticipated_commitments?:
    | readonly (Dated & { readonly thermal_id: EntityId; readonly value_mw: number })[]
    | null
    | undefined;
  readonly past_defluences?:
    | readonly (Dated & { readonly hydro_id: EntityId; readonly value_m3s: number })[]
    | null
    | undefined;
};
