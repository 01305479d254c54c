import { external } from './external.js';
import { historical } from './historical.js';
import { inSample } from './in-sample.js';
import { outOfSample } from './out-of-sample.js';
import type { SamplingSchemeMember } from './scheme.js';

export const samplingSchemes: readonly SamplingSchemeMember[] = [inSample, outOfSample, historical, external];

export function samplingScheme(name: SamplingSchemeMember['name']): SamplingSchemeMember {
  return samplingSchemes.find((scheme) => scheme.name === name)!;
}
