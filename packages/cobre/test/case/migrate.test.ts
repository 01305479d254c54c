/** Cases of release 0.5.1 in the current form: valid, with the same optimum where no meaning changed, and told where one did. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { type Migration, migrate } from '../../src/case/migrate/migrate.js';
import type { Case } from '../../src/case/model.js';
import { type CaseFileAccess, nodeFileAccess } from '../../src/case/read/files.js';
import { loadCase, train } from '../../src/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { readAndValidate, validateCase } from '../../src/validation/validate-case.js';
import { ownCases } from '../own-cases/index.js';
import { memoryCase } from './memory-case.js';
import { richCase } from './rich-case.js';
import { sharedCaseNames, sharedCasesDir, skipShared } from './shared-cases.js';
import { type CaseContents, hydroEntry, smallCase } from './write-case.js';

const plain = { freeTurbinedWater: false, anticipate: false };

async function migrated(dir: string, access: CaseFileAccess, options = plain): Promise<Migration> {
  const { raw, report } = await readAndValidate(dir, access);
  expect(report.errors).toEqual([]);
  return migrate(raw!, options);
}

function accessTo({ files }: Migration): CaseFileAccess {
  return memoryCase(Object.fromEntries(files.map(({ path, content }) => [path, content])));
}

async function optimum(dir: string, access: CaseFileAccess): Promise<number> {
  return (await train((await loadCase(dir, access)).case)).policy.lowerBound;
}

describe('migration', () => {
  test('of a case with every file gives a valid current case', async () => {
    const result = await migrated('case', memoryCase(richCase()));
    const report = await validateCase('case', accessTo(result));
    // Its lag of 31 days and its third plant ask for nothing that the old case did not have.
    expect(report.errors).toEqual([]);
    const { case: study } = await loadCase('case', accessTo(result));
    expect(study.settings.generation).toBe('current');
    const { case: old } = await loadCase('case', memoryCase(richCase()));
    expect(study.system.lines.map(({ at }) => at)).toEqual(old.system.lines.map(({ at }) => at));
    expect(study.genericConstraints).toEqual(old.genericConstraints);
    // Computed planes are fitted in another way today, so only how they come about is compared.
    const produced = ({ system }: typeof old) =>
      system.hydros.map(({ at }) =>
        at.map(({ production }) => ('source' in production ? production.source : production)),
      );
    expect(produced(study)).toEqual(produced(old));
  });

  test('keeps the optimum where no value changes its meaning, and then has nothing to tell', async () => {
    const result = await migrated('case', memoryCase(smallCase()));
    expect(result.notes).toEqual([]);
    expect(await optimum('case', accessTo(result))).toBe(await optimum('case', memoryCase(smallCase())));
  });

  test.each([
    ['filling.filling_min_rate_m3s', { entry_stage_id: 1, filling: { start_stage_id: 0, filling_inflow_m3s: 2 } }],
    ['entry_stage_id, exit_stage_id', { entry_stage_id: 1 }],
    ['outflow', { diversion: { downstream_id: null, max_flow_m3s: 5 } }],
  ])('tells that %s means something else', async (field, changes) => {
    const files: CaseContents = { ...smallCase(), 'system/hydros.json': { hydros: [hydroEntry(0, changes)] } };
    const { notes } = await migrated('case', memoryCase(files));
    expect(notes).toContainEqual(expect.objectContaining({ effect: 'meaning', entity_id: 0, field }));
  });

  test('can keep turbined water free where it was', async () => {
    const files = smallCase();
    (files['penalties.json'] as { hydro: Record<string, number> }).hydro.fpha_turbined_cost = 3;
    const before = await optimum('case', memoryCase(files));
    const free = await migrated('case', memoryCase(files), { ...plain, freeTurbinedWater: true });
    expect(await optimum('case', accessTo(free))).toBe(before);
    const paid = await migrated('case', memoryCase(files));
    expect(paid.notes).toContainEqual(expect.objectContaining({ effect: 'meaning', field: 'hydro.turbined_cost' }));
    // 3 $ for each of the 50 / 0.0036 + 30 · 730 m³/s·h that are turbined, which still is cheaper than 10 $/MWh.
    expect(await optimum('case', accessTo(paid))).toBeCloseTo(before + 3 * (50 / 0.0036 + 30 * 730), 4);
  });
});

const tooLong = new Set(['4ree', 'national-60']);
const soon = sharedCaseNames().filter((name) => !tooLong.has(name));

describe.skipIf(skipShared)('shipped cases of release 0.5.1', () => {
  test.each(sampled('shipped cases that are migrated', soon, 4))(
    '%s migrates to a valid case with the known answer',
    async (name) => {
      const dir = join(sharedCasesDir, name);
      const result = await migrated(dir, nodeFileAccess);
      expect((await validateCase('case', accessTo(result))).errors).toEqual([]);
      const now = await optimum('case', accessTo(result));
      const known = knownAnswer(name.slice(0, 3));
      if (known !== null) expect(Math.abs(now - known.value)).toBeLessThanOrEqual(known.tolerance);
      if (result.notes.every(({ effect }) => effect !== 'meaning')) {
        expect(now).toBeCloseTo(await optimum(dir, nodeFileAccess), 3);
      }
    },
  );
});

describe.skipIf(skipShared)('shipped cases of release 0.5.1 that keep its conventions', () => {
  test.each(sampled('shipped cases that are migrated', sharedCaseNames(), 4))(
    '%s migrates to a valid case',
    async (name) => {
      const result = await migrated(join(sharedCasesDir, name), nodeFileAccess);
      expect((await validateCase('case', accessTo(result))).errors).toEqual([]);
    },
  );

  test.each(sampled('shipped cases that are migrated', soon, 4))('%s keeps its optimum', async (name) => {
    const dir = join(sharedCasesDir, name);
    const result = await migrated(dir, nodeFileAccess);
    const before = await optimum(dir, nodeFileAccess);
    const now = await optimum('case', accessTo(withOldConventions(result)));
    expect(Math.abs(now - before)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(before)));
  });
});

describe('own cases of release 0.5.1', () => {
  // Their optima are derived by hand; where some value changes its meaning, the old conventions keep them.
  test.each(sampled('own cases that are migrated', ownCases, 4))('$name keeps its optimum', async ({ name }) => {
    const dir = fileURLToPath(new URL(`../../cases/${name}/case`, import.meta.url));
    const expected = readFileSync(join(dir, '../expected.json'), 'utf8');
    const { lower_bound, tolerance } = JSON.parse(expected) as { lower_bound: number; tolerance: number };
    const result = await migrated(dir, nodeFileAccess);
    // What had an effect here all along keeps it.
    const changed = result.notes.some(({ effect, text }) => effect === 'meaning' && !text.endsWith('which stays'));
    const now = await optimum('case', accessTo(changed ? withOldConventions(result) : result));
    expect(Math.abs(now - lower_bound)).toBeLessThanOrEqual(tolerance);
  });
});

describe.skipIf(skipShared)('what changes with the migration of a case with autoregressive inflows', () => {
  const files = async (name: string, options = plain): Promise<CaseContents> => {
    const result = await migrated(join(sharedCasesDir, name), nodeFileAccess, options);
    return Object.fromEntries(result.files.map(({ path, content }) => [path, content]));
  };

  test('d19 has the answer of the original with the seasons the original gave it', async () => {
    const all = JSON.parse(readFileSync(join(sharedCasesDir, 'cobre-current', 'expected.json'), 'utf8'));
    const case19 = await files('d19-multi-hydro-par');
    const { stages, pre_study_stages: before, ...rest } = JSON.parse(String(case19['stages.json']));
    const named = (list: { id: number }[]) => list.map((stage) => ({ ...stage, season_id: (stage.id + 12) % 12 }));
    // No statistics of November and December are given: those of the seasons before January in a circle stand in for them.
    const seasons = Array.from({ length: 12 }, (_, id) => ({ id, month_start: id + 1, label: `Month ${id}` }));
    const seasonal = {
      ...rest,
      season_definitions: { cycle_type: 'monthly', seasons },
      stages: named(stages),
      pre_study_stages: named(before),
    };
    const found = await optimum('case', memoryCase({ ...case19, 'stages.json': seasonal }));
    expect(Math.abs(found - all.d19.value)).toBeLessThanOrEqual(1e-6);
  });

  /**
   * One plant of 1 MW per m³/s meets a load of 50 MW, and what does not fit into the 100 hm³ that are empty is spilled at
   * 0.01 $ per m³/s and hour. So the cost is 0.01 Σ h (mean inflow − 50) − 0.01 · 100 / 0.0036, plus 0.01 Σ h · 50 where
   * turbined water is paid for. An inflow is 50 + half of what is remembered + σ · noise, with σ = 20 · ratio.
   */
  const byHand = (study: Case, ratio: number, paid: boolean): number => {
    const { stages, initialLags, lagCount } = buildStochasticModel(study);
    let memory = Array.from(initialLags);
    let cost = (-0.01 * 100) / 0.0036;
    stages.forEach(({ openings, openingCount, transition: { carry, gain } }, t) => {
      const noise = openings.reduce((sum, value) => sum + value, 0) / openingCount;
      const inflow = 50 + 0.5 * memory[0]! + 20 * ratio * noise;
      cost += 0.01 * study.horizon.stages[t]!.hours * (inflow - 50 + (paid ? 50 : 0));
      memory = memory.map((_, i) =>
        memory.reduce((sum, value, j) => sum + carry[i * lagCount + j]! * value, gain[i]! * inflow),
      );
    });
    return cost;
  };

  test.each(['d29-weekly-par-noise-sharing', 'd30-multi-resolution-monthly-quarterly'])(
    '%s costs more by the turbined water alone, and by what the residual ratio is',
    async (name) => {
      const { case: old } = await loadCase(join(sharedCasesDir, name));
      const derived = Math.sqrt(1 - 0.5 ** 2);
      expect((await train(old)).policy.lowerBound).toBeCloseTo(byHand(old, 0.85, false), 3);
      const loaded = async (contents: CaseContents) => (await loadCase('case', memoryCase(contents))).case;
      const paid = await loaded(await files(name));
      expect((await train(paid)).policy.lowerBound).toBeCloseTo(byHand(paid, derived, true), 3);
      const free = await loaded(await files(name, { ...plain, freeTurbinedWater: true }));
      expect((await train(free)).policy.lowerBound).toBeCloseTo(byHand(free, derived, false), 3);
    },
  );
});

/** The same case, told to compute what release 0.5.1 computes. */
function withOldConventions({ files, notes }: Migration): Migration {
  const changed = files.map((file) => {
    if (file.path !== 'config.json') return file;
    const config = JSON.parse(String(file.content));
    return {
      ...file,
      content: JSON.stringify({ ...config, modeling: { ...config.modeling, compatibility: 'cobre-0.5' } }),
    };
  });
  return { files: changed, notes };
}

/** What the current releases answer, as `expected.json` of the current cases says; fractions are written as text. */
function knownAnswer(id: string): { value: number; tolerance: number } | null {
  const all = JSON.parse(readFileSync(join(sharedCasesDir, 'cobre-current', 'expected.json'), 'utf8'));
  // The original gave d19 seasons when it changed it, which no migration can know.
  const entry = id === 'd19' ? undefined : all[id];
  if (typeof entry?.value === 'number') return { value: entry.value, tolerance: Math.max(entry.tol, 1e-3) };
  if (typeof entry?.value !== 'string') return null;
  const [over, under] = entry.value.split('/').map(Number);
  return { value: over / under, tolerance: Math.max(entry.tol, 1e-3) };
}
