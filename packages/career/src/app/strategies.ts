import { own } from '@quadrivium/kernel/essentials';
import { careerFault } from '../faults.js';
import { ConceptBook } from '../match/concepts.js';
import { evidenceV1 } from '../match/evidence-v1.js';
import { evidenceV2, evidenceV2Name } from '../match/evidence-v2.js';
import { hybridV02 } from '../match/hybrid-v02.js';
import { lexicalV01 } from '../match/lexical-v01.js';
import { loadStandings } from '../match/standing/load-standings.js';
import type { MatchStrategy } from '../match/strategy.js';
import { loadConceptUris } from '../taxonomy/load.js';
import type { CareerApp } from './career-app.js';
import { taxonomyTable } from './text-vectors.js';
import { titleLikeness, vocabularyBook } from './titles.js';

/** In the order they are offered. The last one needs the taxonomy table, which is loaded when it is first used. */
const makers: Readonly<Record<string, () => MatchStrategy>> = {
  [lexicalV01.name]: () => lexicalV01,
  [hybridV02.name]: () => hybridV02,
  evidence_v1: () => evidenceV1(new ConceptBook(), taxonomyTable()),
  [evidenceV2Name]: () =>
    evidenceV2({
      book: vocabularyBook(),
      standing: loadStandings().read,
      uriOf: conceptUri,
      titles: titleLikeness,
    }),
};

/** What people get who name none, except where the specification says otherwise. */
export const recommendedStrategy = evidenceV2Name;

let uris: ReadonlyMap<string, string> | undefined;

/** Where ESCO or O*NET define a concept of our vocabulary. */
export function conceptUri(concept: string): string | undefined {
  uris ??= loadConceptUris();
  return uris.get(concept);
}

/** Places for candidates when nobody says how many, as in the original. */
export const defaultPlaces = 25;

const made = new Map<string, MatchStrategy>();

export const strategyNames = Object.keys(makers);

export function strategyNamed(name: string): MatchStrategy | undefined {
  const strategy = made.get(name) ?? own(makers, name)?.();
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

/** Numbers that would change nothing are refused: who gives them expects an effect. */
export function refuseIdlePlaces(strategy: MatchStrategy, ks: { readonly kLex: number; readonly kEmb: number }): void {
  if (strategy.usesPlaces || (ks.kLex === defaultPlaces && ks.kEmb === defaultPlaces)) return;
  throw careerFault(
    'INVALID_ARGUMENT',
    `${strategy.name} looks at every claim; k_lex and k_emb have no effect on it.`,
    {
      context: { field: ks.kLex === defaultPlaces ? 'k_emb' : 'k_lex' },
      suggestion: 'Leave k_lex and k_emb out, or use hybrid_lexical_embedding_v0.2.',
    },
  );
}
