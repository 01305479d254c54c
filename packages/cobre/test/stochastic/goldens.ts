import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Published numbers of the original, kept outside the repository; tests that need them are visible skips without. */
export const sharedCases = fileURLToPath(new URL('../../../../../shared/cases/', import.meta.url));
export const goldensFile = `${sharedCases}unit-goldens.json`;
export const skipGoldens = !existsSync(goldensFile) && process.env.CI !== 'true';

interface Golden {
  readonly quantity: string;
  readonly value: unknown;
  readonly tolerance: number;
}

export function golden<T>(quantityStart: string): T {
  const all = JSON.parse(readFileSync(goldensFile, 'utf8')) as readonly Golden[];
  const found = all.find((entry) => entry.quantity.startsWith(quantityStart));
  if (found === undefined) throw new Error(`No golden starts with ${quantityStart}.`);
  return found.value as T;
}
