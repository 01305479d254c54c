/** Calls from outside the protocol: a route, a command, or this process. They pass the gate that MCP calls pass. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AuditEvent,
  createRuntime,
  type DirectCall,
  Fault,
  type Identity,
  inputRequired,
  noAudit,
  operationFor,
  type RuntimeOptions,
  type ServerDefinition,
  serve,
  silentLogger,
  toolErrorProfile,
} from '../../src/index.js';
import { serveRaw } from '../../src/testing/index.js';

interface Cellar {
  readonly bottles: string[];
}

const operation = operationFor<Cellar>();

const addBottle = operation({
  name: 'add_bottle',
  title: 'Add a bottle',
  description: 'Puts a bottle into the cellar.',
  effect: 'write',
  needs: 'cellar:write',
  input: z.strictObject({ name: z.string().min(1) }),
  output: z.object({ count: z.int(), key: z.string().optional() }),
  reveals: ['key'],
  run({ name }, { app, tell, front }) {
    app.bottles.push(name);
    tell({ added: name });
    return { count: app.bottles.length, ...(front === 'cli' ? { key: 'sk-live-0123456789abcdef0123456789' } : {}) };
  },
});

const listBottles = operation({
  name: 'list_bottles',
  title: 'List bottles',
  description: 'For people at a terminal, not for models.',
  effect: 'read',
  tool: false,
  input: z.strictObject({}),
  output: z.object({ bottles: z.array(z.string()) }),
  run: (_, { app }) => ({ bottles: app.bottles }),
});

const askBack = operation({
  name: 'ask_back',
  title: 'Ask',
  description: 'Needs an answer first.',
  effect: 'read',
  input: z.strictObject({}),
  run: () =>
    inputRequired({
      inputRequests: {
        sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: { type: 'object', properties: {} } }),
      },
    }),
});

const breakDown = operation({
  name: 'break_down',
  title: 'Break',
  description: 'A bug.',
  effect: 'read',
  input: z.strictObject({}),
  run() {
    throw new TypeError('undefined is not a cellar');
  },
});

const keeper: Identity = { subject: 'eva', roles: ['keeper'], via: 'local' };
const guest: Identity = { subject: 'gus', roles: [], via: 'local' };
const fromCli: DirectCall = { front: 'cli', identity: keeper };

function cellar(overrides: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    name: 'cellar',
    version: '1',
    operations: [addBottle, listBottles, askBack, breakDown],
    app: { bottles: [] },
    errorProfile: toolErrorProfile,
    writes: 'open',
    authorize(_, { identity }) {
      if (!identity.roles.includes('keeper')) throw new Fault('Forbidden', 'Only keepers do that.');
    },
    ...overrides,
  };
}

function opened(overrides: Partial<ServerDefinition> = {}, options: Partial<RuntimeOptions> = {}) {
  const events: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void events.push(event);
  return { runtime: createRuntime(cellar(overrides), { audit, ...options }), events };
}

describe('a direct call', () => {
  test('gives the checked answer of the operation, which finds its app in its context', async () => {
    const { runtime } = opened();
    expect(await runtime.call(addBottle, { name: 'Baga' }, { front: 'rest', identity: keeper })).toEqual({ count: 1 });
    expect(await runtime.call(listBottles, {}, fromCli)).toEqual({ bottles: ['Baga'] });
  });

  test('reveals a secret that was made for its caller', async () => {
    const { runtime } = opened();
    const { key } = await runtime.call(addBottle, { name: 'Baga' }, fromCli);
    expect(key).toBe('sk-live-0123456789abcdef0123456789');
  });

  test.each([
    ['words that break the schema', addBottle, { name: '' }, keeper, {}, 'InvalidArguments', 'refused'],
    ['a missing permission', addBottle, { name: 'Baga' }, guest, {}, 'Forbidden', 'refused'],
    [
      'writes that nobody allowed',
      addBottle,
      { name: 'Baga' },
      keeper,
      { allowWrite: false },
      'WriteDisabled',
      'refused',
    ],
    ['a name nobody has', { name: 'no_such' }, {}, keeper, {}, 'UnknownTool', 'refused'],
    ['a question nobody can answer', askBack, {}, keeper, {}, 'InputRequired', 'failed'],
    ['a bug of ours', breakDown, {}, keeper, {}, 'InternalError', 'failed'],
  ] as const)(
    '%s is a fault, and leaves exactly one event',
    async (_, called, args, identity, options, kind, outcome) => {
      const { runtime, events } = opened({}, options);
      await expect(runtime.call(called, args, { front: 'cli', identity })).rejects.toMatchObject({ kind });
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ target: called.name, front: 'cli', outcome, kind, identity });
    },
  );

  test('that succeeds leaves exactly one event', async () => {
    const { runtime, events } = opened();
    await runtime.call(addBottle, { name: 'Baga' }, fromCli);
    expect(events).toMatchObject([{ target: 'add_bottle', front: 'cli', outcome: 'ok', args: { name: 'Baga' } }]);
  });

  test('whose handler keeps the event in its own transaction leaves it there and nowhere else', async () => {
    const kept: AuditEvent[] = [];
    const transact = operationFor<Cellar>()({
      ...addBottle,
      name: 'transact',
      run(_, { audit }) {
        kept.push(audit.event());
        audit.kept();
        return { count: 1 };
      },
    });
    const { runtime, events } = opened({ operations: [transact] });
    await runtime.call(transact, { name: 'Baga' }, fromCli);
    expect(kept).toMatchObject([{ target: 'transact', outcome: 'ok' }]);
    expect(events).toEqual([]);
  });

  test('that fails after its transaction has its one entry there, and the log tells that it failed', async () => {
    const transact = operationFor<Cellar>()({
      ...addBottle,
      name: 'transact',
      run(_, { audit }) {
        audit.kept();
        throw new Fault('Broken', 'The answer got lost.');
      },
    });
    const warned: unknown[] = [];
    const log = { ...silentLogger, warn: (fields: object) => void warned.push(fields) };
    const { runtime, events } = opened({ operations: [transact] }, { log });
    await expect(runtime.call(transact, { name: 'Baga' }, fromCli)).rejects.toMatchObject({ kind: 'Broken' });
    expect(events).toEqual([]);
    expect(warned).toMatchObject([{ tool: 'transact', err: { message: 'The answer got lost.' } }]);
  });

  test('is counted when its evidence cannot be kept, and is answered all the same', async () => {
    const { runtime } = opened({}, { audit: () => Promise.reject(new Error('disk full')) });
    expect(await runtime.call(listBottles, {}, fromCli)).toEqual({ bottles: [] });
    expect(runtime.auditFailures).toBe(1);
  });

  test('lets whoever watches hear what the operation tells of its work', async () => {
    const { runtime } = opened();
    const heard: unknown[] = [];
    const stop = runtime.onNews(({ news }) => heard.push(news));
    await runtime.call(addBottle, { name: 'Baga' }, fromCli);
    stop();
    await runtime.call(addBottle, { name: 'Bical' }, fromCli);
    expect(heard).toEqual([{ added: 'Baga' }]);
  });
});

describe('who is behind a call', () => {
  const identify = (found: Identity): Identity => {
    if (found.subject !== 'local') return found;
    throw new Fault('Unauthenticated', 'Say who you are.');
  };

  test('is what the server says', async () => {
    const { runtime, events } = opened({ identify: () => guest });
    await expect(runtime.call(addBottle, { name: 'Baga' }, fromCli)).rejects.toMatchObject({ kind: 'Forbidden' });
    expect(events[0]?.identity).toEqual(guest);
  });

  test('is nobody in the evidence when the server finds nobody, and nothing runs', async () => {
    const definition = cellar({ identify });
    const events: AuditEvent[] = [];
    const { session, service } = serveRaw(definition, { audit: (event) => void events.push(event) });
    expect(await session.call(1, 'add_bottle', { name: 'Baga' })).toMatchObject({ result: { isError: true } });
    await service.close();
    expect(events).toMatchObject([{ kind: 'Unauthenticated', identity: { via: 'anonymous' }, outcome: 'refused' }]);
    expect((definition.app as Cellar).bottles).toEqual([]);
  });
});

test('an operation that is no tool is unknown to clients of MCP', async () => {
  const { session, service } = serveRaw(cellar());
  const { result } = (await session.request(1, 'tools/list', {})) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).not.toContain('list_bottles');
  expect(await session.call(2, 'list_bottles', {})).toMatchObject({ error: { code: -32602 } });
  await service.close();
});

describe('a server without a ledger', () => {
  /** What it answered to the first word. */
  async function callOnce(flags: readonly string[], definition = cellar()): Promise<string> {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const running = await serve(definition, flags, {}, { stdin, stdout, log: silentLogger, signals: false });
    const answered = new Promise<Buffer>((resolve) => stdout.once('data', resolve));
    stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '0' } } })}\n`,
    );
    const introduction = String(await answered);
    const called = new Promise((resolve) => stdout.once('data', resolve));
    stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'break_down', arguments: {} } })}\n`,
    );
    await called;
    await running.close();
    return introduction;
  }

  test('says over a pipe that it keeps no record where it introduces itself, after what it has to say', async () => {
    const { result } = JSON.parse(await callOnce([], { ...cellar(), instructions: 'Bottles lie.' }));
    const notice = 'Here calls leave no record; --audit-log <path> keeps one.';
    expect(result.instructions).toBe(`Bottles lie.\n\n${notice}`);
    expect(JSON.parse(await callOnce([])).result.instructions).toBe(notice);
    const file = join(await mkdtemp(join(tmpdir(), 'audit-')), 'calls.jsonl');
    expect(JSON.parse(await callOnce(['--audit-log', file])).result).not.toHaveProperty('instructions');
  });

  test('says at start that it keeps no record', async () => {
    const said: string[] = [];
    const note = (_: object, message: string) => void said.push(message);
    const log = { debug: note, info: note, warn: note, error: note };
    const flags = ['--transport', 'http', '--port', '0'];
    const running = await serve(cellar(), flags, {}, { log, signals: false });
    await running.close();
    expect(said).toContain('calls leave no record; --audit-log <path> keeps one');
  });

  test('appends a line per call to the file it is given', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'audit-')), 'calls.jsonl');
    await callOnce(['--audit-log', file]);
    await callOnce(['--audit-log', file]);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { target: 'break_down', caller: 'local', outcome: 'failed', kind: 'InternalError' },
      { target: 'break_down', caller: 'local', outcome: 'failed', kind: 'InternalError' },
    ]);
  });

  test('does not start when the file cannot be written', async () => {
    const flags = ['--audit-log', join(tmpdir(), 'no-such-folder', 'calls.jsonl')];
    await expect(serve(cellar(), flags, {}, { signals: false })).rejects.toMatchObject({ kind: 'BadUsage' });
  });

  test('ends work under way before it closes its connections', async () => {
    const ended: number[] = [];
    await callOnce(['--grace-seconds', '3'], cellar({ beforeStop: async (graceMs) => void ended.push(graceMs) }));
    expect(ended).toEqual([3000]);
  });
});

test('nothing can be served without a word about the record of its calls', () => {
  // @ts-expect-error audit must be given
  expect(() => createRuntime(cellar(), {})).toBeTypeOf('function');
  expect(createRuntime(cellar(), { audit: noAudit }).auditFailures).toBe(0);
});
