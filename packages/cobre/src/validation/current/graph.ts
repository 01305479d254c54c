/**
 * The nodes of a policy graph form a walk through the stages: one root in the first stage, every edge to the stage after, and
 * an end only behind the last stage. A node takes a column of the external scenarios where its stage has any.
 */
import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const file = caseFiles.stages.path;

type Graph = RawCase['stages']['policy_graph'];
type NodeEntry = NonNullable<Graph['nodes']>[number];

export const graphNodes: Rule = {
  name: 'nodes of the policy graph',
  layer: 5,
  *check({ raw }) {
    const { nodes, type } = raw.stages.policy_graph;
    if ((nodes?.length ?? 0) === 0) return;
    if (type === 'cyclic') {
      yield wrong(null, 'a cyclic horizon has no nodes', "Remove the nodes, or use type 'finite_horizon'.");
    }
    yield* identities(raw, nodes!);
    yield* walk(raw, nodes!);
    yield* columns(raw, nodes!);
    yield* openings(raw, nodes!);
  },
};

function wrong(node: number | null, detail: string, suggestion: string): Finding {
  const context = { file, entity_id: node, settings: ['policy_graph.nodes'], detail };
  return asError(5, errorRecord('IncompatibleSettings', `${file}: ${detail}.`, context, suggestion));
}

function wrongStage(stage: number, detail: string, suggestion: string): Finding {
  const context = { file, entity_id: stage, settings: ['stages.num_openings', 'policy_graph.nodes'], detail };
  return asError(5, errorRecord('IncompatibleSettings', `${file}: ${detail}.`, context, suggestion));
}

function* identities({ stages }: RawCase, nodes: readonly NodeEntry[]): Iterable<Finding> {
  const known = new Set(stages.stages.map(({ id }) => id));
  const seen = new Set<number>();
  for (const { id, stage_id: stage } of nodes) {
    if (seen.has(id)) yield wrong(id, `node ${id} is given twice`, 'Give every node an id of its own.');
    if (!known.has(stage)) yield wrong(id, `node ${id} names stage ${stage}, which does not exist`, 'Use a stage id.');
    seen.add(id);
  }
}

function* walk({ stages }: RawCase, nodes: readonly NodeEntry[]): Iterable<Finding> {
  const order = stages.stages.map(({ id }) => id).sort((a, b) => a - b);
  const rank = new Map(nodes.map(({ id, stage_id: stage }) => [id, order.indexOf(stage)]));
  const [left, reached] = [new Set<number>(), new Set<number>()];
  const seen = new Set<string>();
  for (const { source_id: source, target_id: target } of stages.policy_graph.transitions ?? []) {
    const [from, to] = [rank.get(source), rank.get(target)];
    if (from === undefined || to === undefined) continue;
    left.add(source);
    reached.add(target);
    if (to !== from + 1) {
      const detail = `the transition from node ${source} to node ${target} does not lead to the stage after`;
      yield wrong(source, detail, 'Let every transition lead to a node of the next stage.');
    }
    if (seen.has(`${source} ${target}`)) {
      yield wrong(source, `the transition from node ${source} to node ${target} is given twice`, 'Add them up.');
    }
    seen.add(`${source} ${target}`);
  }
  const roots = nodes.filter(({ id }) => rank.get(id) === 0);
  if (roots.length !== 1) {
    yield wrong(null, `the first stage has ${roots.length} nodes instead of one`, 'Give it one node, the root.');
  }
  for (const { id } of nodes) {
    const at = rank.get(id)!;
    if (at > 0 && !reached.has(id))
      yield wrong(id, `no transition leads to node ${id}`, 'Add one, or remove the node.');
    if (at < order.length - 1 && !left.has(id)) {
      yield wrong(id, `no transition leaves node ${id}, which is not in the last stage`, 'Add one.');
    }
  }
}

const classes = [
  ['inflow', 'externalInflow'],
  ['load', 'externalLoad'],
  ['ncs', 'externalNcs'],
] as const;

/** How many columns a stage has of the classes that training takes from outside; 0 when it has none. */
function columnCount(raw: RawCase, stage: number): number {
  const counts = classes.map(([kind, key]) => {
    if (raw.config.training.scenario_source?.[kind]?.scheme !== 'external') return 0;
    return new Set((raw[key] ?? []).filter((row) => row.stage_id === stage).map((row) => row.scenario_id)).size;
  });
  return Math.max(...counts);
}

function* columns(raw: RawCase, nodes: readonly NodeEntry[]): Iterable<Finding> {
  for (const { id, stage_id: stage, scenario_id: scenario } of nodes) {
    const count = columnCount(raw, stage);
    if (count === 0 && typeof scenario === 'number') {
      const detail = `node ${id} takes scenario ${scenario}, but stage ${stage} has no external scenarios`;
      yield wrong(id, detail, 'Remove scenario_id, or set a class of training.scenario_source to external.');
    }
    if (count > 0 && typeof scenario !== 'number') {
      const detail = `node ${id} does not say which of the ${count} external scenarios of stage ${stage} it takes`;
      yield wrong(id, detail, 'Add scenario_id.');
    }
    if (count > 0 && typeof scenario === 'number' && scenario >= count) {
      const detail = `node ${id} takes scenario ${scenario}, but stage ${stage} has ${count} external scenarios`;
      yield wrong(id, detail, `Use a scenario_id from 0 to ${count - 1}.`);
    }
  }
}

/** Whether some class of a stage is drawn, beside what comes from outside. */
function draws(raw: RawCase, stage: number): boolean {
  const source = raw.config.training.scenario_source;
  const varies = [
    ['inflow', (raw.inflowStats ?? []).some((row) => row.stage_id === stage && row.std_m3s > 0)],
    ['inflow', raw.inflowStats === null && (raw.inflowHistory ?? []).length > 0],
    ['load', (raw.loadStats ?? []).some((row) => row.stage_id === stage && row.std_mw > 0)],
    ['ncs', (raw.ncsStats ?? []).some((row) => row.stage_id === stage && row.std > 0)],
  ] as const;
  return varies.some(([kind, is]) => is && source?.[kind]?.scheme !== 'external');
}

function* openings(raw: RawCase, nodes: readonly NodeEntry[]): Iterable<Finding> {
  for (const { id, openings_given: given } of raw.stages.stages) {
    const own = nodes.filter(({ stage_id: stage }) => stage === id);
    const outside = own.length > 0 && own.every(({ scenario_id: scenario }) => typeof scenario === 'number');
    const drawn = draws(raw, id);
    if (outside && drawn && raw.config.training.enumerated) {
      const detail = `stage ${id} has external scenarios and others that are drawn, which cannot be enumerated together`;
      yield wrongStage(id, detail, "Take all classes from outside, or use selection.method 'sampled'.");
    }
    if (given && outside && !drawn) {
      const detail = `all openings of stage ${id} are external scenarios, so it has no num_openings`;
      yield wrongStage(id, detail, "Remove 'num_openings'.");
    }
    if (!given && (!outside || drawn)) yield wrongStage(id, `stage ${id} draws openings`, "Add 'num_openings'.");
  }
}
