import { asError, errorRecord, type Finding } from '../../case/finding.js';
import { dayOf, isoDateOf } from '../../case/read/calendar.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const file = caseFiles.inflowHistory.path;

/** Whoever draws whole years of the past needs seasons to say which part of a year is which, and a year that is whole. */
export const historicalSampling: Rule = {
  name: 'historical sampling',
  layer: 5,
  *check({ raw }) {
    const phases = (['training', 'simulation'] as const).filter(
      (phase) => raw.config[phase]?.scenario_source?.inflow?.scheme === 'historical',
    );
    if ((raw.inflowHistory ?? []).length === 0) return;
    for (const phase of phases) {
      const setting = `${phase}.scenario_source.inflow.scheme`;
      if ((raw.stages.season_definitions?.seasons.length ?? 0) === 0) yield seasonless(setting);
      const years = yearsOf(raw, phase);
      const gaps = years.map((year) => gapIn(raw, year));
      if (years.length > 0 && gaps.every((gap) => gap !== null)) yield incomplete(years[0]!, gaps[0]!);
    }
  },
};

function seasonless(setting: string): Finding {
  const detail = `${setting} 'historical' needs season_definitions in stages.json`;
  const settings = [setting, 'season_definitions'];
  return asError(
    5,
    errorRecord(
      'IncompatibleSettings',
      `config.json: ${detail}.`,
      { file: 'config.json', settings, detail },
      'Add season_definitions.',
    ),
  );
}

function incomplete(year: number, gap: string): Finding {
  const message = `${file}: no year is complete: ${year} lacks ${gap}.`;
  const context = {
    file,
    missing_dimension: gap,
    expected_coverage: 'every hydro in every stage of at least one year',
  };
  return asError(5, errorRecord('CoverageMismatch', message, context, 'Add the history that is missing.'));
}

const yearOf = (day: number) => Number(isoDateOf(day).slice(0, 4));

/** Years in which the study could have begun. */
function yearsOf(raw: RawCase, phase: 'training' | 'simulation'): number[] {
  const known = [...new Set((raw.inflowHistory ?? []).map(({ date }) => yearOf(date)))].sort((a, b) => a - b);
  const wanted = raw.config[phase]?.scenario_source?.historical_years;
  if (!wanted) return known;
  return known.filter((year) =>
    Array.isArray(wanted) ? wanted.includes(year) : wanted.from <= year && year <= wanted.to,
  );
}

/** What a study that began in this year would not have seen; null when it would have seen all. */
function gapIn(raw: RawCase, year: number): string | null {
  const stages = [...raw.stages.stages].sort((a, b) => a.id - b.id);
  const moved = year - yearOf(dayOf(stages[0]!.start_date) ?? 0);
  for (const { id: hydro } of raw.hydros.hydros) {
    const own = (raw.inflowHistory ?? []).filter((row) => String(row.hydro_id) === String(hydro));
    const blind = stages.find((stage) => {
      const [start, end] = [shifted(stage.start_date, moved), shifted(stage.end_date, moved)];
      return !own.some((row) => row.date < end && start < row.end_date);
    });
    if (blind) return `hydro ${hydro} in stage ${blind.id}`;
  }
  return null;
}

function shifted(date: string, years: number): number {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved.getTime() / 86_400_000;
}
