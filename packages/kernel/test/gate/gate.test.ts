import { afterAll, describe, expect, test } from 'vitest';

import {
  type AuditEvent,
  createRuntime,
  gateSteps,
  type Identity,
  internalErrorProfile,
  invalidParamsProfile,
  noAudit,
  type ServerDefinition,
} from '../../src/index.js';
import { registerSecret } from '../../src/redact/index.js';
import { connectInMemory, serveRaw, type TestRuntimeOptions, type WireValue } from '../../src/testing/index.js';
import { kitchen } from '../fixtures/kitchen.js';

async function callOnce(
  name: string,
  args: object,
  options: TestRuntimeOptions = {},
  definition: ServerDefinition = kitchen,
) {
  const { session, service } = serveRaw(definition, options);
  const reply = await session.call(1, name, args);
  await service.close();
  return reply as WireValue & { result: WireValue; error: WireValue };
}

function recordIn(reply: { result: WireValue }): WireValue {
  return JSON.parse((reply.result.content as { text: string }[])[0]?.text ?? '{}') as WireValue;
}

test('the gate is one list in one order', () => {
  expect(gateSteps.map(({ name }) => name)).toEqual([
    'identity',
    'rate',
    'exposure',
    'write-opt-in',
    'argument-depth',
    'schema-check',
    'permission',
    'task-support',
    'deadline',
    'handler',
    'output-check',
    'answerable',
    'audit',
    'encoding',
    'error-mapping',
  ]);
});

describe('results', () => {
  test('carry the same JSON as structure and as text', async () => {
    const { result } = await callOnce('kitchen/echo', { text: 'hi', times: 2 });
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"text":"hi","times":2}' }],
      structuredContent: { text: 'hi', times: 2 },
      isError: false,
    });
  });

  test('may bring blocks and top-level keys of their own, but never replace the protocol', async () => {
    const { result } = await callOnce('kitchen/rich', {});
    expect(result).toMatchObject({
      trace_id: 't-1',
      isError: false,
      structuredContent: { trace_id: 't-1' },
      content: [{ type: 'text' }, { type: 'image', data: 'aGVsbG8=' }],
      _meta: { 'io.quadrivium/kitchen': 1 },
    });
  });

  test('may ask the person first, in both eras, written once', async () => {
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const { client, close } = await connectInMemory(kitchen, {
        revision,
        client: { capabilities: { elicitation: { form: {} } } },
      });
      client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { ok: true } }));
      const result = await client.callTool({ name: 'kitchen/ask', arguments: {} });
      expect(result.structuredContent).toEqual({ action: 'accept' });
      await close();
    }
  });
});

describe('a long answer', () => {
  const answerOf = async (bytes: number) => {
    const { session, service } = serveRaw(kitchen);
    const { result } = (await session.call(1, 'kitchen/big', { bytes })) as { result: { content: { text: string }[] } };
    await service.close();
    return result.content;
  };

  test('tells models how to ask for less, beside what was asked for', async () => {
    // {"text":"..."} is four tokens, and a word one for every six letters: 4 + 10,476 / 6 is 1,750.
    expect(await answerOf(10_476)).toHaveLength(1);
    const [answer, offer, ...more] = await answerOf(10_477);
    expect(JSON.parse(answer?.text ?? '')).toEqual({ text: 'x'.repeat(10_477) });
    expect(offer).toEqual({
      type: 'text',
      text: 'This answer has about 1751 tokens. For less: ask for fewer bytes.',
      annotations: { audience: ['assistant'] },
    });
    expect(more).toEqual([]);
  });
});

describe('allow-list', () => {
  const hidden = { allowedTools: ['kitchen/echo', 'kitchen_w*'] };

  test('filtered tools are neither listed nor callable', async () => {
    const { session, service } = serveRaw(kitchen, hidden);
    const { result } = (await session.request(1, 'tools/list')) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(['kitchen/echo', 'kitchen/work', 'kitchen_whoami']);
    await service.close();
  });

  test('a hidden tool answers exactly like one that never was, by every spelling and with any arguments', async () => {
    for (const [name, args] of [
      ['kitchen/cook', { dish: 'x' }],
      ['kitchen_cook', { wrong: true }],
      ['kitchen.cook', {}],
    ] as const) {
      const secret = await callOnce(name, args, hidden);
      const unknown = await callOnce(name.replace('cook', 'nope'), args, hidden);
      expect(secret).toEqual(JSON.parse(JSON.stringify(unknown).replaceAll('nope', 'cook')));
      expect(secret.error.code).toBe(-32602);
    }
  });

  test('a pattern that fits nothing is reported when the server starts', () => {
    expect(() => createRuntime(kitchen, { audit: noAudit, allowedTools: ['kitchen/typo'] })).toThrow(
      "No tool is called 'kitchen/typo'",
    );
  });

  test('rules per caller apply to the list and again to the call', async () => {
    const exposes: NonNullable<TestRuntimeOptions['exposes']> = (tool, { roles }) =>
      tool.effect === 'read' || roles.includes('chef');
    const seenBy = async (identity: Identity) => {
      const { session, service } = serveRaw(kitchen, { exposes, allowWrite: true }, { identity });
      const listed = JSON.stringify(await session.request(1, 'tools/list')).includes('kitchen/cook');
      const reply = await session.call(2, 'kitchen/cook', { dish: 'soup' });
      await service.close();
      return { listed, callable: 'result' in reply };
    };
    expect(await seenBy({ subject: 'guest', roles: [], via: 'api-key' })).toEqual({ listed: false, callable: false });
    expect(await seenBy({ subject: 'ana', roles: ['chef'], via: 'api-key' })).toEqual({ listed: true, callable: true });
  });

  test('a caller without a name is refused', async () => {
    const { session, service } = serveRaw(kitchen, {}, { identity: { subject: '', roles: [], via: 'anonymous' } });
    expect(await session.call(1, 'kitchen/echo', { text: 'x' })).toMatchObject({ result: { isError: true } });
    await service.close();
  });
});

describe('write opt-in', () => {
  test('refuses writes before it looks at their arguments, until the operator allows them', async () => {
    const refused = await callOnce('kitchen/cook', { wrong: 1 });
    expect(recordIn(refused)).toMatchObject({ kind: 'WriteDisabled' });
    expect((await callOnce('kitchen/cook', { dish: 'soup' }, { allowWrite: true })).result.isError).toBe(false);
  });

  test('uses the words the seed fixes, and servers that exist to write need no opt-in', async () => {
    const fixed = await callOnce('kitchen/cook', { dish: 'x' }, {}, { ...kitchen, writeRefusal: 'No cooking here.' });
    expect(recordIn(fixed)).toMatchObject({ message: 'No cooking here.' });
    const open = await callOnce('kitchen/cook', { dish: 'x' }, {}, { ...kitchen, writes: 'open' });
    expect(open.result.isError).toBe(false);
    const closed = await callOnce('kitchen/cook', { dish: 'x' }, { allowWrite: false }, { ...kitchen, writes: 'open' });
    expect(closed.result.isError).toBe(true);
  });
});

describe('schema check', () => {
  test('reports every violation at once, for zod and for literal schemas', async () => {
    const zod = recordIn(await callOnce('kitchen/echo', { times: 9, extra: true }));
    expect(zod).toMatchObject({
      kind: 'InvalidArguments',
      context: {
        missing: ['text'],
        issues: [
          { path: 'text', reason: 'missing' },
          { path: 'times', reason: 'invalid' },
          { path: 'extra', reason: 'unknown' },
        ],
      },
    });
    const literal = recordIn(await callOnce('kitchen/literal', { range: [1, 'x'], extra: true }));
    expect(literal).toMatchObject({ kind: 'InvalidArguments', context: { missing: ['entity_type'] } });
    expect((literal.context as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['entity_type', 'extra', 'range[1]']),
    );
  });

  test('calls a missing enum missing and names the choices for a wrong one', async () => {
    const missing = recordIn(await callOnce('kitchen/fail', {}));
    expect(missing).toMatchObject({ context: { missing: ['how'] } });
    const wrong = recordIn(await callOnce('kitchen/literal', { entity_type: 'cats' }));
    expect(wrong.message).toContain('hydros, thermals');
  });

  test('fills in defaults', async () => {
    expect((await callOnce('kitchen/echo', { text: 'x' })).result.structuredContent).toEqual({ text: 'x', times: 1 });
  });

  test.each([
    ['arguments that are a list', { name: 'kitchen/echo', arguments: ['x'] }],
    ['arguments that are text', { name: 'kitchen/echo', arguments: 'x' }],
    ['no name', { arguments: {} }],
    ['a name that is a number', { name: 7 }],
    ['no parameters', undefined],
  ])('a call with %s is malformed: -32602', async (_, params) => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'tools/call', params)).toMatchObject({ error: { code: -32602 } });
    await service.close();
  });

  test('refuses arguments nested deeper than the limit', async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
    expect((await callOnce('kitchen/any', nested(60))).result.isError).toBe(false);
    expect(recordIn(await callOnce('kitchen/any', nested(70)))).toMatchObject({ kind: 'InvalidArguments' });
  });

  test('a key called __proto__ changes nothing', async () => {
    const { session, service } = serveRaw(kitchen);
    session.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"kitchen/any","arguments":{"__proto__":{"polluted":1}}}}\n',
    );
    await session.reply(1);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await service.close();
  });
});

describe('deadline', () => {
  test('answers for a handler that ignores it', async () => {
    const reply = await callOnce('kitchen/stubborn', { ms: 400 }, { graceMs: 20 });
    expect(recordIn(reply)).toMatchObject({ kind: 'DeadlineExceeded', context: { timeout_ms: 30 } });
  });

  test('keeps what a polite handler returns within the grace', async () => {
    expect((await callOnce('kitchen/polite', {})).result.structuredContent).toEqual({ partial: true });
  });

  test('counts a handler as running until it really settles', async () => {
    const { session, service, runtime } = serveRaw(kitchen, { graceMs: 10 });
    await session.call(1, 'kitchen/stubborn', { ms: 200 });
    expect(runtime.running).toBe(1);
    expect(await runtime.settled(5000)).toBe(true);
    expect(runtime.running).toBe(0);
    await service.close();
  });

  test('comes at once when the server stops, and the caller is told why', async () => {
    const { operations = [] } = kitchen;
    const patient = { ...operations.find(({ name }) => name === 'kitchen/stubborn')!, timeoutMs: 60_000 };
    const { session, service, runtime } = serveRaw({ ...kitchen, operations: [patient] });
    const called = session.call(1, 'kitchen/stubborn', { ms: 2000 });
    await session.request(2, 'ping');
    expect(runtime.running).toBe(1);
    runtime.endCalls(10);
    const told = { kind: 'ServerStopping', context: { tool: 'kitchen/stubborn' } };
    expect(recordIn((await called) as { result: WireValue })).toMatchObject(told);
    const late = (await session.call(3, 'kitchen/stubborn', { ms: 2000 })) as { result: WireValue };
    expect(recordIn(late)).toMatchObject(told);
    await service.close();
  });

  test('a default can be set for tools that name none', async () => {
    const { operations = [] } = kitchen;
    const slow = { ...operations.find(({ name }) => name === 'kitchen/stubborn')!, name: 'slow' };
    const { timeoutMs: _, ...untimed } = slow;
    const definition = { ...kitchen, operations: [untimed] };
    const reply = await callOnce('slow', { ms: 300 }, { defaultTimeoutMs: 20, graceMs: 10 }, definition);
    expect(recordIn(reply)).toMatchObject({ kind: 'DeadlineExceeded' });
  });
});

describe('error profiles', () => {
  const asTool = kitchen;
  const asInternal: ServerDefinition = { ...kitchen, errorProfile: internalErrorProfile };
  const asParams: ServerDefinition = { ...kitchen, errorProfile: invalidParamsProfile };

  test('tool errors: isError, the record as text and in _meta, and no structuredContent', async () => {
    const { result } = await callOnce('kitchen/fail', { how: 'fault' }, {}, asTool);
    const record = {
      kind: 'OutputNotFound',
      message: 'There is no such dish.',
      context: { dish: 'x' },
      suggestion: 'Cook it.',
    };
    expect(result).toEqual({
      content: [{ type: 'text', text: JSON.stringify(record) }],
      isError: true,
      _meta: {
        'io.quadrivium/error': { ...record, page: expect.stringMatching(/^file:.*errors\.md#outputnotfound$/) },
      },
    });
  });

  test.each([
    [
      'internal errors, bad input',
      asInternal,
      {},
      -32603,
      { kind: 'MissingParameter', tool: 'kitchen/fail', missing: ['how'] },
    ],
    ['internal errors, wrong value', asInternal, { how: 'x' }, -32603, { kind: 'InvalidArguments', missing: [] }],
    ['internal errors, fault', asInternal, { how: 'fault' }, -32603, { kind: 'OutputNotFound', hint: 'Cook it.' }],
    ['internal errors, crash', asInternal, { how: 'crash' }, -32603, { kind: 'InternalError' }],
    ['invalid params, bad input', asParams, {}, -32602, { kind: 'MissingParameter', missing: ['how'] }],
    ['invalid params, fault', asParams, { how: 'fault' }, -32602, { kind: 'OutputNotFound', context: { dish: 'x' } }],
    ['invalid params, crash', asParams, { how: 'crash' }, -32603, { kind: 'InternalError' }],
    [
      'invalid params, a result that breaks its schema',
      asParams,
      { how: 'bad-output' },
      -32603,
      { kind: 'InvalidOutput' },
    ],
  ])('%s', async (_, definition, args, code, data) => {
    const { error } = await callOnce('kitchen/fail', args, {}, definition);
    expect(error).toMatchObject({ code, data });
  });

  test.each([[asTool], [asInternal], [asParams]])(
    'an unknown tool is -32602 under every profile',
    async (definition) => {
      expect((await callOnce('nope', {}, {}, definition)).error).toMatchObject({
        code: -32602,
        message: 'Unknown tool: nope',
      });
    },
  );

  test('input errors can be results a model reads, whatever the profile', async () => {
    const options = { inputErrors: 'tool' } as const;
    const input = await callOnce('kitchen/fail', {}, options, asInternal);
    expect(recordIn(input)).toMatchObject({ kind: 'InvalidArguments' });
    const fault = await callOnce('kitchen/fail', { how: 'fault' }, options, asInternal);
    expect(fault.error.code).toBe(-32603);
  });

  test('the official client accepts each of them, old and new', async () => {
    for (const revision of ['2024-11-05', '2026-07-28']) {
      const { client, close } = await connectInMemory(asTool, { revision });
      await client.listTools();
      expect(await client.callTool({ name: 'kitchen/fail', arguments: { how: 'fault' } })).toMatchObject({
        isError: true,
      });
      await close();
      const strict = await connectInMemory(asInternal, { revision });
      await expect(strict.client.callTool({ name: 'kitchen/fail', arguments: {} })).rejects.toMatchObject({
        code: -32603,
      });
      await strict.close();
    }
  });
});

describe('secrets', () => {
  const canary = 'https://user:hunter2secret@example.org';
  const forget = registerSecret('hunter2secret');
  afterAll(forget);

  test('never leave in results, errors, progress, audit entries or logs', async () => {
    const lines: unknown[] = [];
    const keep = (...args: unknown[]): void => void lines.push(args);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    const audit = (event: AuditEvent): void => void lines.push(event);
    const { session, service } = serveRaw(kitchen, { log, audit });
    await session.call(1, 'kitchen/echo', { text: canary });
    await session.call(2, 'kitchen/fail', { how: 'secret' });
    await session.request(3, 'resources/read', { uri: `kitchen://case/${encodeURIComponent(canary)}/config` });
    await session.request(4, 'prompts/get', { name: 'kitchen/compare', arguments: { output_dirs: `${canary},/b` } });
    await service.close();
    expect(JSON.stringify(session.received)).toContain('example.org');
    // A resource read echoes the URI the caller itself has sent.
    const wire = JSON.stringify(session.received.filter((message) => (message as { id: number }).id !== 3));
    expect(wire).not.toContain('hunter2secret');
    expect(JSON.stringify(lines)).not.toContain('hunter2secret');
  });
});

describe('audit', () => {
  async function eventsOf(
    work: (call: (name: string, args: object) => Promise<unknown>) => Promise<unknown>,
    options = {},
  ) {
    const events: AuditEvent[] = [];
    const audit = (event: AuditEvent): void => void events.push(event);
    const { session, service } = serveRaw(kitchen, { audit, clock: () => 1000, ...options });
    await work((name, args) => session.call(name, name, args));
    await service.close();
    return events;
  }

  test('tells about every call: what, who, how it ended', async () => {
    const events = await eventsOf(async (call) => {
      await call('kitchen.echo', { text: 'x' });
      await call('kitchen/cook', { dish: 'x' });
      await call('kitchen/fail', { how: 'fault' });
      await call('kitchen/nope', {});
    });
    expect(events.map(({ target, outcome, kind }) => [target, outcome, kind])).toEqual([
      ['kitchen/echo', 'ok', undefined],
      ['kitchen/cook', 'refused', 'WriteDisabled'],
      ['kitchen/fail', 'failed', 'OutputNotFound'],
      ['kitchen/nope', 'refused', 'UnknownTool'],
    ]);
    expect(events[0]).toMatchObject({
      server: 'kitchen',
      method: 'tools/call',
      identity: { subject: 'local' },
      args: { text: 'x', times: 1 },
      era: 'legacy',
      startedAtMs: 1000,
      durationMs: 0,
    });
  });

  test('tells about requests that cannot be read, without a name too', async () => {
    const events: AuditEvent[] = [];
    const { session, service } = serveRaw(kitchen, { audit: (event) => void events.push(event) });
    const asked = [
      ['tools/call', { arguments: { text: 'x' } }, '(unnamed)'],
      ['tools/call', { name: 7 }, '(unnamed)'],
      ['tools/call', { name: 'kitchen/echo', arguments: 'x' }, 'kitchen/echo'],
      ['prompts/get', {}, '(unnamed)'],
      ['resources/read', { uri: null }, '(unnamed)'],
    ] as const;
    for (const [number, [method, params]] of asked.entries())
      expect(await session.request(number, method, params)).toMatchObject({ error: { code: -32602 } });
    await service.close();
    expect(events.map(({ method, target, outcome, kind }) => [method, target, outcome, kind])).toEqual(
      asked.map(([method, , target]) => [method, target, 'refused', 'InvalidArguments']),
    );
  });

  test('that fails changes no answer', async () => {
    const broken = (): void => {
      throw new Error('disk full');
    };
    expect((await callOnce('kitchen/echo', { text: 'x' }, { audit: broken })).result.isError).toBe(false);
  });
});
