import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt } from '@quadrivium/kernel/essentials';
import { describeProblem, verifyDatabase } from '@quadrivium/ledger';
import { type DataFolder, ledgersOf, readFolderNote } from '../../folder/data-folder.js';
import { type Check, type Finding, ok, problem } from '../check.js';

/** Reads every entry again and compares every hash; SQLite's own check of the file is part of it. */
export const ledgerChains: Check = {
  name: 'ledger',
  async look({ data }) {
    const expected = ledgersOf(data).filter((file) => existsSync(file) || wasStarted(data));
    if (expected.length === 0) return ok('nothing is recorded yet');
    return (await Promise.all(expected.map(verified))).flat();
  },
};

/** A note that cannot be read is the finding of another check. */
const wasStarted = (data: DataFolder): boolean => attempt(() => readFolderNote(data), undefined) !== undefined;

async function verified(file: string): Promise<readonly Omit<Finding, 'check'>[]> {
  const name = basename(file);
  if (!existsSync(file)) {
    const suggestion = 'Restore it from a backup; a start without it begins an empty one.';
    return problem(`${name} is gone, and with it the record of what was done`, suggestion);
  }
  const { valid, chains, problems } = await verifyDatabase(file);
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
  if (valid) return ok(`${name}: ${entries} entries in ${chains.length} chains, unbroken`);
  const [first] = problems;
  const more = problems.length > 1 ? ` and ${problems.length - 1} more findings` : '';
  return problem(
    `${name}: ${first ? describeProblem(first) : 'broken'}${more}`,
    `quadrivium-ledger verify ${file} says everything; restore a backup rather than repair it.`,
  );
}
