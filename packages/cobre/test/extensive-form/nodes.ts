/** Random studies on a policy graph: several nodes in a stage, each with a column of inflows (and sometimes loads) from outside. */
import type { CaseContents } from '../case/write-case.js';
import { dice } from '../random-case.js';
import { studyAhead } from './ahead.js';
import { currentFilesOf } from './current-files.js';
import type { Id, RawStudy, StageRow } from './raw-study.js';
import { loads, shares, type TreeNode } from './scenario-tree.js';

export interface NodeStudy {
  readonly study: RawStudy;
  readonly nodes: readonly { readonly id: number; readonly stage_id: number; readonly scenario_id: number }[];
  readonly edges: readonly { readonly source_id: number; readonly target_id: number; readonly probability: number }[];
  readonly inflows: readonly Column[];
  /** Empty when loads are certain. */
  readonly loads: readonly Column[];
  readonly enumerated: boolean;
}

interface Column {
  readonly id: Id;
  readonly stage_id: number;
  readonly scenario_id: number;
  readonly value: number;
}

export function studyOnNodes(seed: number): NodeStudy {
  const random = dice(seed * 7919 + 3);
  const study = certain(studyAhead(seed));
  // Ids say nothing about the order of time.
  const levels = study.stages.map(({ id: stage_id }, stage) =>
    Array.from({ length: stage === 0 ? 1 : random.whole(1, 3) }, (_, k) => ({
      id: (study.stages.length - stage) * 10 + k,
      stage_id,
    })),
  );
  const nodes = levels.flat().map((node) => ({ ...node, scenario_id: random.whole(0, 2) }));
  const column = (ids: readonly Id[], low: number, high: number): Column[] =>
    study.stages.flatMap(({ id: stage_id }) =>
      [0, 1, 2].flatMap((scenario_id) =>
        ids.map((id) => ({ id, stage_id, scenario_id, value: random.between(low, high) })),
      ),
    );
  return {
    study,
    nodes,
    edges: levels.slice(1).flatMap((level, stage) => edgesBetween(levels[stage]!, level, random)),
    inflows: column(
      study.hydros.map(({ id }) => id),
      0,
      40,
    ),
    loads: random.chance(0.5)
      ? column(
          study.buses.map(({ id }) => id),
          20,
          90,
        )
      : [],
    enumerated: random.chance(0.5),
  };
}

/** Every node goes on, and every node is reached. */
export function edgesBetween(
  from: readonly { readonly id: number }[],
  to: readonly { readonly id: number }[],
  { chance, between }: ReturnType<typeof dice>,
): NodeStudy['edges'] {
  return from.flatMap(({ id: source_id }, k) => {
    const targets = to.filter((_, j) => j % from.length === k || j === k % to.length || chance(0.3));
    const weights = targets.map(() => between(0.1, 1));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return targets.map(({ id: target_id }, j) => ({ source_id, target_id, probability: weights[j]! / total }));
  });
}

/** Nothing is drawn: what varies comes from outside. */
function certain(study: RawStudy): RawStudy {
  const without = (rows: readonly StageRow[], column: string) => rows.map((row) => ({ ...row, [column]: 0 }));
  return {
    ...study,
    openings: [],
    // What is bought where inflows are negative is also what a minimum of spillage may need.
    nonNegativity: study.nonNegativity === 'penalty' ? 'penalty' : 'none',
    pastInflows: [],
    formulation: 'single',
    tables: {
      ...study.tables,
      coefficients: [],
      loadStats: without(study.tables.loadStats, 'std_mw'),
      sourceStats: without(study.tables.sourceStats, 'std'),
    },
  };
}

export function nodeFilesOf({ study, nodes, edges, ...given }: NodeStudy): CaseContents {
  const files = currentFilesOf(study);
  const { training, ...config } = files['config.json'] as { training: Record<string, unknown> };
  const { policy_graph, stages, ...rest } = files['stages.json'] as {
    policy_graph: Record<string, unknown>;
    stages: Record<string, unknown>[];
  };
  const outside = { scheme: 'external' };
  return {
    ...files,
    'config.json': {
      ...config,
      training: {
        ...training,
        selection: given.enumerated ? { method: 'enumerated' } : { method: 'sampled', forward_passes: 4 },
        scenario_source: { seed: study.seed, inflow: outside, ...(given.loads.length > 0 ? { load: outside } : {}) },
      },
    },
    'stages.json': {
      ...rest,
      policy_graph: { ...policy_graph, nodes, transitions: edges },
      stages: stages.map(({ num_openings: _none, ...stage }) => {
        const rate = study.transitions.find(({ source_id }) => source_id === stage.id)?.rate;
        return rate === undefined ? stage : { ...stage, annual_discount_rate_override: rate };
      }),
    },
    'scenarios/noise_openings.parquet': null,
    'scenarios/external_inflow_scenarios.parquet': named(given.inflows, 'hydro_id', 'value_m3s'),
    'scenarios/external_load_scenarios.parquet': named(given.loads, 'bus_id', 'value_mw'),
  };
}

function named(rows: readonly Column[], entity: string, value: string): object[] | null {
  if (rows.length === 0) return null;
  return rows.map(({ id, stage_id, scenario_id, value: x }) => ({ stage_id, scenario_id, [entity]: id, [value]: x }));
}

/** The nodes of the first stage, and below each of them every way on. */
export function nodeTree({ study, nodes, edges, ...given }: NodeStudy): TreeNode[] {
  const none = () => 0;
  const grow = (id: number, parent: TreeNode | null, probability: number): TreeNode => {
    const { stage_id, scenario_id } = nodes.find((node) => node.id === id)!;
    const stage = study.stages.findIndex((own) => own.id === stage_id);
    const valuesOf = (rows: readonly Column[]) =>
      rows
        .filter((row) => row.stage_id === stage_id && row.scenario_id === scenario_id)
        .map((row): [Id, number] => [row.id, row.value]);
    const node: TreeNode = {
      stage,
      parent,
      probability,
      inflow: new Map(valuesOf(given.inflows)),
      load: given.loads.length > 0 ? new Map(valuesOf(given.loads)) : loads(study, stage, none),
      share: shares(study, stage, none),
      children: [],
    };
    const ways = edges.filter(({ source_id }) => source_id === id);
    node.children.push(...ways.map((way) => grow(way.target_id, node, way.probability)));
    return node;
  };
  return nodes.filter(({ stage_id }) => stage_id === study.stages[0]!.id).map(({ id }) => grow(id, null, 1));
}
