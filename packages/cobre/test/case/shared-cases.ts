import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The shipped cases live next to the repository, where they are present at all. */
export const sharedCasesDir = fileURLToPath(new URL('../../../../../shared/cases', import.meta.url));

/** With CI=true the absence of the shared cases is a failure instead of a skip. */
export const skipShared = !existsSync(sharedCasesDir) && process.env.CI !== 'true';

export function sharedCaseNames(): string[] {
  if (!existsSync(sharedCasesDir)) return ['(shared cases are absent)'];
  // Beside the cases there are collections and decks of other programs, which are no cases of ours.
  return readdirSync(sharedCasesDir).filter((name) => existsSync(`${sharedCasesDir}/${name}/config.json`));
}
