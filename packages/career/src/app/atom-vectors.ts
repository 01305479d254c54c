import { createHash } from 'node:crypto';
import type { ExperienceAtom } from '../domain/atom.js';
import { InMemoryVectorIndex, type VectorHit } from '../match/vector-index.js';
import type { CareerStore } from '../store/career-store.js';
import { loadTaxonomyTable } from '../taxonomy/load.js';
import type { TaxonomyTable } from '../taxonomy/table.js';

/** Loaded once per process, and only when something asks for meaning. */
let table: TaxonomyTable | undefined;

export function taxonomyTable(): TaxonomyTable {
  table ??= loadTaxonomyTable();
  return table;
}

/**
 * Vectors of the verified atoms, made when they are asked for and kept as long as the atom's text stays the same. There
 * is no index that could be empty or stale without anybody noticing.
 */
export class AtomVectors {
  readonly #store: CareerStore;
  readonly #known = new Map<string, Float32Array>();

  constructor(store: CareerStore) {
    this.#store = store;
  }

  nearest(text: string, k: number): VectorHit[] {
    const index = new InMemoryVectorIndex();
    for (const atom of this.#store.atoms()) if (atom.verified) index.upsert(atom.atom_id, this.#vectorOf(atom));
    return index.query(taxonomyTable().embed(text), k);
  }

  #vectorOf(atom: ExperienceAtom): Float32Array {
    const text = [atom.title, atom.claim, atom.tags.join(' ')].join('\n');
    const key = createHash('sha256').update(text).digest('base64');
    const vector = this.#known.get(key) ?? taxonomyTable().embed(text);
    this.#known.set(key, vector);
    return vector;
  }
}
