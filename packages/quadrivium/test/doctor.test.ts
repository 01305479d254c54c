import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteLedger } from '@quadrivium/ledger';
import { afterAll, describe, expect, test } from 'vitest';
import { heavyPackages } from '../../../test/support/loaded-packages.js';
import { diagnosisText, examine } from '../src/doctor/examine.js';
import { damage } from './damaged-ledger.js';
import { endAll, freshFolder } from './server-process.js';

afterAll(endAll);

async function statusOf(data: string, check: string): Promise<string[]> {
  const { findings } = await examine({ data, port: 0 });
  return findings.filter((finding) => finding.check === check).map(({ status }) => status);
}

async function recordIn(file: string): Promise<void> {
  const ledger = await openSqliteLedger(file);
  const actor = { kind: 'user', id: 'ada' } as const;
  const entry = { stream: 'run', actor, at: '2026-11-16T00:00:00.000Z', body: {} };
  await ledger.append(['Asked', 'Approved', 'Done'].map((type) => ({ ...entry, type })));
  await ledger.close();
}

describe('quadrivium doctor', () => {
  test('has nothing to say against a folder that is not there yet, and does not make it', async () => {
    const data = join(freshFolder(), 'later');
    const { healthy } = await examine({ data, port: 0 });
    expect(healthy).toBe(true);
    expect(() => mkdirSync(data)).not.toThrow();
  });

  test('notices a record that was changed', async () => {
    const data = freshFolder();
    const file = join(data, 'portarium.db');
    await recordIn(file);
    expect(await statusOf(data, 'ledger')).toEqual(['ok']);
    damage(file);
    expect(await statusOf(data, 'ledger')).toEqual(['problem']);
  });

  describe.each(['portarium.db', 'career.db', 'cobre-calls.db'])('of the ledgers of the systems, %s', (name) => {
    const ledgers = ['portarium.db', 'career.db', 'cobre-calls.db'];

    async function told(befalls: (file: string) => void) {
      const data = freshFolder();
      writeFileSync(join(data, 'folder.json'), JSON.stringify({ format: 1, workspace: 'demo' }));
      for (const each of ledgers) await recordIn(join(data, each));
      befalls(join(data, name));
      const { findings, healthy } = await examine({ data, port: 0 });
      const found = findings.filter(({ check }) => check === 'ledger');
      return { healthy, about: (file: string) => found.find(({ detail }) => detail.startsWith(file)) };
    }

    test.each<[string, (file: string) => void, RegExp]>([
      ['is named when an entry of it was changed', damage, /hash|entry/i],
      ['is named when it is gone', (file) => rmSync(file), /is gone/],
    ])('%s, and the others are well', async (_, befalls, words) => {
      const { healthy, about } = await told(befalls);
      expect(healthy).toBe(false);
      expect(about(name)).toMatchObject({ status: 'problem', detail: expect.stringMatching(words) });
      for (const other of ledgers.filter((each) => each !== name)) expect(about(other)).toMatchObject({ status: 'ok' });
    });
  });

  test('notices a folder of a newer version', async () => {
    const data = freshFolder();
    writeFileSync(join(data, 'folder.json'), JSON.stringify({ format: 99, workspace: 'demo' }));
    expect(await statusOf(data, 'storage version')).toEqual(['problem']);
  });

  test('reports a file it cannot read as a finding instead of failing', async () => {
    const data = freshFolder();
    writeFileSync(join(data, 'folder.json'), 'not JSON');
    writeFileSync(join(data, 'career.db'), 'not a database'.repeat(100));
    const diagnosis = await examine({ data, port: 0 });
    expect(diagnosis.healthy).toBe(false);
    expect(diagnosisText(diagnosis)).toMatch(/PROBLEM {2}ledger/);
  });

  test('names all heavy parts that are loaded when first used and are dependencies of ours, and nothing else', async () => {
    const { findings } = await examine({ data: freshFolder(), port: 0 });
    const detail = findings.find(({ check }) => check === 'parts on demand')?.detail ?? '';
    const manifests = ['kernel', 'cobre', 'portarium', 'career'].map((name) =>
      JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')),
    ) as { dependencies?: object; optionalDependencies?: object }[];
    const installed = manifests.flatMap(({ dependencies = {}, optionalDependencies = {} }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }),
    );
    // `test/heavy-parts.test.ts` finds that no start loads them; some come along with others and have no name here.
    const heavy = heavyPackages.filter((name) => installed.includes(name));
    expect(heavy).toEqual(expect.arrayContaining(['@duckdb/node-api', 'vega-lite', 'pg', 'ioredis', 'unpdf']));
    expect(detail.split(', ').sort()).toEqual(heavy.sort());
  });

  test.skipIf(process.platform === 'win32')('warns when others can read the folder', async () => {
    const data = freshFolder();
    chmodSync(data, 0o755);
    expect(await statusOf(data, 'data folder')).toEqual(['warning']);
  });
});
