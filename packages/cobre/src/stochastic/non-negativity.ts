import type { NonNegativity } from './model.js';

/** What each treatment of negative inflows asks of the noise and of the stage problem. */
export const nonNegativityMethods: readonly NonNegativity[] = [
  { method: 'none', slack: false, truncates: false },
  { method: 'penalty', slack: true, truncates: false },
  { method: 'truncation', slack: false, truncates: true },
  { method: 'truncation_with_penalty', slack: true, truncates: true },
];

export function nonNegativityMethod(name: NonNegativity['method']): NonNegativity {
  return nonNegativityMethods.find(({ method }) => method === name)!;
}
