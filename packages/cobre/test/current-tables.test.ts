/** Every table that a run of every current case leaves is opened by DuckDB, and every table of its simulation can be asked for. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { loadCase, runCase } from '../src/index.js';
import { QueryEngine } from '../src/query/query-engine.js';
import { resultKindNames, resultKinds } from '../src/query/result-kinds.js';
import { queryResults } from '../src/service/answers/query-results.js';
import { plainFiles } from '../src/service/files/files.js';
import { sharedCasesDir, skipShared } from './case/shared-cases.js';
import { newRoot } from './tools/served.js';

const cases = join(sharedCasesDir, 'cobre-current');
const names = existsSync(cases)
  ? readdirSync(cases).filter((name) => existsSync(join(cases, name, 'config.json')))
  : ['(current shared cases are absent)'];

/** Tables that begin with a scenario, a stage and a node. */
const staged =
  /^simulation\/(?!solver|scenario_summary|transit_seed|stored_energy|marginal_costs|deficit_risk|thermal_classes)/;

describe.skipIf(skipShared)('tables of current cases', () => {
  const engine = new QueryEngine();

  test.each(names)('%s', async (name) => {
    const output = join(await newRoot(), 'output');
    const { case: study } = await loadCase(join(cases, name));
    const settings = { ...study.settings, simulation: { ...study.settings.simulation, numScenarios: 2 } };
    await runCase({ ...study, settings }, join(cases, name), { output, phases: 'both' });
    const tables = readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.parquet'))
      .map((entry) => join(entry.parentPath, entry.name));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    for (const path of tables) {
      const read = await duckdb.runAndReadAll(`SELECT * FROM read_parquet('${path.replaceAll("'", "''")}')`);
      const table = relative(output, path);
      if (staged.test(table)) {
        expect(read.columnNames().slice(0, 3), table).toEqual(['scenario_id', 'stage_id', 'node_id']);
      }
      expect(read.columnNames(), table).not.toContain('stage');
      expect(read.columnNames(), table).not.toContain('opening');
    }
    duckdb.closeSync();
    const found = tables.map((path) => relative(output, path).replace('.parquet', ''));
    for (const folder of found.filter((table) => /^simulation\/(?!solver)/.test(table))) {
      const entityType = resultKindNames.find((kind) => resultKinds[kind].folder === folder);
      expect(entityType, folder).toBeDefined();
      const answer = await queryResults(plainFiles('/'), engine, {
        outputDirectory: output,
        entityType: entityType!,
        limit: 5,
      });
      expect(answer.total_rows, folder).toBeGreaterThan(0);
    }
  });
});
