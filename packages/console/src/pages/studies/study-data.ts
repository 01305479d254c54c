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

/** The cases that cobre finds where it may look, by their places. */
export async function studyNames(): Promise<readonly string[]> {
  const { cases } = await readResource<{ cases: readonly { case_dir: string }[] }>('cobre', 'cobre://cases');
  return cases.map(({ case_dir }) => case_dir);
}

export interface ListedStudy {
  readonly name: string;
  /** Absent for a case that cannot be read so far. */
  readonly study?: Study;
}

export async function listStudies(): Promise<readonly ListedStudy[]> {
  const names = await studyNames();
  return Promise.all(
    names.map(async (name) => {
      const study = await loadStudy(name).catch(() => undefined);
      return { name, ...(study === undefined ? {} : { study }) };
    }),
  );
}

export async function loadStudy(name: string): Promise<Study> {
  const [facts, outputs] = await Promise.all([
    cobre('cobre/inspect-case', { case_dir: name }),
    // A run that ended before it trained anything leaves its folder, but nothing in it to look at.
    complete('cobre', 'cobre://output/{output_dir}/convergence', 'output_dir', `${name}/output/training`),
  ]);
  const output = outputs.includes(`${name}/output/training`) ? `${name}/output` : undefined;
  return { name, facts, ...(output === undefined ? {} : { output }) };
}

export interface Convergence {
  readonly bounds: readonly Bounds[];
  readonly reason: string;
}

export async function convergenceOf(output: string): Promise<Convergence> {
  const answer = await cobre('cobre/query-convergence', { output_dir: output });
  return {
    bounds: answer.iterations.map(({ iteration, lower_bound, upper_bound, gap }) => ({
      iteration,
      lower: lower_bound,
      upper: upper_bound,
      gap,
    })),
    reason: answer.termination_reason,
  };
}

export interface Entity {
  readonly id: number | string;
  readonly name: string;
  /** The subsystem it feeds, where it feeds one. */
  readonly group?: string;
}

const entityKinds = ['hydros', 'thermals', 'buses', 'lines'] as const;
type EntityKind = (typeof entityKinds)[number];

export const isEntityKind = (kind: string): kind is EntityKind => (entityKinds as readonly string[]).includes(kind);

/** One plant, all of a subsystem, or everything. */
export function membersOf(value: string, entities: readonly Entity[]): readonly Entity['id'][] | undefined {
  if (value === '') return undefined;
  const group = /^group:(.*)$/.exec(value)?.[1];
  return entities
    .filter(({ id, group: own }) => (group === undefined ? String(id) === value : own === group))
    .map(({ id }) => id);
}

interface Registered {
  readonly id: number | string;
  readonly name?: string;
  readonly bus_id?: number | string;
  /** Hydros of today's format say by units which buses they feed. */
  readonly unit_groups?: readonly { readonly bus_id?: number | string }[];
}

/** The plants or buses of a case, by name; plants with the name of their subsystem. */
export async function entitiesOf(study: string, kind: EntityKind): Promise<readonly Entity[]> {
  const grouped = kind === 'hydros' || kind === 'thermals';
  const [list, buses] = await Promise.all([registryOf(study, kind), grouped ? registryOf(study, 'buses') : []]);
  const groups = new Map(buses.map(({ id, name }) => [String(id), name ?? String(id)]));
  return list.map(({ id, name = String(id), bus_id, unit_groups }) => {
    const group = groups.get(String(bus_id ?? unit_groups?.[0]?.bus_id));
    return { id, name, ...(group === undefined ? {} : { group }) };
  });
}

const underWay = new Map<string, Promise<readonly Registered[]>>();

/** Several parts of a page ask for the same plants at once; one question answers them all. */
function registryOf(study: string, kind: EntityKind): Promise<readonly Registered[]> {
  const key = `${study}/${kind}`;
  const asked = underWay.get(key) ?? readRegistry(study, kind).finally(() => underWay.delete(key));
  underWay.set(key, asked);
  return asked;
}

async function readRegistry(study: string, kind: EntityKind): Promise<readonly Registered[]> {
  const uri = `cobre://case/${encodeURIComponent(study)}/entities/${kind}`;
  const registry = await readResource<Record<string, unknown> | readonly Registered[]>('cobre', uri);
  return (Array.isArray(registry) ? registry : (Object.values(registry).find(Array.isArray) ?? [])) as Registered[];
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

interface Sampled {
  readonly num_scenarios: number;
}

/** Of how many plants the rows of all stages, scenarios and (most often three) blocks still come for one chart. */
export function mostTogether({ stages, config }: Study['facts']): number {
  const simulation = (config.simulation ?? {}) as Partial<Sampled> & { selection?: Partial<Sampled> };
  const scenarios = simulation.selection?.num_scenarios ?? simulation.num_scenarios ?? 100;
  const rows = 3 * Math.max(stages, 1) * Math.max(scenarios, 1);
  return Math.min(30, Math.max(1, Math.floor((mostRows * mostAnswers) / rows)));
}

/** Rows come by stage; where there are more than an answer holds, further answers begin with the stage that was cut. */
export async function resultRows(
  output: string,
  kind: 'hydros' | 'thermals' | 'buses',
  columns: string[],
  entities: readonly (number | string)[] | undefined,
): Promise<ResultRows> {
  const chosen = entities === undefined ? {} : { entity_id: [...entities] };
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
