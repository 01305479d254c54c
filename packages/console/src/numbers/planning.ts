import type { ResultRows } from './observations.js';

/** One subsystem or class: where on the axis, and a list of values for each column asked for. */
export interface PlanningLine {
  readonly name: string;
  readonly x: readonly number[];
  readonly values: readonly (readonly number[])[];
}

/** What the rows of all subsystems together are called. */
export const wholeSystem = 'System';

/** The lines of a table for planners, in the order of its rows; rows without a bus are those of the whole system. */
export function planningLines(
  { columns, rows }: ResultRows,
  { x, values }: { readonly x: string; readonly values: readonly string[] },
  busNames: ReadonlyMap<string, string>,
): PlanningLine[] {
  const at = (row: readonly unknown[], column: string) => row[columns.indexOf(column)];
  const nameOf = (row: readonly unknown[]): string => {
    if (columns.includes('class')) return String(at(row, 'class'));
    const bus = at(row, 'bus_id');
    return bus === null || bus === undefined ? wholeSystem : (busNames.get(String(bus)) ?? String(bus));
  };
  const byName = new Map<string, (readonly unknown[])[]>();
  for (const row of rows) byName.set(nameOf(row), [...(byName.get(nameOf(row)) ?? []), row]);
  return [...byName].map(([name, own]) => ({
    name,
    x: own.map((row) => Number(at(row, x))),
    values: values.map((column) => own.map((row) => Number(at(row, column)))),
  }));
}
