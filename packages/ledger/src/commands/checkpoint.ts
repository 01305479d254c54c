import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { checkpointLine } from '../format/checkpoint.js';
import { defaultChain } from '../format/entry.js';
import { signerFromPem } from '../sign/signer.js';
import { type CommandIo, printLine } from './command-io.js';
import { withLedger } from './with-ledger.js';

export function checkpointCommand(program: Command, io: CommandIo): void {
  program
    .command('checkpoint')
    .description('sign the present head of a chain; keep the printed line elsewhere, it will show a cut tail')
    .argument('<database>', 'the database file')
    .requiredOption('--key <file>', 'the private key in PEM, as "keygen" writes it')
    .option('--chain <name>', 'which chain', defaultChain)
    .action(async (database: string, { key, chain }: { readonly key: string; readonly chain: string }) => {
      const signer = signerFromPem(await readFile(key, 'utf8'));
      const at = io.now().toISOString();
      const checkpoint = await withLedger(database, (ledger) => ledger.checkpoint({ chain, at, signer }));
      printLine(io.stdout, checkpointLine(checkpoint));
    });
}
