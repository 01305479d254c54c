import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { isoDateOf } from '../../case/read/calendar.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import { rowsByEntity } from '../../case/resolve/overrides.js';
import type { Rule } from '../rule.js';

const file = caseFiles.inflowHistory.path;

/** Models are fitted from history unless both statistics and coefficients are given. */
function isFitted(raw: RawCase): boolean {
  return raw.inflowHistory !== null && !(raw.inflowStats !== null && raw.arCoefficients !== null);
}

/** Fitting needs seasons, a history of every hydro, and enough of it. */
export const fitting: Rule = {
  name: 'fitting',
  layer: 5,
  *check({ raw, registries }) {
    if (!isFitted(raw)) return;
    const seasons = raw.stages.season_definitions?.seasons.length ?? 0;
    if (seasons === 0) {
      const detail = 'fitting inflow models from history needs season_definitions in stages.json';
      const settings = ['scenarios/inflow_history.parquet', 'season_definitions'];
      yield asError(
        5,
        errorRecord('IncompatibleSettings', `${detail}.`, { file, settings, detail }, 'Add season_definitions.'),
      );
    }
    const byHydro = rowsByEntity(raw.inflowHistory, registries.hydros, (row) => row.hydro_id);
    for (const { id } of raw.hydros.hydros) {
      const rows = byHydro.get(registries.hydros.indexOf(id) ?? -1)?.length ?? 0;
      if (rows === 0) yield absentHydro(id);
      else if (seasons > 0) yield* fewObservations(raw, id, rows / seasons);
    }
  },
};

function absentHydro(id: number | string): Finding {
  const context = { file, missing_dimension: `hydro ${id}`, expected_coverage: 'every hydro' };
  return asError(
    5,
    errorRecord('CoverageMismatch', `${file} has no observation of hydro ${id}.`, context, 'Add its history.'),
  );
}

function* fewObservations(raw: RawCase, id: number | string, perSeason: number): Iterable<Finding> {
  const wanted = raw.config.estimation?.min_observations_per_season ?? 30;
  if (perSeason >= wanted) return;
  const context = { file, missing_dimension: `observations of hydro ${id}`, expected_coverage: `${wanted} per season` };
  const message = `${file}: hydro ${id} has about ${perSeason.toFixed(1)} observations per season, fewer than ${wanted}.`;
  const advice = 'Give a longer history, fewer seasons, or a smaller estimation.min_observations_per_season.';
  yield asWarning(5, errorRecord('CoverageMismatch', message, context, advice));
}

/** Monthly observations cannot be split into weeks. */
export const historyResolution: Rule = {
  name: 'history resolution',
  layer: 5,
  *check({ raw }) {
    if (!isFitted(raw)) return;
    const step = typicalStep(raw);
    const definitions = raw.stages.season_definitions;
    if (step === null || !definitions) return;
    const seasonDays = definitions.cycle_type === 'weekly' ? 7 : 365.25 / definitions.seasons.length;
    if (step > seasonDays * 1.5) {
      const detail = `observations are about ${step} days apart, but seasons last about ${Math.round(seasonDays)} days`;
      const suggestion = 'Give finer observations, or longer seasons.';
      yield asError(
        5,
        errorRecord('StageMismatch', `${file}: ${detail}.`, { file, stage_id: null, detail }, suggestion),
      );
    } else if (step < seasonDays / 1.5) {
      const detail = `observations are about ${step} days apart and are averaged to seasons of about ${Math.round(seasonDays)} days`;
      const context = { file, stage_id: null, detail };
      const advice = 'Nothing has to be done; give one observation per season to say the means yourself.';
      yield asWarning(5, errorRecord('StageMismatch', `${file}: ${detail}.`, context, advice));
    }
  },
};

/** The median distance in days between observations of the same hydro. */
function typicalStep(raw: RawCase): number | null {
  const rows = [...(raw.inflowHistory ?? [])];
  const id = rows[0]?.hydro_id;
  const days = rows.filter((row) => row.hydro_id === id).map((row) => row.date);
  days.sort((a, b) => a - b);
  const steps = days.slice(1).map((day, i) => day - (days[i] ?? day));
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? null;
}

/** Years to draw from lie within the history. */
export const historicalYears: Rule = {
  name: 'historical years',
  layer: 5,
  *check({ raw }) {
    const rows = raw.inflowHistory ?? [];
    const years = raw.config.training.scenario_source?.historical_years;
    if (!years || rows.length === 0) return;
    const known = new Set(rows.map((row) => Number(isoDateOf(row.date).slice(0, 4))));
    const asked = Array.isArray(years) ? years : [years.from, years.to];
    const unknown = asked.filter((year) => !known.has(year));
    if (unknown.length === 0) return;
    const detail = `historical year ${unknown.join(', ')} is not in the history`;
    const settings = ['training.scenario_source.historical_years'];
    const context = { file: 'config.json', settings, detail };
    const advice = `Use years of the history: ${[...known].sort((a, b) => a - b).join(', ')}.`;
    yield asError(5, errorRecord('IncompatibleSettings', `config.json: ${detail}.`, context, advice));
  },
};
