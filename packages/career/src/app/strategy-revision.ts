/**
 * Which revision of a strategy is at work: its number, raised by hand, and the beginning of a hash of what it makes of a
 * fixed sample. A changed rule or word list shows in the sample even when nobody raised the number.
 */
import { gatesOf } from '../match/posting-gates.js';
import type { MatchStrategy } from '../match/strategy.js';
import { sha256Of } from '../store/hash.js';
import { sampleClaims, samplePerson, samplePosting } from './revision-sample.js';
import { defaultPlaces, strategyNamed } from './strategies.js';

const known = new Map<string, string | undefined>();

/** Undefined for strategies that never change. */
export function revisionOf(strategyName: string): string | undefined {
  const strategy = strategyNamed(strategyName);
  if (strategy === undefined) return undefined;
  if (!known.has(strategyName)) known.set(strategyName, revisionFor(strategy));
  return known.get(strategyName);
}

const hashDigits = 12;

export function revisionFor(strategy: MatchStrategy): string | undefined {
  if (strategy.revision === undefined) return undefined;
  const input = { opportunity: samplePosting, atoms: sampleClaims, kLex: defaultPlaces, kEmb: defaultPlaces };
  const made = [strategy.match(input, () => []), gatesOf(samplePosting, samplePerson)];
  return `${strategy.revision}.${sha256Of(made).slice(0, hashDigits)}`;
}
