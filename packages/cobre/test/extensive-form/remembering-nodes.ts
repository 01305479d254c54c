/** Random studies on a policy graph whose inflows are drawn and remember, while each node has a column of loads from outside. */
import type { CaseContents } from '../case/write-case.js';
import { dice } from '../random-case.js';
import { studyAhead } from './ahead.js';
import { currentFilesOf } from './current-files.js';
import { edgesBetween, type NodeStudy } from './nodes.js';
import type { Id, RawStudy, StageRow } from './raw-study.js';
import { inflows, shares, type TreeNode } from './scenario-tree.js';

export type DrawnStudy = Pick<NodeStudy, 'study' | 'nodes' | 'edges' | 'loads'>;

/** Standardized noise of an opening, hydros in the order of their ids. */
export type Draws = (nodeId: number) => readonly ArrayLike<number>[];

/** Null where inflows do not remember. */
export function studyOnDrawnNodes(seed: number): DrawnStudy | null {
  const random = dice(seed * 86_028_121 + 5);
  const drawn = studyAhead(seed);
  if (drawn.tables.coefficients.length === 0) return null;
  const study = certainBesides(drawn);
  const levels = study.stages.map(({ id: stage_id }, stage) =>
    Array.from({ length: stage === 0 ? 1 : random.whole(1, 2) }, (_, k) => ({ id: stage * 10 + k, stage_id })),
  );
  return {
    study,
    nodes: levels.flat().map((node) => ({ ...node, scenario_id: random.whole(0, 1) })),
    edges: levels.slice(1).flatMap((level, stage) => edgesBetween(levels[stage]!, level, random)),
    loads: study.stages.flatMap(({ id: stage_id }) =>
      [0, 1].flatMap((scenario_id) =>
        study.buses.map(({ id }) => ({ id, stage_id, scenario_id, value: random.between(20, 90) })),
      ),
    ),
  };
}

/** Nothing is drawn but inflows, two of them in every stage. */
function certainBesides(study: RawStudy): RawStudy {
  const still = (rows: readonly StageRow[], column: string) => rows.map((row) => ({ ...row, [column]: 0 }));
  return {
    ...study,
    openings: [],
    formulation: 'single',
    stages: study.stages.map((stage) => ({ ...stage, num_scenarios: 2 })),
    tables: {
      ...study.tables,
      loadStats: still(study.tables.loadStats, 'std_mw'),
      sourceStats: still(study.tables.sourceStats, 'std'),
    },
  };
}

export function drawnFilesOf({ study, nodes, edges, loads }: DrawnStudy): CaseContents {
  const files = currentFilesOf(study);
  const { training, ...config } = files['config.json'] as { training: Record<string, unknown> };
  const { policy_graph, stages, ...rest } = files['stages.json'] as {
    policy_graph: Record<string, unknown>;
    stages: Record<string, unknown>[];
  };
  return {
    ...files,
    'config.json': {
      ...config,
      training: {
        ...training,
        selection: { method: 'sampled', forward_passes: 8 },
        scenario_source: { seed: study.seed, load: { scheme: 'external' } },
      },
    },
    'stages.json': {
      ...rest,
      policy_graph: { ...policy_graph, nodes, transitions: edges },
      stages: stages.map((stage) => {
        const rate = study.transitions.find(({ source_id }) => source_id === stage.id)?.rate;
        return rate === undefined ? stage : { ...stage, annual_discount_rate_override: rate };
      }),
    },
    'scenarios/noise_openings.parquet': null,
    'scenarios/external_load_scenarios.parquet': loads.map(({ id, value, ...row }) => ({
      ...row,
      bus_id: id,
      value_mw: value,
    })),
  };
}

/** What was drawn is taken as it is; what inflows become of it is worked out here. */
export function drawnTree({ study, nodes, edges, loads }: DrawnStudy, draws: Draws): TreeNode[] {
  const ids = study.hydros.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  const at = (id: number, parent: TreeNode | null, likely: number): TreeNode[] => {
    const { stage_id, scenario_id } = nodes.find((node) => node.id === id)!;
    const stage = study.stages.findIndex((own) => own.id === stage_id);
    const own = loads.filter((row) => row.stage_id === stage_id && row.scenario_id === scenario_id);
    const noise = draws(id);
    return noise.map((eta) => {
      const node: TreeNode = {
        stage,
        parent,
        probability: likely / noise.length,
        inflow: inflows(study, stage, parent, (_, hydro) => eta[ids.indexOf(hydro)]!),
        load: new Map(own.map((row): [Id, number] => [row.id, row.value])),
        share: shares(study, stage, () => 0),
        children: [],
      };
      const ways = edges.filter(({ source_id }) => source_id === id);
      node.children.push(...ways.flatMap((way) => at(way.target_id, node, way.probability)));
      return node;
    });
  };
  return nodes.filter(({ stage_id }) => stage_id === study.stages[0]!.id).flatMap(({ id }) => at(id, null, 1));
}
