/** What a run says of its calls: to be called as planned is one thing, to have done it another. */
import type { EffectView } from '@quadrivium/portarium/answers';
import { expect, test } from 'vitest';
import { effectInWords } from '../src/pages/runs/effect-in-words.js';

const effect = (status: EffectView['status'], outcome?: string): EffectView => ({
  ...{ stepId: 'train', status },
  ...(outcome === undefined
    ? {}
    : { verified: { digest: 'sha256:0', outcome, atIso: '2026-01-01T00:00:00.000Z', attempts: 1 } }),
});

test.each([
  ['Matched', 'succeeded', 'Done exactly as planned', 'good'],
  ['Matched', 'failed', 'Called exactly as planned: failed', 'bad'],
  ['Matched', 'under way', 'Called exactly as planned: under way', 'warn'],
  ['Matched', 'unknown', 'Called exactly as planned: unknown', 'warn'],
  ['Missing', undefined, 'Not done yet', 'warn'],
  ['OperationMismatch', 'succeeded', 'What was done is not what was planned', 'bad'],
  ['Unplanned', 'failed', 'Allowed by policy without a gate', 'quiet'],
] as const)('%s and %s: %s', (status, outcome, label, tone) => {
  expect(effectInWords(effect(status, outcome))).toEqual({ label, tone });
});
