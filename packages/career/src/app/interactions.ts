import type { Actor } from '@quadrivium/ledger';
import type { CallEntry } from '../audit/call-entry.js';
import { type Interaction, type InteractionEvent, stateCode } from '../domain/interaction.js';
import { byteOrder } from '../domain/text.js';
import { type CareerFaultKind, careerFault } from '../faults.js';
import type { Refusal, Transition } from '../interaction/coordinator.js';
import type { CareerApp } from './career-app.js';

const longestKey = 200;

export interface ApplyEvent {
  readonly interactionId: string;
  readonly event: InteractionEvent;
  readonly idempotencyKey: string;
  readonly expectedIndex?: number | undefined;
  readonly traceId?: string | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export interface AppliedEvent {
  readonly trace_id: string;
  readonly result: {
    readonly outcome: Transition['outcome'];
    readonly before_state: number;
    readonly after_state: number;
    readonly transition_index: number;
    readonly before_state_name: string;
    readonly after_state_name: string;
    readonly refusal?: Refusal;
  };
}

export async function applyEvent(app: CareerApp, request: ApplyEvent): Promise<AppliedEvent> {
  requireKey(request.idempotencyKey);
  const { interactionId, event, idempotencyKey, actor } = request;
  const generated = app.surroundings.newId('trace');
  const trace = app.traceFor(request.traceId ?? generated, actor);
  const attempt = { interaction_id: interactionId, event, idempotency_key: idempotencyKey };
  trace.record('InteractionTransitionAttempted', attempt, [interactionId]);
  const asked = {
    interactionId,
    event,
    idempotencyKey,
    expectedIndex: request.expectedIndex,
    traceId: trace.id,
    eventId: app.surroundings.newId('evt'),
    actor,
    at: app.surroundings.now(),
    cooldownMs: app.cooldownMs,
  };
  const transition = await app.coordinator.apply(asked, request.call);
  return { trace_id: trace.id, result: onTheWire(transition) };
}

function onTheWire({ outcome, before, after, index, refusal }: Transition): AppliedEvent['result'] {
  return {
    outcome,
    before_state: stateCode(before),
    after_state: stateCode(after),
    transition_index: index,
    before_state_name: before,
    after_state_name: after,
    ...(refusal ? { refusal } : {}),
  };
}

export interface CreateInteraction {
  /** Generated when left out. */
  readonly interactionId?: string | undefined;
  readonly contactId: string;
  readonly opportunityId: string;
  readonly idempotencyKey?: string | undefined;
  readonly traceId?: string | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export async function createInteraction(app: CareerApp, request: CreateInteraction) {
  const interactionId = request.interactionId ?? app.surroundings.newId('interaction');
  const idempotencyKey = request.idempotencyKey ?? interactionId;
  requireKey(idempotencyKey);
  requireKnown(app, request);
  const traceId = request.traceId ?? app.surroundings.newId('trace');
  const asked = {
    interactionId,
    contactId: request.contactId,
    opportunityId: request.opportunityId,
    idempotencyKey,
    traceId,
    eventId: app.surroundings.newId('evt'),
    actor: request.actor,
    at: app.surroundings.now(),
    cooldownMs: app.cooldownMs,
  };
  const made = await app.coordinator.create(asked, request.call);
  if (made.outcome === 'conflict') throw refused(made.refusal);
  const { interaction } = made;
  return { trace_id: traceId, outcome: made.outcome, interaction: viewOf(interaction) };
}

/** All outreach there is, or what is still open; sorted by id. */
export async function listInteractions(app: CareerApp, onlyOpen: boolean) {
  const all = await app.coordinator.list();
  const wanted = onlyOpen ? all.filter((one) => one.state !== 'Closed') : all;
  const [created, changed] = ['InteractionCreated', 'InteractionTransitionCompleted'].map((type) =>
    app.audit.newestOf(type),
  );
  return [...wanted]
    .sort((a, b) => byteOrder(a.interaction_id, b.interaction_id))
    .map((one) => ({
      ...viewOf(one),
      ...dated('created_at', created?.get(one.interaction_id)),
      ...dated('changed_at', changed?.get(one.interaction_id)),
    }));
}

function dated<Field extends string>(field: Field, at: string | undefined): { [_ in Field]?: string } {
  return at === undefined ? {} : ({ [field]: at } as { [_ in Field]?: string });
}

function viewOf(interaction: Interaction) {
  return { ...interaction, state: stateCode(interaction.state), state_name: interaction.state };
}

function refused(refusal: Refusal) {
  const [kind, suggestion] = refusalAnswers[refusal.rule];
  return careerFault(kind, refusal.message, {
    context: { rule_id: refusal.rule, other_interaction_id: refusal.other_interaction_id, until: refusal.until },
    suggestion,
  });
}

const refusalAnswers: Record<Refusal['rule'], readonly [CareerFaultKind, string]> = {
  'OUT-001': ['OUTREACH_REFUSED', 'Look at the earlier interaction before writing again.'],
  'OUT-002': ['OUTREACH_REFUSED', 'Leave this person alone, or change the contact when they asked to hear from you.'],
  idempotency_key_reused: ['IDEMPOTENCY_CONFLICT', 'Use a new key for a new request.'],
  stale_index: ['IDEMPOTENCY_CONFLICT', 'Look at the interaction again before changing it.'],
  exists: ['ALREADY_EXISTS', 'Use another interaction_id, or leave it out.'],
};

function requireKnown(app: CareerApp, { contactId, opportunityId }: CreateInteraction): void {
  if (app.store.contact(contactId) === undefined) {
    throw careerFault('CONTACT_NOT_FOUND', `There is no contact "${contactId}".`, {
      suggestion: 'Add it with add_contact.',
    });
  }
  if (app.store.opportunity(opportunityId) === undefined) {
    throw careerFault('OPPORTUNITY_NOT_FOUND', `There is no opportunity "${opportunityId}".`, {
      suggestion: 'Add it with add_opportunity.',
    });
  }
}

function requireKey(key: string): void {
  if (key !== '' && key.length <= longestKey) return;
  throw careerFault(
    'INVALID_ARGUMENT',
    `An idempotency key has 1 to ${longestKey} characters; this one has ${key.length}.`,
    {
      context: { field: 'idempotency_key' },
      suggestion: 'Use a random id, and the same one when you repeat the call.',
    },
  );
}
