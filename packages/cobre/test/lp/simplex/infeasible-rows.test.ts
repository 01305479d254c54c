import { expect, test } from 'vitest';
import { FactoredBasis } from '../../../src/lp/bases/factored-basis.js';
import { Arena } from '../../../src/lp/inner-loops/arena.js';
import { LpBuilder } from '../../../src/lp/model/builder.js';
import { compactLp } from '../../../src/lp/model/compact.js';
import { StageData } from '../../../src/lp/model/stage-data.js';
import { InfeasibleRows } from '../../../src/lp/simplex/infeasible-rows.js';

/** Two rows of two columns each, with room for three cuts, all of them in one word of bits. */
function twoRows() {
  const builder = new LpBuilder();
  const columns = [0, 1].map((k) => builder.column(`x${k}`, 0, 10, 1 + k));
  for (const k of [0, 1]) {
    const row = builder.row(`row ${k}`, 0, 5);
    columns.forEach((column, j) => {
      builder.entry(row, column, 1 + k + 2 * j);
    });
  }
  const model = builder.build();
  const arena = Arena.ownedBy(builder);
  const lp = compactLp({ model }, new StageData(model), 3, false, arena);
  const variables = lp.columnCount + lp.rowCount + 3;
  const values = { x: arena.numbers(variables), low: arena.numbers(variables), high: arena.numbers(variables) };
  const basis = new FactoredBasis(lp, variables, Int32Array.of(0, 1));
  return { basis, values, firstCut: variables - 3, rows: new InfeasibleRows(arena, basis, values) };
}

// Once in 117 problems of a national study such a row was chosen, and HiGHS had to be asked.
test('the row of a cut that has gone is not chosen to leave, however infeasible it was', () => {
  const { basis, values, firstCut, rows } = twoRows();
  basis.append(firstCut, Int32Array.of(0, 1), Float64Array.of(1, 1), 2);
  const row = basis.place[firstCut]!;
  values.x[firstCut] = 100;
  rows.measureAll();
  expect(rows.leaving()).toBe(row);

  basis.remove(row);
  expect(basis.refactor()).toBe(true);
  rows.measureAll();
  expect(rows.leaving()).toBe(-1);
});
