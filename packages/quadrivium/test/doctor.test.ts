import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { generateKeyPem, openSqliteLedger } from '@quadrivium/ledger';
import { afterAll, describe, expect, test } from 'vitest';
import { heavyPackages } from '../../../test/support/loaded-packages.js';
import { diagnosisText, examine } from '../src/doctor/examine.js';
import { openDataFolder } from '../src/folder/data-folder.js';
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

  test('reports a file it cannot read as a finding instead of failing, each in one line with what to do', async () => {
    const data = freshFolder();
    writeFileSync(join(data, 'folder.json'), 'not\nJSON');
    writeFileSync(join(data, 'career.db'), 'not a database'.repeat(100));
    const diagnosis = await examine({ data, port: 0 });
    expect(diagnosis.healthy).toBe(false);
    const text = diagnosisText(diagnosis);
    expect(text).toMatch(/PROBLEM {2}ledger/);
    expect(text).toMatch(/PROBLEM {2}storage version .*folder\.json cannot be read: .*\n {26}.*"workspace":"demo"/);
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^(?:ok|warning|PROBLEM| {26})/);
    expect(() => openDataFolder(data)).toThrow(Fault);
  });

  test.each([
    ['is not a key', 'garbage', /holds no Ed25519 private key/],
    ['is gone', undefined, /is gone/],
  ])('notices when what signs the evidence %s', async (_, text, words) => {
    const data = freshFolder();
    await recordIn(join(data, 'portarium.db'));
    const key = join(data, 'portarium.db.key');
    writeFileSync(key, generateKeyPem());
    expect(await statusOf(data, 'signing key')).toEqual(['ok']);
    if (text === undefined) rmSync(key);
    else writeFileSync(key, text);
    const { findings } = await examine({ data, port: 0 });
    expect(findings.find(({ check }) => check === 'signing key')).toMatchObject({
      status: 'problem',
      detail: expect.stringMatching(words),
    });
  });

  test('says of a file that it is no folder, and measures the disk on which a folder would be made', async () => {
    const file = join(freshFolder(), 'a-file');
    writeFileSync(file, '');
    const { findings } = await examine({ data: file, port: 0 });
    expect(findings.find(({ check }) => check === 'data folder')?.detail).toBe(`${file} is a file`);
    expect(await statusOf(join(freshFolder(), 'a', 'b', 'c'), 'free disk')).toEqual(['ok']);
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
