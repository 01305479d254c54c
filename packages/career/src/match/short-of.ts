/**
 * What a requirement names beyond the thing itself: a numbered level ("Level 3 Food Safety") and a rank ("head chef"). Who
 * shows the thing at a lower one has it partly.
 */
import { allMatches } from '../domain/all-matches.js';
import { assertedPart } from './items/clauses.js';
import { foldedInPlace } from './items/papers.js';
import { showsTheOpposite } from './opposites.js';
import { onlyHelped } from './standing.js';
import { isUnderWay } from './unfinished.js';

const numbered = /\b(?:level|stufe|nivel|niveau|grade|grado|grau)\s*([1-9])\b/g;

/** "Level 3 qualification in retail management": a paper with its level, which the work does not show. */
const qualification = /\blevel\s*[1-9]\b.*\b(?:qualification|diploma|certificate|award|nvq)\b/i;

const levelIn = (text: string) =>
  allMatches(foldedInPlace(text), numbered).reduce((most, [, digit]) => Math.max(most, Number(digit)), 0);

/** From the one who assists to the one who answers for all; by the words of four languages. */
const ranks: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:head(?= (?:of|chef|gardener|teacher|nurse|receptionist|coach|cook|waiter))|chief|director|executive chef|kuchenchef\w*|chefkoch|jef[ea] de|chef[ea] de cozinha|(?<=-)chef[ea]|diretor\w*|director[a]?)\b|\w+leiter(?:in)?\b|\bleitende\w*\b/,
    3,
  ],
  [/\b(?:deputy|sous[- ]?chef|stellvertret\w*|subjef[ea]|segund[oa] de cocina|subchefe|sub-chefe|vice)\b/, 2],
];

const rankIn = (text: string) => ranks.find(([words]) => words.test(foldedInPlace(text)))?.[1] ?? 0;

const unblemished = /\bclean\b.*licen[cs]e|licen[cs]e.*\b(?:clean|no points|without points)\b/i;
const blemish = /(?<!\b(?:no|zero|0) )\bpoints?\b(?= (?:until|for|on)\b|\s*(?:$|[.,;)]))/;

/** Two grades of one kind of school: "Técnico Superior" is two years above "Técnico" of the middle grade. */
const higherGrade = /\b(?:tecnico superior|grado superior|cfgs)\b/;
const middleGrade = /\b(?:grado medio|cfgm|tecnico en)\b/;

function isOfMiddleGrade(asked: string, shown: readonly string[], everything: () => readonly string[]): boolean {
  const isHigher = (text: string) => higherGrade.test(foldedInPlace(text)) && !isUnderWay(text);
  const isMiddle = (text: string) => middleGrade.test(foldedInPlace(text)) && !isHigher(text);
  return isHigher(asked) && shown.some(isMiddle) && !everything().some(isHigher);
}

/** Why what is shown does not reach what is asked, if it does not. */
export function shortOf(
  asked: string,
  shown: readonly string[],
  everything: () => readonly string[],
  names: readonly string[],
): string | undefined {
  const level = levelIn(asked);
  const had = shown.reduce((most, text) => Math.max(most, levelIn(assertedPart(text))), 0);
  if (level > 0 && had === 0 && qualification.test(asked)) return `Level ${level} is asked for, and none is shown.`;
  if (level > 0 && had > 0 && had < level) return `Level ${had} is shown, level ${level} is asked for.`;
  // Another claim may show by the same name what the first one that was found does not.
  const alike = () => {
    const words = names.map(foldedInPlace).filter((name) => name !== '');
    return [...shown, ...everything().filter((text) => words.some((word) => foldedInPlace(text).includes(word)))];
  };
  if (showsTheOpposite(asked, shown) && showsTheOpposite(asked, alike())) return 'The other kind of it is shown.';
  if (onlyHelped(asked, shown) && onlyHelped(asked, alike())) return 'The work is shown as a helper or a trainee.';
  if (unblemished.test(asked) && everything().some((text) => blemish.test(foldedInPlace(text))))
    return 'There are points on the licence.';
  if (isOfMiddleGrade(asked, shown, everything)) return 'The middle grade is shown, the higher one is asked for.';
  const rank = rankIn(asked);
  if (rank > 0 && !everything().some((text) => rankIn(text) >= rank))
    return 'The work is shown, but not in this position.';
  return undefined;
}
