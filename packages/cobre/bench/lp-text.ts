import type { StageProblem } from '../src/lp/solver.js';

/**
 * A stage problem with its present cuts as text in the CPLEX LP format, the way the package's own front door wants it.
 * Right-hand sides are the model's plus `shift` by row; outgoing states without a column count zero.
 */
export function lpText({ model, future }: StageProblem, shift: Float64Array): string {
  const lines = ['Minimize', ` obj: ${sum(model.cost)}`, 'Subject To'];
  const rows: string[][] = Array.from({ length: model.rowCount }, () => []);
  for (let j = 0; j < model.columnCount; j++) {
    for (let k = model.start[j]!; k < model.start[j + 1]!; k++) rows[model.index[k]!]!.push(term(model.value[k]!, j));
  }
  rows.forEach((terms, i) => {
    const [low, high] = [model.rowLower[i]! + (shift[i] ?? 0), model.rowUpper[i]! + (shift[i] ?? 0)];
    if (low === high) lines.push(` r${i}: ${terms.join(' ')} = ${low}`);
    else if (low > -Infinity) lines.push(` r${i}: ${terms.join(' ')} >= ${low}`);
    if (low < high && high < Infinity) lines.push(` s${i}: ${terms.join(' ')} <= ${high}`);
  });
  for (let slot = 0; future !== undefined && slot < future.cuts.count; slot++) {
    const terms = [term(1, future.thetaColumn[0]!)];
    future.stateColumn.forEach((column, s) => {
      if (column >= 0) terms.push(term(-future.cuts.slopeOf(slot, s), column));
    });
    lines.push(` c${slot}: ${terms.join(' ')} >= ${future.cuts.intercept[slot]}`);
  }
  lines.push('Bounds');
  for (let j = 0; j < model.columnCount; j++) {
    lines.push(` ${bound(model.lower[j]!)} <= x${j} <= ${bound(model.upper[j]!)}`);
  }
  return [...lines, 'End', ''].join('\n');
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : value > 0 ? '+inf' : '-inf';
}

function sum(coefficients: Float64Array): string {
  return Array.from(coefficients, term)
    .filter((text) => text !== '')
    .join(' ');
}

function term(value: number, column: number): string {
  return value === 0 ? '' : `${value < 0 ? '-' : '+'} ${Math.abs(value)} x${column}`;
}
