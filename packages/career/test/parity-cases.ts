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

/** Where the file is absent, one stands for all: its test is skipped, and whoever counts sees that there is one. */
export function ofKind(kind: string): (readonly [string, AcceptanceCase])[] {
  if (acceptance.absent) return [['(the acceptance file is absent)', missing]];
  return cases.filter((one) => one.kind === kind).map((one) => [one.id, one] as const);
}

const missing: AcceptanceCase = { id: '', kind: '', status: 'parity', input: {}, expected: {} };

/** Cases where we promise the same numbers; a divergence is tested where our own behaviour is. */
export function parityOf(kind: string): (readonly [string, AcceptanceCase])[] {
  return ofKind(kind).filter(([, one]) => one.status.startsWith('parity'));
}
