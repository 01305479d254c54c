/**
 * Whether a word of a sentence says no more than one of a claim. Endings may change where that makes nothing bigger: "hospitals"
 * gives "hospital" but not the other way round, "led" no "leads", "engineering" no "engineer"; and "it" is not "IT".
 */
import type { Word } from './claim-words.js';

export function saysNoMore(sentence: Word, claim: Word): boolean {
  if (sentence.key !== claim.key) return false;
  if (sentence.isNumber || sentence.said === claim.said) return true;
  const rank = capitals(sentence.said);
  return (rank <= capitals(claim.said) || (sentence.opens && rank === 1)) && sameForm(sentence.said, claim.said);
}

/** None, the first letter, or all of several. */
function capitals(said: string): number {
  const letters = said.replace(/\P{L}/gu, '');
  if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) return 2;
  return /^\p{Lu}/u.test(letters) ? 1 : 0;
}

const spelled = (said: string) =>
  said
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/iz(?=(?:e|ed|es|er|ing|ation)s?$)/, 'is');

type Ending = 'ing' | 'ed' | 's' | 'noun' | 'bare';

function endingOf(word: string): Ending {
  if (word.endsWith('ing')) return 'ing';
  if (word.endsWith('ed')) return 'ed';
  if (/(?:ment|ation)s?$/.test(word)) return 'noun';
  return /[^sui]s$/.test(word) ? 's' : 'bare';
}

/** From the claim to the sentence; what was once must not become what is. */
const allowed: ReadonlySet<string> = new Set(['ing ed', 'ed ing', 'bare ed', 'bare ing', 's bare']);

function sameForm(sentence: string, claim: string): boolean {
  const [to, from] = [spelled(sentence), spelled(claim)];
  return to === from || allowed.has(`${endingOf(from)} ${endingOf(to)}`);
}
