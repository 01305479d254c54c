/** The vocabulary as something to look texts up in: which concepts a run of words names, and how concepts are related. */
import { differInEnding, isOtherGender, stemIn, tongueCount } from '../domain/stems.js';
import { type Token, tokensOf } from '../domain/tokens.js';
import { DeedIndex } from './deed-index.js';
import { peopleWords } from './people-words.js';
import { type Field, membersOfFields, saidOtherwise, vocabulary } from './vocabulary/index.js';

export interface Concept {
  readonly name: string;
  /** In English, as listed. */
  readonly names: readonly string[];
  readonly field: Field;
  readonly credential: boolean;
  readonly broader: readonly string[];
  /** Those of `broader` whose other kinds are related to this one. */
  readonly related: readonly string[];
}

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

/** A concept found in a text: words `at` up to `end` name it. */
export interface PhraseUse {
  readonly concept: Concept;
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

export class VocabularyBook {
  readonly #concepts = new Map<string, Concept>();
  /** By language, then by the beginning of the first word, then by that word: stems are asked for where they may decide. */
  readonly #phrases: readonly Map<string, Map<string, Phrase[]>>[];
  /** By language, what a word of a text may open. */
  readonly #opened: readonly Map<string, readonly Phrase[]>[];
  #count = 0;
  readonly #deeds = new DeedIndex();
  readonly #narrower = new Map<string, Set<string>>();

  constructor() {
    this.#phrases = Array.from({ length: tongueCount }, () => new Map());
    this.#opened = Array.from({ length: tongueCount }, () => new Map());
    for (const field of Object.keys(vocabulary) as Field[]) {
      for (const line of vocabulary[field].split('\n')) if (line.includes('|')) this.#readLine(line, field);
    }
    for (const line of saidOtherwise.split('\n')) if (line.includes('|')) this.#readOtherNames(line);
    for (const [kind, members] of Object.entries(membersOfFields))
      for (const name of members) this.#addKind(name, kind);
  }

  #addKind(name: string, kind: string): void {
    const concept = this.#concepts.get(name);
    if (concept === undefined) throw new Error(`"${name}" is a kind of "${kind}", and has no line of its own.`);
    this.#concepts.set(name, { ...concept, broader: [...concept.broader, kind] });
    this.#narrower.set(kind, (this.#narrower.get(kind) ?? new Set()).add(name));
  }

  #readOtherNames(line: string): void {
    const [name = '', naming = ''] = line.split(': ');
    if (!this.#concepts.has(name)) throw new Error(`"${name}" has other names, and no line of its own.`);
    naming.split('|').forEach((column, tongue) => {
      for (const phrase of names(column)) this.#addPhrase(phrase, name, tongue);
    });
  }

  #readLine(line: string, field: Field): void {
    const [naming = '', above = ''] = line.split('>');
    const columns = naming.split('|').map(names);
    const products = columns.flatMap((column) => column.filter((one) => one.startsWith('*')));
    if (products.length > 0) this.#splitOff(line, products, columns[0]?.[0] ?? '', field);
    else this.#readConcept(columns, above, field);
  }

  /** A product is a concept of its own, under the names it has in any language. */
  #splitOff(line: string, products: readonly string[], first: string, field: Field): void {
    const kind = first.replace(/^[\^!=]+/, '');
    const [naming = '', above = ''] = line.split('>');
    const rest = naming.split('|').map((column) => names(column).filter((one) => !products.includes(one)));
    this.#readConcept(rest, above, field);
    for (const product of new Set(products)) this.#readConcept([[product.slice(1)]], `~${kind}`, field);
  }

  #readConcept(columns: readonly (readonly string[])[], above: string, field: Field): void {
    const kinds = names(above);
    const first = columns[0]?.[0] ?? '';
    const name = first.replace(/^[\^!=]+/, '');
    const broader = kinds.map((kind) => kind.replace(/^~/, ''));
    const related = kinds.filter((kind) => kind.startsWith('~')).map((kind) => kind.slice(1));
    const credential = first.startsWith('^') || (columns[0] ?? []).some((one) => one.startsWith('^'));
    const listed = (columns[0] ?? []).map((one) => one.replace(/^[\^!=]+/, ''));
    this.#concepts.set(name, { name, names: listed, field, credential, broader, related });
    for (const kind of broader) this.#narrower.set(kind, (this.#narrower.get(kind) ?? new Set()).add(name));
    columns.slice(0, tongueCount).forEach((phrases, tongue) => {
      for (const phrase of phrases) this.#addPhrase(phrase, name, tongue);
    });
  }

  #addPhrase(marked: string, concept: string, tongue: number): void {
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
    if (marks === '' && this.#concepts.get(concept)?.credential !== true && words.every(({ is }) => is === 'word'))
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

  concept(name: string): Concept | undefined {
    return this.#concepts.get(name);
  }

  get concepts(): Iterable<Concept> {
    return this.#concepts.values();
  }

  /** Longest names first, left to right; words inside a longer name name nothing by themselves. */
  usesIn(tokens: readonly Token[], tongue?: number): PhraseUse[] {
    const uses: PhraseUse[] = [];
    for (let at = 0; at < tokens.length; ) {
      const found = this.#usesAt(tokens, at, tongue);
      uses.push(...found);
      at = found.length === 0 ? at + 1 : Math.max(at + 1, plainEnd(found, at));
    }
    return uses;
  }

  #usesAt(tokens: readonly Token[], at: number, written: number | undefined): PhraseUse[] {
    const word = tokens[at]?.word ?? '';
    let best: PhraseUse[] = [];
    for (let tongue = 0; tongue < tongueCount; tongue++) {
      if (!mayStandIn(tongue, written)) continue;
      const strict = tongue > 0 && written === undefined;
      for (const phrase of this.#openedBy(word, tongue)) {
        const end = endOf(phrase, tokens, at, strict);
        const concept = end === undefined ? undefined : this.#concepts.get(phrase.concept);
        if (end === undefined || concept === undefined) continue;
        const longest = best[0]?.end ?? 0;
        const use = { concept, at, end, ambiguous: phrase.ambiguous };
        if (end > longest) best = [use];
        else if (end === longest && !best.some((one) => one.concept.name === concept.name)) best.push(use);
      }
    }
    return best;
  }

  /** Concepts that a text names by what was done: "pruned old apple trees". */
  deedsIn(tokens: readonly Token[], text: string, tongue?: number): PhraseUse[] {
    return this.#deeds.usesIn(tokens, text, tongue).flatMap(({ concept: name, at, end }) => {
      const concept = this.#concepts.get(name);
      return concept === undefined ? [] : [{ concept, at, end, ambiguous: false }];
    });
  }

  /** Whether these words have another everyday meaning. */
  isAmbiguous(words: string): boolean {
    return this.usesIn(tokensOf(words)).some(({ ambiguous }) => ambiguous);
  }

  /** The languages in which these words name the concept, by their places; English names are used in all of them. */
  tonguesOf(words: string, concept: string): readonly number[] {
    const tokens = tokensOf(words);
    return this.#phrases.flatMap((_, tongue) =>
      this.usesIn(tokens, tongue).some((use) => use.concept.name === concept) ? [tongue] : [],
    );
  }

  /** How many steps up from one concept to another that contains it; undefined when it does not. */
  stepsUp(from: string, to: string): number | undefined {
    return this.upwards(from).get(to);
  }

  readonly #upwards = new Map<string, ReadonlyMap<string, number>>();

  upwards(from: string): ReadonlyMap<string, number> {
    const kept = this.#upwards.get(from);
    if (kept) return kept;
    const steps = new Map([[from, 0]]);
    for (const [name, distance] of steps) {
      for (const next of this.#concepts.get(name)?.broader ?? []) if (!steps.has(next)) steps.set(next, distance + 1);
    }
    this.#upwards.set(from, steps);
    return steps;
  }

  /** Concepts of the same kind, where that kind says its members are alike. */
  siblings(name: string): readonly string[] {
    const kinds = this.#concepts.get(name)?.related ?? [];
    return kinds.flatMap((kind) =>
      [...(this.#narrower.get(kind) ?? [])].filter(
        (other) => other !== name && this.#concepts.get(other)?.related.includes(kind),
      ),
    );
  }
}

/** Where to go on looking: behind the name. */
function plainEnd(uses: readonly PhraseUse[], at: number): number {
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
    while (skipped < gap && !fits(part, phrase, tokens[position + skipped], strict)) skipped += 1;
    if (!fits(part, phrase, tokens[position + skipped], strict)) return undefined;
    position += skipped + 1;
    gap = 0;
  }
  return position;
}

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
  return !exact && differInEnding(word, token) && stemIn(word, tongue) === stemIn(token, tongue);
}

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
