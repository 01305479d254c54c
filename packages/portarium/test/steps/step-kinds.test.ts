import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../src/app/workflows/validate-workflow.js';
import { readsOf } from '../../src/engine/graph.js';
import { kindOf, stepKinds } from '../../src/steps/index.js';
import { WorkflowDefinition, workflowJsonSchema } from '../../src/steps/workflow-definition.js';

type Operation = (typeof stepKinds)[number]['operation'];

/** One step of every kind, with an expression in each place that may hold one. */
const examples: Readonly<Record<Operation, Readonly<Record<string, unknown>>>> = {
  'mcp:call': { server: 'desk', tool: 'book', arguments: { order: '{{ steps.a.output.id }}' } },
  'http:call': {
    method: 'POST',
    url: 'https://example.org/{{ steps.a.output }}',
    headers: { 'x-order': '{{ steps.b.output }}' },
    body: { order: '{{ steps.c.output }}' },
  },
  'approval:request': { prompt: 'May {{ steps.a.output }} go on?' },
  'work-item:create': { title: 'Look at {{ steps.a.output }}', owner: '{{ steps.b.output }}' },
  'human:task': { instructions: 'Count {{ steps.a.output }}', assignee: '{{ steps.b.output }}' },
  'agent:task': { capability: 'order:pack', payload: { order: '{{ steps.a.output }}' } },
  'timer:wait': { durationMs: '{{ steps.a.output }}' },
  'event:emit': { type: 'Packed', data: { order: '{{ steps.a.output }}' } },
  'flow:condition': { expression: 'steps.a.output > 3' },
  'run:start': { workflow: 'other', input: { order: '{{ steps.a.output }}' } },
};

const scope = { input: {}, steps: { a: { output: 5 }, b: { output: 'beate' }, c: { output: [1] } }, run: {} };

describe.each(Object.entries(examples))('a step %s', (operation, fields) => {
  const source = { actionId: 'own', operation, ...fields };
  const definition = (action: unknown) => ({
    name: 'Example',
    actions: [...before, action],
  });
  const before = ['a', 'b', 'c'].map((actionId) => ({ actionId, operation: 'flow:condition', expression: 'true' }));
  const action = WorkflowDefinition.parse(definition(source)).actions[3]!;

  test('is accepted with what its kind names, and with nothing else', async () => {
    expect(await problemsOf(definition(source), ['desk'])).toEqual([]);
    expect(await problemsOf(definition({ ...source, surprise: 1 }), ['desk'])).toMatchObject([{ path: 'actions.3' }]);
    expect(JSON.stringify(workflowJsonSchema())).toContain(`"const":"${operation}"`);
  });

  test('is known to wait for every step whose output it reads', () => {
    const named = new Set([...JSON.stringify(fields).matchAll(/steps\.(\w)/g)].map(([, name]) => name));
    expect(new Set(readsOf(action))).toEqual(named);
  });

  test('asks for the same call, gate or run whenever the same is known', () => {
    const kind = kindOf(action);
    const ask = () => {
      if (kind.does === 'call') return kind.request(action, scope);
      if (kind.does === 'gate') return kind.gate(action, scope);
      return kind.does === 'start' ? kind.start(action, scope) : {};
    };
    // What is shown, hashed and approved must survive being written down.
    expect(JSON.parse(JSON.stringify(ask()))).toEqual(ask());
    expect(JSON.stringify(ask())).not.toContain('{{');
  });
});

test('the engine names no kind of step', () => {
  const folder = new URL('../../src/engine/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    for (const { operation } of stepKinds) expect(text.includes(operation), `${name} names ${operation}`).toBe(false);
  }
});

test('a step of a kind that nobody knows is refused with its name', async () => {
  expect(() => kindOf({ operation: 'moon:fly' })).toThrow('moon:fly');
  const strange = { name: 'Strange', actions: [{ actionId: 'own', operation: 'moon:fly' }] };
  expect(await problemsOf(strange, [])).toMatchObject([{ path: 'actions.0.operation' }]);
});
