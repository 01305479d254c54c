/** The contract of every member of the constraint list, and what single members add. */
import { describe, expect, test } from 'vitest';
import { multistageProblem } from '../../src/sddp/index.js';
import { StageDraft, stageConstraints, stateSpaceOf } from '../../src/stage/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { richCase } from '../case/rich-case.js';
import { caseOf, randomCase } from '../random-case.js';

async function draftOf(contents: Parameters<typeof caseOf>[0], stageIndex: number): Promise<StageDraft> {
  const study = await caseOf(contents);
  const stochastic = buildStochasticModel(study);
  const stage = study.horizon.stages[stageIndex]!;
  return new StageDraft(study, stage, stateSpaceOf(study, stochastic), stochastic.stages[stageIndex]!, {
    inflowSlack: stochastic.nonNegativity.slack,
    noise: stochastic.noise,
    keepsCurtailmentConstant: true,
  });
}

describe.each(stageConstraints)('$name', (constraint) => {
  test('adds rows only after columns, and rows that hold something', async () => {
    const draft = await draftOf(richCase(), 1);
    for (const member of stageConstraints) {
      const before = draft.lp.rowCount;
      member.columns?.(draft);
      expect(draft.lp.rowCount, `${member.name} adds rows too early`).toBe(before);
    }
    const columns = draft.lp.columnCount;
    for (const member of stageConstraints) {
      member.rows?.(draft);
      expect(draft.lp.columnCount, `${member.name} adds columns too late`).toBe(columns);
      if (member === constraint) break;
    }
    expect(draft.kinds.length).toBe(columns);
  });
});

test('names are unique, so that a message points to one file', () => {
  expect(new Set(stageConstraints.map(({ name }) => name)).size).toBe(stageConstraints.length);
});

describe('the stage problem', () => {
  test('is small where nothing asks for more: one balance per plant and per bus and block', async () => {
    const study = await caseOf({});
    const { stages } = multistageProblem(study, buildStochasticModel(study));
    expect(stages[0]!.model.lp.rowCount).toBe(2);
    expect(stages[1]!.model.thetaColumn.length).toBe(0);
  });

  test('lets the future be negative only as far as exports can earn', async () => {
    const contract = {
      id: 0,
      name: 'Sell',
      bus_id: 0,
      type: 'export',
      price_per_mwh: -20,
      limits: { min_mw: 0, max_mw: 10 },
    };
    const study = await caseOf({ 'system/energy_contracts.json': { contracts: [contract] } });
    const { model } = multistageProblem(study, buildStochasticModel(study)).stages[0]!;
    // 20 $/MWh · 10 MW · 730 h of the second stage, in thousands.
    expect(model.lp.lower[model.thetaColumn[0]!]).toBeCloseTo(-146, 9);
    const without = multistageProblem(await caseOf({}), buildStochasticModel(await caseOf({}))).stages[0]!.model;
    expect(without.lp.lower[without.thetaColumn[0]!]).toBe(0);
  });

  test('has one theta per opening of the next stage with multi cuts', async () => {
    const study = await caseOf(randomCase(3, { openings: 3, training: { cut_formulation: 'multi' } }));
    expect(multistageProblem(study, buildStochasticModel(study)).stages[0]!.model.thetaColumn.length).toBe(3);
  });
});
