/** What today's format refuses about the nodes of a policy graph, their openings and their transitions. */
import { smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const file = 'stages.json';
const config = 'config.json';

const graph = (nodes: readonly object[], transitions: readonly object[]) => (files: CaseContents) => {
  set(files, file, 'policy_graph.nodes', nodes);
  set(files, file, 'policy_graph.transitions', transitions);
};
const root = { id: 0, stage_id: 0 };
const leaf = { id: 1, stage_id: 1 };
const edge = { source_id: 0, target_id: 1, probability: 1 };

function walk(): CaseContents {
  const files = smallCurrentCase();
  graph([root, leaf], [edge])(files);
  return files;
}

const ofNode = (id: number) => ({ file, entity_id: id, settings: ['policy_graph.nodes'] });
const ofStage = (id: number) => ({ file, entity_id: id, settings: ['stages.num_openings', 'policy_graph.nodes'] });
const refused = (...row: [string, object, RegExp, (files: CaseContents) => void]): Rejection => {
  const [title, context, advice, spoil] = row;
  return [title, 'IncompatibleSettings', context, advice, spoil];
};

const nodes = topic<Rejection>(
  '3.1',
  'nodes',
  [
    refused('two nodes of one id', ofNode(0), /id of its own/, graph([root, { id: 0, stage_id: 1 }], [])),
    refused('a node of no stage', ofNode(1), /Use a stage id/, graph([root, { id: 1, stage_id: 9 }], [edge])),
    refused(
      'two roots',
      { file },
      /one node, the root/,
      graph([root, leaf, { id: 2, stage_id: 0 }], [edge, { ...edge, source_id: 2 }]),
    ),
    refused('a node nobody reaches', ofNode(2), /remove the node/, graph([root, leaf, { id: 2, stage_id: 1 }], [edge])),
    refused('a node nobody leaves', ofNode(0), /Add one/, graph([root, leaf], [])),
    refused(
      'a transition to no node',
      { settings: ['policy_graph.transitions'] },
      /ids of the nodes list/,
      graph([root, leaf], [{ ...edge, target_id: 7 }]),
    ),
    refused(
      'a transition from no node',
      { settings: ['policy_graph.transitions'] },
      /ids of the nodes list/,
      graph([root, leaf], [edge, { ...edge, source_id: 7 }]),
    ),
    refused(
      'a transition backwards',
      ofNode(1),
      /next stage/,
      graph([root, leaf], [{ source_id: 1, target_id: 0, probability: 1 }]),
    ),
    refused(
      'a transition given twice',
      ofNode(0),
      /Add them up/,
      graph(
        [root, leaf],
        [
          { ...edge, probability: 0.5 },
          { ...edge, probability: 0.5 },
        ],
      ),
    ),
    refused(
      'probabilities that are not one',
      { settings: ['policy_graph.transitions'] },
      /Scale the probabilities/,
      graph([root, leaf], [{ ...edge, probability: 0.5 }]),
    ),
    refused(
      'a column of external scenarios that are none',
      ofNode(1),
      /Remove scenario_id/,
      graph([root, { ...leaf, scenario_id: 0 }], [edge]),
    ),
    refused('a cyclic horizon of nodes', { file }, /finite_horizon/, (f) =>
      set(f, file, 'policy_graph.type', 'cyclic'),
    ),
    refused('no openings where some are drawn', ofStage(1), /Add 'num_openings'/, (f) =>
      set(f, file, 'stages.1.num_openings', undefined),
    ),
  ],
  walk,
);

/** Inflow and load of both stages come from outside, two columns of each; the leaves take one of them each. */
function columns(): CaseContents {
  const files = smallCurrentCase();
  const external = { scheme: 'external' };
  set(files, config, 'training.scenario_source', { seed: 1, inflow: external, load: external });
  const rows = [0, 1].flatMap((stage_id) => [0, 1].map((scenario_id) => ({ stage_id, scenario_id })));
  files['scenarios/external_inflow_scenarios.parquet'] = rows.map((row) => ({ ...row, hydro_id: 0, value_m3s: 10 }));
  files['scenarios/external_load_scenarios.parquet'] = rows.map((row) => ({ ...row, bus_id: 0, value_mw: 80 }));
  graph(
    [
      { ...root, scenario_id: 0 },
      { ...leaf, scenario_id: 0 },
      { id: 2, stage_id: 1, scenario_id: 1 },
    ],
    [
      { ...edge, probability: 0.25 },
      { source_id: 0, target_id: 2, probability: 0.75 },
    ],
  )(files);
  for (const stage of [0, 1]) set(files, file, `stages.${stage}.num_openings`, undefined);
  return files;
}

const nodesThatTakeExternal = topic<Rejection>(
  '3.1',
  'nodes that take external scenarios',
  [
    refused('openings of a stage that has only columns from outside', ofStage(1), /Remove 'num_openings'/, (f) =>
      set(f, file, 'stages.1.num_openings', 3),
    ),
    refused('a node that does not say its column', ofNode(2), /Add scenario_id/, (f) =>
      set(f, file, 'policy_graph.nodes.2.scenario_id', undefined),
    ),
    refused('a column that does not exist', ofNode(2), /from 0 to 1/, (f) =>
      set(f, file, 'policy_graph.nodes.2.scenario_id', 2),
    ),
    refused('drawn loads beside external inflows where all paths are enumerated', ofStage(1), /sampled/, (f) => {
      set(f, config, 'training.selection', { method: 'enumerated' });
      set(f, config, 'training.scenario_source', { seed: 1, inflow: { scheme: 'external' } });
      f['scenarios/load_seasonal_stats.parquet'] = [0, 1].map((stage_id) => ({
        bus_id: 0,
        stage_id,
        mean_mw: 80,
        std_mw: 5,
      }));
      for (const stage of [0, 1]) set(f, file, `stages.${stage}.num_openings`, 2);
    }),
  ],
  columns,
);

export const graphs: readonly Topic<Rejection>[] = [nodes, nodesThatTakeExternal];
