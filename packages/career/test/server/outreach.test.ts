import { afterEach, describe, expect, test } from 'vitest';
import { type CareerClient, filled } from './career-client.js';

let career: CareerClient;
afterEach(() => career.close());

async function draft(contact = 'contact-1'): Promise<string> {
  await career.call('add_contact', { contact_id: contact, name: 'Ina' });
  const { interaction } = await career.call('create_interaction', { contact_id: contact, opportunity_id: 'opp-1' });
  return (interaction as { interaction_id: string }).interaction_id;
}

const apply = (interaction_id: string, event: string, idempotency_key: string, more = {}) =>
  career.call('interaction_apply_event', { interaction_id, event, idempotency_key, ...more });

describe('interactions over MCP', () => {
  test('start in Draft with index 0 and move as the seed shows', async () => {
    career = await filled();
    const id = await draft();
    const answer = await apply(id, 'Prepare', 'request-1', { trace_id: 't' });
    expect(answer).toMatchObject({
      trace_id: 't',
      result: { outcome: 'applied', before_state: 0, after_state: 1, transition_index: 1, after_state_name: 'Ready' },
    });
    const { events } = (await career.call('get_audit_trace', { trace_id: 't' })) as {
      events: { event_type: string; actor: { id: string } }[];
    };
    expect(events.map((event) => event.event_type)).toEqual([
      'InteractionTransitionAttempted',
      'InteractionTransitionCompleted',
    ]);
    expect(events[0]?.actor).toEqual({ kind: 'user', id: 'local' });
  });

  test('answer the six outcomes as results, not as errors', async () => {
    career = await filled();
    const id = await draft();
    expect(await apply(id, 'Prepare', 'k1')).toMatchObject({ result: { outcome: 'applied' } });
    expect(await apply(id, 'Prepare', 'k1')).toMatchObject({ result: { outcome: 'already_applied', after_state: 1 } });
    expect(await apply(id, 'Prepare', 'k2')).toMatchObject({ result: { outcome: 'invalid_transition' } });
    expect(await apply(id, 'Close', 'k1')).toMatchObject({ result: { outcome: 'conflict' } });
    expect(await apply('nobody', 'Prepare', 'k')).toMatchObject({
      result: { outcome: 'not_found', before_state: 0, after_state: 0, transition_index: 0 },
    });
  });

  test('with somebody who must not be contacted are refused', async () => {
    career = await filled();
    await career.call('add_contact', { contact_id: 'no', name: 'No', relationship_state: 'do_not_contact' });
    const refused = career.client.callTool({
      name: 'create_interaction',
      arguments: { contact_id: 'no', opportunity_id: 'opp-1' },
    });
    await expect(refused).rejects.toMatchObject({ data: { kind: 'OUTREACH_REFUSED' } });
  });

  test.each([
    ['an empty key', ''],
    ['a key of 10 kB', 'x'.repeat(10_000)],
  ])('with %s are refused and nothing moves', async (_, key) => {
    career = await filled();
    const id = await draft();
    const call = {
      name: 'interaction_apply_event',
      arguments: { interaction_id: id, event: 'Prepare', idempotency_key: key },
    };
    await expect(career.client.callTool(call)).rejects.toMatchObject({ code: -32602 });
    expect(await apply(id, 'Prepare', 'ok')).toMatchObject({ result: { transition_index: 1 } });
  });
});
