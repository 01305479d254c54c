import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { attempt } from '@quadrivium/kernel/essentials';
import { type Answer, type Command, exitCodes, optionalArgument, repeated, textValue } from '@quadrivium/kernel/shell';
import {
  describeCut,
  describeProblem,
  describeWarning,
  nodeCrypto,
  publicKeyFrom,
  type VerifyOptions,
  type VerifyReport,
  verifyLines,
} from '@quadrivium/ledger';
import { anchorsFrom, type KeptAnchors } from '../../app/evidence/kept-anchors.js';
import type { Signing } from '../../domain/evidence.js';
import { exportEvidence } from '../../operations/evidence/export.js';
import { verifyEvidence } from '../../operations/evidence/verify.js';
import { type CommandContext, shown } from '../command-context.js';
import { portariumCommand } from '../global-flags.js';
import { withSession } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';

export const exportCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'evidence export',
    description: 'Write lines that can be verified anywhere; standard output when no file is given',
    arguments: { file: optionalArgument('where to write them') },
    options: { run: textValue('run', 'only entries of this run', 'id') },
    run: (io, given) => withSession(given, open, io, false, (session) => exportTo(session, given.file, given.run)),
  });

/** Verifying a file needs neither a server nor a database: anybody can do it with what they were given. */
export const verifyCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'evidence verify',
    description: 'Check an export, or the live chain when no file is given, and say how far somebody vouches for it',
    arguments: { file: optionalArgument('an export') },
    options: {
      publicKey: textValue('public-key', 'only checkpoints signed with this key count', 'key'),
      head: repeated(textValue('head', 'a head kept elsewhere, as printed here: [chain/]number:hash', 'head')),
      checkpoint: repeated(
        textValue('checkpoint', 'checkpoints kept elsewhere, as "evidence checkpoint" gives them', 'file'),
      ),
    },
    async run(io, given) {
      const { file, workspace: workspaceId } = given;
      const kept = await keptFrom(given);
      if (file !== undefined) return report(await verifyFile(file, anchorsFrom(kept, workspaceId)));
      return withSession(given, open, io, false, async ({ client }) =>
        report(await client.call(verifyEvidence, { workspaceId, ...kept }, io.signal)),
      );
    },
  });

interface Anchors {
  readonly publicKey?: string | undefined;
  readonly head: readonly string[];
  readonly checkpoint: readonly string[];
}

async function keptFrom({ publicKey, head, checkpoint }: Anchors): Promise<KeptAnchors> {
  const files = await Promise.all(checkpoint.map((path) => readFile(path, 'utf8')));
  return {
    ...(head.length === 0 ? {} : { heads: head.join(',') }),
    ...(files.length === 0 ? {} : { checkpoints: files.map(onLines).join('\n') }),
    ...(publicKey === undefined ? {} : { publicKey: publicKeyFrom(publicKey) }),
  };
}

/** One object laid out over many lines is one checkpoint; otherwise each line is one. */
function onLines(text: string): string {
  return attempt(() => JSON.stringify(JSON.parse(text)), text);
}

async function verifyFile(path: string, anchors: Omit<VerifyOptions, 'crypto'>): Promise<VerifyReport> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  return verifyLines(lines, { crypto: nodeCrypto, ...anchors });
}

/** A live chain also says how far it is signed; an export carries its checkpoints itself. */
type LiveReport = VerifyReport & { readonly signing?: Signing };

function report(found: LiveReport): Answer {
  const { valid, chains, problems, warnings, signing } = found;
  const lines = () => [
    ...chains.map(({ chain, entries, head, anchoredUpTo, cut }) => {
      const what = `chain ${chain}: ${entries} entries, head ${head.seq}:${head.hash}`;
      const told = `${what}, vouched for up to ${anchoredUpTo}`;
      return cut === undefined ? told : `${told}\n  ${describeCut(cut)}`;
    }),
    ...warnings.map((warning) => `warning: ${describeWarning(warning)}`),
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

export async function exportTo({ client, workspaceId, io }: CommandContext, file?: string, runId?: string) {
  const lines = client.stream(exportEvidence, { workspaceId, runId }, io.signal);
  const target = file === undefined ? undefined : await open(file, 'w', 0o600);
  try {
    for await (const chunk of lines) {
      if (target !== undefined) await target.write(chunk);
      else if (!(await io.print(chunk))) return undefined;
    }
    // Somebody may remove the evidence because this file has it.
    await target?.sync();
  } finally {
    await target?.close();
  }
  return file === undefined ? undefined : shown({ written: file });
}
