/** Which generation a case is of, and what follows for its keys. */
import { describe, expect, test } from 'vitest';
import { loadCase, train } from '../../src/index.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { push, set } from '../validation/edit.js';
import { currentThermal, smallCurrentCase } from './current-case.js';
import { memoryCase } from './memory-case.js';
import { type CaseContents, smallCase } from './write-case.js';

const config = 'config.json';
const thermals = 'system/thermals.json';

async function load(files: CaseContents) {
  return (await loadCase('case', memoryCase(files))).case;
}

async function report(files: CaseContents) {
  return validateCase('case', memoryCase(files));
}

describe('the generation of a case', () => {
  test('is told by its keys', async () => {
    expect((await load(smallCase())).settings.generation).toBe('cobre-0.5');
    expect((await load(smallCurrentCase())).settings.generation).toBe('current');
  });

  test('makes no difference to the optimum where nothing changed its meaning', async () => {
    const old = await train(await load(smallCase()));
    const current = await train(await load(smallCurrentCase()));
    // 80 MW for 2 · 730 h. Water: 50 hm³ + 30 m³/s · 730 h = 50 / 0.0036 + 21 900 = 35 788.89 MWh at 1 MW per m³/s. The
    // cheap plant gives 40 MW throughout, the dear one the rest: 116 800 − 58 400 − 35 788.89 = 22 611.11 MWh.
    const byHand = 58_400 * 10 + 30 * (58_400 - 50 / 0.0036 - 30 * 730);
    expect(old.policy.lowerBound).toBeCloseTo(byHand, 4);
    expect(current.policy.lowerBound).toBeCloseTo(byHand, 4);
  });

  test('cannot be both: one error names the two files and keys', async () => {
    const files = smallCase();
    push(files, thermals, 'thermals', currentThermal(7, 5, 10));
    const { errors } = await report(files);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      kind: 'IncompatibleSettings',
      context: {
        settings: ['config.json: training.forward_passes', 'system/thermals.json: thermals[].operational_start_date'],
      },
      suggestion: expect.stringContaining('cobre migrate'),
    });
  });

  test('cannot be told while a file cannot be parsed, and both problems are told', async () => {
    const files = smallCase();
    push(files, thermals, 'thermals', currentThermal(7, 5, 10));
    files['stages.json'] = '{';
    expect((await report(files)).errors.map(({ kind }) => kind)).toEqual(['ParseError', 'IncompatibleSettings']);
  });
});

describe('unknown keys', () => {
  const spoil = (files: CaseContents) => {
    set(files, config, 'training.colour', 'red');
    set(files, thermals, 'thermals.1.weather', 'fine');
    return files;
  };

  test('are warnings in a case of release 0.5.1', async () => {
    const { errors, warnings } = await report(spoil(smallCase()));
    expect(errors).toEqual([]);
    expect(warnings.filter(({ message }) => message.includes('not a known key'))).toHaveLength(2);
  });

  test('are errors in a current case, all of them at once, with file, entity and what was meant', async () => {
    const files = spoil(smallCurrentCase());
    set(files, config, 'training.stoping_mode', 'any');
    const { errors } = await report(files);
    expect(errors).toMatchObject([
      { kind: 'SchemaViolation', context: { file: config, field: 'training.colour', entity_id: null } },
      { kind: 'SchemaViolation', suggestion: "Did you mean 'stopping_mode'?" },
      { kind: 'SchemaViolation', context: { file: thermals, field: 'weather', entity_id: 1 } },
    ]);
  });

  test('that earlier releases had are told with where they went', async () => {
    const files = smallCurrentCase();
    set(files, 'initial_conditions.json', 'past_inflows', []);
    set(files, thermals, 'thermals.0.gnl_config', { lag_stages: 1 });
    const { errors } = await report(files);
    expect(errors.map(({ suggestion }) => suggestion)).toEqual([
      'Write the values as dated windows in recent_observations.',
      'Write anticipated_config = {lead_stages}.',
    ]);
  });

  test('$schema is allowed in both', async () => {
    for (const files of [smallCase(), smallCurrentCase()]) {
      set(files, config, '$schema', 'https://example.org/config.json');
      expect((await report(files)).errors).toEqual([]);
    }
  });
});

test('entities of a current case are ordered by date, then by id', async () => {
  const files = smallCurrentCase();
  push(files, thermals, 'thermals', currentThermal(-3, 90, 1, { operational_start_date: '2030-01-01' }));
  const { system } = await load(files);
  expect(system.thermals.map(({ id }) => id)).toEqual([0, 1, -3]);
});
