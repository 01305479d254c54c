import type { SqliteDatabase } from '@quadrivium/ledger';
import { ExperienceAtom } from '../domain/atom.js';
import { type Opportunity, StoredOpportunity } from '../domain/opportunity.js';
import { sha256Of } from './hash.js';

/**
 * What decisions rested on, by its hash: the opportunity and the atoms as they were. Whatever is added, edited or replaced
 * later, a decision can be computed again from here. Each version of a thing is kept once, however many decisions used it.
 */
export class KeptInputs {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  keep(opportunity: Opportunity, atoms: readonly ExperienceAtom[], atomsSha256: string): void {
    this.keepValue(opportunity);
    if (this.#get(atomsSha256) !== undefined) return;
    const members = atoms.map((atom) => ({ sha256: sha256Of(atom), atom }));
    for (const { sha256, atom } of members) this.#put(sha256, atom);
    this.#put(
      atomsSha256,
      members.map((one) => one.sha256),
    );
  }

  /** Keeps a version of something under its hash. */
  keepValue(value: unknown): void {
    this.#put(sha256Of(value), value);
  }

  value(sha256: string): unknown {
    return this.#get(sha256);
  }

  opportunity(sha256: string): Opportunity | undefined {
    const body = this.#get(sha256);
    return body === undefined ? undefined : StoredOpportunity.parse(body);
  }

  /** Undefined for a decision made before its inputs were kept. */
  atoms(atomsSha256: string): ExperienceAtom[] | undefined {
    const members = this.#get(atomsSha256) as string[] | undefined;
    return members?.map((sha256) => ExperienceAtom.parse(this.#get(sha256)));
  }

  #put(sha256: string, value: unknown): void {
    this.#database.prepare('INSERT OR IGNORE INTO career_kept VALUES (?, ?)').run(sha256, JSON.stringify(value));
  }

  #get(sha256: string): unknown {
    const row = this.#database.prepare('SELECT body FROM career_kept WHERE sha256 = ?').get(sha256);
    return row && JSON.parse(String(row.body));
  }
}
