/** What the card shows on every front, and what the other server receives, are the same arguments. */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openHttpFront } from '@quadrivium/kernel';
import { connect, ServerConfig } from '@quadrivium/kernel/client';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { spelled } from '../../../console/src/parts/spelled.js';
import { noConnections } from '../../src/bin/connections-file.js';
import { openPlane, openPlaneWith } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { authenticateByStoredKeys } from '../../src/http/authenticator.js';
import { httpService } from '../../src/http/service.js';
import { openDesk } from '../app/desk-server.js';
import { temporaryFolder } from '../app/plane.js';
import { withUseCases } from '../app/use-cases.js';
import { until } from './world.js';

/** Passes requests on to a server and keeps the body of every call as it went over the wire. */
async function tap(url: string) {
  const calls: string[] = [];
  const server = createServer(async (req: IncomingMessage, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (body.includes('"tools/call"')) calls.push(body.toString('utf8'));
    const headers = { ...req.headers, host: new URL(url).host };
    request(url, { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, calls };
}

async function everywhere() {
  const desk = await openDesk();
  onTestFinished(() => desk.close());
  const wire = await tap(desk.url);
  const db = join(temporaryFolder(), 'portarium.db');
  const servers = { desk: ServerConfig.parse({ type: 'http', url: wire.url }) };
  const opened = await openPlaneWith({ db, engine: true, create: true }, { ...noConnections, servers });
  const plane = withUseCases(opened.plane);
  const { admin, secret } = await plane.initWorkspace({ workspaceId: 'ws', adminId: 'adam', environment: 'staging' });
  await plane.putPrincipal(admin, { principalId: 'alice', kind: 'user', roles: ['operator'] });
  await plane.putPrincipal(admin, { principalId: 'bob', kind: 'user', roles: ['approver'] });
  const key = async (principalId: string) => (await plane.createApiKey(admin, { principalId })).secret;
  const keys = { adam: secret, alice: await key('alice'), bob: await key('bob') };
  const { routes } = httpService(plane);
  const front = await openHttpFront({ port: 0, routes, authenticator: authenticateByStoredKeys(plane) });
  const headers = { authorization: `Bearer ${keys.bob}` };
  const mcp = await connect({ type: 'http', url: `${front.url}/mcp`, headers });
  onTestFinished(async () => {
    await mcp.close();
    await front.close({ graceMs: 0, checkpointMs: 100 });
    await opened.close();
  });
  const rest = async (as: keyof typeof keys, method: string, path: string, body?: string) => {
    const response = await fetch(`${front.url}/v1/workspaces/ws${path}`, {
      method,
      headers: { authorization: `Bearer ${keys[as]}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text);
  };
  const cli = async (...words: string[]) => {
    const terminal = memoryTerminal();
    const all = ['--db', db, '--workspace', 'ws', '--as', 'bob', '--json', ...words];
    expect(await runPortarium(all, openPlane, terminal), terminal.stderr).toBe(0);
    return JSON.parse(terminal.stdout);
  };
  /** What a person reads at a terminal. */
  const page = async (...words: string[]) => {
    const terminal = memoryTerminal();
    await runPortarium(['--db', db, '--workspace', 'ws', '--as', 'bob', ...words], openPlane, terminal);
    return terminal.stdout;
  };
  return { rest, mcp, cli, page, wire };
}

type World = Awaited<ReturnType<typeof everywhere>>;

/** Asks for a call with these arguments, given as text, and gives every card and what was sent once it was approved. */
async function shownAndSent({ rest, mcp, cli, page, wire }: World, args: string) {
  const body = `{"server":"desk","tool":"desk_refund","arguments":${args}}`;
  const { runId } = await rest('alice', 'POST', '/agent-actions:propose', body);
  const { pendingApprovals } = await until(
    () => rest('bob', 'GET', `/runs/${runId}`),
    (run) => run.pendingApprovals.length === 1,
  );
  const { approvalId } = pendingApprovals[0];
  const overMcp = await mcp.callTool('portarium_run_get', { workspaceId: 'ws', runId });
  const told = overMcp.structuredContent as { pendingApprovals: { plan: { arguments: unknown }[] }[] };
  const overRest = (await rest('bob', 'GET', `/approvals/${approvalId}`)).plan[0].arguments;
  const shown = [
    overRest,
    pendingApprovals[0].plan[0].arguments,
    told.pendingApprovals[0]?.plan[0]?.arguments,
    (await cli('approve', 'show', approvalId)).plan[0].arguments,
    JSON.parse(spelled(overRest)),
    JSON.parse(/^ +arguments +(.*)$/m.exec(await page('approve', 'show', approvalId))?.[1] ?? ''),
  ].map((each) => JSON.stringify(each));
  wire.calls.length = 0;
  await rest('bob', 'POST', `/approvals/${approvalId}/decide`, '{"decision":"Approved"}');
  await until(
    () => rest('bob', 'GET', `/runs/${runId}`),
    ({ status }) => status === 'Succeeded',
  );
  return { shown, sent: wire.calls, spelt: spelled(overRest) };
}

function same({ shown, sent, spelt }: Awaited<ReturnType<typeof shownAndSent>>): void {
  expect(new Set(shown).size, shown.join('\n')).toBe(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`"arguments":${shown[0]}`);
  // What a person reads holds nothing that cannot be seen or that turns text around.
  expect(spelt).not.toMatch(/[\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u);
}

const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

test.each([
  ['numbers beyond what is exact', '{"a":1e21,"b":0.30000000000000004,"c":12345678901234567890,"d":-0.0,"e":5e-324}'],
  ['a name twice', '{"amount":1,"amount":1000000}'],
  ['names of machinery', '{"__proto__":{"admin":true},"constructor":1,"toString":"x","hasOwnProperty":null,"0":1}'],
  ['text that turns around', '{"to":"\\u202e\\u2066ecila\\u2069","file":"photo_\\u202egpj.exe"}'],
  ['characters that nobody sees', '{"to":"bob\\u200b\\u00ad\\ufeff","\\u2060":"\\u3164","tag":"\\udb40\\udc41"}'],
  [
    'what looks like a secret',
    '{"authorization":"Bearer DELETE-ALL-abcdefgh","password":"hunter2","note":"sk-live-0000"}',
  ],
  [
    'words for a terminal, and lines that pass for fields',
    '{"run":"rm \\u001b[8m-rf /\\u001b[0m","note":"ok\\n    effect      readOnly","fee":0.00001}',
  ],
  ['templates', '{"text":"{{ input.amount }}","more":"{{ 1 + 1 }}"}'],
  ['depth', `{"x":${deep(10)}}`],
  ['nothing', '{}'],
])('%s', async (_, args) => {
  same(await shownAndSent(await everywhere(), args));
});

test('whatever the arguments are, every front shows what is sent', async () => {
  const world = await everywhere();
  const odd = fc.constantFrom(
    '\u202e',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u{e0041}',
    '__proto__',
    '{{ input }}',
  );
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), odd), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(1e21, 0.1 + 0.2, Number.MAX_SAFE_INTEGER + 2, true, null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(text, tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, value, { maxKeys: 4 }), async (args) => {
      same(await shownAndSent(world, JSON.stringify(args)));
    }),
    { numRuns: sampledCount('arguments that every front shows', 12, 4) },
  );
});
