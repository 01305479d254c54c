import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { exportLines } from '../export-lines.js';
import { defaultChain } from '../format/entry.js';
import type { CommandIo } from './command-io.js';
import { withLedger } from './with-ledger.js';

interface Flags {
  readonly chain: string;
  readonly stream?: string;
  readonly out?: string;
}

export function exportCommand(program: Command, io: CommandIo): void {
  program
    .command('export')
    .description('write a chain, or one stream of it, as NDJSON that can be verified anywhere')
    .argument('<database>', 'the database file')
    .option('--chain <name>', 'which chain', defaultChain)
    .option('--stream <name>', 'only this stream')
    .option('--out <file>', 'write to this file, which must not exist yet, instead of standard output')
    .action(async (database: string, { chain, stream, out }: Flags) => {
      const target = out === undefined ? io.stdout : createWriteStream(out, { flags: 'wx' });
      const scope = stream === undefined ? { chain } : { chain, stream };
      await withLedger(database, async (ledger) => {
        // One line at a time: a reader that is slow, or a ledger that is large, must not fill the memory.
        for await (const line of exportLines(ledger, scope))
          if (!target.write(`${line}\n`)) await once(target, 'drain');
      });
      if (out !== undefined) await finished(target.end());
    });
}
