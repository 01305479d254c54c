/** What the study pages ask cobre, over MCP like any client. */
import type { CobreAnswers } from '@quadrivium/cobre/answers';
import type { ResultRows } from '../../numbers/observations.js';
import { complete, readResource } from '../../wire/mcp.js';
import { cobre } from '../../wire/operations.js';
import { WireError } from '../../wire/trouble.js';
import type { Bounds } from './convergence-chart.js';

export interface Study {
  readonly name: string;
  readonly facts: CobreAnswers['cobre/inspect-case'];
  /** Where its results are, once there are some. */
  readonly output?: string;
}

/** Folders where cobre may look that hold a case; others are no business of this page. */
export async function listStudies(): Promise<readonly Study[]> {
  const folders = await complete('cobre', 'cobre://case/{case_dir}/config', 'case_dir', '');
  const studies = await Promise.all(folders.map((name) => loadStudy(name).catch(() => undefined)));
  return studies.filter((study) => study !== undefined);
}

export async function loadStudy(name: string): Promise<Study> {
  const [facts, outputs] = await Promise.all([
    cobre('cobre/inspect-case', { case_dir: name }),
    complete('cobre', 'cobre://output/{output_dir}/convergence', 'output_dir', `${name}/output`),
  ]);
  const output = outputs.find((path) => path === `${name}/output`);
  return { name, facts, ...(output === undefined ? {} : { output }) };
}

export interface Convergence {
  readonly bounds: readonly Bounds[];
  readonly reason: string;
}

export async function convergenceOf(output: string): Promise<Convergence> {
  const answer = await cobre('cobre/query-convergence', { output_dir: output });
  return {
    bounds: answer.iterations.map(({ iteration, lower_bound, upper_bound }) => ({
      iteration,
      lower: lower_bound,
      upper: upper_bound,
    })),
    reason: answer.termination_reason,
  };
}

export interface Entity {
  readonly id: number | string;
  readonly name: string;
}

/** The plants or buses of a case, by name. */
export async function entitiesOf(study: string, kind: 'hydros' | 'thermals' | 'buses'): Promise<readonly Entity[]> {
  const uri = `cobre://case/${encodeURIComponent(study)}/entities/${kind}`;
  const registry = await readResource<Record<string, unknown> | readonly Entity[]>('cobre', uri);
  const list = Array.isArray(registry) ? registry : (Object.values(registry).find(Array.isArray) ?? []);
  return (list as readonly Entity[]).map(({ id, name }) => ({ id, name: name ?? String(id) }));
}

export type PlanningKind = 'stored_energy' | 'marginal_costs' | 'deficit_risk' | 'thermal_classes';

const nothing: ResultRows = { columns: [], rows: [], total_rows: 0, truncated: false };

/** Nothing where a policy was trained but not simulated. */
export function planningRows(output: string, kind: PlanningKind): Promise<ResultRows> {
  const question = { output_dir: output, entity_type: kind, filters: { limit: mostRows } };
  return cobre('cobre/query-results', question).catch(nothingSimulated);
}

/** A policy that was trained but not simulated has no results; that is no fault. */
function nothingSimulated(error: unknown): ResultRows {
  if (error instanceof WireError && error.trouble.kind === 'OutputNotFound') return nothing;
  throw error;
}

/** So many an answer may have. */
const mostRows = 10_000;
/** A page that asks more often than this for one chart is no longer quick. */
const mostAnswers = 4;

/** Rows come by stage; where there are more than an answer holds, further answers begin with the stage that was cut. */
export async function resultRows(
  output: string,
  kind: 'hydros' | 'thermals' | 'buses',
  columns: string[],
  entity: number | string | undefined,
): Promise<ResultRows> {
  const chosen = entity === undefined ? {} : { entity_id: entity };
  let from = 0;
  let rows: ResultRows['rows'] = [];
  for (let answers = 1; ; answers++) {
    const filters = { columns, limit: mostRows, ...chosen, ...(from > 0 ? { stage_range: [from, lastStage] } : {}) };
    const question = { output_dir: output, entity_type: kind, filters };
    const answer = await cobre('cobre/query-results', question).catch(nothingSimulated);
    const stage = answer.columns.indexOf('stage_id');
    const cut = answer.truncated ? Number(answer.rows.at(-1)?.[stage]) : Number.POSITIVE_INFINITY;
    rows = [...rows, ...answer.rows.filter((row) => Number(row[stage]) < cut)];
    if (cut === Number.POSITIVE_INFINITY || cut === from || answers === mostAnswers)
      return { ...answer, rows, truncated: answer.truncated };
    from = cut;
  }
}

const lastStage = 2_000_000_000;
