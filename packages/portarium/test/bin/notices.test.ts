/** Notices of the program as people start it: killed in the middle of a mail, and twice on one database. */
import '../store/pg-for-vitest.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Mail, mailServer } from '../app/mail-server.js';
import { temporaryFolder } from '../app/plane.js';
import { onPostgres } from '../store/on-postgres.js';
import { command, type Served, serve } from './served.js';

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 120_000, interval: 50 });

/** The file of an operator who has a mail server on this machine. */
function settingsFor(folder: string, port: number): string {
  const smtp = { host: '127.0.0.1', port, security: 'none', from: 'portarium@gate.example' };
  const file = join(folder, 'servers.json');
  writeFileSync(file, JSON.stringify({ notices: { smtp, consoleUrl: 'https://gate.example/' } }));
  return file;
}

const ask = [
  { actionId: 'ask', operation: 'approval:request', prompt: 'Shall we?' },
  { actionId: 'tell', operation: 'event:emit', type: 'Done' },
];

async function tellOps(served: Served, body: object = {}): Promise<void> {
  const notice = { channel: 'email', address: 'ops@people.example', ...body };
  expect((await served.ask('PUT', '/notices/ops', notice)).status).toBe(200);
}

test('killed while the mail server makes up its mind, the next process sends the same mail, and once more only', async () => {
  const folder = temporaryFolder();
  const db = join(folder, 'p.db');
  const seen: Mail[] = [];
  let isSlow = true;
  const server = await mailServer(
    {},
    {
      async answer(mail) {
        seen.push(mail);
        // Has the whole mail and says nothing: nobody can know whether it was taken.
        if (isSlow) await new Promise(() => {});
        return undefined;
      },
    },
  );
  onTestFinished(() => server.close());
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const settings = settingsFor(folder, server.port);
  const first = await serve(db, key, '--servers', settings);
  await tellOps(first);
  await first.start('Ask', ask);
  await soon(() => expect(seen).toHaveLength(1));
  first.child.kill('SIGKILL');
  isSlow = false;
  const second = await serve(db, key, '--servers', settings);
  await soon(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.headers['message-id']).toEqual(seen[0]?.headers['message-id']);
  await second.start('Ask again', ask);
  await soon(() => expect(server.mails).toHaveLength(2));
  expect(await second.end()).toBe(0);
  expect(new Set(seen.map(({ headers }) => headers['message-id']?.[0])).size).toBe(2);
  expect(seen).toHaveLength(3);
}, 240_000);

const approvals = 12;

/** Two processes on one database; then both are killed while something is still to be told late. */
async function eachOnce(db: string, folder: string): Promise<void> {
  const server = await mailServer();
  onTestFinished(() => server.close());
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const settings = settingsFor(folder, server.port);
  const pair = await Promise.all([1, 2].map(() => serve(db, key, '--servers', settings)));
  const [one, other] = pair as [Served, Served];
  await tellOps(one);
  const late = { channel: 'email', address: 'boss@people.example', afterMinutes: 0.1 };
  expect((await other.ask('PUT', '/notices/boss', late)).status).toBe(200);
  for (let n = 0; n < approvals; n++) await pair[n % 2]?.start(`Ask ${n}`, ask);
  const told = (who: string) =>
    server.mails.filter(({ to }) => to[0] === `${who}@people.example`).map(({ headers }) => headers['message-id']?.[0]);
  await soon(() => expect(told('ops').length).toBeGreaterThanOrEqual(approvals));
  await soon(() => expect(told('boss').length).toBeGreaterThanOrEqual(approvals));
  for (const who of ['ops', 'boss']) {
    expect(told(who)).toHaveLength(approvals);
    expect(new Set(told(who)).size).toBe(approvals);
  }
  await one.start('Ask and die', ask);
  await soon(() => expect(told('ops').length).toBeGreaterThan(approvals));
  for (const each of pair) each.child.kill('SIGKILL');
  const last = await serve(db, key, '--servers', settings);
  await soon(() => expect(new Set(told('boss')).size).toBe(approvals + 1));
  await last.end();
  // Killed between the yes of the mail server and our note of it, the same mail is sent once more.
  for (const who of ['ops', 'boss']) {
    expect(new Set(told(who)).size).toBe(approvals + 1);
    expect(told(who).length).toBeLessThanOrEqual(approvals + 2);
  }
}

test('two processes on one file tell everything once, escalations included', async () => {
  const folder = temporaryFolder();
  await eachOnce(join(folder, 'p.db'), folder);
}, 240_000);

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('two processes on one database tell everything once, escalations included', async () => {
    await eachOnce(await server().database('notices'), temporaryFolder());
  }, 240_000);
});
