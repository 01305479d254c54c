/** CLAST: the cost of classes of thermals by year of the study, and costs that hold for some months only. */
import { code, each, need, readRecord, real, text } from './field.js';
import { Cursor, type DeckFile } from './line.js';
import { monthField } from './month.js';

const costs = (years: number) => ({
  code: code(1, 5),
  name: text(6, 18),
  fuel: text(19, 29),
  costs: each(years, 8, (k) => need(real(30 + k, 37 + k, 'R$/MWh'), 30 + k)),
});

const temporary = {
  code: code(1, 5),
  cost: need(real(8, 15, 'R$/MWh'), 8),
  from: need(monthField(17, 24), 17),
  to: monthField(26, 33),
};

export type CostClass = ReturnType<typeof readRecord<ReturnType<typeof costs>>>;
export type TemporaryCost = ReturnType<typeof readRecord<typeof temporary>>;

/** There are as many columns of costs as masks in the second header. */
export function readCostClasses(file: DeckFile): { classes: CostClass[]; temporary: TemporaryCost[] } {
  const cursor = new Cursor(file, 1);
  const masks =
    cursor
      .need('a row of masks')
      .text.slice(29)
      .match(/X+\.X+/g)?.length ?? 5;
  const classes = cursor.records().map((line) => readRecord(costs(masks), line));
  cursor.skip(2);
  return { classes, temporary: cursor.records().map((line) => readRecord(temporary, line)) };
}
