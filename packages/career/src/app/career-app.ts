/**
 * Everything a front end (MCP server, command line, console) works with. Use cases are functions over this; they hold
 * the rules, front ends only translate.
 */
import { type Actor, openSqlite } from '@quadrivium/ledger';
import { AuditLog } from '../audit/audit-log.js';
import type { ExperienceAtom } from '../domain/atom.js';
import { realSurroundings, type Surroundings } from '../domain/surroundings.js';
import type { Coordinator } from '../interaction/coordinator.js';
import { RedisCoordinator } from '../interaction/redis-coordinator.js';
import { SqliteCoordinator } from '../interaction/sqlite-coordinator.js';
import type { NearestAtoms } from '../match/strategy.js';
import { CareerStore } from '../store/career-store.js';
import { type VectorBackend, vectorStore } from '../store/vector-store.js';
import { type Constitution, groundedConstitution } from '../validate/constitution.js';
import { embeddingProvider, TextVectors } from './text-vectors.js';
import { Trace } from './trace.js';

export interface CareerSettings {
  /** A file, or memory when left out. */
  readonly db?: string;
  readonly redis?: string;
  readonly vectorBackend?: VectorBackend;
  readonly defaultStrategy?: string;
  /** The rules reports are held against; the grounded ones when left out. */
  readonly constitution?: Constitution;
  /** How long after a Send nobody else may write to the same person. */
  readonly cooldownDays?: number;
  readonly surroundings?: Surroundings;
}

const day = 86_400_000;

export class CareerApp {
  readonly store: CareerStore;
  readonly audit: AuditLog;
  readonly coordinator: Coordinator;
  readonly surroundings: Surroundings;
  readonly defaultStrategy: string;
  readonly constitution: Constitution;
  readonly cooldownMs: number;
  readonly vectors: TextVectors;

  constructor(settings: CareerSettings = {}) {
    const database = openSqlite(settings.db ?? ':memory:');
    this.store = new CareerStore(database);
    this.audit = new AuditLog(database);
    this.coordinator =
      settings.redis === undefined
        ? new SqliteCoordinator(database, this.audit)
        : new RedisCoordinator(settings.redis, database, this.audit);
    this.surroundings = settings.surroundings ?? realSurroundings();
    this.defaultStrategy = settings.defaultStrategy ?? 'deterministic_lexical_v0.1';
    this.constitution = settings.constitution ?? groundedConstitution;
    this.cooldownMs = (settings.cooldownDays ?? 14) * day;
    this.vectors = new TextVectors(vectorStore(settings.vectorBackend ?? 'inmemory', database, embeddingProvider));
  }

  nearestAmong(atoms: readonly ExperienceAtom[]): NearestAtoms {
    return (text, k) => this.vectors.nearest(atoms, text, k);
  }

  traceFor(id: string, actor: Actor): Trace {
    return new Trace(id, actor, this.audit, this.store, this.surroundings);
  }

  async close(): Promise<void> {
    await this.coordinator.close();
    this.store.database.close();
  }
}
