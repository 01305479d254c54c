import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { caseFiles, type RawCase } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const classes = [
  ['externalInflow', 'inflow', 'hydro_id'],
  ['externalLoad', 'load', 'bus_id'],
  ['externalNcs', 'ncs', 'ncs_id'],
] as const;

/** Scenarios from outside are numbered 0 to n − 1, with the same n for all that a stage uses. */
export const externalScenarios: Rule = {
  name: 'numbers of external scenarios',
  layer: 4,
  *check({ raw }) {
    const counts = new Map<number, { file: string; count: number }>();
    for (const [key, kind, column] of classes) {
      const used = [raw.config.training, raw.config.simulation].some(
        (part) => part?.scenario_source?.[kind]?.scheme === 'external',
      );
      const file = caseFiles[key].path;
      for (const [name, ids] of scenarioIds(raw, key, column)) {
        const [entity, stage] = [name.split('\n')[0]!, Number(name.split('\n')[1])];
        const gap = ids.sort((a, b) => a - b).findIndex((id, k) => id !== k);
        if (gap >= 0) yield numbering(file, entity, stage, ids[gap]!, gap);
        const other = counts.get(stage);
        if (used && other && other.count !== ids.length)
          yield unequal(file, other.file, stage, ids.length, other.count);
        else if (used) counts.set(stage, { file, count: ids.length });
      }
    }
  },
};

function scenarioIds(raw: RawCase, key: (typeof classes)[number][0], column: string): Map<string, number[]> {
  const byCell = new Map<string, number[]>();
  for (const row of raw[key] ?? []) {
    const cell = `${(row as unknown as Record<string, EntityId>)[column]}\n${row.stage_id}`;
    const ids = byCell.get(cell);
    if (ids) ids.push(row.scenario_id);
    else byCell.set(cell, [row.scenario_id]);
  }
  return byCell;
}

function numbering(file: string, entity: string, stage: number, found: number, expected: number): Finding {
  const context = {
    file,
    missing_dimension: `scenario ${expected} of ${entity} in stage ${stage}`,
    expected_coverage: 'scenario_id 0, 1, 2, ... without gaps',
  };
  const message = `${file}: scenarios of ${entity} in stage ${stage} must be numbered from 0 without gaps, but ${found} follows.`;
  return asError(4, errorRecord('CoverageMismatch', message, context, 'Number the scenarios from 0.'));
}

function unequal(file: string, other: string, stage: number, count: number, others: number): Finding {
  const context = {
    file,
    missing_dimension: `scenarios of stage ${stage}`,
    expected_coverage: `${others} as in ${other}`,
  };
  const message = `${file} has ${count} scenarios in stage ${stage}, but ${other} has ${others}.`;
  return asError(
    4,
    errorRecord('CoverageMismatch', message, context, 'Give all classes the same number of scenarios.'),
  );
}

/**
 * No day belongs to two seasons of one resolution: months and quarters may stand side by side, two Januaries may not. Only
 * seasons whose end is known can be compared: those of the calendar's months, and those that state it.
 */
export const seasonDays: Rule = {
  name: 'days of seasons',
  layer: 5,
  *check({ raw }) {
    const spans = spansOf(raw);
    for (const [k, span] of spans.entries()) {
      const other = spans.slice(0, k).find((before) => alike(before, span) && meet(before, span));
      if (other) yield sharedDay(span.id, other.id);
    }
  },
};

interface Span {
  readonly id: number;
  /** In a calendar of 12 months of 31 days. */
  readonly first: number;
  readonly days: number;
}

const year = 12 * 31;
const alike = (a: Span, b: Span) => Math.abs(a.days - b.days) <= 7;
const meet = (a: Span, b: Span) =>
  (b.first - a.first + year) % year < a.days || (a.first - b.first + year) % year < b.days;

function spansOf(raw: RawCase): Span[] {
  const { seasons = [], cycle_type: cycle } = raw.stages.season_definitions ?? {};
  return seasons.flatMap((season) => {
    const stated = typeof season.month_end === 'number' ? season.month_end : null;
    if (cycle !== 'monthly' && stated === null) return [];
    const first = (season.month_start - 1) * 31 + (season.day_start ?? 1) - 1;
    const last = ((stated ?? season.month_start) - 1) * 31 + (season.day_end ?? 31) - 1;
    return [{ id: season.id, first, days: ((last - first + year) % year) + 1 }];
  });
}

function sharedDay(season: number, other: number): Finding {
  const file = caseFiles.stages.path;
  const context = { file, entity_id: season, rule: 'seasons share no day', detail: `seasons ${other} and ${season}` };
  const message = `${file}: seasons ${other} and ${season} share a day.`;
  return asError(5, errorRecord('PhysicalConstraint', message, context, 'End one season before the other starts.'));
}
