import { careerFault } from '../faults.js';
import { ConceptBook } from '../match/concepts.js';
import { evidenceV1 } from '../match/evidence-v1.js';
import { hybridV02 } from '../match/hybrid-v02.js';
import { lexicalV01 } from '../match/lexical-v01.js';
import type { MatchStrategy } from '../match/strategy.js';
import type { CareerApp } from './career-app.js';
import { taxonomyTable } from './text-vectors.js';

/** In the order they are offered. The last one needs the taxonomy table, which is loaded when it is first used. */
const makers: Readonly<Record<string, () => MatchStrategy>> = {
  [lexicalV01.name]: () => lexicalV01,
  [hybridV02.name]: () => hybridV02,
  evidence_v1: () => evidenceV1(new ConceptBook(), taxonomyTable()),
};

const made = new Map<string, MatchStrategy>();

export const strategyNames = Object.keys(makers);

export function strategyNamed(name: string): MatchStrategy | undefined {
  const strategy = made.get(name) ?? makers[name]?.();
  if (strategy) made.set(name, strategy);
  return strategy;
}

export function chosenStrategy(app: CareerApp, name: string | undefined): MatchStrategy {
  const strategy = strategyNamed(name ?? app.defaultStrategy);
  if (strategy) return strategy;
  throw careerFault('INVALID_ARGUMENT', `There is no strategy "${name}".`, {
    context: { field: 'strategy', value: name },
    suggestion: `Use one of: ${strategyNames.join(', ')}.`,
  });
}
