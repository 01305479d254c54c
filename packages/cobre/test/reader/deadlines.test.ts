/** What reads is ended by its deadline, wherever it is, and leaves nothing behind. */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { standardLimits } from '../../src/reader/limits.js';
import { Readers } from '../../src/reader/readers.js';
import { cobreServer, cobreServices } from '../../src/server.js';
import { finishedStudy, newRoot } from '../tools/served.js';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server whose operations have this long, with readers in processes of their own. */
async function impatient(root: string, timeoutMs: number) {
  const readers = new Readers({ ...standardLimits, readers: 2 }, 1);
  closing.push(() => readers.close());
  const definition = cobreServer(cobreServices({ threads: 1, readers }));
  const operations = (definition.operations ?? []).map((operation) => ({ ...operation, timeoutMs }));
  const made = await connectInMemory(
    { ...definition, operations },
    { files: await openSandbox([root]), allowWrite: true, revision: '2025-11-25' },
  );
  closing.unshift(() => made.close());
  return async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await made.client.callTool({ name, arguments: args });
    return { isError, ...JSON.parse((content as { text: string }[])[0]!.text) };
  };
}

/** Rows that a page states once, in some kilobytes: nobody writes sixty million of them as text in two seconds. */
let endless: string;

beforeAll(async () => {
  endless = join(await newRoot(), 'hydros.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = '0::INT AS scenario_id, 0::INT AS stage_id, 0::INT AS hydro_id, 1.5::DOUBLE AS storage_final_hm3';
  const target = `'${endless}' (FORMAT parquet, ROW_GROUP_SIZE 1000000)`;
  await connection.run(`COPY (SELECT ${columns} FROM range(60000000)) TO ${target}`);
  connection.closeSync();
});

test.each(['csv', 'json', 'arrow'])(
  'an export as %s that its deadline ends is told so and leaves no draft',
  async (format) => {
    const root = await newRoot();
    const output_dir = join(await finishedStudy(root), 'output');
    await copyFile(endless, join(output_dir, 'simulation/hydros.parquet'));
    const call = await impatient(root, 2000);
    const answer = await call('cobre/export-results', { output_dir, entity_type: 'hydros', format });
    expect(answer).toMatchObject({ isError: true, kind: 'DeadlineExceeded' });
    expect(await readdir(join(output_dir, 'exports')).catch(() => [])).toEqual([]);
  },
);

test.each([
  ['cobre/validate', 'case_dir'],
  ['cobre/inspect-case', 'case_dir'],
  ['cobre/list-scenarios', 'case_dir'],
  ['cobre/query-convergence', 'output_dir'],
  ['cobre/inspect-policy', 'policy_dir'],
])('%s without any time is ended by its deadline', async (name, argument) => {
  const root = await newRoot();
  const case_dir = await finishedStudy(root);
  const output_dir = join(case_dir, 'output');
  const places: Record<string, string> = { case_dir, output_dir, policy_dir: join(output_dir, 'policy') };
  const call = await impatient(root, 1);
  expect(await call(name, { [argument]: places[argument] })).toMatchObject({ isError: true, kind: 'DeadlineExceeded' });
});
