import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Answer, type Command, exitCodes, optionalArgument, textValue } from '@quadrivium/kernel/shell';
import { describeProblem, nodeCrypto, publicKeyFrom, type VerifyReport, verifyLines } from '@quadrivium/ledger';
import type { Signing } from '../../domain/evidence.js';
import { portariumCommand } from '../global-flags.js';
import { type Session, shown } from '../session.js';
import type { Verb } from '../verb.js';

export const evidenceCommands = (verb: Verb): readonly Command[] => [
  verifyCommand(verb),
  verb({
    name: 'evidence export',
    description: 'Write lines that can be verified anywhere; standard output when no file is given',
    arguments: { file: optionalArgument('where to write them') },
    options: { run: textValue('run', 'only entries of this run', 'id') },
    run: (session, { file, run }) => exportTo(session, file, run),
  }),
  verb({
    name: 'evidence checkpoint',
    description: 'Sign where the chain stands now; keep the answer elsewhere to notice when its end is cut off',
    run: async ({ rest, at }) => shown(await rest.send('POST', `${at()}/evidence:checkpoint`)),
  }),
];

/** Verifying a file needs neither a server nor a database: anybody can do it with what they were given. */
function verifyCommand(verb: Verb): Command {
  const live = verb({
    name: 'evidence verify',
    description: 'Check an export, or the live chain when no file is given',
    run: async ({ rest, at }) => report(await rest.send<LiveReport>('GET', `${at()}/evidence:verify`)),
  });
  return portariumCommand({
    name: live.name,
    description: live.description,
    arguments: { file: optionalArgument('an export') },
    options: { publicKey: textValue('public-key', 'only checkpoints signed with this key count', 'key') },
    async run(io, given) {
      const { file, publicKey } = given;
      return file === undefined ? live.run(io, given as never) : report(await verifyFile(file, publicKey));
    },
  });
}

async function verifyFile(path: string, key: string | undefined): Promise<VerifyReport> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  return verifyLines(lines, { crypto: nodeCrypto, ...(key === undefined ? {} : { publicKey: publicKeyFrom(key) }) });
}

/** A live chain also says how far it is signed; an export carries its checkpoints itself. */
type LiveReport = VerifyReport & { readonly signing?: Signing };

function report(found: LiveReport): Answer {
  const { valid, chains, problems, signing } = found;
  const lines = () => [
    ...chains.map(({ chain, entries, head }) => `chain ${chain}: ${entries} entries, head ${head.seq}:${head.hash}`),
    ...problems.map((problem) => `problem: ${describeProblem(problem)}`),
    ...(signing === undefined ? [] : signingLines(signing)),
  ];
  return {
    data: found,
    details: () => lines().join('\n'),
    summary: valid ? 'VALID' : 'BROKEN',
    exitCode: valid ? exitCodes.ok : exitCodes.refused,
  };
}

function signingLines({ signedUpTo, unsigned, problem }: Signing): readonly string[] {
  const told = `signed up to ${signedUpTo}, ${unsigned} entries since`;
  return problem === undefined ? [told] : [told, `NOT SIGNED since ${problem.atIso}: ${problem.message}`];
}

async function exportTo({ rest, at, io }: Session, file?: string, run?: string): Promise<Answer | undefined> {
  const query = run === undefined ? '' : `?runId=${encodeURIComponent(run)}`;
  const { body } = await rest.open(`${at()}/evidence:export${query}`, {}, io.signal);
  const target = file === undefined ? undefined : await open(file, 'w', 0o600);
  try {
    for await (const chunk of body ?? []) {
      if (target !== undefined) await target.write(chunk as Uint8Array);
      else if (!(await io.print(chunk as Uint8Array))) return undefined;
    }
  } finally {
    await target?.close();
  }
  return file === undefined ? undefined : shown({ written: file });
}
