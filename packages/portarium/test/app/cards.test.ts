import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRuntime, registerSecret } from '@quadrivium/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { embeddedClient } from '../../src/client/embedded-client.js';
import type { Caller } from '../../src/domain/principal.js';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import { decideApproval } from '../../src/operations/approvals/decide.js';
import { getApproval } from '../../src/operations/approvals/get.js';
import { keepCalls } from '../../src/operations/keep-calls.js';
import { portariumServer } from '../../src/tools/server.js';
import { type Desk, openDesk } from './desk-server.js';
import { openPlane, type TestPlane } from './plane.js';

let desk: Desk;
let wire: Awaited<ReturnType<typeof tap>>;
beforeAll(async () => {
  desk = await openDesk();
  wire = await tap(desk.url);
});
afterAll(async () => {
  await wire.close();
  await desk.close();
});

/** Passes requests on to a server and keeps every body as it went over the wire. */
async function tap(url: string) {
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    const body = await bytesOf(req);
    bodies.push(body.toString('utf8'));
    const passed = request(
      url,
      { method: req.method, headers: { ...req.headers, host: new URL(url).host } },
      (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      },
    );
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, bodies, close };
}

async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A control plane whose calls go over the tapped wire, and clients that pass its gate as somebody. */
async function tapped() {
  const downstream = connectDownstream({ desk: { type: 'http', url: wire.url } });
  onTestFinished(() => downstream.close());
  const opened = await openPlane({ downstream });
  const { deps } = opened.plane;
  const runtime = createRuntime(portariumServer(deps), { audit: keepCalls(deps) });
  const as = ({ principalId, roles }: Caller) =>
    embeddedClient(runtime, {
      front: 'rest',
      identity: { subject: principalId, roles, workspaces: ['ws-a'], via: 'key' } as never,
    });
  return { ...opened, as };
}

async function asked({ plane, alice, settle }: TestPlane, args: Record<string, unknown>): Promise<string> {
  const { runId } = await plane.proposeCall(alice, { server: 'desk', tool: 'desk_refund', arguments: args });
  await settle();
  const { pendingApprovals } = await plane.getRun(alice, runId);
  return pendingApprovals[0]?.approvalId ?? '';
}

const inWorkspace = { workspaceId: 'ws-a' };

test('a person who may decide sees what looks like a secret as it will be sent; others see that it is masked', async () => {
  const world = await tapped();
  const args = { authorization: 'Bearer DELETE-ALL-CUSTOMERS-NOW', note: 'token=wipe-everything' };
  const approvalId = await asked(world, args);
  const seen = await world.as(world.bob).call(getApproval, { ...inWorkspace, approvalId });
  expect(seen.plan[0]).toMatchObject({ arguments: args });
  expect(seen.plan[0]).not.toHaveProperty('masked');
  const audited = await world.as(world.zoe).call(getApproval, { ...inWorkspace, approvalId });
  expect(JSON.stringify(audited)).not.toContain('DELETE-ALL');
  expect(audited.plan[0]?.masked?.map(({ path }) => path)).toEqual(['authorization', 'note']);
});

test('a call that holds a registered secret is shown with the place of the mask, and cannot be approved', async () => {
  const forget = registerSecret('correct-horse-battery');
  onTestFinished(forget);
  const world = await tapped();
  world.redactor.registerSecret('correct-horse-battery');
  const approvalId = await asked(world, { amount: 1, to: { key: 'x correct-horse-battery y' } });
  const bob = world.as(world.bob);
  const seen = await bob.call(getApproval, { ...inWorkspace, approvalId });
  expect(JSON.stringify(seen)).not.toContain('correct-horse');
  expect(seen.plan[0]).toMatchObject({
    arguments: { amount: 1, to: { key: 'x [redacted] y' } },
    masked: [{ path: 'to.key', why: 'a secret of this installation' }],
  });
  expect(seen.yourDecision).toMatchObject({ possible: true, cannotApprove: expect.stringContaining('to.key') });
  const decided = (decision: 'Approved' | 'Denied') =>
    bob.call(decideApproval, { ...inWorkspace, approvalId, decision, comment: 'no secrets here' });
  await expect(decided('Approved')).rejects.toMatchObject({
    kind: 'Forbidden',
    context: { hidden: [expect.any(String)] },
  });
  await world.settle();
  expect(desk.count('desk_refund')).toBe(0);
  expect(await decided('Denied')).toMatchObject({ status: 'Denied' });
});

test('whatever the arguments are, the text of the card is the text that the server receives', async () => {
  const world = await tapped();
  const bob = world.as(world.bob);
  const shapes = fc.constantFrom(
    'Bearer ',
    'token=',
    'sk-',
    '-----BEGIN PRIVATE KEY-----',
    'postgres://a:b@c',
    '{{ input }}',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.tuple(shapes, fc.base64String()).map((parts) => parts.join('')),
  );
  const name = fc.oneof(fc.constantFrom('password', 'credential', 'authorization', 'cookie', 'amount'), fc.string());
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('any')),
      fc.dictionary(name, tie('any')),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 5 }), async (args) => {
      const approvalId = await asked(world, args as Record<string, unknown>);
      const card = await bob.call(getApproval, { ...inWorkspace, approvalId });
      wire.bodies.length = 0;
      await bob.call(decideApproval, { ...inWorkspace, approvalId, decision: 'Approved' });
      await world.settle();
      const sent = wire.bodies.filter((body) => body.includes('"tools/call"'));
      expect(sent).toHaveLength(1);
      expect(sent[0]).toContain(`"arguments":${JSON.stringify(card.plan[0]?.arguments)}`);
      expect(card.plan[0]?.arguments).toEqual(JSON.parse(JSON.stringify(args)));
    }),
    { numRuns: 25 },
  );
});
