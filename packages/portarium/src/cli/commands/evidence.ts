import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { describeProblem, nodeCrypto, publicKeyFrom, type VerifyReport, verifyLines } from '@quadrivium/ledger';
import { Command } from 'commander';
import type { Signing } from '../../app/signing.js';
import { exitCodes } from '../exit-code.js';
import type { Printer, Session, Sessions } from '../session.js';

/** Verifying a file needs neither a server nor a database: anybody can do it with what they were given. */
export function evidenceCommand(sessions: Sessions, print: Printer): Command {
  const command = new Command('evidence').description('The record of every decision, intent and outcome');
  command
    .command('verify [file]')
    .description('Check an export, or the live chain when no file is given')
    .option('--public-key <key>', 'only checkpoints signed with this key count')
    .action(async (file: string | undefined, { publicKey }: { publicKey?: string }) => {
      if (file !== undefined) return report(print, await verifyFile(file, publicKey));
      await sessions.with(async (session) =>
        report(session, await session.rest.send<LiveReport>('GET', `${session.at()}/evidence:verify`)),
      );
    });
  command
    .command('export [file]')
    .description('Write lines that can be verified anywhere; standard output when no file is given')
    .option('--run <id>', 'only entries of this run')
    .action((file: string | undefined, { run }: { run?: string }) =>
      sessions.with((session) => exportTo(session, file, run)),
    );
  command
    .command('checkpoint')
    .description('Sign where the chain stands now; keep the answer elsewhere to notice when its end is cut off')
    .action(() =>
      sessions.with(async (session) =>
        session.show(await session.rest.send('POST', `${session.at()}/evidence:checkpoint`)),
      ),
    );
  return command;
}

async function verifyFile(path: string, key: string | undefined): Promise<VerifyReport> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  return verifyLines(lines, { crypto: nodeCrypto, ...(key === undefined ? {} : { publicKey: publicKeyFrom(key) }) });
}

/** A live chain also says how far it is signed; an export carries its checkpoints itself. */
type LiveReport = VerifyReport & { readonly signing?: Signing };

function report(print: Printer, found: LiveReport): void {
  print.show(found, ({ valid, chains, problems, signing }) =>
    [
      ...chains.map(({ chain, entries, head }) => `chain ${chain}: ${entries} entries, head ${head.seq}:${head.hash}`),
      ...problems.map((problem) => `problem: ${describeProblem(problem)}`),
      ...(signing === undefined ? [] : signingLines(signing)),
      valid ? 'VALID' : 'BROKEN',
    ].join('\n'),
  );
  if (!found.valid) print.io.fail(exitCodes.caller);
}

function signingLines({ signedUpTo, unsigned, problem }: Signing): readonly string[] {
  const told = `signed up to ${signedUpTo}, ${unsigned} entries since`;
  return problem === undefined ? [told] : [told, `NOT SIGNED since ${problem.atIso}: ${problem.message}`];
}

async function exportTo(session: Session, file: string | undefined, run: string | undefined): Promise<void> {
  const query = run === undefined ? '' : `?runId=${encodeURIComponent(run)}`;
  const { body } = await session.rest.open(`${session.at()}/evidence:export${query}`, {}, session.signal);
  const target = file === undefined ? undefined : await open(file, 'w', 0o600);
  try {
    for await (const chunk of body ?? []) {
      if (target === undefined) session.io.out(chunk as Uint8Array);
      else await target.write(chunk);
    }
  } finally {
    await target?.close();
  }
  if (file !== undefined) session.show({ written: file });
}
