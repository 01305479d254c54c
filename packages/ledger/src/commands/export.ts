import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { argument, command, textValue, withDefault } from '@quadrivium/kernel/shell';
import { exportLines } from '../export-lines.js';
import { defaultChain } from '../format/entry.js';
import { withLedger } from './with-ledger.js';

export const exportCommand = command({
  name: 'export',
  description: 'write a chain, or one stream of it, as NDJSON that can be verified anywhere',
  arguments: { database: argument('the database file') },
  options: {
    chain: withDefault(textValue('chain', 'which chain', 'name'), defaultChain),
    stream: textValue('stream', 'only this stream', 'name'),
    out: textValue('out', 'write to this file, which must not exist yet, instead of standard output', 'file'),
  },
  async run(io, { database, chain, stream, out }) {
    const file = out === undefined ? undefined : createWriteStream(out, { flags: 'wx' });
    // One line at a time: a reader that is slow, or a ledger that is large, must not fill the memory.
    const write = async (line: string): Promise<boolean> => {
      if (file === undefined) return io.print(line);
      if (!file.write(line)) await once(file, 'drain');
      return true;
    };
    const scope = stream === undefined ? { chain } : { chain, stream };
    await withLedger(database, async (ledger) => {
      for await (const line of exportLines(ledger, scope)) if (!(await write(`${line}\n`))) return;
    });
    if (file !== undefined) await finished(file.end());
    return undefined;
  },
});
