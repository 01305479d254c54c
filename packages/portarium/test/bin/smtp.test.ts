/** Signing in at a mail server over TLS: of the program as people start it, to a real server with a certificate of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { selfSigned } from '../../../kernel/test/http/self-signed.js';
import { emailChannel } from '../../src/app/notices/email.js';
import type { Letter } from '../../src/app/notices/letter.js';
import type { Notice } from '../../src/domain/notice.js';
import { mailServer } from '../app/mail-server.js';
import { temporaryFolder } from '../app/plane.js';
import { command, serve } from './served.js';

const password = 'correct horse battery staple';
const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 120_000, interval: 50 });

interface SignedIn {
  readonly user: unknown;
  readonly password: unknown;
  readonly isEncrypted: boolean;
}

/** A server that knows one password, which a test may change. */
async function strictServer(options: SMTPServerOptions) {
  const { cert, key } = selfSigned('mail.example');
  const known = { password };
  const comers: SignedIn[] = [];
  const server = await mailServer({
    ...{ cert, key, authOptional: false, disabledCommands: [] },
    onAuth({ username, password: given }, { secure }, done) {
      comers.push({ user: username, password: given, isEncrypted: secure });
      // As bad a server as there may be: it says aloud what it was given.
      if (given === known.password) done(null, { user: username });
      else done(Object.assign(new Error(`${given} is not the password`), { responseCode: 535 }));
    },
    ...options,
  });
  onTestFinished(() => server.close());
  return { ...server, cert, known, comers };
}

async function served(smtp: object, cert: string) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('ca.pem'), cert);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', at('ca.pem'));
  vi.stubEnv('SMTP_PASSWORD', password);
  onTestFinished(() => void vi.unstubAllEnvs());
  const whole = { user: 'portarium', password: 'env:SMTP_PASSWORD', from: 'portarium@gate.example', ...smtp };
  writeFileSync(at('servers.json'), JSON.stringify({ notices: { smtp: whole } }));
  const { key } = await command<{ key: string }>('--db', at('p.db'), 'init');
  const running = await serve(at('p.db'), key, '--servers', at('servers.json'));
  const notice = { channel: 'email', address: 'ops@people.example' };
  expect((await running.ask('PUT', '/notices/ops', notice)).status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is looked at as it comes.
  const json = async (method: string, path: string): Promise<any> => (await running.ask(method, path)).json();
  return { ...running, json, db: at('p.db') };
}

const ask = [{ actionId: 'ask', operation: 'approval:request', prompt: 'Shall we?' }];

test('over STARTTLS it signs in and sends; a wrong password is told at once, kept nowhere, and not tried again and again', async () => {
  const server = await strictServer({});
  const running = await served({ host: 'localhost', port: server.port }, server.cert);
  expect(await running.json('POST', '/notices/ops/test')).toEqual({ arrived: true });
  await running.start('Ask', ask);
  await soon(() => expect(server.mails).toHaveLength(2));
  expect(server.mails.map(({ to }) => to)).toEqual([['ops@people.example'], ['ops@people.example']]);
  expect(server.comers).toEqual(Array(2).fill({ user: 'portarium', password, isEncrypted: true }));
  server.known.password = 'another one';
  const tried = await running.json('POST', '/notices/ops/test');
  expect(tried).toMatchObject({ arrived: false, problem: expect.stringContaining('535') });
  await running.start('Ask again', ask);
  const record = async () => running.json('GET', '/notices/ops');
  await soon(async () =>
    expect(await record()).toMatchObject({ attempts: 1, lastError: expect.stringContaining('535') }),
  );
  const kept = await record();
  // Five minutes, in notice-outlet.ts; what is measured is when it is due, not the clock of this test.
  expect(Date.parse(kept.nextAttemptAtIso) - Date.parse(kept.waiting[0].happenedAtIso)).toBeGreaterThan(299_000);
  expect(server.comers).toHaveLength(4);
  expect(kept.told).toHaveLength(1);
  const evidence = await (await running.ask('GET', '/evidence?limit=200')).text();
  expect(evidence).toContain('NoticeTested');
  const printed = JSON.stringify(await command('--db', running.db, 'notice', 'list'));
  for (const said of [JSON.stringify([tried, kept]), evidence, printed, running.log()])
    expect(said).not.toContain(password);
  expect(await running.end()).toBe(0);
}, 240_000);

test('over TLS from the beginning it signs in and sends', async () => {
  const server = await strictServer({ secure: true });
  const running = await served({ host: '127.0.0.1', port: server.port, security: 'tls' }, server.cert);
  expect(await running.json('POST', '/notices/ops/test')).toEqual({ arrived: true });
  expect(server.comers).toEqual([{ user: 'portarium', password, isEncrypted: true }]);
  expect(server.mails).toHaveLength(1);
  expect(await running.end()).toBe(0);
}, 240_000);

test.each([
  ['a certificate that nobody vouches for, after STARTTLS', 'starttls', {}, /certificate/],
  ['a certificate that nobody vouches for, from the beginning', 'tls', { secure: true }, /certificate/],
  ['no encryption', 'starttls', { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, /STARTTLS/],
] as const)('a server with %s is given neither the password nor a mail', async (_, security, options, says) => {
  const server = await strictServer(options as SMTPServerOptions);
  const { port } = server;
  const smtp = { host: 'localhost', port, security, user: 'portarium', password, from: 'portarium@gate.example' };
  const notice = { address: 'ops@people.example' } as Notice;
  const letter = {
    id: 'a.b',
    about: 'a',
    subject: 'Approval',
    words: '',
    facts: [['Run', 'r']],
    calls: [],
    furtherCalls: 0,
  };
  const link = { command: 'portarium approve list' };
  const sent = emailChannel(smtp).send(notice, { ...letter, link } as unknown as Letter, new AbortController().signal);
  expect(await sent).toMatchObject({ message: expect.stringMatching(says), isLasting: false });
  expect(server.comers).toEqual([]);
  expect(server.mails).toEqual([]);
});
