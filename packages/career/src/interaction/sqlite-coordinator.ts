import type { SqliteDatabase } from '@quadrivium/ledger';
import type { AuditLog } from '../audit/audit-log.js';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import { type Interaction, type InteractionState, nextState, stateCode, stateOf } from '../domain/interaction.js';
import type {
  Coordinator,
  CreateRequest,
  CreateResult,
  Refusal,
  Transition,
  TransitionRequest,
} from './coordinator.js';
import { createdEvent, transitionEvent } from './transition-event.js';

interface Row {
  readonly contact_id: string;
  readonly opportunity_id: string;
  readonly state: number;
  readonly transition_index: number;
}

/** The default: all checks, the write and its evidence in one immediate transaction on one file. */
export class SqliteCoordinator implements Coordinator {
  readonly #database: SqliteDatabase;
  readonly #audit: AuditLog;

  constructor(database: SqliteDatabase, audit: AuditLog) {
    this.#database = database;
    this.#audit = audit;
  }

  async create(request: CreateRequest, call?: CallEntry): Promise<CreateResult> {
    const isMade = ({ outcome }: CreateResult) => outcome !== 'conflict';
    return commitWith(this.#database, call, () => this.#createWithin(request), isMade);
  }

  #createWithin(request: CreateRequest): CreateResult {
    const earlier = this.#get(
      'SELECT interaction_id, contact_id, opportunity_id FROM career_creations WHERE idempotency_key = ?',
      request.idempotencyKey,
    );
    if (earlier) return this.#repeated(request, earlier);
    if (this.#find(request.interactionId)) return { outcome: 'conflict', refusal: existing(request.interactionId) };
    const refusal = this.#outreachRefusal(request.contactId, request.interactionId, request.at, request.cooldownMs);
    if (refusal) return { outcome: 'conflict', refusal };
    this.#run(
      'INSERT INTO career_interactions VALUES (?, ?, ?, 0, 0, ?, NULL)',
      request.interactionId,
      request.contactId,
      request.opportunityId,
      request.at,
    );
    this.#run(
      'INSERT INTO career_creations VALUES (?, ?, ?, ?)',
      request.idempotencyKey,
      request.interactionId,
      request.contactId,
      request.opportunityId,
    );
    this.#audit.appendWithin(createdEvent(request));
    return {
      outcome: 'created',
      interaction: interactionFrom(request.interactionId, this.#row(request.interactionId)),
    };
  }

  #repeated(request: CreateRequest, earlier: Record<string, unknown>): CreateResult {
    const id = String(earlier.interaction_id);
    const same = earlier.contact_id === request.contactId && earlier.opportunity_id === request.opportunityId;
    if (same) return { outcome: 'already_created', interaction: interactionFrom(id, this.#row(id)) };
    const message = 'This idempotency key was used for another contact or opportunity.';
    return { outcome: 'conflict', refusal: { rule: 'idempotency_key_reused', message, other_interaction_id: id } };
  }

  async apply(request: TransitionRequest, call?: CallEntry): Promise<Transition> {
    return commitWith(this.#database, call, () => {
      const transition = this.#decide(request);
      if (transition.outcome === 'applied') this.#write(request, transition);
      this.#audit.appendWithin(transitionEvent(request, transition));
      return transition;
    });
  }

  #decide(request: TransitionRequest): Transition {
    const row = this.#find(request.interactionId);
    if (row === undefined) return { outcome: 'not_found', before: 'Draft', after: 'Draft', index: 0 };
    const receipt = this.#receipt(request);
    if (receipt) return receipt;
    const state = stateOf(row.state);
    const stay = (outcome: Transition['outcome'], refusal?: Refusal): Transition => ({
      outcome,
      before: state,
      after: state,
      index: row.transition_index,
      ...(refusal ? { refusal } : {}),
    });
    if (request.expectedIndex !== undefined && request.expectedIndex !== row.transition_index) {
      return stay('conflict', { rule: 'stale_index', message: `The interaction is at index ${row.transition_index}.` });
    }
    const next = nextState(state, request.event);
    if (next === undefined) return stay('invalid_transition');
    const refusal =
      request.event === 'Send'
        ? this.#outreachRefusal(row.contact_id, request.interactionId, request.at, request.cooldownMs)
        : undefined;
    if (refusal) return stay('conflict', refusal);
    return { outcome: 'applied', before: state, after: next, index: row.transition_index + 1 };
  }

  /** A repeated key answers what it answered the first time; with another event it is a mistake worth naming. */
  #receipt({ interactionId, idempotencyKey, event }: TransitionRequest): Transition | undefined {
    const receipt = this.#get(
      'SELECT event, before_state, after_state, transition_index FROM career_receipts WHERE interaction_id = ? AND idempotency_key = ?',
      interactionId,
      idempotencyKey,
    );
    if (receipt === undefined) return undefined;
    if (receipt.event === event) {
      const [before, after] = [stateOf(Number(receipt.before_state)), stateOf(Number(receipt.after_state))];
      return { outcome: 'already_applied', before, after, index: Number(receipt.transition_index) };
    }
    const row = this.#row(interactionId);
    const state = stateOf(row.state);
    const message = `This idempotency key was used for ${String(receipt.event)}.`;
    return {
      outcome: 'conflict',
      before: state,
      after: state,
      index: row.transition_index,
      refusal: { rule: 'idempotency_key_reused', message },
    };
  }

  #outreachRefusal(contactId: string, interactionId: string, at: string, cooldownMs: number): Refusal | undefined {
    const contact = this.#get('SELECT do_not_contact FROM career_contacts WHERE contact_id = ?', contactId);
    if (contact?.do_not_contact === 1) {
      return { rule: 'OUT-002', message: `Contact ${contactId} must not be contacted.` };
    }
    const since = new Date(Date.parse(at) - cooldownMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const other = this.#get(
      `SELECT interaction_id, sent_at FROM career_interactions WHERE contact_id = ? AND interaction_id <> ? AND sent_at > ?
       ORDER BY sent_at DESC, interaction_id LIMIT 1`,
      contactId,
      interactionId,
      since,
    );
    if (other === undefined) return undefined;
    const id = String(other.interaction_id);
    return {
      rule: 'OUT-001',
      message: `Contact ${contactId} was written to within the cooldown.`,
      other_interaction_id: id,
      until: new Date(Date.parse(String(other.sent_at)) + cooldownMs).toISOString(),
    };
  }

  #write({ interactionId, idempotencyKey, event, at }: TransitionRequest, { before, after, index }: Transition): void {
    const [from, to] = [stateCode(before), stateCode(after)];
    const sentAt = event === 'Send' ? at : null;
    this.#run(
      'UPDATE career_interactions SET state = ?, transition_index = ?, sent_at = COALESCE(?, sent_at) WHERE interaction_id = ?',
      to,
      index,
      sentAt,
      interactionId,
    );
    this.#run(
      'INSERT INTO career_receipts VALUES (?, ?, ?, ?, ?, ?)',
      interactionId,
      idempotencyKey,
      event,
      from,
      to,
      index,
    );
  }

  async find(interactionId: string): Promise<Interaction | undefined> {
    const row = this.#find(interactionId);
    return row && interactionFrom(interactionId, row);
  }

  async list(): Promise<Interaction[]> {
    const rows = this.#database
      .prepare('SELECT interaction_id, contact_id, opportunity_id, state, transition_index FROM career_interactions')
      .all();
    return rows.map((row) => interactionFrom(String(row.interaction_id), row as unknown as Row));
  }

  /** A transition and its evidence are one transaction: there is never anything to recover. */
  async recover(): Promise<number> {
    return 0;
  }

  async setDoNotContact(contactId: string, forbidden: boolean): Promise<void> {
    this.#run(
      'INSERT INTO career_contacts (contact_id, do_not_contact) VALUES (?, ?) ON CONFLICT (contact_id) DO UPDATE SET do_not_contact = excluded.do_not_contact',
      contactId,
      forbidden ? 1 : 0,
    );
  }

  /** The database belongs to whoever opened it. */
  async close(): Promise<void> {}

  #find(id: string): Row | undefined {
    return this.#get(
      'SELECT contact_id, opportunity_id, state, transition_index FROM career_interactions WHERE interaction_id = ?',
      id,
    ) as Row | undefined;
  }

  #row(id: string): Row {
    const row = this.#find(id);
    if (row === undefined) throw new Error(`Interaction ${id} has vanished inside a transaction.`);
    return row;
  }

  #get(sql: string, ...values: (string | number)[]) {
    return this.#database.prepare(sql).get(...values);
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

function existing(interactionId: string): Refusal {
  const message = `There is an interaction "${interactionId}" already.`;
  return { rule: 'exists', message, other_interaction_id: interactionId };
}

function interactionFrom(interaction_id: string, row: Row): Interaction {
  const { contact_id, opportunity_id, transition_index } = row;
  const state: InteractionState = stateOf(row.state);
  return { interaction_id, contact_id, opportunity_id, state, transition_index };
}
