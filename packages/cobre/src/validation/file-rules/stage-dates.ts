import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

interface Period {
  readonly start_date: string;
  readonly end_date: string;
}

/** Dates exist in the calendar, and every period starts before it ends. */
export const stageDates: FileRule = {
  name: 'stage dates',
  layer: 2,
  *check({ raw }) {
    const stagesFile = caseFiles.stages.path;
    for (const stage of raw.stages?.stages ?? []) yield* periodProblems(stagesFile, stage.id, stage);
    for (const stage of raw.stages?.pre_study_stages ?? []) yield* periodProblems(stagesFile, stage.id, stage);
    yield* otherCalendar(raw);
    const past = caseFiles.initialConditions.path;
    const { recent_observations: seen, past_defluences: released } = raw.initialConditions ?? {};
    for (const window of [...(seen ?? []), ...(released ?? [])]) yield* periodProblems(past, window.hydro_id, window);
    for (const window of raw.initialConditions?.past_anticipated_commitments ?? [])
      yield* periodProblems(past, window.thermal_id, window);
  },
};

/** No study is as old or as far away as this; years of other calendars are. */
const [firstYear, lastYear] = [1800, 2300];

/** Dates of another calendar look like those of ISO 8601, and months, seasons and evaporation would all be wrong. */
function* otherCalendar({ stages, generation }: Partial<RawCase>): Iterable<Finding> {
  const year = ({ start_date: date }: Period) => Number(date.slice(0, 4));
  const odd = stages?.stages.find((stage) => year(stage) < firstYear || year(stage) > lastYear);
  if (odd === undefined) return;
  const file = caseFiles.stages.path;
  const message = `${file}, entry ${odd.id}: start_date '${odd.start_date}' is read as a day of the Gregorian calendar, far from any study.`;
  const limits = { value: odd.start_date, min: `${firstYear}-01-01`, max: `${lastYear}-12-31` };
  const context = { file, entity_id: odd.id, field: 'start_date', ...limits };
  const advice =
    'Write Gregorian dates (ISO 8601): a year of the Hijri, Persian or Buddhist calendar is another one there.';
  const finding = generation === 'current' ? asError : asWarning;
  yield finding(2, errorRecord('OutOfRange', message, context, advice));
}

function* periodProblems(file: string, id: number | string, period: Period): Iterable<Finding> {
  const start = dayOf(period.start_date);
  const end = dayOf(period.end_date);
  for (const field of ['start_date', 'end_date'] as const) {
    if (dayOf(period[field]) !== null) continue;
    const message = `${file}, entry ${id}: ${field} '${period[field]}' is not a day of the calendar.`;
    const context = { file, entity_id: id, field, expected: 'a calendar date YYYY-MM-DD', actual: period[field] };
    yield asError(2, errorRecord('SchemaViolation', message, context, 'Correct the date.'));
  }
  if (start === null || end === null || start < end) return;
  yield asError(
    2,
    errorRecord(
      'OutOfRange',
      `${file}, entry ${id}: end_date ${period.end_date} is not after start_date ${period.start_date}.`,
      {
        file,
        entity_id: id,
        field: 'end_date',
        value: period.end_date,
        min: `${period.start_date} (excluded)`,
        max: null,
      },
      'Let end_date be the first day after the period.',
    ),
  );
}
