import { expect, test } from 'vitest';
import { parseExpression } from '../../src/case/expression.js';

test.each([
  ['thermal_generation(0)', [[1, 'thermal_generation', 0, null]]],
  [
    '-hydro_storage(3) + 2.5e1*line_exchange( 4 , 1 )',
    [
      [-1, 'hydro_storage', 3, null],
      [25, 'line_exchange', 4, 1],
    ],
  ],
  [
    '.5 * bus_deficit(SOUTH-1) - nc_curtailment("Wind (b)")',
    [
      [0.5, 'bus_deficit', 'SOUTH-1', null],
      [-1, 'non_controllable_curtailment', 'Wind (b)', null],
    ],
  ],
  ['contract_export(7A)', [[1, 'contract_export', '7A', null]]],
])('%s is understood', (text, terms) => {
  const parsed = parseExpression(text);
  expect(parsed.ok && parsed.terms.map((t) => [t.coefficient, t.variable, t.entityId, t.blockId])).toEqual(terms);
});

test.each([
  ['', 0],
  ['5', 1],
  ['thermal_generation(0) thermal_generation(1)', 22],
  ['2 thermal_generation(0)', 2],
  ['thermal_generation()', 19],
  ['thermal_generation(1, x)', 22],
  ['hydro_storage(1, 0)', 15],
  ['coal(1)', 0],
  ['thermal_generation(1) + * hydro_storage(2)', 24],
])('%s fails where it stops making sense', (text, position) => {
  expect(parseExpression(text)).toMatchObject({ ok: false, position });
});
