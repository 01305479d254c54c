import { type StdioOptions, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { runLedgerCommand } from '../../src/commands/index.js';
import { generateKeyPem, openSqliteLedger, signerFromPem } from '../../src/index.js';
import { drafts } from '../drafts.js';
import { finishedProcess, packageFolder, spawnSource } from '../process/spawn-source.js';
import { temporaryFolder } from '../temporary-folder.js';

/** Runs the command in this process with captured output. */
async function run(args: readonly string[], input = '') {
  const terminal = memoryTerminal({ input });
  const code = await runLedgerCommand(args, terminal);
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

/** A folder with a database of ten entries, signed, and its export. */
async function folderWithLedger() {
  const folder = temporaryFolder();
  const database = join(folder, 'ledger.db');
  const file = join(folder, 'ledger.ndjson');
  const key = join(folder, 'key.pem');
  writeFileSync(key, generateKeyPem());
  const signer = signerFromPem(readFileSync(key, 'utf8'));
  const ledger = openSqliteLedger(database);
  await ledger.append(drafts(10));
  await ledger.checkpoint({ at: '2026-01-02T00:00:00Z', signer });
  await ledger.close();
  expect(await run(['export', database, '--out', file])).toMatchObject({ code: 0 });
  return { folder, database, file, key, signer, lines: readFileSync(file, 'utf8').trimEnd().split('\n') };
}

describe('verify', () => {
  test('says VALID and exits 0 for a database, an export and standard input alike', async () => {
    const { database, file, signer } = await folderWithLedger();
    for (const target of [database, file, '-']) {
      const result = await run(['verify', target, '--public-key', signer.publicKey], readFileSync(file, 'utf8'));
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(result.stdout).toMatch(/^chain main: 10 entries, head 10:[0-9a-f]{64}, vouched for up to 10\nVALID\n$/);
    }
  });

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'a flipped byte',
      (lines) => lines.with(6, lines[6]?.replace('number 4', 'numbur 4') ?? ''),
      /line 7: Entry 5 was changed: field body was/,
    ],
    [
      'a removed middle',
      (lines) => lines.toSpliced(4, 3),
      /entries 3 to 5 were removed: there is a gap before entry 6/,
    ],
    [
      'a cut tail',
      (lines) => lines.slice(0, -2),
      /The tail was cut: the last entry is 8, but the checkpoint of 2026-01-02T00:00:00Z names entry 10/,
    ],
    [
      'two swapped entries',
      (lines) => lines.with(5, lines[6] ?? '').with(6, lines[5] ?? ''),
      /Entry 4 is out of order: it comes after entry 5/,
    ],
    [
      'a bad signature',
      (lines) => lines.with(1, lines[1]?.replace('"seq":10', '"seq":9') ?? ''),
      /line 2: The checkpoint of entry 9 has a bad signature/,
    ],
    [
      'half a line at the end',
      (lines) => lines.with(-1, lines.at(-1)?.slice(0, 100) ?? ''),
      /line 12: Entry 10 is damaged/,
    ],
  ])('names %s and exits 3', async (_, change, message) => {
    const { file, lines } = await folderWithLedger();
    writeFileSync(file, `${change(lines).join('\n')}\n`);
    const result = await run(['verify', file]);
    expect(result.stdout).toMatch(message);
    expect(result.stdout).toMatch(/\nBROKEN\n$/);
    expect(result.code).toBe(3);
  });

  test('finds a cut tail by a checkpoint or a head that was kept elsewhere', async () => {
    const { folder, database, file, lines } = await folderWithLedger();
    const { stdout: head } = await run(['head', database]);
    const kept = join(folder, 'kept.ndjson');
    writeFileSync(kept, `${lines[1]}\n`);
    writeFileSync(file, [lines[0], ...lines.slice(2, 8)].join('\n'));
    expect(await run(['verify', file])).toMatchObject({ code: 0 });
    for (const witness of [
      ['--checkpoint', kept],
      ['--expect-head', head.trim()],
    ]) {
      const result = await run(['verify', file, ...witness]);
      expect(result).toMatchObject({ code: 3 });
      expect(result.stdout).toContain('entries 7 to 10 were missing');
    }
  });

  test('prints a report for programs with --json', async () => {
    const { file, lines } = await folderWithLedger();
    writeFileSync(file, lines.toSpliced(4, 1).join('\n'));
    const { code, stdout } = await run(['verify', file, '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      problems: [{ chain: 'main', kind: 'gap', from: 3, to: 3 }],
    });
  });

  test('counts only checkpoints of the key it was given', async () => {
    const { file, folder } = await folderWithLedger();
    const other = join(folder, 'other.pem');
    const { stdout: publicKey } = await run(['keygen', other]);
    const result = await run(['verify', file, '--public-key', publicKey.trim()]);
    expect(result.code).toBe(3);
    expect(result.stdout).toContain('which is not the expected key');
  });

  test('does not take bytes that are not UTF-8, or other line ends, for what was written', async () => {
    const { file } = await folderWithLedger();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('entry number 3')] = 0xff;
    writeFileSync(file, bytes);
    expect((await run(['verify', file])).stdout).toContain('Entry 4 is damaged');
  });
});

test('text with line separators inside survives export and verification', async () => {
  const database = join(temporaryFolder(), 'ledger.db');
  const body = JSON.stringify('one\u2028two\u2029three\r\nfour\u0085');
  const append = ['append', database, '--stream', 's', '--type', 'Note', '--actor', 'user:alice', '--body'];
  expect(await run([...append, body])).toMatchObject({ code: 0 });
  expect(await run([...append, '-'], body)).toMatchObject({ code: 0 });
  const { stdout } = await run(['export', database]);
  expect(await run(['verify', '-'], stdout)).toMatchObject({ code: 0 });
});

test('append, checkpoint and head work together', async () => {
  const folder = temporaryFolder();
  const [database, key] = [join(folder, 'ledger.db'), join(folder, 'key.pem')];
  const { stdout: publicKey } = await run(['keygen', key]);
  const args = ['--stream', 's', '--type', 'Note', '--actor', 'system:backup', '--chain', 'ws-1', '--body', '{"n":1}'];
  const appended = JSON.parse((await run(['append', database, ...args])).stdout);
  expect(appended).toMatchObject({ chain: 'ws-1', seq: 1, at: '2026-02-01T12:00:00.000Z', body: { n: 1 } });
  const signed = JSON.parse((await run(['checkpoint', database, '--key', key, '--chain', 'ws-1'])).stdout);
  expect(signed).toMatchObject({ seq: 1, hash: appended.hash, publicKey: publicKey.trim() });
  expect((await run(['head', database])).stdout).toBe(`ws-1/1:${appended.hash}\n`);
  expect(JSON.parse((await run(['head', database, '--json'])).stdout)).toEqual({
    chain: 'ws-1',
    seq: 1,
    hash: appended.hash,
  });
  expect(await run(['verify', database, '--public-key', key])).toMatchObject({ code: 0 });
});

test.each([
  ['no command', []],
  ['an unknown command', ['frobnicate']],
  ['no file', ['verify']],
  ['a file that is not there', ['verify', 'no-such-file.ndjson']],
  ['a database that is not there', ['export', 'no-such-file.db']],
  ['an unknown flag', ['verify', '-', '--frobnicate']],
  ['a head in the wrong form', ['verify', '-', '--expect-head', '12']],
  ['an actor without a kind', ['append', ':memory:', '--stream', 's', '--type', 't', '--actor', 'alice']],
  [
    'a body that is no JSON',
    ['append', ':memory:', '--stream', 's', '--type', 't', '--actor', 'user:a', '--body', '{'],
  ],
  ['a key that is none', ['checkpoint', new URL(import.meta.url).pathname, '--key', new URL(import.meta.url).pathname]],
])('exits 1 and explains itself for %s', async (_, args) => {
  const { code, stderr } = await run(args);
  expect(code).toBe(1);
  expect(stderr).not.toBe('');
});

test('never overwrites a key or an export', async () => {
  const { key, file, database } = await folderWithLedger();
  const before = readFileSync(key, 'utf8');
  expect(await run(['keygen', key])).toMatchObject({ code: 1 });
  expect(readFileSync(key, 'utf8')).toBe(before);
  expect(await run(['export', database, '--out', file])).toMatchObject({ code: 1 });
});

test('adds nothing to a database that holds no ledger', async () => {
  const path = join(temporaryFolder(), 'other.db');
  writeFileSync(path, '');
  expect(await run(['head', path])).toMatchObject({ code: 1 });
  expect(readFileSync(path)).toHaveLength(0);
});

test('the command itself verifies an export in a process of its own, without opening a database', async () => {
  const { file, lines } = await folderWithLedger();
  const verify = () => finishedProcess(spawnSource('src/bin/quadrivium-ledger.ts', ['verify', file]));
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(file, lines.toSpliced(5, 1).join('\n'));
  expect(await verify()).toMatchObject({ code: 3, stdout: expect.stringContaining('entry 4 was removed') });
});

test.skipIf(!existsSync('/dev/full'))(
  'an answer that cannot be written is told in a line, and by the exit code',
  async () => {
    const { file } = await folderWithLedger();
    const program = bundledSource(join(packageFolder, 'src/bin/quadrivium-ledger.ts'));
    const stdio: StdioOptions = ['ignore', openSync('/dev/full', 'w'), 'pipe'];
    const { status, stderr } = spawnSync(process.execPath, [program, 'verify', file], { stdio, encoding: 'utf8' });
    expect(stderr).toMatch(/^error: What is printed here cannot be written: ENOSPC.*\n$/);
    expect(status).toBe(4);
  },
);
