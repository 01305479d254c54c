import { createHash } from 'node:crypto';
import type { ExperienceAtom } from '../domain/atom.js';
import { InMemoryVectorIndex, type VectorHit } from '../match/vector-index.js';
import type { VectorStore } from '../store/vector-store.js';
import { loadTaxonomyTable } from '../taxonomy/load.js';
import type { TaxonomyTable } from '../taxonomy/table.js';

/** Loaded once per process, and only when something asks for meaning. */
let table: TaxonomyTable | undefined;

export function taxonomyTable(): TaxonomyTable {
  table ??= loadTaxonomyTable();
  return table;
}

export const embeddingProvider = 'taxonomy-lsa-200@1';

export type Indexed = 'indexed' | 'stale' | 'skipped';

/**
 * Vectors of texts, made when they are asked for and kept as long as the text stays the same. There is no index that
 * could be empty or stale without anybody noticing: asking for a match fills what is missing.
 */
export class TextVectors {
  readonly #vectors: VectorStore;

  constructor(vectors: VectorStore) {
    this.#vectors = vectors;
  }

  /** Only verified atoms can be found: an unverified claim must never carry a match. */
  nearest(atoms: readonly ExperienceAtom[], text: string, k: number): VectorHit[] {
    const index = new InMemoryVectorIndex();
    for (const atom of atoms) {
      if (atom.verified) index.upsert(atom.atom_id, this.#vectorOf(`atom:${atom.atom_id}`, atomText(atom)));
    }
    return index.query(taxonomyTable().embed(text), k);
  }

  /** Makes sure the vector of a text is stored, and says whether it was new, out of date, or there already. */
  ensure(key: string, text: string): Indexed {
    const known = this.#vectors.get(key);
    if (known?.sourceHash === hashOf(text)) return 'skipped';
    this.#vectorOf(key, text);
    return known === undefined ? 'indexed' : 'stale';
  }

  #vectorOf(key: string, text: string): Float32Array {
    const sourceHash = hashOf(text);
    const known = this.#vectors.get(key);
    if (known?.sourceHash === sourceHash) return known.vector;
    const vector = taxonomyTable().embed(text);
    this.#vectors.put(key, { sourceHash, vector });
    return vector;
  }
}

export function atomText(atom: ExperienceAtom): string {
  return [atom.title, atom.claim, atom.tags.join(' ')].join('\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
