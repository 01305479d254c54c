import type { SqliteDatabase, SqliteRow } from '@quadrivium/ledger';
import { ExperienceAtom, ownProfile } from '../domain/atom.js';
import { Contact } from '../domain/contact.js';
import type { DecisionRecord } from '../domain/decision.js';
import { type Opportunity, StoredOpportunity } from '../domain/opportunity.js';
import { Profile } from '../domain/profile.js';
import type { StoredResume } from '../domain/resume.js';
import { KeptInputs } from './kept-inputs.js';
import { PlanStore } from './plan-store.js';
import { ensureCareerSchema } from './schema.js';
import { StoredDocuments } from './stored-documents.js';

interface Found<Entity> {
  readonly found: Entity[];
  readonly total: number;
}

interface Asked<Entity> {
  readonly table: string;
  readonly key: string;
  readonly words: readonly string[];
  readonly fits: (one: Entity) => boolean;
  readonly limit: number;
}

/** The entities of one job search, on one database file (or in memory). */
export class CareerStore {
  readonly database: SqliteDatabase;
  readonly kept: KeptInputs;
  readonly documents: StoredDocuments;
  readonly plan: PlanStore;

  constructor(database: SqliteDatabase) {
    this.database = database;
    ensureCareerSchema(database);
    this.kept = new KeptInputs(database);
    this.documents = new StoredDocuments(database);
    this.plan = new PlanStore(database);
  }

  putAtom(atom: ExperienceAtom): void {
    this.#run(
      'INSERT OR REPLACE INTO career_atoms VALUES (?, ?, ?)',
      atom.atom_id,
      atom.verified ? 1 : 0,
      JSON.stringify(atom),
    );
  }

  removeAtom(id: string): void {
    this.#run('DELETE FROM career_atoms WHERE atom_id = ?', id);
  }

  atom(id: string): ExperienceAtom | undefined {
    return this.#one(ExperienceAtom, 'SELECT body FROM career_atoms WHERE atom_id = ?', id);
  }

  /** The claims of one person, sorted by id: a match must never rest on what somebody else did. */
  atoms(profileId = ownProfile): ExperienceAtom[] {
    return this.allAtoms().filter((atom) => (atom.profile_id ?? ownProfile) === profileId);
  }

  allAtoms(): ExperienceAtom[] {
    return this.#many(ExperienceAtom, 'SELECT body FROM career_atoms ORDER BY atom_id');
  }

  putOpportunity(opportunity: Opportunity): void {
    const { opportunity_id } = opportunity;
    this.#run('INSERT OR REPLACE INTO career_opportunities VALUES (?, ?)', opportunity_id, JSON.stringify(opportunity));
  }

  opportunity(id: string): Opportunity | undefined {
    return this.#one(StoredOpportunity, 'SELECT body FROM career_opportunities WHERE opportunity_id = ?', id);
  }

  opportunities(): Opportunity[] {
    return this.#many(StoredOpportunity, 'SELECT body FROM career_opportunities ORDER BY opportunity_id');
  }

  /** The first that fit, of those that may say all the words, and how many fit. */
  findOpportunities(words: readonly string[], fits: (one: Opportunity) => boolean, limit: number): Found<Opportunity> {
    return this.#found(StoredOpportunity, { table: 'career_opportunities', key: 'opportunity_id', words, fits, limit });
  }

  findAtoms(words: readonly string[], fits: (one: ExperienceAtom) => boolean, limit: number): Found<ExperienceAtom> {
    return this.#found(ExperienceAtom, { table: 'career_atoms', key: 'atom_id', words, fits, limit });
  }

  /** Leaves the do-not-contact flag alone: the coordinator owns it. */
  putContact(contact: Contact): void {
    this.#run(
      'INSERT INTO career_contacts (contact_id, body) VALUES (?, ?) ON CONFLICT (contact_id) DO UPDATE SET body = excluded.body',
      contact.contact_id,
      JSON.stringify(contact),
    );
  }

  contact(id: string): Contact | undefined {
    return this.#one(Contact, 'SELECT body FROM career_contacts WHERE contact_id = ? AND body IS NOT NULL', id);
  }

  contacts(): Contact[] {
    return this.#many(Contact, 'SELECT body FROM career_contacts WHERE body IS NOT NULL ORDER BY contact_id');
  }

  putProfile(profile: Profile): void {
    this.#run('INSERT OR REPLACE INTO career_profiles VALUES (?, ?)', profile.profile_id, JSON.stringify(profile));
  }

  profile(id: string): Profile | undefined {
    return this.#one(Profile, 'SELECT body FROM career_profiles WHERE profile_id = ?', id);
  }

  profiles(): Profile[] {
    return this.#many(Profile, 'SELECT body FROM career_profiles ORDER BY profile_id');
  }

  removeProfile(id: string): void {
    this.#run('DELETE FROM career_profiles WHERE profile_id = ?', id);
  }

  putResume(resume: StoredResume): void {
    this.#run(
      'INSERT INTO career_resumes VALUES (?, ?, ?)',
      resume.resume_id,
      resume.resume_hash,
      JSON.stringify(resume),
    );
  }

  resume(id: string): StoredResume | undefined {
    return this.#json('SELECT body FROM career_resumes WHERE resume_id = ?', id);
  }

  resumeByHash(hash: string): StoredResume | undefined {
    return this.#json('SELECT body FROM career_resumes WHERE resume_hash = ?', hash);
  }

  resumes(): StoredResume[] {
    const rows = this.database.prepare('SELECT body FROM career_resumes ORDER BY resume_id').all();
    return rows.map((row) => bodyOf(row) as StoredResume);
  }

  removeResume(id: string): void {
    this.#run('DELETE FROM career_resumes WHERE resume_id = ?', id);
  }

  putDecision(decision: DecisionRecord, createdAt: string): void {
    const { decision_id, trace_id } = decision;
    this.#run(
      'INSERT INTO career_decisions VALUES (?, ?, ?, ?)',
      decision_id,
      trace_id,
      createdAt,
      JSON.stringify(decision),
    );
  }

  decision(id: string): DecisionRecord | undefined {
    return this.#json('SELECT body FROM career_decisions WHERE decision_id = ?', id);
  }

  decisions(traceId?: string): DecisionRecord[] {
    const rows =
      traceId === undefined
        ? this.database.prepare('SELECT body FROM career_decisions ORDER BY decision_id').all()
        : this.database
            .prepare('SELECT body FROM career_decisions WHERE trace_id = ? ORDER BY decision_id')
            .all(traceId);
    return rows.map((row) => JSON.parse(String(row.body)) as DecisionRecord);
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.database.prepare(sql).run(...values);
  }

  #one<Entity>(schema: { parse(value: unknown): Entity }, sql: string, id: string): Entity | undefined {
    const row = this.database.prepare(sql).get(id);
    return row && schema.parse(bodyOf(row));
  }

  #many<Entity>(schema: { parse(value: unknown): Entity }, sql: string): Entity[] {
    return this.database
      .prepare(sql)
      .all()
      .map((row) => schema.parse(bodyOf(row)));
  }

  /**
   * Of many thousand only those are parsed whose text has the words, and only those checked that are given back: what lies
   * here was checked when it was written. The database knows capitals of ASCII only, so other words are left to `fits`.
   */
  #found<Entity>(schema: { parse(value: unknown): Entity }, asked: Asked<Entity>): Found<Entity> {
    const { table, key, words, fits, limit } = asked;
    const plain = words.filter((word) => /^[\w-]+$/.test(word));
    const where = plain.length === 0 ? '' : `WHERE ${plain.map(() => 'instr(lower(body), ?) > 0').join(' AND ')}`;
    const rows = this.database.prepare(`SELECT body FROM ${table} ${where} ORDER BY ${key}`).all(...plain);
    const fitting = rows.map((row) => bodyOf(row) as Entity).filter(fits);
    return { found: fitting.slice(0, limit).map((one) => schema.parse(one)), total: fitting.length };
  }

  #json<Entity>(sql: string, id: string): Entity | undefined {
    const row = this.database.prepare(sql).get(id);
    return row && (bodyOf(row) as Entity);
  }
}

function bodyOf(row: SqliteRow): unknown {
  return JSON.parse(String(row.body));
}
