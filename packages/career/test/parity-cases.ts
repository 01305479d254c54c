import { readFileSync } from 'node:fs';
import { sharedData } from '../../../test/support/shared-data.js';

/** Inputs and answers made by compiling and running the original. */
export const acceptance = sharedData('spec', 'career-acceptance.json');

export interface AcceptanceCase {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own input and answer
  readonly input: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly expected: any;
}

const { cases, scenarios }: { cases: AcceptanceCase[]; scenarios: { id: string }[] } = acceptance.absent
  ? { cases: [], scenarios: [] }
  : JSON.parse(readFileSync(acceptance.path, 'utf8'));

export const caseKinds = [...new Set(cases.map((one) => one.kind))].sort();
export const scenarioIds = scenarios.map((one) => one.id);

export function ofKind(kind: string): (readonly [string, AcceptanceCase])[] {
  return cases.filter((one) => one.kind === kind).map((one) => [one.id, one] as const);
}

/** Cases where we promise the same numbers; a divergence is tested where our own behaviour is. */
export function parityOf(kind: string): (readonly [string, AcceptanceCase])[] {
  return ofKind(kind).filter(([, one]) => one.status.startsWith('parity'));
}
