/**
 * A sentence that asks often says why, or what else is true of it: "Spanish is a must because half of our guests come from
 * Seville", "a ticket would help, though we can train you". Only the part that asks is a requirement. It is parted where one
 * statement ends and another begins; "useful but not essential" and "because of the tourists" state nothing of their own.
 */
import { saysNothing } from './clauses.js';
import { mannerOf } from './manner.js';
import type { Range } from './sentences.js';

const subject =
  "(?:(?:we|you|they|it)[’']\\p{L}+|we|our|you|your|it|its|this|that|the|they|their|there|most|much|many|all|some|half|everything|everybody|a|an|no|not)";
const joints: readonly string[] = [
  // Why.
  `,? (?:because|seeing that|given that)(?! of\\b)|, (?:as|since|for) (?=${subject} )| as (?=(?:we|our|there|you) )`,
  ',? (?:weil|zumal|denn)|, da(?= \\p{L}+)',
  ',? (?:ya que|puesto que|dado que|porque|pues|debido a que|visto que)',
  ',? (?:já que|uma vez que|dado que|porque|pois|visto que|porquanto)',
  // What comes of it.
  `, (?:so(?! much)|hence|therefore|which is why)| so (?=(?:an?|the|you|your|good|strong|some) )|,? and for (?:the same|that|this) reason`,
  ', (?:deshalb|daher|darum|deswegen|weshalb|sodass|so dass|und (?:deshalb|daher|darum|deswegen|dafür))|; (?:deshalb|daher|darum|dafür)',
  ', (?:así que|por lo que|por eso|de modo que)| y por eso',
  ', (?:pelo que|por isso|de modo que|portanto)| e por isso',
  // What is true all the same.
  `,? (?:though|although|even though|whereas|but)|, while (?=${subject} )`,
  ', (?:obwohl|auch wenn|wobei|aber|jedoch|allerdings|während)',
  ',? (?:aunque|si bien|pero)|, mientras que',
  ',? (?:embora|ainda que|mas|porém)|, enquanto',
  // A remark.
  "\\s+[–—-]\\s+(?=(?:sorry|don[’']t|no|we|our|leider|wir|keine|lo sentimos|nosotros|não|nós|infelizmente|but|aber|pero|mas) )",
];
/** What an employer adds to a point of a list. */
const remark =
  /\s+[–—-]\s+(?=(?:sorry|don[’']t worry|no|we|our|leider|wir|keine|lo sentimos|não|infelizmente)(?!\p{L}))|,? (?:but|aber|pero|mas) (?=(?:we|our|the|wir|das|die|der|nosotros|el|la|nós|o|a) (?:\p{L}+ ){2})/iu;

/** "Right to work in the UK - sorry, no sponsorship" asks as far as the dash. */
export function lengthWithoutRemark(point: string): number {
  const at = remark.exec(point)?.index ?? point.length;
  return isInBrackets(point, at) || saysNothing(point.slice(0, at)) ? point.length : at;
}

const joint = new RegExp(`(?:${joints.join('|')})(?:[ ,]+|(?<= ))`, 'giu');

const fewestWords = 4;
/** A reason may be short: "puesto que habrá guardias". */
const fewestOfReason = 2;
const wordsOf = (text: string) => text.trim().split(/\s+/).filter(Boolean).length;

/** The parts of a sentence that ask; the whole sentence where no part does. */
export function statementsOf(sentence: string): Range[] {
  const parts = partsOf(sentence);
  if (parts.length < 2) return parts;
  const asking = parts.filter(([from, to]) => mannerOf(sentence.slice(from, to).trim()) === 'asks');
  return asking.length === 0 ? [[0, sentence.length]] : asking;
}

function partsOf(sentence: string): Range[] {
  const parts: Range[] = [];
  let from = 0;
  for (const found of sentence.matchAll(joint)) {
    const rest = sentence.slice(found.index + found[0].length);
    const fewest = /(?:but|aber|pero|mas)\s*$/iu.test(found[0]) ? fewestWords : fewestOfReason;
    const isParted = states(sentence.slice(from, found.index), fewestOfReason) && states(rest, fewest);
    if (isInBrackets(sentence, found.index) || !isParted) continue;
    parts.push([from, found.index]);
    from = found.index + found[0].length;
  }
  return [...parts, [from, sentence.length]];
}

const states = (text: string, fewest: number) => wordsOf(text) >= fewest && !saysNothing(text);

function isInBrackets(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}
