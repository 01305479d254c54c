import { describe, expect, test } from 'vitest';
import { type Names, readExpression } from '../../src/case/expression/linear-form.js';
import { parseExpression } from '../../src/case/expression/parse.js';

describe('as release 0.5.1 writes it', () => {
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
    const told =
      parsed.ok &&
      parsed.left.map(({ coefficient, variable: v }) => [coefficient, v?.variable, v?.entityId, v?.blockId]);
    expect(told).toEqual(terms);
  });

  test.each([
    ['', 0],
    ['5', 1],
    ['thermal_generation(0) thermal_generation(1)', 22],
    ['2 thermal_generation(0)', 2],
    ['thermal_generation()', 19],
    ['thermal_generation(1, x)', 22],
    ['hydro_storage(1, 0)', 15],
    ['hydro_evaporation(1, 0)', 19],
    ['hydro_storage_final(1)', 0],
    ['coal(1)', 0],
    ['thermal_generation(1) + * hydro_storage(2)', 24],
  ])('%s fails where it stops making sense', (text, position) => {
    expect(parseExpression(text)).toMatchObject({ ok: false, position });
  });
});

const names: Names = {
  generation: 'current',
  parameters: new Set(['a', 'b']),
  expressions: new Map([
    ['gas', '2 * thermal_generation(0) + @a * thermal_generation(1)'],
    ['share', '0.5 * @b'],
    ['both', '@gas - hydro_generation(3)'],
    ['here', '@there'],
    ['there', '-@here'],
    ...Array.from({ length: 40 }, (_, k) => [`x${k + 1}`, `@x${k} + @x${k}`] as const),
    ['x0', 'thermal_generation(0)'],
  ]),
};

describe('as it is written today', () => {
  test.each([
    [
      '@gas',
      [
        [2, [], 'thermal_generation'],
        [1, ['a'], 'thermal_generation'],
      ],
      [],
    ],
    [
      '3 * (@gas - 2*@b*hydro_turbined(1, 0, bus=2))',
      [
        [6, [], 'thermal_generation'],
        [3, ['a'], 'thermal_generation'],
        [-6, ['b'], 'hydro_turbined'],
      ],
      [],
    ],
    // Variables go left, everything constant right: 4 + a − 0.5·b on the right of the relation.
    [
      '@both - 4 <= @a - @share + bus_deficit(0)',
      [
        [2, [], 'thermal_generation'],
        [1, ['a'], 'thermal_generation'],
        [-1, [], 'hydro_generation'],
        [-1, [], 'bus_deficit'],
      ],
      [
        [4, []],
        [1, ['a']],
        [-0.5, ['b']],
      ],
    ],
    ['-(hydro_storage_final(1) - -(2)) >= 0', null, null],
    [
      '(@a + 2) * (1 - @b) * hydro_inflow(1)',
      [
        [1, ['a'], 'hydro_inflow'],
        [-1, ['a', 'b'], 'hydro_inflow'],
        [2, [], 'hydro_inflow'],
        [-2, ['b'], 'hydro_inflow'],
      ],
      [],
    ],
  ])('%s', (text, terms, bound) => {
    const read = readExpression(text, names);
    if (terms === null) return expect(read).toMatchObject({ ok: false });
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    expect(read.form.terms.map((term) => [term.coefficient, term.parameters, term.variable.variable])).toEqual(terms);
    expect(read.form.bound.map((scalar) => [scalar.coefficient, scalar.parameters])).toEqual(bound);
  });

  test.each([
    ['two variables in a product', 'hydro_turbined(1) * hydro_spillage(1)', /two variables/],
    ['two variables behind names', '@gas * hydro_spillage(1)', /multiplied/],
    ['a constant without a relation', 'hydro_turbined(1) + 3', /constant/],
    ['no variable at all', '@a <= 3', /no variable/],
    ['a name that stands for nothing', '@c * hydro_turbined(1)', /'@c'/],
    ['names in a circle', '@here', /@here → @there → @here/],
    ['a relation inside a relation', 'hydro_turbined(1) <= 3 <= 4', /position 23/],
    ['a repeated block', 'hydro_turbined(1, 0, 1)', /repeated/],
    ['a bus where there is none', 'hydro_spillage(1, bus=2)', /not told by bus/],
    ['an open parenthesis', '(hydro_turbined(1)', /'\)'/],
    ['parentheses without end', '('.repeat(100_000), /parentheses/],
    // 2^40 terms.
    ['names that double at every step', '@x40', /terms/],
  ])('refuses %s', (_, text, detail) => {
    const read = readExpression(text, names);
    expect(read).toMatchObject({ ok: false, problem: { detail: expect.stringMatching(detail) } });
  });
});
