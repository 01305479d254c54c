import { type Actor, inTransaction } from '@quadrivium/ledger';
import type { AuditLog, Payload } from '../audit/audit-log.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { CareerStore } from '../store/career-store.js';

/** One run's way into the audit log: same trace, same identity, ids and times from the surroundings. */
export class Trace {
  readonly id: string;
  readonly #actor: Actor;
  readonly #audit: AuditLog;
  readonly #store: CareerStore;
  readonly #surroundings: Surroundings;

  constructor(id: string, actor: Actor, audit: AuditLog, store: CareerStore, surroundings: Surroundings) {
    this.id = id;
    this.#actor = actor;
    this.#audit = audit;
    this.#store = store;
    this.#surroundings = surroundings;
  }

  record(event_type: string, payload: Payload, refs: readonly string[] = []): void {
    this.#audit.append(this.#draft(event_type, payload, refs));
  }

  /** Changes state and records it in one transaction, that of the whole call where one is open. */
  recordWith<Result>(change: () => Result, event_type: string, payload: Payload, refs: readonly string[] = []): Result {
    const { database } = this.#store;
    const both = () => {
      const result = change();
      this.#audit.appendWithin(this.#draft(event_type, payload, refs));
      return result;
    };
    return database.isTransaction ? both() : inTransaction(database, both);
  }

  #draft(event_type: string, payload: Payload, refs: readonly string[]) {
    const event_id = this.#surroundings.newId('evt');
    const created_at = this.#surroundings.now();
    return { event_id, trace_id: this.id, event_type, payload, created_at, refs, actor: this.#actor };
  }
}
