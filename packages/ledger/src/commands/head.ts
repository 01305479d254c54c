import type { Command } from 'commander';
import { type CommandIo, printLine } from './command-io.js';
import { withLedger } from './with-ledger.js';

export function headCommand(program: Command, io: CommandIo): void {
  program
    .command('head')
    .description('print the newest entry of every chain, in the form that "verify --expect-head" takes')
    .argument('<database>', 'the database file')
    .option('--chain <name>', 'only this chain')
    .option('--json', 'print JSON, one object per line')
    .action(async (database: string, flags: { readonly chain?: string; readonly json?: boolean }) => {
      await withLedger(database, async (ledger) => {
        for (const name of flags.chain === undefined ? await ledger.chains() : [flags.chain]) {
          const head = await ledger.head(name);
          printLine(io.stdout, flags.json ? JSON.stringify(head) : `${head.chain}/${head.seq}:${head.hash}`);
        }
      });
    });
}
