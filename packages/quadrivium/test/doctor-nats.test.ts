/** What the doctor says of a NATS server, with a real one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../test/support/nats-server.js';
import { startBundledWorker } from '../../../test/support/nats-worker.js';
import { examine } from '../src/doctor/examine.js';
import { endAll, freshFolder } from './server-process.js';

let server: NatsServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(endAll);

async function findingAt(url: string) {
  const { findings } = await examine({ data: join(freshFolder(), 'later'), port: 0, nats: { url, prefix: 'cobre' } });
  return findings.find(({ check }) => check === 'nats server');
}

describe.skipIf(natsIsAbsent())('quadrivium doctor (apt-get install nats-server)', () => {
  test('counts the workers of a server and warns where none is', async () => {
    server = await startNats();
    expect(await findingAt(server.url)).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/^version \d+\.\d+\.\d+, no worker is there$/),
    });
    const worker = await startBundledWorker(server.url);
    expect(await findingAt(server.url)).toMatchObject({ status: 'ok', detail: expect.stringMatching(/, 1 workers?$/) });
    await worker.stop();
  }, 120_000);

  test('has something against a server that is not there, or keeps no studies', async () => {
    const secret = 'nats://me:secret@127.0.0.1:1';
    const absent = await findingAt(secret);
    expect(absent).toMatchObject({ status: 'problem', detail: expect.stringContaining('nats://127.0.0.1:1') });
    expect(JSON.stringify(absent)).not.toContain('secret');
    const file = join(freshFolder(), 'nats.conf');
    writeFileSync(file, 'accounts: { plain: { users: [ { user: me, password: pass } ] } }');
    server = await startNats(['-c', file]);
    expect(await findingAt(server.url.replace('://', '://me:pass@'))).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('keeps no objects'),
    });
  }, 120_000);
});
