import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { dayOf } from '../../case/read/calendar.js';
import { caseFiles } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const file = caseFiles.stages.path;

function mismatch(as: typeof asError, stage: number | null, detail: string, suggestion: string): Finding {
  return as(5, errorRecord('StageMismatch', `${file}: ${detail}.`, { file, stage_id: stage, detail }, suggestion));
}

/** Stages refer to defined seasons, and definitions are used. */
export const seasonIds: Rule = {
  name: 'season ids',
  layer: 5,
  *check({ raw }) {
    const defined = raw.stages.season_definitions?.seasons.map((season) => season.id);
    if (!defined) return;
    const all = [...raw.stages.stages, ...(raw.stages.pre_study_stages ?? [])];
    for (const { id, season_id: season } of all) {
      if (typeof season !== 'number' || defined.includes(season)) continue;
      yield mismatch(
        asError,
        id,
        `stage ${id} has season ${season}, which is not defined`,
        `Use one of: ${defined.join(', ')}.`,
      );
    }
    const used = new Set(all.map((stage) => stage.season_id));
    const idle = defined.filter((season) => !used.has(season));
    if (idle.length > 0) {
      const detail = `no stage belongs to season ${idle.join(', ')}`;
      yield mismatch(asWarning, null, detail, 'Set season_id of the stages, or remove the season.');
    }
  },
};

/** Stages of one season have about the same length, because they share statistics. */
export const seasonLengths: Rule = {
  name: 'season lengths',
  layer: 5,
  *check({ raw }) {
    if (!raw.stages.season_definitions) return;
    const lengths = new Map<number, { id: number; days: number }[]>();
    for (const stage of raw.stages.stages) {
      if (typeof stage.season_id !== 'number') continue;
      const days = (dayOf(stage.end_date) ?? 0) - (dayOf(stage.start_date) ?? 0);
      lengths.set(stage.season_id, [...(lengths.get(stage.season_id) ?? []), { id: stage.id, days }]);
    }
    for (const [season, stages] of lengths) {
      const sorted = [...stages].sort((a, b) => a.days - b.days);
      const [short, long] = [sorted[0], sorted.at(-1)];
      if (!short || !long || long.days - short.days <= 7) continue;
      const detail = `stages ${short.id} and ${long.id} share season ${season}, but last ${short.days} and ${long.days} days`;
      yield mismatch(asError, long.id, detail, 'Give stages of different length different seasons.');
    }
  },
};
