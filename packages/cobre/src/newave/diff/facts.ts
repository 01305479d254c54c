/** A deck as facts in the words of the model. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import type { Fact } from './fact.js';
import { hydroFacts } from './hydro-facts.js';
import { settingFacts, systemFacts } from './system-facts.js';
import { thermalFacts } from './thermal-facts.js';

/** Of the study, and of the year after it; all years after a study are the same. */
export function factsOf(deck: Deck): Fact[] {
  const { start, end } = horizonOf(deck);
  const months = Array.from({ length: end - start + 12 }, (_, k) => start + k);
  return [settingFacts, systemFacts, hydroFacts, thermalFacts].flatMap((facts) => facts(deck, months));
}
