/** What people call the stages of a study: their month, or the day they begin. */
import { dirname } from 'node:path';
import type { Files } from '../files/files.js';
import { listAt, readCaseJson } from './case-json.js';

export interface StageNames {
  /** What a name is: the head of a column, the title of an axis. */
  readonly title: 'Month' | 'From' | 'Stage';
  of(stage: number | null): string;
}

/** What one of them is called in a sentence. */
export const stageWord = ({ title }: StageNames): 'month' | 'stage' => (title === 'Month' ? 'month' : 'stage');

/** The head of a column that says when something was so. */
export const whenIn = ({ title }: StageNames): string => (title === 'Stage' ? 'at stage' : 'when');

/** Numbers where the case of an output directory cannot be read, or does not say when a stage begins. */
export async function stageNames(files: Files, outputDirectory: string): Promise<StageNames> {
  const file = 'stages.json';
  const stages = await readCaseJson(files, dirname(outputDirectory), file).then(
    (found) => listAt(found, 'stages', file),
    () => [],
  );
  return namesOf(stages);
}

export function namesOf(stages: readonly Readonly<Record<string, unknown>>[]): StageNames {
  const days = stages.map(({ id, start_date, end_date }) => ({ id, start: dayIn(start_date), end: dayIn(end_date) }));
  if (days.length === 0 || days.some(({ id, start }) => typeof id !== 'number' || start === null))
    return { title: 'Stage', of: String };
  const isMonthly = days.every(({ start, end }) => start!.endsWith('-01') && end === nextMonth(start!));
  const names = new Map(days.map(({ id, start }) => [Number(id), isMonthly ? start!.slice(0, 7) : start!]));
  // Stages beyond those of the case keep their number.
  return { title: isMonthly ? 'Month' : 'From', of: (stage) => names.get(Number(stage)) ?? String(stage) };
}

/** The month of stage 0 where stages are months in a row: from it follow all others. */
export function firstMonth(stages: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const { title, of } = namesOf(stages);
  const inARow = stages.every(
    ({ id, start_date }, k) => id === k && (k === 0 || dayIn(start_date) === dayIn(stages[k - 1]!.end_date)),
  );
  return title === 'Month' && inARow ? of(0) : undefined;
}

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null;

function nextMonth(start: string): string {
  const [year, month] = start.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
