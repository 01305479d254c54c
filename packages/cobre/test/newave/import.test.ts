import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { machinesAt } from '../../src/newave/deck/machines.js';
import { plantsOf } from '../../src/newave/deck/plants.js';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import { monthOf } from '../../src/newave/readers/month.js';
import { importDeck as importAsked } from '../../src/service/decks/import-deck.js';
import { plainFiles } from '../../src/service/files/files.js';
import { connect, newRoot } from '../tools/served.js';
import { filesIn, officialDeck, skipOfficial, writeDeck } from './decks.js';
import { imported, opened, standard } from './imported.js';
import { smallDeck } from './small-deck.js';

async function cobre(...words: readonly string[]) {
  const terminal = memoryTerminal();
  const code = await runCobre(words, async () => {}, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

describe('a small deck as a case', () => {
  const { json, rows, report } = imported();
  const hydros = json('system/hydros.json').hydros as Record<string, unknown>[];
  const bounds = rows('constraints/hydro_bounds.parquet');
  const at = (hydro: number, stage: number, block: number | null = null) =>
    bounds.find((row) => row.hydro_id === hydro && row.stage_id === stage && (row.block_id ?? null) === block);

  test('has the link that only the fictitious twin carries', () => {
    expect(hydros.map(({ name, downstream_id }) => [name, downstream_id])).toEqual([
      ['SERRA', 2],
      ['PEDRA', 0],
      ['FOZ', null],
      ['NOVA', 2],
    ]);
    expect(report.relinked).toEqual([['SERRA', 'FOZ']]);
  });

  test('tells what machines take at other levels than the mean, which is all a case knows', () => {
    // SERRA: 90, 100 and 110 m at 100, 200 and 300 hm³, 2 % of it lost; 100 MW at 0.01 MW/(m³/s)/m are the limit at any of them.
    expect(report.turbine_limits[0]).toEqual({
      ...{ code: 1, name: 'SERRA', empty_m3s: expect.closeTo(100 / 0.882, 9) },
      ...{ mean_m3s: expect.closeTo(100 / 0.98, 9), full_m3s: expect.closeTo(100 / 1.078, 9) },
    });
    expect(hydros[0]).toMatchObject({ generation: { max_turbined_m3s: report.turbine_limits[0]!.mean_m3s } });
    // FOZ has the same level at any volume and begins with one machine; PEDRA does not store, NOVA and the twin have no machines.
    expect(report.turbine_limits.slice(1)).toMatchObject([{ name: 'FOZ', empty_m3s: 30 / 0.39, full_m3s: 30 / 0.39 }]);
  });

  test('has months as stages and blocks by the hours of the calendar', () => {
    const { stages } = json('stages.json');
    expect(stages).toHaveLength(14);
    expect(stages[0]).toMatchObject({
      start_date: '2030-11-01',
      end_date: '2030-12-01',
      season_id: 10,
      num_openings: 4,
    });
    // A quarter and three quarters of the 720 hours of November.
    expect(stages[0].blocks.map(({ hours }: { hours: number }) => hours)).toEqual([180, 540]);
    expect(stages[0].risk_measure).toEqual({ cvar: { alpha: 0.5, lambda: 0.4 } });
  });

  test('has load with what is added to it, and lines with block limits and losses', () => {
    const loads = rows('scenarios/load_seasonal_stats.parquet').filter(
      ({ stage_id }) => stage_id === 0 || stage_id === 2,
    );
    expect(loads.map(({ bus_id, mean_mw }) => [bus_id, mean_mw])).toEqual([
      ...[
        [0, 103],
        [0, 113],
        [1, 60],
        [1, 62],
        [2, 0],
        [2, 0],
      ],
    ]);
    const direct = rows('constraints/line_bounds.parquet').filter((row) => row.line_id === 0 && row.stage_id === 0);
    expect(direct.map(({ block_id, direct_mw, reverse_mw }) => [block_id ?? null, direct_mw, reverse_mw])).toEqual([
      ...[
        [null, 40, 20],
        [0, 48, 20],
        [1, 40, 20],
      ],
    ]);
    expect(json('system/lines.json').lines[0].losses_percent).toBeCloseTo(2, 9);
  });

  test('limits plants month by month, and block by block where the deck does', () => {
    // Half of the useful 200 hm³ above 100 in November, 250 hm³ from February on.
    expect(at(0, 0)).toMatchObject({ max_storage_hm3: 200 });
    expect(at(0, 3)).toMatchObject({ max_storage_hm3: 250 });
    expect(at(0, 7)).toMatchObject({ min_outflow_m3s: 9 });
    expect(at(0, 1, 0)).toMatchObject({ max_turbined_m3s: 90 });
    expect(at(0, 1, 1)).toMatchObject({ max_turbined_m3s: 80 });
    expect(at(2, 1)).toMatchObject({ min_generation_mw: 5 });
    expect(at(2, 2, 1)).toMatchObject({ min_generation_mw: 4 });
  });

  test('takes water from plants by their code, rows added up, and not twice for a twin', () => {
    expect(at(0, 0)).toMatchObject({ water_withdrawal_m3s: 1 });
    expect(at(0, 2)).toMatchObject({ water_withdrawal_m3s: 2 });
    expect(
      bounds.filter(({ hydro_id, water_withdrawal_m3s }) => hydro_id !== 0 && (water_withdrawal_m3s ?? 0) !== 0),
    ).toEqual([]);
  });

  test('builds what is built: a machine more at FOZ in April, NOVA filled in January and February and turning in May', () => {
    expect(at(2, 0)).toMatchObject({ max_generation_mw: 30 });
    expect(at(2, 5)?.max_generation_mw ?? null).toBeNull();
    expect(hydros[3]).toMatchObject({ entry_stage_id: 4, filling: { start_stage_id: 2 } });
    expect(at(3, 4)).toMatchObject({ max_turbined_m3s: 0 });
    expect(json('initial_conditions.json')).toMatchObject({ filling_storage: [{ hydro_id: 3, value_hm3: 10 }] });
    const foz = json('system/hydro_production_models.json').production_models[2];
    expect(foz.stage_ranges).toMatchObject([
      { start_stage_id: 0, end_stage_id: 3 },
      { start_stage_id: 4, end_stage_id: null, productivity_mw_per_m3s: 0.38 },
    ]);
  });

  test('has inflows between plants, and the past of every month before the study', () => {
    const history = rows('scenarios/inflow_history.parquet');
    expect(history).toHaveLength(4 * 60);
    // FOZ 90, less SERRA 50 and NOVA 10, each with the same year and month added once.
    expect(history.find(({ hydro_id }) => hydro_id === 2)).toMatchObject({
      value_m3s: 30,
      start_date: '2020-01-01',
      end_date: '2020-02-01',
    });
    const { recent_observations: recent, storage } = json('initial_conditions.json');
    expect(recent).toHaveLength(48);
    expect(recent[0]).toEqual({ hydro_id: 0, start_date: '2029-11-01', end_date: '2029-12-01', value_m3s: 25 });
    expect(storage).toEqual([
      { hydro_id: 0, value_hm3: 150 },
      { hydro_id: 1, value_hm3: 50 },
      { hydro_id: 2, value_hm3: 150 },
    ]);
  });

  test('decides gas ahead, and delivers what was decided before the study', () => {
    const gas = json('system/thermals.json').thermals[1];
    expect(gas.anticipated_config).toEqual({ lead_stages: 1 });
    // A quarter of the month at 30 MW, three quarters at 10 MW.
    expect(json('initial_conditions.json').past_anticipated_commitments).toEqual([
      { thermal_id: 1, start_date: '2030-11-01', end_date: '2030-12-01', value_mw: 15 },
    ]);
  });

  test('limits sums of flows and plants', () => {
    const { constraints } = json('constraints/generic_constraints.json');
    expect(constraints.map(({ expression }: { expression: string }) => expression)).toEqual([
      '1 * line_direct(0)',
      'hydro_generation(0) + hydro_generation(1)',
      '1 * hydro_generation(2) + 0.5 * line_direct(0) - 1 * thermal_generation(1)',
    ]);
    const limits = rows('constraints/generic_constraint_bounds.parquet');
    expect(
      limits
        .filter(({ constraint_id }) => constraint_id === 0)
        .slice(0, 2)
        .map(({ bound_upper }) => bound_upper),
    ).toEqual([45, 35]);
    expect(limits.filter(({ constraint_id }) => constraint_id === 1)).toHaveLength(5);
    // Limited until February, but restricted until January only.
    expect(limits.filter(({ constraint_id }) => constraint_id === 2)).toHaveLength(2);
  });

  test('accounts for every record: used, or named with a reason', () => {
    for (const { path, records, used, ignored } of report.files) {
      expect(records - used, path).toBe(ignored.reduce((sum, run) => sum + run.records, 0));
      for (const { reason } of ignored) expect(reason).not.toBe('');
    }
    const of = (path: string) => report.files.find((file) => file.path === path)!;
    expect(of('DSVAGUA.DAT').ignored).toEqual([
      { first_line: 6, last_line: 6, records: 1, reason: 'the plant is fictitious: its twin has the same' },
    ]);
    expect(of('SISTEMA.DAT').ignored.map(({ reason }) => reason)).toEqual([
      'after the study; --post deck appends those years',
      'after the study; --post deck appends those years',
    ]);
    expect(of('BID.DAT').ignored).toHaveLength(1);
    expect(report.hydros.map(({ code }) => code)).toEqual([1, 2, 3, 5]);
  });

  test('is shorter or longer when asked', () => {
    expect(imported({ years: 1 }).json('stages.json').stages).toHaveLength(2);
    const longer = imported({ post: 'deck' });
    expect(longer.json('stages.json').stages).toHaveLength(26);
    const after = longer
      .rows('scenarios/load_seasonal_stats.parquet')
      .find(({ bus_id, stage_id }) => bus_id === 0 && stage_id === 14);
    expect(after).toMatchObject({ mean_mw: 124 });
    expect(() => imported({ years: 3 })).toThrow(/does not fit the deck/);
    expect(imported({ scale: 'deck' }).json('config.json')).toMatchObject({
      training: { selection: { forward_passes: 3 } },
    });
  });

  test('is one reservoir of energy for each equivalent reservoir, when asked', () => {
    const ree = imported({ model: 'ree' });
    const plants = ree.json('system/hydros.json').hydros;
    expect(plants.map(({ name }: { name: string }) => name)).toEqual(['ALTO', 'BAIXO']);
    // 200 hm³ at 0.98; 200 and 100 hm³ at 0.39: what the stored energies times 2.63 are.
    expect(plants[0].reservoir.max_storage_hm3).toBeCloseTo(196, 6);
    expect(plants[1].reservoir.max_storage_hm3).toBeCloseTo(117, 6);
    expect(imported({ model: 'subsystem' }).json('system/hydros.json').hydros).toHaveLength(2);
  });
});

test.each([
  ['individual', 'constant'],
  ['individual', 'fpha'],
  ['ree', 'constant'],
  ['subsystem', 'constant'],
])(
  'a case of %s plants and %s production is valid, trains and simulates',
  { timeout: 120_000 },
  async (model, production) => {
    const root = await newRoot();
    const deck = await writeDeck(join(root, 'deck'));
    const target = join(root, 'case');
    const { code, out, err } = await cobre(
      'import',
      'newave',
      deck,
      target,
      '--model',
      model,
      '--production',
      production,
      '--json',
    );
    expect(JSON.parse(out || '{}').errors, err).toEqual([]);
    expect(code, err).toBe(0);
    // With planes, turbined water would be cheaper than spilt water: a warning for every plant.
    expect((await cobre('validate', target)).err).not.toContain('turbined_cost');
    const config = JSON.parse(await readFile(join(target, 'config.json'), 'utf8'));
    config.training.stopping_rules = [{ type: 'iteration_limit', limit: 2 }];
    config.simulation.selection.num_scenarios = 2;
    await writeFile(join(target, 'config.json'), JSON.stringify(config));
    const run = await cobre('run', target, '--no-progress', '--json');
    expect(run.code, run.err).toBe(0);
  },
);

test('a case that is there is never written over, and a deck that is wrong leaves nothing', async () => {
  const root = await newRoot();
  const deck = await writeDeck(join(root, 'deck'));
  const target = join(root, 'case');
  const first = await cobre('import', 'newave', deck, target);
  expect(first.code).toBe(0);
  // A person is told what to do next, and nothing of lists that are empty.
  expect(first.out).toMatch(/^next +cobre validate .*case --estimate$/m);
  expect(first.out).toMatch(/^relinked +SERRA above FOZ$/m);
  expect(first.out).not.toMatch(/^errors/m);
  const before = await readFile(join(target, 'config.json'), 'utf8');
  const again = await cobre('import', 'newave', deck, target, '--years', '1');
  expect(again.code).toBe(1);
  expect(again.err).toContain('is not empty');
  expect(await readFile(join(target, 'config.json'), 'utf8')).toBe(before);
  const bad = await writeDeck(join(root, 'bad'), smallDeck({ 'REE.DAT': null }));
  expect((await cobre('import', 'newave', bad, join(root, 'nothing'))).code).not.toBe(0);
  await expect(readFile(join(root, 'nothing/config.json'))).rejects.toThrow();
});

test('whoever stops an import before it is whole has nothing of it', async () => {
  const root = await newRoot();
  const deck = await writeDeck(join(root, 'deck'));
  const stopped = new AbortController();
  const files = plainFiles(root);
  const importing = importAsked(files, deck, join(root, 'case'), { ...standard, strict: false }, stopped.signal);
  stopped.abort();
  await expect(importing).rejects.toMatchObject({ name: 'AbortError' });
  expect(await readdir(root)).toEqual(['deck']);
});

test('a server imports only when it may write', async () => {
  const root = await newRoot();
  const args = { deck_dir: await writeDeck(join(root, 'deck')), case_dir: join(root, 'case'), years: 1 };
  const reader = await connect(root, { write: false });
  expect((await reader.call('cobre/import-newave', args)).isError).toBe(true);
  await reader.close();
  const writer = await connect(root, { write: true });
  expect((await writer.call('cobre/import-newave', args)).structured).toMatchObject({
    valid: true,
    stages: 2,
    hydros: 3,
  });
  await writer.close();
});

describe.skipIf(skipOfficial)('the official deck of January 2018 as a case', () => {
  const official = skipOfficial ? (null as never) : readDeck(filesIn(officialDeck));
  const { json, rows, report } = skipOfficial ? (null as never) : opened(importDeck(official, standard));
  const names = (pairs: readonly (readonly [string, string])[]) => pairs.map(([from, to]) => `${from} > ${to}`).sort();

  test('tells how far turbines depend on the head', () => {
    // 1,661 m³/s at the mean head instead of 1,692, as the specification says of Furnas; at other levels by the same formula.
    const furnas = report.turbine_limits.find(({ code }) => code === 6)!;
    expect(Math.round(furnas.mean_m3s)).toBe(1661);
    expect(furnas.empty_m3s).toBeLessThan(furnas.mean_m3s);
    expect(report.turbine_limits).toHaveLength(59);
  });

  test('has the counts of the specification', () => {
    const { hydros } = json('system/hydros.json');
    const count = (path: string, key: string) => json(path)[key].length;
    expect(hydros).toHaveLength(151);
    expect(count('system/thermals.json', 'thermals')).toBe(132);
    expect(count('system/buses.json', 'buses')).toBe(5);
    expect(count('system/lines.json', 'lines')).toBe(6);
    expect(count('system/non_controllable_sources.json', 'non_controllable_sources')).toBe(4);
    expect(count('constraints/generic_constraints.json', 'constraints')).toBe(15);
    expect(json('stages.json').stages).toHaveLength(60);
    expect(rows('scenarios/inflow_history.parquet')).toHaveLength(155_832);
    type Hydro = {
      name: string;
      reservoir: { min_storage_hm3: number; max_storage_hm3: number };
      entry_stage_id: number | null;
    };
    const stores = (hydros as Hydro[]).filter(({ reservoir }) => reservoir.max_storage_hm3 > reservoir.min_storage_hm3);
    expect(stores).toHaveLength(65);
    const entries = (hydros as Hydro[]).filter(({ entry_stage_id }) => entry_stage_id !== null);
    expect(Object.fromEntries(entries.map(({ name, entry_stage_id }) => [name, entry_stage_id]))).toEqual({
      ...{ 'STA BRANCA T': 36, 'BAIXO IGUACU': 7, SINOP: 11, COLIDER: 1 },
    });
  });

  test('keeps the five links that others lose, and cuts two that describe diversions', () => {
    expect(names(report.relinked)).toEqual([
      'IRAPE > ITAPEBI',
      'LAJEADO > ESTREITO TOC',
      'MAUA > CAPIVARA',
      'QUEIMADO > SOBRADINHO',
      'TRES MARIAS > SOBRADINHO',
    ]);
    expect(names(report.cut)).toEqual(['FUNDAO > JORDAO', 'FUNIL > NILO PECANHA']);
  });

  test('takes 868 m³/s of withdrawals in the mean of 2018', () => {
    const taken = rows('constraints/hydro_bounds.parquet').filter(({ stage_id }) => (stage_id as number) < 12);
    const sum = taken.reduce((total, { water_withdrawal_m3s: flow }) => total + ((flow as number | null) ?? 0), 0);
    expect(sum / 12).toBeCloseTo(868.28, 1);
  });

  test('has between plants what flows at them: in every month, increments above a plant add up to its natural flow', () => {
    const { hydros } = json('system/hydros.json') as { hydros: { id: number; downstream_id: number | null }[] };
    const flows = new Map<number, Float64Array>(hydros.map(({ id }) => [id, new Float64Array(1032)]));
    for (const { hydro_id, start_date, value_m3s } of rows('scenarios/inflow_history.parquet')) {
      const [year, month] = String(start_date).split('-').map(Number) as [number, number];
      const k = (year - 1931) * 12 + month - 1;
      // The increment counts at its own plant and at every one below.
      for (let at: number | null = hydro_id as number; at !== null; at = hydros[at]!.downstream_id)
        flows.get(at)![k]! += value_m3s as number;
    }
    const gauges = new Map(official.plants.map(({ code, gauge }) => [code, gauge]));
    const wrong = report.hydros.filter(({ id, code }) =>
      flows.get(id)!.some((flow, k) => Math.abs(flow - official.flows.at(k, gauges.get(code)!)) > 1e-9),
    );
    expect(wrong).toEqual([]);
  });

  test('has the energy of the load in its blocks', () => {
    const factors = json('scenarios/load_factors.json').load_factors as {
      stage_id: number;
      block_factors: { factor: number }[];
    }[];
    const { stages } = json('stages.json') as { stages: { blocks: { hours: number }[] }[] };
    for (const { stage_id, block_factors } of factors) {
      const { blocks } = stages[stage_id]!;
      const hours = blocks.reduce((sum, block) => sum + block.hours, 0);
      const energy = block_factors.reduce((sum, { factor }, k) => sum + factor * blocks[k]!.hours, 0);
      expect(Math.abs(energy / hours - 1)).toBeLessThan(1e-4);
    }
  });

  test('fills four reservoirs, lets Belo Monte grow, and delivers the gas that was ordered', () => {
    type Filled = { id: number; name: string; filling?: { start_stage_id: number } };
    const { hydros } = json('system/hydros.json') as { hydros: Filled[] };
    const filling = hydros.filter((hydro) => hydro.filling);
    expect(Object.fromEntries(filling.map(({ name, filling: at }) => [name, at!.start_stage_id]))).toEqual({
      ...{ 'STA BRANCA T': 33, 'BAIXO IGUACU': 4, SINOP: 8, COLIDER: 0 },
    });
    const { filling_storage, past_anticipated_commitments: gas } = json('initial_conditions.json');
    const colider = hydros.find(({ name }) => name === 'COLIDER')!.id;
    expect(filling_storage.find(({ hydro_id }: { hydro_id: number }) => hydro_id === colider).value_hm3).toBeCloseTo(
      1403,
      0,
    );
    const delivered = gas.filter(({ start_date }: { start_date: string }) => start_date === '2018-01-01');
    // Santa Cruz Nova and Linhares, as ADTERM has them.
    expect(delivered.map(({ value_mw }: { value_mw: number }) => value_mw)).toEqual([
      expect.closeTo(285, 3),
      expect.closeTo(197.064, 3),
    ]);
    const monte = plantsOf(official).find(({ code }) => code === 288)!;
    const machines = (year: number, month: number) =>
      machinesAt(monte, monthOf(year, month)).reduce((sum, { count }) => sum + count, 0);
    expect([machines(2018, 1), machines(2018, 3), machines(2018, 5), machines(2020, 8)]).toEqual([7, 8, 9, 18]);
  });

  test('prices water by the productivities of the deck', () => {
    const { hydro } = json('penalties.json');
    expect(hydro.outflow_violation_below_cost / 4596.31).toBeCloseTo(0.6175, 4);
    expect(hydro.water_withdrawal_violation_cost / 4601).toBeCloseTo(6.4927, 4);
  });

  test('names every plant once by its code', () => {
    expect(new Set(report.hydros.map(({ code }) => code)).size).toBe(151);
    expect(new Set(report.thermals.map(({ code }) => code)).size).toBe(132);
    expect(new Set(report.hydros.map(({ name }) => name)).size).toBe(151);
  });

  test('accounts for every record', () => {
    for (const { path, records, used, ignored } of report.files) {
      expect(records - used, path).toBe(ignored.reduce((sum, run) => sum + run.records, 0));
    }
  });
});

test('the annual term of newer decks is a case’s own, and subsystems have their ids in the report', () => {
  const switches = Array.from({ length: 17 }, () => '').concat(['AFLUENCIA ANUAL PARP    3    0   (=0 NAO CONSIDERA']);
  const newer = { 'DGER.DAT': (text: string) => `${text}${switches.join('\r\n')}\r\n` };
  const { json, report } = imported({}, newer);
  expect(json('config.json').estimation.order_selection).toBe('pacf_annual');
  expect(imported().json('config.json').estimation.order_selection).toBe('pacf');
  expect(report.warnings.map(({ code }) => code)).not.toContain('newer-switch');
  expect(report.buses).toEqual([
    { id: 0, code: 1, name: 'NORTE' },
    { id: 1, code: 2, name: 'SUL' },
    { id: 2, code: 11, name: 'NO' },
  ]);
});
