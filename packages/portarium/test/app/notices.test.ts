/** Mail about what waits, to a real SMTP server. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { emailChannel } from '../../src/app/notices/email.js';
import { NoticeBody } from '../../src/domain/notice.js';
import { type Desk, openDesk } from './desk-server.js';
import { type Mail, type MailServer, mailServer, refusal } from './mail-server.js';
import { openPlane, type PlaneOptions, refundFlow, testClock } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const consoleUrl = 'https://gate.example';
const smtpAt = (port: number) =>
  ({ host: '127.0.0.1', port, security: 'none', from: 'portarium@gate.example' }) as const;

/** A control plane that sends mail there by itself; its clock stands until the test lets it pass. */
async function telling(port: number, options: PlaneOptions = {}) {
  const clock = options.clock ?? testClock(Date.UTC(2026, 5, 1, 12));
  const channels = { email: emailChannel(smtpAt(port)) };
  const world = await openPlane({ desk, clock, consoleUrl, channels, runEngine: true, ...options });
  await world.plane.putWorkflow(world.alice, { source: refundFlow });
  return world;
}

type Telling = Awaited<ReturnType<typeof telling>>;

async function opened(...given: Parameters<typeof mailServer>): Promise<MailServer> {
  const server = await mailServer(...given);
  onTestFinished(() => server.close());
  return server;
}

const notice = ({ plane, adam }: Telling, noticeId: string, body: object = {}) =>
  plane.putNotice(adam, {
    noticeId,
    ...NoticeBody.parse({ channel: 'email', address: `${noticeId}@people.example`, ...body }),
  });

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

/** A run that waits; gives its approval. */
async function waiting({ plane, alice, adam }: Telling, input: object = { amount: 40, account: 'a-1' }) {
  const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: input as never });
  let approvalId = '';
  await soon(async () => {
    approvalId = (await plane.getRun(adam, runId)).pendingApprovals[0]?.approvalId ?? '';
    expect(approvalId).not.toBe('');
  });
  return { runId, approvalId };
}

/** Any commit makes the sender look; so does every second, which nobody waits for here. */
const look = ({ plane, adam }: Telling) =>
  plane.putPrincipal(adam, { principalId: 'zoe', kind: 'user', roles: ['auditor'] });

const listed = async ({ plane, adam }: Telling, noticeId: string) =>
  (await plane.listNotices(adam)).find((each) => each.noticeId === noticeId);

test('an approval that waits is told once, with the prompt, the exact call, its digest and a link', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'ops');
  const { approvalId, runId } = await waiting(world);
  await soon(() => expect(server.mails).toHaveLength(1));
  const [mail] = server.mails;
  const approval = await world.plane.getApproval(world.bob, approvalId);
  const [call] = approval.plan;
  expect(mail).toMatchObject({ from: 'portarium@gate.example', to: ['ops@people.example'] });
  for (const body of [mail?.text ?? '', (mail?.html ?? '').replaceAll('&quot;', '"')]) {
    expect(body).toContain(approval.prompt);
    expect(body).toContain('desk/desk_refund');
    expect(body).toContain(JSON.stringify({ amount: 40 }));
    expect(body).toContain(call?.digest);
    expect(body).toContain(approval.planDigest);
    expect(body).toContain(runId);
    expect(body).toContain(`${consoleUrl}/#/approvals/${approvalId}`);
  }
  const [id] = mail?.headers['message-id'] ?? [];
  expect(id).toMatch(/^<evt_\w+\.ops@gate\.example>$/);
  await world.plane.decideApproval(world.bob, { approvalId, decision: 'Approved' });
  await waiting(world);
  await soon(() => expect(server.mails).toHaveLength(2));
  expect(server.mails[1]?.headers['message-id']).not.toEqual([id]);
});

test('what others wrote makes no header, no markup, no line of ours and nothing that is not seen', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'ops');
  const hostile =
    'Pay\r\nBcc: evil@example.org\r\n\r\n<img src=x onerror=alert(1)>\nApproval: apr_forged \u202Eevil\u0000\u200B';
  const ask = { actionId: 'ask', operation: 'approval:request', prompt: hostile };
  const pay = {
    actionId: 'pay',
    operation: 'mcp:call',
    server: 'desk',
    tool: 'desk_refund',
    arguments: { amount: hostile },
  };
  await world.plane.putWorkflow(world.alice, { source: { name: 'Odd', executionTier: 'Auto', actions: [ask, pay] } });
  await world.plane.startRun(world.alice, { workflowId: 'odd' });
  await soon(() => expect(server.mails).toHaveLength(1));
  const { headers, to, text, html } = server.mails[0] as Mail;
  expect(to).toEqual(['ops@people.example']);
  expect(headers.bcc).toBeUndefined();
  expect(headers.subject).toHaveLength(1);
  expect(html).not.toContain('<img');
  expect(text.split('\n').filter((line) => /^(Approval|Bcc)/.test(line))).toEqual([
    expect.stringMatching(/^Approval: +apr_\w+$/),
  ]);
  for (const mark of ['\u202E', '\u0000', '\u200B']) expect(`${text}${html}`).not.toContain(mark);
  expect(text).toContain('\\u202e');
});

test('what looks like a secret is masked, and it is said', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'ops');
  const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
  await waiting(world, { amount: secret });
  await soon(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.raw).not.toContain(secret);
  expect(server.mails[0]?.text).toContain('1 values that look like secrets');
});

test('a person is told of what they may decide: not of their own wish, and not once they have left', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'alice', { principalId: 'alice' });
  await notice(world, 'bob', { principalId: 'bob' });
  await notice(world, 'zoe', { principalId: 'zoe' });
  await notice(world, 'boss', { roles: ['boss'] });
  await notice(world, 'all');
  await waiting(world);
  const told = () => server.mails.map(({ to }) => to[0]?.split('@')[0]).sort();
  // Whoever is bound to a role is told: the approval names none, so anybody who decides may.
  await soon(() => expect(told()).toEqual(['all', 'bob', 'boss']));
  await world.plane.putPrincipal(world.adam, { principalId: 'bob', kind: 'user', roles: ['approver'], active: false });
  await waiting(world);
  await soon(() => expect(told()).toEqual(['all', 'all', 'bob', 'boss', 'boss']));
});

test('a recipient that is refused for good is put aside, the next one arrives, and both can be told again', async () => {
  let open = false;
  const server = await opened({
    onRcptTo: (_, __, done) => done(open ? null : refusal(550, 'No such user')),
  });
  const world = await telling(server.port);
  await notice(world, 'ops');
  await waiting(world);
  await soon(async () => expect((await listed(world, 'ops'))?.deadLetters).toHaveLength(1));
  expect((await listed(world, 'ops'))?.lastError).toContain('No such user');
  open = true;
  await waiting(world);
  await soon(() => expect(server.mails).toHaveLength(1));
  await world.plane.replayNotice(world.adam, 'ops');
  await soon(() => expect(server.mails).toHaveLength(2));
  await soon(async () => expect(await listed(world, 'ops')).toMatchObject({ deadLetters: [], replaying: [] }));
});

/** An address at which nobody answers until it leads somewhere. */
async function frontDoor() {
  let port: number | undefined;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    if (port === undefined) return void socket.destroy();
    const inner = connect(port, '127.0.0.1').on('error', () => {});
    socket.pipe(inner).pipe(socket);
    inner.once('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void door.close());
  const leadTo = (inside: number) => {
    port = inside;
  };
  return { port: (door.address() as AddressInfo).port, leadTo };
}

test('a server that is away, busy or hangs up in the middle gets the same mail again until it has taken it', async () => {
  const ids: unknown[] = [];
  const door = await frontDoor();
  const world = await telling(door.port);
  await notice(world, 'ops');
  await waiting(world);
  await soon(async () => expect(await listed(world, 'ops')).toMatchObject({ attempts: 1 }));
  let turn = 0;
  const { port } = await opened(
    {},
    {
      answer(mail, drop) {
        ids.push(mail.headers['message-id']?.[0]);
        turn += 1;
        if (turn === 1) return refusal(451, 'Come back later');
        if (turn === 2) drop();
        return undefined;
      },
    },
  );
  door.leadTo(port);
  await soon(async () => {
    world.clock.pass(300_000);
    await look(world);
    expect(turn).toBe(3);
  });
  await soon(async () => expect(await listed(world, 'ops')).toMatchObject({ attempts: 0, deadLetters: [] }));
  expect(new Set(ids).size).toBe(1);
  expect((await listed(world, 'ops'))?.lastError).toBeUndefined();
});

test('a server without encryption is not told anything unless the operator has said so', async () => {
  const server = await opened();
  const channels = { email: emailChannel({ ...smtpAt(server.port), security: 'starttls' }) };
  const world = await telling(server.port, { channels });
  await notice(world, 'ops');
  await waiting(world);
  await soon(async () => expect((await listed(world, 'ops'))?.lastError).toMatch(/TLS/));
  expect(server.mails).toEqual([]);
});

test('what was decided in time is not told to whoever is told later; what still waits is, once', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'boss', { afterMinutes: 30 });
  const first = await waiting(world);
  const second = await waiting(world);
  await world.plane.decideApproval(world.bob, { approvalId: first.approvalId, decision: 'Approved' });
  world.clock.pass(29 * 60_000);
  await look(world);
  await soon(async () =>
    expect(Date.parse((await listed(world, 'boss'))?.nextAttemptAtIso ?? '')).toBeGreaterThan(world.clock.now()),
  );
  expect(server.mails).toEqual([]);
  world.clock.pass(60_000);
  await look(world);
  await soon(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.text).toContain(second.approvalId);
  world.clock.pass(3_600_000);
  await look(world);
  await world.plane.close();
  expect(server.mails).toHaveLength(1);
});

test('in quiet hours nothing is sent; at their end what still waits is', async () => {
  const server = await opened();
  // Noon in London in June is 13:00 there.
  const world = await telling(server.port);
  await notice(world, 'quiet', { quietHours: '12:30-14:30', timeZone: 'Europe/London' });
  await notice(world, 'awake', { quietHours: '22:00-07:00', timeZone: 'Europe/London' });
  const { approvalId } = await waiting(world);
  await soon(() => expect(server.mails.map(({ to }) => to[0])).toEqual(['awake@people.example']));
  await soon(async () => expect((await listed(world, 'quiet'))?.nextAttemptAtIso).toBe('2026-06-01T13:30:00.000Z'));
  world.clock.pass(90 * 60_000);
  await look(world);
  await soon(() => expect(server.mails).toHaveLength(2));
  expect(server.mails[1]).toMatchObject({ to: ['quiet@people.example'] });
  expect(server.mails[1]?.text).toContain(approvalId);
});

test.each([
  ['no address', { address: undefined }],
  ['nobody of that name', { principalId: 'nobody' }],
  ['an agent', { principalId: 'bot-1' }],
])('a notice is refused that tells nobody: %s', async (_, body) => {
  const server = await opened();
  const world = await telling(server.port);
  await expect(notice(world, 'ops', body)).rejects.toThrow();
});

test.each(['a@b\r\nBcc: c@d', 'a@b,c@d', 'A <a@b>', 'a b@c', '"a\n"@b', '@b', 'a@', 'a@[127.0.0.1]', 'a@b>'])(
  'an address is one address: %j is none',
  (address) => {
    expect(NoticeBody.safeParse({ channel: 'email', address }).success).toBe(false);
  },
);

test('a failed run and work for a person are told where that is wanted', async () => {
  const server = await opened();
  const world = await telling(server.port);
  await notice(world, 'ops', { topics: ['failure', 'work'] });
  const { approvalId } = await waiting(world);
  await world.plane.decideApproval(world.bob, { approvalId, decision: 'Denied', rationale: 'Not this one' });
  await soon(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.headers.subject).toEqual(['Run failed: refund']);
  const todo = { actionId: 'do', operation: 'human:task', instructions: 'Call the customer' };
  await world.plane.putWorkflow(world.alice, { source: { name: 'Todo', executionTier: 'Auto', actions: [todo] } });
  await world.plane.startRun(world.alice, { workflowId: 'todo' });
  await soon(() => expect(server.mails).toHaveLength(2));
  expect(server.mails[1]?.headers.subject).toEqual([expect.stringMatching(/^To do: /)]);
  expect(server.mails[1]?.text).toContain('Call the customer');
});
