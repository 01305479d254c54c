/**
 * Concepts by what is done to what: the vocabulary says "tree pruning", "Wundversorgung" and "edição de vídeo", people say
 * that they pruned trees, "Wunden versorgt", "editei vídeos". Made of the names that are listed; nothing is listed twice.
 */
import { deedsByTongue } from '../domain/deed-roots.js';
import { german, sameWord } from '../domain/stems.js';
import type { Token } from '../domain/tokens.js';

interface Deed {
  readonly concept: string;
  /** What it is done to. */
  readonly thing: string;
}

/** Words `at` up to `end` say that it was done. */
export interface DeedUse {
  readonly concept: string;
  readonly at: number;
  readonly end: number;
}

const english = 0;
const spanish = 2;
const ofIt = new Set('of de del da do das dos von'.split(' '));
const shortestThing = 3;

/** Ends of compounds that name a deed, each with what stands before it. */
const heads =
  /(?:ung(?:en)?|pflege|montage|demontage|analyse|kontrolle|diagnose|reparatur|entnahme|annahme|aufnahme|unterricht|verkauf|einkauf|transport|zucht|entwurf|installation|dokumentation|koordination|organisation|produktion|konstruktion)$/u;
const shortestDeed = 6;
const joint = /(?:s|n|en|es|er)$/u;

export class DeedIndex {
  /** By language, then by the root of what is done. */
  readonly #deeds = deedsByTongue.map(() => new Map<string, Deed[]>());
  readonly #known = deedsByTongue.map(() => new Map<string, readonly Deed[]>());

  /** The words of a name that is listed for a concept. */
  add(concept: string, words: readonly string[], tongue: number): void {
    for (const [noun, thing] of partsOf(words, tongue)) {
      if (thing.length < shortestThing) continue;
      for (const root of deedsByTongue[tongue]?.ofNoun(noun) ?? []) this.#push(tongue, root, { concept, thing });
    }
  }

  #push(tongue: number, root: string, deed: Deed): void {
    const deeds = this.#deeds[tongue];
    const list = deeds?.get(root);
    if (list) list.push(deed);
    else deeds?.set(root, [deed]);
  }

  /** What a word of a text may say to be done, and most say nothing. */
  #doneBy(word: string, tongue: number): readonly Deed[] {
    const known = this.#known[tongue];
    const kept = known?.get(word);
    if (kept !== undefined) return kept;
    const found = (deedsByTongue[tongue]?.ofVerb(word) ?? []).flatMap((root) => this.#deeds[tongue]?.get(root) ?? []);
    const deeds = found.length === 0 ? nothing : found;
    if (known !== undefined && known.size < mostKnown) known.set(word, deeds);
    return deeds;
  }

  /** Asked for every word of every claim, so it makes no garbage. */
  usesIn(tokens: readonly Token[], text: string, tongue: number | undefined): DeedUse[] {
    const uses: DeedUse[] = [];
    const tongues = tonguesOf(tongue);
    for (let at = 0; at < tokens.length; at++)
      for (const one of tongues)
        for (const { concept, thing } of this.#doneBy(tokens[at]?.word ?? '', one)) {
          const found = thingBeside(tokens, text, at, thing, one);
          if (found !== undefined) uses.push({ concept, at: Math.min(at, found), end: Math.max(at, found) + 1 });
        }
    return uses;
  }
}

const mostKnown = 50_000;
const nothing: readonly Deed[] = [];
const all = deedsByTongue.map((_, at) => at);
const romance = [spanish, spanish + 1];
const tonguesOf = (tongue: number | undefined) => (tongue === undefined ? all : tongue < spanish ? [tongue] : romance);

/** The noun of the deed and the thing it is done to. */
function partsOf(words: readonly string[], tongue: number): readonly (readonly [string, string])[] {
  const [first = '', second = '', third = ''] = words;
  if (words.length === 3 && ofIt.has(second)) return [[first, third]];
  if (words.length === 1 && tongue === german) return splitsOf(first);
  if (words.length !== 2) return [];
  return tongue === english ? [[second, first], ...(first.endsWith('ing') ? [[first, second] as const] : [])] : [];
}

/** Every way to part a compound: those that part it wrongly name no deed that anybody does. */
function splitsOf(word: string): (readonly [string, string])[] {
  if (!heads.test(word)) return [];
  const places = Array.from(
    { length: Math.max(0, word.length - shortestDeed - shortestThing + 1) },
    (_, n) => n + shortestThing,
  );
  return places.flatMap((at): (readonly [string, string])[] => {
    const [thing, deed] = [word.slice(0, at), word.slice(at)];
    const bare = thing.replace(joint, '');
    return bare === thing
      ? [[deed, thing]]
      : [
          [deed, thing],
          [deed, bare],
        ];
  });
}

const farthest = 4;
const farthestBefore = 6;
/** What parts a deed from what it was done for, with or in. */
const parts =
  /^(?:for|with|in|at|to|from|of|by|on|as|per|via|about|und|mit|fur|bei|von|als|im|zu|zum|zur|an|auf|con|en|para|por|como|de|del|com|em|no|na|nos|nas|do|da|dos|das|ao|pelo|pela)$/;
/** Amounts and kinds: "500 litres of milk", "redes de computadores". */
const mayPass = /^(?:of|de|von)$/;

function thingBeside(
  tokens: readonly Token[],
  text: string,
  at: number,
  thing: string,
  tongue: number,
): number | undefined {
  return (
    found(tokens, text, at, thing, tongue, 1) ??
    (tongue === german ? found(tokens, text, at, thing, tongue, -1) : undefined)
  );
}

function found(
  tokens: readonly Token[],
  text: string,
  at: number,
  thing: string,
  tongue: number,
  by: 1 | -1,
): number | undefined {
  // German says all of it before the deed: "Touren für 20 Fahrzeuge geplant".
  const isBefore = by === -1;
  const last = at + by * (isBefore ? farthestBefore : farthest);
  for (let place = at + by; place !== last + by; place += by) {
    const [token, before] = [tokens[place], tokens[place - by]];
    if (token === undefined || before === undefined) return undefined;
    const between = isBefore ? text.slice(token.to, before.from) : text.slice(before.to, token.from);
    if (between !== ' ' && /[.;:()!?]/.test(between)) return undefined;
    if (isThing(thing, token.word, tongue)) return isPair(before.word, place - at) ? undefined : place;
    if (!isBefore && parts.test(token.word) && !mayPass.test(token.word)) return undefined;
  }
  return undefined;
}

/** "Building and maintaining": two deeds, and neither is done to the other. */
const isPair = (before: string, apart: number) => apart === 2 && /^(?:and|or|und|oder|y|o|e|ou)$/.test(before);

/** "Wund" of "Wundversorgung" is "Wunden". */
function isThing(thing: string, word: string, tongue: number): boolean {
  if (thing.charCodeAt(0) !== word.charCodeAt(0)) return false;
  if (sameWord(thing, word)) return true;
  return tongue === german && word.startsWith(thing) && /^(?:e|n|en|er|s|es|ern)$/.test(word.slice(thing.length));
}
