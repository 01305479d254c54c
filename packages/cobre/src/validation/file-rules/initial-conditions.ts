import { asError, errorRecord } from '../../case/finding.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

const file = caseFiles.initialConditions.path;

/** Observations of one hydro do not overlap. */
export const recentObservations: FileRule = {
  name: 'recent observations',
  layer: 2,
  *check({ raw }) {
    const seen = [...(raw.initialConditions?.recent_observations ?? [])];
    seen.sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0));
    const lastEnd = new Map<string, string>();
    for (const { hydro_id: id, start_date: start, end_date: end } of seen) {
      const before = lastEnd.get(String(id));
      if (before !== undefined && (dayOf(start) ?? 0) < (dayOf(before) ?? 0)) {
        yield asError(
          2,
          errorRecord(
            'SchemaViolation',
            `${file}: observations of hydro ${id} overlap: one ends on ${before}, the next starts on ${start}.`,
            {
              file,
              entity_id: id,
              field: 'recent_observations',
              expected: 'periods that do not overlap',
              actual: start,
            },
            'Shorten one of the periods; end_date is exclusive.',
          ),
        );
      }
      if (before === undefined || end > before) lastEnd.set(String(id), end);
    }
  },
};

/** Season ids of past inflows go with the values one by one. */
export const pastInflowSeasons: FileRule = {
  name: 'past inflow seasons',
  layer: 2,
  *check({ raw }) {
    for (const past of raw.initialConditions?.past_inflows ?? []) {
      if (!past.season_ids || past.season_ids.length === past.values_m3s.length) continue;
      yield asError(
        2,
        errorRecord(
          'SchemaViolation',
          `${file}: hydro ${past.hydro_id} has ${past.values_m3s.length} past inflows but ${past.season_ids.length} season ids.`,
          {
            file,
            entity_id: past.hydro_id,
            field: 'season_ids',
            expected: `${past.values_m3s.length} season ids`,
            actual: past.season_ids.length,
          },
          'Give one season id for each value, or none at all.',
        ),
      );
    }
  },
};
