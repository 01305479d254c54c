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
    // Nobody listens on port 1, as when Redis is down.
    career = await filled({ redis: 'redis://127.0.0.1:1' });
    expect(await apply('any', 'Prepare', 'k')).toMatchObject({ result: { outcome: 'backend_error' } });
    await career.close();
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

  test('need the id of an interaction as text', async () => {
    career = await filled();
    for (const wrong of [{}, { interaction_id: 7 }, { interaction_id: null }]) {
      const args = { event: 'Prepare', idempotency_key: 'k', ...wrong };
      const refused = career.client.callTool({ name: 'interaction_apply_event', arguments: args });
      await expect(refused).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('interaction_id') });
    }
  });

  test('are listed with their states, and an id of their own is kept', async () => {
    career = await filled();
    await career.call('add_contact', { contact_id: 'ina', name: 'Ina' });
    const ids = { contact_id: 'ina', opportunity_id: 'opp-1' };
    await career.call('create_interaction', { ...ids, interaction_id: 'int-001' });
    await career.call('create_interaction', { ...ids, interaction_id: 'int-002' });
    await apply('int-001', 'Close', 'k');
    expect(await career.call('list_interactions')).toMatchObject({
      total: 2,
      interactions: [
        { interaction_id: 'int-001', state: 4, state_name: 'Closed', transition_index: 1 },
        { interaction_id: 'int-002', state: 0, state_name: 'Draft', transition_index: 0 },
      ],
    });
    expect(await career.call('list_interactions', { only_open: true })).toMatchObject({
      interactions: [{ interaction_id: 'int-002' }],
    });
    // Without a key of its own the id is the key: the same request again is the same interaction.
    const repeated = await career.call('create_interaction', { ...ids, interaction_id: 'int-001' });
    expect(repeated.outcome).toBe('already_created');
    const other = { ...ids, interaction_id: 'int-001', idempotency_key: 'another' };
    const again = { name: 'create_interaction', arguments: other };
    await expect(career.client.callTool(again)).rejects.toMatchObject({ data: { kind: 'ALREADY_EXISTS' } });
  });

  test('that a dead process only attempted are applied once by the retry', async () => {
    career = await filled();
    const id = await draft();
    // What is left of a process that was killed between the attempt and the transition.
    const attempt = { interaction_id: id, event: 'Prepare', idempotency_key: 'k' };
    career.app.traceFor('t', { kind: 'user', id: 'local' }).record('InteractionTransitionAttempted', attempt, [id]);
    expect(await apply(id, 'Prepare', 'k', { trace_id: 't' })).toMatchObject({ result: { outcome: 'applied' } });
    expect(career.app.audit.trace('t').map((event) => event.event_type)).toEqual([
      'InteractionTransitionAttempted',
      'InteractionTransitionAttempted',
      'InteractionTransitionCompleted',
    ]);
  });

  test('stay forbidden when a contact is updated without a word about it', async () => {
    career = await filled();
    await career.call('add_contact', { contact_id: 'no', name: 'No', relationship_state: 'do_not_contact' });
    expect(await career.call('add_contact', { contact_id: 'no', name: 'Nora', org: 'Acme' })).toMatchObject({
      relationship_state: 'do_not_contact',
    });
    const create = { name: 'create_interaction', arguments: { contact_id: 'no', opportunity_id: 'opp-1' } };
    await expect(career.client.callTool(create)).rejects.toMatchObject({ data: { kind: 'OUTREACH_REFUSED' } });
    await career.call('add_contact', { contact_id: 'no', name: 'Nora', relationship_state: 'warm' });
    expect((await career.client.callTool(create)).isError).toBe(false);
  });

  test('cannot reach the same person under a second name', async () => {
    career = await filled();
    await career.call('add_contact', { contact_id: 'a', name: 'Ina', identity_keys: ['Ina@Acme.example'] });
    const second = { name: 'add_contact', arguments: { name: 'I. Nagel', identity_keys: ['mailto:ina@acme.example'] } };
    await expect(career.client.callTool(second)).rejects.toMatchObject({
      data: { kind: 'ALREADY_EXISTS', context: { contact_id: 'a' } },
    });
  });
});
