import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCase } from '../../src/index.js';
import { threadsFor } from '../../src/service/runs/run-here.js';
import { smallCurrentCase, writeCurrentCase } from '../case/current-case.js';
import { newRoot } from '../tools/served.js';

test.each([
  // 60 stages of 20 openings, as an official deck is imported with --scale small: 4,800 problems of some milliseconds each.
  ['a national study uses every core', { hydros: 151, stages: 60, openings: 20, passes: 4 }, 2],
  ['the same number of tiny problems is not worth a thread', { hydros: 2, stages: 60, openings: 20, passes: 4 }, 1],
  ['many tiny problems are', { hydros: 2, stages: 60, openings: 20, passes: 5 }, 2],
  ['more threads than passes would only wait', { hydros: 151, stages: 60, openings: 100, passes: 1 }, 1],
] as const)('%s', async (_, { hydros, stages, openings, passes }, expected) => {
  const { case: study } = await loadCase(await writeCurrentCase(join(await newRoot(), 'case'), smallCurrentCase()));
  const [hydro, stage] = [study.system.hydros[0]!, study.horizon.stages[0]!];
  const large = {
    ...study,
    system: { ...study.system, hydros: new Array(hydros).fill(hydro) },
    horizon: { ...study.horizon, stages: new Array(stages).fill({ ...stage, openings }) },
    settings: { ...study.settings, training: { ...study.settings.training, forwardPasses: passes } },
  };
  expect(threadsFor(large, 2)).toBe(expected);
});
