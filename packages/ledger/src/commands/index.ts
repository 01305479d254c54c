import { type Program, packageVersion, runProgram, type Terminal } from '@quadrivium/kernel/shell';
import { appendCommand } from './append.js';
import { checkpointCommand } from './checkpoint.js';
import { exportCommand } from './export.js';
import { headCommand } from './head.js';
import { keygenCommand } from './keygen.js';
import { verifyCommand } from './verify.js';

const program: Program = {
  name: 'quadrivium-ledger',
  version: packageVersion(import.meta.url),
  description: 'An append-only, hash-chained log: verify it, export it, sign it.',
  commands: [verifyCommand, exportCommand, headCommand, checkpointCommand, keygenCommand, appendCommand],
  usageKind: 'InvalidInput',
};

export function runLedgerCommand(words?: readonly string[], terminal?: Terminal): Promise<number> {
  return runProgram(program, words, terminal);
}
