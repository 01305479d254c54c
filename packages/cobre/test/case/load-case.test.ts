import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';
import { existsIn } from '../../src/case/file-spec.js';
import type { CaseFileAccess } from '../../src/case/read/files.js';
import { caseFiles } from '../../src/case/registry.js';
import { loadCase } from '../../src/validation/load-case.js';
import { memoryCase } from './memory-case.js';
import { richCase } from './rich-case.js';
import { sharedCaseNames, sharedCasesDir, skipShared } from './shared-cases.js';
import { type CaseContents, smallCase, temporaryCase } from './write-case.js';

async function load(files: CaseContents) {
  return (await loadCase('case', memoryCase(files))).case;
}

describe.skipIf(skipShared)('shipped cases', () => {
  test.each(sharedCaseNames())('%s loads without errors', async (name) => {
    const { report, filesRead } = await loadCase(`${sharedCasesDir}/${name}`);
    expect(report.errors).toEqual([]);
    expect(filesRead.length).toBeGreaterThanOrEqual(9);
  });

  test('d08 takes evaporation of the right month and d28 its own dates', async () => {
    const d08 = (await loadCase(`${sharedCasesDir}/d08-evaporation`)).case;
    expect(d08.system.hydros[0]?.at[0]?.evaporation).toEqual({
      coefficientMm: 100,
      referenceVolumeHm3: 100,
      hours: 730,
    });
    const d28 = (await loadCase(`${sharedCasesDir}/d28-decomp-weekly-monthly`)).case;
    expect(d28.horizon.stages.map((stage) => stage.openings)).toEqual([1, 1, 1, 1, 1, 5]);
    expect(d28.system.hydros[0]?.recentObservations).toEqual([{ startDay: 20540, endDay: 20547, valueM3s: 50 }]);
  });
});

describe('a case with all files', () => {
  test('is read from a directory, and load says what it read', async () => {
    const { filesRead, report } = await loadCase(await temporaryCase(richCase()));
    expect(report.errors).toEqual([]);
    const known = Object.values(caseFiles)
      .filter((file) => existsIn(file, 'cobre-0.5'))
      .map((file) => file.path);
    expect(known).toHaveLength(41);
    expect(filesRead.map((file) => file.path)).toEqual(known);
    expect(filesRead.find((file) => file.path.endsWith('inflow_history.parquet'))?.rows).toBe(108);
  });

  test('has every stage override applied, and defaults elsewhere', async () => {
    const { system } = await load(richCase());
    expect(system.thermals[0]?.at.map((at) => [at.minMw, at.maxMw, at.segments[0]?.costPerMwh])).toEqual([
      [0, 50, 20],
      [5, 45, 25],
      [0, 50, 20],
    ]);
    expect(system.thermals[1]?.at.map((at) => at.exists)).toEqual([false, true, true]);
    expect(system.lines[0]?.at.map((at) => at.directMw)).toEqual([
      [40, 20],
      [40, 40],
      [20, 20],
    ]);
    expect(system.lines[0]?.at.map((at) => at.exchangeCostPerMwh)).toEqual([0.7, 0.5, 0.5]);
    expect(system.hydros[0]?.at.map((at) => at.maxOutflowM3s)).toEqual([Infinity, 90, Infinity]);
    expect(system.hydros[0]?.at.map((at) => at.withdrawalM3s)).toEqual([0, 1, 0]);
    expect(system.hydros[1]?.at.map((at) => at.penalties.spillageCost)).toEqual([0.03, 0.02, 0.02]);
    expect(system.contracts[0]?.at.map((at) => at.pricePerMwh)).toEqual([70, 60, 60]);
    expect(system.pumpingStations[0]?.at.map((at) => at.maxFlowM3s)).toEqual([2, 3, 3]);
    expect(system.nonControllableSources[0]?.at.map((at) => at.baseMw)).toEqual([15, 15, 12]);
    expect(system.nonControllableSources[0]?.at[0]?.curtailmentCostPerMwh).toBe(0.02);
    expect(system.nonControllableSources[0]?.at[0]?.blockFactors).toEqual([0.5, 1]);
    expect(system.buses[1]?.at[1]?.load).toEqual({ meanMw: 80, stdMw: 3, blockFactors: [1.2, 0.9] });
    expect(system.buses[0]?.at[0]?.deficitSegments).toEqual([
      { depthMw: 20, depthShare: null, costPerMwh: 800 },
      { depthMw: Infinity, depthShare: null, costPerMwh: 4000 },
    ]);
  });

  test('knows how each hydro produces, fills and diverts in each stage', async () => {
    const { system } = await load(richCase());
    expect(system.hydros[0]?.at.map((at) => (at.production.model === 'fpha' ? at.production.source : null))).toEqual([
      'precomputed',
      'computed',
      'computed',
    ]);
    expect(system.hydros[0]?.at[0]?.production).toMatchObject({ planes: [{ planeId: 0 }, { planeId: 1, kappa: 1 }] });
    expect(system.hydros[1]?.at.map((at) => at.production)).toMatchObject([
      { productivityMwPerM3s: 1 },
      { productivityMwPerM3s: 0.9 },
      { productivityMwPerM3s: 1 },
    ]);
    expect(system.hydros[2]?.at.map((at) => [at.state, at.fillingTargetHm3])).toEqual([
      ['filling', 0],
      ['filling', 3],
      ['operating', 0],
    ]);
    expect(system.hydros[1]?.diversion).toEqual({ targetIndex: 2 });
    expect(system.hydros[1]?.upstreamIndexes).toEqual([0]);
    expect(system.hydros[1]?.at[0]?.penalties).toMatchObject({
      evaporationViolationPosCost: 6000,
      evaporationViolationNegCost: 5000,
    });
  });

  test('discounts each stage by its own transition', async () => {
    const { horizon } = await load(richCase());
    expect(horizon.stages.map((stage) => stage.discountFactor)).toEqual([
      1.1 ** (-31 / 365.25),
      1.08 ** (-29 / 365.25),
      1.1 ** (-31 / 365.25),
    ]);
    expect(horizon.stages[1]).toMatchObject({ blockMode: 'chronological', hours: 730, startMonth: 2 });
  });

  test('has the terms and bounds of its user constraint', async () => {
    const [gas] = (await load(richCase())).genericConstraints;
    expect(gas?.terms).toMatchObject([
      { coefficient: 2.5, variable: 'thermal_generation', entityIndex: 0, blockIndex: null },
      { coefficient: -1, variable: 'hydro_generation', entityIndex: 1, blockIndex: 0 },
      { coefficient: 1, variable: 'pumping_power', entityIndex: 0, blockIndex: null },
    ]);
    expect(gas?.boundsAt).toEqual([
      [{ blockIndex: null, lower: -Infinity, upper: 100 }],
      [{ blockIndex: 1, lower: -Infinity, upper: 90 }],
      [],
    ]);
  });

  test('does not depend on the order in which anything is declared', async () => {
    const shuffled = richCase();
    for (const [path, content] of Object.entries(shuffled)) {
      if (path.endsWith('.parquet')) shuffled[path] = [...(content as object[])].reverse();
      else if (path.startsWith('system/')) for (const list of Object.values(content as object)) list.reverse();
    }
    const stages = shuffled['stages.json'] as { stages: unknown[] };
    stages.stages.reverse();
    const members = shuffled['scenarios/correlation.json'] as {
      profiles: { default: { correlation_groups: [{ entities: unknown[] }] } };
    };
    members.profiles.default.correlation_groups[0].entities.reverse();
    expect(await load(shuffled)).toEqual(await load(richCase()));
  });
});

describe('ids', () => {
  const renamed = (): CaseContents => {
    const files = smallCase();
    files['system/buses.json'] = { buses: [{ id: 'CENTRE', name: 'Centre' }] };
    for (const path of ['system/hydros.json', 'system/thermals.json']) {
      for (const entry of Object.values(files[path] as object)[0]) entry.bus_id = 'CENTRE';
    }
    return files;
  };

  test('may be text, in JSON and in tables', async () => {
    const files = renamed();
    files['scenarios/load_seasonal_stats.parquet'] = [0, 1].map((stage_id) => ({
      bus_id: 'CENTRE',
      stage_id,
      mean_mw: 60 + stage_id,
      std_mw: 0,
    }));
    const { system } = await load(files);
    expect(system.buses[0]?.id).toBe('CENTRE');
    expect(system.buses[0]?.at.map((at) => at.load.meanMw)).toEqual([60, 61]);
  });

  test('of text are positions in tables that can only hold integers, with a warning', async () => {
    const { case: loaded, warnings } = await loadCase('case', memoryCase(renamed()));
    expect(loaded.system.buses[0]?.at[0]?.load.meanMw).toBe(80);
    expect(warnings.map((warning) => warning.message).join()).toContain("the position of 'CENTRE'");
  });

  test('are ordered integers first, then text by code units', async () => {
    const files = smallCase();
    files['system/buses.json'] = { buses: ['b', 10, 'B', 9, 0].map((id) => ({ id, name: String(id) })) };
    files['scenarios/load_seasonal_stats.parquet'] = [];
    expect((await load(files)).system.buses.map((bus) => bus.id)).toEqual([0, 9, 10, 'B', 'b']);
  });
});

describe('older forms', () => {
  test('of names and files are read with a warning', async () => {
    const files = richCase();
    files['scenarios/external_scenarios.parquet'] = null;
    files['scenarios/non_controllable_models.parquet'] = null;
    const access = memoryCase(files);
    const renamed: CaseFileAccess = {
      ...access,
      read: (path) =>
        path.endsWith('external_inflow_scenarios.parquet')
          ? Promise.resolve(null)
          : access.read(path.replace('/external_scenarios', '/external_inflow_scenarios')),
    };
    const { warnings } = await loadCase('case', renamed);
    expect(warnings.map((warning) => warning.message)).toContain(
      'scenarios/external_scenarios.parquet is an older name of scenarios/external_inflow_scenarios.parquet; it was read.',
    );
  });

  test('training.seed, cost segments and transition rates keep their meaning', async () => {
    const files = smallCase();
    Object.assign((files['config.json'] as { training: object }).training, { seed: -5 });
    files['system/thermals.json'] = {
      thermals: [
        {
          id: 0,
          name: 'Steps',
          bus_id: 0,
          generation: { min_mw: 0, max_mw: 100 },
          cost_segments: [
            { capacity_mw: 30, cost_per_mwh: 10 },
            { capacity_mw: 30, cost_per_mwh: 20 },
          ],
        },
      ],
    };
    Object.assign((files['stages.json'] as { policy_graph: object }).policy_graph, {
      transitions: [{ source_id: 0, target_id: 1, probability: 1, annual_discount_rate: 0.5 }],
    });
    const { case: loaded, warnings } = await loadCase('case', memoryCase(files));
    expect(loaded.settings.training.treeSeed).toBe(5);
    expect(loaded.system.thermals[0]?.at[0]?.segments).toEqual([
      { widthMw: 30, costPerMwh: 10 },
      { widthMw: 70, costPerMwh: 20 },
    ]);
    expect(loaded.horizon.stages[0]?.discountFactor).toBe(1.5 ** (-31 / 365.25));
    expect(warnings.filter((warning) => warning.message.includes('older'))).toHaveLength(3);
  });
});

test('an invalid case is refused with the kind of its first problem and all problems in the context', async () => {
  const files = smallCase();
  files['system/lines.json'] = null;
  files['system/hydros.json'] = '{';
  const refusal = await loadCase('case', memoryCase(files)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Fault);
  expect(refusal).toMatchObject({ kind: 'MissingFile', context: { file: 'system/lines.json' } });
  expect((refusal as Fault).context.errors).toHaveLength(2);
});
