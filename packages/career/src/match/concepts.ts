import { rawWords, stem } from '../domain/words.js';
import { linesOf } from '../taxonomy/artefacts.js';

/** A concept found in a text: the words that named it, and where they stand among the text's words. */
export interface ConceptUse {
  readonly concept: string;
  readonly words: readonly string[];
  readonly at: number;
}

const longestPhrase = 4;

/** Phrases are compared stem by stem, so that "building pipelines" and "build pipeline" are one phrase. */
function phraseKey(stems: readonly string[]): string {
  return stems.join(' ');
}

export class ConceptBook {
  readonly #byPhrase = new Map<string, string>();
  /** First words of all phrases: most words of a text open none. */
  readonly #openers = new Set<string>();
  readonly #broader = new Map<string, readonly string[]>();

  constructor(lines: readonly string[] = linesOf('concepts.txt')) {
    for (const line of lines) this.#readLine(line);
  }

  #readLine(line: string): void {
    const [naming = '', broader = ''] = line.split('>');
    const [name = '', others = ''] = naming.split('|').map((part) => part.trim());
    if (name === '') return;
    this.#broader.set(name, splitNames(broader));
    for (const phrase of [name, ...splitNames(others)]) {
      const key = phraseKey(rawWords(phrase).map(stem));
      if (!this.#byPhrase.has(key)) this.#byPhrase.set(key, name);
      this.#openers.add(key.split(' ')[0] ?? '');
    }
  }

  /** Longest names first, left to right, no word used twice. */
  usesIn(text: string): ConceptUse[] {
    const words = rawWords(text);
    const stems = words.map(stem);
    const uses: ConceptUse[] = [];
    for (let at = 0; at < words.length; ) {
      const use = this.#useAt(words, stems, at);
      if (use) uses.push(use);
      at += use ? use.words.length : 1;
    }
    return uses;
  }

  #useAt(words: readonly string[], stems: readonly string[], at: number): ConceptUse | undefined {
    if (!this.#openers.has(stems[at] ?? '')) return undefined;
    for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
      const concept = this.#byPhrase.get(phraseKey(stems.slice(at, at + length)));
      if (concept) return { concept, words: words.slice(at, at + length), at };
    }
    return undefined;
  }

  /** A concept and everything above it, each with the least number of steps. */
  upwards(from: string): ReadonlyMap<string, number> {
    const steps = new Map([[from, 0]]);
    for (const [concept, distance] of steps) {
      for (const next of this.#broader.get(concept) ?? []) if (!steps.has(next)) steps.set(next, distance + 1);
    }
    return steps;
  }

  /** The shortest way from a concept up to a broader one, both ends included; undefined when there is none. */
  pathUp(from: string, to: string): readonly string[] | undefined {
    const paths: string[][] = [[from]];
    const seen = new Set([from]);
    for (const path of paths) {
      const last = path.at(-1) ?? from;
      if (last === to) return path;
      for (const next of this.#broader.get(last) ?? []) {
        if (!seen.has(next)) paths.push([...path, next]);
        seen.add(next);
      }
    }
    return undefined;
  }
}

function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
