/** What the study pages ask cobre, over MCP like any client. */
import type { ResultRows } from '../../numbers/observations.js';
import { complete, readResource, resultOf } from '../../wire/mcp.js';
import type { Bounds } from './convergence-chart.js';

export interface CaseFacts {
  readonly stages: number;
  readonly entities: Readonly<Record<string, number>>;
  readonly scenario_source?: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface Study {
  readonly name: string;
  readonly facts: CaseFacts;
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
    resultOf<CaseFacts>('cobre', 'cobre/inspect-case', { case_dir: name }),
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
  interface Answer {
    readonly iterations: readonly { iteration: number; lower_bound: number; upper_bound: number }[];
    readonly termination_reason: string;
  }
  const answer = await resultOf<Answer>('cobre', 'cobre/query-convergence', { output_dir: output });
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

const mostRows = 10_000;

export function resultRows(
  output: string,
  kind: 'hydros' | 'thermals' | 'buses',
  columns: readonly string[],
  entity: number | string | undefined,
): Promise<ResultRows> {
  const filters = { columns, limit: mostRows, ...(entity === undefined ? {} : { entity_id: entity }) };
  return resultOf<ResultRows>('cobre', 'cobre/query-results', { output_dir: output, entity_type: kind, filters });
}
