/** Names of concepts by the words that open them: which of them a run of words is. */
import { differInEnding, isOtherGender, isThingOfTrade, stemIn, tongueCount } from '../domain/stems.js';
import { type Token, tokensOf } from '../domain/tokens.js';
import { DeedIndex, type DeedUse } from './deed-index.js';
import { peopleWords } from './people-words.js';

interface PhraseWord {
  readonly word: string;
  readonly is: 'word' | 'gap' | 'class';
}

interface Phrase {
  readonly concept: string;
  readonly tongue: number;
  readonly words: readonly PhraseWord[];
  readonly said: string;
  /** Its place among all phrases. */
  readonly at: number;
  readonly exact: boolean;
  readonly ambiguous: boolean;
}

/** Words `at` up to `end` name the concept. */
export interface PhraseFound {
  readonly concept: string;
  readonly at: number;
  readonly end: number;
  /** The words mean something else elsewhere; whoever reads the text decides. */
  readonly ambiguous: boolean;
}

const longestGap = 3;
const mostOpened = 100_000;
const nothing: readonly Phrase[] = [];

/** Forms of one word begin alike. */
const beginningOf = (word: string) => word.slice(0, 3);

export class PhraseIndex {
  /** By language, then by the beginning of the first word, then by that word: stems are asked for where they may decide. */
  readonly #phrases = Array.from({ length: tongueCount }, () => new Map<string, Map<string, Phrase[]>>());
  /** By language, what a word of a text may open. */
  readonly #opened = Array.from({ length: tongueCount }, () => new Map<string, readonly Phrase[]>());
  #count = 0;
  readonly #deeds = new DeedIndex();

  /** A name as it is listed, with its marks; of names that may be deeds, what is done to what is kept too. */
  add(marked: string, concept: string, tongue: number, mayBeDeed: boolean): void {
    const marks = /^[\^!=]*/.exec(marked)?.[0] ?? '';
    const words = marked
      .slice(marks.length)
      .split(/\s+/)
      .flatMap((part): PhraseWord[] => {
        if (part === '_') return [{ word: '', is: 'gap' }];
        if (part.startsWith('@')) return [{ word: part.slice(1), is: 'class' }];
        return /^[a-z]{1,9}$/.test(part)
          ? [{ word: part, is: 'word' }]
          : tokensOf(part).map(({ word }) => ({ word, is: 'word' }));
      });
    while (words.at(-1)?.is === 'gap') words.pop();
    const [first] = words;
    if (first === undefined) return;
    const list = this.#listOf(first.word, tongue);
    const said = words.map(({ word }) => word).join(' ');
    const same = list.findIndex((other) => other.concept === concept && other.said === said);
    if (same >= 0) list.splice(same, 1);
    const at = this.#count++;
    if (marks === '' && mayBeDeed && words.every(({ is }) => is === 'word'))
      this.#deeds.add(
        concept,
        words.map(({ word }) => word),
        tongue,
      );
    list.push({ concept, tongue, words, said, at, exact: marks.includes('='), ambiguous: marks.includes('!') });
  }

  #listOf(opener: string, tongue: number): Phrase[] {
    const byWord = this.#phrases[tongue]?.get(beginningOf(opener)) ?? new Map<string, Phrase[]>();
    this.#phrases[tongue]?.set(beginningOf(opener), byWord);
    const list = byWord.get(opener) ?? [];
    byWord.set(opener, list);
    return list;
  }

  /** In the order of the vocabulary. */
  #openedBy(word: string, tongue: number): readonly Phrase[] {
    const kept = this.#opened[tongue]?.get(word);
    if (kept !== undefined) return kept;
    const near = [...(this.#phrases[tongue]?.get(beginningOf(word)) ?? [])];
    const opened = near.filter(([first]) => fitsWord(first, word, tongue, false)).flatMap(([, phrases]) => phrases);
    const sorted = opened.length === 0 ? nothing : opened.sort((a, b) => a.at - b.at);
    if ((this.#opened[tongue]?.size ?? 0) < mostOpened) this.#opened[tongue]?.set(word, sorted);
    return sorted;
  }

  /** Longest names first, left to right; words inside a longer name name nothing by themselves. */
  usesIn(tokens: readonly Token[], tongue?: number): PhraseFound[] {
    const uses: PhraseFound[] = [];
    for (let at = 0; at < tokens.length; ) {
      const found = this.#usesAt(tokens, at, tongue);
      uses.push(...found);
      at = found.length === 0 ? at + 1 : Math.max(at + 1, plainEnd(found, at));
    }
    return uses;
  }

  #usesAt(tokens: readonly Token[], at: number, written: number | undefined): PhraseFound[] {
    const word = tokens[at]?.word ?? '';
    let best: PhraseFound[] = [];
    for (let tongue = 0; tongue < tongueCount; tongue++) {
      if (!mayStandIn(tongue, written)) continue;
      const strict = tongue > 0 && written === undefined;
      for (const phrase of this.#openedBy(word, tongue)) {
        const end = endOf(phrase, tokens, at, strict);
        if (end === undefined) continue;
        const longest = best[0]?.end ?? 0;
        const use = { concept: phrase.concept, at, end, ambiguous: phrase.ambiguous };
        if (end > longest) best = [use];
        else if (end === longest && !best.some((one) => one.concept === phrase.concept)) best.push(use);
      }
    }
    return best;
  }

  /** Concepts that a text names by what was done: "pruned old apple trees". */
  deedsIn(tokens: readonly Token[], text: string, tongue?: number): DeedUse[] {
    return this.#deeds.usesIn(tokens, text, tongue);
  }
}

/** Where to go on looking: behind the name. */
function plainEnd(uses: readonly PhraseFound[], at: number): number {
  return Math.max(...uses.map(({ end }) => end), at + 1);
}

/** English names are used in every language; Spanish and Portuguese are too close to be told apart by a line. */
function mayStandIn(tongue: number, written: number | undefined): boolean {
  return written === undefined || tongue === 0 || tongue === written || (tongue > 1 && written > 1);
}

/** Where the phrase ends when it stands at this place. Asked for every word of every claim, so it makes no garbage. */
function endOf(phrase: Phrase, tokens: readonly Token[], at: number, strict: boolean): number | undefined {
  let position = at;
  let gap = 0;
  for (const part of phrase.words) {
    if (part.is === 'gap') {
      gap = longestGap;
      continue;
    }
    let skipped = 0;
    while (
      skipped < gap &&
      !fits(part, phrase, tokens[position + skipped], strict) &&
      isInOneBreath(tokens, position + skipped)
    )
      skipped += 1;
    if (!fits(part, phrase, tokens[position + skipped], strict)) return undefined;
    position += skipped + 1;
    gap = 0;
  }
  return position;
}

/** Nothing but a blank stands before the next word: "management (Ansible, Puppet or Chef)" manages no chefs. */
const isInOneBreath = (tokens: readonly Token[], at: number) =>
  (tokens[at + 1]?.from ?? 0) - (tokens[at]?.to ?? 0) === 1 && (tokens[at]?.from ?? 0) - (tokens[at - 1]?.to ?? 0) <= 1;

function fits({ word, is }: PhraseWord, { tongue, exact }: Phrase, token: Token | undefined, strict: boolean): boolean {
  if (token === undefined) return false;
  if (is === 'class') return peopleWords(word, token.word);
  if (word === token.word) return true;
  // "CPCS" is no plural of "CPC": short forms have no endings.
  return (
    fitsWord(word, token.word, tongue, exact || (strict && !tellsItsTongue.test(token.word))) && !isCapitals(token.raw)
  );
}

/** Where the language is not known, a short word may be one of several; nobody takes "Lokführerin" for English. */
const tellsItsTongue = /\p{L}{4}(?:er|ist|or|eur|ant|ent)in(?:nen)?$/u;

const isCapitals = (raw: string) => raw.length <= mostLettersOfShortForm && /^[A-Z]{2,}$/.test(raw);
const mostLettersOfShortForm = 5;

function fitsWord(word: string, token: string, tongue: number, exact: boolean): boolean {
  if (word === token) return true;
  if (tongue > 1 && isOtherGender(word, token)) return false;
  if (tongue === 0 && isThingOfTrade(word, token)) return false;
  return !exact && differInEnding(word, token) && stemIn(word, tongue) === stemIn(token, tongue);
}
