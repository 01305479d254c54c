import { replay } from './replay.js';
import type { SamplingSchemeMember } from './scheme.js';

/** Hash domain of the choice of columns: the bytes of "external". */
export const EXTERNAL = { low: 0x726e616c, high: 0x65787465 };

/** A scenario of the external file, followed through all stages. */
export const external: SamplingSchemeMember = {
  name: 'external',
  bind: (spec, noiseClass, first) => replay(spec, noiseClass, first, EXTERNAL),
};
