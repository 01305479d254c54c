import { type JsonRecord, listAt, recordAt } from './case-json.js';

const stagesFile = 'stages.json';

/**
 * How many paths lead through the tree of a case that enumerates them: each node is passed once for every opening of its
 * stage, or once where it takes a column of external scenarios. A case without nodes is a chain of its stages.
 */
export function countPaths(stages: JsonRecord | null): number {
  const entries = listAt(stages, 'stages', stagesFile);
  const openings = new Map(entries.map(({ id, num_openings: given }) => [id, typeof given === 'number' ? given : 1]));
  const graph = recordAt(stages ?? {}, 'policy_graph');
  if (!Array.isArray(graph.nodes) || graph.nodes.length === 0)
    return [...openings.values()].reduce((product, count) => product * count, 1);
  return pathsOfNodes(listAt(graph, 'nodes', stagesFile), graph, openings);
}

function pathsOfNodes(nodes: readonly JsonRecord[], graph: JsonRecord, openings: ReadonlyMap<unknown, number>): number {
  const edges = graph.transitions == null ? [] : listAt(graph, 'transitions', stagesFile);
  const targets = new Set(edges.map(({ target_id }) => target_id));
  const known = new Map<unknown, number>();
  const below = (node: JsonRecord, seen: number): number => {
    const found = known.get(node.id);
    // A graph that leads back to itself has no end; validation says so.
    if (found !== undefined || seen > nodes.length) return found ?? 0;
    const next = edges.filter(({ source_id }) => source_id === node.id);
    const children = nodes.filter(({ id }) => next.some(({ target_id }) => target_id === id));
    const own = typeof node.scenario_id === 'number' ? 1 : (openings.get(node.stage_id) ?? 1);
    const count = own * (children.length === 0 ? 1 : children.reduce((sum, child) => sum + below(child, seen + 1), 0));
    known.set(node.id, count);
    return count;
  };
  return nodes.filter(({ id }) => !targets.has(id)).reduce((sum, root) => sum + below(root, 1), 0);
}
