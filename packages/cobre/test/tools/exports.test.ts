/** Exported files as a page gets them: piece by piece, and as Parquet that others read. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connected, connect, finishedStudy, newRoot, settings } from './served.js';

let root: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  await finishedStudy(root, 'mine', { 'config.json': settings({ iterations: 3 }) });
  server = await connect(root, { transport: 'memory' });
});

afterAll(() => server.close());

interface Piece {
  readonly base64: string;
  readonly size_bytes: number;
  readonly next_offset?: number;
}

async function whole(name: string): Promise<{ bytes: Buffer; pieces: number }> {
  const parts: Buffer[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const { data } = await server.call('cobre/read-export', { output_dir: 'mine/output', name, offset });
    const piece: Piece = data as unknown as Piece;
    parts.push(Buffer.from(piece.base64, 'base64'));
    offset = piece.next_offset;
  }
  return { bytes: Buffer.concat(parts), pieces: parts.length };
}

test('the rows of a Parquet export are those of the query, for another reader of the format', async () => {
  const question = { output_dir: 'mine/output', entity_type: 'hydros', filters: { entity_id: 'TUCURUI' } };
  const { data } = await server.call('cobre/export-results', { ...question, format: 'parquet' });
  expect(data.file_path).toMatch(/hydros_TUCURUI\.parquet$/);
  const { bytes } = await whole('hydros_TUCURUI.parquet');
  expect(bytes).toHaveLength(Number(data.size_bytes));
  const file = new Uint8Array(bytes).buffer;
  const read = (await parquetReadObjects({ file, compressors })) as Record<string, unknown>[];
  const asked = await server.call('cobre/query-results', question);
  const { columns, rows } = asked.data as unknown as { columns: string[]; rows: unknown[][] };
  // By what a row is about: an export has the rows in the order of the files. Minus zero is zero in JSON.
  const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : Object.is(value, -0) ? 0 : value);
  const inOrder = (all: readonly unknown[][]) => all.map((row) => JSON.stringify(row.map(plain))).sort();
  expect(inOrder(read.map((row) => columns.map((name) => row[name])))).toEqual(inOrder(rows));
});

test('a file larger than an answer comes in pieces that are the file', async () => {
  await mkdir(join(root, 'mine/output/exports'), { recursive: true });
  const bytes = Buffer.alloc(7_000_001, 'cobre\n');
  await writeFile(join(root, 'mine/output/exports/large.csv'), bytes);
  const read = await whole('large.csv');
  expect(read.pieces).toBe(3);
  expect(read.bytes.equals(bytes)).toBe(true);
  const beyond = await server.call('cobre/read-export', { output_dir: 'mine/output', name: 'large.csv', offset: 9e9 });
  expect(beyond.data).toEqual({ base64: '', size_bytes: bytes.length });
});

test.each(['../../config.json', '.hidden', 'a/b.csv', '..', '', 'nothing.csv', 'link.csv'])(
  'nothing but files of exports/ is read: %j',
  async (name) => {
    await mkdir(join(root, 'mine/output/exports'), { recursive: true });
    await symlink('/etc/passwd', join(root, 'mine/output/exports/link.csv')).catch(() => {});
    const { isError } = await server.call('cobre/read-export', { output_dir: 'mine/output', name });
    expect(isError).toBe(true);
  },
);
