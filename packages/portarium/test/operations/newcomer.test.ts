import { type CallOperation, operationCommands, restShapes } from '@quadrivium/kernel';
import { runProgram } from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';

/** One file, as a newcomer would write it; the mock is the line in `operations/index.ts`. */
vi.mock('../../src/operations/index.js', async (original) => {
  const { define } = await import('../../src/operations/define.js');
  const greetGuest = define({
    name: 'portarium_guest_greet',
    title: 'Greet a guest',
    description: 'Says hello to somebody',
    effect: 'read',
    needs: 'run:read',
    tool: { input: z.object({ workspaceId: z.string(), guestId: z.string(), words: z.string().optional() }) },
    input: { guestId: z.string().min(1), words: z.string().optional().describe('What to say') },
    output: z.looseObject({ greeting: z.string() }),
    rest: { method: 'GET', path: '/guests/{guestId}/greeting', tag: 'Guests' },
    run: (_deps, caller, { guestId, words = 'Hello' }) => ({
      greeting: `${words} ${guestId}, says ${caller.principalId}`,
    }),
  });
  return { ...(await original<object>()), greetGuest };
});

const { connect } = await import('@quadrivium/kernel/client');
const { httpClient } = await import('../../src/client/http-client.js');
const { openApiDocument } = await import('../../src/http/openapi.js');
const { operations } = await import('../../src/operations/list.js');
const { world } = await import('../http/world.js');

const greeting = { greeting: 'Hi mia, says alice' };

let w: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

const greet = operations.find(({ name }) => name === 'portarium_guest_greet');
const client = () => httpClient({ baseUrl: w.url, token: w.keys.alice });
const args = { workspaceId: 'ws-a', guestId: 'mia', words: 'Hi' };

test('an operation in a file and a line is a tool', async () => {
  const mcp = await connect({
    type: 'http',
    url: `${w.url}/mcp`,
    headers: { authorization: `Bearer ${w.keys.alice}` },
  });
  expect((await mcp.tools()).tools.map(({ name }) => name)).toContain('portarium_guest_greet');
  expect((await mcp.callTool('portarium_guest_greet', args)).structuredContent).toEqual(greeting);
  await mcp.close();
});

test('it is a route, with its entry in OpenAPI, and refuses who may not', async () => {
  const answer = await w.rest('alice', 'GET', '/guests/mia/greeting?words=Hi');
  expect(answer).toMatchObject({ status: 200, body: greeting });
  const { paths } = openApiDocument() as { paths: Record<string, unknown> };
  expect(paths['/v1/workspaces/{workspaceId}/guests/{guestId}/greeting']).toMatchObject({
    get: { operationId: 'greetGuest', summary: 'Says hello to somebody', tags: ['Guests'] },
  });
  expect(restShapes(operations).some(({ operation }) => operation === greet)).toBe(true);
});

test('it is a call of the client', async () => {
  expect(greet).toBeDefined();
  if (greet !== undefined) expect(await client().call(greet, args)).toEqual(greeting);
});

test('it is a command, with words, options and help', async () => {
  const call: CallOperation = (operation, given) => client().call(operation, { workspaceId: 'ws-a', ...given });
  const program = { name: 'p', version: '1', description: '', commands: operationCommands(operations, call) };
  const terminal = memoryTerminal();
  const argv = ['guest', 'greet', 'mia', '--words', 'Hi', '--json'];
  expect(await runProgram(program, argv, terminal), terminal.stderr).toBe(0);
  expect(JSON.parse(terminal.stdout)).toEqual(greeting);
  const help = memoryTerminal();
  await runProgram(program, ['guest', 'greet', '--help'], help);
  expect(help.stdout).toMatch(/<guest>[\s\S]+Says hello to somebody[\s\S]+--words <value>\s+What to say/);
});

test('its call is kept in the chain of calls', async () => {
  const { calls, store } = w.plane.deps;
  await calls.flush();
  const before = (await store.ledger.head('calls/ws-a')).seq;
  await w.rest('alice', 'GET', '/guests/mia/greeting');
  await calls.flush();
  const kept = [];
  for await (const entry of store.ledger.entries({ chain: 'calls/ws-a', after: before })) kept.push(entry.type);
  expect(kept).toEqual(['portarium_guest_greet']);
});
