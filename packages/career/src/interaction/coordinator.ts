import type { Actor } from '@quadrivium/ledger';
import type { CallEntry } from '../audit/call-entry.js';
import type { Interaction, InteractionEvent, InteractionState } from '../domain/interaction.js';
import type { OutreachRuleId } from '../domain/outreach-rules.js';

/**
 * Decides transitions. Every check and the write are one atomic step in every member, so that two processes can never
 * both win, a repeated key never acts twice, and nobody is written to against a rule. A member that decides in the
 * database of the ledger writes the entry of the call in the same step. `test/interaction` holds the contract that each
 * member passes.
 */
export interface Coordinator {
  /** Registers an interaction in Draft. Repeating the same request returns the same interaction. */
  create(request: CreateRequest, call?: CallEntry): Promise<CreateResult>;
  apply(request: TransitionRequest, call?: CallEntry): Promise<Transition>;
  find(interactionId: string): Promise<Interaction | undefined>;
  /** Every interaction it coordinates, in no particular order. */
  list(): Promise<Interaction[]>;
  /** Writes the evidence of decisions whose process died before it could; how many there were. */
  recover(): Promise<number>;
  /** Tells the coordinator what it must know of a contact to judge a Send. */
  setDoNotContact(contactId: string, forbidden: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface CreateRequest {
  readonly interactionId: string;
  readonly contactId: string;
  readonly opportunityId: string;
  readonly idempotencyKey: string;
  readonly traceId: string;
  /** Id of the audit event this will become. */
  readonly eventId: string;
  readonly actor: Actor;
  readonly at: string;
  readonly cooldownMs: number;
}

export type CreateResult =
  | { readonly outcome: 'created' | 'already_created'; readonly interaction: Interaction }
  | { readonly outcome: 'conflict'; readonly refusal: Refusal };

export interface TransitionRequest {
  readonly interactionId: string;
  readonly event: InteractionEvent;
  readonly idempotencyKey: string;
  /** Refuses when the interaction has moved on since the caller looked. */
  readonly expectedIndex?: number | undefined;
  readonly traceId: string;
  /** Id of the audit event this will become. */
  readonly eventId: string;
  readonly actor: Actor;
  readonly at: string;
  readonly cooldownMs: number;
}

export const outcomes = [
  'applied',
  'already_applied',
  'conflict',
  'not_found',
  'invalid_transition',
  'backend_error',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Why an outreach was refused: a rule, or a key or index that does not fit. */
export interface Refusal {
  readonly rule: OutreachRuleId | 'idempotency_key_reused' | 'stale_index' | 'exists';
  readonly message: string;
  readonly other_interaction_id?: string;
  /** When it is no longer refused, of what a cooldown refuses. */
  readonly until?: string;
}

export interface Transition {
  readonly outcome: Outcome;
  readonly before: InteractionState;
  readonly after: InteractionState;
  readonly index: number;
  readonly refusal?: Refusal;
}
