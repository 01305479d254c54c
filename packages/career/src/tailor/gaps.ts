/**
 * What stands between two words. A comma put in or left out says something else ("assistant director" and "assistant,
 * director"), so a sentence has the gaps of its claim; only commas, dashes and "and" may stand for each other.
 */

/** A space; a comma or the like; an "and" or the end of a sentence; or the signs themselves. */
export type Gap = 'plain' | 'listed' | 'joined' | `apart ${string}`;

export function gapIn(between: string, before: string): Gap {
  if (/^\s*$/.test(between)) return 'plain';
  if (/^\s*[;!?]\s+$/.test(between) || (/^\.\s+$/.test(between) && endsSentence(before))) return 'joined';
  if (/^\s*[,.:]\s+$|^\s+[-–—]\s+$/.test(between)) return 'listed';
  return `apart ${between.replace(/\s+/g, '').replace(/[–—]/g, '-')}`;
}

/** "St. Gallen" and "Dr. Roth" go on after the stop. */
const endsSentence = (before: string) => /\p{L}{4,}$/u.test(before);

const isApart = (gap: Gap): gap is `apart ${string}` => gap.startsWith('apart ');

/** Of two gaps with an article between, the one that parts more. */
export function widened(one: Gap, other: Gap): Gap {
  if (isApart(one) && isApart(other)) return `${one}${other.slice('apart '.length)}`;
  const order = (gap: Gap) => (isApart(gap) ? 3 : ['plain', 'listed', 'joined'].indexOf(gap));
  return order(one) >= order(other) ? one : other;
}

export const isJoint = (gap: Gap) => gap === 'listed' || gap === 'joined';

const onlyBrackets = /^apart [<>()[\]{}"“”„«»]+$/;

/** A sentence may leave brackets and quotation marks away; it may not set any. */
export function alikeGaps(sentence: Gap, claim: Gap): boolean {
  if (sentence === 'plain' && onlyBrackets.test(claim)) return true;
  return sentence === claim || (isJoint(sentence) && isJoint(claim));
}
