import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parquetOfRows, tableSchema } from '../../src/parquet/write.js';
import { ResultSource } from '../../src/plot/result-source.js';
import { QueryEngine } from '../../src/query/query-engine.js';
import { plainFiles } from '../../src/service/files/files.js';

/** Charts tell one value for a stage, whose blocks differ in length: 700 hours at one price, 44 at another. */
let results: ResultSource;

const keys = ['scenario_id:int32', 'stage_id:int32', 'block_id:int32'] as const;
const buses = tableSchema(...keys, 'bus_id:int32', 'load_mw:double', 'load_mwh:double', 'spot_price:double');
const hydros = tableSchema(...keys, 'hydro_id:int32', 'storage_final_hm3:double');

beforeAll(async () => {
  const output = await mkdtemp(join(tmpdir(), 'cobre-blocks-'));
  await mkdir(join(output, 'simulation'));
  const at = (scenario_id: number, block_id: number) => ({ scenario_id, stage_id: 0, block_id });
  const price = (scenario: number, block: number, spot_price: number) => {
    const load_mw = block === 0 ? 5 : 9;
    return { ...at(scenario, block), bus_id: 0, load_mw, load_mwh: load_mw * (block === 0 ? 700 : 44), spot_price };
  };
  // A second bus without load, which cannot tell the hours itself.
  const idle = { ...at(0, 0), bus_id: 1, load_mw: 0, load_mwh: 0, spot_price: 7 };
  const prices = [price(0, 0, 10), price(0, 1, 100), price(1, 0, 20), price(1, 1, 20), idle];
  await writeFile(join(output, 'simulation/buses.parquet'), parquetOfRows(buses, prices));
  const stored = [
    { ...at(0, 0), hydro_id: 0, storage_final_hm3: 50 },
    { ...at(0, 1), hydro_id: 0, storage_final_hm3: 30 },
  ];
  await writeFile(join(output, 'simulation/hydros.parquet'), parquetOfRows(hydros, stored));
  results = new ResultSource(plainFiles(output), new QueryEngine({ threads: 1 }), output);
});

test('prices of blocks count by their hours, and each scenario counts once', async () => {
  const [bus, other] = await results.largest('buses', 'spot_price', 9, 'by hours');
  // (10 · 700 + 100 · 44) / 744 in the first scenario, 20 in the second; the plain mean of the four rows would be 37.5.
  const first = 11_400 / 744;
  expect(bus?.byStage).toMatchObject([{ key: 0, count: 2, max: 20 }]);
  expect(bus?.byStage[0]?.min).toBeCloseTo(first, 9);
  expect(bus?.byStage[0]?.mean).toBeCloseTo((first + 20) / 2, 9);
  expect(other?.byStage).toMatchObject([{ count: 1, mean: 7 }]);
});

test('storage is that at the end of the stage', async () => {
  const [hydro] = await results.largest('hydros', 'storage_final_hm3', 9, 'at its end');
  expect(hydro?.byStage).toMatchObject([{ count: 1, min: 30, max: 30 }]);
});
