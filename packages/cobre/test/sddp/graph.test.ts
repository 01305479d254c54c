/** Policy graphs with nodes: a fan whose cost is derived by hand, the same bits however it is trained, and what is refused. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { exactCost, loadCase, readPolicy, runCase, train } from '../../src/index.js';
import { currentDetails, OutputFolder, writePolicy } from '../../src/results/index.js';
import { decodeManifest } from '../../src/results/policy/manifest-file.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { currentHydro, currentStage, smallCurrentCase, writeCurrentCase } from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { nodeFilesOf, studyOnNodes } from '../extensive-form/nodes.js';
import { caseOf } from '../random-case.js';
import { newRoot } from '../tools/served.js';

/**
 * A root, three nodes and a leaf after each; 100 h per stage, no reservoir. The load is 80 MW, thermals give 40 MW at 10 $/MWh
 * and more at 30: inflow q leaves 80 − q MW. The root (q = 30) costs 100·(400 + 300) = 70,000 $. The branches cost
 * 130,000 + 160,000 (q = 10, then 0), 100,000 + 70,000 (20, 30) and 40,000 + 30,000 (40, 50), that is 290,000, 170,000
 * and 70,000 $, with probabilities 0.5, 0.3 and 0.2.
 */
const inflowOf = { 7: 30, 1: 10, 2: 20, 3: 40, 4: 0, 5: 30, 6: 50 };
const fanNodes = [
  { id: 7, stage_id: 0, scenario_id: 0, label: 'root' },
  ...[1, 2, 3].map((id, k) => ({ id, stage_id: 1, scenario_id: k })),
  ...[4, 5, 6].map((id, k) => ({ id, stage_id: 2, scenario_id: k })),
];
const fanEdges = [
  ...[0.5, 0.3, 0.2].map((probability, k) => ({ source_id: 7, target_id: 1 + k, probability })),
  ...[1, 2, 3].map((id) => ({ source_id: id, target_id: id + 3, probability: 1 })),
];

const selections = {
  enumerated: { method: 'enumerated' },
  sampled: { method: 'sampled', forward_passes: 4 },
} as const;

function fan(selection: keyof typeof selections = 'enumerated', risk: object | string = 'expectation'): CaseContents {
  const stage = (id: number) => {
    const { num_openings: _outside, ...own } = currentStage(id, {
      blocks: [{ id: 0, name: 'All', hours: 100 }],
      risk_measure: risk,
    });
    return own;
  };
  return {
    ...smallCurrentCase(),
    'config.json': {
      training: {
        selection: selections[selection],
        stopping_rules: [
          { type: 'iteration_limit', limit: 30 },
          ...(selection === 'enumerated' ? [{ type: 'gap', relative_tolerance: 1e-9 }] : []),
        ],
        scenario_source: { seed: 1, inflow: { scheme: 'external' } },
      },
      modeling: { inflow_non_negativity: { method: 'none' } },
      simulation: { enabled: true, selection: { method: 'enumerated' } },
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0, nodes: fanNodes, transitions: fanEdges },
      stages: [0, 1, 2].map(stage),
    },
    'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 0 }], filling_storage: [] },
    'system/hydros.json': { hydros: [currentHydro(0, { reservoir: { max_storage_hm3: 0 } })] },
    'scenarios/inflow_seasonal_stats.parquet': null,
    'scenarios/external_inflow_scenarios.parquet': [0, 1, 2].flatMap((stage_id) =>
      [0, 1, 2].map((scenario_id) => ({
        hydro_id: 0,
        stage_id,
        scenario_id,
        value_m3s: stage_id === 0 ? inflowOf[7] : inflowOf[(1 + (stage_id - 1) * 3 + scenario_id) as 1],
      })),
    ),
    'scenarios/load_seasonal_stats.parquet': [0, 1, 2].map((stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw: 80,
      std_mw: 0,
    })),
  };
}

describe('a fan of three branches', () => {
  // 70,000 + 0.5·290,000 + 0.3·170,000 + 0.2·70,000; the worst half is the first branch: 70,000 + 290,000; half of each.
  test.each([
    ['expectation', 280_000],
    [{ cvar: { alpha: 0.5, lambda: 1 } }, 360_000],
    [{ cvar: { alpha: 0.5, lambda: 0.5 } }, 320_000],
  ])('with risk measure %j both bounds meet at %d $, each node solved once', async (risk, cost) => {
    const study = await caseOf(fan('enumerated', risk));
    const { iterations, reason, converged } = await train(study);
    const last = iterations.at(-1)!;
    expect([reason, converged, last.upperBoundKind, last.upperBoundStd]).toEqual(['gap', true, 'exact', 0]);
    expect(last.lowerBound).toBeCloseTo(cost, 4);
    expect(last.upperBoundMean).toBeCloseTo(cost, 4);
    expect(last.forwardPasses).toBe(3);
    expect(last.phases.find(({ phase }) => phase === 'forward')?.lpSolves).toBe(7);
    expect((await exactCost(study)).cost).toBeCloseTo(cost, 4);
    const sampled = await train(await caseOf(fan('sampled', risk)));
    expect(sampled.policy.lowerBound).toBeCloseTo(cost, 4);
  });

  test('is played path by path, and tables tell the nodes', async () => {
    const directory = await writeCurrentCase(join(await newRoot(), 'fan'), fan());
    const { simulation } = await runCase((await loadCase(directory)).case, directory);
    expect(simulation?.mean_cost).toBeCloseTo(280_000, 4);
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = async (name: string) =>
      (
        await duckdb.runAndReadAll(`SELECT * FROM read_parquet('${join(directory, 'output/simulation', name)}')`)
      ).getRowObjectsJS();
    expect((await rows('scenario_summary.parquet')).map(({ probability }) => probability)).toEqual([0.5, 0.3, 0.2]);
    const paths = (await rows('paths.parquet')).map(({ node_id }) => node_id);
    expect(paths).toEqual([7, 1, 4, 7, 2, 5, 7, 3, 6]);
    const plants = await rows('hydros.parquet');
    expect(plants.map(({ node_id }) => node_id)).toEqual(paths);
    plants.forEach(({ turbined_m3s }, k) => {
      expect(turbined_m3s).toBeCloseTo(inflowOf[paths[k] as keyof typeof inflowOf], 9);
    });
    duckdb.closeSync();
  });
});

/** One whose paths are sampled, with several nodes in its last two stages. */
const lattice = Array.from({ length: 40 }, (_, seed) => studyOnNodes(seed + 1)).find(({ enumerated, nodes, study }) => {
  const last = study.stages.slice(-2).map(({ id }) => nodes.filter(({ stage_id }) => stage_id === id).length);
  return !enumerated && last.every((count) => count > 1) && study.stages.length === 4;
})!;

function limited(contents: CaseContents, limit: number): CaseContents {
  const config = structuredClone(contents['config.json']) as { training: { stopping_rules: object[] } };
  config.training.stopping_rules = [{ type: 'iteration_limit', limit }];
  return { ...contents, 'config.json': config };
}

describe('a lattice', () => {
  const files = limited(nodeFilesOf(lattice), 10);
  const told = (done: Awaited<ReturnType<typeof train>>) =>
    done.iterations.map((it) => [it.lowerBound, it.upperBoundMean]);

  test.each([2, 3])('is trained by %i threads as by one, to the last bit', async (threads) => {
    const study = await caseOf(files);
    expect(told(await train(study, { threads, awaitThreads: true }))).toEqual(told(await train(study)));
  });

  test('goes on from its files with the same bits; nodes of the last stage share their cuts', async () => {
    const study = await caseOf(files);
    const whole = await train(study);
    const { policy } = await train(await caseOf(limited(files, 6)));
    const root = await mkdtemp(join(tmpdir(), 'graph-'));
    const folder = await OutputFolder.open(root);
    await writePolicy({ folder, name: 'policy' }, policy, {
      version: 'test',
      createdAt: '2026-01-01T00:00:00Z',
      maxIterations: 6,
      seed: 1,
      states: true,
      stageIds: study.horizon.stages.map(({ id }) => id),
      current: currentDetails(study, buildStochasticModel(study)),
      history: [],
    });
    const manifest = decodeManifest(await readFile(join(root, 'policy/manifest.bin')));
    await folder.close();
    const { nodes, edges } = study.horizon.policyGraph;
    const lastStage = nodes.filter(({ stageIndex }) => stageIndex === 3).length;
    expect(manifest.stages).toBe(4);
    expect(manifest.pools).toBe(nodes.length - lastStage + 1);
    expect(manifest.nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
    expect(manifest.edges.map(({ probability }) => probability)).toEqual(edges.map(({ probability }) => probability));
    const back = await readPolicy(join(root, 'policy'));
    expect(told(await train(study, { start: { mode: 'resume', policy: back } }))).toEqual(told(whole).slice(6));
  });

  test('whose loads are drawn beside inflows from outside reaches its exact cost', async () => {
    const given = fan('sampled', { cvar: { alpha: 0.6, lambda: 0.3 } });
    const stages = given['stages.json'] as { stages: object[] };
    const study = await caseOf({
      ...given,
      'stages.json': { ...stages, stages: stages.stages.map((stage) => ({ ...stage, num_openings: 3 })) },
      'system/hydros.json': { hydros: [currentHydro(0)] },
      'scenarios/load_seasonal_stats.parquet': [0, 1, 2].map((stage_id) => ({
        bus_id: 0,
        stage_id,
        mean_mw: 80,
        std_mw: 8,
      })),
    });
    const { cost, nodes } = await exactCost(study);
    // 3 openings of the root, then 3 branches of 3 openings, then 3 of the only leaf.
    expect(nodes).toBe(3 + 27 + 81);
    const { policy } = await train(study);
    expect(policy.lowerBound / cost).toBeCloseTo(1, 6);
  });
});

type Graph = { policy_graph: { nodes: object[]; transitions: object[] }; stages: object[] };

describe('refused', () => {
  const changed = (change: (graph: Graph) => void): CaseContents => {
    const files = structuredClone(fan());
    change(files['stages.json'] as Graph);
    return files;
  };
  test.each<[string, (graph: Graph) => void, RegExp]>([
    ['a node given twice', (g) => g.policy_graph.nodes.push(fanNodes[1]!), /node 1 is given twice/],
    [
      'a stage that is not there',
      (g) => Object.assign(g.policy_graph.nodes[1]!, { stage_id: 9 }),
      /stage 9, which does not/,
    ],
    [
      'a second root',
      (g) => g.policy_graph.nodes.push({ id: 9, stage_id: 0, scenario_id: 0 }),
      /first stage has 2 nodes/,
    ],
    [
      'a node nobody reaches',
      (g) => g.policy_graph.nodes.push({ id: 9, stage_id: 2, scenario_id: 0 }),
      /leads to node 9/,
    ],
    ['an early end', (g) => g.policy_graph.transitions.pop(), /no transition leaves node 3/],
    [
      'a jump over a stage',
      (g) => Object.assign(g.policy_graph.transitions[0]!, { target_id: 4 }),
      /to the stage after/,
    ],
    ['an unknown node', (g) => Object.assign(g.policy_graph.transitions[0]!, { target_id: 99 }), /names node 99/],
    [
      'shares that do not add up',
      (g) => Object.assign(g.policy_graph.transitions[0]!, { probability: 0.4 }),
      /leaving node 7 sum/,
    ],
    [
      'a column that is not there',
      (g) => Object.assign(g.policy_graph.nodes[1]!, { scenario_id: 3 }),
      /has 3 external/,
    ],
    ['no column', (g) => Object.assign(g.policy_graph.nodes[1]!, { scenario_id: null }), /does not say which of the 3/],
    [
      'openings where all come from outside',
      (g) => Object.assign(g.stages[1]!, { num_openings: 2 }),
      /no num_openings/,
    ],
    [
      'a cycle',
      (g) => Object.assign(g.policy_graph, { type: 'cyclic', annual_discount_rate: 0.1 }),
      /cyclic horizon has no nodes/,
    ],
    [
      'a discount of a transition',
      (g) => Object.assign(g.policy_graph.transitions[0]!, { annual_discount_rate_override: 0.1 }),
      /transition cannot discount/,
    ],
  ])('%s', async (_, change, message) => {
    await expect(caseOf(changed(change))).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: {
        errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(message) })]),
      },
    });
  });

  test('a column without external scenarios, and drawn ones among enumerated paths', async () => {
    const files = fan();
    const config = files['config.json'] as { training: object };
    const drawn = { ...config.training, scenario_source: { seed: 1 } };
    await expect(caseOf({ ...files, 'config.json': { ...config, training: drawn } })).rejects.toMatchObject({
      message: expect.stringContaining('has no external scenarios'),
    });
    const loads = [0, 1, 2].map((stage_id) => ({ bus_id: 0, stage_id, mean_mw: 80, std_mw: 8 }));
    await expect(caseOf({ ...files, 'scenarios/load_seasonal_stats.parquet': loads })).rejects.toMatchObject({
      message: expect.stringContaining('cannot be enumerated together'),
    });
  });
});
