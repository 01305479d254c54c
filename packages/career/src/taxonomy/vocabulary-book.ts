/** The vocabulary as something to look texts up in: which concepts a run of words names, and how concepts are related. */
import { tongueCount } from '../domain/stems.js';
import { type Token, tokensOf } from '../domain/tokens.js';
import type { DeedUse } from './deed-index.js';
import { PhraseIndex } from './phrase-index.js';
import { conceptsOf, type Field, fields, membersOfFields, saidOtherwise, toldOnly } from './vocabulary.js';

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

/** A concept found in a text: words `at` up to `end` name it. */
export interface PhraseUse {
  readonly concept: Concept;
  readonly at: number;
  readonly end: number;
  /** The words mean something else elsewhere; whoever reads the text decides. */
  readonly ambiguous: boolean;
}

export class VocabularyBook {
  readonly #concepts = new Map<string, Concept>();
  readonly #names = new PhraseIndex();
  /** Asked of claims only: a posting that names one deed of a trade does not ask for all of the trade. */
  readonly #told = new PhraseIndex();
  readonly #narrower = new Map<string, Set<string>>();

  constructor() {
    for (const field of fields) for (const line of conceptsOf(field)) this.#readLine(line, field);
    for (const line of saidOtherwise()) this.#readOtherNames(line, this.#names);
    for (const line of toldOnly()) this.#readOtherNames(line, this.#told);
    for (const line of membersOfFields()) {
      const [kind = '', members = ''] = line.split(': ');
      for (const name of names(members)) this.#addKind(name, kind);
    }
  }

  #addKind(name: string, kind: string): void {
    const concept = this.#concepts.get(name);
    if (concept === undefined) throw new Error(`"${name}" is a kind of "${kind}", and has no line of its own.`);
    this.#concepts.set(name, { ...concept, broader: [...concept.broader, kind] });
    this.#narrower.set(kind, (this.#narrower.get(kind) ?? new Set()).add(name));
  }

  #readOtherNames(line: string, index: PhraseIndex): void {
    const [name = '', naming = ''] = line.split(': ');
    if (!this.#concepts.has(name)) throw new Error(`"${name}" has other names, and no line of its own.`);
    naming.split('|').forEach((column, tongue) => {
      for (const phrase of names(column)) this.#add(index, phrase, name, tongue);
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
      for (const phrase of phrases) this.#add(this.#names, phrase, name, tongue);
    });
  }

  #add(index: PhraseIndex, phrase: string, concept: string, tongue: number): void {
    index.add(phrase, concept, tongue, this.#concepts.get(concept)?.credential !== true);
  }

  concept(name: string): Concept | undefined {
    return this.#concepts.get(name);
  }

  get concepts(): Iterable<Concept> {
    return this.#concepts.values();
  }

  /** Longest names first, left to right; words inside a longer name name nothing by themselves. */
  usesIn(tokens: readonly Token[], tongue?: number): PhraseUse[] {
    return this.#meaning(this.#names.usesIn(tokens, tongue));
  }

  /** Concepts that a text names by what was done: "pruned old apple trees". */
  deedsIn(tokens: readonly Token[], text: string, tongue?: number): PhraseUse[] {
    return this.#meaning(this.#names.deedsIn(tokens, text, tongue));
  }

  /** Concepts that somebody tells of without their names: who "cashed up every evening" handled cash, and is not asked for it so. */
  toldIn(tokens: readonly Token[], text: string, tongue?: number): PhraseUse[] {
    return this.#meaning([...this.#told.usesIn(tokens, tongue), ...this.#told.deedsIn(tokens, text, tongue)]);
  }

  #meaning(found: readonly (DeedUse & { readonly ambiguous?: boolean })[]): PhraseUse[] {
    return found.flatMap(({ concept: name, at, end, ambiguous = false }) => {
      const concept = this.#concepts.get(name);
      return concept === undefined ? [] : [{ concept, at, end, ambiguous }];
    });
  }

  /** Whether these words have another everyday meaning. */
  isAmbiguous(words: string): boolean {
    return this.usesIn(tokensOf(words)).some(({ ambiguous }) => ambiguous);
  }

  /** The languages in which these words name the concept, by their places; English names are used in all of them. */
  tonguesOf(words: string, concept: string): readonly number[] {
    const tokens = tokensOf(words);
    return Array.from({ length: tongueCount }).flatMap((_, tongue) =>
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

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
