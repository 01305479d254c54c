import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledBinaries } from './support/bundled-binaries.js';
import { heavyPackages, packagesLoadedBy } from './support/loaded-packages.js';
import { sampled } from './support/sampling.js';

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-heavy-'));
const at = (name: string) => join(folder, name);

interface Start {
  readonly source: string;
  readonly args: readonly string[];
  /** Words after which a program that goes on is stopped. */
  readonly until?: string;
}

/** In this order: the second of portarium opens what the first has made. */
const starts: Readonly<Record<string, Start>> = {
  cobre: { source: 'cobre/src/bin/cobre.ts', args: ['--version'] },
  'cobre-mcp': { source: 'cobre/src/bin/cobre-mcp.ts', args: [] },
  portarium: { source: 'portarium/src/bin/portarium.ts', args: ['--db', at('one.db'), 'init'] },
  'portarium-mcp': { source: 'portarium/src/bin/portarium-mcp.ts', args: ['--db', at('one.db')] },
  career: { source: 'career/src/bin/career.ts', args: ['--db', at('one-career.db'), 'add-atom', 'Drove trams'] },
  'career-mcp': { source: 'career/src/bin/career-mcp.ts', args: ['--db', at('two-career.db')] },
  cpe: { source: 'cpe/src/bin/cpe.ts', args: ['--version'] },
  'quadrivium-ledger': { source: 'ledger/src/bin/quadrivium-ledger.ts', args: ['--version'] },
  quadrivium: {
    source: 'quadrivium/src/bin/quadrivium.ts',
    args: ['up', '--port', '0', '--no-demo', '--data', at('up')],
    until: 'connect claude-code',
  },
};

test('every program is started here', () => {
  expect(Object.keys(starts).sort()).toEqual(
    bundledBinaries()
      .map(({ name }) => name)
      .sort(),
  );
});

// From sources a start takes seconds, and much longer on a busy machine.
test.each(sampled('programs whose start is looked into', Object.entries(starts), 5))(
  'starting %s loads nothing that a person may never need',
  async (_, { source, args, until }) => {
    const { packages, code, output } = await packagesLoadedBy(source, args, until);
    expect(code, output.replaceAll(/^loaded .*\n/gm, '')).toBe(0);
    expect([...packages]).not.toEqual([]);
    expect(heavyPackages.filter((name) => packages.has(name))).toEqual([]);
  },
  300_000,
);
