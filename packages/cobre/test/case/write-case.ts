import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { caseFiles } from '../../src/case/registry.js';
import type { Column, Columns } from '../../src/case/table/column.js';

/**
 * Cases written by tests. `smallCase` is valid as it stands: two monthly stages of 730 hours, one bus, one hydro with a
 * reservoir and two thermals, everything deterministic. A test states only what differs.
 */

/** JSON files are values, tables are lists of rows, text and bytes are written as they are, null leaves the file out. */
export type FileContent = object | readonly TableRow[] | string | Uint8Array | null;
export type TableRow = Readonly<Record<string, unknown>>;
export type CaseContents = Record<string, FileContent>;

export const singleBlock = [{ id: 0, name: 'SINGLE', hours: 730 }];

/** A month of 2024 in a single block. */
export function monthEntry(id: number): Record<string, unknown> {
  const month = (index: number): string => new Date(Date.UTC(2024, index, 1)).toISOString().slice(0, 10);
  return { id, start_date: month(id), end_date: month(id + 1), blocks: singleBlock };
}

export function stageEntry(id: number, changes: object = {}): Record<string, unknown> {
  return { ...monthEntry(id), num_scenarios: 1, ...changes };
}

export function hydroEntry(id: number | string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { generation, reservoir, outflow, ...rest } = changes;
  return {
    id,
    name: `Hydro ${id}`,
    bus_id: 0,
    downstream_id: null,
    reservoir: { min_storage_hm3: 0, max_storage_hm3: 100, ...(reservoir as object | undefined) },
    outflow: { min_outflow_m3s: 0, max_outflow_m3s: null, ...(outflow as object | undefined) },
    generation: {
      model: 'constant_productivity',
      productivity_mw_per_m3s: 1,
      min_turbined_m3s: 0,
      max_turbined_m3s: 50,
      min_generation_mw: 0,
      max_generation_mw: 50,
      ...(generation as object | undefined),
    },
    ...rest,
  };
}

export function thermalEntry(id: number | string, cost: number, maxMw: number, changes: object = {}): object {
  return {
    id,
    name: `Thermal ${id}`,
    bus_id: 0,
    cost_per_mwh: cost,
    generation: { min_mw: 0, max_mw: maxMw },
    ...changes,
  };
}

export const penalties = {
  bus: { deficit_segments: [{ depth_mw: null, cost: 1000 }], excess_cost: 0.01 },
  line: { exchange_cost: 0.01 },
  hydro: {
    spillage_cost: 0.01,
    fpha_turbined_cost: 0,
    diversion_cost: 0.01,
    storage_violation_below_cost: 10000,
    filling_target_violation_cost: 20000,
    turbined_violation_below_cost: 5000,
    outflow_violation_below_cost: 5000,
    outflow_violation_above_cost: 5000,
    generation_violation_below_cost: 5000,
    evaporation_violation_cost: 5000,
    water_withdrawal_violation_cost: 5000,
  },
  non_controllable_source: { curtailment_cost: 0.005 },
};

export function smallCase(): CaseContents {
  return structuredClone({
    'config.json': {
      training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 20 }] },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'penalties.json': penalties,
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [stageEntry(0), stageEntry(1)],
    },
    'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 50 }], filling_storage: [] },
    'system/buses.json': { buses: [{ id: 0, name: 'Bus 0' }] },
    'system/lines.json': { lines: [] },
    'system/hydros.json': { hydros: [hydroEntry(0)] },
    'system/thermals.json': { thermals: [thermalEntry(0, 10, 40), thermalEntry(1, 30, 60)] },
    'scenarios/inflow_seasonal_stats.parquet': [
      { hydro_id: 0, stage_id: 0, mean_m3s: 20, std_m3s: 0 },
      { hydro_id: 0, stage_id: 1, mean_m3s: 10, std_m3s: 0 },
    ],
    'scenarios/load_seasonal_stats.parquet': [
      { bus_id: 0, stage_id: 0, mean_mw: 80, std_mw: 0 },
      { bus_id: 0, stage_id: 1, mean_mw: 80, std_mw: 0 },
    ],
  });
}

/** Writes the small case with the given files replaced, added or (null) left out. */
export async function writeCase(dir: string, overrides: CaseContents = {}): Promise<string> {
  await writeFiles(dir, { ...smallCase(), ...overrides });
  return dir;
}

const temporary = new Set<string>();

process.once('exit', () => {
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true });
});

/** The same in a fresh directory that disappears with the test process. */
export async function temporaryCase(overrides: CaseContents = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'cobre-case-'));
  temporary.add(dir);
  return writeCase(dir, overrides);
}

export async function writeFiles(dir: string, contents: CaseContents): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    if (content === null) continue;
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), encode(path, content));
  }
}

export function encode(path: string, content: Exclude<FileContent, null>): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  if (!path.endsWith('.parquet')) return `${JSON.stringify(content, null, 2)}\n`;
  return parquetBytes(columnsOf(path), content as readonly TableRow[]);
}

function columnsOf(path: string): Columns {
  const spec = Object.values(caseFiles).find((file) => file.path === path);
  if (spec?.format !== 'parquet') throw new Error(`${path} is not a known table; pass bytes instead.`);
  // Current cases have other names for some columns.
  const renamed = Object.entries(spec.table.columns).map(([name, column]) => [column.renamed ?? name, column]);
  return { ...spec.table.columns, ...Object.fromEntries(renamed) };
}

/** Columns no row mentions are left out, so that optional ones are really absent. Ids that are text become strings. */
export function parquetBytes(columns: Columns, rows: readonly TableRow[]): Uint8Array {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const mandatory = Object.keys(columns).filter(
    (name) => !columns[name]?.optional && columns[name]?.only !== 'current',
  );
  const used = rows.length > 0 ? names : mandatory;
  const schema = used.map((name) => element(name, columns[name], rows));
  const buffer = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: schema.length }, ...schema],
    columnData: used.map((name) => ({ name, data: rows.map((row) => row[name] ?? null) })),
    codec: 'SNAPPY',
  });
  return new Uint8Array(buffer);
}

function element(name: string, column: Column | undefined, rows: readonly TableRow[]): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  if (rows.some((row) => typeof row[name] === 'string'))
    return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  if (column?.type === 'date') return { ...optional, type: 'INT32', converted_type: 'DATE' };
  return { ...optional, type: column?.type === 'id' || column?.type === 'int' ? 'INT32' : 'DOUBLE' };
}
