import { replay } from './replay.js';
import type { SamplingSchemeMember } from './scheme.js';

/** Hash domain of the choice of years: the bytes of "historic". */
export const HISTORICAL = { low: 0x6f726963, high: 0x68697374 };

/** A year of the history, followed through all stages from the memory that year began with. */
export const historical: SamplingSchemeMember = {
  name: 'historical',
  bind: (spec, noiseClass, first) => replay(spec, noiseClass, first, HISTORICAL),
};
