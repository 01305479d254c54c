/** The linear programs that are foreseen are those that a training and a simulation solve, whatever way their trials take. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Case, StoppingRuleSpec } from '../../src/case/model.js';
import { loadCase, simulate, train } from '../../src/index.js';
import { countPrograms, type IterationDone } from '../../src/sddp/index.js';
import { nodeFilesOf, studyOnNodes } from '../extensive-form/nodes.js';
import { caseOf, randomCase } from '../random-case.js';

const limit = (iterations: number): StoppingRuleSpec => ({ type: 'iteration_limit', limit: iterations });

function sized(study: Case, training: Partial<Case['settings']['training']>, enumerated = false): Case {
  const { settings } = study;
  return {
    ...study,
    settings: {
      ...settings,
      training: { ...settings.training, stoppingRules: [limit(4)], enumerated, ...training },
      simulation: { ...settings.simulation, numScenarios: 5, enumerated },
      upperBoundEvaluation: { ...settings.upperBoundEvaluation, enabled: false },
    },
  };
}

const ownCase = async (name: string) =>
  (await loadCase(fileURLToPath(new URL(`../../cases/${name}/case`, import.meta.url)))).case;
const onNodes = async () => caseOf(nodeFilesOf(studyOnNodes(3)));

function solvedIn(iterations: readonly IterationDone[], ...names: readonly string[]): number {
  const phases = iterations.flatMap((iteration) => iteration.phases.filter(({ phase }) => names.includes(phase)));
  return phases.reduce((sum, { lpSolves }) => sum + lpSolves, 0);
}

async function simulated(study: Case, policy: Awaited<ReturnType<typeof train>>['policy']): Promise<number> {
  const scenarios = simulate(study, policy);
  for (;;) {
    const { done, value } = await scenarios.next();
    if (done) return value.work.lpSolves;
  }
}

describe.each<[string, () => Promise<Case>]>([
  ['a chain', async () => sized(await caseOf(randomCase(4, { stages: 3, openings: 3 })), { forwardPasses: 3 })],
  ['every path of a chain', async () => sized(await caseOf(randomCase(4, { stages: 3, openings: 3 })), {}, true)],
  ['nodes that trials come to by chance', async () => sized(await onNodes(), { forwardPasses: 3 })],
  ['every path through nodes', async () => sized(await onNodes(), {}, true)],
  ['a cycle that trials leave by chance', async () => sized(await ownCase('cyclic-horizon'), { forwardPasses: 3 })],
])('%s', (_, made) => {
  test('solves what was counted, forward, backward and in the simulation', async () => {
    const study = await made();
    const expected = countPrograms(study);
    const { iterations, policy } = await train(study);
    expect({
      ...{ iterations: iterations.length, isLimited: true },
      forward: solvedIn(iterations, 'forward'),
      backward: solvedIn(iterations, 'backward', 'lower_bound'),
      simulation: await simulated(study, policy),
    }).toEqual(expected);
  });
});

const stalling: StoppingRuleSpec = { type: 'bound_stalling', iterations: 3, tolerance: 1e-9 };

test.each<[string, Partial<Case['settings']['training']>, number, boolean]>([
  ['no limit of iterations gets that of every training', { stoppingRules: [stalling] }, 100, true],
  ['the smallest of several limits', { stoppingRules: [limit(7), limit(4)] }, 4, true],
  ['the largest where all must agree', { stoppingRules: [limit(7), limit(4)], stoppingMode: 'all' }, 7, true],
  ['no end where others must agree', { stoppingRules: [limit(7), stalling], stoppingMode: 'all' }, 7, false],
])('%s', async (_, training, iterations, isLimited) => {
  const study = sized(await caseOf(randomCase(4, { stages: 3, openings: 3 })), training);
  expect(countPrograms(study)).toMatchObject({ iterations, isLimited });
});
