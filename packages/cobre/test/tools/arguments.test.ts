import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connected, connect, finishedStudy, newRoot } from './served.js';

let server: Connected;
let places: Readonly<Record<string, string>>;

beforeAll(async () => {
  const root = await newRoot();
  const caseDir = await finishedStudy(root);
  const output = join(caseDir, 'output');
  await cp(join(output, 'policy'), join(root, 'other'), { recursive: true });
  places = { case: caseDir, output, policy: join(output, 'policy'), other: join(root, 'other') };
  server = await connect(root);
});

afterAll(() => server.close());

/** `$case` and the like stand for directories that exist when the test runs. */
function withPlaces(args: object): object {
  const text = JSON.stringify(args).replaceAll(/\$(\w+)/g, (_, name: string) => places[name] ?? '');
  return JSON.parse(text) as object;
}

/** The rest of a call that is answered; whether the field may be left out; values that are taken, and that are not. */
const rows = [
  ['cobre/validate', 'case_dir', {}, 'required', ['$case'], [7, null, ['$case']]],
  ['cobre/run', 'case_dir', {}, 'required', ['$case'], [7, null, ['$case']]],
  ['cobre/run', 'phases', { case_dir: '$case' }, 'optional', ['training', 'simulation', 'both'], ['all', 7, null]],
  ['cobre/query-results', 'output_dir', { entity_type: 'hydros' }, 'required', ['$output'], [7, null, ['$output']]],
  ['cobre/query-convergence', 'output_dir', {}, 'required', ['$output'], [7, null, ['$output']]],
  ['cobre/inspect-policy', 'policy_dir', {}, 'required', ['$policy'], [7, null, ['$policy']]],
  ['cobre/inspect-policy', 'stage', { policy_dir: '$policy' }, 'optional', [1, 2], [1.5, '1', null]],
  ['cobre/compare-policies', 'policy_dirs', {}, 'required', [['$policy', '$other']], ['$policy', [7, 8], null]],
  [
    'cobre/compare-policies',
    'metrics',
    { policy_dirs: ['$policy', '$other'] },
    'optional',
    [['convergence'], ['cut_counts', 'state_dimension'], ['all']],
    ['all', ['costs'], [1]],
  ],
  ['cobre/inspect-case', 'case_dir', {}, 'required', ['$case'], [7, null, ['$case']]],
  ['cobre/list-scenarios', 'case_dir', {}, 'required', ['$case'], [7, null, ['$case']]],
  [
    'cobre/export-results',
    'output_dir',
    { format: 'csv', entity_type: 'hydros' },
    'required',
    ['$output'],
    [7, null, ['$output']],
  ],
  [
    'cobre/export-results',
    'format',
    { output_dir: '$output', entity_type: 'hydros' },
    'required',
    ['csv', 'json', 'arrow'],
    ['xml', 'CSV', null],
  ],
  [
    'cobre/export-results',
    'entity_type',
    { output_dir: '$output', format: 'csv' },
    'required',
    ['hydros', 'thermals', 'buses', 'lines', 'costs', 'convergence'],
    ['dams', 'Hydros', 7, null],
  ],
  [
    'cobre/export-results',
    'filters',
    { output_dir: '$output', entity_type: 'hydros', format: 'json' },
    'optional',
    [{}, { stage_range: [1, 2] }],
    ['all', { no_such_filter: 1 }, []],
  ],
] as const;

test.each(rows)(
  '%s takes the %s it is meant to take, and names it when it refuses',
  async (tool, field, rest, need, good, bad) => {
    const call = (args: object) => server.call(tool, withPlaces({ ...rest, ...args }));
    for (const value of good) {
      const { isError, data } = await call({ [field]: value });
      expect({ value, isError, kind: data.kind }).toMatchObject({ isError: false });
    }
    expect((await call({})).isError).toBe(need === 'required');
    for (const args of [...bad.map((value) => ({ [field]: value })), ...(need === 'required' ? [{}] : [])]) {
      const { isError, data } = await call(args);
      expect({ args, isError, kind: data.kind }).toMatchObject({ isError: true, kind: 'InvalidArguments' });
      expect(JSON.stringify(data)).toContain(field);
    }
  },
);
