import type { SqliteDatabase } from '@quadrivium/ledger';

export interface StoredVector {
  readonly sourceHash: string;
  readonly vector: Float32Array;
}

/** Vectors by type-tagged key (`atom:a-1`); a vector made from other words or by another provider does not count. */
export interface VectorStore {
  get(key: string): StoredVector | undefined;
  put(key: string, stored: StoredVector): void;
}

export const vectorBackends = ['inmemory', 'sqlite'] as const;
export type VectorBackend = (typeof vectorBackends)[number];

export function vectorStore(backend: VectorBackend, database: SqliteDatabase, provider: string): VectorStore {
  return backend === 'sqlite' ? new SqliteVectorStore(database, provider) : new InMemoryVectorStore();
}

class InMemoryVectorStore implements VectorStore {
  readonly #vectors = new Map<string, StoredVector>();
  get(key: string): StoredVector | undefined {
    return this.#vectors.get(key);
  }
  put(key: string, stored: StoredVector): void {
    this.#vectors.set(key, stored);
  }
}

class SqliteVectorStore implements VectorStore {
  readonly #database: SqliteDatabase;
  readonly #provider: string;

  constructor(database: SqliteDatabase, provider: string) {
    this.#database = database;
    this.#provider = provider;
  }

  get(key: string): StoredVector | undefined {
    const row = this.#database
      .prepare('SELECT source_hash, vector FROM career_vectors WHERE key = ? AND provider = ?')
      .get(key, this.#provider);
    if (row === undefined) return undefined;
    const bytes = Uint8Array.from(row.vector as Uint8Array);
    return { sourceHash: String(row.source_hash), vector: new Float32Array(bytes.buffer) };
  }

  put(key: string, { sourceHash, vector }: StoredVector): void {
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    this.#database
      .prepare('INSERT OR REPLACE INTO career_vectors (key, provider, source_hash, vector) VALUES (?, ?, ?, ?)')
      .run(key, this.#provider, sourceHash, bytes);
  }
}
