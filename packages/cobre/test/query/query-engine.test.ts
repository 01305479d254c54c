import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeAll, describe, expect, test } from 'vitest';
import { QueryEngine } from '../../src/query/query-engine.js';
import { finishedStudy, newRoot } from '../tools/served.js';

let root: string;
let output: string;
let outside: string;
const engine = new QueryEngine();

beforeAll(async () => {
  root = await newRoot();
  output = join(await finishedStudy(root), 'output');
  outside = join(await newRoot(), 'data.parquet');
  await cp(join(output, 'training/convergence.parquet'), outside);
  await writeFile(`${outside}.csv`, 'a,b\n1,2\n');
});

const run = (sql: string, ...values: (string | number | readonly string[])[]) =>
  engine.using(output, undefined, (session) => session.all(sql, values));

test('files of the directory can be asked, with values bound', async () => {
  const file = join(output, 'training/convergence.parquet');
  const { rows } = await run('SELECT count(*) FROM read_parquet($1) WHERE iteration <= $2', [file], 4);
  expect(Number(rows[0]?.[0])).toBe(4);
});

describe('nothing else can be reached', () => {
  test.each([
    ['a file outside', () => run('SELECT * FROM read_parquet($1)', [outside])],
    ['a way out by dots', () => run('SELECT * FROM read_parquet($1)', [`${output}/../../${outside}`])],
    ['a text file', () => run(`SELECT * FROM read_csv($1)`, `${outside}.csv`)],
    ['a listing', () => run("SELECT * FROM glob('/etc/*')")],
    ['the network', () => run('SELECT * FROM read_parquet($1)', ['https://example.invalid/x.parquet'])],
    ['an environment variable', () => run("SELECT getenv('PATH')")],
  ])('%s', async (_, ask) => {
    await expect(ask()).rejects.toThrow();
  });

  test.each([
    ['a copy', `COPY (SELECT 1) TO 'x.csv'`],
    ['a setting', "SET memory_limit = '64GB'"],
    ['access', 'SET enable_external_access = true'],
    ['a table', 'CREATE TABLE t AS SELECT 1'],
    ['an attachment', "ATTACH 'x.db'"],
    ['an extension', 'LOAD httpfs'],
    ['two statements', 'SELECT 1; SELECT 2'],
  ])('%s is no question', async (_, sql) => {
    await expect(run(sql)).rejects.toThrow();
  });

  test('a copy inside the directory is refused as well, although the engine itself would allow it', async () => {
    await expect(run(`COPY (SELECT 1) TO '${output}/x.csv'`)).rejects.toThrow('Only questions');
  });
});

test('an abort interrupts a question that would take for ever', async () => {
  const controller = new AbortController();
  const slow = engine.using(output, controller.signal, (session) =>
    session.all('SELECT count(*) FROM range(100000000000) a(x) WHERE sin(x) > 2', []),
  );
  setTimeout(() => controller.abort(), 50);
  await expect(slow).rejects.toThrow();
  expect((await run('SELECT 1')).rows).toEqual([[1]]);
});

test('rows that ended because of an abort are not taken for all there are', async () => {
  const controller = new AbortController();
  const streamed = engine.using(output, controller.signal, async (session) => {
    const result = await session.stream('SELECT x FROM range(10000000) a(x)', []);
    let rows = 0;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      rows += chunk.rowCount;
      if (rows > 100_000) controller.abort();
      if (controller.signal.aborted) break;
    }
    return rows;
  });
  await expect(streamed).rejects.toThrow();
});

test('a file that was replaced is read anew, however quickly', async () => {
  const directory = await newRoot();
  const [file, draft] = [join(directory, 'a.parquet'), join(directory, 'draft')];
  for (let round = 0; round < 30; round++) {
    const count = 1000 + (round % 7);
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 'a', data: Int32Array.from({ length: count }, (_, k) => k) }],
    });
    await writeFile(draft, new Uint8Array(bytes));
    await rename(draft, file);
    const { rows } = await engine.using(directory, undefined, (session) =>
      session.all('SELECT count(*), max(a) FROM read_parquet($1)', [[file]]),
    );
    expect(rows[0]?.map(Number)).toEqual([count, count - 1]);
  }
});
