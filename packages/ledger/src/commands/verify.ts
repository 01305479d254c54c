import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { ledgerFault } from '../faults.js';
import type { Checkpoint } from '../format/checkpoint.js';
import { defaultChain } from '../format/entry.js';
import { nodeCrypto } from '../sign/node-crypto.js';
import { publicKeyFrom } from '../sign/signer.js';
import type { ExpectedHead } from '../verify/expectation.js';
import { describeProblem, describeWarning } from '../verify/problem.js';
import { readLine } from '../verify/read-line.js';
import { type VerifyOptions, type VerifyReport, verifyLines } from '../verify/verify-lines.js';
import { type CommandIo, printLine } from './command-io.js';
import { linesOf } from './lines-of.js';

interface Flags {
  readonly checkpoint?: string[];
  readonly expectHead?: string[];
  readonly publicKey?: string;
  readonly json?: boolean;
}

export function verifyCommand(program: Command, io: CommandIo, exit: (code: 1) => void): void {
  program
    .command('verify')
    .description('check a database or an export, and name everything that is wrong with it')
    .argument('<file>', 'a database, an NDJSON export, or - for an export on standard input')
    .option('--checkpoint <file...>', 'checkpoints kept elsewhere, one JSON object per line')
    .option('--expect-head <head...>', 'a head somebody remembers, as printed by "head": [chain/]number:hash')
    .option('--public-key <key>', 'the only key whose checkpoints count: a PEM file, or 32 bytes in base64url')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, flags: Flags) => {
      const report = await verifyFile(file, await optionsFrom(flags), io);
      if (flags.json) printLine(io.stdout, JSON.stringify(report, null, 2));
      else printReport(report, io);
      if (!report.valid) exit(1);
    });
}

type OuterOptions = Omit<VerifyOptions, 'crypto'>;

async function verifyFile(file: string, options: OuterOptions, io: CommandIo): Promise<VerifyReport> {
  if (file !== '-' && (await isDatabase(file))) {
    // Loaded only here: an export can be verified where no database library is.
    const { verifyDatabase } = await import('../verify-database.js');
    return verifyDatabase(file, options);
  }
  const bytes = file === '-' ? io.stdin : createReadStream(file);
  return verifyLines(linesOf(bytes as AsyncIterable<Uint8Array>), { ...options, crypto: nodeCrypto });
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

async function optionsFrom({ checkpoint = [], expectHead = [], publicKey }: Flags): Promise<OuterOptions> {
  const checkpoints = (await Promise.all(checkpoint.map(readCheckpoints))).flat();
  const expectedHeads = expectHead.map(readHead);
  return { checkpoints, expectedHeads, ...(publicKey === undefined ? {} : { publicKey: await readKey(publicKey) }) };
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

function printReport(report: VerifyReport, { stdout }: CommandIo): void {
  for (const { chain, stream, entries, head, anchoredUpTo } of report.chains) {
    const what = stream === undefined ? `chain ${chain}` : `stream ${stream} of chain ${chain}`;
    printLine(stdout, `${what}: ${entries} entries, head ${head.seq}:${head.hash}, vouched for up to ${anchoredUpTo}`);
  }
  for (const warning of report.warnings) printLine(stdout, `warning: ${describeWarning(warning)}`);
  for (const problem of report.problems) printLine(stdout, `problem: ${describeProblem(problem)}`);
  if (report.moreProblems > 0) printLine(stdout, `… and ${report.moreProblems} more problems`);
  printLine(stdout, report.valid ? 'VALID' : 'BROKEN');
}
