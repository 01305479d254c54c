import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { dayOf, periodBefore } from '../../case/read/calendar.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Registries } from '../../case/registry-index.js';
import { rowsByEntity } from '../../case/resolve/overrides.js';
import type { Rule } from '../rule.js';
import { doubtful } from './physical.js';

type ArRow = NonNullable<RawCase['arCoefficients']>[number];

/** All lags of one hydro and stage share one residual deviation, because they are one equation. */
export const residualRatios: Rule = {
  name: 'residual ratios',
  layer: 5,
  *check({ raw, registries }) {
    const first = new Map<string, ArRow>();
    const file = caseFiles.arCoefficients.path;
    for (const row of raw.arCoefficients ?? []) {
      const key = `${registries.hydros.indexOf(row.hydro_id)} ${row.stage_id}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, row);
      else if (before.residual_std_ratio !== row.residual_std_ratio) {
        const context = {
          file,
          entity_id: row.hydro_id,
          field: 'residual_std_ratio',
          expected: `${before.residual_std_ratio} as for lag ${before.lag}`,
          actual: row.residual_std_ratio,
        };
        const message = `${file}: hydro ${row.hydro_id}, stage ${row.stage_id} has residual_std_ratio ${before.residual_std_ratio} for lag ${before.lag} and ${row.residual_std_ratio} for lag ${row.lag}.`;
        yield asError(5, errorRecord('SchemaViolation', message, context, 'Repeat the same ratio for every lag.'));
      }
    }
  },
};

/** A hydro whose inflow does not vary is fine for a test, but seldom meant in a study. */
export const constantInflow: Rule = {
  name: 'constant inflow',
  layer: 5,
  *check({ raw }) {
    const still = new Set((raw.inflowStats ?? []).filter((row) => row.std_m3s === 0).map((row) => row.hydro_id));
    if (still.size === 0) return;
    const ids = [...still].slice(0, 10).join(', ');
    const detail = `the inflow of hydro ${ids} has no deviation in some stages`;
    const suggestion = 'Give std_m3s above 0 where the inflow is uncertain.';
    const id = [...still][0] ?? null;
    yield doubtful({ file: caseFiles.inflowStats.path, id, rule: 'inflow deviation', detail, suggestion });
  },
};

/** Lags need a past: as many observed inflows as the longest lag reaches back. */
export const pastInflows: Rule = {
  name: 'past inflows',
  layer: 5,
  *check({ raw, registries }) {
    const asked = raw.stages.stages.some((stage) => stage.state_variables?.inflow_lags === true);
    const past = new Map(
      (raw.initialConditions.past_inflows ?? []).map((entry) => [registries.hydros.indexOf(entry.hydro_id), entry]),
    );
    const seen = observedPeriods(raw, registries);
    for (const [index, rows] of rowsByEntity(raw.arCoefficients, registries.hydros, (row) => row.hydro_id)) {
      const order = Math.max(...rows.map((row) => row.lag));
      const have = raw.generation === 'current' ? seen(index, order) : (past.get(index)?.values_m3s.length ?? 0);
      if (have < order)
        yield shortPast(asked ? asError : asWarning, registries.hydros.ids[index] ?? index, have, order);
    }
    yield* unknownSeasons(raw);
  },
};

/** How many of the periods before the study have some dated observation. */
function observedPeriods(raw: RawCase, { hydros }: Registries): (index: number, order: number) => number {
  const [first] = [...raw.stages.stages].sort((a, b) => a.id - b.id);
  const [start, end] = [dayOf(first?.start_date) ?? 0, dayOf(first?.end_date) ?? 0];
  const windows = [
    ...(raw.initialConditions.recent_observations ?? []).map((row) => ({
      hydro: hydros.indexOf(row.hydro_id),
      from: dayOf(row.start_date) ?? 0,
      to: dayOf(row.end_date) ?? 0,
    })),
    ...(raw.inflowHistory ?? []).map((row) => ({
      hydro: hydros.indexOf(row.hydro_id),
      from: row.date,
      to: row.end_date,
    })),
  ];
  return (index, order) =>
    Array.from({ length: order }, (_, k) => periodBefore(start, end, k + 1)).filter(([from, to]) =>
      windows.some((window) => window.hydro === index && window.from < to && from < window.to),
    ).length;
}

function shortPast(as: typeof asError, id: EntityId, have: number, order: number): Finding {
  const file = caseFiles.initialConditions.path;
  const message = `${file}: hydro ${id} has ${have} past inflows, but its inflow model reaches back ${order} stages.`;
  const context = {
    file,
    missing_dimension: `past inflows of hydro ${id}`,
    expected_coverage: `${order} values, most recent first`,
  };
  return as(
    5,
    errorRecord(
      'CoverageMismatch',
      message,
      context,
      `Give ${order} values in past_inflows, or windows in recent_observations in a current case.`,
    ),
  );
}

function* unknownSeasons(raw: RawCase): Iterable<Finding> {
  const defined = raw.stages.season_definitions?.seasons.map((season) => season.id);
  if (!defined) return;
  const file = caseFiles.initialConditions.path;
  for (const { hydro_id: id, season_ids: seasons } of raw.initialConditions.past_inflows ?? []) {
    const unknown = seasons?.find((season) => !defined.includes(season));
    if (unknown === undefined) continue;
    const context = {
      file,
      missing_dimension: `season ${unknown}`,
      expected_coverage: `seasons ${defined.join(', ')}`,
    };
    yield asError(
      5,
      errorRecord(
        'CoverageMismatch',
        `${file}: past inflows of hydro ${id} name season ${unknown}, which is not defined.`,
        context,
        `Use one of: ${defined.join(', ')}.`,
      ),
    );
  }
}

/** Release 0.5.1 makes lags a state whenever the inflow model has any; today a stage says whether its cuts have them. */
export const lagStates: Rule = {
  name: 'lag states',
  layer: 5,
  *check({ raw }) {
    const lagged = (raw.arCoefficients ?? []).length > 0 || (raw.annualComponent ?? []).length > 0;
    if (!lagged) return;
    if (raw.generation === 'current') {
      if (!raw.stages.stages.slice(1).some((stage) => stage.state_variables?.inflow_lags === true)) yield withoutLags();
      return;
    }
    const without = raw.stages.stages.find((stage) => stage.state_variables?.inflow_lags === false);
    if (without === undefined) return;
    const file = caseFiles.stages.path;
    const field = 'state_variables.inflow_lags';
    const detail = 'false has no effect: the inflow model has lags, so they are a state';
    const context = { file, entity_id: without.id, field, expected: 'true', actual: false };
    const message = `${file}, entry ${without.id}: '${field}' ${detail}.`;
    yield asWarning(5, errorRecord('SchemaViolation', message, context, `Set ${field} to true.`));
  },
};

function withoutLags(): Finding {
  const file = caseFiles.stages.path;
  const field = 'state_variables.inflow_lags';
  const message = `${file}: inflows have a memory and no stage has '${field}': cuts leave it out, so the lower bound is no proven one.`;
  const context = { file, entity_id: null, field, expected: 'true', actual: false };
  const advice = 'Set state_variables.inflow_lags to true in every stage.';
  return asWarning(5, errorRecord('SchemaViolation', message, context, advice));
}

/** A coefficient is scaled by the statistics of the stage it looks back to, so these must exist. */
export const lagStatistics: Rule = {
  name: 'lag statistics',
  layer: 5,
  *check({ raw, registries }) {
    const stats = raw.inflowStats ?? [];
    if (stats.length === 0) return;
    const have = new Set(stats.map((row) => `${registries.hydros.indexOf(row.hydro_id)} ${row.stage_id}`));
    const seasonOf = new Map(
      [...raw.stages.stages, ...(raw.stages.pre_study_stages ?? [])].map((stage) => [
        stage.id,
        stage.season_id ?? null,
      ]),
    );
    const file = caseFiles.arCoefficients.path;
    const reported = new Set<EntityId>();
    for (const { hydro_id: id, stage_id: stage, lag } of raw.arCoefficients ?? []) {
      const exact = have.has(`${registries.hydros.indexOf(id)} ${stage - lag}`);
      if (exact || typeof seasonOf.get(stage) === 'number' || reported.has(id)) continue;
      reported.add(id);
      const message = `${file}: lag ${lag} of hydro ${id} in stage ${stage} looks back to stage ${stage - lag}, which has neither statistics nor a season to take them from.`;
      const context = {
        file,
        missing_dimension: `statistics of stage ${stage - lag}`,
        expected_coverage: 'every stage a lag looks back to',
      };
      yield asError(
        5,
        errorRecord('CoverageMismatch', message, context, 'Add pre_study_stages with statistics, or season ids.'),
      );
    }
  },
};
