import { asError, asWarning, errorRecord, type Finding } from '../../case/finding.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../../case/registry.js';
import { members } from '../../equipment/members.js';
import type { Rule } from '../rule.js';

/** Tables of equipment that treat rows of an unknown stage in a way; see `EntityTable`. */
const tablesWith = (wanted: 'strict' | 'lenient') =>
  members.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([file, { stages }]) => (stages === wanted ? [file as CaseFileKey] : [])),
  );

/** Stage ids of tables belong to the study. */
export const tableStages: Rule = {
  name: 'stages of tables',
  layer: 4,
  *check({ raw }) {
    const study = new Set(raw.stages.stages.map((stage) => stage.id));
    const known = new Set([...study, ...(raw.stages.pre_study_stages ?? []).map((stage) => stage.id)]);
    for (const key of [...tablesWith('strict'), 'noiseOpenings'] as const)
      yield* unknownStages(raw, key, study, asError);
    for (const key of tablesWith('lenient')) yield* unknownStages(raw, key, known, asWarning);
  },
};

function* unknownStages(
  raw: RawCase,
  key: CaseFileKey,
  known: ReadonlySet<number>,
  finding: typeof asError,
): Iterable<Finding> {
  const content: unknown = raw[key];
  const rows = Array.isArray(content) ? (content as readonly { readonly stage_id: number | null }[]) : [];
  const file = caseFiles[key].path;
  for (const stage of new Set(rows.map((row) => row.stage_id))) {
    if (stage === null || known.has(stage)) continue;
    const detail = `rows for stage ${stage}, which stages.json does not have`;
    const context = { file, stage_id: stage, detail };
    yield finding(
      4,
      errorRecord('StageMismatch', `${file} has ${detail}.`, context, 'Correct stage_id, or remove the rows.'),
    );
  }
}
