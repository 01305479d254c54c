/** A process that appends one entry at a time and says so after each: `writer.ts <database> <name> <count>`. */
import { readSync, writeSync } from 'node:fs';
import { openSqliteLedger } from '../../src/index.js';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
const ledger = openSqliteLedger(path);
writeSync(1, 'ready\n');
// Waits until the test lets all writers go at the same moment.
readSync(0, Buffer.alloc(1));

for (let i = 0; i < Number(count); i++) {
  const body = { writer: name, i, filler: 'x'.repeat((i * 37) % 500) };
  const draft = {
    stream: name,
    type: 'Tick',
    actor: { kind: 'system', id: name },
    at: new Date().toISOString(),
    body,
  } as const;
  const [entry] = await ledger.append([draft]);
  // Written at once and not through a stream: an acknowledgement must be out before the next append begins.
  writeSync(1, `${entry?.seq} ${entry?.hash}\n`);
}
await ledger.close();
