import { asError, errorRecord } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import type { Rule } from '../rule.js';

const file = caseFiles.correlation.path;

/** Every matrix is square and as large as its group. */
export const correlationShape: Rule = {
  name: 'correlation shape',
  layer: 4,
  *check({ raw }) {
    for (const [profile, { correlation_groups: groups }] of Object.entries(raw.correlation?.profiles ?? {})) {
      for (const { name, entities, matrix } of groups) {
        const size = entities.length;
        if (matrix.length === size && matrix.every((row) => row.length === size)) continue;
        const shape = `${matrix.length} rows of ${[...new Set(matrix.map((row) => row.length))].join(', ')} values`;
        const context = {
          file,
          missing_dimension: `matrix of group '${name}': ${shape}`,
          expected_coverage: `${size} x ${size}`,
        };
        const message = `${file}: the matrix of group '${name}' in profile '${profile}' has ${shape}, but the group has ${size} members.`;
        yield asError(
          4,
          errorRecord('CoverageMismatch', message, context, 'Give one row and one column for each member.'),
        );
      }
    }
  },
};

/** The schedule names existing stages and profiles, and every stage ends up with a profile. */
export const correlationSchedule: Rule = {
  name: 'correlation schedule',
  layer: 4,
  *check({ raw }) {
    if (!raw.correlation) return;
    const profiles = Object.keys(raw.correlation.profiles);
    const stages = raw.stages.stages.map((stage) => stage.id);
    const schedule = raw.correlation.schedule ?? [];
    for (const { stage_id: stage, profile_name: profile } of schedule) {
      if (!profiles.includes(profile)) {
        yield mismatch(
          stage,
          `the schedule names profile '${profile}', which does not exist`,
          `Use one of: ${profiles.join(', ')}.`,
        );
      }
      if (!stages.includes(stage))
        yield mismatch(
          stage,
          `the schedule names stage ${stage}, which does not exist`,
          `Use one of: ${stages.join(', ')}.`,
        );
    }
    if (profiles.length < 2 || profiles.includes('default')) return;
    const scheduled = new Set(schedule.map((entry) => entry.stage_id));
    const bare = stages.find((stage) => !scheduled.has(stage));
    if (bare !== undefined) {
      yield mismatch(
        bare,
        `stage ${bare} has no profile: it is not scheduled and there is no 'default'`,
        "Add a profile 'default'.",
      );
    }
  },
};

function mismatch(stage: number, detail: string, suggestion: string) {
  return asError(4, errorRecord('StageMismatch', `${file}: ${detail}.`, { file, stage_id: stage, detail }, suggestion));
}
