import { expect, test } from 'vitest';
import { strategyNamed } from '../src/app/strategies.js';
import { revisionFor, revisionOf } from '../src/app/strategy-revision.js';
import type { MatchStrategy } from '../src/match/strategy.js';

const today = strategyNamed('evidence_v2') as MatchStrategy;

test('a changed rule shows in the revision although nobody raised the number', () => {
  const changed: MatchStrategy = {
    ...today,
    match: (input, nearest) => ({ ...today.match(input, nearest), overall_score: 0.123 }),
  };
  const [number, hash] = revisionOf('evidence_v2')?.split('.') ?? [];
  const [sameNumber, otherHash] = revisionFor(changed)?.split('.') ?? [];
  expect(sameNumber).toBe(number);
  expect(otherHash).not.toBe(hash);
  expect(revisionFor({ ...today })).toBe(revisionOf('evidence_v2'));
});

test('strategies that stay as they are have no revision', () => {
  for (const name of ['deterministic_lexical_v0.1', 'hybrid_lexical_embedding_v0.2', 'evidence_v1'])
    expect(revisionOf(name)).toBeUndefined();
});
