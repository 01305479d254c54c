import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describeProblem, verifyDatabase } from '@quadrivium/ledger';
import { type Check, type Finding, ok, problem } from '../check.js';

/** Reads every entry again and compares every hash; SQLite's own check of the file is part of it. */
export const ledgerChains: Check = {
  name: 'ledger',
  async look({ data }) {
    const there = [data.portariumDb, data.careerDb, data.cobreCallsDb].filter(existsSync);
    if (there.length === 0) return ok('nothing is recorded yet');
    return (await Promise.all(there.map(verified))).flat();
  },
};

async function verified(file: string): Promise<readonly Omit<Finding, 'check'>[]> {
  const name = basename(file);
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
