import { describe, expect, test } from 'vitest';
import { validationKinds } from '../../src/faults.js';
import { richCase } from '../case/rich-case.js';
import { dimensions, references, schema, semantic, structural } from './rejections/old/index.js';
import { reportOf, told } from './rejections/rejection.js';

describe.each([
  ['structural', structural],
  ['schema', schema],
  ['reference', references],
  ['dimension', dimensions],
  ['semantic', semantic],
] as const)('a %s fault is reported with its kind, place and layer', (_, faults) => {
  test.each(faults)('%s', async (_title, kind, layer, context, spoil) => {
    const report = await reportOf(richCase, spoil);
    expect(report.errors).toContainEqual(told(kind, context, /\w{3}/));
    expect(report.valid).toBe(false);
    expect(report.summary.layers_completed).toBe(layer);
    expect([...new Set(report.errors.map((error) => error.kind))]).toEqual([kind]);
  });
});

test('every validation kind but the one that only warns is covered by a fault above', () => {
  const covered = new Set(
    [...structural, ...schema, ...references, ...dimensions, ...semantic].map(([, kind]) => kind),
  );
  expect(validationKinds.filter((kind) => !covered.has(kind))).toEqual(['PenaltyConsistency']);
});
