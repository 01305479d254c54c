import { isObject, type JsonObject } from '../../essentials/is-object.js';

/** What checking against a schema costs, as far as the schema alone can tell. */
export interface SchemaCost {
  /** Members of the schema with every reference written out; infinite when it refers to itself. */
  readonly members: number;
  /** Whether members of a list are compared with each other. */
  readonly compares: boolean;
}

/** Words for people; no check reads them. */
const WORDS = new Set(['description', 'title', 'default', 'examples', '$comment', '$schema', '$id', 'deprecated']);
const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * Writes out the references of a schema in numbers only: a tree of sixteen small definitions, each of which refers to the
 * next one twice, has 65,536 leaves, and takes as long to check as if somebody had written them down.
 */
export function schemaCost(schema: JsonObject): SchemaCost {
  const counter = new Counter(schema);
  return { members: counter.membersOf(schema), compares: counter.compares };
}

class Counter {
  compares = false;
  readonly #root: JsonObject;
  readonly #known = new Map<object, number>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** Recursion is bounded: schemas beyond the bounds of depth are refused before, and each member is counted once. */
  membersOf(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 1;
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#known.set(node, Number.POSITIVE_INFINITY); // Whoever meets it again before it is counted goes in a circle.
    let sum = 1;
    for (const [name, value] of Object.entries(node)) if (!WORDS.has(name)) sum += this.#member(name, value);
    this.#known.set(node, sum);
    return sum;
  }

  #member(name: string, value: unknown): number {
    if (name === 'uniqueItems' && value === true) this.compares = true;
    if (REFERENCES.has(name) && typeof value === 'string')
      return name === '$ref' ? this.membersOf(this.#target(value)) : Number.POSITIVE_INFINITY;
    return this.membersOf(value);
  }

  /** What a reference within the schema points to; one that leads elsewhere cannot be used anyway. */
  #target(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined;
    let at: unknown = this.#root;
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = unescaped(step);
      at = isObject(at) && Object.hasOwn(at, name) ? at[name] : Array.isArray(at) ? at[Number(name)] : undefined;
    }
    return at;
  }
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
