import { halton } from './halton.js';
import { historicalResiduals } from './historical-residuals.js';
import { lhs } from './lhs.js';
import type { OpeningMethod } from './method.js';
import { saa } from './saa.js';
import { selective } from './selective.js';
import { sobol } from './sobol.js';

/** Every sampling method of a stage, in the order the documentation lists them. */
export const openingMethods: readonly OpeningMethod[] = [saa, lhs, sobol, halton, historicalResiduals, selective];

export function openingMethod(name: OpeningMethod['name']): OpeningMethod {
  return openingMethods.find((method) => method.name === name)!;
}
