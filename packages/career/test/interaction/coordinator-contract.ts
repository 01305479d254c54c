import { describe, expect, test } from 'vitest';
import type { AuditLog } from '../../src/audit/audit-log.js';
import {
  type InteractionEvent,
  interactionEvents,
  interactionStates,
  nextState,
} from '../../src/domain/interaction.js';
import type { Coordinator, TransitionRequest } from '../../src/interaction/coordinator.js';

export interface Subject {
  readonly coordinator: Coordinator;
  readonly audit: AuditLog;
}

const hour = 3_600_000;
const actor = { kind: 'user', id: 'tester' } as const;
let counter = 0;

function applyRequest(
  interactionId: string,
  event: InteractionEvent,
  key: string,
  more: Partial<TransitionRequest> = {},
) {
  counter += 1;
  const at = '2026-01-01T00:00:00Z';
  return {
    interactionId,
    event,
    idempotencyKey: key,
    eventId: `evt-${counter}`,
    traceId: `trace-${interactionId}`,
    actor,
    at,
    cooldownMs: hour,
    ...more,
  };
}

async function created({ coordinator }: Subject, contactId = 'nobody', key?: string): Promise<string> {
  counter += 1;
  const interactionId = `int-${counter}`;
  const result = await coordinator.create({
    interactionId,
    contactId: contactId === 'nobody' ? `contact-${counter}` : contactId,
    opportunityId: 'opp-1',
    idempotencyKey: key ?? `create-${interactionId}`,
    traceId: `trace-${interactionId}`,
    eventId: `evt-c-${counter}`,
    actor,
    at: '2026-01-01T00:00:00Z',
    cooldownMs: hour,
  });
  expect(result.outcome).toBe('created');
  return interactionId;
}

const wayTo: Record<string, InteractionEvent[]> = {
  Draft: [],
  Ready: ['Prepare'],
  Sent: ['Prepare', 'Send'],
  Responded: ['Prepare', 'Send', 'ReceiveReply'],
  Closed: ['Close'],
};

/** What every coordinator owes its callers. */
export function coordinatorContract(subject: () => Subject): void {
  const apply = (...args: Parameters<typeof applyRequest>) => subject().coordinator.apply(applyRequest(...args));

  describe('keeps the transition table', () => {
    const cells = interactionStates.flatMap((state) => interactionEvents.map((event) => [state, event] as const));
    test.each(cells)('%s + %s', async (state, event) => {
      const id = await created(subject());
      for (const [at, step] of (wayTo[state] ?? []).entries()) await apply(id, step, `way-${at}`);
      const index = wayTo[state]?.length ?? 0;
      const next = nextState(state, event);
      expect(await apply(id, event, 'probe')).toMatchObject(
        next === undefined
          ? { outcome: 'invalid_transition', before: state, after: state, index }
          : { outcome: 'applied', before: state, after: next, index: index + 1 },
      );
    });
  });

  test('answers a repeated key with what it answered first, also after the interaction moved on', async () => {
    const id = await created(subject());
    await apply(id, 'Prepare', 'k1');
    await apply(id, 'Send', 'k2');
    expect(await apply(id, 'Prepare', 'k1')).toMatchObject({
      outcome: 'already_applied',
      before: 'Draft',
      after: 'Ready',
      index: 1,
    });
    expect(await subject().coordinator.find(id)).toMatchObject({ state: 'Sent', transition_index: 2 });
  });

  test('refuses a key that was used for another event', async () => {
    const id = await created(subject());
    await apply(id, 'Prepare', 'k1');
    expect(await apply(id, 'Close', 'k1')).toMatchObject({
      outcome: 'conflict',
      refusal: { rule: 'idempotency_key_reused' },
    });
    expect(await subject().coordinator.find(id)).toMatchObject({ state: 'Ready', transition_index: 1 });
  });

  test('refuses a caller whose index is stale, and tells the present one', async () => {
    const id = await created(subject());
    await apply(id, 'Prepare', 'k1');
    const stale = await apply(id, 'Send', 'k2', { expectedIndex: 0 });
    expect(stale).toMatchObject({ outcome: 'conflict', index: 1, refusal: { rule: 'stale_index' } });
    expect(await apply(id, 'Send', 'k3', { expectedIndex: 1 })).toMatchObject({ outcome: 'applied' });
  });

  test('does not know an interaction nobody created', async () => {
    expect(await apply('no-such', 'Prepare', 'k')).toEqual({
      outcome: 'not_found',
      before: 'Draft',
      after: 'Draft',
      index: 0,
    });
  });

  test('never sends to a contact who must not be contacted', async () => {
    const id = await created(subject(), 'dora');
    await apply(id, 'Prepare', 'k1');
    await subject().coordinator.setDoNotContact('dora', true);
    expect(await apply(id, 'Send', 'k2')).toMatchObject({
      outcome: 'conflict',
      after: 'Ready',
      refusal: { rule: 'OUT-002' },
    });
    await subject().coordinator.setDoNotContact('dora', false);
    expect(await apply(id, 'Send', 'k3')).toMatchObject({ outcome: 'applied' });
  });

  test('does not write to the same person twice within the cooldown', async () => {
    const [first, second] = [await created(subject(), 'emil'), await created(subject(), 'emil')];
    for (const id of [first, second]) await apply(id, 'Prepare', 'k1');
    await apply(first, 'Send', 'k2');
    const refused = await apply(second, 'Send', 'k2');
    // An hour after the first was sent.
    expect(refused).toMatchObject({
      outcome: 'conflict',
      refusal: { rule: 'OUT-001', other_interaction_id: first, until: '2026-01-01T01:00:00.000Z' },
    });
    const later = await apply(second, 'Send', 'k3', { at: '2026-01-01T02:00:00Z' });
    expect(later).toMatchObject({ outcome: 'applied' });
  });

  test('creates once for one key, and refuses the key for another contact', async () => {
    const id = await created(subject(), 'frida', 'create-once');
    const again = (contactId: string) =>
      subject().coordinator.create({
        interactionId: 'int-other',
        contactId,
        opportunityId: 'opp-1',
        idempotencyKey: 'create-once',
        traceId: 't',
        eventId: 'evt-again',
        actor,
        at: '2026-01-01T00:00:00Z',
        cooldownMs: hour,
      });
    expect(await again('frida')).toMatchObject({ outcome: 'already_created', interaction: { interaction_id: id } });
    expect(await again('gustav')).toMatchObject({ outcome: 'conflict', refusal: { rule: 'idempotency_key_reused' } });
  });

  test('leaves one audit event for each decision, with quotes and line breaks unharmed', async () => {
    const id = await created(subject());
    const key = 'k"1"\n\\';
    await apply(id, 'Prepare', key);
    await apply(id, 'Prepare', 'other');
    const events = subject().audit.trace(`trace-${id}`);
    expect(events.map((event) => event.event_type)).toEqual([
      'InteractionCreated',
      'InteractionTransitionCompleted',
      'InteractionTransitionRejected',
    ]);
    expect(JSON.parse(events[1]?.payload ?? '')).toEqual({ outcome: 'applied', transition_index: 1 });
  });

  test('lets exactly one of many concurrent callers prepare', async () => {
    const id = await created(subject());
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => apply(id, 'Prepare', `race-${n}`)));
    expect(all.filter((one) => one.outcome === 'applied')).toHaveLength(1);
    expect(await subject().coordinator.find(id)).toMatchObject({ state: 'Ready', transition_index: 1 });
  });
}
