/** Cases and decks that people send, and what strangers send instead. Archives are made by fflate, then damaged by hand. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connected, connect, newRoot, writeStudy } from './served.js';

let root: string;
let server: Connected;
let own: Record<string, Uint8Array>;

beforeAll(async () => {
  root = await newRoot();
  const directory = await writeStudy(await newRoot(), 'mine');
  const names = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  const files = names.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(directory.length + 1), new Uint8Array(await readFile(path))] as const;
  });
  own = Object.fromEntries(await Promise.all(files));
  server = await connect(root, { transport: 'memory' });
});

afterAll(() => server.close());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const below = (folder: string, files: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}${path}`, bytes]));

async function send(directory: string, archive: Uint8Array) {
  const { isError, data } = await server.call('cobre/upload-files', { directory, archive: base64(archive) });
  return { isError: isError ?? false, ...(data as Record<string, unknown>) };
}

/** Nothing of a refused upload may be left, not even hidden. */
async function expectNothing(directory: string): Promise<void> {
  expect(existsSync(join(root, directory))).toBe(false);
  expect((await readdir(root)).filter((name) => name.includes(directory))).toEqual([]);
}

test('a case in a ZIP, in whatever folder of it, is written whole, valid, and without what is no file of a case', async () => {
  const strange = { 'notes/readme.html': own['config.json']!, '__MACOSX/._config.json': own['config.json']! };
  const answer = await send('zipped', zipSync({ ...below('some/where/', own), ...strange } as Zippable));
  expect(answer).toMatchObject({ isError: false, kind: 'case', directory: 'zipped' });
  expect((answer as { files?: string[] }).files).toEqual(Object.keys(own).sort());
  expect((answer as { left_out?: string[] }).left_out?.sort()).toEqual(Object.keys(strange).sort());
  for (const [path, bytes] of Object.entries(own))
    expect(base64(await readFile(join(root, 'zipped', path)))).toBe(base64(bytes));
  const { data } = await server.call('cobre/validate', { case_dir: 'zipped' });
  expect(data).toMatchObject({ valid: true });
});

test('the files of a folder are taken one by one, also with the backslashes of another system in an archive', async () => {
  const files = Object.entries(own).map(([path, bytes]) => ({ path: `mine/${path}`, base64: base64(bytes) }));
  const { data } = await server.call('cobre/upload-files', { directory: 'folder', files });
  expect(data).toMatchObject({ kind: 'case', left_out: [] });
  const windows = Object.fromEntries(Object.entries(own).map(([path, bytes]) => [path.replaceAll('/', '\\'), bytes]));
  expect(await send('windows', zipSync(windows as Zippable))).toMatchObject({ isError: false, kind: 'case' });
});

test('a deck goes to the place for decks', async () => {
  const deck = {
    'pmo/DGER.DAT': Buffer.from('x'),
    'pmo/confhd.dat': Buffer.from('y'),
    'pmo/sub/z.txt': Buffer.from('z'),
  };
  const { data } = await server.call('cobre/upload-files', {
    directory: 'as-case',
    deck_directory: 'decks/pmo',
    archive: base64(zipSync(deck)),
  });
  expect(data).toMatchObject({ kind: 'deck', directory: 'decks/pmo', files: ['DGER.DAT', 'confhd.dat'] });
  expect(existsSync(join(root, 'as-case'))).toBe(false);
});

/** The place of the n-th entry in the list of files at the end of an archive. */
function entry(archive: Uint8Array, nth = 0): number {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.length);
  let at = view.readUInt32LE(view.length - 22 + 16);
  for (let left = nth; left > 0; left--)
    at += 46 + view.readUInt16LE(at + 28) + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  return at;
}

function changed(change: (view: Buffer, at: number) => void, files: Record<string, Uint8Array> = own): Uint8Array {
  const archive = zipSync(files as Zippable);
  change(Buffer.from(archive.buffer, archive.byteOffset, archive.length), entry(archive));
  return archive;
}

const link = (view: Buffer, at: number): void => {
  view.writeUInt8(3, at + 5);
  view.writeUInt16LE(0xa1ff, at + 40);
};

test.each<[string, () => Uint8Array, RegExp]>([
  [
    'climbs out of its folder',
    () => zipSync({ ...own, '../../escaped.json': own['config.json']! } as Zippable),
    /no name of a file below/,
  ],
  [
    'climbs out in the middle',
    () => zipSync({ ...own, 'system/../../x': own['config.json']! } as Zippable),
    /no name of a file below/,
  ],
  [
    'climbs out with backslashes',
    () => zipSync({ ...own, '..\\x': own['config.json']! } as Zippable),
    /no name of a file below/,
  ],
  [
    'begins at the root',
    () => zipSync({ ...own, '/etc/cron.d/x': own['config.json']! } as Zippable),
    /no name of a file below/,
  ],
  ['names a drive', () => zipSync({ ...own, 'C:/x': own['config.json']! } as Zippable), /no name of a file below/],
  ['holds a symbolic link', () => changed(link), /link or a device/],
  [
    'has a file twice but for capitals',
    () => zipSync({ ...own, 'CONFIG.json': own['config.json']! } as Zippable),
    /there twice/,
  ],
  ['holds two cases', () => zipSync({ ...below('a/', own), ...below('b/', own) } as Zippable), /2 folders with a case/],
  ['holds neither a case nor a deck', () => zipSync({ 'cat.png': Buffer.from('meow') }), /neither a case nor/],
  [
    'has the names of a case in capitals, by which no case is read',
    () => zipSync({ 'CONFIG.JSON': own['config.json']!, 'STAGES.JSON': own['stages.json']! }),
    /neither a case nor/,
  ],
  ['is encrypted', () => changed((view, at) => view.writeUInt16LE(1, at + 8)), /encrypted/],
  ['is packed in another way', () => changed((view, at) => view.writeUInt16LE(12, at + 10)), /not read here/],
  [
    'says that a file is larger than it is',
    () => changed((view, at) => view.writeUInt32LE(99_999, at + 24)),
    /not what was packed/,
  ],
  [
    'says that a file is smaller than it is',
    () => changed((view, at) => view.writeUInt32LE(3, at + 24)),
    /not what was packed/,
  ],
  ['was changed on the way', () => changed((view, at) => view.writeUInt32LE(1, at + 16)), /not what was packed/],
  ['names a place beyond its end', () => changed((view, at) => view.writeUInt32LE(0x7fffffff, at + 42)), /is missing/],
  ['is cut off', () => zipSync(own as Zippable).subarray(0, 400), /no ZIP archive/],
  ['is nothing', () => new Uint8Array(0), /no ZIP archive/],
  ['is something else', () => Buffer.alloc(100_000, 'PK'), /no ZIP archive/],
  [
    'says that it holds 60,000 files',
    () => changed((view) => view.writeUInt16LE(60_000, view.length - 22 + 10)),
    /at most 2000 files/,
  ],
])('an archive that %s is refused in words, and nothing is written', async (_, made, words) => {
  const answer = await send('hostile', made());
  expect(answer).toMatchObject({ isError: true });
  expect((answer as { message?: string }).message).toMatch(words);
  await expectNothing('hostile');
  expect(existsSync(join(root, '../escaped.json'))).toBe(false);
});

test('an archive of kilobytes that unpacks to gigabytes is refused before it is unpacked, honest or not', async () => {
  const honest = zipSync({ ...own, 'system/large.json': new Uint8Array(70 * 1024 * 1024) } as Zippable);
  expect(honest.length).toBeLessThan(200_000);
  expect(await send('bomb', honest)).toMatchObject({ isError: true, kind: 'LimitExceeded' });
  // The same bytes for every file: the packed sizes together are more than the archive has.
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, k) => [`f${k}`, new Uint8Array(1024 * 1024)]));
  const overlapping = zipSync(files as Zippable);
  const view = Buffer.from(overlapping.buffer, overlapping.byteOffset, overlapping.length);
  for (let k = 0; k < 50; k++) view.writeUInt32LE(overlapping.length / 2, entry(overlapping, k) + 20);
  expect((await send('bomb', overlapping)) as { message?: string }).toMatchObject({
    message: expect.stringMatching(/overlap/),
  });
  await expectNothing('bomb');
});

test.each(['../outside', '/tmp/outside-of-cobre', 'a/../../outside'])('nothing is written to %s', async (directory) => {
  expect(await send(directory, zipSync(own as Zippable))).toMatchObject({ isError: true });
});

test('of many that send to one place at once one gets it, whole, and the others are told that it is taken', async () => {
  const others = Array.from({ length: 6 }, (_, k) => ({ ...own, 'config.json': Buffer.from(`{"who": ${k}}`) }));
  const answers = await Promise.all(others.map((files) => send('contested', zipSync(files as Zippable))));
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  for (const answer of answers.filter(({ isError }) => isError))
    expect(answer).toMatchObject({ kind: 'InvalidArguments', message: expect.stringContaining('not empty') });
  const winner = answers.findIndex(({ isError }) => !isError);
  expect(await readFile(join(root, 'contested/config.json'), 'utf8')).toBe(`{"who": ${winner}}`);
  const found = (await readdir(join(root, 'contested'), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  expect(found).toHaveLength(Object.keys(own).length);
  expect((await readdir(root)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('an archive or files, and not both or neither', async () => {
  const archive = base64(zipSync(own as Zippable));
  for (const given of [{}, { archive, files: [] }]) {
    const { isError, data } = await server.call('cobre/upload-files', { directory: 'neither', ...given });
    expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'InvalidArguments' });
  }
});

test('files one by one are no more than an archive may be, all together', async () => {
  const half = base64(Buffer.alloc(9 * 1024 * 1024));
  const files = Object.entries(own).map(([path, bytes]) => ({ path, base64: base64(bytes) }));
  const large = ['a.bin', 'b.bin'].map((path) => ({ path, base64: half }));
  const { isError, data } = await server.call('cobre/upload-files', { directory: 'many', files: [...files, ...large] });
  expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'LimitExceeded' });
  await expectNothing('many');
});
