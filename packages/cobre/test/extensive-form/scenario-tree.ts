/** The scenario tree of a study: what happens at every node, by the formulas of the inflow, load and source models. */
import type { Id, RawStudy, StageRow, TableName } from './raw-study.js';

export interface TreeNode {
  /** Position of the stage; a cycle visits a stage several times. */
  readonly stage: number;
  readonly parent: TreeNode | null;
  /** m³/s by hydro. */
  readonly inflow: ReadonlyMap<Id, number>;
  /** MW by bus, before block factors. */
  readonly load: ReadonlyMap<Id, number>;
  /** Share of the capacity by source, before block factors. */
  readonly share: ReadonlyMap<Id, number>;
  readonly children: TreeNode[];
  /** Among the children of its parent; they are equally likely unless given. */
  readonly probability?: number;
}

/** The row of a stage as a whole. */
export function rowOf(study: RawStudy, table: TableName, id: Id, stageId: number): StageRow | undefined {
  return study.tables[table].find(
    (row) => row.id === id && row.stage_id === stageId && (row.block_id ?? null) === null,
  );
}

/** What a table says in a block: its own row wins, column by column, over that of the stage. */
export function cellOf(study: RawStudy, table: TableName, id: Id, stageId: number, block: number, column: string) {
  const own = study.tables[table].find((row) => row.id === id && row.stage_id === stageId && row.block_id === block);
  return (own?.[column] ?? rowOf(study, table, id, stageId)?.[column] ?? null) as number | null;
}

const byId = (a: Id, b: Id): number => (a < b ? -1 : a > b ? 1 : 0);
const idsOf = (entries: readonly { readonly id: Id }[]): Id[] => entries.map(({ id }) => id).sort(byId);

/** First the hydros, then buses whose load deviates in some stage, then sources with statistics. */
export function noiseOrder(study: RawStudy): readonly { readonly kind: string; readonly id: Id }[] {
  const { loadStats, sourceStats } = study.tables;
  const deviates = (id: Id) => loadStats.some((row) => row.id === id && Number(row.std_mw) > 0);
  const modelled = (id: Id) => sourceStats.some((row) => row.id === id);
  return [
    ...idsOf(study.hydros).map((id) => ({ kind: 'inflow', id })),
    ...idsOf(study.buses)
      .filter(deviates)
      .map((id) => ({ kind: 'load', id })),
    ...idsOf(study.sources)
      .filter(modelled)
      .map((id) => ({ kind: 'source', id })),
  ];
}

/** Nodes of the first stage; `path` names the stage of each step. */
export function scenarioTree(study: RawStudy, path: readonly number[]): TreeNode[] {
  const grow = (step: number, parent: TreeNode | null): TreeNode[] => {
    if (step === path.length) return [];
    const stage = path[step]!;
    const own = study.openings.filter((row) => row.stage_id === study.stages[stage]!.id);
    const count = 1 + Math.max(...own.map((row) => row.opening_index));
    return Array.from({ length: count }, (_, opening) => {
      const noise = noiseOf(
        study,
        own.filter((row) => row.opening_index === opening),
      );
      const node: TreeNode = {
        stage,
        parent,
        inflow: inflows(study, stage, parent, noise),
        load: loads(study, stage, noise),
        share: shares(study, stage, noise),
        children: [],
      };
      node.children.push(...grow(step + 1, node));
      return node;
    });
  };
  return grow(0, null);
}

export type Noise = (kind: string, id: Id) => number;

function noiseOf(study: RawStudy, rows: RawStudy['openings']): Noise {
  const order = noiseOrder(study);
  return (kind, id) => {
    const position = order.findIndex((entry) => entry.kind === kind && entry.id === id);
    return position < 0 ? 0 : (rows.find((row) => row.entity_index === position)?.value ?? 0);
  };
}

/** m³/s by hydro, as the model makes them of the past and of what is drawn. */
export function inflows(study: RawStudy, stage: number, parent: TreeNode | null, noise: Noise): Map<Id, number> {
  return new Map(study.hydros.map(({ id }) => [id, inflow(study, id, stage, parent, noise('inflow', id))]));
}

/** z = base + Σ ψ·z(before) + σ·η with ψ = ψ*·s/s(lag), base = μ − Σ ψ·μ(lag), σ = s·ratio. */
function inflow(study: RawStudy, id: Id, stage: number, parent: TreeNode | null, eta: number): number {
  const stageId = study.stages[stage]!.id;
  const stats = rowOf(study, 'inflowStats', id, stageId);
  if (stats === undefined) return 0;
  const lags = study.tables.coefficients.filter((row) => row.id === id && row.stage_id === stageId);
  let value = Number(stats.mean_m3s);
  for (const row of lags) {
    const before = rowOf(study, 'inflowStats', id, stageId - Number(row.lag))!;
    if (Number(before.std_m3s) === 0) continue;
    const psi = (Number(row.coefficient) * Number(stats.std_m3s)) / Number(before.std_m3s);
    value += psi * (earlier(study, id, parent, Number(row.lag)) - Number(before.mean_m3s));
  }
  const annual = rowOf(study, 'annual', id, stageId);
  if (annual !== undefined) {
    const psi = (Number(annual.annual_coefficient) * Number(stats.std_m3s)) / Number(annual.annual_std_m3s);
    const months = Array.from({ length: 12 }, (_, k) => earlier(study, id, parent, k + 1));
    value += psi * (months.reduce((sum, month) => sum + month, 0) / 12 - Number(annual.annual_mean_m3s));
  }
  // Coefficients alone do not say how far inflows deviate where a whole year is remembered; the table does.
  const given = annual !== undefined || !study.current;
  const ratio = given ? Number(lags[0]?.residual_std_ratio ?? 1) : derivedRatio(study, id, stageId);
  value += Number(stats.std_m3s) * ratio * eta;
  return study.nonNegativity.startsWith('truncation') ? Math.max(0, value) : value;
}

/** ρ_m(0) = 1, ρ_m(k) = Σ φ_{m,i}·ρ_{m−min(i,k)}(|k−i|); seasons without coefficients are white noise, so going back ends. */
function autocorrelation(study: RawStudy, id: Id, stageId: number, k: number): number {
  if (k === 0) return 1;
  const own = study.tables.coefficients.filter((row) => row.id === id && row.stage_id === stageId);
  return own.reduce((sum, row) => {
    const i = Number(row.lag);
    return sum + Number(row.coefficient) * autocorrelation(study, id, stageId - Math.min(i, k), Math.abs(k - i));
  }, 0);
}

/** What deviates besides the memory, so that the whole has the deviation of the table: √(1 − Σ φ·ρ). */
function derivedRatio(study: RawStudy, id: Id, stageId: number): number {
  const own = study.tables.coefficients.filter((row) => row.id === id && row.stage_id === stageId);
  if (study.givenRatio !== undefined) return study.givenRatio;
  const known = own.reduce(
    (sum, row) => sum + Number(row.coefficient) * autocorrelation(study, id, stageId, Number(row.lag)),
    0,
  );
  return Math.sqrt(1 - known);
}

/** The inflow `lag` stages before the children of `node`. */
function earlier(study: RawStudy, id: Id, node: TreeNode | null, lag: number): number {
  let [at, back] = [node, lag];
  while (at !== null && back > 1) [at, back] = [at.parent, back - 1];
  if (at !== null) return at.inflow.get(id)!;
  return study.pastInflows.find((row) => row.hydro_id === id)!.values_m3s[back - 1]!;
}

export function loads(study: RawStudy, stage: number, noise: Noise): Map<Id, number> {
  return new Map(
    study.buses.map(({ id }) => {
      const row = rowOf(study, 'loadStats', id, study.stages[stage]!.id);
      return [id, Math.max(0, Number(row?.mean_mw ?? 0) + Number(row?.std_mw ?? 0) * noise('load', id))];
    }),
  );
}

export function shares(study: RawStudy, stage: number, noise: Noise): Map<Id, number> {
  return new Map(
    study.sources.map(({ id }) => {
      const row = rowOf(study, 'sourceStats', id, study.stages[stage]!.id);
      const share = row === undefined ? 1 : Number(row.mean) + Number(row.std) * noise('source', id);
      return [id, Math.min(1, Math.max(0, share))];
    }),
  );
}
