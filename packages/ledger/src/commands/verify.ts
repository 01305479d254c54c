import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import {
  argument,
  command,
  exitCodes,
  type FlagValues,
  type Io,
  onSwitch,
  repeated,
  textValue,
} from '@quadrivium/kernel/shell';
import { ledgerFault } from '../faults.js';
import type { Checkpoint } from '../format/checkpoint.js';
import { defaultChain } from '../format/entry.js';
import { nodeCrypto } from '../sign/node-crypto.js';
import { publicKeyFrom } from '../sign/signer.js';
import type { PinnedPasskey } from '../verify/decisions.js';
import type { ExpectedHead } from '../verify/expectation.js';
import { describeProblem, describeWarning } from '../verify/problem.js';
import { readLine } from '../verify/read-line.js';
import { describeCut, type VerifyOptions, type VerifyReport, verifyLines } from '../verify/verify-lines.js';
import { linesOf } from './lines-of.js';

const options = {
  checkpoint: repeated(textValue('checkpoint', 'checkpoints kept elsewhere, one JSON object per line', 'file')),
  expectHead: repeated(
    textValue('expect-head', 'a head somebody remembers, as printed by "head": [chain/]number:hash', 'head'),
  ),
  publicKey: textValue(
    'public-key',
    'the only key whose checkpoints count: a PEM file, or 32 bytes in base64url',
    'key',
  ),
  passkey: repeated(
    textValue('passkey', 'a passkey that is known to be somebody’s; with any, no others count', 'person:id'),
  ),
  signedDecisions: onSwitch('signed-decisions', 'every approval must be signed by a passkey'),
};

export const verifyCommand = command({
  name: 'verify',
  description: 'check a database or an export, and name everything that is wrong with it',
  arguments: { file: argument('a database, an NDJSON export, or - for an export on standard input') },
  options,
  async run(io, { file, ...flags }) {
    const report = await verifyFile(file, await optionsFrom(flags), io);
    return {
      data: report,
      details: () => reportText(report),
      summary: report.valid ? 'VALID' : 'BROKEN',
      exitCode: report.valid ? exitCodes.ok : exitCodes.refused,
    };
  },
});

type OuterOptions = Omit<VerifyOptions, 'crypto'>;

async function verifyFile(file: string, options: OuterOptions, io: Pick<Io, 'stdin'>): Promise<VerifyReport> {
  if (file !== '-' && (await isDatabase(file))) {
    // Loaded only here: an export can be verified where no database library is.
    const { verifyDatabase } = await import('../verify-database.js');
    return verifyDatabase(file, options);
  }
  const bytes = file === '-' ? io.stdin : createReadStream(file);
  return verifyLines(linesOf(bytes), { ...options, crypto: nodeCrypto });
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await file.close();
  }
}

async function optionsFrom(flags: FlagValues<typeof options>): Promise<OuterOptions> {
  const { checkpoint, expectHead, publicKey, passkey, signedDecisions } = flags;
  const checkpoints = (await Promise.all(checkpoint.map(readCheckpoints))).flat();
  const expectedHeads = expectHead.map(readHead);
  return {
    checkpoints,
    expectedHeads,
    signedDecisions,
    ...(passkey.length === 0 ? {} : { passkeys: passkey.map(readPasskey) }),
    ...(publicKey === undefined ? {} : { publicKey: await readKey(publicKey) }),
  };
}

function readPasskey(text: string): PinnedPasskey {
  const [, principal, passkeyId] = /^(.+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (principal !== undefined && passkeyId !== undefined) return { principal, passkeyId };
  throw ledgerFault('InvalidInput', `"${text}" is not a passkey; it looks like bob:<64 hex digits>.`);
}

async function readCheckpoints(path: string): Promise<Checkpoint[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((text) => {
    const line = readLine(text);
    if (line.kind === 'checkpoint') return line.checkpoint;
    throw ledgerFault('InvalidInput', `${path} holds a line that is no checkpoint: ${text.slice(0, 80)}`);
  });
}

function readHead(text: string): ExpectedHead {
  const [, chain = defaultChain, seq, hash] = /^(?:(.+)\/)?(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== undefined) return { chain, seq: Number(seq), hash };
  throw ledgerFault('InvalidInput', `"${text}" is not a head; it looks like main/12:<64 hex digits>.`);
}

async function readKey(text: string): Promise<string> {
  return /^[\w-]{43}$/.test(text) ? text : publicKeyFrom(await readFile(text, 'utf8'));
}

function reportText(report: VerifyReport): string {
  const chains = report.chains.map(({ chain, stream, entries, head, anchoredUpTo, cut }) => {
    const what = stream === undefined ? `chain ${chain}` : `stream ${stream} of chain ${chain}`;
    const told = `${what}: ${entries} entries, head ${head.seq}:${head.hash}, vouched for up to ${anchoredUpTo}`;
    return cut === undefined ? told : `${told}\n  ${describeCut(cut)}`;
  });
  return [
    ...chains,
    ...report.warnings.map((warning) => `warning: ${describeWarning(warning)}`),
    ...report.problems.map((problem) => `problem: ${describeProblem(problem)}`),
    ...(report.moreProblems > 0 ? [`… and ${report.moreProblems} more problems`] : []),
  ].join('\n');
}
