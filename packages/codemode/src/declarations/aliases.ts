import { typeName } from '../identifiers.js';

/**
 * The named types of one tool. A name is given to what refers to itself and to what is used more than once.
 *
 * TypeScript refuses an alias that leads to itself without an object or an array in between. `leads` remembers which
 * alias names which other in such an open place, so that the one step that would close a circle can be left out.
 */
export class Aliases {
  readonly #suffix: string;
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #leads = new Map<string, Set<string>>();

  constructor(suffix: string) {
    this.#suffix = suffix;
  }

  /** The name for a part of the schema; two parts never share one. */
  nameFor(key: string, wish: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    const base = `${typeName(wish)}${this.#suffix}`;
    let name = base;
    for (let n = 2; taken.has(name) || RESERVED.has(name); n += 1) name = `${base}_${n}`;
    this.#names.set(key, name);
    return name;
  }

  started(name: string): boolean {
    return this.#texts.has(name);
  }

  start(name: string): void {
    this.#texts.set(name, 'unknown');
  }

  finish(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  /** Notes that `from` names `to` in an open place; false when that would close a circle. */
  lead(from: string, to: string): boolean {
    if (from === to || this.#reaches(to, from, new Set())) return false;
    this.#leads.set(from, (this.#leads.get(from) ?? new Set()).add(to));
    return true;
  }

  #reaches(from: string, to: string, seen: Set<string>): boolean {
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(this.#leads.get(from) ?? [])].some((next) => next === to || this.#reaches(next, to, seen));
  }

  declarations(): ReadonlyMap<string, string> {
    return this.#texts;
  }
}

/** Names that the declarations themselves and the language use. */
const RESERVED = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...['Tool', 'ToolError', 'RawResult', 'ContentPart', 'Record', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit'],
  ...['Exclude', 'Extract', 'NonNullable', 'Parameters', 'ReturnType', 'InstanceType', 'Awaited', 'PropertyKey'],
  ...['Uppercase', 'Lowercase', 'Capitalize', 'Uncapitalize', 'NoInfer', 'ThisType', 'ArrayLike', 'PromiseLike'],
  ...[
    'Iterable',
    'AsyncIterable',
    'AsyncIterator',
    'Generator',
    'AsyncGenerator',
    'PropertyDescriptor',
    'TypedPropertyDescriptor',
  ],
]);
